"""A library: one folder with the catalog, vectors, thumbnails and log, and the parts wired up."""

import os
import stat
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt
from filelock import FileLock, Timeout

from engine import log
from engine.catalog.browse import Browse
from engine.catalog.database import Database
from engine.catalog.files import Files
from engine.catalog.photos import Photos
from engine.catalog.records import FileState, Root
from engine.catalog.roots import Roots, is_inside
from engine.catalog.runs import Runs
from engine.errors import ImageError, LibraryError, QueryError, RootError
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.pipeline import Importer, ImportReport
from engine.indexing.vectors import DerivedVectors, FeatureStore
from engine.jobs import Job
from engine.models import registry
from engine.models.host import HostedModel
from engine.paths import printable
from engine.search.query import Query
from engine.search.search import Answer, Searcher
from engine.settings import Settings, load_settings, save_values

if TYPE_CHECKING:
    import logging

    from engine.models.embedded import EmbeddedModel

CATALOG = "catalog.db"
SETTINGS = "settings.json"


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
        runs: The journal.
        thumbnails: Small pictures by content.

    Raises:
        LibraryError: The folder cannot be used, or another program holds it.
    """

    def __init__(self, folder: Path, *, writable: bool, is_hosted: bool = False) -> None:
        self.folder = folder
        self._is_hosted = is_hosted
        self._hosts: list[HostedModel] = []
        self._is_closing = False
        self._is_writable = writable
        self._log_handler: logging.Handler | None = None
        self._lock: FileLock | None = _take_lock(folder) if writable else None
        try:
            if not writable and not (folder / CATALOG).exists():
                raise LibraryError(
                    f"There is no library in {folder} yet; "
                    "run `imgtext import FOLDER` with a folder of photos first."
                )
            if writable:
                self._log_handler = log.start_log_file(folder / "logs")
            self.settings = load_settings(folder / SETTINGS)
            self._database = Database(folder / CATALOG, writable=writable)
        except BaseException:
            self._release()
            raise
        self.roots = Roots(self._database)
        self.files = Files(self._database)
        self.browse = Browse(self._database)
        self.photos = Photos(self._database)
        self.runs = Runs(self._database)
        self.thumbnails = ThumbnailStore(folder / "thumbnails")

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
        self._is_closing = True
        for host in self._hosts:
            host.close()

    @cached_property
    def encoder(self) -> "EmbeddedModel | HostedModel":
        """The active model for searches, loaded at first use (some seconds)."""
        return self._host(is_background=False) if self._is_hosted else registry.load(self.model)

    def warm_up(self) -> None:
        """Load what a search by words needs, so that the first one need not wait.

        Raises:
            ModelError: A file of the model is missing or altered.
        """
        self.encoder.encode_text(["a photo"])

    @cached_property
    def _import_encoder(self) -> "EmbeddedModel | HostedModel":
        return self._host(is_background=True) if self._is_hosted else self.encoder

    def _host(self, *, is_background: bool) -> HostedModel:
        host = HostedModel(self.model, is_background=is_background)
        self._hosts.append(host)
        if self._is_closing:
            host.close()
        return host

    @property
    def model(self) -> str:
        """Version of the active model; known without loading it."""
        return registry.active_version()

    def add_and_import(self, folders: Sequence[Path]) -> Job[ImportReport]:
        """Add folders and import what is in them.

        Args:
            folders: Existing folders.

        Yields:
            Progress.

        Returns:
            What was done.

        Raises:
            RootError: A folder cannot be used, or holds no pictures; then nothing is added.
        """
        paths = [_checked_root(folder) for folder in folders]
        before = {root.id for root in self.roots.all()}
        for path in paths:
            self.roots.add(path)
        # One of them may have taken in another.
        roots = self.roots.all()
        added = {
            root.id: root for root in roots if any(is_inside(path, root.path) for path in paths)
        }
        report = yield from self._importer.run(list(added.values()))
        counts = self.files.counts_by_root()
        for root in added.values():
            states = counts.get(root.id)
            has_photos = states is not None and states.total() > states[FileState.SKIPPED]
            if root.id not in before and not has_photos and not report.unreadable:
                self.roots.remove(root.path)
                raise RootError(
                    f"{printable(root.path)} holds no pictures that this program knows; "
                    "choose a folder with photos. It was not added."
                )
        return report

    def scan(self) -> Job[ImportReport]:
        """Scan every root again and import what is new.

        Yields:
            Progress.

        Returns:
            What was done.
        """
        return self._importer.run(self.roots.all())

    def retry(self, paths: Sequence[bytes] | None = None) -> Job[ImportReport]:
        """Read files again that could not be read.

        Their roots are scanned as well, so that what was mended or is back is found.

        Args:
            paths: Absolute paths of files of this library, or None for all that could not be read.

        Yields:
            Progress.

        Returns:
            What was done.

        Raises:
            RootError: A path lies in no folder of this library; then nothing is done.
        """
        roots = self.roots.all()
        places = None if paths is None else [_place_of(path, roots) for path in paths]
        if places is not None:
            roots = list({root.id: root for root, _, _ in places}.values())
        retried = self.files.retry(places)
        report = yield from self._importer.run(roots)
        report.retried = retried
        return report

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
        return self.settings

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
            QueryError: The query asks for nothing, or the library holds no photo.
        """
        vectors = self._derived.open()
        rows = self.photos.row_count(self.model)
        if rows and (vectors is None or vectors.rows != rows):
            self._rebuild_vectors()
            vectors = self._derived.open()
        if vectors is None and self.files.counts().total():
            raise QueryError(
                "No photo is ready to be searched yet; wait for the import at hand, or run "
                "`imgtext scan`."
            )
        if vectors is None:
            raise QueryError("The library holds no photos yet; run `imgtext import FOLDER` first.")
        return Searcher(self.encoder, self.photos, vectors).search(query)

    def problems(self) -> list[str]:
        """Check the library's files; an empty list means that it is sound."""
        found = [f"database: {problem}" for problem in self._database.problems()]
        rows = self.photos.row_count(self.model)
        if len(self.features) < rows:
            found.append(f"features: {rows - len(self.features)} photos must be encoded again")
        if self._derived.is_behind(rows):
            found.append("vectors: some must be derived again; the next import does it")
        return found

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

    @cached_property
    def features(self) -> FeatureStore:
        """The stored features of the active model."""
        path = self.folder / "vectors" / self.model / "features.f16"
        return FeatureStore(path, registry.FEATURE_DIMENSION)

    @cached_property
    def _derived(self) -> DerivedVectors:
        return DerivedVectors(self.folder / "vectors" / self.model, registry.DIMENSIONS)

    @cached_property
    def _importer(self) -> Importer:
        return Importer(
            roots=self.roots,
            files=self.files,
            photos=self.photos,
            runs=self.runs,
            thumbnails=self.thumbnails,
            features=self.features,
            derived=self._derived,
            settings=self.settings,
            model=self.model,
            load_encoder=lambda: self._import_encoder,
        )

    def _release(self) -> None:
        if self._log_handler is not None:
            log.stop_log_file(self._log_handler)
            self._log_handler = None
        if self._lock is not None:
            self._lock.release()


