"""Where every tile of the grid is: computed, never laid out. No Qt.

All values are pixels of the content, whose top left corner is the origin; ``scroll`` is how far
the content has moved up. ``row`` is a row of tiles, ``index`` a photo.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

ZOOM_MIN: Final = 96
ZOOM_MAX: Final = 384
ZOOM_STEP: Final = 8
ZOOM_DEFAULT: Final = 160

MARGIN_START: Final = 24
MARGIN_END: Final = 16
MARGIN_TOP: Final = 8
MARGIN_BOTTOM: Final = 24

_GAP = 16
_GAP_SMALL = 8
_SMALL_BELOW = 128
_TINY = 1e-6  # against 48.999999


class Tile(NamedTuple):
    """The square of one photo.

    Attributes:
        x: Left edge.
        y: Top edge.
        side: Width and height.
    """

    x: int
    y: int
    side: int


class Anchor(NamedTuple):
    """A place in the grid that outlives a new width or zoom.

    Attributes:
        place: The photo at the top left.
        offset: How much of its tile has moved out at the top, as a share of the tile; or, below
            0, the pixels between the top and the tile.
    """

    place: int
    offset: float


def valid_zoom(zoom: int) -> int:
    """Return the nearest zoom that there is."""
    return min(max(round(zoom / ZOOM_STEP) * ZOOM_STEP, ZOOM_MIN), ZOOM_MAX)


@dataclass(frozen=True)
class GridGeometry:
    """The places of all tiles for one width, zoom and number of photos.

    The zoom is the smallest side of a tile: as many columns as fit share the width without a
    ragged edge.

    Attributes:
        width: Width for tiles and margins.
        count: Number of photos.
        zoom: Smallest side of a tile.
        mirror: For languages that run from right to left, the width in which tiles are mirrored;
            None for the others.
    """

    width: int
    count: int
    zoom: int
    mirror: int | None = None

    @cached_property
    def gap(self) -> int:
        """Least distance between two tiles."""
        return _GAP if self.zoom >= _SMALL_BELOW else _GAP_SMALL

    @cached_property
    def columns(self) -> int:
        """Tiles in a row."""
        return max(1, (self._usable + self.gap) // (self.zoom + self.gap))

    @cached_property
    def side(self) -> int:
        """Width and height of a tile."""
        return max(1, (self._usable + self.gap) // self.columns - self.gap)

    @cached_property
    def pitch(self) -> int:
        """Distance from a row to the next."""
        return self.side + self.gap

    @cached_property
    def rows(self) -> int:
        """Number of rows."""
        return -(-self.count // self.columns)

    @cached_property
    def height(self) -> int:
        """Height of the content."""
        if not self.rows:
            return 0
        return MARGIN_TOP + self.rows * self.pitch - self.gap + MARGIN_BOTTOM

    @cached_property
    def _usable(self) -> int:
        return max(1, self.width - MARGIN_START - MARGIN_END)

    def tile(self, index: int) -> Tile:
        """Return the square of a photo."""
        row, column = divmod(index, self.columns)
        x = self._column_x(column)
        if self.mirror is not None:
            x = self.mirror - x - self.side
        return Tile(x, MARGIN_TOP + row * self.pitch, self.side)

    def index_at(self, x: int, y: int) -> int | None:
        """Return the photo at a point, or None in a gap or outside."""
        if self.mirror is not None:
            x = self.mirror - 1 - x
        row, y_inside = divmod(y - MARGIN_TOP, self.pitch)
        column = self._column_at(x)
        x_inside = x - self._column_x(column)
        index = row * self.columns + column
        is_inside = 0 <= x_inside < self.side and y_inside < self.side
        return index if is_inside and 0 <= index < self.count else None

    def rows_between(self, top: int, bottom: int) -> range:
        """Return the rows that a strip of the content touches; gaps belong to the row above."""
        first = max(0, (top - MARGIN_TOP) // self.pitch)
        last = min(self.rows - 1, (bottom - MARGIN_TOP) // self.pitch)
        return range(first, max(first, last + 1))

    def indexes_between(self, top: int, bottom: int) -> range:
        """Return the photos in the rows that a strip of the content touches."""
        rows = self.rows_between(top, bottom)
        return range(
            min(rows.start * self.columns, self.count), min(rows.stop * self.columns, self.count)
        )

    def runs_in(self, left: int, top: int, right: int, bottom: int) -> list[range]:
        """Return the photos whose tiles a rectangle touches, as runs of neighbours.

        Args:
            left: First pixel column.
            top: First pixel row.
            right: Last pixel column.
            bottom: Last pixel row.
        """
        if self.mirror is not None:
            left, right = self.mirror - 1 - right, self.mirror - 1 - left
        columns = [
            column
            for column in range(self.columns)
            if self._column_x(column) <= right and left < self._column_x(column) + self.side
        ]
        first = max(0, -((MARGIN_TOP + self.side - 1 - top) // self.pitch))
        last = min(self.rows - 1, (bottom - MARGIN_TOP) // self.pitch)
        if not columns or last < first:
            return []
        if len(columns) == self.columns:
            return [range(first * self.columns, min((last + 1) * self.columns, self.count))]
        starts = (row * self.columns + columns[0] for row in range(first, last + 1))
        runs = (range(start, min(start + len(columns), self.count)) for start in starts)
        return [run for run in runs if run]

    def anchor(self, scroll: int) -> Anchor:
        """Return the place at the top left: the first photo of which anything is seen."""
        row = -((MARGIN_TOP + self.side - 1 - scroll) // self.pitch)
        place = min(max(row, 0), max(self.rows - 1, 0)) * self.columns
        hidden = scroll - self.tile(place).y
        return Anchor(place, hidden / self.side if hidden > 0 else hidden)

    def scroll_to(self, anchor: Anchor) -> int:
        """Return the scroll that brings a place to the top left."""
        top = self.tile(anchor.place).y
        if anchor.offset <= 0:
            return top + max(round(anchor.offset), -self.gap)
        # Rounded down, so that what was seen of the photo does not vanish.
        return top + math.floor(anchor.offset * self.side + _TINY)

    def _column_x(self, column: int) -> int:
        if self.columns == 1:
            return MARGIN_START
        return MARGIN_START + round(column * (self._usable - self.side) / (self.columns - 1))

    def _column_at(self, x: int) -> int:
        """Return the last column that begins at or left of ``x``, or 0."""
        if self.columns == 1:
            return 0
        pitch = (self._usable - self.side) / (self.columns - 1)
        column = min(max(math.floor((x - MARGIN_START) / pitch + 0.5), 0), self.columns - 1)
        # Edges are rounded, so the estimate may be one too far.
        return column - 1 if column and self._column_x(column) > x else column
