"""Import: scan the roots, read and encode what is new, commit batch by batch.

Each batch is written in this order: thumbnails, features (on the disk before we go on), then one
transaction of the catalog, then derived vectors. A kill between two of these costs that batch
only: the catalog decides what counts, the rest is overwritten by the next run.
"""

import errno
import itertools
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.catalog.files import Files
from engine.catalog.metadata import Metadata
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import FileState, NewContent, PendingFile, Root
from engine.catalog.roots import Roots
from engine.catalog.runs import Runs
from engine.errors import ImageError, LibraryError
from engine.framing import SQUASHED, Framing
from engine.images.extras import EXTRAS
from engine.images.near_hashes import turn_distances
from engine.images.pool import DecodePool
from engine.images.prepare import KnownPhoto, PreparedPhoto
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.details import read_missing_metadata, with_words_beside
from engine.indexing.scan import ScanResult, Surroundings, note_if_away, scan_root
from engine.indexing.upkeep import restore_thumbnails
from engine.indexing.vectors import DerivedVectors, Deriver, FeatureStore
from engine.indexing.walk import Part
from engine.jobs import Job, Progress
from engine.paths import printable
from engine.settings import Settings

logger = logging.getLogger(__name__)

_PAGE = 256  # pending files asked of the catalog at once
_GROWTH_WHILE_IMPORTING = 2.0  # statistics are fitted anew whenever the library has doubled
_SAME_LOOK = 16  # bits of 64; two different photos differ in 32, the best of 8 turns in about 25
_GROWTH_AT_THE_END = 1.25  # ... and once more if the last fit misses a fifth of it

Result = PreparedPhoto | KnownPhoto | ImageError


