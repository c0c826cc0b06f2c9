"""Photos of which some are the same picture, in a library that was indexed without a model."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.catalog.photos import Outcome
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.indexing.pipeline import content_of
from engine.indexing.scan import scan_root
from engine.jobs import run
from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.duplicates.findings import FindingState
from imgtext_desktop.duplicates.page import DuplicatesPage
from tests.engine.indexed import draw_scene

MakePage = Callable[[], DuplicatesPage]


def index(library: Library) -> None:
    """Scan every root and take up what is new."""
    for root in library.roots.all():
        run(scan_root(root, roots=library.roots, files=library.files))
    for file in library.files.pending(limit=1000):
        photo = prepare_photo(file.path)
        assert isinstance(photo, PreparedPhoto)
        content = content_of(photo)
        is_new = not library.photos.encoded([content.hash], "none")
        library.photos.commit(
            Outcome(
                model="none",
                first_row=library.photos.row_count("none"),
                encoded=[content] if is_new else [],
                indexed={file.id: content.hash},
            )
        )
        library.thumbnails.save(content.hash, photo.thumbnail)


@pytest.fixture
def top(context: Context, tmp_path: Path) -> Path:
    """A root with a group of four copies, one of two identical files, and one photo alone."""
    top = tmp_path / "Pictures"
    (top / "small").mkdir(parents=True)
    scene = draw_scene(1, (960, 720))
    scene.save(top / "beach.jpg", quality=95)
    scene.save(top / "beach again.jpg", quality=40)
    scene.resize((480, 360)).save(top / "small" / "beach.png")
    scene.rotate(90, expand=True).resize((360, 480)).save(top / "small" / "turned.jpg", quality=80)
    draw_scene(2).save(top / "hill.jpg")
    shutil.copy(top / "hill.jpg", top / "hill copy.jpg")
    draw_scene(3).save(top / "alone.jpg")
    context.library.roots.add(os.fsencode(top))
    index(context.library)
    return top


@pytest.fixture
def make_page(context: Context, qtbot: QtBot) -> Iterator[MakePage]:
    """Return what opens the page and waits for its groups."""
    pages: list[DuplicatesPage] = []

    def make() -> DuplicatesPage:
        page = DuplicatesPage(context)
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(1200, 900)
        page.show()
        qtbot.waitUntil(lambda: page.findings.state is FindingState.DONE)
        page.activateWindow()
        qtbot.waitUntil(page.isActiveWindow)
        page.list.focus_current()
        return page

    yield make
    context.jobs.close()


@pytest.fixture
def page(top: Path, make_page: MakePage) -> DuplicatesPage:
    """The page over these photos."""
    return make_page()
