"""The list of keys (F1), with a field that narrows it."""

from collections.abc import Callable, Iterable
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import tokens
from imgtext_desktop.actions import KeyLine
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label


class ShortcutsDialog(QDialog):
    """Shows what the keys do, by area.

    Args:
        context: The window's surroundings.
        lines: What to list; lines of one area stand together.
        parent: Its owner.
    """

    def __init__(
        self, context: Context, lines: Iterable[KeyLine], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("shortcutsDialog")
        self.setWindowTitle(self.tr("Keys"))
        self.resize(560, 640)
        title = text_label(self.tr("Keys"), context.theme.font(tokens.TITLE))
        self._filter = QLineEdit()
        self._filter.setPlaceholderText(self.tr("Find a key or what it does"))
        self._filter.setAccessibleName(self._filter.placeholderText())
        self._filter.setToolTip(self._filter.placeholderText())
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._on_filter_changed)
        self._nothing = text_label(
            self.tr("No key does that."), context.theme.font(tokens.BODY), role="secondary"
        )
        self._nothing.hide()
        self.tree = self._make_tree(lines)
        close = QPushButton(self.tr("Close"))
        close.setProperty("kind", "primary")
        close.setToolTip(self.tr("Close (Esc)"))
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addWidget(title)
        layout.addWidget(self._filter)
        layout.addWidget(self._nothing)
        layout.addWidget(self.tree, 1)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignTrailing)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: the first Esc clears the field."""
        if event.key() == Qt.Key.Key_Escape and self._filter.text():
            self._filter.clear()
        else:
            super().keyPressEvent(event)

    def _make_tree(self, lines: Iterable[KeyLine]) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("shortcutsTree")
        tree.setAccessibleName(self.tr("Keys"))
        tree.setColumnCount(2)
        tree.setHeaderLabels([self.tr("What it does"), self.tr("Keys")])
        tree.setFrameShape(QFrame.Shape.NoFrame)
        tree.setRootIsDecorated(False)
        tree.setItemsExpandable(False)
        tree.setIndentation(0)
        header = tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        for area, group in groupby(lines, key=lambda line: line.area):
            heading = QTreeWidgetItem([area, ""])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = heading.font(0)
            font.setBold(True)
            heading.setFont(0, font)
            tree.addTopLevelItem(heading)
            for line in group:
                item = QTreeWidgetItem([line.text, line.keys])
                item.setToolTip(0, line.text)
                heading.addChild(item)
        tree.expandAll()
        return tree

    def _on_filter_changed(self, text: str) -> None:
        wanted = text.casefold()
        is_any = False
        for heading in _items(self.tree.topLevelItem, self.tree.topLevelItemCount()):
            lines = _items(heading.child, heading.childCount())
            for line in lines:
                texts = (line.text(0), line.text(1))
                line.setHidden(not any(wanted in shown.casefold() for shown in texts))
            is_shown = any(not line.isHidden() for line in lines)
            heading.setHidden(not is_shown)
            is_any = is_any or is_shown
        self._nothing.setVisible(not is_any)


def _items(item_at: Callable[[int], QTreeWidgetItem | None], count: int) -> list[QTreeWidgetItem]:
    return [item for number in range(count) if (item := item_at(number)) is not None]
