"""The labels of the selected photos as chips, and the field that adds one."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from imgtext_desktop.controls.flow_layout import FlowLayout
from imgtext_desktop.controls.labels import ElidedLabel
from imgtext_desktop.labeling.own_undo import leaves_undo
from imgtext_desktop.labeling.said import GuessedLabel, Said


class _Chip(QWidget):
    def __init__(self, name: str, detail: str) -> None:
        super().__init__()
        self.setProperty("kind", "labelChip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        label = ElidedLabel(name)
        label.setProperty("strong", True)
        label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(10, 0, 2, 0)
        self._row.setSpacing(4)
        self._row.addWidget(label)
        if detail:
            self._row.addWidget(QLabel(detail))

    def _add_button(self, icon: QIcon, action: str, spoken: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "compact")
        button.setFixedSize(QSize(24, 24))
        button.setIconSize(QSize(12, 12))
        button.setIcon(icon)
        button.setToolTip(action)
        button.setAccessibleName(spoken)
        self._row.addWidget(button)
        return button


class LabelChip(_Chip):
    """A label: what all photos have can be taken away, what some have can be completed.

    Signals:
        pressed: Its button was pressed.
    """

    pressed = Signal()

    def __init__(self, name: str, detail: str, icon: QIcon, action: str) -> None:
        super().__init__(name, detail)
        button = self._add_button(icon, action, f"{name}: {action}")
        button.clicked.connect(self.pressed)


class GuessChip(_Chip):
    """A label that is guessed: it can be confirmed and rejected.

    Args:
        name: The label with its question mark.
        detail: How likely it is, or of how many photos it is guessed.
        yes: Icon of the button that confirms, and what it says.
        no: The same of the one that rejects.

    Signals:
        answered: Whether the guess is right.
    """

    answered = Signal(bool)

    def __init__(self, name: str, detail: str, yes: tuple[QIcon, str], no: tuple[QIcon, str]):
        super().__init__(name, detail)
        self.setProperty("partial", True)
        for (icon, action), is_right in ((yes, True), (no, False)):
            button = self._add_button(icon, action, action)
            button.clicked.connect(partial(self.answered.emit, is_right))


class LabelChips(QWidget):
    """All labels of the selection.

    Args:
        icon: Returns an icon by its name, in a token's colour.
        parent: The parent widget.

    Signals:
        removed: A label shall go from all photos.
        added: A label shall go to all photos.
    """

    removed = Signal(str)
    added = Signal(str)

    def __init__(self, icon: Callable[[str, str], QIcon], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._said = Said()
        self._flow = FlowLayout((8, 6), self)

    def show_said(self, said: Said) -> None:
        """Show other labels."""
        self._said = said
        _empty(self._flow)
        for name, count in said.labels:
            self._flow.addWidget(self._chip(name, count))
        self.setVisible(bool(said.labels))

    def tint(self) -> None:
        """Take up other colours."""
        self.show_said(self._said)

    def _chip(self, name: str, count: int) -> LabelChip:
        number = self.locale().toString(self._said.count)
        is_partial = count < self._said.count
        if is_partial:
            some = self.tr("%1 of %2").replace("%1", self.locale().toString(count))
            detail, action = some.replace("%2", number), self.tr("Add to all")
        else:
            detail = self.tr("all %1").replace("%1", number) if count > 1 else ""
            action = self.tr("Remove")
        icon = self._icon("plus" if is_partial else "x", "accent_text")
        chip = LabelChip(name, detail, icon, action)
        chip.setProperty("partial", is_partial)
        chip.pressed.connect(lambda: (self.added if is_partial else self.removed).emit(name))
        return chip


class GuessChips(QWidget):
    """What is guessed of the selection.

    Args:
        icon: Returns an icon by its name, in a token's colour.
        parent: The parent widget.

    Signals:
        answered: A label, and whether it is right.
    """

    answered = Signal(str, bool)

    def __init__(self, icon: Callable[[str, str], QIcon], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._said = Said()
        self._flow = FlowLayout((8, 6), self)

    def show_said(self, said: Said) -> None:
        """Show other guesses."""
        self._said = said
        _empty(self._flow)
        for guess in said.guesses:
            chip = self._chip(guess)
            chip.answered.connect(partial(self.answered.emit, guess.name))
            self._flow.addWidget(chip)

    def tint(self) -> None:
        """Take up other colours."""
        self.show_said(self._said)

    def _chip(self, guess: GuessedLabel) -> GuessChip:
        number = self.locale().toString
        if self._said.count == 1:
            percent = min(99, round(100 * guess.probability))  # a guess is never certain
            detail = self.tr("%1 %").replace("%1", number(percent))
            yes, no = self.tr("Yes, it is “%1” (Y)"), self.tr("No, it is not “%1” (N)")
        else:
            detail = self.tr("%1 of %2").replace("%1", number(guess.count))
            detail = detail.replace("%2", number(self._said.count))
            yes = self.tr("Label %Ln photos “%1”", "", guess.count)
            no = self.tr("%Ln photos are not “%1”", "", guess.count)
        return GuessChip(
            self.tr("%1?").replace("%1", guess.name),
            detail,
            (self._icon("check", "good"), yes.replace("%1", guess.name)),
            (self._icon("x", "bad"), no.replace("%1", guess.name)),
        )


def _empty(flow: FlowLayout) -> None:
    while (item := flow.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


class LabelEdit(QLineEdit):
    """The field that adds a label, with what is known as completion.

    Signals:
        entered: A label was typed or chosen, or typed and left; the field is empty again.
        left: Escape was pressed; the field is empty again.
    """

    entered = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("labelEdit")
        self.setAccessibleName(self.tr("Add a label"))
        self.setToolTip(self.tr("Add a label (L); Enter adds it"))
        self.setMaxLength(200)
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these labels."""
        if self._names.stringList() != list(names):
            self._names.setStringList(list(names))

    def event(self, event: QEvent) -> bool:
        """Override: while there is nothing to undo here, Ctrl+Z is the window's."""
        if leaves_undo(event, self.isUndoAvailable(), self.isRedoAvailable()):
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Enter and Escape, which nobody else shall get."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.setText("")
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override: what was typed is never lost, wherever the user clicks next."""
        super().focusOutEvent(event)
        keeps = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if event.reason() not in keeps:
            self.enter()

    def enter(self) -> None:
        """Add what is typed, if anything is."""
        name = self.text().strip()
        if name:
            self.setText("")  # unlike clear(), with nothing left to undo
            self.entered.emit(name)
