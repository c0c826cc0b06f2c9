"""Which format a file holds, told by its content; its name is only a hint for the scanner.

Owns the table of formats and the sentences for what is no photo. Decodes nothing.
"""

import re
import struct
from enum import StrEnum

from engine.errors import ImageError


class PhotoFormat(StrEnum):
    """The formats a photo comes in, whether or not this machine can read them."""

    JPEG = "jpeg"
    PNG = "png"
    GIF = "gif"
    WEBP = "webp"
    AVIF = "avif"
    TIFF = "tiff"
    BMP = "bmp"
    JPEG2000 = "jpeg2000"
    PNM = "pnm"
    PSD = "psd"
    HEIF = "heif"
    JPEG_XL = "jpeg xl"
    RAW = "raw"


# Lines two and three: the raw formats of camera makers; by content most of them are TIFF files.
_PHOTO_NAME = re.compile(
    rb"[^/]\.(?:jpe?g|jpe|jfif|mpo|a?png|gif|webp|avifs?|tiff?|bmp|dib|jp2|j2[kc]|jp[cfx]|p[pgbn]m"
    rb"|3fr|arw|cr[23w]|dcr|dng|erf|fff|iiq|k25|kdc|mef|mos|mrw|n[er][fw]|orf|pef|raf|raw|rw[2l]"
    rb"|sr[2fw]|x3f|psd|hei[cf]s?|hif|jxl)\Z",
    re.IGNORECASE,
)

_PHOTO_MAGIC: tuple[tuple[bytes, PhotoFormat], ...] = (
    (b"\xff\xd8\xff", PhotoFormat.JPEG),
    (b"\x89PNG\r\n\x1a\n", PhotoFormat.PNG),
    (b"GIF87a", PhotoFormat.GIF),
    (b"GIF89a", PhotoFormat.GIF),
    (b"II*\0", PhotoFormat.TIFF),
    (b"MM\0*", PhotoFormat.TIFF),
    (b"II+\0", PhotoFormat.TIFF),
    (b"MM\0+", PhotoFormat.TIFF),
    (b"\0\0\0\x0cjP  \r\n\x87\n", PhotoFormat.JPEG2000),
    (b"\xff\x4f\xff\x51", PhotoFormat.JPEG2000),
    (b"8BPS\0\x01", PhotoFormat.PSD),
    (b"\0\0\0\x0cJXL \r\n\x87\n", PhotoFormat.JPEG_XL),
    (b"\xff\x0a", PhotoFormat.JPEG_XL),
    (b"IIRO", PhotoFormat.RAW),  # Olympus
    (b"IIRS", PhotoFormat.RAW),
    (b"MMOR", PhotoFormat.RAW),
    (b"IIU\0", PhotoFormat.RAW),  # Panasonic
    (b"FUJIFILMCCD-RAW", PhotoFormat.RAW),
    (b"FOVb", PhotoFormat.RAW),  # Sigma
    (b"\0MRM", PhotoFormat.RAW),  # Minolta
    (b"II\x1a\0\0\0HEAPCCDR", PhotoFormat.RAW),  # early Canon
)

_OTHER_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF document"),
    (b"%!PS", "a printer file"),
    (b"PK\x03\x04", "an archive or office document"),
    (b"Rar!", "an archive"),
    (b"7z\xbc\xaf\x27\x1c", "an archive"),
    (b"\x1f\x8b", "an archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a system or office file"),
    (b"\0\x05\x16\x07", "a companion file of macOS"),
    (b"\0\0\0\x01Bud1", "a system file of macOS"),
    (b"\0\0\x01\0", "an icon"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"\0\0\x01\xba", "a video"),
    (b"\0\0\x01\xb3", "a video"),
    (b"FLV", "a video"),
    (b"ID3", "a sound"),
    (b"OggS", "a sound or video"),
    (b"fLaC", "a sound"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3", "a database"),
    (b"Exif\0\0", "a block of camera data"),
)

