"""Vectors on disk: stored features (the truth) and what is derived from them (rebuildable).

Layout of ``vectors/<model version>/``::

    features.f16               the encoder's pooled features, float16, one row a content
    features.crc32             a checksum of each of these rows, uint32
    derived-<rows>/            vectors derived with statistics fitted on so many rows
        text.f32, visual.f32   float32 unit rows, same row numbers as the features
        code.u8                packed codes, uint8, of a set that holds codes
        statistics.safetensors written last: a folder without it is unfinished

All files are plain rows, appended to and mapped, so a search never loads them as a whole.
"""

import os
import shutil
import zlib
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

Array = npt.NDArray[Any]

_STATISTICS = "statistics.safetensors"
# Rows derived at once: 2 MB, since what comes from a model in another process is unpickled in one
# go, for which a window would have to wait.
_DERIVE_ROWS = 512
CODE = "code"  # the space whose rows are packed bits
_UNIT_ERROR = 1e-3  # by which the length of a derived row may be off


class Deriver(Protocol):
    """The part of an encoder that turns stored features into vectors."""

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Fit library statistics (such as means) to features of shape [n, F]."""

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return rows, [n, d], for each space."""


class FeatureStore:
    """The encoder's features, float16 [rows, dimension].

    Args:
        path: The file; made at the first append.
        dimension: Values in a row.
    """

    def __init__(self, path: Path, dimension: int) -> None:
        self.path = path
        self._rows = _RowFile(path, dimension, np.float16)
        self._sums = _RowFile(path.with_suffix(".crc32"), 1, np.uint32)

    def __len__(self) -> int:
        return len(self._rows)

    def write(self, features: Array, *, at_row: int) -> None:
        """Write rows from ``at_row`` on and wait until they are on the disk.

        What an interrupted run left behind ``at_row`` is overwritten.
        """
        features = np.ascontiguousarray(features, np.float16)
        for start, stop in _blocks(len(self._sums), at_row):  # of a version without checksums
            self._sums.write(_checksums(self.read(start, stop)), at_row=start)
        self._rows.write(features, at_row=at_row)
        self._sums.write(_checksums(features), at_row=at_row)

    def read(self, start: int = 0, stop: int | None = None) -> Array:
        """Return rows as a mapped, read-only array."""
        return self._rows.read(start, stop)

    def count_damaged(self, rows: int) -> int:
        """Count those of the first rows that are not as they were written."""
        rows = min(rows, len(self))
        known = min(rows, len(self._sums))
        damaged = 0
        for start, stop in _blocks(0, known):
            sums = _checksums(self.read(start, stop))
            damaged += int(np.count_nonzero(sums != self._sums.read(start, stop)))
        for start, stop in _blocks(known, rows):
            damaged += int(np.count_nonzero(~np.isfinite(self.read(start, stop)).all(axis=1)))
        return damaged


@dataclass(frozen=True, slots=True)
class Vectors:
    """One consistent set of derived vectors.

    Attributes:
        statistics: What they were derived with; a query picture must use the same.
        spaces: Space name -> mapped rows [rows, d]: float32 unit vectors, or uint8 packed codes.
    """

    statistics: Mapping[str, Array]
    spaces: Mapping[str, Array]

    @property
    def rows(self) -> int:
        """Number of photos."""
        return min(len(vectors) for vectors in self.spaces.values())


