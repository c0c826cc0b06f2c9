"""The grid over 1 000 000 photos: time to show, to resize, to zoom, to choose all. Prints JSON.

    QT_QPA_PLATFORM=offscreen python -m benchmarks.grid [--photos N] [--rounds R]

Claims: it shows in under 50 ms and resizes in under 16 ms, each with its painting. Before any time
counts it is checked that the photo at the top left stays there through every resize and zoom, that
the scroll bar spans the whole library at once and that the last photo can be reached. The rows are
made up; a few pictures serve for all of them. ``wall`` is what a user waits, ``cpu`` what the
window's thread has used of it: on a busy machine they differ.
"""

import argparse
import itertools
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.catalog.browse import Browse
from engine.catalog.records import FileState, PhotoRow
from engine.images.thumbnails import make_thumbnail
from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.notifier import Notifier
from imgtext_desktop.theme import Appearance, Theme

_SIZE = (1200, 800)
_PICTURES = 64

Ids = np.ndarray[tuple[int], np.dtype[np.int64]]


class SyntheticBrowse(Browse):
    """Knows every photo without a database."""

    def __init__(self) -> None:
        """Override: needs nothing."""

    def rows(self, ids: Sequence[int]) -> dict[int, PhotoRow]:
        """Override: made up."""
        return {
            photo_id: PhotoRow(
                id=photo_id,
                content_id=photo_id,
                content_hash=(photo_id % _PICTURES).to_bytes(16, "big"),
                path=b"/photos/%07d.jpg" % photo_id,
                state=FileState.OFFLINE if photo_id % 7 == 0 else FileState.INDEXED,
                size=1,
                mtime_ns=photo_id,
                width=640,
                height=480,
                format="jpeg",
            )
            for photo_id in ids
        }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=50)
    options = parser.parse_args()
    ids = np.random.default_rng(1).permutation(options.photos).astype(np.int64) + 1
    app = QApplication([])
    with open_context() as context:
        check_place(context, ids)
        grid = PhotoGrid(context)
        grid.resize(*_SIZE)
        grid.show()
        settle(app)
        figures = {
            "show": measure(lambda: show(grid, ids), 10, between=lambda: show(grid, ids[:0]))
        }
        show(grid, ids)
        grid.verticalScrollBar().setValue(grid.verticalScrollBar().maximum() // 2)
        settle(app)
        widths = itertools.cycle([*range(700, 1600, 37), *range(1600, 700, -41)])
        figures["resize"] = measure(lambda: resize(grid, next(widths)), options.rounds)
        zooms = itertools.cycle([*range(96, 385, 8), *range(384, 95, -8)])
        figures["zoom"] = measure(lambda: zoom(grid, next(zooms)), options.rounds)
        grid.resize(*_SIZE)
        grid.reset_zoom()
        settle(app)
        figures["scroll"] = measure(lambda: scroll(grid), options.rounds)
        settle(app)
        figures["choose_all"] = measure(lambda: choose_all(grid), 10, between=grid.clearSelection)
        grown = np.append(ids, options.photos + 1)
        figures["grow"] = measure(lambda: update(grid, grown, ids), 10)
        grid.close()
        grid.deleteLater()
        app.processEvents()
    checked = ["place", "scroll bar", "last photo"]
    summaries = {f"{name}_ms": summary(times) for name, times in figures.items()}
    print(json.dumps({"photos": options.photos, "checked": checked, **summaries}, indent=2))


@contextmanager
def open_context() -> Iterator[Context]:
    """Yield a context over an empty library whose photos are made up."""
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder), writable=True) as library:
        library.browse = SyntheticBrowse()
        rng = np.random.default_rng(1)
        for number in range(_PICTURES):
            blocks = Image.fromarray(rng.integers(0, 256, (6, 8, 3), np.uint8))
            data = make_thumbnail(blocks.resize((512, 384), Image.Resampling.BICUBIC))
            library.thumbnails.save(number.to_bytes(16, "big"), data)
        theme = Theme()
        theme.apply(Appearance.LIGHT)
        jobs = JobRunner()
        yield Context(library=library, jobs=jobs, notifier=Notifier(), theme=theme)
        jobs.close()


