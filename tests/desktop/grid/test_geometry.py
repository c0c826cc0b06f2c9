from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from imgtext_desktop.grid.geometry import (
    MARGIN_BOTTOM,
    MARGIN_END,
    MARGIN_START,
    ZOOM_MAX,
    ZOOM_MIN,
    ZOOM_STEP,
    GridGeometry,
    valid_zoom,
)

widths = st.integers(150, 4000)
zooms = st.integers(ZOOM_MIN // ZOOM_STEP, ZOOM_MAX // ZOOM_STEP).map(lambda n: n * ZOOM_STEP)
counts = st.integers(1, 1_200_000)
heights = st.integers(80, 2400)
shares = st.floats(0, 1)


@st.composite
def geometries(draw: st.DrawFn) -> GridGeometry:
    width = draw(widths)
    mirror = width if draw(st.booleans()) else None
    return GridGeometry(width, draw(counts), draw(zooms), mirror)


@given(geometries(), shares)
def test_the_middle_and_the_corners_of_a_tile_belong_to_it(
    tiles: GridGeometry, share: float
) -> None:
    index = round(share * (tiles.count - 1))
    x, y, side = tiles.tile(index)
    for dx in (0, side // 2, side - 1):
        for dy in (0, side // 2, side - 1):
            assert tiles.index_at(x + dx, y + dy) == index
    assert tiles.index_at(x - 1, y) != index
    assert tiles.index_at(x + side, y) != index
    assert tiles.index_at(x, y + side) != index


@given(geometries(), shares, heights)
def test_what_a_screen_shows_is_what_is_painted(
    tiles: GridGeometry, share: float, height: int
) -> None:
    top = round(share * max(0, tiles.height - height))
    painted = tiles.indexes_between(top, top + height - 1)
    x_of_column = [tiles.tile(column).x for column in range(min(tiles.columns, tiles.count))]
    for y in range(top, top + height, max(1, tiles.side // 3)):
        for x in x_of_column:
            index = tiles.index_at(x, y)
            assert index is None or index in painted
    assert len(painted) <= tiles.columns * (height // tiles.pitch + 3)


@given(geometries())
def test_the_columns_share_the_width_without_a_ragged_edge(tiles: GridGeometry) -> None:
    columns = range(min(tiles.columns, tiles.count))
    edges = [tiles.tile(column).x for column in columns]
    if tiles.mirror is not None:
        edges = [tiles.mirror - x - tiles.side for x in edges]
    assert edges[0] == MARGIN_START
    if tiles.count >= tiles.columns > 1:
        assert edges[-1] + tiles.side == tiles.width - MARGIN_END
        gaps = {b - a - tiles.side for a, b in pairwise(edges)}
        assert max(gaps) - min(gaps) <= 1
        assert min(gaps) >= tiles.gap
        assert tiles.side >= tiles.zoom


@given(geometries(), heights)
def test_the_last_photo_is_reached_at_the_end_of_the_scroll_bar(
    tiles: GridGeometry, height: int
) -> None:
    end = max(0, tiles.height - height)
    last = tiles.tile(tiles.count - 1)
    assert last.y + last.side - end <= height
    assert tiles.tile(0).y >= 0
    if end:
        assert height - (last.y + last.side - end) == MARGIN_BOTTOM


@given(geometries(), widths, zooms, st.tuples(heights, heights), shares)
@example(GridGeometry(1188, 50_000, 160), 700, 384, (800, 600), 1.0)
def test_the_photo_at_the_top_left_stays(
    before: GridGeometry, width: int, zoom: int, both: tuple[int, int], share: float
) -> None:
    height, new_height = both
    scroll = round(share * max(0, before.height - height))
    anchor = before.anchor(scroll)
    assert _is_seen(before, anchor.place, scroll, height)
    after = GridGeometry(width, before.count, zoom, before.mirror)
    end = max(0, after.height - new_height)
    new_scroll = min(max(after.scroll_to(anchor), 0), end)
    assert _is_seen(after, anchor.place, new_scroll, new_height)
    if new_scroll < end:
        row_above = anchor.place - after.columns
        assert row_above < 0 or not _is_seen(after, row_above, new_scroll, new_height)
    assert abs(before.scroll_to(anchor) - scroll) <= 1, "and it comes back"


def _is_seen(tiles: GridGeometry, index: int, scroll: int, height: int) -> bool:
    tile = tiles.tile(index)
    return tile.y + tile.side > scroll and tile.y < scroll + height


@given(geometries(), shares, shares, st.integers(0, 3000), st.integers(1, 3000))
def test_a_rectangle_touches_the_photos_whose_tiles_it_meets(
    tiles: GridGeometry, x_share: float, y_share: float, width: int, height: int
) -> None:
    left = round(x_share * tiles.width)
    top = round(y_share * tiles.height)
    right, bottom = left + width, top + height
    found = {index for run in tiles.runs_in(left, top, right, bottom) for index in run}
    for index in tiles.indexes_between(top - tiles.pitch, bottom + tiles.pitch):
        x, y, side = tiles.tile(index)
        is_met = x <= right and left < x + side and y <= bottom and top < y + side
        assert (index in found) == is_met


def test_an_empty_grid_has_no_height() -> None:
    tiles = GridGeometry(1000, 0, 160)
    assert tiles.height == 0
    assert tiles.index_at(30, 30) is None
    assert list(tiles.indexes_between(0, 500)) == []
    assert tiles.runs_in(0, 0, 500, 500) == []
    assert tiles.scroll_to(tiles.anchor(0)) == 0


def test_zoom_snaps_to_its_steps() -> None:
    assert [valid_zoom(zoom) for zoom in (0, 99, 101, 160, 9999)] == [96, 96, 104, 160, 384]
