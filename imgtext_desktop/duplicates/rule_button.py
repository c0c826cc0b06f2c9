"""The button that marks all groups by a rule; nothing is marked before a rule is chosen."""

import os
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from engine.catalog.records import Root
from engine.paths import printable
from imgtext_desktop.actions import ignoring_argument
from imgtext_desktop.duplicates import marks
from imgtext_desktop.theme import Theme


class RuleButton(QPushButton):
    """Opens a menu of rules.

    Signals:
        chosen: A :data:`~imgtext_desktop.duplicates.marks.Rule`.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roots: Sequence[Root] = ()
        self.setText(self.tr("Mark by rule"))
        self.setToolTip(self.tr("Keep one photo of each group and mark the others for the trash"))
        self.setAccessibleName(self.text())
        self.setIconSize(QSize(16, 14))
        # The arrow stands behind the words.
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        ends = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
        self.setLayoutDirection(ends[0] if is_mirrored else ends[1])
        self.clicked.connect(self._on_clicked)
        theme.changed.connect(self._retint)
        self._retint()

    def show_roots(self, roots: Sequence[Root]) -> None:
        """Offer to keep what lies in one of these folders."""
        self._roots = roots

    def build_menu(self) -> QMenu:
        """Return the menu of rules."""
        menu = QMenu(self)
        menu.setLayoutDirection(QGuiApplication.layoutDirection())  # not that of the button
        self._add(menu, self.tr("Keep the largest, trash the rest"), marks.largest)
        self._add(menu, self.tr("Keep the oldest, trash the rest"), marks.oldest)
        menu.addSeparator()
        if len(self._roots) > 1:
            for root in self._roots:
                name = printable(os.path.basename(root.path) or root.path)
                text = self.tr("Keep what is in “%1”, trash the rest")
                self._add(menu, text.replace("%1", name), marks.in_folder(root.path))
        folder = menu.addAction(self.tr("Keep what is in a folder, trash the rest…"))
        folder.triggered.connect(ignoring_argument(self._ask_folder))
        return menu

    def _add(self, menu: QMenu, text: str, rule: marks.Rule) -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.triggered.connect(ignoring_argument(partial(self.chosen.emit, rule)))

    def _on_clicked(self) -> None:
        menu = self.build_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("Keep what is in which folder?"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(
            lambda folder: self.chosen.emit(marks.in_folder(os.fsencode(folder)))
        )
        dialog.open()

    def _retint(self) -> None:
        self.setIcon(self._theme.icon("caret-down"))
