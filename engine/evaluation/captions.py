"""What the evaluations read: the files of a folder, a table of captions, sub-folders as labels.

Photos are only listed here, never opened.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EvaluationError
from engine.exchange.path_index import PathIndex
from engine.tables import read_table

_WORDNET_ID = re.compile(r"^n\d{8}[_-]")


def list_files(folder: Path) -> list[Path]:
    """List the files under a folder, sorted; hidden ones and links to folders are left out.

    Args:
        folder: The folder of photos.

    Returns:
        Paths that begin with ``folder``.

    Raises:
        EvaluationError: If the folder is missing, unreadable or without a file.
    """
    try:
        if not folder.is_dir():
            wrong = "is not a folder" if folder.exists() else "does not exist"
            raise EvaluationError(f"{folder} {wrong}; name the folder that holds the photos.")
        files = sorted(_walk(folder))
    except OSError as error:
        raise EvaluationError(
            f"{error.filename} cannot be read ({error.strerror}); check that you may open it."
        ) from error
    if not files:
        raise EvaluationError(
            f"The folder {folder} holds no photos; name the folder that holds them."
        )
    return files


def _walk(folder: Path) -> Iterator[Path]:
    def fail(error: OSError) -> None:
        raise error

    for parent, folders, names in os.walk(folder, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file():
                yield path


@dataclass(frozen=True, slots=True)
class CaptionTable:
    """Captions matched with the files of a folder.

    Attributes:
        texts: The captions of files in the folder, in the order of the table.
        positions: For each, where its file stands in the list of files.
        unmatched: Rows whose file is not in the folder.
        empty: Rows without a caption.
    """

    texts: list[str]
    positions: list[int]
    unmatched: int
    empty: int


def read_captions(table: Path, *, folder: Path, files: Sequence[Path]) -> CaptionTable:
    """Read a CSV table with the columns ``file`` and ``caption``.

    ``file`` is the path inside the folder, or only the name where no other file has it.

    Args:
        table: The CSV file, UTF-8 with or without a byte-order mark.
        folder: The folder of photos.
        files: What :func:`list_files` gave for it.

    Returns:
        The captions, at least one.

    Raises:
        TableError: If the table cannot be read.
        EvaluationError: If it cannot be used; the sentence says why.
    """
    root = os.path.abspath(folder)
    index = PathIndex((os.path.abspath(file), place) for place, file in enumerate(files))
    texts: list[str] = []
    positions: list[int] = []
    rows = unmatched = empty = 0
    for row in read_table(table, ("file", "caption")):
        name, caption = row["file"], row["caption"]
        rows += 1
        position = _position(index, root, name, table) if name else None
        if position is None:
            unmatched += 1
        elif not caption:
            empty += 1
        else:
            texts.append(caption)
            positions.append(position)
    if not rows:
        raise EvaluationError(f"{table} holds no captions; add rows of file and caption.")
    if not texts:
        raise EvaluationError(
            f"No row of {table} captions a photo in {folder}; the column “file” must hold "
            "names of files in that folder, and “caption” a sentence."
        )
    return CaptionTable(texts, positions, unmatched, empty)


def _position(index: PathIndex[int], root: str, name: str, table: Path) -> int | None:
    """Give the position of the file that a row names, None if there is none.

    Raises:
        EvaluationError: If several files have the name.
    """
    found = index.find(os.path.join(root, name)) or index.find(name)
    if len(found) > 1:
        raise EvaluationError(
            f"{table} names “{name}”, but {len(found)} photos in sub-folders have that name; "
            "write their paths inside the folder into the column “file”."
        )
    return next(iter(found), None)


@dataclass(frozen=True, slots=True)
class LabelledFiles:
    """Files with the labels that their sub-folders give them.

    Attributes:
        files: The files inside sub-folders, sorted.
        labels: For each, the name of the sub-folder, directly under the folder, that it lies in.
        unlabelled: The files that lie in no sub-folder.
    """

    files: list[Path]
    labels: list[str]
    unlabelled: list[Path]


def read_labels(folder: Path) -> LabelledFiles:
    """List the files of a folder whose sub-folders are labels.

    Raises:
        EvaluationError: If the folder cannot be used or names fewer than two labels.
    """
    files: list[Path] = []
    labels: list[str] = []
    unlabelled: list[Path] = []
    for file in list_files(folder):
        first, *rest = file.relative_to(folder).parts
        if rest:
            files.append(file)
            labels.append(first)
        else:
            unlabelled.append(file)
    require_two_labels(labels, folder)
    return LabelledFiles(files, labels, unlabelled)


def require_two_labels(labels: Sequence[str], folder: Path) -> None:
    """Refuse labels that leave nothing to tell apart.

    Raises:
        EvaluationError: If there are fewer than two.
    """
    names = sorted(set(labels))
    if len(names) < 2:
        found = f"only the sub-folder “{names[0]}”" if names else "no sub-folder"
        raise EvaluationError(
            f"Evaluation needs photos of at least two labels, and {folder} has {found} with "
            "photos; put the photos of each label into a sub-folder with its name."
        )


def label_text(label: str) -> str:
    """Turn a folder name into words: ``n01440764_tench`` is a tench, ``ice-cream`` an ice cream."""
    words = " ".join(
        _WORDNET_ID.sub("", label, count=1).replace("-", " ").replace("_", " ").split()
    )
    # A name that is no text holds surrogates, which no tokenizer takes.
    return (words or label).encode("utf-8", "replace").decode("utf-8")
