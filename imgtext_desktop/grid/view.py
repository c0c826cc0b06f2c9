"""The grid of photos as the user meets it: pointer, keys, selection, drag."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QPoint,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from imgtext_desktop.context import Context
from imgtext_desktop.grid.computed_view import ComputedGridView
from imgtext_desktop.grid.delegate import TileDelegate
from imgtext_desktop.grid.drag import PhotoDrag
from imgtext_desktop.grid.fading import Fading
from imgtext_desktop.grid.geometry import Anchor
from imgtext_desktop.grid.model import PhotoModel
from imgtext_desktop.grid.moves import MOVES
from imgtext_desktop.grid.rubber_band import RubberBand
from imgtext_desktop.grid.selection import PhotoSelection
from imgtext_desktop.grid.thumbnails import ThumbnailLoader
from imgtext_desktop.grid.visible_pictures import VisiblePictures

_PLACES_KEPT: Final = 64  # ids from the top left on: the first that is left keeps the place
_WHEEL_NOTCH: Final = 120

_Key = Qt.Key
_PLAIN: Final = Qt.KeyboardModifier.NoModifier
_CTRL: Final = Qt.KeyboardModifier.ControlModifier
_SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
_KEY_FOCUS: Final = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class _Place(NamedTuple):
    """What is at the top left, by id: those that follow stand in for one that goes."""

    ids: list[int]
    offset: float


class PhotoGrid(ComputedGridView):
    """Shows the photos of a :class:`PhotoModel`.

    Commands go to the chosen photos, or to the current one if none is chosen.

    Args:
        context: The window's surroundings.
        parent: Its owner.

    Attributes:
        photos: Its model.
        fading: Lets new pictures fade in.

    Signals:
        photo_opened: The id of a photo to be shown large.
        similar_requested: Ids of photos whose like is to be found, a list.
        exclusion_requested: Ids of photos whose like is not wanted, a list.
        menu_requested: Ids, and the place on the screen for their menu.
        copy_requested: Ids of photos to be copied.
        copy_path_requested: Ids of photos whose paths are to be copied.
        folder_requested: Ids of photos to be shown in their folder.
        open_with_requested: Ids of photos to be opened with a program.
        selection_ids_changed: Other photos are chosen.
        wholeness_changed: Whether tiles show whole photos.
    """

    photo_opened = Signal(int)
    similar_requested = Signal(list)
    exclusion_requested = Signal(list)
    menu_requested = Signal(list, QPoint)
    copy_requested = Signal(list)
    copy_path_requested = Signal(list)
    folder_requested = Signal(list)
    open_with_requested = Signal(list)
    selection_ids_changed = Signal()
    wholeness_changed = Signal(bool)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("photoGrid")
        self.setAccessibleName(self.tr("Photos"))
        self._theme = context.theme
        self._thumbnails = ThumbnailLoader(context.jobs, context.library.thumbnails, self)
        self.photos = PhotoModel(context, self)
        self._is_restoring = False
        self.fading = Fading(context.theme, self)
        self._thumbnails.arrived.connect(self.fading.begin)
        self.setItemDelegate(TileDelegate(context.theme, self._thumbnails, self.fading, self))
        self.setModel(self.photos)
        self._chosen = PhotoSelection(self, self.photos)
        self._drag = PhotoDrag(context, self.photos, self._thumbnails, self)
        self._band = RubberBand(self)
        self._pressed: tuple[QPoint, int] | None = None
        self._chosen_on_release: int | None = None
        self._place = _Place([], 0.0)
        self._wheel = 0
        self._keys = self._key_table()
        pictures = VisiblePictures(self, self.photos, self._thumbnails)
        self.fading.advanced.connect(pictures.paint_again)
        self.view_moved.connect(self._on_view_moved)
        # The view's own slots were connected with the model, so these come after them.
        self.photos.modelAboutToBeReset.connect(self._on_about_to_reset)
        self.photos.modelReset.connect(self._on_reset)
        context.theme.changed.connect(self.viewport().update)

    def set_whole(self, is_whole: bool) -> None:
        """Show whole photos in the tiles, or the squares in their middle."""
        if is_whole != self._thumbnails.is_whole:
            self._thumbnails.set_whole(is_whole)
            self.viewport().update()
            self.view_moved.emit()
            self.wholeness_changed.emit(is_whole)

    # -- selection by id --------------------------------------------------------------------

    @property
    def selected_count(self) -> int:
        """How many photos are chosen; costs nothing even for a million."""
        return self._chosen.count

    @property
    def selected_ids(self) -> list[int]:
        """The chosen photos in their order on the screen."""
        ids: list[int] = self._chosen.ids().tolist()
        return ids

    @property
    def current_id(self) -> int | None:
        """The photo that keys start from, or None."""
        index = self.currentIndex()
        return int(self.photos.ids[index.row()]) if index.isValid() else None

    def select_ids(self, ids: list[int]) -> None:
        """Choose these photos and no others; those that are not listed are left out."""
        self._chosen.choose_ids(np.array(ids, np.int64))

    def set_current_id(self, photo_id: int) -> None:
        """Choose one photo and scroll to it, such as the one that was last seen in the viewer."""
        place = self.photos.place_of(photo_id)
        if place is not None:
            self._chosen.choose(place, _PLAIN)
            self.scrollTo(self.photos.index(place))

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Override: told by id."""
        super().selectionChanged(selected, deselected)
        if not self._is_restoring:
            self.selection_ids_changed.emit()

    def _on_about_to_reset(self) -> None:
        first = self.first_place
        ids = self.photos.ids[first : first + _PLACES_KEPT].tolist()
        self._place = _Place(ids, self.anchor.offset)
        self._chosen.remember()
        self._is_restoring = True

    def _on_reset(self) -> None:
        if self.photos.keeps_place:
            places = (self.photos.place_of(photo_id) for photo_id in self._place.ids)
            place = next((place for place in places if place is not None), None)
            if place is not None:
                self.show_place(Anchor(place, self._place.offset))
        has_changed = self._chosen.restore()
        self._is_restoring = False
        if has_changed:
            self.selection_ids_changed.emit()

    # -- keys -------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: moves, commands; what is left goes to the window."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if key in MOVES and not modifiers & ~(_CTRL | _SHIFT):
            self._move(MOVES[key], modifiers)
            return
        if key == _Key.Key_Escape and self.selected_count:
            self.clearSelection()
            return
        command = self._keys.get((key, modifiers))
        if command is None:
            event.ignore()
        else:
            command()

    def keyboardSearch(self, search: str) -> None:
        """Override: letters are commands; comparing a million names would stop the window."""

    def _key_table(self) -> dict[tuple[Qt.Key, Qt.KeyboardModifier], Callable[[], None]]:
        both = _CTRL | _SHIFT
        table: dict[tuple[Qt.Key, Qt.KeyboardModifier], Callable[[], None]] = {
            (_Key.Key_Space, _PLAIN): self._open,
            (_Key.Key_S, _PLAIN): lambda: self._ask(self.similar_requested),
            (_Key.Key_X, _PLAIN): lambda: self._ask(self.exclusion_requested),
            (_Key.Key_M, _PLAIN): self._mark,
            (_Key.Key_P, _PLAIN): lambda: self.set_whole(not self._thumbnails.is_whole),
            (_Key.Key_A, _CTRL): self.selectAll,
            (_Key.Key_C, _CTRL): lambda: self._ask(self.copy_requested),
            (_Key.Key_C, both): lambda: self._ask(self.copy_path_requested),
            (_Key.Key_F10, _SHIFT): self._ask_for_menu,
            (_Key.Key_Plus, _CTRL): self.zoom_in,
            (_Key.Key_Plus, both): self.zoom_in,
            (_Key.Key_Equal, _CTRL): self.zoom_in,
            (_Key.Key_Minus, _CTRL): self.zoom_out,
            (_Key.Key_0, _CTRL): self.reset_zoom,
        }
        for enter in (_Key.Key_Return, _Key.Key_Enter):
            table[enter, _PLAIN] = self._open
            table[enter, _CTRL] = lambda: self._ask(self.folder_requested)
            table[enter, _SHIFT] = lambda: self._ask(self.open_with_requested)
        return table

    def _move(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> None:
        index = self.moveCursor(action, modifiers)
        if not index.isValid():
            return
        self._show_focus(True)
        if modifiers == _CTRL:
            self._chosen.go(index.row())
        else:
            self._chosen.choose(index.row(), modifiers)
        self.scrollTo(index)

    def _ask(self, signal: SignalInstance) -> None:
        ids = self.target_ids
        if ids:
            signal.emit(ids)

    def _open(self) -> None:
        photo_id = self.current_id
        if photo_id is not None:
            self.photo_opened.emit(photo_id)

    def _mark(self) -> None:
        if self.currentIndex().isValid():
            self._chosen.toggle(self.currentIndex().row())

    def _ask_for_menu(self) -> None:
        ids = self.target_ids
        if ids:
            middle = self.visualRect(self.currentIndex()).intersected(self.viewport().rect())
            point = middle.center() if middle.isValid() else self.viewport().rect().center()
            self.menu_requested.emit(ids, self.viewport().mapToGlobal(point))

    @property
    def target_ids(self) -> list[int]:
        """The photos that a command is for: those that are chosen, else the current one."""
        ids = self.selected_ids
        if ids or self.current_id is None:
            return ids
        return [self.current_id]

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override: show where keys start from, if a key led here."""
        super().focusInEvent(event)
        if event.reason() in _KEY_FOCUS:
            self._show_focus(True)

    def _show_focus(self, is_shown: bool) -> None:
        if is_shown != self._shows_focus:
            self._shows_focus = is_shown
            if self.currentIndex().isValid():
                self.update_tile(self.currentIndex().row())

    # -- pointer ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: choose, or begin a rubber band."""
        self._show_focus(False)
        self._pressed = self._chosen_on_release = None
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        place = self.place_at(point)
        modifiers = event.modifiers() & (_CTRL | _SHIFT)
        if place is None:
            self._band.begin(point, is_added=bool(modifiers))
            return
        if self._is_on_circle(place, point):
            self._chosen.toggle(place)
            return
        self._pressed = (point, place)
        is_chosen = self.selectionModel().isSelected(self.photos.index(place))
        if is_chosen and modifiers == _PLAIN:
            # All that is chosen may be dragged: only a click without a drag chooses this one.
            self._chosen_on_release = place
        else:
            self._chosen.choose(place, modifiers)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override: draw the rubber band, drag, or hover."""
        point = event.position().toPoint()
        if self._band.is_active:
            self._band.move(point)
            return
        self._hover(self.place_at(point))
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        if (point - self._pressed[0]).manhattanLength() >= QApplication.startDragDistance():
            self._chosen_on_release = None
            self.startDrag(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override: end what the press began."""
        if self._band.is_active:
            self._band.end()
        if self._chosen_on_release is not None:
            self._chosen.choose(self._chosen_on_release, _PLAIN)
        self._pressed = self._chosen_on_release = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override: open."""
        point = event.position().toPoint()
        place = self.place_at(point)
        is_open = place is not None and not self._is_on_circle(place, point)
        if event.button() == Qt.MouseButton.LeftButton and is_open and not event.modifiers():
            self._open()
        else:
            self.mousePressEvent(event)

    def startDrag(self, supported: Qt.DropAction) -> None:
        """Override: drag the chosen photos out as files, the one under the pointer on top."""
        ids = self.target_ids
        if self._pressed is not None:
            top = int(self.photos.ids[self._pressed[1]])
            ids = [top, *(photo_id for photo_id in ids if photo_id != top)]
        self._pressed = None
        if ids:
            self._drag.begin(ids)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override: ask for the menu of what is chosen, or of the photo under the pointer."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._ask_for_menu()
            return
        place = self.place_at(event.pos())
        if place is None:
            event.ignore()
            return
        if not self.selectionModel().isSelected(self.photos.index(place)):
            self._chosen.choose(place, _PLAIN)
        self.menu_requested.emit(self.target_ids, event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override: with Ctrl it zooms."""
        if not event.modifiers() & _CTRL:
            super().wheelEvent(event)
            return
        self._wheel += event.angleDelta().y()
        while abs(self._wheel) >= _WHEEL_NOTCH:
            if self._wheel > 0:
                self.zoom_in()
                self._wheel -= _WHEEL_NOTCH
            else:
                self.zoom_out()
                self._wheel += _WHEEL_NOTCH
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Override: notice when the pointer leaves, and a screen of another resolution."""
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        elif event.type() == QEvent.Type.DevicePixelRatioChange:
            self.view_moved.emit()
        return super().viewportEvent(event)

    def _is_on_circle(self, place: int, point: QPoint) -> bool:
        rect = self.rect_of(place)
        return TileDelegate.is_on_circle(rect, point.x(), point.y(), self.layoutDirection())

    # -- painting and pictures --------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the tiles, and the rubber band over them."""
        super().paintEvent(event)
        if self._band.is_active:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._band.paint(painter, self._theme.colour("accent"))
            painter.end()

    def _on_view_moved(self) -> None:
        if self.viewport().underMouse() and not self._band.is_active:
            self._hover(self.place_at(self.viewport().mapFromGlobal(QCursor.pos())))
