"""Import and export of captions, labels and ratings, and their way to and from sidecars."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.catalog.changes import Change
from imgtext_desktop.context import Context
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.notifier import Severity

if TYPE_CHECKING:
    from engine.exchange.exchange import ExchangeReport
    from engine.exchange.sidecars import WriteReport


class ExchangeCommands(QObject):
    """Carries out commands on all that the user says of photos.

    Args:
        context: The window's surroundings.
        edits: Makes imports, so that they can be undone.
        window: Parent of dialogs.

    Signals:
        folder_requested: A file (path, bytes) to be shown in its folder.
    """

    folder_requested = Signal(object)

    def __init__(self, context: Context, edits: Edits, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._edits = edits
        self._window = window

    # -- import -----------------------------------------------------------------------------

    def choose_import(self) -> None:
        """Ask for a file of captions, labels or ratings and take it up."""
        dialog = self._dialog(self.tr("Import captions, labels or ratings"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [
                self.tr("Tables and COCO captions (%1)").replace("%1", "*.csv *.json"),
                self.tr("All files (%1)").replace("%1", "*"),
            ]
        )
        dialog.fileSelected.connect(lambda file: self.take(Path(file)))
        dialog.open()

    def choose_import_beside(self) -> None:
        """Ask for a folder whose photos have texts beside them, and take those as captions."""
        dialog = self._dialog(self.tr("Import captions from texts beside the photos"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda folder: self.take(Path(folder)))
        dialog.open()

    def take(self, path: Path) -> None:
        """Take up a file, or the texts beside the photos of a folder."""
        exchange = self._context.library.exchange
        self._take(lambda: exchange.import_any(path), self._tell_imported)

    def label_by_folders(self, folder: bytes) -> None:
        """Label photos with the names of the sub-folders that they lie in."""
        exchange = self._context.library.exchange
        self._take(
            lambda: exchange.labels_from_folders(folder),
            lambda _, count: self.tr("Labelled %Ln photos", "", count),
        )

    def take_keywords(self) -> None:
        """Take what photos and sidecars say as labels, captions and stars."""
        self._take(self._context.library.sidecars.take, self._tell_imported)

    def _take(
        self,
        work: "Callable[[], ExchangeReport]",
        tell: "Callable[[ExchangeReport, int], str]",
    ) -> None:
        reports: list[ExchangeReport] = []

        def make() -> Change:
            reports.append(work())
            return reports[-1].change

        self._edits.take(
            make,
            lambda count: tell(reports[-1], count),
            tell_nothing=lambda: self._tell_nothing(reports[-1]),
        )

    def _tell_imported(self, report: "ExchangeReport", _: int) -> str:
        text = self.tr("Imported %Ln entries", "", report.added)
        left_out = []
        if report.unmatched:
            count = len(report.unmatched)
            left_out.append(self.tr("%Ln entries match no photo here", "", count))
        if report.skipped:
            count = len(report.skipped)
            left_out.append(self.tr("%Ln entries are empty and were skipped", "", count))
        for words in left_out:
            text = self.tr("%1; %2").replace("%1", text).replace("%2", words)
        return text

    def _tell_nothing(self, report: "ExchangeReport") -> str:
        parts = [self.tr("There was nothing new.")]
        if report.unchanged:
            parts.append(self.tr("%Ln entries are in the library already.", "", report.unchanged))
        if report.unmatched:
            text = self.tr("%Ln entries match no photo here.", "", len(report.unmatched))
            parts.append(text)
        if report.skipped:
            text = self.tr("%Ln entries are empty and were skipped.", "", len(report.skipped))
            parts.append(text)
        return self.tr("%1 %2").replace("%1", parts[0]).replace("%2", " ".join(parts[1:])).strip()

    # -- export -----------------------------------------------------------------------------

    def choose_captions_export(self) -> None:
        """Ask for a file and write every caption."""
        exchange = self._context.library.exchange
        filters = [
            self.tr("CSV table (%1)").replace("%1", "*.csv"),
            self.tr("COCO captions (%1)").replace("%1", "*.json"),
        ]
        self._choose_export(
            self.tr("Export captions"), "captions.csv", filters, exchange.export_captions
        )

    def choose_labels_export(self) -> None:
        """Ask for a file and write every label."""
        exchange = self._context.library.exchange
        filters = [self.tr("CSV table (%1)").replace("%1", "*.csv")]
        self._choose_export(self.tr("Export labels"), "labels.csv", filters, exchange.export_labels)

    def choose_ratings_export(self) -> None:
        """Ask for a file and write every rating."""
        exchange = self._context.library.exchange
        filters = [self.tr("CSV table (%1)").replace("%1", "*.csv")]
        self._choose_export(
            self.tr("Export ratings"), "ratings.csv", filters, exchange.export_ratings
        )

    def choose_export_beside(self) -> None:
        """Ask for a folder of the library and write captions as texts beside its photos."""
        dialog = self._dialog(self.tr("Write captions beside the photos of a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        roots = [root.path for root in self._context.library.roots.all() if not root.problem]
        if roots:
            dialog.setDirectory(os.fsdecode(roots[0]))
        dialog.fileSelected.connect(lambda folder: self.write_beside(Path(folder)))
        dialog.open()

    def write_beside(self, folder: Path) -> None:
        """Write the user's own captions as texts beside the photos of a folder, and say so."""
        exchange = self._context.library.exchange

        def done(written: tuple[int, list[str]]) -> None:
            count, problems = written
            text = self.tr("%Ln photos have their captions beside them now.", "", count)
            if problems:
                failed = self.tr("%Ln texts could not be written.", "", len(problems))
                first = in_user_words(problems[0])
                self._context.notifier.post(f"{text} {failed} {first}", Severity.WARNING)
            elif count:
                self._context.notifier.post(
                    text,
                    action_text=self.tr("Show in folder"),
                    action=lambda: self.folder_requested.emit(bytes(folder)),
                )
            else:
                text = self.tr("No photo of the library in “%1” has a caption of yours.")
                self._context.notifier.post(text.replace("%1", folder.name))

        self._context.jobs.read(
            lambda: exchange.write_captions_beside(folder),
            done,
            failed=self._context.notifier.error,
        )

    def export(self, write: Callable[[Path], int], file: Path) -> None:
        """Write a file, and say so.

        Args:
            write: Writes it and returns how many entries it has.
            file: The file.
        """

        def done(count: int) -> None:
            text = self.tr("Exported %Ln entries to %1.", "", count)
            self._context.notifier.post(
                text.replace("%1", file.name),
                action_text=self.tr("Show in folder"),
                action=lambda: self.folder_requested.emit(bytes(file)),
            )

        self._context.jobs.read(lambda: write(file), done, failed=self._context.notifier.error)

    def _choose_export(
        self, title: str, name: str, filters: list[str], write: Callable[[Path], int]
    ) -> None:
        dialog = self._dialog(title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(filters)
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(
            lambda chosen: dialog.setDefaultSuffix("json" if "*.json" in chosen else "csv")
        )
        dialog.selectFile(name)
        dialog.fileSelected.connect(lambda file: self.export(write, Path(file)))
        dialog.open()

    # -- sidecars ---------------------------------------------------------------------------

    def write_sidecars(self) -> None:
        """Write what the library says beside every photo that something is said of."""
        self._context.jobs.start(
            self.tr("Writing sidecars"),
            self._context.library.sidecars.write,
            done=self._on_written,
            failed=self._context.notifier.error,
        )

    def _on_written(self, report: "WriteReport") -> None:
        text = self.tr("%Ln photos have a sidecar now.", "", report.written)
        if not report.problems:
            self._context.notifier.post(text)
            return
        failed = self.tr("%Ln sidecars could not be written.", "", len(report.problems))
        first = in_user_words(report.problems[0])
        self._context.notifier.post(f"{text} {failed} {first}", Severity.WARNING)

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog
