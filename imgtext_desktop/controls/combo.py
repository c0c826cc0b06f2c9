"""A list that opens, with its arrow drawn by hand."""

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

from imgtext_desktop import icons
from imgtext_desktop.theme import Theme


class ComboBox(QComboBox):
    """A choice of one among several."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        theme.changed.connect(self.update)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override: the wheel scrolls the page; it must not change a setting on its way."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: a style sheet takes arrows from image files only, and we have none."""
        super().paintEvent(event)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        arrow = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxArrow, self
        )
        painter = QPainter(self)
        paint_arrow(painter, "caret-down", arrow, self._theme)
        painter.end()


def paint_arrow(painter: QPainter, name: str, rect: QRect, theme: Theme) -> None:
    """Draw a small arrow in the middle of a rectangle."""
    centre = QRectF(rect).center()
    icons.paint_icon(
        painter, name, QRectF(centre.x() - 5, centre.y() - 5, 10, 10), theme.colour("text2")
    )
