"""Photo bytes to pixels: upright, sRGB, 8 bits, alpha laid on white. Every picture passes here.

Metadata other than orientation and colour profile is not this module's; reading files neither.
A decoder of a hostile file can crash or take for ever: run this in a ``DecodePool``.
"""

import importlib
import io
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import (
    AvifImagePlugin,
    BmpImagePlugin,
    GifImagePlugin,
    Image,
    ImageCms,
    ImageFile,
    Jpeg2KImagePlugin,
    JpegImagePlugin,
    PngImagePlugin,
    PpmImagePlugin,
    PsdImagePlugin,
    TiffImagePlugin,
    WebPImagePlugin,
)

from engine.errors import ImageError
from engine.images.formats import PhotoFormat, sniff

# Every format but JPEG is decoded in full, at 4 bytes a pixel. Pillow's own limit, which warns and
# raises on other terms, lies above this one.
MAX_PIXELS = 150_000_000
# OpenJPEG takes 20 bytes a pixel.
_MAX_JPEG2000_PIXELS = 60_000_000
# Of a JPEG only a part of the detail is decoded; a progressive one keeps all of it until then.
MAX_JPEG_PIXELS = 1_000_000_000
_MAX_JPEG_BYTES = 1_000_000_000

# One file at a time in each process: threads would take memory for nothing. Pillow has no other
# way to say so.
AvifImagePlugin.DEFAULT_MAX_THREADS = 1

_BAND_PIXELS = 4_000_000

# Pillow's readers, called by name: `Image.open` would try others, and read a JPEG with a second
# picture inside as a multi-picture file, which fails where the second one is broken.
_READERS: dict[PhotoFormat, Callable[[io.BytesIO], ImageFile.ImageFile]] = {
    PhotoFormat.JPEG: JpegImagePlugin.JpegImageFile,
    PhotoFormat.PNG: PngImagePlugin.PngImageFile,
    PhotoFormat.GIF: GifImagePlugin.GifImageFile,
    PhotoFormat.WEBP: WebPImagePlugin.WebPImageFile,
    PhotoFormat.AVIF: AvifImagePlugin.AvifImageFile,
    PhotoFormat.TIFF: TiffImagePlugin.TiffImageFile,
    PhotoFormat.BMP: BmpImagePlugin.BmpImageFile,
    PhotoFormat.JPEG2000: Jpeg2KImagePlugin.Jpeg2KImageFile,
    PhotoFormat.PNM: PpmImagePlugin.PpmImageFile,
    PhotoFormat.PSD: PsdImagePlugin.PsdImageFile,
}

# EXIF tag 274: how the stored picture is to be turned (Exif 3.0, section 4.6.5).
_ORIENTATION_TAG = 274
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

# What Pillow's decoders say of an incomplete file, in lower case.
_SIGNS_OF_THE_END = ("truncated", "unexpected end", "not enough image data")

_DEEP_MODES = frozenset(("I", "F", "I;16", "I;16L", "I;16B", "I;16N"))


@dataclass(frozen=True, slots=True)
class DecodedPhoto:
    """A photo's pixels.

    Attributes:
        image: The picture, mode RGB, upright, in sRGB; perhaps smaller than the photo.
        width: Width of the upright photo in full, in pixels.
        height: Height of the upright photo in full, in pixels.
        format: The format of its file.
        has_profile: Whether the file named its colours by an ICC profile.
    """

    image: Image.Image
    width: int
    height: int
    format: PhotoFormat
    has_profile: bool