def check_place(context: Context, ids: Ids) -> None:
    """Check what must hold before any time counts."""
    grid = PhotoGrid(context)
    grid.resize(*_SIZE)
    grid.photos.set_photos(ids)
    grid.show()
    bar = grid.verticalScrollBar()
    check_bar(grid)
    bar.setValue(bar.maximum() // 3)
    first = grid.first_place
    for width in range(700, 1600, 90):
        for zoom_level in (96, 160, 384):
            grid.resize(width, 600)
            grid.set_zoom(zoom_level)
            assert first // grid.tiles.columns == grid.first_place // grid.tiles.columns, "place"
            assert -grid.tiles.pitch < grid.rect_of(first).top() < grid.tiles.pitch, "place"
            check_bar(grid)
    for zoom_level in (96, 160, 384):
        grid.set_zoom(zoom_level)
        bar.setValue(bar.maximum())
        last = grid.rect_of(len(ids) - 1)
        assert grid.viewport().rect().contains(last), "last photo"
        bar.setValue(0)
        assert grid.viewport().rect().contains(grid.rect_of(0)), "first photo"
    grid.close()
    grid.deleteLater()
    QApplication.processEvents()


def check_bar(grid: PhotoGrid) -> None:
    """Check that the scroll bar spans all rows, and no more than a row beyond them."""
    bar, tiles = grid.verticalScrollBar(), grid.tiles
    height = -(-len(grid.photos.ids) // tiles.columns) * tiles.pitch
    spanned = bar.maximum() - bar.minimum() + grid.viewport().height()
    assert height - tiles.pitch < spanned < height + tiles.pitch + 64, "scroll bar"


def show(grid: PhotoGrid, ids: Ids) -> None:
    """Show other photos and paint them."""
    grid.photos.set_photos(ids)
    grid.viewport().repaint()


def resize(grid: PhotoGrid, width: int) -> None:
    """Give the grid another width and paint it."""
    grid.resize(width, _SIZE[1])
    grid.viewport().repaint()


def zoom(grid: PhotoGrid, level: int) -> None:
    """Give the tiles another size and paint them."""
    grid.set_zoom(level)
    grid.viewport().repaint()


def scroll(grid: PhotoGrid) -> None:
    """Go to a far place and paint it."""
    bar = grid.verticalScrollBar()
    bar.setValue((bar.value() + bar.maximum() // 7) % bar.maximum())
    grid.viewport().repaint()


def choose_all(grid: PhotoGrid) -> None:
    """Press Ctrl+A and paint."""
    QTest.keyClick(grid, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    grid.viewport().repaint()
    assert grid.selected_count == len(grid.photos.ids)


def update(
    grid: PhotoGrid,
    grown: Ids,
    ids: Ids,
) -> None:
    """Let the library grow by one photo, and shrink the next time."""
    grid.photos.update_ids(ids if len(grid.photos.ids) > len(ids) else grown)
    grid.viewport().repaint()


def measure(
    work: Callable[[], None], rounds: int, *, between: Callable[[], None] = lambda: None
) -> list[tuple[float, float]]:
    """Return wall and processor milliseconds of each round."""
    times = []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.thread_time()
        work()
        times.append((time.perf_counter() - wall, time.thread_time() - cpu))
        QApplication.processEvents()
        between()
    return [(wall * 1000, cpu * 1000) for wall, cpu in times]


def settle(app: QApplication) -> None:
    """Let what was asked for arrive."""
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        app.processEvents()


def summary(times: list[tuple[float, float]]) -> dict[str, dict[str, float]]:
    """Return the median and the worst."""
    return {
        kind: {"median": round(statistics.median(column), 2), "max": round(max(column), 2)}
        for kind, column in zip(("wall", "cpu"), zip(*times, strict=True), strict=True)
    }


if __name__ == "__main__":
    main()
