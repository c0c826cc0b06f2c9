"""The engine works where Qt cannot be imported; its tests prove it."""

import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

import pytest

QT = {"PySide6", "shiboken6", "qtpy", "superqt", "pyqtgraph", "PyQt6", "PyQt5"}


class _QtBlocker(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if name.partition(".")[0] in QT:
            raise ImportError(f"{name} is blocked: the engine must do without Qt")


@pytest.fixture(autouse=True)
def _no_qt() -> Iterator[None]:
    blocker = _QtBlocker()
    sys.meta_path.insert(0, blocker)
    yield
    sys.meta_path.remove(blocker)
