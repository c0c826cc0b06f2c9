"""Facts as text: a table of them, lines that are shortened, dates and sizes in words."""

from PySide6.QtCore import QCoreApplication, QDateTime, QEvent, QLocale, Qt
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme

_SEPARATOR = " · "

translate = QCoreApplication.translate


class ElidedText(QLineEdit):
    """One line that is shortened in the middle; while it has the focus all of it can be selected.

    Attributes:
        full_text: All of it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.full_text = ""
        self.setReadOnly(True)
        self.setFrame(False)
        self.setTextMargins(-2, 0, -2, 0)  # QLineEdit's own, so that it lines up with labels
        self.setProperty("kind", "fact")

    def set_full_text(self, text: str, tooltip: str = "") -> None:
        """Show a text; the tooltip says all of it, or something else."""
        self.full_text = text
        self.setToolTip(tooltip or text)
        self.setAccessibleDescription(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: more or less of it fits."""
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """Override: so it does in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._elide()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override: show all of it."""
        self.setText(self.full_text)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override: shorten it again."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:  # its own menu copies from it
            self._elide(is_focused=False)

    def _elide(self, *, is_focused: bool | None = None) -> None:
        if self.hasFocus() if is_focused is None else is_focused:
            self.setText(self.full_text)
            return
        room = self.width() - 2  # of which the cursor takes some
        mode = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(self.full_text, mode, room))
        self.setCursorPosition(0)


class FactTable(QWidget):
    """Rows of a name and a value; values can be selected."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)

    def add_text(self, name: str) -> QLabel:
        """Add a row and return its value, which wraps."""
        value = QLabel()
        value.setTextFormat(Qt.TextFormat.PlainText)
        value.setWordWrap(True)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._add(name, value)
        return value

    def add_line(self, name: str) -> ElidedText:
        """Add a row and return its value, which is shortened."""
        value = ElidedText()
        self._add(name, value)
        return value

    def _add(self, name: str, value: QWidget) -> None:
        label = QLabel(name)
        label.setProperty("role", "secondary")
        label.setFont(self._theme.font(tokens.CAPTION))
        value.setFont(self._theme.font(tokens.CAPTION))
        value.setAccessibleName(name)
        row = self._grid.rowCount()
        is_line = isinstance(value, ElidedText)
        where = Qt.AlignmentFlag.AlignVCenter if is_line else Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(label, row, 0, where)
        self._grid.addWidget(value, row, 1)


def date_text(nanoseconds: int, locale: QLocale) -> str:
    """Return a day in words."""
    pattern = translate("Inspector", "d MMM yyyy", "a date as QLocale.toString takes it")
    return locale.toString(_moment(nanoseconds).date(), pattern)


def time_text(nanoseconds: int, locale: QLocale) -> str:
    """Return a day and the time of day."""
    time = locale.toString(_moment(nanoseconds).time(), QLocale.FormatType.ShortFormat)
    return f"{date_text(nanoseconds, locale)}, {time}"


def size_text(size: int, locale: QLocale) -> str:
    """Return a number of bytes in words."""
    return locale.formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def pixels_text(width: int, height: int, locale: QLocale) -> str:
    """Return width and height."""
    return f"{locale.toString(width)} × {locale.toString(height)}"


def joined(*parts: str) -> str:
    """Join what there is to say into one line."""
    return _SEPARATOR.join(part for part in parts if part)


def _moment(nanoseconds: int) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(nanoseconds // 1_000_000)
