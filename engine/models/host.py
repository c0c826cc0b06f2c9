"""A model in a process of its own, for programs that must not stall while it loads or computes.

Importing torch holds the interpreter for seconds and a batch keeps the cores busy; in another
process neither touches a window. Not for scripts: they load the model where they are.
"""

import concurrent.futures
import contextlib
import mmap
import multiprocessing
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import ModelError
from engine.models import registry
from engine.models.checkpoint_folders import Facts
from engine.processes import serve_parent, take_lowest_priority

Array = npt.NDArray[Any]

_CLOSING = "The program is closing; the model has been put away."


class HostedModel:
    """Stands for a model that lives in a child process; has the model's own methods.

    The process starts at the first call. If it dies, that call fails with a sentence and the next
    one starts another.

    Args:
        version: Version of the model.
        is_background: Whether its process gives way to every other.
        models: The library's versions; None knows only the built-in model.
    """

    def __init__(self, version: str, *, is_background: bool, models: Path | None = None) -> None:
        self.version = version
        self._models = models
        self._process = ModelProcess(is_background=is_background)

    def of(self, version: str) -> "HostedModel":
        """Return another version that lives in the same process."""
        other = HostedModel.__new__(HostedModel)
        other.version, other._models, other._process = version, self._models, self._process
        return other

    @property
    def feature_space(self) -> str:
        """Version of the model whose stored features it reads."""
        return registry.describe(self.version, self._models).feature_space

    @property
    def languages(self) -> str:
        """What it was trained on, as shown to the user."""
        found: str = self._get("languages")
        return found

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text are read."""
        found: int = self._get("max_tokens")
        return found

    def load_networks(self, *, texts: bool, images: bool) -> None:
        """Start the process and build the networks that are needed."""
        self._process.run(_load_networks, self.version, self._models, texts, images)

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens of a text."""
        found: int = self._call("count_tokens", text)
        return found

    def unknown_share(self, text: str) -> float:
        """Return the share of a text that the model cannot understand, in [0, 1]."""
        found: float = self._call("unknown_share", text)
        return found

    def encode_text(self, texts: Sequence[str]) -> Array:
        """Return unit vectors, float32 [n, d]."""
        return self._array("encode_text", list(texts))

    def encode_images(self, pixels: npt.NDArray[np.uint8]) -> Array:
        """Return features [n, F] of pictures uint8 [n, 224, 224, 3]."""
        return self._array("encode_images", pixels)

    def visual_query_views(self, pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return the views of one query picture, uint8 [v, 224, 224, 3]."""
        return self._array("visual_query_views", pixels)

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Fit library statistics to features of shape [n, F]."""
        found: dict[str, Array] = self._call("fit_statistics", features)
        return found

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return unit vectors, float32 [n, d], for each space."""
        found: dict[str, Array] = self._call("derive", features, dict(statistics))
        return found

    def read_facts(self, folder: Path) -> Facts:
        """Load a checkpoint that is no version yet, in the process.

        Raises:
            ModelError: It cannot be used.
        """
        found: Facts = self._process.run(registry.read_facts, folder)
        return found

    def warm_up(self) -> None:
        """Start the process and load what a search by words needs."""
        self.encode_text(["a photo"])

    def close(self) -> None:
        """End the process; later calls raise ModelError."""
        self._process.close()

    def _array(self, method: str, *arguments: Any) -> Array:
        found: Array = self._call(method, *arguments)
        return found

    def _get(self, name: str) -> Any:
        return self._process.run(_get_attribute, self.version, self._models, name)

    def _call(self, method: str, *arguments: Any) -> Any:
        packed = map(_packed, arguments)
        return self._process.run(_call_method, self.version, self._models, method, *packed)


class ModelProcess:
    """A process that any number of models share; it starts when it is first needed.

    Args:
        is_background: Whether it gives way to every other.
    """

    def __init__(self, *, is_background: bool) -> None:
        self._is_background = is_background
        self._lock = threading.Lock()
        self._executor: concurrent.futures.ProcessPoolExecutor | None = None
        self._is_closed = False

    def close(self) -> None:
        """End the process; who waits for it gets a ModelError at once."""
        with self._lock:
            self._is_closed = True
            executor, self._executor = self._executor, None
        if executor is not None:
            _end(executor)

    def run(self, function: Any, *arguments: Any) -> Any:
        """Call a function of a module there and wait for its result.

        Raises:
            ModelError: The process was closed or has ended; the next call starts another.
        """
        with self._lock:
            if self._is_closed:
                raise ModelError(_CLOSING)
            if self._executor is None:
                self._executor = concurrent.futures.ProcessPoolExecutor(
                    max_workers=1,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_start,
                    initargs=(self._is_background,),
                )
            executor = self._executor
        try:
            return executor.submit(function, *arguments).result()
        except (BrokenProcessPool, concurrent.futures.CancelledError) as error:
            with self._lock:
                if self._executor is executor:
                    self._executor = None
                is_closed = self._is_closed
            if is_closed:
                raise ModelError(_CLOSING) from error
            raise ModelError(
                "The model's process ended, perhaps for want of memory; close other programs and "
                "try again."
            ) from error


@dataclass(frozen=True, slots=True)
class _InFile:
    """An array that is mapped from a file: the process maps it too."""

    path: str
    dtype: np.dtype[Any]
    offset: int
    shape: tuple[int, ...]

    def map(self) -> Array:
        return np.memmap(self.path, self.dtype, "r", self.offset, self.shape)


def _packed(argument: Any) -> Any:
    """Return what is sent for an argument; pickling a large array would hold this process up."""
    # A part of a mapped array says where the whole begins, and is sent as it is.
    if not isinstance(argument, np.memmap) or not isinstance(argument.base, mmap.mmap):
        return argument
    return _InFile(str(argument.filename), argument.dtype, argument.offset, argument.shape)


def _end(executor: concurrent.futures.ProcessPoolExecutor) -> None:
    # shutdown() alone waits for the call at hand, which may take a second that nobody needs.
    processes = list((executor._processes or {}).values())
    for process in processes:
        process.kill()
    with contextlib.suppress(BrokenProcessPool):
        executor.shutdown(wait=True, cancel_futures=True)


# ---- in the process ----


def _start(is_background: bool) -> None:
    serve_parent()
    if is_background:
        take_lowest_priority()


def _load_networks(version: str, models: Path | None, texts: bool, images: bool) -> None:
    registry.load_encoder(version, models).load_networks(texts=texts, images=images)


def _get_attribute(version: str, models: Path | None, name: str) -> Any:
    return getattr(registry.load_encoder(version, models), name)


def _call_method(version: str, models: Path | None, method: str, *arguments: Any) -> Any:
    return getattr(registry.load_encoder(version, models), method)(*map(_unpacked, arguments))


def _unpacked(argument: Any) -> Any:
    return argument.map() if isinstance(argument, _InFile) else argument
