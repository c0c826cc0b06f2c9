"""Taking photos into a library: what is new in its folders, or in folders that are added."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.catalog.files import Files
from engine.catalog.metadata import Metadata
from engine.catalog.photos import Photos
from engine.catalog.roots import Roots
from engine.catalog.runs import Runs
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.active_models import ActiveModels
from engine.indexing.adding import add_and_import
from engine.indexing.pipeline import Importer, ImportReport
from engine.indexing.places import place_of
from engine.indexing.walk import Part
from engine.jobs import Job
from engine.models.registry import ModelShape
from engine.settings import Settings


@dataclass(slots=True)
class ImportParts:
    """What imports need of a library.

    Attributes:
        roots: Folders to scan.
        files: The ledger.
        photos: Contents and feature rows.
        metadata: What files say of themselves.
        runs: The journal.
        thumbnails: Small pictures by content, in the library's folder.
        models: Which model encodes.
        settings: Limits and sizes.
        keep_up: Lets what was learned look at what an import brought.
    """

    roots: Roots
    files: Files
    photos: Photos
    metadata: Metadata
    runs: Runs
    thumbnails: ThumbnailStore
    models: ActiveModels
    settings: Settings
    keep_up: Callable[[], Job[None]]


class Imports:
    """The imports of one library.

    Args:
        parts: What they need of it.
    """

    def __init__(self, parts: ImportParts) -> None:
        self._parts = parts
        self._made: tuple[ModelShape, Importer] | None = None

    def add(self, folders: Sequence[Path]) -> Job[ImportReport]:
        """Add folders and import what is in them.

        A folder with the photos of one that is missing is taken for that one, moved or renamed.

        Args:
            folders: Existing folders.

        Yields:
            Progress.

        Returns:
            What was done.

        Raises:
            RootError: A folder cannot be used; then nothing is done. Or one holds no pictures;
                then the others have been imported.
        """
        return self._then_keep_up(
            add_and_import(
                folders,
                self._importer,
                library=self._parts.thumbnails.folder.parent,
                patterns=self._parts.settings.skip_patterns,
            )
        )

    def scan(self) -> Job[ImportReport]:
        """Scan every root again and import what is new.

        Yields:
            Progress.

        Returns:
            What was done.
        """
        return self._then_keep_up(self._importer.run(self._parts.roots.all()))

    def scan_changes(self, changes: Mapping[bytes, Part | None]) -> Job[ImportReport]:
        """Look only at what may have changed, and import what is new there.

        Args:
            changes: For each root's absolute path the part that may have changed, or None for all
                of it; paths that are no root any more are left out.

        Yields:
            Progress.

        Returns:
            What was done.
        """
        roots = [root for root in self._parts.roots.all() if root.path in changes]
        parts = {root.id: part for root in roots if (part := changes[root.path]) is not None}
        return self._then_keep_up(self._importer.run(roots, parts=parts))

    def retry(self, paths: Sequence[bytes] | None = None) -> Job[ImportReport]:
        """Read files again that could not be read.

        Their roots are scanned as well, so that what was mended or is back is found.

        Args:
            paths: Absolute paths of files of this library, or None for all that could not be read
                and that the user does not ignore.

        Yields:
            Progress.

        Returns:
            What was done.

        Raises:
            RootError: A path lies in no folder of this library; then nothing is done.
        """
        roots = self._parts.roots.all()
        places = None if paths is None else [place_of(path, roots) for path in paths]
        if places is not None:
            roots = list({root.id: root for root, _, _ in places}.values())
        retried = self._parts.files.retry(places)
        report = yield from self._then_keep_up(self._importer.run(roots))
        report.retried = retried
        return report

    def heal(self) -> None:
        """Make up for what a killed run or a deleted file left behind; see :class:`Importer`.

        Raises:
            LibraryError: The library's disk is full or fails.
        """
        self._importer.heal()

    def change_settings(self, settings: Settings) -> None:
        """Take other settings; a job that runs keeps those it began with."""
        self._parts.settings = self._importer.settings = settings

    def _then_keep_up(self, job: Job[ImportReport]) -> Job[ImportReport]:
        report = yield from job
        yield from self._parts.keep_up()
        return report

    @property
    def _importer(self) -> Importer:
        """The one for the model that answers, the same until another model does."""
        shape = self._parts.models.shape
        if self._made is None or self._made[0] != shape:
            self._made = shape, self._make_importer(shape)
        return self._made[1]

    def _make_importer(self, shape: ModelShape) -> Importer:
        parts = self._parts
        return Importer(
            roots=parts.roots,
            files=parts.files,
            photos=parts.photos,
            metadata=parts.metadata,
            runs=parts.runs,
            thumbnails=parts.thumbnails,
            features=parts.models.features(shape),
            derived=parts.models.derived(shape),
            settings=parts.settings,
            model=shape.feature_space,
            load_encoder=lambda: parts.models.load(shape.version, is_background=True),
            framing=shape.framing,
        )
