"""Any kind of pixels to 8 bits a channel without alpha, in the colours of the file's profile."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image

from engine.images.colour import lab_to_srgb
from engine.images.source import assemble, band_rows

Values: TypeAlias = npt.NDArray[Any]

_DEEP_MODES = frozenset(("I", "F", "I;16", "I;16L", "I;16B", "I;16N"))

# Fewer pixels than this share beyond black or white are highlights or noise, and cut off; more
# mean that the picture has another scale.
_STRAY_SHARE = 0.01


def flatten(image: Image.Image, factor: int, *, bits: int = 16) -> Image.Image:
    """Bring a loaded picture to 8 bits a channel, without alpha, reduced by a whole factor.

    Done in bands of rows, so that a large picture is never held twice.

    Args:
        image: Of any mode.
        factor: What its sides are reduced by.
        bits: Of each value, where the mode has 16.

    Returns:
        A picture of mode L, RGB or CMYK; transparent parts are white.
    """
    black, white = _mode_scale(image, bits)
    rows = band_rows(image.width, factor)
    bands = (
        # `crop` drops no metadata, and so keeps a transparent palette entry.
        _flatten_band(
            image.crop((0, top, image.width, min(top + rows, image.height))), black, white
        )
        for top in range(0, image.height, rows)
    )
    return assemble(bands, image.size, factor)


def _flatten_band(image: Image.Image, black: float, white: float) -> Image.Image:
    if image.mode in _DEEP_MODES:
        values = np.asarray(image)
        shown = to_bytes(values, black, white)
        clear = image.info.get("transparency")
        if isinstance(clear, int):
            shown[values == clear] = 255
        return Image.fromarray(shown)
    if image.has_transparency_data:
        return _lay_on_white(image)
    if image.mode == "LAB":
        # Its colours lie around a zero in mid-range, so averaging must come after.
        return lab_to_srgb(image)
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in ("L", "RGB", "CMYK") else image.convert("RGB")


def _lay_on_white(image: Image.Image) -> Image.Image:
    clear = image.info.get("transparency")
    if isinstance(clear, tuple) and max(clear) > 255:
        # Of 16 bits, like the file's values, of which Pillow kept the upper 8.
        image.info["transparency"] = tuple(value >> 8 for value in clear)
    canvas = Image.new("RGB", image.size, "white")
    # Pillow takes grey that is multiplied by its alpha to no other mode.
    layer = (image.convert("LA") if image.mode == "La" else image).convert("RGBA")
    canvas.paste(layer, mask=layer.getchannel("A"))
    # Grey stays grey: a grey profile fits nothing else.
    return canvas.convert("L") if image.mode in ("1", "L", "LA", "La") else canvas


def _mode_scale(image: Image.Image, bits: int) -> tuple[float, float]:
    """The values that stand for black and white in a picture that Pillow has loaded."""
    if image.mode.startswith("I;16"):
        return 0.0, float((1 << bits) - 1)
    if image.mode not in _DEEP_MODES:
        return 0.0, 255.0
    return find_scale(_bands(image), 1.0 if image.mode == "F" else 65535.0)


def _bands(image: Image.Image) -> Iterator[Values]:
    rows = band_rows(image.width, 1)
    for top in range(0, image.height, rows):
        yield np.asarray(image.crop((0, top, image.width, min(top + rows, image.height))))


def find_scale(bands: Iterable[Values], usual: float) -> tuple[float, float]:
    """Find the values that stand for black and white where a format fixes none.

    Args:
        bands: All values of the picture.
        usual: White, unless values leave the range from 0 to it: then the picture's own extremes
            serve.
    """
    low, high = 0.0, usual
    count, below, above = 0, 0, 0
    for values in bands:
        finite = values[np.isfinite(values)]
        if finite.size:
            count += finite.size
            below += int((finite < 0).sum())
            above += int((finite > usual).sum())
            low = min(low, float(finite.min()))
            high = max(high, float(finite.max()))
    return (
        low if below > _STRAY_SHARE * count else 0.0,
        high if above > _STRAY_SHARE * count else usual,
    )


def to_bytes(values: Values, black: float, white: float) -> npt.NDArray[np.uint8]:
    """Scale values to 0 ... 255; what is no number is black."""
    scaled = (values.astype(np.float32) - np.float32(black)) * np.float32(255 / (white - black))
    scaled = np.nan_to_num(scaled, copy=False, nan=0, posinf=255, neginf=0)
    shown: npt.NDArray[np.uint8] = np.round(scaled.clip(0, 255, out=scaled)).astype(np.uint8)
    return shown


def lay_on_white(
    colours: npt.NDArray[np.uint8], alpha: npt.NDArray[np.uint8], *, is_premultiplied: bool
) -> npt.NDArray[np.uint8]:
    """Lay pixels with alpha on white.

    Args:
        colours: ``[height, width, channels]``.
        alpha: ``[height, width]``; 255 hides what is behind.
        is_premultiplied: Whether the colours are multiplied by it already.
    """
    share = alpha[..., None].astype(np.float32) / 255
    front = colours.astype(np.float32) if is_premultiplied else colours * share
    shown: npt.NDArray[np.uint8] = np.round((front + 255 * (1 - share)).clip(0, 255)).astype(
        np.uint8
    )
    return shown
