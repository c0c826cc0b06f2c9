"""Real tricky files and what is true of them: IMGTEXT_CASES names the folder that holds them."""

import csv
import os
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

CASES = os.environ.get("IMGTEXT_CASES")

# Thumbnails are compressed and their quadrants cut at whole pixels.
_OWN_TOLERANCE = 1.5
# The picture's published original has (107.8, 117.2, 154.7) top right, which is what we give; the
# manifest's reader, which clips colours in its own way, is 9 off there.
_WIDER = {"tiff/lab.tif": 3.0}

# Prints path, NUL, expectation, NUL; the paths are written as bash escapes them.
_READ_EXPECTATIONS = r"""
while IFS=$'\t' read -r path _ expected; do
  eval "printf '%s\0' $path"; printf '%s\0' "$expected"
done < <(grep -v '^#' "$1")
"""


def tricky_file(name: str) -> Path:
    """Return the file of a name such as ``"broken/truncated.jpg"``, or skip the test."""
    return _cases() / "files" / name


@lru_cache
def manifest() -> list[dict[str, str]]:
    """Return the lines about photos."""
    with open(_cases() / "manifest.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [row for row in rows if row["expected_class"] != "IGNORE"]


def truth_of(name: str) -> dict[str, str]:
    """Return the line of one photo."""
    return next(row for row in manifest() if row["local_name"] == name)


def assert_true_colours(pixels: NDArray[np.uint8], row: dict[str, str]) -> None:
    """Compare the means of the whole and of its quadrants with a line of the manifest."""
    tolerance = float(row["tolerance"]) + _OWN_TOLERANCE + _WIDER.get(row["local_name"], 0)
    quadrants = [_numbers(part) for part in row["quadrant_means_TL_TR_BL_BR"].split(";")]
    wanted = np.array([_numbers(row["mean_rgb_srgb"]), *quadrants])
    assert np.abs(_means(pixels) - wanted).max() <= tolerance, row["local_name"]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split()]


def _means(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Means of the whole and of the four quadrants, ``[5, 3]``."""
    height, width = pixels.shape[:2]
    top, bottom = slice(0, max(height // 2, 1)), slice(height // 2, None)
    left, right = slice(0, max(width // 2, 1)), slice(width // 2, None)
    quadrants = [pixels[rows, columns] for rows in (top, bottom) for columns in (left, right)]
    return np.array([part.mean((0, 1)) for part in (pixels, *quadrants)])


def make_situations(folder: Path) -> Iterator[dict[bytes, str]]:
    """Build the odd names, links and system files in a folder; take them away afterwards.

    Yields:
        What is expected of each path below the folder: INDEX, EITHER, SKIP or IGNORE.
    """
    script = str(_cases() / "make_env_cases.sh")
    subprocess.run(["bash", script, str(folder)], check=True, capture_output=True)
    table = folder.with_name(f"{folder.name}.EXPECTED.tsv")
    read = ["bash", "-c", _READ_EXPECTATIONS, "read", str(table)]
    parts = subprocess.run(read, check=True, capture_output=True).stdout.split(b"\0")
    yield {path: expected.decode() for path, expected in zip(parts[::2], parts[1::2], strict=False)}
    subprocess.run(["bash", script, "--clean", str(folder)], check=True)


def run_situations(*words: str | Path) -> subprocess.Popen[bytes]:
    """Start the script that builds situations, with words of one's own."""
    script = _cases() / "make_env_cases.sh"
    return subprocess.Popen(["bash", script, *words], stdout=subprocess.DEVNULL)


def _cases() -> Path:
    if not CASES:
        pytest.skip("IMGTEXT_CASES names no folder")
    return Path(CASES)
