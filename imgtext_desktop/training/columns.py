"""Two columns that scroll together; where the window is narrow, the right one goes below."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.theme import Theme

NARROW_BELOW: Final = 1100  # pixels of the window
_MARGIN: Final = 32
_ANY: Final = 16_777_215  # the greatest width that Qt knows


class Columns(QScrollArea):
    """The body of a page.

    Args:
        right_width: Of the right column while it stands beside the left one.

    Attributes:
        left: The left column.
        right: The right column.
    """

    def __init__(self, right_width: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._right_width = right_width
        self.left, self.right = QVBoxLayout(), QVBoxLayout()
        for column in (self.left, self.right):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(16)
        self._right_box = QWidget()
        self._right_box.setLayout(self.right)
        body = QWidget()
        body.setObjectName("trainBody")
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, body)
        self._row.setContentsMargins(_MARGIN, 20, _MARGIN, 24)
        self._row.setSpacing(24)
        self._row.addLayout(self.left, 1)
        self._row.addWidget(self._right_box)
        self.setWidget(body)
        self._set_narrow(False)

    @property
    def is_narrow(self) -> bool:
        """Whether the right column stands below the left one."""
        return self._row.direction() is QBoxLayout.Direction.TopToBottom

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: see how much room there is."""
        super().resizeEvent(event)
        self._set_narrow(self.window().width() < NARROW_BELOW)

    def _set_narrow(self, is_narrow: bool) -> None:
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        self._right_box.setMinimumWidth(0 if is_narrow else self._right_width)
        self._right_box.setMaximumWidth(_ANY if is_narrow else self._right_width)


def heading(theme: Theme, text: str, hint: str = "") -> QHBoxLayout:
    """Return the heading of a part of a page, with a hint beside it."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 6, 0, 0)
    row.setSpacing(10)
    row.addWidget(text_label(text, theme.font(tokens.SUBTITLE)))
    if hint:
        row.addWidget(text_label(hint, theme.font(tokens.BODY), role="secondary"), 1)
    else:
        row.addStretch(1)
    return row


def card(spacing: int = 0, *, margin: int = 16) -> tuple[QFrame, QVBoxLayout]:
    """Return an empty card and its column."""
    frame = QFrame()
    frame.setProperty("kind", "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(spacing)
    return frame, column


def row_line() -> QWidget:
    """Return the line between two rows of a card."""
    line = QWidget()
    line.setFixedHeight(1)
    line.setProperty("role", "rowLine")
    line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return line


def clear(layout: QBoxLayout) -> None:
    """Delete what a layout holds."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif isinstance(inner := item.layout(), QBoxLayout):
            clear(inner)
            inner.deleteLater()


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set what the style sheet looks at, and style the widget anew."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
