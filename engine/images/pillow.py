"""The formats that Pillow reads: JPEG, PNG, GIF, WebP, AVIF, TIFF, BMP, JPEG 2000, PNM, PSD."""

import hashlib
import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PIL import (
    AvifImagePlugin,
    BmpImagePlugin,
    GifImagePlugin,
    Image,
    ImageFile,
    Jpeg2KImagePlugin,
    JpegImagePlugin,
    PngImagePlugin,
    PpmImagePlugin,
    PsdImagePlugin,
    TiffImagePlugin,
    WebPImagePlugin,
)

from engine.images import bmp, png, tiff, tiff_layout
from engine.images.flatten import flatten
from engine.images.formats import PhotoFormat
from engine.images.orientation import read_orientation, turns_sideways
from engine.images.room import MAX_MEMORY
from engine.images.source import MAX_PIXELS, Source, assemble, check_pixels, reduced

# One file at a time in each process: threads would take memory for nothing. Pillow has no other
# way to say so.
AvifImagePlugin.DEFAULT_MAX_THREADS = 1

# Pillow's readers, called by name: `Image.open` would try others, and read a JPEG with a second
# picture inside as a multi-picture file, which fails where the second one is broken.
_READERS: dict[PhotoFormat, Callable[[io.BytesIO], ImageFile.ImageFile]] = {
    PhotoFormat.WEBP: WebPImagePlugin.WebPImageFile,
    PhotoFormat.AVIF: AvifImagePlugin.AvifImageFile,
    PhotoFormat.PNM: PpmImagePlugin.PpmImageFile,
    PhotoFormat.PSD: PsdImagePlugin.PsdImageFile,
}

# Measured, bytes a pixel beyond those of the loaded picture: what each decoder works with.
_WORK = {
    PhotoFormat.WEBP: 13,
    PhotoFormat.AVIF: 8,
    PhotoFormat.JPEG2000: 17,
    PhotoFormat.GIF: 4,
}
_MODE_BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2, "I;16N": 2}
# Bands that are converted, and what lies around.
_BESIDE = 60_000_000
_HEAD = 1 << 20
_JPEG_END = b"\xff\xd9"


def open_pillow(data: bytes, photo_format: PhotoFormat) -> Source:
    """Read a file's header.

    Raises:
        ImageError: It has no pixels or too many.
    """
    special = {
        PhotoFormat.JPEG: _open_jpeg,
        PhotoFormat.PNG: _open_png,
        PhotoFormat.GIF: _open_gif,
        PhotoFormat.TIFF: _open_tiff,
        PhotoFormat.BMP: _open_bmp,
        PhotoFormat.JPEG2000: _open_jpeg2000,
    }
    if photo_format in special:
        return special[photo_format](data)
    image = _READERS[photo_format](io.BytesIO(data))
    return _whole(image, _WORK.get(photo_format, 0))


def _whole(image: ImageFile.ImageFile, work: int) -> Source:
    """A picture that is read as a whole before it is reduced."""
    check_pixels(image.size)
    pixels = image.width * image.height

    def read(factor: int) -> Image.Image:
        image.load()
        return flatten(image, factor)

    return Source(
        size=image.size,
        memory=lambda _: pixels * (_MODE_BYTES.get(image.mode, 4) + work) + _BESIDE,
        read=read,
        orientation=read_orientation(image),
        profile=_profile(image),
    )


def _profile(image: Image.Image) -> bytes:
    # CIELAB is converted by its definition, see `flatten`.
    return b"" if image.mode == "LAB" else image.info.get("icc_profile") or b""


# ---- JPEG: reduced by 2, 4 or 8 while it is decoded ----


