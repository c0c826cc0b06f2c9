"""Marks a part of a picture that need not be in the library; over the whole window, always dark."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QImage, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine.images.views import PictureData, PictureFile, Source
from imgtext_desktop import icons, tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.viewer.canvas import Canvas
from imgtext_desktop.viewer.crop import ARROWS
from imgtext_desktop.viewer.dark_style import dark_style_sheet
from imgtext_desktop.viewer.picture_reading import (
    Picture,
    Pixels,
    load_part,
    load_picture,
)

_CHANNEL = "part chooser"
_PRIORITY = 20
_BUTTON, _ICON = 36, 20


class PartChooser(QWidget):
    """Shows one picture with a part of it marked.

    Attributes:
        canvas: The picture.
        name: What it is called.

    Signals:
        part_chosen: The part, a QImage.
        closed: The user wants to go back.
    """

    part_chosen = Signal(QImage)
    closed = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("partChooser")
        self.setAccessibleName(self.tr("Mark a part"))
        self.setStyleSheet(dark_style_sheet())
        self._context = context
        self._source: Source | None = None
        self._back = QToolButton()
        self._back.setFixedSize(QSize(_BUTTON, _BUTTON))
        self._back.setIconSize(QSize(_ICON, _ICON))
        self._back.setIcon(icons.icon("arrow-left", tokens.DARK.text))
        self._back.setAccessibleName(self.tr("Back"))
        self._back.setToolTip(self.tr("Back (Esc)"))
        self._back.clicked.connect(self.closed)
        self.name = ElidedLabel()
        self.name.setObjectName("viewerName")
        self.canvas = Canvas(self)
        self.canvas.part_confirmed.connect(self._on_confirmed)
        self._lay_out(context)

    def open(self, *, path: bytes | None, data: bytes | None, name: str) -> None:
        """Show a picture; where it cannot be read the user is told, and asked back.

        Args:
            path: Its file, or None.
            data: The bytes of a picture file, instead of a file.
            name: What it is called.
        """
        source: Source
        if data is not None:
            source = PictureData(data)
        else:
            assert path is not None
            source = PictureFile(path)
        self._source = source
        self.name.setText(name)
        self.canvas.setAccessibleName(name)
        self.canvas.show_picture(None)
        self.canvas.setFocus(Qt.FocusReason.PopupFocusReason)
        box = self.canvas.box
        self._context.jobs.read(
            lambda: load_picture(self._context.reader, source, box),
            self._on_loaded,
            failed=self._on_failed,
            channel=_CHANNEL,
            priority=_PRIORITY,
        )

    def event(self, event: QEvent) -> bool:
        """Override: its keys come before those of the window behind it."""
        is_trial = event.type() == QEvent.Type.ShortcutOverride
        if is_trial and isinstance(event, QKeyEvent) and self._task_of(event) is not None:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: arrows change the part, Enter takes it, Esc goes back."""
        task = self._task_of(event)
        if task is None:
            super().keyPressEvent(event)
        else:
            task()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: dark, whatever the window's appearance."""
        QPainter(self).fillRect(self.rect(), QColor(tokens.SCRIM))

    def hideEvent(self, event: QHideEvent) -> None:
        """Override: pictures are large; none is kept."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._context.jobs.drop(_CHANNEL)
            self._source = None
            self.canvas.show_picture(None)

    def _lay_out(self, context: Context) -> None:
        header = QHBoxLayout()
        header.setContentsMargins(16, 16, 16, 16)
        header.setSpacing(12)
        header.addWidget(self._back)
        header.addWidget(self.name, 1)
        hint = text_label(
            self.tr("Drag to mark a part · Enter to search with it · Esc to go back"),
            context.theme.font(tokens.CAPTION),
            role="hint",
            wraps=True,
        )
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 10)
        layout.setSpacing(0)
        layout.addLayout(header)
        layout.addWidget(self.canvas, 1)
        layout.addSpacing(12)
        layout.addWidget(hint)

    def _task_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_shifted = modifiers == Qt.KeyboardModifier.ShiftModifier
        key = Qt.Key(event.key())
        if key in ARROWS and (is_shifted or not modifiers):
            return partial(self.canvas.step_part, *ARROWS[key], is_size=is_shifted)
        if modifiers:
            return None
        if key == Qt.Key.Key_Escape:
            return self.closed.emit
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._back.hasFocus():
            return self._on_confirmed
        return None

    def _on_loaded(self, picture: Picture) -> None:
        self.canvas.show_picture(picture)
        self.canvas.mark_part()

    def _on_failed(self, sentence: str) -> None:
        self._context.notifier.error(sentence)
        self.closed.emit()

    def _on_confirmed(self) -> None:
        part, picture, source = self.canvas.part, self.canvas.picture, self._source
        if part is None or picture is None or source is None:
            return
        if not self.canvas.is_part_large_enough:
            return
        if picture.detail == 1:
            self.part_chosen.emit(picture.cut(part))
            return
        size, place = (picture.width, picture.height), _numbers(part)
        self._context.jobs.read(
            lambda: load_part(self._context.reader, source, size, place),
            self._on_part_read,
            # The file has gone meanwhile: what is seen of it will do.
            failed=lambda _: self.part_chosen.emit(picture.cut(part)),
            channel=_CHANNEL,
            priority=_PRIORITY,
        )

    def _on_part_read(self, pixels: Pixels) -> None:
        self.part_chosen.emit(pixels.as_image().copy())


def _numbers(part: QRect) -> tuple[int, int, int, int]:
    return part.x(), part.y(), part.width(), part.height()
