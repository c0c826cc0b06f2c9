"""What the user asks of a version, with the questions and dialogs that go before."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from engine.models.recommended import RecommendedModel
from engine.models.versions import Slot
from imgtext_desktop.context import Context
from imgtext_desktop.models import words
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.in_use_card import previous_name
from imgtext_desktop.models.overview import Line, Overview


class VersionCommands(QObject):
    """Adopts, goes back, compares, exports, frees and removes, as the page shows it.

    Args:
        context: The window's surroundings.
        changes: Does it.
        page: Over which dialogs stand.

    Attributes:
        overview: All versions; None until they have been read.

    Signals:
        compare_requested: A version (its name) shall be compared with the one in use.
    """

    compare_requested = Signal(str)

    def __init__(self, context: Context, changes: VersionChanges, page: QWidget) -> None:
        super().__init__(page)
        self._context = context
        self._changes = changes
        self._page = page
        self.overview: Overview | None = None

    # -- switching --------------------------------------------------------------------------

    def adopt(self, line: Line) -> None:
        """Let a version answer."""
        if line.version.is_active or line.version.problem:
            return
        if line.is_built_in:
            self._changes.leave(line.slot, line.name, self._name(line))
        elif line.version.is_previous:
            self._changes.roll_back(line.slot, line.name, self._name(line))
        else:
            self._changes.adopt(line.slot, line.name, self._name(line))

    def leave(self, line: Line) -> None:
        """Do without a version."""
        if line.slot is Slot.RETRIEVAL:
            self.keep_built_in()
        else:
            self._changes.leave(line.slot, "", words.none_name(line.slot))

    def keep_built_in(self) -> None:
        """Let the built-in model answer."""
        if self.overview is not None:
            line = self.overview.built_in
            self._changes.leave(line.slot, line.name, self._name(line))

    def roll_back(self, slot: Slot) -> None:
        """Let what answered before answer again."""
        if self.overview is None:
            return
        line = self.overview.previous(slot)
        if line is None:
            self._changes.roll_back(slot, "", words.none_name(slot))
        else:
            self._changes.roll_back(slot, line.name, self._name(line))

    # -- comparing --------------------------------------------------------------------------

    def compare(self, line: Line) -> None:
        """Compare a version with the one in use; that one with another."""
        if line.version.is_active:
            self.compare_slot(line.slot)
        elif line.slot is not Slot.CODES and not line.version.problem:
            self.compare_requested.emit(line.name)

    def compare_slot(self, slot: Slot) -> None:
        """Compare what answers with what answered before, else with the newest other version."""
        if self.overview is None or slot is Slot.CODES:
            return
        usable = [
            line
            for line in self.overview.lines
            if line.slot is slot and not line.version.is_active and not line.version.problem
        ]
        previous = self.overview.previous(slot)
        if previous in usable:
            usable = [line for line in usable if line is previous]
        if usable:
            newest = max(usable, key=lambda line: line.version.card.created)
            self.compare_requested.emit(newest.name)

    # -- folders ----------------------------------------------------------------------------

    def ask_to_export(self, line: Line) -> None:
        """Ask for a folder, and copy a version into it."""
        if line.is_built_in:
            return
        name = self._name(line)
        dialog = self._folder_dialog(self.tr("Export %1").replace("%1", name))
        dialog.fileSelected.connect(
            lambda folder: self._changes.export(line.name, name, Path(folder))
        )
        dialog.open()

    def ask_for_folder(self, take: Callable[[Path], None]) -> None:
        """Ask for the folder of a model."""
        dialog = self._folder_dialog(self.tr("Add a model from a folder"))
        dialog.fileSelected.connect(lambda folder: take(Path(folder)))
        dialog.open()

    def ask_to_download(self, model: RecommendedModel) -> QMessageBox:
        """Ask whether to download a model; nothing else uses the network."""
        text = self.tr("Download %1 (%2)?").replace("%1", model.name)
        box = self._question(
            text.replace("%2", words.size_text(model.size)),
            "\n\n".join((words.published_text(model), self.tr("Nothing else uses the network."))),
            self.tr("Download"),
            partial(self._changes.arrivals.download, model.hub_id, model.name),
        )
        box.setObjectName("downloadQuestion")
        return box

    def _folder_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._page, title)
        dialog.setObjectName("modelFolderDialog")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        return dialog

    # -- room -------------------------------------------------------------------------------

    def remove(self, line: Line) -> None:
        """Remove a version that does not answer."""
        if not line.is_built_in and not line.version.is_active:
            self._changes.remove(line.name, self._name(line))

    def ask_to_free_kept(self, slot: Slot) -> QMessageBox | None:
        """Ask whether to delete what is kept for going back."""
        if self.overview is None:
            return None
        name = previous_name(self.overview, slot)
        return self._ask(self.overview.kept[slot], name, partial(self._changes.free_kept, slot))

    def ask_to_free(self, line: Line) -> QMessageBox:
        """Ask whether to delete what was prepared for a version."""
        free = partial(self._changes.free, line.name)
        return self._ask(line.version.prepared, self._name(line), free)

    def _ask(self, size: int, name: str, free: Callable[[], None]) -> QMessageBox:
        amount = words.size_text(size)
        hint = self.tr(
            "The version stays: %1. Before it can answer again, the photos are prepared for it "
            "anew, which takes a while."
        )
        box = self._question(
            self.tr("Free %1?").replace("%1", amount),
            hint.replace("%1", name),
            self.tr("Free %1").replace("%1", amount),
            free,
        )
        box.setObjectName("freeQuestion")
        return box

    def _question(self, text: str, hint: str, verb: str, do: Callable[[], None]) -> QMessageBox:
        box = QMessageBox(self._page)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(text)
        box.setInformativeText(hint)
        yes = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
        yes.setProperty("kind", "primary")
        yes.style().polish(yes)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        yes.clicked.connect(do)
        box.open()
        return box

    def _name(self, line: Line) -> str:
        assert self.overview is not None
        return words.name_text(line, self.overview.cards)
