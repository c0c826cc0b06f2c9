"""A library: one folder with the catalog, vectors, thumbnails and log, and the parts wired up."""

import collections
import contextlib
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from engine import log
from engine.catalog.annotations import Annotations
from engine.catalog.browse import Browse
from engine.catalog.changes import DEFAULT_WEIGHTS, CaptionSource
from engine.catalog.database import Database
from engine.catalog.duplicates import Duplicates
from engine.catalog.files import Files
from engine.catalog.metadata import Metadata
from engine.catalog.photos import Photos
from engine.catalog.roots import Roots
from engine.catalog.runs import Runs
from engine.catalog.slots import Guesses, Slots
from engine.catalog.unread import Unread
from engine.errors import (
    EmptyLibraryError,
    EngineError,
    LibraryError,
    OldCatalogError,
)
from engine.folder import (
    CATALOG,
    RUNS,
    SETTINGS,
    THUMBNAILS,
    VECTORS,
    finish_restore,
    has_catalog,
    start_log,
    take_lock,
)
from engine.images.thumbnails import ThumbnailStore
from engine.indexing import upkeep
from engine.indexing.active_models import ActiveModels
from engine.indexing.places import checked_root, place_of
from engine.indexing.relink import Relinked, relink_root
from engine.indexing.vectors import DerivedVectors, FeatureStore
from engine.indexing.walk import Part
from engine.jobs import Job, Progress
from engine.search.code_spaces import CodeSpaces
from engine.search.codes import CodeSpace
from engine.search.query import Query, Space
from engine.search.search import Answer, Searcher
from engine.settings import Settings, load_settings, save_values

if TYPE_CHECKING:
    import logging

    from engine.exchange.exchange import Exchange
    from engine.exchange.sidecars import Sidecars
    from engine.indexing.pipeline import Importer, ImportReport
    from engine.indexing.trash import Trash
    from engine.models.codes import Coder
    from engine.models.host import HostedModel
    from engine.models.retrieval_model import RetrievalModel
    from engine.search.fitting_captions import FittingCaptions
    from engine.training.caption_suggestions import CaptionSuggestions
    from engine.training.learning import Learning


MAKING_CODES = "making codes"
_CODES_AT_ONCE = 2000  # photos from which on their codes take more than a second or two


