"""The list of all commands (Ctrl+Shift+P): type to find one, Enter runs it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import tokens
from imgtext_desktop.actions import Choice
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label

_SIZE: Final = (520, 440)
_MOVES: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QDialog):
    """Shows commands with their keys; those that match what is typed.

    Args:
        context: The window's surroundings.
        choices: The commands, in the order in which they are listed.
        parent: The window.

    Attributes:
        field: What is typed.
        tree: The commands.
    """

    def __init__(
        self, context: Context, choices: Sequence[Choice], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("commandPalette")
        self.setWindowTitle(self.tr("Commands"))
        self.resize(*_SIZE)
        self._choices = list(choices)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("What do you want to do?"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setToolTip(self.tr("Type part of a command, Enter runs it"))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.installEventFilter(self)
        self.tree = self._make_tree()
        self._nothing = text_label(
            self.tr("No command is called so."), context.theme.font(tokens.BODY), role="secondary"
        )
        self._nothing.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.field)
        layout.addWidget(self._nothing)
        layout.addWidget(self.tree, 1)
        self._on_text_changed("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: in the field, arrows choose in the list and Enter runs."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in _MOVES:
            self.tree.keyPressEvent(event)
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(self.tree.currentItem())
            return True
        return False

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("shortcutsTree")
        tree.setAccessibleName(self.tr("Commands"))
        tree.setColumnCount(2)
        tree.setHeaderHidden(True)
        tree.setFrameShape(QFrame.Shape.NoFrame)
        tree.setRootIsDecorated(False)
        tree.setIndentation(0)
        tree.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field keeps it
        tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setStretchLastSection(False)
        for choice in self._choices:
            keys = choice.keys.toString(QKeySequence.SequenceFormat.NativeText)
            item = QTreeWidgetItem([choice.text, keys])
            item.setToolTip(0, choice.text)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            tree.addTopLevelItem(item)
        tree.itemClicked.connect(self._run)
        return tree

    def _items(self) -> list[QTreeWidgetItem]:
        items = map(self.tree.topLevelItem, range(self.tree.topLevelItemCount()))
        return [item for item in items if item is not None]

    def _on_text_changed(self, text: str) -> None:
        """Show what holds every typed word; the first of them is chosen."""
        words = text.casefold().split()
        found = []
        for item in self._items():
            name = item.text(0).casefold()
            item.setHidden(not all(word in name for word in words))
            if not item.isHidden():
                found.append(item)
        self._nothing.setVisible(not found)
        if found:
            self.tree.setCurrentItem(found[0])

    def _run(self, item: QTreeWidgetItem | None) -> None:
        """Close, then do it: what it opens shall not lie under this."""
        if item is None or item.isHidden():
            return
        choice = self._choices[self.tree.indexOfTopLevelItem(item)]
        self.accept()
        choice.run()
