"""Collections of pictures with texts, as people have them: a folder, COCO JSON, WebDataset.

What lies on the web is downloaded into such a folder first (:mod:`engine.training.web_pairs`).
"""

import io
import json
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from engine.catalog.changes import CaptionSource
from engine.errors import ImageError, TableError
from engine.exchange import coco, csv_files
from engine.exchange.entries import CaptionEntry
from engine.images.prepare import MAX_FILE_BYTES, read_file

CAPTIONS: Final = "captions.csv"
_PICTURES: Final = {".jpg", ".jpeg", ".png", ".webp"}
_TEXTS: Final = {".txt", ".caption", ".json"}
_MOST_TEXT: Final = 1 << 20  # bytes of one text file in a WebDataset


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A picture with texts.

    Attributes:
        name: Of the picture, for display.
        texts: What is said of it.
        read: Gives the bytes of the picture's file; raises ImageError if it cannot.
    """

    name: str
    texts: tuple[str, ...]
    read: Callable[[], bytes]


def read_pairs(source: Path) -> Iterator[Pair]:
    """Read a collection.

    Args:
        source: ``captions.csv`` (columns file, caption) with its pictures beside or below it, or
            their folder; COCO JSON beside its pictures, or in a folder beside theirs; a WebDataset
            (``.tar``), or a folder of its parts.

    Yields:
        The pairs; those of a WebDataset must be read before the next one is asked for.

    Raises:
        TableError: It is none of these, or cannot be read.
    """
    suffix = source.suffix.lower()
    if source.is_dir():
        yield from _of_folder(source)
    elif suffix == ".csv":
        yield from _of_table(source)
    elif suffix == ".json":
        entries = coco.read_captions(source, source=CaptionSource.PAIRS, weight=None)
        places = (source.parent, source.parent.parent)
        folders = [p for place in places for p in (place, *_folders(place))]
        yield from _of_files(entries, folders)
    elif suffix == ".tar":
        yield from _of_web_dataset(source)
    else:
        raise TableError(
            f"{source} is no collection of pictures with texts; choose a folder with {CAPTIONS} in "
            "it, a COCO .json file or a WebDataset .tar file."
        )


def _of_folder(folder: Path) -> Iterator[Pair]:
    """Read the table in a folder, or else the parts of a WebDataset in it."""
    if (folder / CAPTIONS).is_file():
        yield from _of_table(folder / CAPTIONS)
        return
    parts = sorted(folder.glob("*.tar"))
    if not parts:
        raise TableError(
            f"{folder} holds no pictures with texts; choose a folder with {CAPTIONS} or .tar files "
            "in it."
        )
    for part in parts:
        yield from _of_web_dataset(part)


def _of_table(table: Path) -> Iterator[Pair]:
    entries = csv_files.read_captions(table, source=CaptionSource.PAIRS, weight=None)
    places = (table.parent, table.parent / "photos", table.parent / "images")
    yield from _of_files(entries, [*places])


def _folders(place: Path) -> list[Path]:
    try:
        return sorted(path for path in place.iterdir() if path.is_dir())
    except OSError:
        return []


def _of_files(entries: Iterator[CaptionEntry], folders: list[Path]) -> Iterator[Pair]:
    texts: dict[str, list[str]] = {}
    for entry in entries:
        texts.setdefault(entry.photo.file, []).append(entry.text)
    for name, found in texts.items():
        yield Pair(name, tuple(found), lambda name=name: _read(name, folders))  # type: ignore[misc]


def _read(name: str, folders: list[Path]) -> bytes:
    for folder in folders:
        path = folder / name
        if path.is_file():
            return read_file(bytes(path))
    raise ImageError("The picture is not in the collection.")


def _of_web_dataset(archive: Path) -> Iterator[Pair]:
    """Read a tar whose neighbours of one name belong together: ``000.jpg``, ``000.txt``."""
    count = 0
    try:
        for key, picture, texts in _samples(archive):
            if picture and texts:
                count += 1
                yield Pair(key, tuple(texts), io.BytesIO(picture).getvalue)
    except (OSError, tarfile.TarError) as error:
        raise TableError(
            f"{archive} cannot be read as a WebDataset; check that it is a whole .tar file."
        ) from error
    if not count:
        raise TableError(
            f"{archive} holds no picture with a text beside it, such as 000.jpg and 000.txt."
        )


def _samples(archive: Path) -> Iterator[tuple[str, bytes, list[str]]]:
    key, picture, texts = "", b"", list[str]()
    with tarfile.open(archive, "r|") as tar:  # as a stream: it is read once, front to back
        for member in tar:
            path = PurePosixPath(member.name)
            stem = str(path.parent / path.name.split(".", 1)[0])
            if stem != key:
                yield key, picture, texts
                key, picture, texts = stem, b"", []
            file = tar.extractfile(member) if member.isfile() else None
            suffix = path.suffix.lower()
            if file is not None and suffix in _PICTURES and member.size <= MAX_FILE_BYTES:
                picture = file.read()
            elif file is not None and suffix in _TEXTS and member.size <= _MOST_TEXT:
                texts += _texts(suffix, file.read())
    yield key, picture, texts


def _texts(suffix: str, content: bytes) -> list[str]:
    text = content.decode("utf-8", "replace")
    if suffix != ".json":
        return [line for line in text.splitlines() if line.strip()]
    try:
        values: Any = json.loads(text)
    except (ValueError, RecursionError):
        return []
    found = values.get("caption", values.get("text", "")) if isinstance(values, dict) else ""
    return [str(one) for one in found] if isinstance(found, list) else [str(found)] * bool(found)