def _open_jpeg(data: bytes) -> Source:
    image = JpegImagePlugin.JpegImageFile(io.BytesIO(data))
    size = image.size
    check_pixels(size)

    def memory(factor: int) -> int:
        across, down = reduced(size, _draft(factor))
        return across * down * 4 + _coefficients(image) + _BESIDE

    def read(factor: int) -> Image.Image:
        scale = _draft(factor)
        try:
            loaded = _load_jpeg(image, scale)
        except OSError:
            if not _lacks_its_end_only(data, scale):
                raise
            ended = JpegImagePlugin.JpegImageFile(io.BytesIO(data + _JPEG_END))
            loaded = _load_jpeg(ended, scale)
        done = max(1, round(size[0] / loaded.width))
        return flatten(loaded, max(1, factor // done))

    return Source(
        size=size,
        memory=memory,
        read=read,
        orientation=read_orientation(image),
        profile=_profile(image),
    )


def _load_jpeg(image: JpegImagePlugin.JpegImageFile, scale: int) -> Image.Image:
    image.draft(None, (image.width // scale, image.height // scale))
    image.load()
    return image


def _lacks_its_end_only(data: bytes, scale: int) -> bool:
    """Whether nothing but the end marker is missing from a file that is not progressive.

    Then what stands before the marker is not read any more; else it would be taken for pixels.
    """
    looks = set()
    for filling in (b"", b"\x55" * 64, b"\xaa" * 64):
        image = JpegImagePlugin.JpegImageFile(io.BytesIO(data + filling + _JPEG_END))
        if image.info.get("progressive"):
            return False
        looks.add(hashlib.sha256(_load_jpeg(image, scale).tobytes()).digest())
    return len(looks) == 1


def _draft(factor: int) -> int:
    """How far libjpeg reduces at most."""
    return max(scale for scale in (1, 2, 4, 8) if scale <= factor)


def _coefficients(image: JpegImagePlugin.JpegImageFile) -> int:
    """Bytes of what a progressive file keeps of the whole picture: 2 for each sample."""
    if not image.info.get("progressive"):
        return 0
    # The colour channels may have fewer samples.
    samples = [across * down for _, across, down, _ in image.layer]
    return 2 * image.width * image.height * sum(samples) // max(samples)


# ---- PNG: mended if need be; large ones by strips ----


def _open_png(data: bytes) -> Source:
    try:
        image = PngImagePlugin.PngImageFile(io.BytesIO(data))
    except Exception:  # noqa: BLE001 - any of them, if it is not mended the second raises
        image = PngImagePlugin.PngImageFile(io.BytesIO(png.without_text(data)))
        image.info["icc_profile"] = png.color_profile(data)
    layout = png.Layout(data)
    png.scale_clear_grey(image, layout.depth)
    if layout.exif:
        image.info.setdefault("exif", layout.exif)
    source = _whole(image, 0)
    if source.memory(1) + len(data) <= MAX_MEMORY or not layout.can_strip:
        return replace(source, read=partial(_read_png, image, data))

    def read(factor: int) -> Image.Image:
        bands = (flatten(strip, 1) for strip in png.read_strips(layout, factor))
        return assemble(bands, image.size, factor)

    return replace(source, memory=lambda factor: png.strip_memory(image.size, factor), read=read)


def _read_png(image: PngImagePlugin.PngImageFile, data: bytes, factor: int) -> Image.Image:
    """Read it, at the second try without what stands behind the picture and may be broken."""
    try:
        image.load()
    except (OSError, MemoryError):  # the picture itself
        raise
    except Exception:  # noqa: BLE001 - any of them, if it is not mended the second raises
        image = PngImagePlugin.PngImageFile(io.BytesIO(png.without_text(data)))
        png.scale_clear_grey(image, png.Layout(data).depth)
    return flatten(image, factor)


# ---- GIF: the first picture may cover a part only ----


def _open_gif(data: bytes) -> Source:
    image = GifImagePlugin.GifImageFile(io.BytesIO(data))
    box = image.tile[0].extents if image.tile else None
    source = _whole(image, _WORK[PhotoFormat.GIF])
    if box is None or box == (0, 0, *image.size):
        return source

    def read(factor: int) -> Image.Image:
        # Pillow fills the rest with the colour of the background, which all browsers leave clear.
        image.load()
        canvas = Image.new("RGB", image.size, "white")
        canvas.paste(flatten(image.crop(box), 1), box[:2])
        return flatten(canvas, factor)

    pixels = image.width * image.height
    return replace(source, memory=lambda factor: source.memory(factor) + 8 * pixels, read=read)


# ---- TIFF: by Pillow, or by our own reader ----


def _open_tiff(data: bytes) -> Source:
    number, directory = tiff_layout.find_page(data)
    ours = tiff.open_tiff(data, directory, is_large=tiff_layout.is_beyond_pillow(data))
    if ours is not None:
        return ours
    image = TiffImagePlugin.TiffImageFile(io.BytesIO(data))
    if number:
        image.seek(number)
    source = _whole(image, 4 if image.mode == "LAB" else 0)
    # Pillow takes a page beyond its limit for a bomb; ours are `check_pixels` and `check_memory`.
    is_refused = image.width * image.height > 2 * (Image.MAX_IMAGE_PIXELS or MAX_PIXELS)
    if is_refused or source.memory(1) + len(data) > MAX_MEMORY:
        return tiff.open_tiff(data, directory, is_large=True) or source
    depth = directory.get(258, (8,))[0]

    def read(factor: int) -> Image.Image:
        image.load()
        return flatten(image, factor, bits=min(depth, 16))

    # Loading turns the picture upright and takes its tag away.
    size = (directory[256], directory[257])
    size = size[::-1] if turns_sideways(source.orientation) else size
    return replace(source, size=size, read=read, orientation=1)


# ---- BMP: by Pillow, or by our own reader ----


def _open_bmp(data: bytes) -> Source:
    if bmp.has_rare_alpha(data):  # which Pillow drops
        source = bmp.open_bitfields(data)
        if source is not None:
            return source
    try:
        return _whole(BmpImagePlugin.BmpImageFile(io.BytesIO(data)), 0)
    except OSError:
        source = bmp.open_bitfields(data)
        if source is None:
            raise
        return source


# ---- JPEG 2000: large ones at a lower resolution, which the file offers ----


def _open_jpeg2000(data: bytes) -> Source:
    # OpenJPEG fails on what stands behind the picture. Its markers, here that of its beginning and
    # its end, are nowhere within the packed values (15444-1, A.1).
    end = data.find(b"\xff\xd9", max(data.find(b"\xff\x4f\xff\x51"), 0))
    data = data[: end + 2] if end >= 0 else data
    image = Jpeg2KImagePlugin.Jpeg2KImageFile(io.BytesIO(data))
    image.info.setdefault("icc_profile", _jpeg2000_profile(data))
    source = _whole(image, _WORK[PhotoFormat.JPEG2000])
    whole = source.memory(1) - _BESIDE
    size = image.size
    if whole + _BESIDE + len(data) <= MAX_MEMORY:
        return source
    # Marker COD, its length and style, order, layers and transform, then the levels (15444-1, A.6).
    found = re.search(rb"\xff\x52.{7}([\x00-\x20])", data[:_HEAD], re.DOTALL)
    levels = found[1][0] if found else 0

    def level(factor: int) -> int:
        return min(factor.bit_length() - 1, levels)

    def read(factor: int) -> Image.Image:
        power = 1 << level(factor)
        # WORKAROUND: Pillow rounds the reduced size, OpenJPEG rounds it up.
        image._size = tuple(-(-side // power) * power for side in size)  # type: ignore[assignment]
        image.reduce = level(factor)
        image.load()
        return flatten(image, factor // power)

    return replace(source, memory=lambda factor: (whole >> 2 * level(factor)) + _BESIDE, read=read)


def _jpeg2000_profile(data: bytes) -> bytes:
    """The ICC profile in a file's header, which Pillow leaves there (15444-1, I.5.3.3)."""
    found = re.search(rb"(.{4})colr[\x02\x03]..", data[:_HEAD], re.DOTALL)
    if found is None:
        return b""
    length = int.from_bytes(found[1], "big") - 11
    return data[found.end() :][:length] if data[found.end() + 36 :][:4] == b"acsp" else b""
