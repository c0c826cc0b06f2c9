"""From a query to ranked photos."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.catalog.photos import Photos
from engine.catalog.records import PhotoPath
from engine.framing import SQUASHED, Framing
from engine.indexing.vectors import Vectors
from engine.models.codes import ITQ
from engine.search.codes import (
    CodeQuery,
    CodeSpace,
    default_radius,
    first_stage,
    search_codes,
)
from engine.search.nearest import Rows, nearest
from engine.search.query import Query, Space, Term, TextReader, check_text, combine

Array = npt.NDArray[Any]


# A picture is rarely turned or mirrored: a photo that matches it so must match clearly better.
TURNED_FACTOR = 0.9


class Encoder(TextReader, Protocol):
    """What a search asks of the active model."""

    @property
    def version(self) -> str:
        """Version of the model."""

    @property
    def feature_space(self) -> str:
        """Version of the model whose feature rows the vectors belong to."""

    def load_networks(self, *, texts: bool, images: bool) -> None:
        """Build the networks that are needed."""

    def encode_images(self, pixels: npt.NDArray[np.uint8]) -> Array:
        """Return features [n, F] of framed pictures, uint8 [n, side, side, 3]."""

    def encode_text(self, texts: Sequence[str]) -> Array:
        """Return unit vectors, float32 [n, d]."""

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return unit vectors, float32 [n, d], for each space."""

    def visual_query_views(self, pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return the views of one query picture, uint8 [v, side, side, 3], itself first."""


class Presence(StrEnum):
    """Whether a hit's file can be opened now."""

    PRESENT = "present"
    OFFLINE = "offline"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Hit:
    """One photo found.

    Attributes:
        rank: From 1.
        content_id: The photo.
        file_id: The ledger row of ``path``.
        path: Its first file that is present, else its first file; bytes.
        score: Cosine, times 0.9 where the picture had to be turned or mirrored; in the space
            ``code`` 1 - distance / bits.
        presence: Whether that file can be opened now.
        distance: Bits by which its code differs, in the space ``code`` only.
    """

    rank: int
    content_id: int
    file_id: int
    path: bytes
    score: float
    presence: Presence
    distance: int | None = None


@dataclass(frozen=True, slots=True)
class Ball:
    """What a search by code says beside its hits.

    Attributes:
        radius: Photos were looked for whose code is less than so many bits away.
        bits: Length of a code.
        within: How many photos are less than 0, 1, ... bits + 1 bits away.
        is_nearest: Whether there was none, and the hits are the nearest codes instead.
        coder: Whose codes they are: a version, or ``itq-<bits>`` before anything was trained.
    """

    radius: int
    bits: int
    within: Sequence[int]
    is_nearest: bool
    coder: str

    @property
    def count(self) -> int:
        """How many photos are within the radius."""
        return self.within[min(self.radius, self.bits + 1)]

    @property
    def is_trained(self) -> bool:
        """Whether the codes come from training and not from the library alone."""
        return not self.coder.startswith(f"{ITQ}-")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a query.

    Attributes:
        model: Version of the model that answered.
        hits: Best first, one a content.
        notes: Sentences for the user, such as that part of the query was not understood.
        took_ms: Milliseconds, encoding and ranking, without loading the model.
        searched: How many contents were there to be found.
        ball: In the space ``code`` only.
    """

    model: str
    hits: Sequence[Hit]
    notes: Sequence[str]
    took_ms: float
    searched: int
    ball: Ball | None = None


class Searcher:
    """Answers queries over one set of vectors.

    Args:
        encoder: The active model.
        photos: The catalog's contents.
        vectors: The vectors to compare, in step with the catalog's feature rows.
        codes: The codes; needed for the space ``code`` only.
        framing: How the model sees a picture.
    """

    def __init__(
        self,
        encoder: Encoder,
        photos: Photos,
        vectors: Vectors,
        codes: CodeSpace | None = None,
        *,
        framing: Framing = SQUASHED,
    ) -> None:
        self._encoder = encoder
        self._photos = photos
        self._vectors = vectors
        self._codes = codes
        self._framing = framing

    def search(self, query: Query) -> Answer:
        """Rank the library's photos.

        Raises:
            QueryError: Nothing in the query can be looked for.
        """
        space = query.resolved_space
        self._encoder.load_networks(texts=bool(query.words), images=bool(query.pictures))
        started = time.perf_counter()
        notes = [note for term in query.words for note in check_text(term.text, self._encoder)]
        root_id, folder = (query.place.root_id, query.place.folder) if query.place else (None, b"")
        version = self._encoder.feature_space
        ball, distances = None, None
        if space is Space.CODE:
            rows, scores, distances, ball = self._within(query)
            if ball.is_nearest and len(rows):
                notes.append(_nothing_within(ball.radius))
        elif space is Space.VISUAL:
            rows, scores = self._nearest_visual(query, self._excluded(query, version))
        else:
            rows, scores = nearest(
                self._vectors.spaces[space],
                self._text_query(query),
                count=query.limit,
                excluded=self._excluded(query, version),
            )
        paths = self._photos.paths_of_rows(rows.tolist(), version, root_id=root_id, folder=folder)
        hits = _hits(rows.tolist(), scores.tolist(), paths, distances)
        took_ms = 1000 * (time.perf_counter() - started)
        return Answer(self._encoder.version, hits, notes, took_ms, self._vectors.rows, ball)

    def _excluded(self, query: Query, version: str) -> list[int]:
        """Return the rows of a version's features that the query leaves out."""
        root_id, folder = (query.place.root_id, query.place.folder) if query.place else (None, b"")
        return self._photos.rows_outside(
            version, root_id=root_id, folder=folder, labels=query.labels
        )

    def _within(self, query: Query) -> tuple[Array, Array, list[int], Ball]:
        """Return rows, scores and distances of a search by code."""
        assert self._codes is not None, "who searches by code brings the codes"
        codes, bits = self._codes, self._codes.coder.bits
        radius = default_radius(bits) if query.radius is None else query.radius
        features = self._encoder.encode_images(self._stack(query.pictures))
        vector = self._encoder.derive(features, self._vectors.statistics)[Space.VISUAL][0]
        version = codes.own_rows or self._encoder.feature_space
        if codes.load_encoder is not None:
            squashed = np.stack([term.framed(SQUASHED) for term in query.pictures])
            features = codes.load_encoder().encode_images(squashed)
        excluded = self._excluded(query, version)
        found = search_codes(
            codes,
            self._vectors.spaces[Space.VISUAL],
            CodeQuery(features, vector, radius, query.limit, excluded),
            self._visual_rows if codes.own_rows else None,
        )
        ball = Ball(radius, bits, found.within.tolist(), found.is_nearest, codes.coder.name)
        return found.rows, 1 - found.distances / bits, found.distances.tolist(), ball

    def _visual_rows(self, rows: Rows) -> Rows:
        """Return the rows of the model that answers for those of the hash model; -1 for none."""
        assert self._codes is not None
        found = self._photos.same_rows(
            rows.tolist(), self._codes.own_rows, self._encoder.feature_space
        )
        return np.array([found.get(row, -1) for row in rows.tolist()], np.int64)

    def _nearest_visual(self, query: Query, excluded: Sequence[int]) -> tuple[Array, Array]:
        """Return rows and cosines; codes stand before a large library if they lose nothing."""
        vectors, queries = self._vectors.spaces[Space.VISUAL], self._visual_queries(query)
        codes, pictures = self._codes, query.pictures
        if codes is None or not codes.is_first_stage or len(pictures) != 1:
            return nearest(vectors, queries, count=query.limit, excluded=excluded)
        views = self._encoder.visual_query_views(self._stack(pictures)[0])
        features = self._encoder.encode_images(views)
        rows = min(len(codes.codes), len(vectors))
        kept = first_stage(codes.codes[:rows], codes.code_of(features), excluded)
        found, scores = nearest(np.ascontiguousarray(vectors[kept]), queries, count=query.limit)
        return kept[found], scores

    def _text_query(self, query: Query) -> npt.NDArray[np.float32]:
        """Return the weighted sum of words and pictures, float32 [1, d]."""
        words, pictures = query.words, query.pictures
        vectors: list[Array] = []
        if words:
            vectors.extend(self._encoder.encode_text([term.text for term in words]))
        if pictures:
            vectors.extend(self._derive(self._stack(pictures), Space.TEXT))
        return combine(vectors, [term.factor for term in (*words, *pictures)])

    def _visual_queries(self, query: Query) -> npt.NDArray[np.float32]:
        """Return the views of one picture, or the sum of several: float32 [q, d]."""
        pictures = query.pictures
        if len(pictures) == 1 and not pictures[0].is_excluded:
            views = self._encoder.visual_query_views(self._stack(pictures)[0])
            vectors = self._derive(views, Space.VISUAL)
            vectors[1:] *= TURNED_FACTOR
            return vectors
        vectors = self._derive(self._stack(pictures), Space.VISUAL)
        return combine(list(vectors), [term.factor for term in pictures])

    def _stack(self, pictures: Sequence[Term]) -> npt.NDArray[np.uint8]:
        return np.stack([term.framed(self._framing) for term in pictures])

    def _derive(self, pixels: Array, space: Space) -> npt.NDArray[np.float32]:
        features = self._encoder.encode_images(pixels)
        return self._encoder.derive(features, self._vectors.statistics)[space]


def _nothing_within(radius: int) -> str:
    if radius == 0:  # strictly less than 0 bits away is nothing, not even a copy
        return (
            "A radius of 0 finds no photo; give 1 or more to find those with the same code. The "
            "nearest are shown instead."
        )
    return f"No photo is within a distance of {radius}; the nearest are shown instead."


def _hits(
    rows: Sequence[int],
    scores: Sequence[float],
    paths: Mapping[int, Sequence[PhotoPath]],
    distances: Sequence[int] | None = None,
) -> list[Hit]:
    hits: list[Hit] = []
    for index, (row, score) in enumerate(zip(rows, scores, strict=True)):
        if row not in paths:  # its last file left the ledger while we searched
            continue
        first, presence = _first_present(paths[row])
        hits.append(
            Hit(
                rank=len(hits) + 1,
                content_id=first.content_id,
                file_id=first.file_id,
                path=first.path,
                score=score,
                presence=presence,
                distance=None if distances is None else distances[index],
            )
        )
    return hits


def _first_present(paths: Sequence[PhotoPath]) -> tuple[PhotoPath, Presence]:
    for path in paths:
        if not path.is_offline and os.path.exists(path.path):
            return path, Presence.PRESENT
    return paths[0], Presence.OFFLINE if paths[0].is_offline else Presence.GONE
