"""Photo bytes to pixels: upright, sRGB, 8 bits, alpha laid on white. Every picture passes here.

Metadata other than orientation and colour profile is not this module's; reading files neither.
A decoder of a hostile file can crash or take for ever: run this in a ``DecodePool``.
"""

import warnings
from dataclasses import dataclass

from PIL import Image

from engine.errors import ImageError
from engine.images.formats import PhotoFormat, sniff
from engine.images.orientation import turn, turns_sideways
from engine.images.room import Purpose, Reserve, reserve_nothing
from engine.images.source import Source, check_memory, check_pixels

# What Pillow's decoders say of an incomplete file, in lower case.
_SIGNS_OF_THE_END = ("truncated", "unexpected end", "not enough image data")


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


def decode(
    data: bytes,
    *,
    min_side: int,
    min_long_side: int = 0,
    reserve: Reserve = reserve_nothing,
) -> DecodedPhoto:
    """Decode the main picture of a file, which is the first of most.

    Args:
        data: The whole file.
        min_side: The picture may be reduced by a whole factor as long as its shorter side keeps
            this many pixels; a smaller photo keeps its size.
        min_long_side: The same for the longer side.
        reserve: Called before pixels are read, with the bytes that it takes beside ``data``;
            returns when there is room for them.

    Returns:
        The picture.

    Raises:
        ImageError: The file is no photo (``skip``), is damaged or incomplete, is too large, or
            is of a format that cannot be read here.
        MemoryError: It takes more memory than this process may use.
    """
    from engine.images.colour import to_srgb

    photo_format = sniff(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            source = _open(data, photo_format, min_side, min_long_side)
            check_pixels(source.size)
            factor = _reduction(source.size, min_side, min_long_side)
            memory = source.memory(factor)
            check_memory(source.size, memory, len(data))
            reserve(Purpose.PIXELS, memory)
            picture = turn(to_srgb(source.read(factor), source.profile), source.orientation)
        except (ImageError, MemoryError):
            raise
        except Exception as error:  # a damaged file brings out any of them
            raise _damaged(error, photo_format) from error
    size = source.size
    width, height = size[::-1] if turns_sideways(source.orientation) else size
    return DecodedPhoto(picture, width, height, photo_format, bool(source.profile))


def _open(data: bytes, photo_format: PhotoFormat, min_side: int, min_long_side: int) -> Source:
    """Read a file's header; no pixels yet.

    A reader is imported when it is first needed: the window imports this module as it starts.
    """
    if photo_format is PhotoFormat.HEIF:
        from engine.images.heif import open_heif

        return open_heif(data)
    if photo_format is PhotoFormat.JPEG_XL:
        from engine.images.jpegxl import open_jpegxl

        return open_jpegxl(data)
    if photo_format is PhotoFormat.RAW:
        from engine.images.raw import open_raw

        return open_raw(data, min_side=min_side, min_long_side=min_long_side)
    from engine.images.pillow import open_pillow

    return open_pillow(data, photo_format)


def _reduction(size: tuple[int, int], min_side: int, min_long_side: int) -> int:
    """The largest whole factor that leaves both sides long enough."""
    return max(1, min(min(size) // max(min_side, 1), max(size) // max(min_long_side, 1)))


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
