"""The two kinds of failure.

An :class:`EngineError` is the world's: its text is one sentence for the user that says what is
wrong and what to do. Every other exception is ours, a bug, and goes to the log with its traceback.
"""

from pathlib import Path
from typing import Self


class EngineError(Exception):
    """Something the user can mend; ``str(error)`` is the sentence to show."""


class LibraryError(EngineError):
    """The library folder cannot be used: locked, read-only, full disk, damaged or newer."""

    @classmethod
    def disk_full(cls, folder: Path) -> Self:
        """The disk that holds the library has no space left."""
        return cls(
            f"The disk that holds the library {folder} is full; free some space and run this "
            "again. What was done so far is kept."
        )

    @classmethod
    def not_writable(cls, folder: Path) -> Self:
        """The library's folder is read-only for this user."""
        return cls(
            f"The library {folder} cannot be written; make the folder writable or choose another "
            "with --library."
        )

    @classmethod
    def disk_fails(cls, folder: Path) -> Self:
        """The library's disk reports an input/output error."""
        return cls(
            f"The disk that holds the library {folder} reports an error; check the disk and its "
            "connection, then try again."
        )

    @classmethod
    def cannot_open(cls, folder: Path) -> Self:
        """The library's files cannot be opened by this user."""
        return cls(
            f"The library {folder} cannot be opened; check that the folder exists and that you may "
            "read and write it."
        )

    @classmethod
    def in_the_way(cls, path: Path) -> Self:
        """Something lies where the library has a folder or file of its own."""
        return cls(f"{path} is in the way of the library's own data; move it away and try again.")

    @classmethod
    def busy(cls, folder: Path) -> Self:
        """Another program keeps the database busy."""
        return cls(
            f"Another program is using the database of the library {folder}; close it and try "
            "again."
        )

    @classmethod
    def damaged(cls, database: Path) -> Self:
        """The database's file is not sound."""
        return cls(
            f"The database of the library {database.parent} is damaged; move {database.name} away "
            "and put a copy from a backup in its place, or import your folders again."
        )


class SettingsError(EngineError):
    """What the environment says cannot be used."""


class OldCatalogError(LibraryError):
    """The library must be opened for writing once, which brings it up to date."""


class RootError(EngineError):
    """A folder to import does not exist, is no folder or cannot be read."""


class ImageError(EngineError):
    """A file cannot be read as a picture.

    Attributes:
        skip: True where the file is no photo at all (listed as ``skipped``), False where it is a
            broken or unreadable photo (listed as ``failed``).
    """

    def __init__(self, sentence: str, *, skip: bool = False) -> None:
        super().__init__(sentence)
        self.skip = skip

    def __reduce__(self) -> tuple[object, ...]:
        """Keep ``skip`` on the way out of a decoding process."""
        return _rebuild_image_error, (str(self), self.skip)


def _rebuild_image_error(sentence: str, skip: bool) -> ImageError:
    return ImageError(sentence, skip=skip)


class SidecarError(EngineError):
    """The ``.xmp`` file beside a photo cannot be read or written."""


class ModelError(EngineError):
    """A model's files are missing or are not the published ones."""


class QueryError(EngineError):
    """The query asks for nothing that the active model can look for."""


class EmptyLibraryError(QueryError):
    """No photo can be searched yet."""


class TableError(EngineError):
    """A table or another file of captions, labels or ratings cannot be read or written."""


class LabelError(EngineError):
    """There is no such label, or it cannot be called so."""


class OutputError(EngineError):
    """What was asked for cannot be written where it was asked for."""


class EvaluationError(EngineError):
    """The photos, captions or labels to evaluate on cannot be used."""


class TrainingError(EngineError):
    """Nothing can be learned from what is there, or a run cannot go on."""


class DownloadError(EngineError):
    """An address gives nothing that can be used."""
