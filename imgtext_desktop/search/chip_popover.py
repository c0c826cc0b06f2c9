"""What opens under a picture chip: the picture, more or less like it, how much it counts."""

import dataclasses
import math
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import tokens
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.search import shadow
from imgtext_desktop.search.chips import rounded, weight_text
from imgtext_desktop.search.picture import QueryPicture
from imgtext_desktop.search.query_state import MOST_WEIGHT, ChipState
from imgtext_desktop.theme import Theme
from imgtext_desktop.tokens import TypeStyle

_WIDTH: Final = 320
_PADDING: Final = 16
_PREVIEW_HEIGHT: Final = 176
_STEPS: Final = 100  # of the slider, from normal to triple
_STRONG: Final = TypeStyle(tokens.BODY.pixels, 600)
_MOST_CROPPED: Final = 0.25


class ChipPopover(QWidget):
    """A card over the window; Esc or a press outside closes it, Tab stays inside.

    It lies in its window, not above it, so that it moves and closes with it.

    Signals:
        edited: The chip shall stand for another :class:`ChipState`; True while the slider is
            being dragged.
        crop_requested: A part of the picture shall be cut out.
        replace_requested: Another picture shall take its place.
        remove_requested: The chip shall go.
        closed: It is closed.
    """

    edited = Signal(object, bool)
    crop_requested = Signal()
    replace_requested = Signal()
    remove_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, state: ChipState, parent: QWidget) -> None:
        super().__init__(parent)
        assert state.picture is not None
        self.setObjectName("chipPopover")
        self.setAccessibleName(self.tr("Picture in the query"))
        # Style sheets fill a slider's groove from the left whatever the direction.
        self.setProperty("mirrored", self.layoutDirection() == Qt.LayoutDirection.RightToLeft)
        self._theme = theme
        self._room = parent
        self._state = state
        self._is_open = True
        application = QApplication.instance()
        assert application is not None
        self._application = application
        margin = shadow.BLUR + _PADDING
        column = QVBoxLayout(self)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(8)
        column.addWidget(_Preview(theme, state.picture, self))
        column.addWidget(self._make_segments())
        column.addLayout(self._make_slider())
        column.addSpacing(4)
        column.addLayout(self._make_buttons())
        self.setMinimumWidth(_WIDTH + 2 * shadow.BLUR)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._show_weight()

    def open_at(self, place: QPoint) -> None:
        """Open with the card's corner at a place of the parent, or as near as the window allows.

        Args:
            place: The leading top corner.
        """
        self.adjustSize()
        card = self._card()
        room = self._room.rect()
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            place = place - QPoint(card.width(), 0)
        x = max(0, min(place.x(), room.right() - card.width()))
        y = max(0, min(place.y(), room.bottom() - card.height()))
        self.move(QPoint(x, y) - card.topLeft())
        self.show()
        self.raise_()
        self._stops[0].setFocus(Qt.FocusReason.PopupFocusReason)
        self._application.installEventFilter(self)

    def dismiss(self) -> None:
        """Close it; later calls do nothing."""
        if not self._is_open:
            return
        self._is_open = False
        self._application.removeEventFilter(self)
        self.hide()
        self.closed.emit()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: a press outside closes it and goes on to where it was meant."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            is_window = isinstance(watched, QWidget)
            inside = self._card().contains(self.mapFromGlobal(event.globalPosition().toPoint()))
            if is_window and not inside:
                self.dismiss()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Esc closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Override: Tab goes round inside."""
        stops = [widget for widget in self._stops if widget.isVisibleTo(self)]
        now = QApplication.focusWidget()
        index = stops.index(now) if now in stops else 0
        step = 1 if is_next else -1
        reason = Qt.FocusReason.TabFocusReason if is_next else Qt.FocusReason.BacktabFocusReason
        stops[(index + step) % len(stops)].setFocus(reason)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the shadow and the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self._card())
        shadow.paint_shadow(painter, card, tokens.RADIUS_POPOVER)
        painter.setPen(QPen(self._theme.colour("line"), 1))
        painter.setBrush(self._theme.colour("raised"))
        card.adjust(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(card, tokens.RADIUS_POPOVER, tokens.RADIUS_POPOVER)
        painter.end()

    @property
    def _stops(self) -> list[QWidget]:
        # Of a group of two only the chosen one is a stop; arrows go to the other.
        chosen = self._sign.button(self._state.is_excluded)
        return [chosen, self._slider, self._crop, self._replace, self._remove]

    def _card(self) -> QRect:
        return self.rect().adjusted(shadow.BLUR, shadow.BLUR, -shadow.BLUR, -shadow.BLUR)

    def _make_segments(self) -> SegmentedControl:
        self._sign = SegmentedControl(self.tr("More or less like this"), self)
        more, less = self.tr("More like this"), self.tr("Less like this")
        self._sign.add(False, more, self.tr("Photos that look like it come first (arrow keys)"))
        self._sign.add(True, less, self.tr("Photos that look like it move down (arrow keys)"))
        self._sign.choose(self._state.is_excluded)
        self._sign.chosen.connect(self._on_sign_chosen)
        return self._sign

    def _make_slider(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(8)
        name = QLabel(self.tr("Counts"), self)
        name.setFont(self._theme.font(_STRONG))
        self._value = QLabel(self)
        self._value.setObjectName("chipWeight")
        self._value.setFont(self._theme.font(_STRONG))
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        self._slider.setRange(-_STEPS, _STEPS)
        self._slider.setSingleStep(_STEPS // 10)
        self._slider.setPageStep(_STEPS // 4)
        self._slider.setMinimumHeight(24)
        self._slider.setValue(round(_STEPS * math.log(self._state.weight, MOST_WEIGHT)))
        self._slider.setAccessibleName(self.tr("How much the picture counts"))
        self._slider.setToolTip(self.tr("How much the picture counts (arrow keys)"))
        self._slider.valueChanged.connect(self._on_slider_moved)
        self._slider.sliderReleased.connect(lambda: self.edited.emit(self._state, False))
        grid.addWidget(name, 0, 0, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self._value, 0, 2, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._slider, 1, 0, 1, 3)
        ends = (
            (self.tr("a third"), Qt.AlignmentFlag.AlignLeft),
            (self.tr("normal"), Qt.AlignmentFlag.AlignHCenter),
            (self.tr("triple"), Qt.AlignmentFlag.AlignRight),
        )
        for column, (text, alignment) in enumerate(ends):
            label = QLabel(text, self)
            label.setProperty("role", "secondary")
            label.setFont(self._theme.font(tokens.CAPTION))
            grid.addWidget(label, 2, column, alignment)
            grid.setColumnStretch(column, 1)
        return grid

    def _make_buttons(self) -> QHBoxLayout:
        self._crop = self._make_button(self.tr("Crop"), self.tr("Search with a part of it"))
        self._crop.clicked.connect(self._on_crop_clicked)
        self._replace = self._make_button(self.tr("Replace"), self.tr("Choose another picture"))
        self._replace.clicked.connect(self._on_replace_clicked)
        self._remove = self._make_button(self.tr("Remove"), self.tr("Take it out of the query"))
        self._remove.setProperty("kind", "quiet")
        self._remove.clicked.connect(self._on_remove_clicked)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._crop)
        row.addWidget(self._replace)
        row.addStretch(1)
        row.addWidget(self._remove)
        return row

    def _make_button(self, text: str, tooltip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("kind", "small")
        button.setToolTip(tooltip)
        button.setIconSize(QSize(18, 14))  # wider than the icon: room before the text
        return button

    def _on_theme_changed(self) -> None:
        self._crop.setIcon(self._theme.icon("crop"))
        self._replace.setIcon(self._theme.icon("arrows-clockwise"))
        self._remove.setIcon(self._theme.icon("trash"))
        self.update()

    def _on_sign_chosen(self, is_excluded: bool) -> None:
        self._become(dataclasses.replace(self._state, is_excluded=is_excluded))

    def _on_slider_moved(self, value: int) -> None:
        self._become(self._state.weighted(MOST_WEIGHT ** (value / _STEPS)))

    def _become(self, state: ChipState) -> None:
        self._state = state
        self._show_weight()
        self.edited.emit(state, self._slider.isSliderDown())

    def _show_weight(self) -> None:
        self._value.setText(weight_text(self._state.weight) or "×1")

    def _on_crop_clicked(self) -> None:
        self.dismiss()
        self.crop_requested.emit()

    def _on_replace_clicked(self) -> None:
        self.dismiss()
        self.replace_requested.emit()

    def _on_remove_clicked(self) -> None:
        self.dismiss()
        self.remove_requested.emit()


class _Preview(QWidget):
    """The picture, filling its place where that costs little of it."""

    def __init__(self, theme: Theme, picture: QueryPicture, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image = picture.thumbnail
        self._pixmap: QPixmap | None = None
        self.setFixedHeight(_PREVIEW_HEIGHT)
        self.setAccessibleName(picture.label or self.tr("Pasted picture"))
        self.setToolTip(picture.label)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: draw it."""
        if self._image.isNull():
            return
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        if self._pixmap is None or self._pixmap.size() != size:
            self._pixmap = self._make_pixmap(size, ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._pixmap)
        painter.end()

    def _make_pixmap(self, size: QSize, ratio: float) -> QPixmap:
        shape = (self._image.width() * size.height()) / (self._image.height() * size.width())
        is_near = min(shape, 1 / shape) >= 1 - _MOST_CROPPED
        mode = Qt.AspectRatioMode
        scaled = self._image.scaled(
            size,
            mode.KeepAspectRatioByExpanding if is_near else mode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        canvas = QPixmap(size)
        canvas.fill(self._theme.colour("panel"))
        painter = QPainter(canvas)
        x, y = (size.width() - scaled.width()) // 2, (size.height() - scaled.height()) // 2
        painter.drawImage(x, y, scaled)
        painter.end()
        pixmap = rounded(canvas, tokens.RADIUS_CHIP * ratio)
        pixmap.setDevicePixelRatio(ratio)
        return pixmap
