from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState, PhotoRow
from engine.images.thumbnails import ThumbnailStore, make_thumbnail
from imgtext_desktop.context import Context
from imgtext_desktop.grid.thumbnails import ThumbnailLoader


def _row(number: int, state: FileState = FileState.INDEXED) -> PhotoRow:
    return PhotoRow(
        id=number,
        content_id=number,
        content_hash=number.to_bytes(16, "big"),
        path=b"/photos/%d.jpg" % number,
        state=state,
        size=1,
        mtime_ns=1,
        width=640,
        height=480,
        format="jpeg",
    )


@pytest.fixture
def store(context: Context) -> ThumbnailStore:
    return context.library.thumbnails


@pytest.fixture
def loader(context: Context, store: ThumbnailStore) -> ThumbnailLoader:
    return ThumbnailLoader(context.jobs, store)


def _save(store: ThumbnailStore, row: PhotoRow, size: tuple[int, int] = (512, 384)) -> None:
    image = Image.new("RGB", size, (200, 40, 40))
    # The middle square alone is shown: what is outside is of another colour.
    side = min(size)
    for left in (0, size[0] - (size[0] - side) // 2):
        image.paste((0, 0, 255), (left, 0, left + (size[0] - side) // 2, size[1]))
    assert row.content_hash is not None
    store.save(row.content_hash, make_thumbnail(image))


def _is_near(colour: QColor, red: int, green: int, blue: int) -> bool:
    pairs = ((colour.red(), red), (colour.green(), green), (colour.blue(), blue))
    return all(abs(a - b) <= 12 for a, b in pairs)


def test_a_picture_is_a_rounded_square_of_device_pixels(
    qtbot: QtBot, loader: ThumbnailLoader, store: ThumbnailStore
) -> None:
    row = _row(1)
    _save(store, row)
    assert loader.pixmap(row) is None
    with qtbot.waitSignal(loader.loaded) as loaded:
        loader.want([row], 100, 2.0)
    assert loaded.args[0] == {row.content_hash}
    pixmap = loader.pixmap(row)
    assert pixmap is not None
    image = pixmap.toImage()
    assert (image.width(), image.height()) == (200, 200)
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(100, 0).alpha() == 255
    for x in (3, 100, 196):
        assert _is_near(image.pixelColor(x, 100), 200, 40, 40)


def test_an_offline_photo_is_grey_and_pale(
    qtbot: QtBot, loader: ThumbnailLoader, store: ThumbnailStore
) -> None:
    row = _row(1, FileState.OFFLINE)
    _save(store, row)
    with qtbot.waitSignal(loader.loaded):
        loader.want([row], 100, 1.0)
    pixmap = loader.pixmap(row)
    assert pixmap is not None
    colour = pixmap.toImage().pixelColor(50, 50)
    assert colour.alpha() == pytest.approx(0.72 * 255, abs=2)
    assert 10 < colour.red() - colour.green() < 40
    # Where the same photo is there again, the grey picture stands in until its own is made.
    back = replace(row, state=FileState.INDEXED)
    stand_in = loader.pixmap(back)
    assert stand_in is not None
    assert stand_in.cacheKey() == pixmap.cacheKey()
    arrived: list[set[bytes]] = []
    loader.arrived.connect(arrived.append)
    with qtbot.waitSignal(loader.loaded):
        loader.want([back], 100, 1.0)
    own = loader.pixmap(back)
    assert own is not None
    assert own.toImage().pixelColor(50, 50).alpha() == 255
    assert arrived == [set()], "it was there before: nothing fades in"


@pytest.mark.parametrize("damage", ["none", "empty", "cut", "zeros"])
def test_a_broken_thumbnail_counts_as_missing_and_is_looked_for_again(
    qtbot: QtBot, loader: ThumbnailLoader, store: ThumbnailStore, damage: str
) -> None:
    row = _row(1)
    assert row.content_hash is not None
    if damage != "none":
        _save(store, row)
        path = store.path(row.content_hash)
        data = path.read_bytes()
        broken = {
            "empty": b"",
            "cut": data[:200],
            "zeros": bytes(len(data)),
        }
        path.write_bytes(broken[damage])
    with qtbot.waitSignal(loader.loaded):
        loader.want([row], 100, 1.0)
    assert loader.pixmap(row) is None
    assert loader.is_missing(row)
    loader.want([row], 100, 1.0)
    assert not loader._running
    _save(store, row)
    loader.look_again()
    with qtbot.waitSignal(loader.loaded):
        loader.want([row], 100, 1.0)
    assert loader.pixmap(row) is not None


@pytest.mark.parametrize("size", [(512, 3), (3, 512), (1, 1), (512, 512)])
def test_any_shape_fills_the_square(
    qtbot: QtBot, loader: ThumbnailLoader, store: ThumbnailStore, size: tuple[int, int]
) -> None:
    row = _row(1)
    _save(store, row, size)
    with qtbot.waitSignal(loader.loaded):
        loader.want([row], 90, 1.0)
    pixmap = loader.pixmap(row)
    assert pixmap is not None
    assert (pixmap.width(), pixmap.height()) == (90, 90)
    assert pixmap.toImage().pixelColor(45, 45).alpha() == 255


def test_what_is_scrolled_away_is_not_made(
    qtbot: QtBot, loader: ThumbnailLoader, store: ThumbnailStore
) -> None:
    rows = [_row(n) for n in range(1, 101)]
    for row in rows:
        _save(store, row)
    loader.want(rows[:50], 100, 1.0)
    loader.want(rows[90:], 100, 1.0)
    qtbot.waitUntil(lambda: all(loader.pixmap(row) is not None for row in rows[90:]))
    made = [row.id for row in rows if loader.pixmap(row) is not None]
    assert made[-10:] == list(range(91, 101))
    assert len(made) <= 10 + 8, "only what had begun"


def test_the_most_important_come_first(
    qtbot: QtBot, loader: ThumbnailLoader, store: ThumbnailStore
) -> None:
    rows = [_row(n) for n in range(1, 41)]
    for row in rows:
        _save(store, row)
    order: list[bytes] = []
    loader.loaded.connect(order.extend)
    loader.want(reversed(rows), 100, 1.0)
    qtbot.waitUntil(lambda: len(order) == 40)
    first = {int.from_bytes(content_hash, "big") for content_hash in order[:8]}
    # Two threads take batches of four: one may be ahead of the other.
    assert first <= set(range(21, 41))


def test_another_zoom_shows_the_old_size_until_the_new_one_is_made(
    qtbot: QtBot, loader: ThumbnailLoader, store: ThumbnailStore
) -> None:
    row = _row(1)
    _save(store, row)
    with qtbot.waitSignal(loader.loaded):
        loader.want([row], 100, 1.0)
    loader.want([row], 150, 1.0)
    old = loader.pixmap(row)
    assert old is not None
    assert old.width() == 100
    qtbot.waitUntil(lambda: (new := loader.pixmap(row)) is not None and new.width() == 150)
    with qtbot.assertNotEmitted(loader.loaded):
        loader.want([row], 150, 1.0)


def test_pictures_are_kept_within_bounds(
    qtbot: QtBot, context: Context, store: ThumbnailStore
) -> None:
    one = 100 * 100 * 4
    loader = ThumbnailLoader(context.jobs, store, capacity=10 * one)
    rows = [_row(n) for n in range(1, 31)]
    for row in rows:
        _save(store, row)

    def are_made(part: list[PhotoRow]) -> bool:
        return all(loader.pixmap(row) is not None for row in part)

    for part in (rows[start : start + 5] for start in range(0, len(rows), 5)):
        loader.want(part, 100, 1.0)
        qtbot.waitUntil(partial(are_made, part))
        assert loader.bytes_used <= 10 * one
    kept = [row.id for row in rows if loader.pixmap(row) is not None]
    assert kept == list(range(21, 31)), "those used last"


def test_a_photo_that_was_never_read_wants_nothing(loader: ThumbnailLoader, tmp_path: Path) -> None:
    row = replace(_row(1, FileState.PENDING), content_hash=None, content_id=None)
    loader.want([row], 100, 1.0)
    assert loader.pixmap(row) is None
    assert not loader.is_missing(row)
    assert not loader._running
