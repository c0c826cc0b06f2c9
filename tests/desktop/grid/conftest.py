"""A library for the grid, without the model: files in the ledger, contents and thumbnails."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.catalog.files import FolderChange
from engine.catalog.photos import Outcome
from engine.catalog.records import FileStat, FoundFile
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.indexing.pipeline import content_of
from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.grid.view import PhotoGrid

AddPhotos = Callable[..., list[int]]


def add_files(library: Library, folder: Path, names: Iterable[bytes]) -> list[int]:
    """Put files into the ledger, pending; return their ids in the order of the names."""
    names = list(names)
    root = library.roots.add(os.fsencode(folder))
    added = [
        FoundFile(name=name, stat=FileStat(1000, number * 10**9, 0, 0))
        for number, name in enumerate(names)
    ]
    library.files.apply(root, [(b"", FolderChange(added=added))])
    known = library.files.in_folder(root, b"")
    return [known[name].id for name in names]


def index_files(library: Library, files: dict[int, Path]) -> None:
    """Read files and make them indexed, with thumbnails."""
    contents, hashes = [], {}
    for file_id, path in files.items():
        photo = prepare_photo(os.fsencode(path))
        assert isinstance(photo, PreparedPhoto)
        library.thumbnails.save(photo.content_hash, photo.thumbnail)
        hashes[file_id] = photo.content_hash
        contents.append(content_of(photo))
    first = library.photos.row_count("test")
    library.photos.commit(Outcome(model="test", first_row=first, encoded=contents, indexed=hashes))


@pytest.fixture
def add_photos(context: Context, tmp_path: Path, draw_photo: Callable[..., Path]) -> AddPhotos:
    """Return ``add(count)``: draws photos and indexes them; gives their ids."""

    def add(count: int, folder: str = "photos") -> list[int]:
        paths = [draw_photo(tmp_path / folder / f"{n:03}.png", n) for n in range(count)]
        ids = add_files(context.library, tmp_path / folder, [os.fsencode(p.name) for p in paths])
        index_files(context.library, dict(zip(ids, paths, strict=True)))
        return ids

    return add


@pytest.fixture
def grid(qtbot: QtBot, context: Context) -> PhotoGrid:
    """A shown grid, 1000 x 700, without photos: five columns of 184 px."""
    grid = PhotoGrid(context)
    qtbot.addWidget(grid)
    grid.resize(1000, 700)
    grid.show()
    qtbot.waitExposed(grid)
    grid.setFocus()
    return grid
