"""The card below the table: the chosen file and what can be done with it."""

from PySide6.QtCore import QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.catalog.records import FileState, LedgerRow
from engine.paths import printable
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import ElidedLabel
from imgtext_desktop.engine_words.reasons import explain
from imgtext_desktop.problems.delegate import paint_mark
from imgtext_desktop.theme import Theme


class DetailCard(QFrame):
    """Shows one file; its buttons trigger the actions of the page.

    Args:
        theme: Colours and fonts.
        actions: What the buttons do, with the icon of each.
    """

    def __init__(self, theme: Theme, actions: list[tuple[QAction, str]]) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = theme
        self._mark = _Mark(theme)
        self._name = ElidedLabel()
        self._name.setFont(theme.font(tokens.BODY))
        self._name.setProperty("strong", True)
        self._facts = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._facts.setFont(theme.font(tokens.CAPTION))
        self._facts.setProperty("role", "secondary")
        self._buttons: list[tuple[QPushButton, QAction, str]] = []

        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self._name)
        text.addWidget(self._facts)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 11, 16, 11)
        layout.setSpacing(8)
        layout.addWidget(self._mark)
        layout.addSpacing(4)
        layout.addLayout(text, 1)
        for action, icon in actions:
            button = QPushButton(action.text())
            button.setProperty("kind", "small")
            button.setToolTip(action.toolTip())
            button.setAccessibleName(action.text())
            button.setIconSize(QSize(20, 14))
            button.clicked.connect(action.trigger)
            self._buttons.append((button, action, icon))
            layout.addWidget(button)
        theme.changed.connect(self._retint)
        self._retint()

    def show_row(self, row: LedgerRow, *, count: int = 1) -> None:
        """Show a file.

        Args:
            row: The file.
            count: How many files are chosen; the buttons act on all of them.
        """
        self._mark.show_state(row.state)
        chosen = self.tr("%Ln files are chosen", "", count)
        self._name.setText(printable(row.name) if count < 2 else chosen)
        for button, action, _ in self._buttons:
            button.setVisible(action.isEnabled())
        if count > 1:
            self._facts.setText(self.tr("The buttons act on all of them."))
            return
        explanation = explain(row.reason, row.state)
        size = QLocale().formattedDataSize(row.size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
        facts = [f"{size} · {explanation.wrong}", explanation.advice]
        self._facts.setText(" ".join(fact for fact in facts if fact))

    def _retint(self) -> None:
        for button, _, icon in self._buttons:
            button.setIcon(self._theme.icon(icon))


class _Mark(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state = FileState.FAILED
        self.setFixedSize(16, 16)
        theme.changed.connect(self.update)

    def show_state(self, state: FileState) -> None:
        self._state = state
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_mark(painter, self._state, QRectF(self.rect()), self._theme)
        painter.end()
