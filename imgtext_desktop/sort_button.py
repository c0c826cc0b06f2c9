"""The button that chooses what photos are sorted by."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from engine.catalog.browse import SortKey
from imgtext_desktop.actions import ignoring_argument
from imgtext_desktop.theme import Theme


class SortButton(QToolButton):
    """Shows the order, and opens a menu of all of them.

    Signals:
        chosen: A :class:`~engine.catalog.browse.SortKey`, and whether the largest come first.
    """

    chosen = Signal(SortKey, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setAccessibleName(self.tr("Sort photos"))
        menu, group = QMenu(self), QActionGroup(self)
        menu.setToolTipsVisible(True)
        self._actions: dict[tuple[SortKey, bool], QAction] = {}
        for sort, is_descending, text in (
            (SortKey.DATE, True, self.tr("Newest first")),
            (SortKey.DATE, False, self.tr("Oldest first")),
            (SortKey.NAME, False, self.tr("By name")),
            (SortKey.NAME, True, self.tr("By name, last first")),
            (SortKey.FOLDER, False, self.tr("By folder")),
            (SortKey.FOLDER, True, self.tr("By folder, last first")),
            (SortKey.SIZE, True, self.tr("Largest file first")),
            (SortKey.SIZE, False, self.tr("Smallest file first")),
        ):
            action = QAction(text, self, checkable=True)
            choose = partial(self.chosen.emit, sort, is_descending)
            action.triggered.connect(ignoring_argument(choose))
            if sort is SortKey.DATE:
                action.setToolTip(self._date_hint())
            group.addAction(action)
            menu.addAction(action)
            self._actions[sort, is_descending] = action
        self.setMenu(menu)
        # The arrow stands behind the words.
        directions = Qt.LayoutDirection
        is_mirrored = self.layoutDirection() == directions.RightToLeft
        self.setLayoutDirection(directions.LeftToRight if is_mirrored else directions.RightToLeft)
        self.show_order(SortKey.DATE, True)
        theme.changed.connect(self._retint)
        self._retint()

    def show_order(self, sort: SortKey, is_descending: bool) -> None:
        """Show what photos are sorted by."""
        action = self._actions[sort, is_descending]
        action.setChecked(True)
        self.setText(action.text())
        hint = self._date_hint() if sort is SortKey.DATE else ""
        self.setToolTip("\n".join(line for line in (self.tr("Sort photos"), hint) if line))

    def _date_hint(self) -> str:
        return self.tr("Photos without a capture date are sorted by the date of their file.")

    def _retint(self) -> None:
        self.setIcon(self._theme.icon("caret-down"))
