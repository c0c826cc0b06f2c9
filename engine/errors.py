"""The two kinds of failure.

An :class:`EngineError` is the world's: its text is one sentence for the user that says what is
wrong and what to do. Every other exception is ours, a bug, and goes to the log with its traceback.
"""


class EngineError(Exception):
    """Something the user can mend; ``str(error)`` is the sentence to show."""


class LibraryError(EngineError):
    """The library folder cannot be used: locked, read-only, full disk, damaged or newer."""


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


class ModelError(EngineError):
    """A model's files are missing or are not the published ones."""


class QueryError(EngineError):
    """The query asks for nothing that the active model can look for."""


class EvaluationError(EngineError):
    """The photos, captions or labels to evaluate on cannot be used."""
