"""Finding the file that a person or another program names."""

import os
import unicodedata
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class PathIndex(Generic[T]):
    """Values by path.

    Args:
        files: Absolute paths, as text, each with its value.
    """

    def __init__(self, files: Iterable[tuple[str, T]]) -> None:
        self._by_path: dict[str, set[T]] = {}
        self._by_name: dict[str, list[tuple[str, T]]] = {}
        for path, value in files:
            key = _key(path)
            self._by_path.setdefault(key, set()).add(value)
            self._by_name.setdefault(key.rpartition("/")[2], []).append((key, value))

    def find(self, name: str) -> set[T]:
        """Return the values of the files that a name may mean.

        Args:
            name: An absolute path, the last parts of one, or a file's name.

        Returns:
            Nothing if there is no such file; more than one value if it could be several.
        """
        key = _key(os.path.normpath(name)) if name else ""
        if key in self._by_path:
            return set(self._by_path[key])
        same_name = self._by_name.get(key.rpartition("/")[2], ())
        return {value for path, value in same_name if path.endswith(f"/{key}")}


def _key(path: str) -> str:
    """Make paths comparable: macOS stores decomposed letters, Windows writes backslashes."""
    return unicodedata.normalize("NFC", path.replace("\\", "/"))
