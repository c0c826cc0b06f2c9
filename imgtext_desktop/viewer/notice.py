"""A sentence on the viewer's dark ground: why a photo is not shown, and what to do."""

from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.controls.plug import paint_plug

_WIDTH = 560
_TEXT_WIDTH = 320


class Sign(Enum):
    """What stands before the sentence."""

    WAITING = auto()
    BROKEN = auto()
    OFFLINE = auto()


class Notice(QFrame):
    """A sign, a sentence that wraps, and at times a button.

    Attributes:
        sentence: The label with the sentence.
        folder_button: Shows the photo in its folder.

    Signals:
        folder_requested: The button was pressed.
    """

    folder_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewerNotice")
        self.setMaximumWidth(_WIDTH)
        self._sign = _SignMark(self)
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.folder_button = QPushButton(self.tr("Show in folder"), self)
        self.folder_button.setToolTip(self.tr("Show in folder (Ctrl+Enter)"))
        self.folder_button.clicked.connect(self.folder_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(12)
        layout.addWidget(self._sign)
        layout.addWidget(self.sentence, 1)
        layout.addWidget(self.folder_button)
        self.hide()

    @property
    def sign(self) -> Sign:
        """What stands before the sentence."""
        return self._sign.sign

    def tell(self, sign: Sign, sentence: str, *, has_folder: bool = False) -> None:
        """Show a sentence.

        Args:
            sign: What stands before it.
            sentence: The sentence.
            has_folder: Whether the photo can be shown in its folder.
        """
        self._sign.sign = sign
        self._sign.update()
        self.sentence.setText(sentence)
        # A wrapping label would else ask for a narrow column.
        width = self.sentence.fontMetrics().horizontalAdvance(sentence) + 4
        self.sentence.setMinimumWidth(min(width, _TEXT_WIDTH))
        self.folder_button.setVisible(has_folder)
        self.setAccessibleName(sentence)
        self.show()


class _SignMark(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sign = Sign.WAITING
        self.setFixedSize(QSize(24, 24))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the sign."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        if self.sign is Sign.WAITING:
            icons.paint_icon(painter, "clock", rect, QColor(tokens.DARK.text2))
        elif self.sign is Sign.BROKEN:
            _paint_broken_image(painter, QColor(tokens.DARK.bad))
        else:
            paint_plug(painter, rect, QColor(tokens.DARK.offline))


def _paint_broken_image(painter: QPainter, colour: QColor) -> None:
    """A picture's frame, torn from top to bottom; 24 x 24. Phosphor 1.3 has none."""
    painter.setPen(_pen(colour))
    left = ((10, 4.5), (3.5, 4.5), (3.5, 19.5), (8, 19.5), (10, 14.5), (7.5, 10), (10, 4.5))
    right = ((14, 4.5), (20.5, 4.5), (20.5, 19.5), (12, 19.5), (14, 14.5), (11.5, 10), (14, 4.5))
    for half in (left, right):
        painter.drawPolyline([QPointF(*point) for point in half])
    painter.drawEllipse(QPointF(17, 9), 1, 1)


def _pen(colour: QColor) -> QPen:
    return QPen(
        colour, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )
