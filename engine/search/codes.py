"""Search by hash code: all photos within a Hamming distance of a picture, most alike first.

Distances to every code are counted anew for each query, by faiss over the mapped rows: a million
codes of 128 bits are 16 MB and take some milliseconds, and the answer is exact at every radius.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from engine.models.codes import CODE, Coder
from engine.models.retrieval_model import PhotoEncoder
from engine.search.nearest import Float32, Rows

Codes = npt.NDArray[np.uint8]
Distances = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]

# The most photos of a ball that are ranked by how alike they look: the nearest ones by code.
_MOST_RANKED: Final = 5000
# Where the ball is empty, so many are shown instead: more would look like an answer.
_MOST_NEAREST: Final = 50
# As a first stage the codes leave so many photos, or this share of the library, to compare exactly.
_FEWEST_KEPT: Final = 1000
_SHARE_KEPT: Final = 0.02
# What a code must not lose of the ten most alike to be used as a first stage.
FIRST_STAGE_RECALL: Final = 0.95
_NEAREST: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class CodeSpace:
    """The codes of a library.

    Attributes:
        coder: Makes the codes.
        statistics: What the codes were made with; a query picture must use the same.
        codes: uint8 [rows, bits / 8], may be mapped.
        is_first_stage: Whether they were tried and may stand before the ``visual`` space.
        load_encoder: Gives what encodes query pictures, where the coder is a version with features
            of its own; else those are of the model that answers.
    """

    coder: Coder
    statistics: Mapping[str, npt.NDArray[Any]]
    codes: Codes
    is_first_stage: bool = False
    load_encoder: Callable[[], PhotoEncoder] | None = None

    @property
    def own_rows(self) -> str:
        """The version whose own features the codes belong to, row by row; empty for none."""
        return self.coder.name if self.load_encoder is not None else ""

    def code_of(self, features: npt.NDArray[Any]) -> Codes:
        """Return the codes of pictures, uint8 [n, bits / 8], from features [n, f]."""
        found: Codes = self.coder.derive(features, self.statistics)[CODE]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class CodeQuery:
    """A picture to look for.

    Attributes:
        features: What its code is made of, [1, f].
        vector: Its vector in the ``visual`` space, float32 [d].
        radius: Where the ball ends; with 0 it is empty.
        count: How many photos to return.
        excluded: Rows of codes that are never returned or counted.
    """

    features: npt.NDArray[Any]
    vector: Float32
    radius: int
    count: int
    excluded: Sequence[int] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CodeMatches:
    """Photos found by code.

    Attributes:
        rows: int64 [n] of the ``visual`` vectors, most alike first.
        distances: uint8 or uint16 [n], of their codes.
        cosines: float32 [n], in the ``visual`` space.
        within: int64 [bits + 2]: how many photos have a distance below 0, 1, ... bits + 1.
        is_nearest: Whether no photo is within the radius, and these are the nearest instead.
    """

    rows: Rows
    distances: Distances
    cosines: Float32
    within: Counts
    is_nearest: bool


def default_radius(bits: int) -> int:
    """Return the radius that is tried first; a fixed one would leave balls of long codes empty."""
    return bits // 4


def hamming(codes: Codes, query: Codes) -> Distances:
    """Return the Hamming distance of each code to one, [n], in as few bytes as will do.

    Args:
        codes: uint8 [n, b], C-contiguous, may be mapped.
        query: uint8 [b].
    """
    import faiss

    library: Any = faiss  # its type hints lack this function
    if query.shape != codes.shape[1:]:
        raise ValueError(f"a code of {query.shape} for codes of {codes.shape[1:]}")
    found = np.empty(len(codes), np.int32)
    query = np.ascontiguousarray(query)
    if len(codes):
        library.hammings(
            library.swig_ptr(query),
            library.swig_ptr(codes),
            1,
            len(codes),
            len(query),
            library.swig_ptr(found),
        )
    # One more than the bits stands for what is left out, and must fit too.
    return found.astype(np.uint8) if 8 * len(query) < 255 else found.astype(np.uint16)


def count_within(distances: Distances, bits: int) -> Counts:
    """Return how many distances are below 0, 1, ... bits + 1: int64 [bits + 2]."""
    size = max(256, bits + 2)
    if distances.dtype == np.uint8:
        # Two at a time, which halves the time: each value of 16 bits is a pair of distances.
        even = len(distances) // 2 * 2
        pairs = np.bincount(distances[:even].view(np.uint16), minlength=1 << 16)
        square = pairs.reshape(256, 256)
        levels = square.sum(axis=0) + square.sum(axis=1)
        levels += np.bincount(distances[even:], minlength=256)
    else:
        levels = np.bincount(distances, minlength=size)
    return np.concatenate([[0], np.cumsum(levels[: bits + 1])]).astype(np.int64)


def nearest_codes(distances: Distances, count: int, within: Counts) -> Rows:
    """Return the rows of the ``count`` smallest distances, smallest first, ties by row.

    Args:
        distances: From :func:`hamming`.
        count: How many.
        within: From :func:`count_within`; distances that it does not count are not returned.
    """
    if not count:
        return np.zeros(0, np.int64)
    edge = min(int(np.searchsorted(within, count)), len(within) - 1)
    rows = np.flatnonzero(distances < edge)
    order = np.argsort(distances[rows], kind="stable")[:count]
    return rows[order].astype(np.int64)


def search_codes(
    space: CodeSpace,
    visual: Float32,
    query: CodeQuery,
    visual_rows: Callable[[Rows], Rows] | None = None,
) -> CodeMatches:
    """Find the photos whose code is less than a radius away (claim 5: strictly less).

    Args:
        space: The library's codes.
        visual: Its visual vectors, float32 [n, d].
        query: What to look for.
        visual_rows: Gives the row among them of each of some codes, -1 for none; None where both
            go row by row.

    Returns:
        The photos of the ball, most alike first; if it is empty, the 50 nearest ones by code.
    """
    bits, count = space.coder.bits, query.count
    rows = len(space.codes) if visual_rows else min(len(space.codes), len(visual))
    distances = hamming(space.codes[:rows], space.code_of(query.features)[0])
    _leave_out(distances, query.excluded, bits)
    within = count_within(distances, bits)
    inside = int(within[min(max(query.radius, 0), bits + 1)])
    wanted = min(inside, max(count, _MOST_RANKED)) if inside else _MOST_NEAREST
    found = nearest_codes(distances, wanted, within)
    places = visual_rows(found) if visual_rows else found
    is_there = (places >= 0) & (places < len(visual))
    found, places = found[is_there], places[is_there]
    cosines = (visual[places] @ query.vector).astype(np.float32)
    order = np.lexsort((places, -cosines))
    if not inside:  # the nearest are meant; likeness decides among equal distances
        nearest = np.argsort(distances[found[order]], kind="stable")[:count]
        order = order[np.sort(nearest)]
    order = order[:count]
    return CodeMatches(
        rows=places[order],
        distances=distances[found[order]],
        cosines=cosines[order],
        within=within,
        is_nearest=not inside,
    )


def _leave_out(distances: Distances, excluded: Sequence[int], bits: int) -> None:
    rows = np.asarray(excluded, np.int64)
    distances[rows[rows < len(distances)]] = bits + 1


def first_stage_count(rows: int) -> int:
    """Return how many photos a first stage leaves of so many."""
    return min(rows, max(_FEWEST_KEPT, round(_SHARE_KEPT * rows)))


def first_stage(codes: Codes, queries: Codes, excluded: Sequence[int] = ()) -> Rows:
    """Return the rows that are worth an exact comparison, int64, ascending.

    Args:
        codes: uint8 [n, b].
        queries: uint8 [q, b]: views of one query; each leaves its own rows.
        excluded: Rows that are not.
    """
    bits = 8 * codes.shape[1]
    kept = []
    for query in queries:
        distances = hamming(codes, query)
        _leave_out(distances, excluded, bits)
        within = count_within(distances, bits)
        kept.append(nearest_codes(distances, first_stage_count(len(codes)), within))
    return np.unique(np.concatenate(kept)).astype(np.int64)


def first_stage_recall(codes: Codes, visual: Float32, *, queries: int = 100) -> float:
    """Return how many of the ten most alike photos a first stage by code would keep.

    Photos of the library stand for query pictures; none is to find itself.

    Args:
        codes: uint8 [n, b].
        visual: float32 [n, d], row by row with the codes.
        queries: How many are tried.

    Returns:
        The mean share, 0 to 1; 0 with fewer than two photos.
    """
    rows = min(len(codes), len(visual))
    if rows < 2:
        return 0.0
    asked = np.random.default_rng(0).choice(rows, min(queries, rows), replace=False)
    shares = []
    for row in asked:
        cosines = visual[:rows] @ visual[row]
        cosines[row] = -np.inf
        count = min(_NEAREST, rows - 1)
        alike = np.argpartition(-cosines, count - 1)[:count]
        kept = first_stage(codes[:rows], codes[row : row + 1], excluded=[int(row)])
        shares.append(float(np.isin(alike, kept).mean()))
    return float(np.mean(shares))