def _take_lock(folder: Path) -> FileLock:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "library.lock", timeout=0)
        lock.acquire()
    except Timeout as error:
        raise LibraryError(
            f"The library {folder} is in use by another window or command; "
            "close it or wait until it is done."
        ) from error
    except (FileExistsError, NotADirectoryError) as error:
        raise LibraryError(f"{folder} is a file, no folder; choose another --library.") from error
    except OSError as error:
        raise LibraryError(
            f"The library folder {folder} cannot be written ({error.strerror}); "
            "make it writable or choose another with --library."
        ) from error
    return lock


def _place_of(path: bytes, roots: Sequence[Root]) -> tuple[Root, bytes, bytes]:
    """Return the root, the folder in it and the name of a file of the library."""
    for root in roots:
        if path != root.path and is_inside(path, root.path):
            folder, name = os.path.split(os.path.relpath(path, root.path))
            return root, folder, name
    raise RootError(
        f"{printable(path)} lies in no folder of this library; `imgtext roots list` shows them."
    )


def _checked_root(folder: Path) -> bytes:
    """Return the absolute path of a folder that can be imported."""
    path = os.path.abspath(os.fsencode(folder))
    try:
        status = os.stat(path)
        if not stat.S_ISDIR(status.st_mode):
            raise RootError(f"{printable(path)} is a file; give the folder that holds the photos.")
        os.scandir(path).close()
    except FileNotFoundError as error:
        raise RootError(
            f"The folder {printable(path)} does not exist; check its name and that its disk is "
            "connected."
        ) from error
    except OSError as error:
        raise RootError(
            f"The folder {printable(path)} cannot be read ({error.strerror}); "
            "check its permissions."
        ) from error
    return path


def read_picture(file: Path) -> npt.NDArray[np.uint8]:
    """Read a picture to search with.

    Args:
        file: Any picture file, inside or outside the library.

    Returns:
        Pixels for :class:`~engine.search.query.Query`, uint8 [224, 224, 3].

    Raises:
        QueryError: It is no picture or cannot be read.
    """
    path = os.fsencode(file)
    try:
        photo = prepare_photo(path)
    except ImageError as error:
        raise QueryError(f"{printable(path)} cannot be searched with. {error}") from error
    assert isinstance(photo, PreparedPhoto)  # nothing was said to be known
    return photo.pixels