class Encoder(Deriver, Protocol):
    """What an import asks of the active model."""

    def encode_images(self, pixels: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
        """Return features [n, F] of framed pictures, uint8 [n, side, side, 3]."""


@dataclass(slots=True)
class ImportReport:
    """What a run did.

    Attributes:
        moved: Files found under a new path, with all that was known of them.
        removed: Files that left the ledger because they are gone.
        retried: Files that could not be read and were tried again.
        model_calls: Photos passed through the encoder.
        seconds: Time of the run.
        unreadable: Folders that could not be listed, absolute path and reason.
        relinked: Roots that were recognised in an added folder, old and new absolute path.
    """

    moved: int = 0
    removed: int = 0
    retried: int = 0
    model_calls: int = 0
    seconds: float = 0.0
    unreadable: list[tuple[bytes, str]] = field(default_factory=list)
    relinked: list[tuple[bytes, bytes]] = field(default_factory=list)


@dataclass(slots=True)
class Importer:
    """Everything that an import writes to.

    Attributes:
        roots: Folders to scan.
        files: The ledger.
        photos: Contents and feature rows.
        metadata: What files say of themselves.
        runs: The journal.
        thumbnails: Small pictures by content.
        features: Stored features of the active model.
        derived: Vectors derived from them.
        settings: Limits and sizes.
        model: Version of the active model.
        load_encoder: Loads it; called only when there is a photo to encode.
        framing: How it sees a photo.
    """

    roots: Roots
    files: Files
    photos: Photos
    metadata: Metadata
    runs: Runs
    thumbnails: ThumbnailStore
    features: FeatureStore
    derived: DerivedVectors
    settings: Settings
    model: str
    load_encoder: Callable[[], Encoder]
    framing: Framing = SQUASHED
    # A search that finds vectors missing heals them, perhaps beside an import in another thread.
    _deriving: threading.RLock = field(default_factory=threading.RLock, init=False, repr=False)

    def run(
        self, roots: Sequence[Root], *, parts: Mapping[int, Part] | None = None
    ) -> Job[ImportReport]:
        """Scan these roots, then index every file that is pending.

        Args:
            roots: Roots to scan; files pending elsewhere are indexed as well.
            parts: What may have changed, by root; all of a root that is missing here.

        Yields:
            Progress of the stages ``"scanning"`` and ``"importing"``, of ``"restoring
            thumbnails"`` where some are gone, and of ``"reading details"`` where some changed.

        Returns:
            What was done.

        Raises:
            LibraryError: The library's disk is full or fails. Finished batches are kept.
        """
        started = time.monotonic()
        run = self.runs.start("import")
        report = ImportReport()
        outcome = "failed"
        parts = parts or {}
        around = Surroundings(self.thumbnails.folder.parent, self.settings.skip_patterns)
        try:
            self.heal()
            with _disk_sentences(self.thumbnails.folder.parent):
                removed: Counter[int | None] = Counter()
                for root in roots:
                    scan = yield from scan_root(
                        root,
                        roots=self.roots,
                        files=self.files,
                        around=around,
                        part=parts.get(root.id),
                    )
                    _add_scan(report, removed, scan)
                yield from self._index(report, removed)
                self._note_away(roots, report)
                if not parts:  # looks at every thumbnail
                    yield from restore_thumbnails(self.photos, self.thumbnails, self.settings)
                yield from read_missing_metadata(
                    self.files, self.photos, self.metadata, self.settings
                )
            outcome = "done"
        except (GeneratorExit, KeyboardInterrupt):
            outcome = "cancelled"
            raise
        finally:
            report.removed = max(0, report.removed - report.moved)
            report.seconds = time.monotonic() - started
            counts = {"model_calls": report.model_calls, "moved": report.moved}
            self._end_run(run, outcome, counts)
        return report

    def _note_away(self, roots: Sequence[Root], report: ImportReport) -> None:
        """Tell of the roots that went while their files were read."""
        known = {path for path, _ in report.unreadable}
        for root in roots:
            if root.path not in known:
                report.unreadable += note_if_away(root, roots=self.roots, files=self.files)

    def heal(self) -> None:
        """Make up for what a killed run or a deleted file left behind.

        Raises:
            LibraryError: The library's disk is full or fails.
        """
        with self._deriving:
            rows = self.photos.row_count(self.model)
            if len(self.features) < rows:
                logger.warning("%d stored features are lost", rows - len(self.features))
                self.derived.clear()
                rows = len(self.features)
                self.photos.forget_rows(self.model, from_row=rows)
            if self.derived.is_ahead(rows):
                logger.warning("There are vectors of another catalog; they are derived anew")
                self.derived.clear()
            if self.derived.is_behind(rows):
                with _disk_sentences(self.thumbnails.folder.parent):
                    self._derive(self.load_encoder(), _GROWTH_AT_THE_END)

    def _index(self, report: ImportReport, removed: Counter[int | None]) -> Job[None]:
        self.files.return_unencoded_to_pending(self.model)
        for extra in EXTRAS:
            if self.files.is_failed_for(extra.reason) and extra.is_installed:
                self.files.retry_for(extra.reason)  # the user did what the reason says
        total = self.files.count_pending()
        yield Progress("importing", done=0, total=total)
        if total == 0:
            return
        done = 0
        waiting: dict[bytes, PendingFile] = {}
        arrived: Counter[bytes] = Counter()
        batch_size = self.settings.batch_size
        with (
            DecodePool.of(self.settings, self.framing) as pool,
            closing(pool.map(self._tasks(waiting), look_ahead=4 * batch_size)) as results,
        ):
            while batch := list(itertools.islice(results, batch_size)):
                files = [(waiting.pop(path), result) for path, result in batch]
                arrived.update(self._commit(files, report))
                done += len(batch)
                yield Progress("importing", done=done, total=total)
        report.moved = self._count_moved(removed, arrived)
        if report.model_calls:
            self._derive(self.load_encoder(), _GROWTH_AT_THE_END)

    def _tasks(self, waiting: dict[bytes, PendingFile]) -> Iterator[tuple[bytes, frozenset[bytes]]]:
        """Yield what the pool shall read, page by page; note in ``waiting`` whose path it is."""
        last = None
        while page := self.files.pending(after=last, limit=_PAGE):
            last = page[-1]
            twins = self.photos.hashes_by_size([file.size for file in page], self.model)
            for file in page:
                waiting[file.path] = file
                yield file.path, twins.get(file.size, frozenset())

    def _commit(
        self, batch: Sequence[tuple[PendingFile, Result]], report: ImportReport
    ) -> Iterable[bytes]:
        """Write a batch; return the content hashes of its files."""
        outcome = Outcome(model=self.model, first_row=self.photos.row_count(self.model))
        indexed: dict[int, bytes] = {}
        unread: dict[int, tuple[FileState, str]] = {}
        outcome.metadata = metadata = {}
        fresh: dict[bytes, PreparedPhoto] = {}
        for file, result in batch:
            if isinstance(result, ImageError) and not os.path.lexists(file.path):
                continue  # gone, perhaps with its disk: it stays pending, a scan will tell
            if isinstance(result, ImageError):
                state = FileState.SKIPPED if result.skip else FileState.FAILED
                unread[file.id] = (state, str(result))
                logger.warning("%s: %s (%s)", printable(file.path), result, state)
                continue
            indexed[file.id] = result.content_hash
            metadata[file.id] = with_words_beside(file, result.metadata)
            if isinstance(result, PreparedPhoto):
                fresh[result.content_hash] = result
        for content_hash in self.photos.encoded(list(fresh), self.model):
            del fresh[content_hash]
        if fresh:
            self._encode(list(fresh.values()), at_row=outcome.first_row)
            report.model_calls += len(fresh)
        outcome.encoded = [content_of(photo) for photo in fresh.values()]
        outcome.indexed, outcome.unread = indexed, unread
        outcome.heirs = self._heirs(batch)
        self.photos.commit(outcome)
        if fresh:
            self._derive(self.load_encoder(), _GROWTH_WHILE_IMPORTING)
        return indexed.values()

    def _heirs(self, batch: Sequence[tuple[PendingFile, Result]]) -> dict[bytes, int]:
        """Return which contents are another edition of what their file held before.

        A photo that was rotated, edited or tagged in its place keeps what the user said of it;
        another photo under an old name does not get what was said of the old one.
        """
        changed = {
            result.content_hash: (file.content_id, result.perceptual_hash)
            for file, result in batch
            if isinstance(result, PreparedPhoto) and file.content_id is not None
        }
        before = self.photos.perceptual_hashes([old for old, _ in changed.values()])
        return {
            new: old
            for new, (old, look) in changed.items()
            if turn_distances(before[old], np.frombuffer(look, np.uint8)[None]).min() <= _SAME_LOOK
        }

    def _encode(self, photos: Sequence[PreparedPhoto], *, at_row: int) -> None:
        if len(self.features) < at_row:  # the library's files have gone while we wrote
            raise LibraryError.disk_fails(self.thumbnails.folder.parent)
        features = self.load_encoder().encode_images(np.stack([photo.pixels for photo in photos]))
        for photo in photos:
            self.thumbnails.save(photo.content_hash, photo.thumbnail)
        self.features.write(features, at_row=at_row)

    def _derive(self, encoder: Encoder, growth: float) -> None:
        with self._deriving:
            rows = self.photos.row_count(self.model)
            self.derived.update(self.features, rows, encoder, growth=growth)

    def _count_moved(self, removed: Counter[int | None], arrived: Counter[bytes]) -> int:
        """Count removed files whose content was indexed under a new path in this run."""
        hashes = self.photos.hashes([content for content in removed if content is not None])
        return sum(min(removed[content], arrived[hashed]) for content, hashed in hashes.items())

    def _end_run(self, run: int, outcome: str, counts: Mapping[str, float]) -> None:
        try:
            self.runs.end(run, outcome, counts)
        except LibraryError as error:  # the disk is full: the journal is the least of it
            logger.warning("The end of the run could not be noted: %s", error)


def _add_scan(report: ImportReport, removed: Counter[int | None], scan: ScanResult) -> None:
    removed.update(scan.removed)
    report.removed += scan.removed.total()
    report.unreadable.extend(scan.unreadable)


def content_of(photo: PreparedPhoto) -> NewContent:
    """Return what the catalog keeps of a photo."""
    return NewContent(
        hash=photo.content_hash,
        size=photo.size,
        width=photo.width,
        height=photo.height,
        format=photo.format,
        perceptual_hash=photo.perceptual_hash,
    )


@contextmanager
def _disk_sentences(folder: Path) -> Iterator[None]:
    """Turn what the library's disk refuses into a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise LibraryError.disk_full(folder) from error
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise LibraryError.not_writable(folder) from error
        if error.errno in (errno.ENOTDIR, errno.EEXIST, errno.EISDIR) and error.filename:
            path = Path(os.fsdecode(error.filename))
            there = (parent for parent in (path, *path.parents) if parent.exists())
            raise LibraryError.in_the_way(next(there)) from error
        if error.errno == errno.EIO:
            raise LibraryError.disk_fails(folder) from error
        raise
