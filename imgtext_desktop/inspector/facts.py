"""Facts as text: a table of them, lines that are shortened, dates and sizes in words."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QEvent, QLocale, Qt, QTime
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from engine.metadata.photo_metadata import PhotoMetadata
from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme

_SEPARATOR = " · "
_SHORT = 0.3  # seconds

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
    """Rows of a name and a value; values can be selected, rows without one are left out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._names: dict[QWidget, QLabel] = {}

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

    def add_widget(self, name: str, value: QWidget) -> None:
        """Add a row with a value that somebody else has made."""
        self._add(name, value)

    def show_text(self, value: QLabel | ElidedText, text: str) -> None:
        """Show another value in a row; without one the row is hidden."""
        if isinstance(value, ElidedText):
            value.set_full_text(text)
        else:
            value.setText(text)
        self.show_row(value, is_shown=bool(text))

    def show_row(self, value: QWidget, *, is_shown: bool) -> None:
        """Show or hide a row."""
        value.setVisible(is_shown)
        self._names[value].setVisible(is_shown)

    def _add(self, name: str, value: QWidget) -> None:
        label = self._names[value] = QLabel(name)
        label.setProperty("role", "secondary")
        label.setFont(self._theme.font(tokens.CAPTION))
        value.setFont(self._theme.font(tokens.CAPTION))
        value.setAccessibleName(name)
        row = self._grid.rowCount()
        is_line = not isinstance(value, QLabel)
        where = Qt.AlignmentFlag.AlignVCenter if is_line else Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(label, row, 0, where)
        self._grid.addWidget(value, row, 1)


def date_text(nanoseconds: int, locale: QLocale) -> str:
    """Return a day in words."""
    return _date_text(_moment(nanoseconds).date(), locale)


def time_text(nanoseconds: int, locale: QLocale) -> str:
    """Return a day and the time of day."""
    moment = _moment(nanoseconds)
    return _time_text(moment.date(), moment.time(), locale)


def taken_text(taken: datetime, locale: QLocale) -> str:
    """Return when a photo was taken, by the clock of the place."""
    day, clock = QDate(taken.year, taken.month, taken.day), QTime(taken.hour, taken.minute)
    return _time_text(day, clock, locale)


def exposure_text(metadata: PhotoMetadata) -> str:
    """Return time, aperture and sensitivity, as far as they are known."""
    seconds, aperture, iso = metadata.exposure_time, metadata.f_number, metadata.iso
    time = ""
    if seconds:
        # Cameras write a short time as a part of a second.
        short = f"1/{round(1 / seconds)}" if seconds < _SHORT else ""
        time = translate("Inspector", "%1 s", "seconds").replace("%1", short or _number(seconds))
    f_number = f"f/{_number(aperture)}" if aperture else ""
    return joined(time, f_number, f"ISO {iso}" if iso else "")


def camera_text(metadata: PhotoMetadata) -> str:
    """Return the camera and the focal length."""
    length = metadata.focal_length
    shown = translate("Inspector", "%1 mm", "focal length") if length else ""
    return joined(metadata.camera or "", shown.replace("%1", _number(length or 0)))


def place_text(metadata: PhotoMetadata) -> str:
    """Return degrees north and east, as maps of the net take them."""
    if metadata.latitude is None or metadata.longitude is None:
        return ""
    return f"{metadata.latitude:.5f}, {metadata.longitude:.5f}"


def size_text(size: int, locale: QLocale) -> str:
    """Return a number of bytes in words."""
    return locale.formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def pixels_text(width: int, height: int, locale: QLocale) -> str:
    """Return width and height."""
    return f"{locale.toString(width)} × {locale.toString(height)}"


def joined(*parts: str) -> str:
    """Join what there is to say into one line."""
    return _SEPARATOR.join(part for part in parts if part)


def _date_text(day: QDate, locale: QLocale) -> str:
    pattern = translate("Inspector", "d MMM yyyy", "a date as QLocale.toString takes it")
    return locale.toString(day, pattern)


def _time_text(day: QDate, time: QTime, locale: QLocale) -> str:
    clock = locale.toString(time, QLocale.FormatType.ShortFormat)
    pattern = translate("Inspector", "%1, %2", "a day and the time of day")
    return pattern.replace("%1", _date_text(day, locale)).replace("%2", clock)


def _number(value: float) -> str:
    """Return a number with at most one digit after the point, as lenses are engraved."""
    return f"{value:.1f}".removesuffix(".0")


def _moment(nanoseconds: int) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(nanoseconds // 1_000_000)
