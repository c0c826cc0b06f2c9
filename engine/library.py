"""A library: one folder with the catalog, vectors, thumbnails and log, and the parts wired up."""

import collections
import contextlib
import os
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from engine.catalog.annotations import Annotations
from engine.catalog.browse import Browse
from engine.catalog.database import Database
from engine.catalog.duplicates import Duplicates
from engine.catalog.files import Files
from engine.catalog.metadata import Metadata
from engine.catalog.photos import Photos
from engine.catalog.roots import Roots
from engine.catalog.runs import Runs
from engine.catalog.slots import Guesses, Slots
from engine.catalog.unread import Unread
from engine.errors import EngineError, LibraryError, OldCatalogError
from engine.folder import CATALOG, RUNS, SETTINGS, THUMBNAILS, VECTORS, FolderHold
from engine.images.thumbnails import ThumbnailStore
from engine.indexing import upkeep
from engine.indexing.active_models import ActiveModels
from engine.indexing.places import checked_root
from engine.indexing.relink import Relinked, relink_root
from engine.indexing.vectors import FeatureStore
from engine.jobs import Job
from engine.search.code_spaces import CodeSpaces
from engine.search.library_search import LibrarySearch, SearchParts
from engine.search.query import Query
from engine.search.search import Answer
from engine.settings import Settings, load_settings, save_values

if TYPE_CHECKING:
    from engine.exchange.exchange import Exchange
    from engine.exchange.sidecars import Sidecars
    from engine.indexing.imports import Imports
    from engine.indexing.trash import Trash
    from engine.models.codes import Coder
    from engine.models.host import HostedModel
    from engine.models.retrieval_model import RetrievalModel
    from engine.search.fitting_captions import FittingCaptions
    from engine.training.caption_suggestions import CaptionSuggestions
    from engine.training.learning import Learning


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
        self._hold = FolderHold(folder, writable=writable)
        try:
            self.settings = load_settings(folder / SETTINGS)
            self._database = self._open_database()
        except BaseException:
            self._hold.release()
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
        self._hold.release()

    def close_models(self) -> None:
        """End the processes of hosted models; who waits for them gets a ModelError at once."""
        self.models.close()

    # -- the model that answers -------------------------------------------------------------

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

    @property
    def features(self) -> FeatureStore:
        """The stored features that the active model reads."""
        return self.models.features()

    # -- its parts --------------------------------------------------------------------------
    # What a start does not need is imported when it is first used: the window shall be there soon.

    @cached_property
    def imports(self) -> "Imports":
        """What takes photos in."""
        from engine.indexing.imports import ImportParts, Imports

        return Imports(
            ImportParts(
                roots=self.roots,
                files=self.files,
                photos=self.photos,
                metadata=self.metadata,
                runs=self.runs,
                thumbnails=self.thumbnails,
                models=self.models,
                settings=self.settings,
                keep_up=self._keep_up,
            )
        )

    def _keep_up(self) -> Job[None]:
        """Let the adopted versions look at what an import brought."""
        yield from self.learning.adoption.keep_up()
        yield from self.codes.keep_up()

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
                switched=self.models.look_again,
            )
        )

    @cached_property
    def suggestions(self) -> "CaptionSuggestions":
        """Captions suggested for photos."""
        from engine.training.caption_providers import caption_weights
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

    @cached_property
    def codes(self) -> CodeSpaces:
        """The hash codes of the photos."""
        bits = int(self.settings.code_bits)
        return CodeSpaces(self.models, self.slots, self.photos, bits=bits)

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

    # -- searching --------------------------------------------------------------------------

    def search(self, query: Query) -> Answer:
        """Rank the library's photos; see :meth:`LibrarySearch.search`."""
        return self._searching.search(query)

    def search_with(self, version: str, query: Query) -> Answer:
        """Rank them with a version that need not be in use; see :meth:`LibrarySearch.search_with`.

        Only photos that are prepared for it are found (see ``learning.prepare``).
        """
        return self._searching.search_with(version, query)

    @cached_property
    def _searching(self) -> LibrarySearch:
        return LibrarySearch(
            SearchParts(
                models=self.models,
                photos=self.photos,
                files=self.files,
                codes=self.codes,
                heal=self._heal,
                update_codes=self._update_codes,
            )
        )

    def _heal(self) -> None:
        """Derive the vectors that are missing, unless another program is just doing that."""
        try:
            self._as_writer(lambda writer: writer.imports.heal())
        except LibraryError:
            if self._is_writable or self.models.derived().open() is None:
                raise

    def _update_codes(self, coder: "Coder") -> None:
        """Make the codes that are missing, unless another program is just doing that."""
        try:
            self._as_writer(lambda writer: collections.deque(writer.codes.update(coder), maxlen=0))
        except LibraryError:
            if self.codes.open(coder) is None:
                raise

    def _as_writer(self, work: Callable[["Library"], object]) -> None:
        """Do what only a writer can; a reader opens the library as one for so long."""
        if self._is_writable:
            work(self)
        else:
            with Library(self.folder, writable=True) as writer:
                work(writer)

    # -- settings, folders, upkeep ----------------------------------------------------------

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
        self.imports.change_settings(self.settings)
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

    def save_copy(self, target: Path) -> Job[int]:
        """Save a copy of the library in one file; see :func:`engine.backup.save_copy`."""
        from engine.backup import save_copy

        return save_copy(self._database, self.folder, target)

    def problems(self) -> list[str]:
        """Check the library's files; an empty list means that it is sound."""
        found = [f"database: {problem}" for problem in self._database.problems()]
        found += self.models.problems()
        return found + upkeep.find_problems(
            self.photos.row_count(self.feature_space),
            features=self.features,
            derived=self.models.derived(),
            missing=upkeep.missing_thumbnails(self.photos, self.thumbnails),
        )

    def _remove_unused_vectors(self) -> None:
        with contextlib.suppress(EngineError):  # told by what needs the model or the disk
            folder = self.folder / VECTORS
            upkeep.remove_unused_vectors(folder, self.photos, self.models.used_versions())
            self.codes.remove_unused()