class Library:
    """An open library.

    A writer holds the folder's lock until :meth:`close`, so that the window and the command line
    never write one library at once; readers need no lock.

    Args:
        folder: The library's folder.
        writable: Whether to write; the folder is made if it is missing. A reader needs an
            existing library.
        is_hosted: Whether the model lives in processes of its own, so that this one never stalls
            for it: one for searches, one of the lowest priority for imports.

    Attributes:
        folder: The library's folder.
        settings: Its settings.
        roots: Folders that the user added.
        files: The ledger.
        browse: What a window shows.
        photos: Contents.
        metadata: What files say of themselves.
        annotations: Captions, labels and ratings.
        runs: The journal.
        duplicates: Which photos are not the same picture; what tells those that are.
        unread: Files that are not indexed, and which of them the user ignores.
        slots: Which model version answers.
        guesses: Labels that the adopted classifier gives.
        models: Which model answers, and what belongs to it.
        thumbnails: Small pictures by content.

    Raises:
        LibraryError: The folder cannot be used, or another program holds it.
    """

    def __init__(self, folder: Path, *, writable: bool, is_hosted: bool = False) -> None:
        self.folder = folder
        self._is_writable = writable
        self._log_handler: logging.Handler | None = None
        self._lock = take_lock(folder) if writable else None
        try:
            if writable:
                finish_restore(folder)
            if not writable and not has_catalog(folder):
                raise LibraryError(
                    f"There is no library in {folder} yet; "
                    "run `imgtext import FOLDER` with a folder of photos first."
                )
            upkeep.check_folders(folder)
            if writable:
                self._log_handler = start_log(folder)
            self.settings = load_settings(folder / SETTINGS)
            self._database = self._open_database()
        except BaseException:
            self._release()
            raise
        self.roots = Roots(self._database)
        self.files = Files(self._database)
        self.browse = Browse(self._database)
        self.photos = Photos(self._database)
        self.metadata = Metadata(self._database)
        self.annotations = Annotations(self._database)
        self.runs = Runs(self._database)
        self.duplicates = Duplicates(self._database)
        self.unread = Unread(self._database)
        self.slots = Slots(self._database)
        self.guesses = Guesses(self._database)
        self.models = ActiveModels(folder, self.slots, is_hosted=is_hosted)
        self.thumbnails = ThumbnailStore(folder / THUMBNAILS)
        if writable:
            self._remove_unused_vectors()

    def _open_database(self) -> Database:
        try:
            return Database(self.folder / CATALOG, writable=self._is_writable)
        except OldCatalogError:  # only a writer may change it, if nobody is just writing
            Library(self.folder, writable=True).close()
            return Database(self.folder / CATALOG, writable=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database and give the lock back; later calls do nothing."""
        self.close_models()
        self._database.close()
        self._release()

    def close_models(self) -> None:
        """End the processes of hosted models; who waits for them gets a ModelError at once."""
        self.models.close()

    @property
    def encoder(self) -> "RetrievalModel | HostedModel":
        """The active model for searches, loaded at first use (some seconds)."""
        return self.models.load(self.model)

    def warm_up(self) -> None:
        """Load what a search by words needs, so that the first one need not wait.

        Raises:
            ModelError: A file of the model is missing or altered.
        """
        self.encoder.encode_text(["a photo"])

    @property
    def model(self) -> str:
        """Version of the model that answers searches; known without loading it."""
        return self.models.shape.version

    @property
    def feature_space(self) -> str:
        """Version of the model that makes the features which the active one reads."""
        return self.models.shape.feature_space

    @cached_property
    def learning(self) -> "Learning":
        """Training runs, and the versions that came out of them."""
        from engine.indexing.reencode import Reencoder
        from engine.training.learning import Learning
        from engine.training.parts import LearningParts
        from engine.training.runs import Runs as TrainingRuns

        return Learning(
            LearningParts(
                runs=TrainingRuns(self.folder / RUNS),
                photos=self.photos,
                annotations=self.annotations,
                models=self.models,
                slots=self.slots,
                guesses=self.guesses,
                thumbnails=self.folder / THUMBNAILS,
                codes=self.codes,
                reencoder=Reencoder(self.photos, self.thumbnails, self.settings),
                switched=self._look_again_at_models,
            )
        )

    @cached_property
    def suggestions(self) -> "CaptionSuggestions":
        """Captions suggested for photos."""
        from engine.training.caption_suggestions import CaptionSuggestions, SuggestionParts

        return CaptionSuggestions(
            SuggestionParts(
                photos=self.photos,
                annotations=self.annotations,
                models=self.models,
                slots=self.slots,
                thumbnails=self.thumbnails,
                weights=lambda: caption_weights(self.settings),
            )
        )

    @cached_property
    def fitting_captions(self) -> "FittingCaptions":
        """Which of the library's captions fit a photo."""
        from engine.search.fitting_captions import FittingCaptions

        return FittingCaptions(self.photos, self.annotations, self.models)

    def _look_again_at_models(self) -> None:
        self.models.look_again()
        self.__dict__.pop("_importer", None)  # it belongs to the model that answered before

    def add_and_import(self, folders: Sequence[Path]) -> Job["ImportReport"]:
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
        from engine.indexing.adding import add_and_import

        return self._then_keep_up(
            add_and_import(
                folders, self._importer, library=self.folder, patterns=self.settings.skip_patterns
            )
        )

    def scan(self) -> Job["ImportReport"]:
        """Scan every root again and import what is new.

        Yields:
            Progress.

        Returns:
            What was done.
        """
        return self._then_keep_up(self._importer.run(self.roots.all()))

    def scan_changes(self, changes: Mapping[bytes, Part | None]) -> Job["ImportReport"]:
        """Look only at what may have changed, and import what is new there.

        Args:
            changes: For each root's absolute path the part that may have changed, or None for all
                of it; paths that are no root any more are left out.

        Yields:
            Progress.

        Returns:
            What was done.
        """
        roots = [root for root in self.roots.all() if root.path in changes]
        parts = {root.id: part for root in roots if (part := changes[root.path]) is not None}
        return self._then_keep_up(self._importer.run(roots, parts=parts))

    def _then_keep_up(self, job: Job["ImportReport"]) -> Job["ImportReport"]:
        """Let the adopted versions look at what an import brought."""
        report = yield from job
        yield from self.learning.adoption.keep_up()
        yield from self._make_codes()
        return report

    def _make_codes(self) -> Job[None]:
        """Make the codes of many photos at once: a search that had to would keep its user waiting.

        Yields:
            Progress of the stage ``"making codes"``.
        """
        rows = self.photos.row_count(self.feature_space)
        if rows >= _CODES_AT_ONCE and self.codes.is_behind():
            for done in self.codes.update():
                yield Progress(MAKING_CODES, done=done, total=rows)

    def retry(self, paths: Sequence[bytes] | None = None) -> Job["ImportReport"]:
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
        roots = self.roots.all()
        places = None if paths is None else [place_of(path, roots) for path in paths]
        if places is not None:
            roots = list({root.id: root for root, _, _ in places}.values())
        retried = self.files.retry(places)
        report = yield from self._then_keep_up(self._importer.run(roots))
        report.retried = retried
        return report

    def ignore(self, paths: Sequence[bytes], *, is_ignored: bool = True) -> int:
        """List files that failed or were skipped apart from the others, or no longer.

        Args:
            paths: Absolute paths of files of this library.
            is_ignored: Whether the user does not want to hear of them.

        Returns:
            The number of files that were not so before.

        Raises:
            RootError: A path lies in no folder of this library; then nothing is done.
        """
        roots = self.roots.all()
        ids = self.unread.ids_at([place_of(path, roots) for path in paths])
        return len(self.unread.set_ignored(ids, is_ignored))

    def change_settings(self, changes: Mapping[str, object]) -> Settings:
        """Save settings of this library; a job that runs keeps those it began with.

        Args:
            changes: New values by name; None for the default.

        Returns:
            The settings as they are now.

        Raises:
            LibraryError: They cannot be saved.
        """
        self.settings = save_values(self.folder / SETTINGS, changes, Settings)
        self._importer.settings = self.settings
        self.codes.bits = int(self.settings.code_bits)
        return self.settings

    def relink_root(self, old: Path, new: Path, *, is_forced: bool = False) -> Relinked:
        """Tell where a folder of the library is now; the next scan encodes nothing.

        Args:
            old: Where it was; it may be missing.
            new: Where it is.
            is_forced: Whether to believe it where almost none of its photos is there.

        Raises:
            RootError: ``old`` is no folder of this library, ``new`` cannot be one, or almost none
                of the photos is there. Nothing was changed.
        """
        root = self.roots.find(os.path.abspath(os.fsencode(old)))
        path = checked_root(new, self.folder)
        return relink_root(root, path, roots=self.roots, files=self.files, is_forced=is_forced)

    def remove_root(self, folder: Path) -> int:
        """Take a folder out of the library; its photos are not touched.

        Returns:
            The number of files that left the ledger.

        Raises:
            RootError: It is not a folder of this library.
        """
        return self.roots.remove(os.path.abspath(os.fsencode(folder)))

    def search(self, query: Query) -> Answer:
        """Rank the library's photos.

        Raises:
            QueryError: The query asks for nothing.
            EmptyLibraryError: No photo can be searched yet.
        """
        _ = query.resolved_space  # what cannot be asked is told before a model is loaded
        vectors = self._derived.open()
        rows = self.photos.row_count(self.feature_space)
        if rows and (vectors is None or vectors.rows != rows):
            self._rebuild_vectors()
            vectors = self._derived.open()
        if vectors is None and self.files.counts().total():
            raise EmptyLibraryError(
                "No photo is ready to be searched yet; wait for the import at hand, or run "
                "`imgtext scan`."
            )
        if vectors is None:
            raise EmptyLibraryError(
                "The library holds no photos yet; run `imgtext import FOLDER` first."
            )
        codes = self._codes() if query.space is Space.CODE else self.codes.open()
        framing = self.models.shape.framing
        searcher = Searcher(self.encoder, self.photos, vectors, codes, framing=framing)
        return searcher.search(query)

    def search_with(self, version: str, query: Query) -> Answer:
        """Rank the library's photos with a version that need not be the one in use.

        Only photos that are prepared for it are found (see ``learning.prepare``).

        Raises:
            ModelError: There is no such version, or its files are missing or altered.
            QueryError: The query asks for nothing.
            EmptyLibraryError: No photo is prepared for the version.
        """
        _ = query.resolved_space
        shape = self.models.describe(version)
        vectors = self.models.derived(shape).open()
        if vectors is None:
            raise EmptyLibraryError("No photo is prepared for this version yet; prepare it first.")
        encoder = self.models.load(version)
        return Searcher(encoder, self.photos, vectors, framing=shape.framing).search(query)

    # What a start does not need is imported when it is first used: the window shall be there soon.

    @cached_property
    def exchange(self) -> "Exchange":
        """Import and export of captions, labels and ratings."""
        from engine.exchange.exchange import Exchange

        return Exchange(self.annotations, self.photos)

    @cached_property
    def sidecars(self) -> "Sidecars":
        """The same words in .xmp files beside photos."""
        from engine.exchange.sidecars import Sidecars

        return Sidecars(self.annotations, self.photos, self.files, self.metadata)

    @cached_property
    def trash(self) -> "Trash":
        """Moves photos to the system's trash."""
        from engine.catalog.removal import Removal
        from engine.indexing.trash import Trash

        return Trash(Removal(self._database))

    def save_copy(self, target: Path) -> Job[int]:
        """Save a copy of the library in one file; see :func:`engine.backup.save_copy`."""
        from engine.backup import save_copy

        return save_copy(self._database, self.folder, target)

    def problems(self) -> list[str]:
        """Check the library's files; an empty list means that it is sound."""
        found = [f"database: {problem}" for problem in self._database.problems()]
        return found + upkeep.find_problems(
            self.photos.row_count(self.feature_space),
            features=self.features,
            derived=self._derived,
            missing=upkeep.missing_thumbnails(self.photos, self.thumbnails),
        )

    def _remove_unused_vectors(self) -> None:
        with contextlib.suppress(EngineError):  # told by what needs the model or the disk
            folder = self.folder / VECTORS
            upkeep.remove_unused_vectors(folder, self.photos, self.models.used_versions())
            self.codes.remove_unused()

    @cached_property
    def codes(self) -> CodeSpaces:
        """The hash codes of the photos."""
        bits = int(self.settings.code_bits)
        return CodeSpaces(self.models, self.slots, self.photos, bits=bits)

    def _codes(self) -> CodeSpace:
        """Return the codes, brought up to date if nobody else is just writing."""
        coder = self.codes.coder()  # once: the settings may change meanwhile
        codes = self.codes.open(coder)
        # While an import makes those of new photos, the others are searched without a wait.
        if self.codes.is_behind(coder) and (codes is None or not self.codes.is_being_made):
            self._update_codes(coder)
            codes = self.codes.open(coder)
        assert codes is not None
        return codes

    def _update_codes(self, coder: "Coder") -> None:
        try:
            if self._is_writable:
                collections.deque(self.codes.update(coder), maxlen=0)
            else:
                with Library(self.folder, writable=True) as writer:
                    collections.deque(writer.codes.update(coder), maxlen=0)
        except LibraryError:
            if self.codes.open(coder) is None:
                raise

    def _rebuild_vectors(self) -> None:
        """Derive what is missing, unless another program is just doing that."""
        if self._is_writable:
            self._importer.heal()
            return
        try:
            with Library(self.folder, writable=True) as writer:
                writer._importer.heal()
        except LibraryError:
            if self._derived.open() is None:
                raise

    @property
    def features(self) -> FeatureStore:
        """The stored features that the active model reads."""
        return self.models.features()

    @property
    def _derived(self) -> DerivedVectors:
        return self.models.derived()

    @cached_property
    def _importer(self) -> "Importer":
        from engine.indexing.pipeline import Importer

        return Importer(
            roots=self.roots,
            files=self.files,
            photos=self.photos,
            metadata=self.metadata,
            runs=self.runs,
            thumbnails=self.thumbnails,
            features=self.features,
            derived=self._derived,
            settings=self.settings,
            model=self.feature_space,
            load_encoder=lambda: self.models.load(self.model, is_background=True),
            framing=self.models.shape.framing,
        )

    def _release(self) -> None:
        if self._log_handler is not None:
            log.stop_log_file(self._log_handler)
            self._log_handler = None
        if self._lock is not None:
            self._lock.release()


def caption_weights(settings: Settings) -> dict[CaptionSource, float]:
    """Return how much training trusts captions of each source."""
    return {
        **DEFAULT_WEIGHTS,
        CaptionSource.PAIRS: settings.pairs_weight,
        CaptionSource.GENERATED: settings.generated_weight,
    }
