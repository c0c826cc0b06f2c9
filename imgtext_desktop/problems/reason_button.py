"""The button that shows only the files with one reason; its menu counts the files of each."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.catalog.records import FileState
from imgtext_desktop.actions import ignoring_argument
from imgtext_desktop.engine_words.reasons import explain
from imgtext_desktop.theme import Theme

_MOST = 30  # reasons in the menu; more are rare, and of one file each
_WIDEST = 48  # characters of a reason


class ReasonButton(QPushButton):
    """Shows the reason that is chosen.

    Attributes:
        current: The reason, or None for all.

    Signals:
        chosen: The user chose another; carries it, or None for all.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._reasons: Sequence[tuple[str, int]] = ()
        self._state = FileState.FAILED
        self.current: str | None = None
        self.setIconSize(QSize(16, 14))
        # The arrow stands behind the words.
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        ends = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
        self.setLayoutDirection(ends[0] if is_mirrored else ends[1])
        self.clicked.connect(self._on_clicked)
        theme.changed.connect(self._retint)
        self._retint()
        self.show_reasons((), self._state)

    def show_reasons(self, reasons: Sequence[tuple[str, int]], state: FileState) -> None:
        """Offer other reasons.

        Args:
            reasons: Each with the number of its files, most frequent first.
            state: Of these files.
        """
        self._reasons, self._state = reasons, state
        self.setVisible(len(reasons) > 1 or self.current is not None)
        self._show_current()

    def choose(self, reason: str | None) -> None:
        """Choose without telling anybody."""
        self.current = reason
        self._show_current()

    def build_menu(self) -> QMenu:
        """Return the menu of reasons, with the number of files of each."""
        menu = QMenu(self)
        menu.setLayoutDirection(QGuiApplication.layoutDirection())  # not that of the button
        total = sum(count for _, count in self._reasons)
        for reason, count in [(None, total), *self._reasons[:_MOST]]:
            text = f"{self._text(reason)}\t{QLocale().toString(count)}"
            action = menu.addAction(text.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(reason == self.current)
            action.triggered.connect(ignoring_argument(partial(self._on_chosen, reason)))
        return menu

    def _text(self, reason: str | None) -> str:
        return self.tr("All reasons") if reason is None else explain(reason, self._state).wrong

    def _show_current(self) -> None:
        text = self._text(self.current)
        short = text if len(text) <= _WIDEST else text[: _WIDEST - 1].rstrip() + "…"
        self.setText(short.replace("&", "&&"))
        name = self.tr("Show only files with one reason")
        self.setToolTip(name if self.current is None else f"{name}\n{text}")
        self.setAccessibleName(f"{name}: {text}")

    def _on_clicked(self) -> None:
        menu = self.build_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _on_chosen(self, reason: str | None) -> None:
        if reason != self.current:
            self.choose(reason)
            self.chosen.emit(reason)

    def _retint(self) -> None:
        self.setIcon(self._theme.icon("caret-down"))