_HEIF_BRANDS = frozenset(
    (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1")
)
_AVIF_BRANDS = frozenset((b"avif", b"avis"))

# TIFF tags of the first directory (TIFF 6.0; DNG 1.7, "DNGVersion").
_NEW_SUBFILE_TYPE, _PHOTOMETRIC, _SUB_IFDS, _DNG_VERSION = 254, 262, 330, 50706
_SENSOR_PHOTOMETRICS = frozenset((32803, 34892))  # colour filter array, linear raw


def looks_like_photo(name: bytes) -> bool:
    """Tell from a file's name alone whether it is worth opening.

    Args:
        name: The name or path, as ``os.fsencode`` gives it.

    Returns:
        True for the suffixes of photo formats, in any case of letters.
    """
    return _PHOTO_NAME.search(name) is not None


def sniff(data: bytes) -> PhotoFormat:
    """Tell a photo's format from its content.

    Args:
        data: The file's bytes or its first few kilobytes. With the beginning only, a camera raw
            file may still pass for the TIFF file it is built on.

    Returns:
        The format.

    Raises:
        ImageError: The content is known to be something else (``skip``), or is not known at all,
            as in a photo whose first bytes are lost.
    """
    if not data:
        raise ImageError("The file is empty.")
    for magic, photo_format in _PHOTO_MAGIC:
        if data.startswith(magic):
            is_raw = photo_format is PhotoFormat.TIFF and _is_camera_raw(data)
            return PhotoFormat.RAW if is_raw else photo_format
    if data[4:8] == b"ftyp":
        return _sniff_media_container(data)
    if data.startswith(b"RIFF"):
        if data[8:12] == b"WEBP":
            return PhotoFormat.WEBP
        raise _no_photo("a sound or video")
    if re.match(rb"BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0", data, re.DOTALL):
        return PhotoFormat.BMP
    if re.match(rb"P[1-6][\s#]", data):
        return PhotoFormat.PNM
    raise _unknown(data)


def _sniff_media_container(data: bytes) -> PhotoFormat:
    """Tell apart what ISO 14496-12 holds: the brands of the ``ftyp`` box decide."""
    end = min(int.from_bytes(data[:4], "big"), 256)
    major = data[8:12]
    brands = {major} | {data[i : i + 4] for i in range(16, end - 3, 4)}
    if major == b"crx ":
        return PhotoFormat.RAW
    if major in _AVIF_BRANDS or (major in _HEIF_BRANDS and brands & _AVIF_BRANDS):
        return PhotoFormat.AVIF
    # Some cameras name a maker's brand first and the picture's brands after it.
    if brands & _HEIF_BRANDS:
        return PhotoFormat.HEIF
    raise _no_photo("a video")


def _is_camera_raw(data: bytes) -> bool:
    """Look in a TIFF file's first directory for the marks of a camera raw file."""
    if data[8:10] == b"CR" or data[2:3] == b"+":
        return data[8:10] == b"CR"
    order = "<" if data.startswith(b"II") else ">"
    try:
        (start,) = struct.unpack_from(order + "I", data, 4)
        (count,) = struct.unpack_from(order + "H", data, start)
        tags: dict[int, int] = {}
        for i in range(count):
            tag, kind = struct.unpack_from(order + "HH", data, start + 2 + 12 * i)
            value = "H" if kind == 3 else "I"
            (tags[tag],) = struct.unpack_from(order + value, data, start + 10 + 12 * i)
    except struct.error:
        return False
    if _DNG_VERSION in tags or tags.get(_PHOTOMETRIC) in _SENSOR_PHOTOMETRICS:
        return True
    # Nikon, Sony, Samsung, Kodak: a small preview comes first, the sensor's data hang below it.
    return tags.get(_NEW_SUBFILE_TYPE) == 1 and _SUB_IFDS in tags


def _unknown(data: bytes) -> ImageError:
    """The sentence for content that is no known photo format."""
    for magic, what in _OTHER_MAGIC:
        if data.startswith(magic):
            return _no_photo(what)
    if data[4:8] in (b"moov", b"mdat", b"wide", b"skip", b"free"):
        return _no_photo("a video")
    head = data[:1024]
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if re.match(rb"(<\?xml[^>]*>\s*|<!--.*?-->\s*|<!doctype svg[^>]*>\s*)*<svg", text, re.DOTALL):
        return _no_photo("a drawing (SVG)")
    if text.startswith((b"<!doctype html", b"<html")):
        return _no_photo("a web page")
    if _is_text(head):
        return _no_photo("text")
    return ImageError(
        "The file does not begin like any kind of photo: it is damaged or has a wrong name."
    )


def _is_text(head: bytes) -> bool:
    # Control characters other than tab, line ends and escape mean that it is not text.
    if re.search(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]", head):
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        # A letter may be cut at the end of a long head.
        return error.start > 64 and error.start >= len(head) - 3
    return True


def _no_photo(what: str) -> ImageError:
    return ImageError(f"This is {what}, not a photo.", skip=True)