class DerivedVectors:
    """The vectors of every space, kept in step with the features.

    Args:
        folder: ``vectors/<model version>``.
        dimensions: Space name -> values in a row.
    """

    def __init__(self, folder: Path, dimensions: Mapping[str, int]) -> None:
        self._folder = folder
        self._dimensions = dict(dimensions)

    def open(self) -> Vectors | None:
        """Map the newest finished set, or return None if there is none."""
        generation = self._newest()
        statistics = _load(generation) if generation is not None else None
        if generation is None or statistics is None:
            return None
        spaces = {name: file.read() for name, file in self._files(generation).items()}
        return Vectors(statistics, spaces)

    def is_behind(self, rows: int) -> bool:
        """Tell whether fewer than ``rows`` photos have vectors."""
        vectors = self.open()
        return rows > 0 and (vectors is None or vectors.rows < rows)

    def is_ahead(self, rows: int) -> bool:
        """Tell whether there are vectors that the catalog does not know: they are not its own."""
        vectors = self.open()
        return vectors is not None and vectors.rows > rows

    def count_damaged(self) -> int:
        """Count rows that are no unit vectors, nor zeros."""
        vectors = self.open()
        if vectors is None:
            return 0
        damaged = 0
        for start, stop in _blocks(0, vectors.rows):
            is_bad = np.zeros(stop - start, bool)
            for space in vectors.spaces.values():
                rows = space[start:stop]
                if rows.dtype == np.uint8:
                    continue  # any byte is part of a code
                squares = np.einsum("nd,nd->n", rows, rows)
                # Written so that NaN counts as bad.
                is_bad |= ~((np.abs(squares - 1) < _UNIT_ERROR) | (squares == 0))
            damaged += int(np.count_nonzero(is_bad))
        return damaged

    def update(self, features: FeatureStore, rows: int, deriver: Deriver, *, growth: float) -> None:
        """Derive what is missing; see :meth:`steps`."""
        for _ in self.steps(features, rows, deriver, growth=growth):
            pass

    def steps(
        self, features: FeatureStore, rows: int, deriver: Deriver, *, growth: float
    ) -> Iterator[int]:
        """Derive what is missing; derive all anew when the library has grown enough.

        Args:
            features: The stored features.
            rows: How many of them count (a killed run may have left more).
            deriver: The encoder.
            growth: New statistics are fitted once there are so many times the rows that the
                present ones were fitted on.

        Yields:
            How many photos have vectors.
        """
        if rows == 0:
            return
        generation = self._newest()
        statistics = _load(generation) if generation is not None else None
        if (
            generation is None
            or statistics is None
            or rows >= growth * _fitted_on(generation)
            or self.is_ahead(rows)
        ):
            generation = yield from self._begin(features, rows, deriver)
            statistics = load_file(generation / _STATISTICS)
        yield from self._append(generation, features, rows, deriver, statistics)
        for old in self._folder.glob("derived-*"):
            if old != generation:
                # An open window may still map it (Windows refuses then); the next run tries again.
                shutil.rmtree(old, ignore_errors=True)

    def clear(self) -> None:
        """Delete every set of vectors."""
        for generation in self._folder.glob("derived-*"):
            shutil.rmtree(generation, ignore_errors=True)

    def _begin(
        self, features: FeatureStore, rows: int, deriver: Deriver
    ) -> Generator[int, None, Path]:
        generation = self._folder / f"derived-{rows:09d}"
        unfinished = self._folder / f"derived-{rows:09d}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        # safetensors writes an array that is not in C order as if it were.
        statistics = {
            name: np.ascontiguousarray(array)
            for name, array in deriver.fit_statistics(features.read(0, rows)).items()
        }
        yield from self._append(unfinished, features, rows, deriver, statistics)
        # Written by us, so that a full disk is an OSError and the file has the usual permissions.
        (unfinished / _STATISTICS).write_bytes(save(statistics))
        shutil.rmtree(generation, ignore_errors=True)
        os.replace(unfinished, generation)
        return generation

    def _append(
        self,
        generation: Path,
        features: FeatureStore,
        rows: int,
        deriver: Deriver,
        statistics: Mapping[str, Array],
    ) -> Iterator[int]:
        files = self._files(generation)
        done = min(len(file) for file in files.values())
        for start, stop in _blocks(done, rows):
            derived = deriver.derive(features.read(start, stop), statistics)
            for name, file in files.items():
                file.write(derived[name], at_row=start)
            yield stop

    def _files(self, generation: Path) -> dict[str, "_RowFile"]:
        return {
            name: _RowFile(generation / f"{name}.u8", dimension, np.uint8)
            if name == CODE
            else _RowFile(generation / f"{name}.f32", dimension, np.float32)
            for name, dimension in self._dimensions.items()
        }

    def _newest(self) -> Path | None:
        finished = self._folder.glob(f"derived-{'[0-9]' * 9}/{_STATISTICS}")
        return max(
            (path.parent for path in finished if not path.parent.suffix),
            key=_fitted_on,
            default=None,
        )


def _load(generation: Path) -> dict[str, Array] | None:
    """Read the statistics of a set; None if the file is damaged, so that the set is made anew."""
    try:
        return load_file(generation / _STATISTICS)
    except (SafetensorError, FileNotFoundError):
        return None


def _blocks(start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Cut a range of rows into parts that fit into memory."""
    for first in range(start, stop, _DERIVE_ROWS):
        yield first, min(first + _DERIVE_ROWS, stop)


def _checksums(rows: Array) -> Array:
    """Return a checksum of each row, uint32 [n, 1]."""
    return np.array([zlib.crc32(row.tobytes()) for row in rows], np.uint32).reshape(-1, 1)


def _fitted_on(generation: Path) -> int:
    return int(generation.name.removeprefix("derived-"))


class _RowFile:
    """A file of equal rows without a header."""

    def __init__(self, path: Path, dimension: int, dtype: type[np.number[Any]]) -> None:
        self._path = path
        self._dimension = dimension
        self._dtype = np.dtype(dtype)
        self._row_bytes = dimension * self._dtype.itemsize

    def __len__(self) -> int:
        try:
            return self._path.stat().st_size // self._row_bytes
        except FileNotFoundError:
            return 0

    def write(self, rows: Array, *, at_row: int) -> None:
        if rows.shape[1:] != (self._dimension,) or at_row > len(self):
            raise ValueError(f"{rows.shape} at row {at_row} does not fit {self._path}")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with open(self._path, "r+b" if self._path.exists() else "w+b") as file:
            # Never cut shorter: another process may have mapped what lies behind.
            file.seek(at_row * self._row_bytes)
            file.write(np.ascontiguousarray(rows, dtype=self._dtype).tobytes())
            file.flush()
            os.fsync(file.fileno())

    def read(self, start: int = 0, stop: int | None = None) -> Array:
        start, stop, _ = slice(start, stop).indices(len(self))
        if start >= stop:
            return np.zeros((0, self._dimension), self._dtype)
        # No part of a larger map: a hosted model maps by itself what lies at this offset.
        shape = (stop - start, self._dimension)
        return np.memmap(self._path, self._dtype, "r", offset=start * self._row_bytes, shape=shape)
