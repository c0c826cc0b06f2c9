"""The sidebar beside the pages: as wide as drawn, or a rail where the window is narrow."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QStyle, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.sidebar import Sidebar

NARROW_BELOW: Final = 1200


class Browser(QWidget):
    """Holds the sidebar and the pages.

    Below 1200 pixels the sidebar is a rail; it can be opened over the page, and closes by Esc, by
    a click beside it or when the focus leaves it.

    Args:
        sidebar: The sidebar.
        pages: The pages.

    Attributes:
        is_narrow: Whether there is little room.
        is_open: Whether the whole sidebar lies over the page, instead of the rail.

    Signals:
        narrow_changed: There is little room now, or enough again.
    """

    narrow_changed = Signal(bool)

    def __init__(self, sidebar: Sidebar, pages: QStackedWidget) -> None:
        super().__init__()
        self._sidebar = sidebar
        self.is_narrow = False
        self.is_open = False
        self._is_put_away = False
        self._is_opening = False
        self._room = QWidget()  # under the sidebar
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self._room)
        self._row.addWidget(pages, 1)
        sidebar.setParent(self)
        sidebar.installEventFilter(self)
        sidebar.folders_requested.connect(self._on_folders_requested)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._application = application
        application.focusChanged.connect(self._on_focus_changed)
        self._arrange()

    def toggle_sidebar(self) -> None:
        """Show the sidebar, or put it away."""
        if self.is_narrow:
            self._set_open(not self.is_open)
        else:
            self._is_put_away = not self._is_put_away
            self._arrange()

    def close_sidebar(self) -> None:
        """Close the sidebar if it lies over the page."""
        if self.is_open:
            self._set_open(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: a rail where there is little room."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW_BELOW
        if is_narrow != self.is_narrow:
            self.close_sidebar()
            self.is_narrow = is_narrow
            self._arrange()
            self.narrow_changed.emit(is_narrow)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: Esc in the open sidebar and a press beside it close it."""
        if not self.is_open:
            return False
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if watched is self._sidebar and event.key() == Qt.Key.Key_Escape:
                self.close_sidebar()
                self._sidebar.folders_button.setFocus(Qt.FocusReason.PopupFocusReason)
                return True
        elif event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            point = self._sidebar.mapFromGlobal(event.globalPosition().toPoint())
            is_beside = isinstance(watched, QWidget) and self.isAncestorOf(watched)
            if is_beside and not self._sidebar.rect().contains(point):
                self.close_sidebar()
        return False

    def _set_open(self, is_open: bool) -> None:
        self.is_open = is_open
        if is_open:
            self._application.installEventFilter(self)
        else:
            self._application.removeEventFilter(self)
        # The icon that had the focus goes: Qt passes it on before the folders can take it.
        self._is_opening = is_open
        self._arrange()
        if is_open:
            self._sidebar.raise_()
            roots = self._sidebar.root_list
            stop = roots.tree if roots.tree.isVisible() else roots.add_button
            stop.setFocus(Qt.FocusReason.PopupFocusReason)
        self._is_opening = False

    def _arrange(self) -> None:
        is_rail = self.is_narrow and not self.is_open
        is_shown = self.is_narrow or not self._is_put_away
        self._sidebar.set_compact(is_rail)
        self._sidebar.setVisible(is_shown)
        width = tokens.RAIL_WIDTH if self.is_narrow else tokens.SIDEBAR_WIDTH
        self._room.setFixedWidth(width if is_shown else 0)
        self._row.activate()  # at once: nothing is painted at the old width
        self._place()

    def _place(self) -> None:
        rect = QRect(0, 0, self._sidebar.maximumWidth(), self.height())
        self._sidebar.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), rect))

    def _on_folders_requested(self) -> None:
        if self.is_narrow and not self.is_open:
            self._set_open(True)

    def _on_focus_changed(self, _: QWidget | None, now: QWidget | None) -> None:
        if self._is_opening or now is None:
            return
        if self.isAncestorOf(now) and not self._sidebar.isAncestorOf(now):
            self.close_sidebar()
