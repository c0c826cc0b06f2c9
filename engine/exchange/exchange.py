"""Import and export of what the user says of photos.

An import only adds: it never takes away or changes what the user typed. It is one edit, which can
be undone. An export holds everything, also of photos whose files are gone, and comes back exactly.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine.catalog.annotations import Annotations
from engine.catalog.changes import DEFAULT_WEIGHTS, Caption, CaptionSource, Change, Label, Rating
from engine.catalog.photos import Photos
from engine.errors import TableError
from engine.exchange import coco, csv_files
from engine.exchange.entries import (
    CaptionEntry,
    Entry,
    LabelEntry,
    PhotoName,
    RatingEntry,
    SkippedRow,
)
from engine.exchange.path_index import PathIndex
from engine.exchange.text_files import read_beside, write_beside
from engine.folder import refuse_own
from engine.paths import printable, to_text
from engine.tables import read_columns

E = TypeVar("E", CaptionEntry, LabelEntry, RatingEntry)


@dataclass(slots=True)
class ExchangeReport:
    """What an import did.

    Attributes:
        added: Values that are new.
        unchanged: Values that the photos had already.
        unmatched: Names of photos that are not in the library, or of several that have the name.
        skipped: Rows of a table that give their photo nothing.
        change: The edit, to undo it.
    """

    added: int = 0
    unchanged: int = 0
    unmatched: list[str] = field(default_factory=list)
    skipped: list[SkippedRow] = field(default_factory=list)
    change: Change = field(default_factory=Change)


class Exchange:
    """Reads and writes files of captions, labels and ratings.

    Args:
        annotations: What the user says.
        photos: Which photos there are.
    """

    def __init__(self, annotations: Annotations, photos: Photos) -> None:
        self._annotations = annotations
        self._photos = photos

    # -- import -----------------------------------------------------------------------------

    def import_captions(
        self,
        path: Path,
        *,
        source: CaptionSource = CaptionSource.MANUAL,
        weight: float | None = None,
    ) -> ExchangeReport:
        """Take up captions.

        Args:
            path: A CSV table, COCO JSON, or a folder of the library whose photos have ``.txt`` or
                ``.caption`` files beside them.
            source: Where they come from, unless the file says it.
            weight: How much training trusts them, unless the file says it; None for their
                source's weight.

        Raises:
            TableError: The file cannot be used; then nothing is taken up.
        """
        if path.is_dir():
            return self._import_beside(path, source, weight)
        report = ExchangeReport()
        readers: dict[str, Callable[..., Iterable[CaptionEntry]]] = {
            ".csv": partial(csv_files.read_captions, skipped=report.skipped),
            ".json": coco.read_captions,
        }
        reader = readers.get(path.suffix.lower())
        if reader is None:
            raise TableError(
                f"{path} is neither a .csv nor a .json file nor a folder; choose one of these."
            )
        entries = self._match(reader(path, source=source, weight=weight), path, report)
        captions = [Caption(i, e.text, e.source, e.weight) for i, e in entries]
        return _finish(report, self._annotations.add_captions(captions), len(captions))

    def import_labels(self, path: Path) -> ExchangeReport:
        """Take up labels.

        Args:
            path: A CSV table, or a folder of the library: the photos in each sub-folder get its
                name.

        Raises:
            TableError: The file cannot be used; then nothing is taken up.
        """
        if path.is_dir():
            return self.labels_from_folders(os.fsencode(os.path.abspath(path)))
        report = ExchangeReport()
        entries = self._match(csv_files.read_labels(path, report.skipped), path, report)
        pairs = [(content_id, entry.name) for content_id, entry in entries]
        return _finish(report, self._annotations.add_labels(pairs), len(pairs))

    def import_ratings(self, table: Path) -> ExchangeReport:
        """Take up ratings from a CSV table; photos that have one keep it.

        Raises:
            TableError: The file cannot be used; then nothing is taken up.
        """
        report = ExchangeReport()
        entries = self._match(csv_files.read_ratings(table), table, report)
        now = time.time_ns()
        ratings = tuple(Rating(i, entry.stars, now) for i, entry in entries if entry.stars)
        change = self._annotations.apply(Change(added=ratings))
        return _finish(report, change, len(ratings))

    def import_any(self, path: Path) -> ExchangeReport:
        """Take up what a file holds: the names of a table's columns tell.

        Args:
            path: A CSV table of captions, labels or ratings, or several of them; COCO JSON; or a
                folder of the library with text beside its photos.

        Raises:
            TableError: The file cannot be used; then nothing is taken up.
        """
        columns = read_columns(path) if path.suffix.lower() == ".csv" else frozenset[str]()
        importers = {"label": self.import_labels, "rating": self.import_ratings}
        wanted = [importer for column, importer in importers.items() if column in columns]
        if "caption" in columns or not wanted:
            wanted.insert(0, self.import_captions)
        reports = [importer(path) for importer in wanted]
        # What lacks one thing may have another.
        useless = set.intersection(*({row.place for row in r.skipped} for r in reports))
        return ExchangeReport(
            added=sum(report.added for report in reports),
            unchanged=sum(report.unchanged for report in reports),
            unmatched=list(dict.fromkeys(n for report in reports for n in report.unmatched)),
            skipped=[row for row in reports[0].skipped if row.place in useless],
            change=Change(
                removed=tuple(value for report in reports for value in report.change.removed),
                added=tuple(value for report in reports for value in report.change.added),
            ),
        )

    def labels_from_folders(self, folder: bytes) -> ExchangeReport:
        """Label photos with the name of the folder that they lie in.

        Args:
            folder: Absolute path; photos directly in it get no label, those below it do.
        """
        inside = os.path.join(folder, b"")
        parents = [
            (photo.content_id, os.path.dirname(photo.path))
            for photo in self._photos.all_paths()
            if photo.path.startswith(inside)
        ]
        pairs = {
            (content_id, to_text(os.path.basename(parent)))
            for content_id, parent in parents
            if parent != folder
        }
        return _finish(ExchangeReport(), self._annotations.add_labels(sorted(pairs)), len(pairs))

    def _match(
        self, entries: Iterable[E], file: Path, report: ExchangeReport
    ) -> list[tuple[int, E]]:
        by_hash = {hash_.hex(): id_ for id_, hash_ in self._photos.all_hashes().items()}
        index = PathIndex((to_text(p.path), p.content_id) for p in self._photos.all_paths())
        folder = os.path.abspath(file.parent)
        matched: list[tuple[int, E]] = []
        for entry in entries:
            photo = entry.photo
            found = {by_hash[photo.content]} if photo.content in by_hash else set[int]()
            if not found and photo.file:
                beside = index.find(os.path.join(folder, photo.file))
                found = beside or index.find(photo.file)
            if len(found) == 1:
                matched.append((found.pop(), entry))
            else:
                report.unmatched.append(str(photo))
        return matched

    def _import_beside(
        self, folder: Path, source: CaptionSource, weight: float | None
    ) -> ExchangeReport:
        report = ExchangeReport()
        inside = os.path.join(os.path.abspath(os.fsencode(folder)), b"")
        captions: list[Caption] = []
        trust = DEFAULT_WEIGHTS[source] if weight is None else weight
        for photo in self._photos.all_paths():
            if photo.is_offline or not photo.path.startswith(inside):
                continue
            try:
                lines = read_beside(photo.path)
            except TableError as error:  # one file must not cost the others
                report.unmatched.append(str(error))
                continue
            captions += [Caption(photo.content_id, line, source, trust) for line in lines]
        return _finish(report, self._annotations.add_captions(captions), len(captions))

    # -- export -----------------------------------------------------------------------------

    def export_captions(self, path: Path) -> int:
        """Write every caption.

        Args:
            path: A new ``.csv`` or ``.json`` (COCO) file.

        Returns:
            How many there are.

        Raises:
            TableError: It cannot be written.
            OutputError: It would lie in a library's folder.
        """
        writer = {".csv": csv_files.write_captions, ".json": coco.write_captions}.get(
            path.suffix.lower()
        )
        if writer is None:
            raise TableError(f"{path} is neither a .csv nor a .json file; choose one of these.")
        refuse_own(path)
        found = [e for e in self._entries() if isinstance(e, CaptionEntry)]
        writer(path, found)
        return len(found)

    def export_labels(self, table: Path) -> int:
        """Write every label as a CSV table; returns how many there are.

        Raises:
            TableError: It cannot be written.
            OutputError: It would lie in a library's folder.
        """
        refuse_own(table)
        found = [entry for entry in self._entries() if isinstance(entry, LabelEntry)]
        csv_files.write_labels(table, found)
        return len(found)

    def export_ratings(self, table: Path) -> int:
        """Write every rating as a CSV table; returns how many there are.

        Raises:
            TableError: It cannot be written.
            OutputError: It would lie in a library's folder.
        """
        refuse_own(table)
        found = [entry for entry in self._entries() if isinstance(entry, RatingEntry)]
        csv_files.write_ratings(table, found)
        return len(found)

    def write_captions_beside(self, folder: Path) -> tuple[int, list[str]]:
        """Write the user's own captions as text beside the photos in a folder of the library.

        Returns:
            How many photos have such a file now, and sentences about those that could not get one.
        """
        inside = os.path.join(os.path.abspath(os.fsencode(folder)), b"")
        paths = [p for p in self._photos.all_paths() if p.path.startswith(inside)]
        said = self._annotations.of({path.content_id for path in paths})
        count, problems = 0, list[str]()
        for path in paths:
            captions = [
                caption.text
                for caption in said[path.content_id].captions
                if caption.source is CaptionSource.MANUAL
            ]
            if not captions:
                continue
            if path.is_offline:
                problems.append(f"{printable(path.path)} is not connected.")
                continue
            try:
                write_beside(path.path, captions)
                count += 1
            except TableError as error:
                problems.append(str(error))
        return count, problems

    def _entries(self) -> Iterator[Entry]:
        hashes = self._photos.all_hashes()
        first: dict[int, str] = {}
        for path in self._photos.all_paths():
            first.setdefault(path.content_id, to_text(path.path))
        for value in self._annotations.all():
            photo = PhotoName(first.get(value.content_id, ""), hashes[value.content_id].hex())
            match value:
                case Caption(_, text, source, weight):
                    yield CaptionEntry(photo, text, source, weight)
                case Label(_, name):
                    yield LabelEntry(photo, name)
                case Rating(_, stars):
                    yield RatingEntry(photo, stars)


def _finish(report: ExchangeReport, change: Change, count: int) -> ExchangeReport:
    report.change = change
    report.added = len(change.added)
    report.unchanged = count - report.added
    return report
