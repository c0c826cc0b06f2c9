"""A chip in the search box: a picture, or words that are not wanted."""

from typing import Final

from PySide6.QtCore import QEvent, QLocale, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle, QToolButton, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.search.box_layout import ChipWidth
from imgtext_desktop.search.query_state import ChipState
from imgtext_desktop.theme import Theme
from imgtext_desktop.tokens import TypeStyle

_LABEL: Final = TypeStyle(tokens.BODY.pixels, 600)
_PAD: Final = 3  # around the thumbnail and the remove button
_INSET: Final = 8  # before the minus sign
_SIGN: Final = 16
_GAP: Final = 6
_REMOVE: Final = 24
_MOST_CHARACTERS: Final = 24
_FEW_CHARACTERS: Final = 5


class Chip(QAbstractButton):
    """A chip; Enter or a click opens it, Del or Backspace removes it.

    Attributes:
        state: What it stands for.

    Signals:
        remove_requested: It shall go.
    """

    remove_requested = Signal()

    def __init__(self, theme: Theme, state: ChipState, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pixmap: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font(_LABEL))
        self._remove = QToolButton(self)
        self._remove.setObjectName("chipRemove")
        self._remove.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the chip itself takes Del
        self._remove.setIconSize(QSize(14, 14))
        self._remove.clicked.connect(self.remove_requested)
        theme.changed.connect(self._on_theme_changed)
        self.state = state
        self.set_state(state)

    def set_state(self, state: ChipState) -> None:
        """Show something else."""
        if state.picture is not self.state.picture:
            self._pixmap = None
        self.state = state
        name, help_text = self._describe()
        self.setAccessibleName(name)
        self.setToolTip(f"{name}\n{help_text}")
        self._remove.setToolTip(self.tr("Remove (Del)"))
        self._remove.setAccessibleName(self.tr("Remove %1").replace("%1", name))
        self._on_theme_changed()
        self.updateGeometry()

    def width_wanted(self) -> ChipWidth:
        """Return how wide it would be."""
        metrics = QFontMetrics(self.font())
        few = metrics.averageCharWidth() * _FEW_CHARACTERS
        label = metrics.horizontalAdvance(self._label())
        compact = 0 if self.state.picture else min(label, few)
        return ChipWidth(
            natural=self._width(min(label, metrics.averageCharWidth() * _MOST_CHARACTERS)),
            compact=self._width(compact),
            is_trailing=self.state.is_excluded,
        )

    def sizeHint(self) -> QSize:
        """Override: as wide as it would like to be."""
        height = max(tokens.HEIGHT_CONTROL, QFontMetrics(self.font()).height() + 2 * _GAP)
        return QSize(self.width_wanted().natural, height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: keys that open and remove it."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_requested.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: keep the button at the end."""
        super().resizeEvent(event)
        self._place_remove()

    def changeEvent(self, event: QEvent) -> None:
        """Override: mirror for languages that are written from the right."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._place_remove()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: ground, minus sign, thumbnail, label."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = "bad_tint" if self.state.is_excluded else "accent_tint"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(ground))
        painter.drawRoundedRect(self.rect(), tokens.RADIUS_CHIP, tokens.RADIUS_CHIP)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, tokens.RADIUS_CHIP - 1, tokens.RADIUS_CHIP - 1)
        painter.setPen(self._colour())
        x = _PAD
        if self.state.is_excluded:
            x = _INSET
            sign = QRect(x, (self.height() - _SIGN) // 2, _SIGN, _SIGN)
            icons.paint_icon(painter, "minus", QRectF(self._mirrored(sign)), self._colour())
            x += _SIGN + _GAP
        if self.state.picture:
            side = self.height() - 2 * _PAD
            painter.drawPixmap(
                self._mirrored(QRect(x, _PAD, side, side)).topLeft(), self._thumbnail(side)
            )
            x += side + _GAP
        self._paint_label(painter, x)
        painter.end()

    def _paint_label(self, painter: QPainter, x: int) -> None:
        area = QRect(x, 0, self.width() - x - _REMOVE - _PAD, self.height())
        metrics = painter.fontMetrics()
        if area.width() < metrics.averageCharWidth() * 2:
            return
        text = metrics.elidedText(self._label(), Qt.TextElideMode.ElideMiddle, area.width())
        alignment = QStyle.visualAlignment(
            self.layoutDirection(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        painter.drawText(self._mirrored(area), int(alignment), text)

    def _label(self) -> str:
        if self.state.picture is None:
            return self.state.text
        weight = weight_text(self.state.weight)
        return f"{self.tr('Picture')}  {weight}" if weight else self.tr("Picture")

    def _describe(self) -> tuple[str, str]:
        """Return its name and what can be done with it."""
        state = self.state
        if state.picture is None:
            name = self.tr("Not “%1”").replace("%1", state.text)
            return name, self.tr("Enter changes it, Del removes it.")
        pattern = self.tr("Less like %1") if state.is_excluded else self.tr("More like %1")
        name = pattern.replace("%1", state.picture.label or self.tr("the pasted picture"))
        weight = weight_text(state.weight)
        return f"{name} {weight}".strip(), self.tr("Enter changes or crops it, Del removes it.")

    def _width(self, label: int) -> int:
        width = _PAD + _REMOVE + (label + _GAP if label else 0)
        if self.state.is_excluded:
            width += _INSET + _SIGN + _GAP
        if self.state.picture:
            width += self._side() + _GAP + (0 if self.state.is_excluded else _PAD)
        return width

    def _side(self) -> int:
        line = QFontMetrics(self.font()).height() + 2 * _GAP
        return max(tokens.HEIGHT_CONTROL, line) - 2 * _PAD

    def _thumbnail(self, side: int) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pixels = round(side * ratio)
        if self._pixmap is None or self._pixmap.width() != pixels:
            assert self.state.picture is not None
            image = self.state.picture.thumbnail.scaled(
                QSize(pixels, pixels),
                Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                Qt.TransformationMode.SmoothTransformation,
            )
            middle = QPoint((image.width() - pixels) // 2, (image.height() - pixels) // 2)
            square = image.copy(QRect(middle, QSize(pixels, pixels)))
            self._pixmap = rounded(QPixmap.fromImage(square), tokens.RADIUS_CONTROL * ratio)
            self._pixmap.setDevicePixelRatio(ratio)
        return self._pixmap

    def _colour(self) -> QColor:
        return self._theme.colour(self._token())

    def _mirrored(self, rect: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), rect)

    def _place_remove(self) -> None:
        x = self.width() - _PAD - _REMOVE
        place = QRect(x, (self.height() - _REMOVE) // 2, _REMOVE, _REMOVE)
        self._remove.setGeometry(self._mirrored(place))

    def _on_theme_changed(self) -> None:
        self._remove.setIcon(self._theme.icon("x", self._token()))
        self.update()

    def _token(self) -> str:
        return "bad" if self.state.is_excluded else "accent_text"


def weight_text(weight: float) -> str:
    """Return a weight such as ``×1.5`` in the user's digits; empty for 1."""
    digits = QLocale().toString(float(f"{weight:.2g}"), "g", 2)
    return "" if f"{weight:.2g}" == "1" else f"×{digits}"


def rounded(pixmap: QPixmap, radius: float) -> QPixmap:
    """Return a pixmap with round corners, once and for all.

    Args:
        pixmap: In device pixels.
        radius: In device pixels.
    """
    result = QPixmap(pixmap.size())
    result.fill(Qt.GlobalColor.transparent)
    path = QPainterPath()
    path.addRoundedRect(QRectF(result.rect()), radius, radius)
    painter = QPainter(result)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(path)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return result
