"""What becomes of every file of a folder of tricky ones, and what it takes. Prints a table.

    python benchmarks/tricky_files.py FOLDER [--large]

FOLDER holds ``manifest.tsv``, which says what must become of each file, and ``files/``. With
``--large``, pictures of 300 megapixels in several formats and bombs are made first, in a temporary
folder, and read as well. Every file goes through the pool that imports use. The last lines say the
slowest file and the most memory that all processes had together (proportional set size, Linux).
"""

import argparse
import contextlib
import csv
import io
import os
import struct
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.memory import MemoryWatch
from engine.errors import ImageError
from engine.images.pool import DecodePool
from engine.images.prepare import PreparedPhoto

_ACROSS, _DOWN = 30_000, 10_000
# Thumbnails are compressed and their quadrants cut at whole pixels.
_OWN_TOLERANCE = 1.5


def main() -> None:
    """Read the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only-large", action="store_true")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        files = [] if options.only_large else list(_tricky(options.folder))
        if options.large or options.only_large:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            files += list(_large(Path(folder)))
        _report(files)


def _report(files: list[tuple[Path, str, dict[str, str]]]) -> None:
    expected = {os.fsencode(path): (name, row) for path, name, row in files}
    slowest, tasks = (0.0, ""), ((path, frozenset[bytes]()) for path in expected)
    with MemoryWatch() as watch, DecodePool() as pool:
        before = time.perf_counter()
        for path, result in pool.map(tasks, look_ahead=4):
            now = time.perf_counter()
            name, row = expected[path]
            slowest = max(slowest, (now - before, name))
            before = now
            verdict, words = _judge(result, row)
            print(f"{verdict:4} {row['expected_class']:13} {name:36} {words}")
    print(f"longest wait for a result: {slowest[0]:.1f} s ({slowest[1]})")
    print(f"most memory of all processes: {watch.most_bytes / 1e6:.0f} MB")


def _tricky(folder: Path) -> Iterator[tuple[Path, str, dict[str, str]]]:
    with open(folder / "manifest.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield folder / "files" / row["local_name"], row["local_name"], row


def _judge(result: object, row: dict[str, str]) -> tuple[str, str]:
    kind = row["expected_class"]
    if isinstance(result, ImageError):
        is_fine = kind not in ("DECODE", "DECODE_LOOSE", "DECODE_BIG", "EITHER_ORIENT")
        is_fine = is_fine and "fault of the program" not in str(result)
        how = "skipped" if result.skip else "failed"
        return "ok" if is_fine and (kind != "IGNORE" or result.skip) else "BAD", f"{how}: {result}"
    assert isinstance(result, PreparedPhoto)
    words = f"indexed {result.width} x {result.height} {result.format}"
    is_fine = kind not in ("SKIP", "IGNORE")
    if row["true_width"]:
        is_fine &= (result.width, result.height) == (
            int(row["true_width"]),
            int(row["true_height"]),
        )
    if row["mean_rgb_srgb"]:
        thumbnail = np.asarray(Image.open(io.BytesIO(result.thumbnail)))
        wanted = np.array([_numbers(row["mean_rgb_srgb"]), *_quadrants(row)])
        off = max(np.abs(_means(pixels) - wanted).max() for pixels in (result.pixels, thumbnail))
        is_fine &= bool(off <= float(row["tolerance"]) + _OWN_TOLERANCE)
        words += f", colours off by {off:.1f} of {row['tolerance']}"
    return "ok" if is_fine else "BAD", words


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split()]


def _quadrants(row: dict[str, str]) -> list[list[float]]:
    return [_numbers(part) for part in row["quadrant_means_TL_TR_BL_BR"].split(";")]


def _means(pixels: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]") -> np.ndarray:
    height, width = pixels.shape[:2]
    top, bottom = slice(0, max(height // 2, 1)), slice(height // 2, None)
    left, right = slice(0, max(width // 2, 1)), slice(width // 2, None)
    quadrants = [pixels[rows, columns] for rows in (top, bottom) for columns in (left, right)]
    return np.array([part.mean((0, 1)) for part in (pixels, *quadrants)])


def _large(folder: Path) -> Iterator[tuple[Path, str, dict[str, str]]]:
    """Make large pictures and bombs."""
    noise = np.random.default_rng(0).integers(0, 256, (_DOWN // 40, _ACROSS // 40, 3), np.uint8)
    picture = Image.fromarray(noise).resize((_ACROSS, _DOWN), Image.Resampling.BILINEAR)
    saves: dict[str, dict[str, object]] = {
        "panorama.jpg": {"quality": 85},
        "panorama_progressive.jpg": {"quality": 85, "progressive": True},
        "panorama.png": {"compress_level": 1},
        "panorama.tif": {"compression": None},
        "panorama_lzw.tif": {"compression": "tiff_lzw"},
        "panorama.bmp": {},
    }
    Image.MAX_IMAGE_PIXELS = None
    for name, options in saves.items():
        picture.save(folder / name, **options)  # type: ignore[arg-type]
        yield folder / name, name, _row("EITHER", (_ACROSS, _DOWN))
    Image.new("L", (20_000, 1)).save(folder / "strip.png")
    yield folder / "strip.png", "strip.png", _row("DECODE", (20_000, 1))
    (folder / "bomb.png").write_bytes(_bomb())
    yield folder / "bomb.png", "bomb.png", _row("SKIP", None)


def _bomb() -> bytes:
    """A PNG file of 65 536 x 65 536 pixels that has all of them."""
    squeeze = zlib.compressobj(9)
    row = bytes(8193)
    body = b"".join(squeeze.compress(row * 64) for _ in range(1024)) + squeeze.flush()
    header = struct.pack(">IIBBBBB", 65536, 65536, 1, 0, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for name, content in ((b"IHDR", header), (b"IDAT", body), (b"IEND", b"")):
        data += struct.pack(">I", len(content)) + name + content
        data += struct.pack(">I", zlib.crc32(name + content))
    return data


def _row(kind: str, size: tuple[int, int] | None) -> dict[str, str]:
    width, height = map(str, size) if size else ("", "")
    return {
        "expected_class": kind,
        "true_width": width,
        "true_height": height,
        "mean_rgb_srgb": "",
    }


if __name__ == "__main__":
    main()
