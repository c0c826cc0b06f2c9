"""An on and off switch."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from imgtext_desktop.theme import Theme

_WIDTH, _HEIGHT = 38, 20
_MARGIN = 3  # room for the focus ring, and a target of more than 24 pixels


class Switch(QAbstractButton):
    """A checkable button drawn as a switch; the knob's place tells its state, not only colour."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Override: the drawing with its focus ring."""
        return QSize(_WIDTH + 2 * _MARGIN, _HEIGHT + 2 * _MARGIN)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: track, knob, focus ring."""
        colour = self._theme.colour
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isEnabled():
            painter.setOpacity(0.5)
        track = QRectF(_MARGIN, _MARGIN, _WIDTH, _HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent" if self.isChecked() else "edge"))
        painter.drawRoundedRect(track, _HEIGHT / 2, _HEIGHT / 2)
        is_right = self.isChecked() != self.isRightToLeft()
        x = track.right() - _HEIGHT / 2 if is_right else track.left() + _HEIGHT / 2
        painter.setBrush(colour("on_accent" if self.isChecked() else "surface"))
        painter.drawEllipse(QPointF(x, track.center().y()), _HEIGHT / 2 - 3, _HEIGHT / 2 - 3)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour("text"), 2))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        painter.end()
