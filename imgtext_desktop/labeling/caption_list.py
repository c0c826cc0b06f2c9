"""The captions of a photo as cards, each with its source; the user's own can be edited."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.changes import Caption, CaptionSource
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import breakable, text_label
from imgtext_desktop.labeling.own_undo import leaves_undo
from imgtext_desktop.theme import Theme

_MOST_LINES = 6
_SMALL_WEIGHT = 0.1  # needs another digit
_MARGIN = 7  # the text stands where it does in a field of one line


class CaptionField(QPlainTextEdit):
    """Grows with its text; Enter saves, Escape gives up.

    Signals:
        entered: The text shall be saved.
        left: Nothing shall be saved.
    """

    entered = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        # An editor of text would take all the room that is left, and the panel around it too.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(_MARGIN)
        self.textChanged.connect(self._fit)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Override: while there is nothing to undo here, Ctrl+Z is the window's."""
        document = self.document()
        if leaves_undo(event, document.isUndoAvailable(), document.isRedoAvailable()):
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Enter and Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(self.toPlainText())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override: what was typed is never lost, wherever the user clicks next."""
        super().focusOutEvent(event)
        keeps = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if event.reason() not in keeps:
            self.entered.emit(self.toPlainText())

    def changeEvent(self, event: QEvent) -> None:
        """Override: another font, another height."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        lines = max(1, min(_MOST_LINES, int(self.document().size().height())))
        margins = 2 * _MARGIN + 2
        self.setFixedHeight(
            max(tokens.HEIGHT_CONTROL, lines * self.fontMetrics().height() + margins)
        )


class CaptionCard(QFrame):
    """A caption.

    Signals:
        edited: The caption shall have this text; an empty one deletes it.
    """

    edited = Signal(str)

    def __init__(self, theme: Theme, caption: Caption, icon: Callable[[str, str], QIcon]) -> None:
        super().__init__()
        self.setObjectName("captionCard")
        self.caption = caption
        self._text = text_label(breakable(caption.text), theme.font(tokens.BODY), wraps=True)
        self._text.setAccessibleName(caption.text)
        self._field: CaptionField | None = None
        source, weight = self._describe()
        below = QHBoxLayout()
        below.setSpacing(4)
        below.addWidget(text_label(source, theme.font(tokens.CAPTION), role="secondary"), 1)
        below.addWidget(text_label(weight, theme.font(tokens.CAPTION), role="secondary"))
        buttons: list[QToolButton] = []
        for name, words, action in (
            ("pencil-simple", self.tr("Edit"), self.start_editing),
            ("x", self.tr("Delete"), lambda: self.edited.emit("")),
        ):
            button = QToolButton()
            button.setProperty("kind", "compact")
            button.setFixedSize(QSize(24, 24))
            button.setIconSize(QSize(14, 14))
            button.setIcon(icon(name, "text2"))
            button.setToolTip(words)
            button.setAccessibleName(f"{words}: {caption.text}")
            button.clicked.connect(action)
            below.addWidget(button)
            buttons.append(button)
        self._edit = buttons[0]
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 8, 4)
        self._column.setSpacing(2)
        self._column.addWidget(self._text)
        self._column.addLayout(below)

    def start_editing(self) -> None:
        """Put a field in the place of the text."""
        if self._field is not None:
            return
        field = self._field = CaptionField()
        field.setPlainText(self.caption.text)
        field.selectAll()
        field.setAccessibleName(self.tr("Caption"))
        field.entered.connect(self._on_entered)
        field.left.connect(self._stop_editing)
        self._text.hide()
        self._column.insertWidget(0, field)
        QWidget.setTabOrder(self._edit, field)
        field.setFocus()

    def _on_entered(self, text: str) -> None:
        if self._field is None:
            return  # it is being put away, which takes the focus from it
        self._stop_editing()
        if text.strip() and text.strip() != self.caption.text:
            self.edited.emit(text)

    def _stop_editing(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            self._text.show()
            field.hide()
            field.deleteLater()

    def _describe(self) -> tuple[str, str]:
        sources = {
            CaptionSource.MANUAL: self.tr("You"),
            CaptionSource.PAIRS: self.tr("From a picture collection"),
            CaptionSource.GENERATED: self.tr("Suggested, not reviewed"),
            CaptionSource.TEMPLATE: self.tr("From a label"),
        }
        digits = 1 if self.caption.weight >= _SMALL_WEIGHT else 2
        weight = self.locale().toString(self.caption.weight, "f", digits)
        return sources[self.caption.source], self.tr("counts %1×").replace("%1", weight)


class CaptionList(QWidget):
    """All captions of the one photo that is selected.

    Signals:
        edited: A caption shall have another text; carries both.
    """

    edited = Signal(object, str)

    def __init__(
        self, theme: Theme, icon: Callable[[str, str], QIcon], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._captions: tuple[Caption, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_captions(self, captions: Sequence[Caption]) -> None:
        """Show other captions."""
        if tuple(captions) == self._captions:
            return  # what is being edited stays as it is
        self._captions = tuple(captions)
        self._fill()

    def tint(self) -> None:
        """Take up other colours."""
        self._fill()

    def _fill(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for caption in self._captions:
            card = CaptionCard(self._theme, caption, self._icon)
            card.edited.connect(lambda text, c=caption: self.edited.emit(c, text))
            self._column.addWidget(card)
        self.setVisible(bool(self._captions))
