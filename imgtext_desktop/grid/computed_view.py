"""A view whose tiles are computed, never laid out: a million photos cost the same as ten."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from imgtext_desktop.grid.delegate import RING_REACH
from imgtext_desktop.grid.geometry import (
    MARGIN_TOP,
    ZOOM_DEFAULT,
    ZOOM_STEP,
    Anchor,
    GridGeometry,
    valid_zoom,
)
from imgtext_desktop.grid.model import Index

_TOP = Anchor(0, -MARGIN_TOP)
_DIMMED = 0.6
_LEAST_STEP = 24


class ComputedGridView(QListView):
    """A grid of square tiles.

    Everything that QListView would find out by asking each item is computed here instead. The
    photo at the top left stays there through a new width or zoom, until the user scrolls.

    Attributes:
        tiles: Where the tiles are.

    Signals:
        zoomed: The zoom is another; carries it.
        view_moved: Other photos, or the same at another size, are on the screen.
    """

    zoomed = Signal(int)
    view_moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zoom = ZOOM_DEFAULT
        self._anchor = _TOP
        self._is_placing = False
        self._is_dimmed = False
        self._hovered: int | None = None
        self._shows_focus = False
        self.tiles = GridGeometry(1, 0, self._zoom)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Keys scroll to the current photo; a click must not move what is under the pointer.
        self.setAutoScroll(False)
        self.setMouseTracking(True)
        # Each pixel is painted here, so that scrolling paints only what comes in.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    # -- zoom and place ---------------------------------------------------------------------

    @property
    def zoom(self) -> int:
        """The smallest side of a tile, pixels at 100 %."""
        return self._zoom

    def set_zoom(self, zoom: int) -> None:
        """Choose another size of the tiles; the nearest that there is."""
        zoom = valid_zoom(zoom)
        if zoom != self._zoom:
            self._zoom = zoom
            self.updateGeometries()
            self.viewport().update()
            self.zoomed.emit(zoom)

    def zoom_in(self) -> None:
        """Make the tiles larger, by at least one column."""
        self._zoom_by(ZOOM_STEP)

    def zoom_out(self) -> None:
        """Make the tiles smaller, by at least one column."""
        self._zoom_by(-ZOOM_STEP)

    def reset_zoom(self) -> None:
        """Go back to the usual size."""
        self.set_zoom(ZOOM_DEFAULT)

    def _zoom_by(self, step: int) -> None:
        """Go on in steps until the number of columns is another; less would not be seen."""
        zoom = self._zoom
        while valid_zoom(zoom + step) != zoom:
            zoom += step
            if replace(self.tiles, zoom=zoom).columns != self.tiles.columns:
                break
        self.set_zoom(zoom)

    def set_dimmed(self, is_dimmed: bool) -> None:
        """Dim the photos while others are being looked for."""
        if is_dimmed != self._is_dimmed:
            self._is_dimmed = is_dimmed
            self.viewport().update()

    @property
    def visible_places(self) -> range:
        """The places of the photos on the screen, rows that are seen in part included."""
        top = self.verticalOffset()
        return self.tiles.indexes_between(top, top + self.viewport().height() - 1)

    @property
    def first_place(self) -> int:
        """The place of the photo at the top left."""
        return self._anchor.place

    def show_place(self, anchor: Anchor) -> None:
        """Bring a photo to the top left."""
        self._anchor = anchor
        self.updateGeometries()
        self.viewport().update()

    @property
    def anchor(self) -> Anchor:
        """The photo at the top left, and how far its row has moved up."""
        return self._anchor

    # -- geometry ---------------------------------------------------------------------------

    def visualRect(self, index: Index) -> QRect:
        """Override: the square of a photo, on the screen or not."""
        if not index.isValid() or index.row() >= self.tiles.count:
            return QRect()
        return self.rect_of(index.row())

    def rect_of(self, place: int) -> QRect:
        """Return the square of a photo, in pixels of the viewport."""
        tile = self.tiles.tile(place)
        return QRect(tile.x, tile.y - self.verticalOffset(), tile.side, tile.side)

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Override: the photo at a point of the viewport."""
        place = self.place_at(point)
        return QModelIndex() if place is None else self.model().index(place, 0)

    def place_at(self, point: QPoint) -> int | None:
        """Return the place of the photo at a point of the viewport."""
        return self.tiles.index_at(point.x(), point.y() + self.verticalOffset())

    def isIndexHidden(self, index: Index) -> bool:
        """Override: no photo is."""
        return False

    def horizontalOffset(self) -> int:
        """Override: there is none."""
        return 0

    def verticalOffset(self) -> int:
        """Override: how far the photos have moved up."""
        return self.verticalScrollBar().value()

    def doItemsLayout(self) -> None:
        """Override: nothing is laid out."""
        self.updateGeometries()
        self.viewport().update()

    def updateGeometries(self) -> None:
        """Override: compute the tiles anew and keep the place."""
        old = self.tiles
        self.tiles = self._geometry()
        bar = self.verticalScrollBar()
        was_placing, self._is_placing = self._is_placing, True
        bar.setRange(0, max(0, self.tiles.height - self.viewport().height()))
        bar.setPageStep(max(1, self.viewport().height()))
        bar.setSingleStep(max(_LEAST_STEP, self.tiles.pitch // 4))
        bar.setValue(self.tiles.scroll_to(self._anchor))
        self._is_placing = was_placing
        if old != self.tiles:
            self._hover(None)
        self.view_moved.emit()

    def _geometry(self) -> GridGeometry:
        model = self.model()
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return GridGeometry(
            # Room for the scroll bar is always kept: whether it is needed depends on the tiles.
            width=self.width() - self.verticalScrollBar().sizeHint().width(),
            count=0 if model is None else model.rowCount(),
            zoom=self._zoom,
            mirror=self.viewport().width() if is_mirrored else None,
        )

    def reset(self) -> None:
        """Override: other photos, from the top."""
        super().reset()
        self._anchor = _TOP
        self.updateGeometries()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: no layout."""
        self.updateGeometries()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Override: move what is painted."""
        if abs(dy) < self.viewport().height():
            self.viewport().scroll(0, dy)
        else:
            self.viewport().update()

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Override: scroll until a photo is seen."""
        if not index.isValid():
            return
        hints = QAbstractItemView.ScrollHint
        tile = self.tiles.tile(index.row())
        bar, height = self.verticalScrollBar(), self.viewport().height()
        top = tile.y - self.tiles.gap // 2
        bottom = tile.y + tile.side + self.tiles.gap // 2 - height
        if hint == hints.PositionAtTop:
            bar.setValue(top)
        elif hint == hints.PositionAtBottom:
            bar.setValue(bottom)
        elif hint == hints.PositionAtCenter:
            bar.setValue((top + bottom) // 2)
        elif bar.value() > top or bottom > top:
            bar.setValue(top)
        elif bar.value() < bottom:
            bar.setValue(bottom)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Override: where a key leads from the current photo."""
        last = self.tiles.count - 1
        if last < 0:
            return QModelIndex()
        current = self.currentIndex()
        if not current.isValid():
            return self.model().index(min(self.first_place, last), 0)
        actions = QAbstractItemView.CursorAction
        page = max(1, self.viewport().height() // self.tiles.pitch)
        aside = 1 if self.tiles.mirror is None else -1
        place = current.row()
        rows = {
            actions.MoveUp: -1,
            actions.MoveDown: 1,
            actions.MovePageUp: -page,
            actions.MovePageDown: page,
        }
        if action in rows:
            return self.model().index(self._rows_away(place, rows[action]), 0)
        target = {
            actions.MoveHome: 0,
            actions.MoveEnd: last,
            actions.MoveLeft: place - aside,
            actions.MoveRight: place + aside,
            actions.MovePrevious: place - 1,
            actions.MoveNext: place + 1,
        }[action]
        return self.model().index(min(max(target, 0), last), 0)

    def _rows_away(self, place: int, rows: int) -> int:
        """Return the photo so many rows below, in the same column if the last row has it."""
        row, column = divmod(place, self.tiles.columns)
        row = min(max(row + rows, 0), self.tiles.rows - 1)
        return min(row * self.tiles.columns + column, self.tiles.count - 1)

    # -- selection --------------------------------------------------------------------------

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        """Override: what to paint again; all, rather than asking each of a million photos."""
        return QRegion(self.viewport().rect())

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Override: choose the photos that a rectangle of the viewport touches."""
        rect = rect.normalized().translated(0, self.verticalOffset())
        runs = self.tiles.runs_in(rect.left(), rect.top(), rect.right(), rect.bottom())
        self.selectionModel().select(self.selection_of(runs), command)

    def selectAll(self) -> None:
        """Override: as one run; Qt's own asks every photo."""
        if self.tiles.count:
            selection = self.selection_of([range(self.tiles.count)])
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().select(selection, flag)

    def selection_of(self, runs: Sequence[range]) -> QItemSelection:
        """Return runs of neighbours as Qt's selection."""
        model = self.model()
        selection = QItemSelection()
        for run in runs:
            first, last = model.index(run.start, 0), model.index(run.stop - 1, 0)
            selection.append(QItemSelectionRange(first, last))
        return selection

    # -- painting ---------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the tiles that the event touches."""
        painter = QPainter(self.viewport())
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        painter.fillRect(event.rect(), self.palette().window())
        if self._is_dimmed:
            painter.setOpacity(_DIMMED)
        dirty = event.rect().adjusted(-RING_REACH, -RING_REACH, RING_REACH, RING_REACH)
        offset = self.verticalOffset()
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        for place in self.tiles.indexes_between(dirty.top() + offset, dirty.bottom() + offset):
            rect = self.rect_of(place)
            if rect.intersects(dirty):
                index = self.model().index(place, 0)
                self._init_tile(option, index, rect)
                self.itemDelegate().paint(painter, option, index)
        painter.end()

    def _init_tile(self, option: QStyleOptionViewItem, index: QModelIndex, rect: QRect) -> None:
        states = QStyle.StateFlag
        state = states.State_Enabled
        if self.selectionModel().isSelected(index):
            state |= states.State_Selected
        if index.row() == self._hovered:
            state |= states.State_MouseOver
        if self._shows_focus and self.hasFocus() and index == self.currentIndex():
            state |= states.State_HasFocus
        option.rect = rect
        option.state = state

    def update_tile(self, place: int) -> None:
        """Paint a tile again, with the rings around it."""
        rect = self.rect_of(place)
        self.viewport().update(rect.adjusted(-RING_REACH, -RING_REACH, RING_REACH, RING_REACH))

    def dataChanged(self, top_left: Index, bottom_right: Index, roles: Sequence[int] = ()) -> None:
        """Override: paint those of the photos again that are on the screen."""
        visible = self.visible_places
        first = max(visible.start, top_left.row())
        for place in range(first, min(visible.stop, bottom_right.row() + 1)):
            self.update_tile(place)

    def _hover(self, place: int | None) -> None:
        """Say which tile the pointer is on."""
        if place == self._hovered:
            return
        for other in (self._hovered, place):
            if other is not None and other < self.tiles.count:
                self.update_tile(other)
        self._hovered = place

    def _on_scrolled(self, value: int) -> None:
        if not self._is_placing:
            self._anchor = self.tiles.anchor(value)
            self.view_moved.emit()
