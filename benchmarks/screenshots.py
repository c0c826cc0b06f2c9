"""Takes a picture of every page and dialog: light and dark, 100 and 200 %, English and Chinese.

python -m benchmarks.screenshots --photos FOLDER --to DIR [--only query viewer]

A library is made of some of the photos, with long names, broken files and a folder that is not
connected. Each language and scale runs in a process of its own, as Qt takes both at the start.
"""

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from PIL import Image

from engine.library import Library

LANGUAGES: Final = ("en", "zh_CN")
SCALES: Final = (1, 2)
LONG: Final = "A folder with a very long name, such as travellers like to give to their journeys"
_ROOTS: Final = (("Family", 48), ("Iceland 2023", 24), (LONG, 12), ("Backup disk", 12))
_FIRST_IMPORT: Final = 60


def main() -> None:
    """Make the library and start one process for each language and scale."""
    arguments = _parse_arguments()
    target: Path = arguments.to.absolute()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="imgtext-screenshots-") as name:
        base = Path(name)
        prepare(base, sorted(_photos(arguments.photos)))
        for language, scale in itertools.product(arguments.languages, arguments.scales):
            place = base / f"{language}-{scale}"
            shutil.copytree(base / "library", place / "Family photos")
            command = [sys.executable, "-m", "benchmarks.screens"]
            command += [str(base), str(place), str(target), language, *arguments.only]
            environment = {
                **os.environ,
                "QT_QPA_PLATFORM": "offscreen",
                "QT_SCALE_FACTOR": str(scale),
                "HOME": str(base / "home"),
                "XDG_CONFIG_HOME": str(base / "home" / ".config"),
            }
            subprocess.run(command, env=environment, check=True)
    print(json.dumps({"pictures": len(list(target.glob("*.png"))), "folder": str(target)}))


def prepare(base: Path, photos: list[Path]) -> None:
    """Make folders of photos and a library of them.

    Args:
        base: An empty folder; afterwards it holds ``photos``, ``home`` with a Pictures folder,
            and ``library``.
        photos: Pictures to copy.
    """
    wanted = sum(count for _, count in _ROOTS) + _FIRST_IMPORT
    if len(photos) < wanted:
        raise SystemExit(f"{len(photos)} photos are too few: {wanted} or more are needed.")
    step = len(photos) // wanted
    supply = iter(photos[::step])
    for root, count in _ROOTS:
        _copy(itertools.islice(supply, count), base / "photos" / root)
    _copy(itertools.islice(supply, _FIRST_IMPORT), base / "home" / "Pictures" / "Camera")
    _spoil(base / "photos")
    with Library(base / "library", writable=True) as library:
        roots = sorted((base / "photos").iterdir())
        for _ in library.imports.add(roots):
            pass
        disk = base / "photos" / "Backup disk"
        disk.rename(base / "not connected")
        for _ in library.imports.scan():
            pass


def _copy(photos: Iterable[Path], folder: Path) -> None:
    folder.mkdir(parents=True)
    for number, photo in enumerate(photos):
        below = folder / ("Best of" if number % 4 == 0 else "Days")
        below.mkdir(exist_ok=True)
        shutil.copyfile(photo, below / f"IMG_{2000 + number}{photo.suffix.lower()}")


def _spoil(photos: Path) -> None:
    """Add what cannot be read, and names that are too long for any column."""
    whole = next((photos / "Family" / "Days").iterdir())
    data = whole.read_bytes()
    words = "taken on the way down after the rain had stopped and before it began again "
    shutil.copyfile(whole, photos / LONG / f"{words * 2}{whole.suffix}")
    with open(photos / LONG / f"{words * 2}{whole.suffix}", "ab") as file:
        file.write(b"another file than its original")
    (photos / "Family" / "cut short.jpg").write_bytes(data[: len(data) // 3])
    (photos / LONG / f"cut short {words * 2}.jpg").write_bytes(data[: len(data) // 4])
    (photos / "Family" / "zeros.jpg").write_bytes(bytes(5000))
    (photos / "Family" / "empty.png").write_bytes(b"")
    (photos / "Family" / "letter.txt").write_text("no picture")
    for number, photo in enumerate(sorted((photos / "Iceland 2023").rglob("*.jp*g"))[:6]):
        shutil.copyfile(photo, photos / "Family" / f"{photo.stem} (copy).jpg")
        with Image.open(photo) as image:
            small = image.convert("RGB").resize((image.width // 2, image.height // 2))
        if number % 2:
            small = small.transpose(Image.Transpose.ROTATE_90)
        small.save(photos / "Family" / f"{photo.stem} sent by mail.jpg", quality=70)
    (photos / "Scans").mkdir()
    (photos / "Scans" / "page 1.tif").write_bytes(bytes(3000))


def _photos(folder: Path) -> Iterator[Path]:
    return itertools.chain.from_iterable(
        folder.rglob(pattern) for pattern in ("*.jpg", "*.jpeg", "*.JPEG", "*.JPG", "*.png")
    )


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--photos", type=Path, required=True, help="a folder of some 160 photos")
    parser.add_argument("--to", type=Path, required=True, help="where the pictures go")
    parser.add_argument(
        "--only", nargs="*", default=[], help="names of scenes (benchmarks.screens)"
    )
    parser.add_argument("--languages", nargs="*", default=LANGUAGES, choices=LANGUAGES)
    parser.add_argument("--scales", nargs="*", type=int, default=SCALES, choices=SCALES)
    return parser.parse_args()


if __name__ == "__main__":
    main()
