"""What a reader of one format gives to `decode`: a picture whose header is read, no pixels yet.

Owns the checks that a picture is not too large. Reads nothing itself.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PIL import Image

from engine.errors import ImageError
from engine.images.room import MAX_MEMORY

# Nothing larger is read, not even by strips: it takes longer than a file may.
MAX_PIXELS = 1_000_000_000

# Pictures are worked on in bands of rows of about this size.
BAND_PIXELS = 4_000_000


@dataclass(frozen=True, slots=True)
class Source:
    """A picture in a file, ready to be read.

    Attributes:
        size: Width and height as stored, in pixels.
        memory: Bytes that reading takes at most, given the factor to reduce by; the file's own
            bytes not included.
        read: Reads the picture, each side reduced about by a whole factor, never by more: mode L,
            RGB or CMYK, in the colours of the profile, without alpha.
        orientation: How it is to be turned once read, 1 to 8 as in EXIF.
        profile: Its ICC profile; empty if it has none or is in sRGB already.
    """

    size: tuple[int, int]
    memory: Callable[[int], int]
    read: Callable[[int], Image.Image]
    orientation: int = 1
    profile: bytes = b""


def check_pixels(size: tuple[int, int], limit: int = MAX_PIXELS) -> None:
    """Refuse a picture without pixels, or with more than a limit.

    Raises:
        ImageError: It is so.
    """
    pixels = size[0] * size[1]
    if pixels > limit:
        raise ImageError(
            f"The picture is too large: {size[0]} x {size[1]} pixels, where"
            f" {limit // 1_000_000} megapixels are the most for its format."
        )
    if pixels <= 0:
        raise ImageError("The picture has no pixels.")


def check_memory(size: tuple[int, int], taken: int, file_bytes: int) -> None:
    """Refuse a picture that takes too much memory.

    Args:
        size: Width and height, in pixels.
        taken: Bytes that reading it takes.
        file_bytes: Bytes of its file.

    Raises:
        ImageError: It does.
    """
    free = max(MAX_MEMORY - file_bytes, 0)
    if taken > free:
        pixels = size[0] * size[1]
        check_pixels(size, min(int(pixels * free / taken), pixels - 1))


def reduced(size: tuple[int, int], factor: int) -> tuple[int, int]:
    """The size of a picture after ``Image.reduce``."""
    return -(-size[0] // factor), -(-size[1] // factor)


def band_rows(width: int, factor: int) -> int:
    """Rows of a band of handy size, a multiple of the factor."""
    return max(1, BAND_PIXELS // width // factor) * factor


def assemble(bands: Iterable[Image.Image], size: tuple[int, int], factor: int) -> Image.Image:
    """Put together a picture from bands of rows, so that it is never held whole before reduction.

    Args:
        bands: From top to bottom, without alpha; all but the last with a multiple of ``factor``
            rows.
        size: Width and height of the whole.
        factor: What each band is reduced by.
    """
    canvas: Image.Image | None = None
    top = 0
    for band in bands:
        part = band.reduce(factor) if factor > 1 else band
        if canvas is None:
            if part.height == reduced(size, factor)[1]:
                return part
            canvas = Image.new(part.mode, reduced(size, factor))
        canvas.paste(part, (0, top))
        top += part.height
    assert canvas is not None
    return canvas
