import io
import struct
import zlib
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.errors import ImageError
from engine.images import source
from engine.images.decode import decode

ToFile = Callable[..., bytes]
_FIRST_BYTES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def _build(
    kind: tuple[int, int], *, chunks: tuple[tuple[bytes, bytes], ...] = (), rows: int = 75
) -> bytes:
    """A PNG file with rows of every filter; ``kind`` is its bits and its type of colour."""
    rng = np.random.default_rng(1)
    depth, colour = kind
    width = 53
    step = max(1, depth * _FIRST_BYTES[colour] // 8)
    size = -(-width * depth * _FIRST_BYTES[colour] // 8)
    body, above = b"", np.zeros(size, np.uint8)
    for y in range(rows):
        row = rng.integers(0, 256, size, dtype=np.uint8)
        if colour == 3 and depth == 8:
            row %= 4
        left = np.concatenate([np.zeros(step, np.uint8), row[:-step] if step < size else row[:0]])
        corner = np.concatenate([np.zeros(step, np.uint8), above[:-step]])
        a, b, c = (part.astype(int) for part in (left[:size], above, corner[:size]))
        nearest = np.abs(b - c), np.abs(a - c), np.abs(a + b - 2 * c)
        paeth = np.where(
            (nearest[0] <= nearest[1]) & (nearest[0] <= nearest[2]),
            a,
            np.where(nearest[1] <= nearest[2], b, c),
        )
        guess = (np.zeros(size, int), a, b, (a + b) // 2, paeth)[y % 5]
        body += bytes([y % 5]) + ((row - guess) % 256).astype(np.uint8).tobytes()
        above = row
    header = struct.pack(">IIBBBBB", width, rows, depth, colour, 0, 0, 0)
    packed = zlib.compress(body)
    pieces = [(b"IDAT", packed[i : i + 700]) for i in range(0, len(packed), 700)]
    return _file((b"IHDR", header), *chunks, *pieces, (b"IEND", b""))


def _file(*chunks: tuple[bytes, bytes]) -> bytes:
    data = b"\x89PNG\r\n\x1a\n"
    for name, content in chunks:
        data += struct.pack(">I", len(content)) + name + content
        data += struct.pack(">I", zlib.crc32(name + content))
    return data


PALETTE = (b"PLTE", bytes(range(0, 96, 2)))
KINDS = [
    *[(depth, 0, ()) for depth in (1, 2, 4, 8, 16)],
    *[(depth, 3, (PALETTE, (b"tRNS", b"\xff\x00\x80"))) for depth in (1, 2, 4, 8)],
    *[(depth, 0, ((b"tRNS", b"\0\1"),)) for depth in (1, 2, 4, 8)],
    (8, 2, ()),
    (8, 2, ((b"tRNS", bytes(6)),)),
    (8, 4, ()),
    (8, 6, ()),
    (16, 4, ()),
]


@pytest.mark.parametrize(("depth", "colour", "chunks"), KINDS)
def test_a_large_picture_read_by_strips_is_the_same(
    depth: int,
    colour: int,
    chunks: tuple[tuple[bytes, bytes], ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = _build((depth, colour), chunks=chunks)
    for side in (10_000, 20):
        whole = decode(data, min_side=side).image
        with monkeypatch.context() as patch:
            patch.setattr("engine.images.pillow.MAX_MEMORY", 0)
            patch.setattr(source, "BAND_PIXELS", 53 * 16)
            strips = decode(data, min_side=side).image
        assert strips.size == whole.size
        assert np.abs(np.asarray(strips, int) - np.asarray(whole, int)).max() <= 1


@pytest.mark.parametrize("depth", [1, 2, 4, 8, 16])
def test_the_clear_grey_is_white_at_every_depth(depth: int) -> None:
    most = (1 << depth) - 1
    values, clear = np.array([0, most // 3, most]), most // 3
    # Each bit of each value, the highest first, to the end of the last byte.
    bits = (values[:, None] >> np.arange(depth - 1, -1, -1)) & 1
    row = np.packbits(bits.ravel().astype(np.uint8)).tobytes()
    data = _file(
        (b"IHDR", struct.pack(">IIBBBBB", 3, 1, depth, 0, 0, 0, 0)),
        (b"tRNS", struct.pack(">H", clear)),
        (b"IDAT", zlib.compress(b"\0" + row)),
        (b"IEND", b""),
    )
    shown = np.asarray(decode(data, min_side=99).image)[0, :, 0]
    assert shown.tolist() == [255 if clear == 0 else 0, 255, 255]


def test_a_large_picture_that_ends_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    data = _build((8, 2))
    monkeypatch.setattr("engine.images.pillow.MAX_MEMORY", 0)
    with pytest.raises(ImageError, match="ends too early"):
        decode(data[: len(data) // 2], min_side=20)


def test_camera_data_behind_the_picture_turn_it(picture: NDArray[np.uint8]) -> None:
    exif = Image.Exif()
    exif[274] = 6
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(np.rot90(picture, 1))).save(file, "PNG")
    data = file.getvalue()
    block = exif.tobytes()[6:]
    chunk = struct.pack(">I", len(block)) + b"eXIf" + block
    chunk += struct.pack(">I", zlib.crc32(b"eXIf" + block))
    end = data.index(b"IEND") - 4
    photo = decode(data[:end] + chunk + data[end:], min_side=10_000)
    assert (photo.width, photo.height) == (160, 120)
    assert (np.asarray(photo.image) == picture).all()


def test_what_is_broken_behind_the_picture_does_not_cost_it(picture: NDArray[np.uint8]) -> None:
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    data = file.getvalue()
    end = data.index(b"IEND") - 4
    bomb = b"Comment\0\0" + zlib.compress(bytes(5_000_000))
    for name, content in ((b"zTXt", bomb), (b"iTXt", b"x"), (b"eXIf", b"MM\0*\xff\xff\xff\xff")):
        broken = _file((name, content))[8:]
        assert (
            np.asarray(decode(data[:end] + broken + data[end:], min_side=999).image) == picture
        ).all()


def test_no_pixel_is_read_before_there_is_room(picture: NDArray[np.uint8]) -> None:
    file = io.BytesIO()
    Image.fromarray(picture).resize((1600, 1200)).save(file, "PNG")
    data = file.getvalue()
    half = data[: len(data) // 2]  # a header without the pixels, whose reading would fail

    def stop(purpose: object, size: int) -> None:
        raise ImageError(f"{size} bytes wanted")

    with pytest.raises(ImageError, match="bytes wanted"):
        decode(half, min_side=448, reserve=stop)
