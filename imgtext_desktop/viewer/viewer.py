"""The viewer: one photo at a time, over the whole window, always dark."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QEvent,
    QKeyCombination,
    QObject,
    QPoint,
    QPointF,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHideEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import icons, tokens
from imgtext_desktop.context import Context
from imgtext_desktop.viewer.crop import ARROWS
from imgtext_desktop.viewer.dark_style import dark_style_sheet
from imgtext_desktop.viewer.filmstrip import Filmstrip
from imgtext_desktop.viewer.stage import Stage
from imgtext_desktop.viewer.viewer_actions import ActionRow as Row
from imgtext_desktop.viewer.viewer_actions import make_actions, set_text
from imgtext_desktop.viewer.viewer_header import ViewerHeader, action_button

Key = Qt.Key
StandardKey = QKeySequence.StandardKey

_MENU_ICON = "dots-three-vertical"
_ROUND_SIZE = 44
_PAN_STEP = 64
_ZOOM_STEP = 1.5


class Viewer(QWidget):
    """Shows one photo of a row of photos; fills its parent.

    Its keys come before the window's while it has the focus.

    Attributes:
        stage: Shows the photo, or why it cannot be shown.
        canvas: The picture on it.
        filmstrip: The row of small pictures.
        header: The line above.
        ids: The row, int64 [n].

    Signals:
        closed: The user wants to go back.
        part_searched: A part of the photo, as a QImage, and a name for it.
        similar_requested: Ids of photos to search with.
        exclusion_requested: Ids of photos to search away from.
        menu_requested: Ids of photos and where on the screen their menu is wanted.
        copy_requested: Ids of photos whose picture goes to the clipboard.
        copy_path_requested: Ids of photos whose path goes to the clipboard.
        folder_requested: Ids of photos to be shown in their folder.
        open_with_requested: Ids of photos to be opened in another program.
        current_changed: Id of the photo that is shown now.
        full_screen_requested: Whether the window should fill the screen.
    """

    closed = Signal()
    part_searched = Signal(QImage, str)
    similar_requested = Signal(list)
    exclusion_requested = Signal(list)
    menu_requested = Signal(list, QPoint)
    copy_requested = Signal(list)
    copy_path_requested = Signal(list)
    folder_requested = Signal(list)
    open_with_requested = Signal(list)
    current_changed = Signal(int)
    full_screen_requested = Signal(bool)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer")
        self.setAccessibleName(self.tr("Photo viewer"))
        self.setStyleSheet(dark_style_sheet())
        self.ids: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._position = 0
        self._is_cleared = True
        self._is_part_wanted = False
        self._has_asked_for_full_screen = False
        self._info_panel: QWidget | None = None
        self.stage = Stage(context, self)
        self.canvas = self.stage.canvas
        self._actions = make_actions(self, [*self._view_rows(), *self._photo_rows()])
        self.header = ViewerHeader(context.theme, self._actions, self)
        self.filmstrip = Filmstrip(context.library, context.jobs, self)
        self._lay_out(context)
        self._connect()
        self._on_part_changed()
        self._on_view_changed()

    @property
    def current_id(self) -> int:
        """The photo that is shown; -1 for none."""
        return int(self.ids[self._position]) if len(self.ids) else -1

    def open(self, ids: npt.NDArray[np.int64], position: int) -> None:
        """Show one of a row of photos.

        Args:
            ids: The row, int64 [n].
            position: Which of them.
        """
        self.stage.clear()
        self.ids = ids
        self._position = min(max(position, 0), max(0, len(ids) - 1))
        self.filmstrip.clear()
        self.filmstrip.set_photos(ids, self._position)
        for name in ("viewerPrevious", "viewerNext", "viewerFirst", "viewerLast"):
            self._actions[name].setVisible(len(ids) > 1)
        self._show_current()
        self.canvas.setFocus()

    def mark_part(self) -> None:
        """Mark a part of the current photo, as soon as it is there."""
        self._is_part_wanted = True
        self._mark_wanted_part()

    def set_info_panel(self, panel: QWidget) -> None:
        """Take a panel about the current photo; the information button shows and hides it."""
        self._info_panel = panel
        panel.setParent(self)
        panel.hide()
        self._middle.addWidget(panel)
        self._actions["viewerInfo"].setVisible(True)

    def event(self, event: QEvent) -> bool:
        """Override: the viewer's keys come before those of the window behind it."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._do_key(event, is_trial=True)
        ):
            event.accept()
            return True
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: buttons leave the viewer's keys to it; Qt's would move the focus."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._do_key(event)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: do what a key stands for."""
        if not self._do_key(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override: the menu is the window's."""
        if self.current_id >= 0:
            self.menu_requested.emit([self.current_id], event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: dark, whatever the window's appearance."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.SCRIM))

    def showEvent(self, event: QShowEvent) -> None:
        """Override: show the photo again after the viewer was hidden."""
        super().showEvent(event)
        if self._is_cleared and len(self.ids):
            self._show_current()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override: pictures are large; a hidden viewer keeps none."""
        super().hideEvent(event)
        if event.spontaneous():  # only the window was minimised
            return
        self._is_cleared = True
        self.stage.clear()
        self.filmstrip.clear()

    def _view_rows(self) -> list[Row]:
        """What changes the view."""
        go_to, zoom_by = self.go_to, self.canvas.zoom_by
        return [
            Row("viewerClose", self.tr("Back"), ["Esc"], self._on_escape, "arrow-left"),
            Row("viewerPrevious", self.tr("Previous photo"), ["Left"], self._on_left, "caret-left"),
            Row("viewerNext", self.tr("Next photo"), ["Right"], self._on_right, "caret-right"),
            Row("viewerFirst", self.tr("First photo"), ["Home"], lambda: go_to(0)),
            Row("viewerLast", self.tr("Last photo"), ["End"], lambda: go_to(-1)),
            Row("viewerZoom", self.tr("Show at 100 %"), ["Z"], self.canvas.toggle_zoom),
            Row(
                "viewerZoomIn",
                self.tr("Zoom in"),
                [StandardKey.ZoomIn, "Ctrl+=", "+"],
                lambda: zoom_by(_ZOOM_STEP),
            ),
            Row(
                "viewerZoomOut",
                self.tr("Zoom out"),
                [StandardKey.ZoomOut, "-"],
                lambda: zoom_by(1 / _ZOOM_STEP),
            ),
            Row("viewerFit", self.tr("Show the whole photo"), ["Ctrl+0"], self.canvas.fit),
            Row("viewerFullScreen", self.tr("Full screen"), ["F11"], self._on_full_screen),
        ]

    def _photo_rows(self) -> list[Row]:
        """What is done with the photo."""

        def emit(signal: SignalInstance) -> Callable[[], None]:
            return lambda: signal.emit([self.current_id])

        similar, excluded = emit(self.similar_requested), emit(self.exclusion_requested)
        copied, path_copied = emit(self.copy_requested), emit(self.copy_path_requested)
        in_folder, opened = emit(self.folder_requested), emit(self.open_with_requested)
        search = self.stage.search_part
        folder_keys = ["Ctrl+Return", "Ctrl+Enter"]
        return [
            Row("viewerCrop", self.tr("Mark a part"), ["R"], self._on_crop_toggled, "crop"),
            Row("viewerPart", self.tr("Search with this part"), ["Return", "Enter"], search),
            Row("viewerInfo", self.tr("Information"), ["Ctrl+I"], self._on_info, "info"),
            Row("viewerMenu", self.tr("More"), ["Shift+F10"], self._on_menu, _MENU_ICON),
            Row("viewerSimilar", self.tr("Find similar"), ["S"], similar),
            Row("viewerExclude", self.tr("Not like this"), ["X"], excluded),
            Row("viewerCopy", self.tr("Copy image"), [StandardKey.Copy], copied),
            Row("viewerCopyPath", self.tr("Copy path"), ["Ctrl+Shift+C"], path_copied),
            Row("viewerFolder", self.tr("Show in folder"), folder_keys, in_folder),
            Row("viewerOpenWith", self.tr("Open with"), ["Shift+Return", "Shift+Enter"], opened),
        ]

    def _lay_out(self, context: Context) -> None:
        previous = action_button(self._actions["viewerPrevious"], _ROUND_SIZE)
        following = action_button(self._actions["viewerNext"], _ROUND_SIZE)
        self.stage.overlay.addWidget(previous, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        self.stage.overlay.addWidget(following, 0, 2, Qt.AlignmentFlag.AlignVCenter)
        self._middle = QHBoxLayout()
        self._middle.setSpacing(0)
        self._middle.addWidget(self.stage, 1)
        hint = QLabel(
            self.tr(
                "Arrow keys: next, previous · drag to mark a part · Enter to search · Esc to close"
            )
        )
        hint.setProperty("role", "hint")
        hint.setFont(context.theme.font(tokens.CAPTION))
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 10)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addLayout(self._middle, 1)
        layout.addSpacing(24)
        layout.addWidget(self.filmstrip)
        layout.addSpacing(12)
        layout.addWidget(hint)
        for button in self.findChildren(QAbstractButton):
            button.installEventFilter(self)

    def _connect(self) -> None:
        self._actions["viewerCrop"].setCheckable(True)
        self._actions["viewerInfo"].setCheckable(True)
        self._actions["viewerInfo"].setVisible(False)
        self.canvas.view_changed.connect(self._on_view_changed)
        self.canvas.part_changed.connect(self._on_part_changed)
        self.canvas.part_confirmed.connect(self.stage.search_part)
        self.stage.described.connect(self._on_described)
        self.stage.settled.connect(self._on_settled)
        self.stage.part_searched.connect(self.part_searched)
        self.stage.notice.folder_requested.connect(self._actions["viewerFolder"].trigger)
        self.filmstrip.chosen.connect(self.go_to)

    def go_to(self, position: int) -> None:
        """Show another photo; beyond either end the row begins again."""
        if len(self.ids):
            self._position = position % len(self.ids)
            self.filmstrip.set_position(self._position)
            self._show_current()

    def _show_current(self) -> None:
        self._is_cleared = self._is_part_wanted = False
        self.stage.show_photo(self.current_id)
        self._on_described()
        if self.current_id >= 0:
            self.current_changed.emit(self.current_id)

    def _mark_wanted_part(self) -> None:
        if self._is_part_wanted and self.canvas.picture is not None:
            self._is_part_wanted = False
            self.canvas.mark_part()

    def _on_settled(self) -> None:
        self._mark_wanted_part()
        if len(self.ids) > 1:
            beside = [(self._position + step) % len(self.ids) for step in (1, -1)]
            self.stage.load_ahead([int(self.ids[place]) for place in beside])

    def _on_described(self) -> None:
        """Write the lines at the top, and name the photo for a screen reader."""
        locale = self.locale()
        place = self.tr("%1 of %2").replace("%1", locale.toString(self._position + 1))
        place = place.replace("%2", locale.toString(len(self.ids)))
        self.header.name.setText(self.stage.name)
        self.header.place.setText(" · ".join([place, *self.stage.notes]))
        notice = self.stage.notice
        sentence = notice.sentence.text() if notice.isVisibleTo(self) else ""
        spoken = [place, self.stage.name, *self.stage.notes, sentence]
        self.canvas.setAccessibleName(", ".join(part for part in spoken if part))

    def _on_view_changed(self) -> None:
        action = self._actions["viewerZoom"]
        is_fit = self.canvas.is_fit
        set_text(action, self.tr("Show at 100 %") if is_fit else self.tr("Show the whole photo"))
        name = "magnifying-glass-plus" if is_fit else "magnifying-glass-minus"
        action.setIcon(icons.icon(name, tokens.DARK.text))

    def _on_crop_toggled(self) -> None:
        if self.canvas.part is None:
            self.mark_part()
            self.canvas.setFocus()
        else:
            self.canvas.unmark()
        self._on_part_changed()

    def _on_part_changed(self) -> None:
        is_marked = self.canvas.part is not None
        action = self._actions["viewerCrop"]
        action.setChecked(is_marked)
        colour = tokens.DARK.accent_text if is_marked else tokens.DARK.text
        action.setIcon(icons.icon("crop", colour))
        self._actions["viewerPart"].setEnabled(is_marked)

    def _do_key(self, event: QKeyEvent, *, is_trial: bool = False) -> bool:
        """Do what a key stands for, and tell whether it stands for anything."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Key(event.key())
        task = self._arrow_task(key, modifiers)
        if task is None:
            sequence = QKeySequence(QKeyCombination(modifiers, key))
            for action in self.actions():
                if action.isEnabled() and action.isVisible() and sequence in action.shortcuts():
                    task = action.trigger
        if task is not None and not is_trial:
            task()
        return task is not None

    def _arrow_task(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> Callable[[], None] | None:
        """What an arrow key does to a marked part or a zoomed picture."""
        is_shifted = modifiers == Qt.KeyboardModifier.ShiftModifier
        if key not in ARROWS or (modifiers and not is_shifted):
            return None
        dx, dy = ARROWS[key]
        if self.canvas.part is not None:
            return lambda: self.canvas.step_part(dx, dy, is_size=is_shifted)
        if is_shifted and self.canvas.can_pan:
            return lambda: self.canvas.pan(QPointF(-dx, -dy) * _PAN_STEP)
        return None

    def _on_left(self) -> None:
        self.go_to(self._position - self._step)

    def _on_right(self) -> None:
        self.go_to(self._position + self._step)

    @property
    def _step(self) -> int:
        return -1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1

    def _on_escape(self) -> None:
        if self.canvas.part is not None:
            self.canvas.unmark()
            return
        if self._has_asked_for_full_screen:
            self._on_full_screen()
        self.closed.emit()

    def _on_full_screen(self) -> None:
        self._has_asked_for_full_screen = not self._has_asked_for_full_screen
        self.full_screen_requested.emit(self._has_asked_for_full_screen)

    def _on_menu(self) -> None:
        button = self.header.menu_button
        self.menu_requested.emit([self.current_id], button.mapToGlobal(button.rect().bottomLeft()))

    def _on_info(self) -> None:
        if self._info_panel is not None:
            self._info_panel.setVisible(self._actions["viewerInfo"].isChecked())
