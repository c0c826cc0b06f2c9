import struct

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import ImageError
from engine.images import source
from engine.images.decode import decode

Pixels = NDArray[np.uint8]

# Bits of red, green, blue and alpha in a word; Pillow reads none of these.
LAYOUTS = [
    (16, (0x0E00, 0x0038, 0x0007, 0)),
    (16, (0x0F00, 0x00F0, 0x000F, 0xF000)),
    (32, (0xFF000000, 0x00FF0000, 0x0000FF00, 0)),
    (32, (0x3FF00000, 0x000FFC00, 0x000003FF, 0)),
]


def _build(
    pixels: Pixels, bits: int, masks: tuple[int, ...], *, down: bool, alpha: object
) -> bytes:
    """A file with a header of 56 bytes, upside down as is usual or from the top down."""
    words = np.zeros(pixels.shape[:2], np.uint64)
    for channel, mask in zip([*np.moveaxis(pixels, 2, 0), np.array(alpha)], masks, strict=True):
        if mask:
            shift = (mask & -mask).bit_length() - 1
            share = np.round(channel / 255 * (mask >> shift)).astype(np.uint64)
            words |= share << np.uint64(shift)
    rows = words.astype(f"<u{bits // 8}")
    padded = np.pad(rows, ((0, 0), (0, -pixels.shape[1] * bits // 8 % 4 * 8 // bits)))
    body = (padded if down else padded[::-1]).tobytes()
    height, width = pixels.shape[:2]
    fields = [56, width, -height if down else height, 1, bits, 3, len(body), 0, 0, 0, 0]
    header = struct.pack("<IiiHHIIiiII", *fields) + struct.pack("<4I", *masks)
    return b"BM" + struct.pack("<IHHI", 70 + len(body), 0, 0, 70) + header + body


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize(("bits", "masks"), LAYOUTS)
def test_colours_may_lie_in_any_bits(
    bits: int,
    masks: tuple[int, ...],
    down: bool,
    picture: Pixels,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = picture[:, :157]
    coarsest = min(mask.bit_count() for mask in masks[:3])
    for rows in (200, 7):
        monkeypatch.setattr(source, "BAND_PIXELS", 157 * rows)
        photo = decode(_build(odd, bits, masks, down=down, alpha=255), min_side=10_000)
        assert (photo.width, photo.height) == (157, 120)
        off = np.abs(np.asarray(photo.image, int) - odd).max()
        assert off <= 255 / (2**coarsest - 1) / 2 + 1


def test_half_clear_is_laid_on_white_and_no_alpha_at_all_hides(picture: Pixels) -> None:
    masks = (0x0F00, 0x00F0, 0x000F, 0xF000)
    half = decode(_build(picture, 16, masks, down=False, alpha=119), min_side=10_000).image
    wanted = 255 - (255 - picture.astype(float)) * 119 / 255
    assert np.abs(np.asarray(half) - wanted).max() <= 6
    none = decode(_build(picture, 16, masks, down=False, alpha=0), min_side=10_000).image
    assert np.abs(np.asarray(none, int) - picture).max() <= 10


def test_a_single_bit_of_alpha_is_heeded(picture: Pixels) -> None:
    masks = (0x7C00, 0x03E0, 0x001F, 0x8000)
    alpha = np.full(picture.shape[:2], 255)
    alpha[:, :80] = 0
    shown = np.asarray(
        decode(_build(picture, 16, masks, down=False, alpha=alpha), min_side=999).image
    )
    assert (shown[:, :80] == 255).all()
    assert np.abs(shown[:, 80:].astype(int) - picture[:, 80:]).max() <= 5


def test_a_file_that_ends_early_says_so(picture: Pixels) -> None:
    data = _build(picture, 16, LAYOUTS[0][1], down=False, alpha=0)
    with pytest.raises(ImageError, match="ends too early"):
        decode(data[: len(data) // 2], min_side=10_000)