def decode(data: bytes, *, min_side: int, min_long_side: int = 0) -> DecodedPhoto:
    """Decode the first picture of a file.

    Args:
        data: The whole file.
        min_side: The picture may be reduced by a whole factor as long as its shorter side keeps
            this many pixels; a smaller photo keeps its size.
        min_long_side: The same for the longer side.

    Returns:
        The picture.

    Raises:
        ImageError: The file is no photo (``skip``), is damaged or incomplete, is too large, or
            is of a format that cannot be read here.
        MemoryError: It takes more memory than this process may use.
    """
    photo_format = sniff(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            image = _open(data, photo_format)
            return _read(image, photo_format, min_side, min_long_side)
        except (ImageError, MemoryError):
            raise
        except Exception as error:  # a damaged file brings out any of them
            raise _damaged(error, photo_format) from error


def _damaged(error: Exception, photo_format: PhotoFormat) -> ImageError:
    """Put what a decoder says in the user's words."""
    name = photo_format.upper()
    if isinstance(error, Image.DecompressionBombError):
        return ImageError("The picture is too large, or its file lies about its size.")
    text = str(error).lower()
    if any(sign in text for sign in _SIGNS_OF_THE_END):
        return ImageError(
            "The file ends too early, part of the picture is missing: copy it again from its"
            " source."
        )
    return ImageError(
        f"The {name} file is damaged or of a rare kind: open it elsewhere and save it as JPEG."
    )


def _open(data: bytes, photo_format: PhotoFormat) -> Image.Image:
    """Read a file's header; no pixels yet, except for HEIF."""
    if photo_format is PhotoFormat.HEIF:
        return _open_heif(data)
    reader = _READERS.get(photo_format)
    if reader is None:
        kind = "Camera raw" if photo_format is PhotoFormat.RAW else photo_format.upper()
        raise ImageError(
            f"{kind} pictures cannot be read by this version: save a copy as JPEG to find it."
        )
    try:
        image = reader(io.BytesIO(data))
    except Exception:
        stripped = _without_text(data) if photo_format is PhotoFormat.PNG else data
        if stripped == data:
            raise
        image = reader(io.BytesIO(stripped))
    _check_size(image.size, _max_pixels(image))
    return image


def _open_heif(data: bytes) -> Image.Image:
    """Decode a HEIF file through the optional library, which turns it upright by its container."""
    try:
        heif = importlib.import_module("pi_heif")
    except ImportError:
        raise ImageError("Install pi-heif (pip install pi-heif) to read HEIC photos.") from None
    container = heif.open_heif(io.BytesIO(data))
    _check_size(container.size, MAX_PIXELS)
    # `to_pillow` also sets the orientation tag to 1, so that nothing is turned twice.
    image: Image.Image = container.to_pillow()
    return image


def _max_pixels(image: Image.Image) -> int:
    """The most pixels that a file of this kind may have."""
    if isinstance(image, Jpeg2KImagePlugin.Jpeg2KImageFile):
        return _MAX_JPEG2000_PIXELS
    if not isinstance(image, JpegImagePlugin.JpegImageFile):
        return MAX_PIXELS
    if not image.info.get("progressive"):
        return MAX_JPEG_PIXELS
    # 2 bytes for each sample, of which the colour channels may have fewer.
    samples = [across * down for _, across, down, _ in image.layer]
    return int(_MAX_JPEG_BYTES / (2 * sum(samples) / max(samples)))


def _check_size(size: tuple[int, int], limit: int) -> None:
    pixels = size[0] * size[1]
    if pixels > limit:
        raise ImageError(
            f"The picture is too large: {size[0]} x {size[1]} pixels, where"
            f" {limit // 1_000_000} megapixels are the most for its format."
        )
    if pixels == 0:
        raise ImageError("The picture has no pixels.")


def _without_text(data: bytes) -> bytes:
    """Drop all but the picture's own chunks from a PNG file whose text or metadata are broken."""
    kept = [data[:8]]
    position = 8
    while position + 12 <= len(data):
        end = position + 12 + int.from_bytes(data[position : position + 4], "big")
        if data[position + 4 : position + 8] in (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"):
            kept.append(data[position:end])
        position = end
    return b"".join(kept)


def _read(
    image: Image.Image, photo_format: PhotoFormat, min_side: int, min_long_side: int
) -> DecodedPhoto:
    full = image.size
    if isinstance(image, JpegImagePlugin.JpegImageFile):
        factor = _reduction(full, min_side, min_long_side)
        image.draft(None, (full[0] // factor, full[1] // factor))
        _check_size(image.size, MAX_PIXELS)
        image.load()
    else:
        # Loading turns a TIFF file upright and takes its tag away.
        image.load()
        full = image.size
    orientation = _orientation(image)
    profile = image.info.get("icc_profile") or b""
    reduced = _flatten(image, _reduction(image.size, min_side, min_long_side))
    picture = _to_srgb(reduced, profile)
    if orientation in _TURNS:
        picture = picture.transpose(_TURNS[orientation])
    width, height = full[::-1] if orientation >= 5 else full
    return DecodedPhoto(picture, width, height, photo_format, bool(profile))


def _reduction(size: tuple[int, int], min_side: int, min_long_side: int) -> int:
    """The largest whole factor that leaves both sides long enough."""
    return max(1, min(min(size) // max(min_side, 1), max(size) // max(min_long_side, 1)))


def _orientation(image: Image.Image) -> int:
    try:
        value = image.getexif().get(_ORIENTATION_TAG, 1)
    except Exception:  # noqa: BLE001 - broken camera data must never cost the picture
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _flatten(image: Image.Image, factor: int) -> Image.Image:
    """Bring a loaded picture to 8 bits a channel, without alpha, reduced by a whole factor.

    Done in bands of rows, so that a large picture is never held twice.

    Returns:
        A picture of mode L, RGB or CMYK, in the colours of the file's profile.
    """
    scale = _deep_scale(image)
    width, height = image.size
    rows = max(1, _BAND_PIXELS // width // factor) * factor
    if height <= rows:
        return _reduce(_flatten_band(image, scale), factor)
    canvas = None
    for top in range(0, height, rows):
        band = image.crop((0, top, width, min(top + rows, height)))
        # `crop` drops no metadata, and so keeps a transparent palette entry.
        band = _reduce(_flatten_band(band, scale), factor)
        if canvas is None:
            canvas = Image.new(band.mode, (band.width, -(-height // factor)))
        canvas.paste(band, (0, top // factor))
    assert canvas is not None
    return canvas


def _reduce(image: Image.Image, factor: int) -> Image.Image:
    return image.reduce(factor) if factor > 1 else image


def _flatten_band(image: Image.Image, scale: tuple[float, float]) -> Image.Image:
    if image.mode in _DEEP_MODES:
        low, high = scale
        values = (np.asarray(image).astype(np.float32) - low) * (255 / (high - low))
        values = np.nan_to_num(values, nan=0, posinf=255, neginf=0).clip(0, 255)
        return Image.fromarray(np.round(values).astype(np.uint8))
    if image.has_transparency_data:
        canvas = Image.new("RGB", image.size, "white")
        layer = image.convert("RGBA")
        canvas.paste(layer, mask=layer.getchannel("A"))
        # Grey stays grey: a grey profile fits nothing else.
        return canvas.convert("L") if image.mode in ("1", "L", "LA", "La") else canvas
    if image.mode == "LAB":
        # Its colours lie around a zero in mid-range, so averaging must come after.
        return ImageCms.applyTransform(image, _transform(None, "LAB")) or image
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in ("L", "RGB", "CMYK") else image.convert("RGB")


def _deep_scale(image: Image.Image) -> tuple[float, float]:
    """The values that stand for black and white in a picture of more than 8 bits.

    16-bit values use their whole range. 32-bit and floating-point ones have no fixed white:
    where they leave the usual range, the picture's own extremes serve.
    """
    if image.mode.startswith("I;16"):
        return 0.0, 65535.0
    if image.mode not in _DEEP_MODES:
        return 0.0, 255.0
    usual = 1.0 if image.mode == "F" else 65535.0
    low, high = 0.0, usual
    for values in _bands(image):
        finite = values[np.isfinite(values)]
        if finite.size:
            low = min(low, float(finite.min()))
            high = max(high, float(finite.max()))
    return low, high


def _bands(image: Image.Image) -> Iterator[np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    rows = max(1, _BAND_PIXELS // image.width)
    for top in range(0, image.height, rows):
        yield np.asarray(image.crop((0, top, image.width, min(top + rows, image.height))))


def _to_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Convert a picture of mode L, RGB or CMYK by its profile, or by the plain formula."""
    if profile and not (_is_srgb(profile) and image.mode != "CMYK"):
        try:
            converted = ImageCms.applyTransform(image, _transform(profile, image.mode))
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            # A broken profile, or one for another kind of picture: colours a little off, no more.
            converted = None
        if converted is not None:
            return converted
    return image if image.mode == "RGB" else image.convert("RGB")


def _is_srgb(profile: bytes) -> bool:
    """Recognise the usual sRGB profiles by their name, written in either way (ICC.1, "desc")."""
    name = "sRGB IEC61966"
    return name.encode() in profile or name.encode("utf-16-be") in profile


@lru_cache(maxsize=16)
def _transform(profile: bytes | None, mode: str) -> ImageCms.ImageCmsTransform:
    """The conversion from a profile, or from CIELAB, to sRGB; dear to build, so kept."""
    source = (
        ImageCms.createProfile("LAB")
        if profile is None
        else ImageCms.ImageCmsProfile(io.BytesIO(profile))
    )
    return ImageCms.buildTransform(
        source,
        ImageCms.createProfile("sRGB"),
        mode,
        "RGB",
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
    )
