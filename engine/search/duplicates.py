"""Groups of files that hold the same picture: equal bytes, or a copy saved again, resized, turned.

A copy is a candidate by its perceptual hash and counts only if its thumbnail's pixels agree with
those of the best original (:mod:`engine.images.sameness`); pictures that are merely alike, blank
or without a thumbnail never do. Every member is compared with the original itself, so no chain of
small differences grows. Names of one and the same file (links, bind mounts) are one copy.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.catalog.duplicates import Duplicates, FileLook, Pair
from engine.images.near_hashes import ORIENTATIONS, RADIUS, near_pairs, turn_distances
from engine.images.sameness import Look, compare
from engine.images.thumbnails import ThumbnailStore
from engine.jobs import Job, Progress

_LOOKS_IN_MEMORY = 1024  # of 48 KB
_MOST_COARSE = 24.0  # mean levels between two copies' 8 x 8 fields: above, no copy
_PATIENCE = 12  # failures in a row, closest first, after which no more copies are expected


@dataclass(frozen=True, slots=True)
class Copy:
    """One file of a group.

    Attributes:
        file: The file.
        distance: Hamming distance to the perceptual hash of the one to keep, 0 to 64.
        orientation: The EXIF orientation that makes the picture to keep this one; 1 for the same
            way up, 3, 6 and 8 for turned, 2, 4, 5 and 7 for mirrored.
        is_equal: Whether it has the same bytes as the one to keep.
        links: Other names in the library of this very file; no copies.
    """

    file: FileLook
    distance: int = 0
    orientation: int = 1
    is_equal: bool = True
    links: tuple[bytes, ...] = ()

    @property
    def is_mirrored(self) -> bool:
        """Whether it is mirrored, whatever else it is turned."""
        return self.orientation in {2, 4, 5, 7}


@dataclass(frozen=True, slots=True)
class Group:
    """Files that hold one picture, two or more.

    Attributes:
        copies: Best first: most pixels, then most bytes, in reach, oldest. The first is the one to
            keep by this rule; that is a suggestion and marks none of the others.
    """

    copies: tuple[Copy, ...]

    @property
    def is_equal(self) -> bool:
        """Whether all have the same bytes."""
        return all(copy.is_equal for copy in self.copies)

    @property
    def freed_bytes(self) -> int:
        """What the trash would take in if only the first stayed; offline files stay."""
        return sum(copy.file.size for copy in self.copies[1:] if not copy.file.is_offline)

    @property
    def content_ids(self) -> tuple[int, ...]:
        """The contents, the best first."""
        return tuple(dict.fromkeys(copy.file.content_id for copy in self.copies))


@dataclass(frozen=True, slots=True)
class _Match:
    """A content that shows the same picture as the original of its group."""

    content_id: int
    distance: int = 0
    orientation: int = 1


def find_duplicates(
    duplicates: Duplicates,
    thumbnails: ThumbnailStore,
    *,
    found: Callable[[Group], object] | None = None,
) -> Job[list[Group]]:
    """Find every group of the same picture in the library.

    Args:
        duplicates: The files, and the pairs that the user excepts.
        thumbnails: Their pictures.
        found: Is told of each group at once, in the order of their best copies.

    Yields:
        Progress of the stages ``"comparing hashes"`` and ``"comparing pictures"``.

    Returns:
        The groups, those that would free most first. A file is in one group at most.
    """
    yield Progress("comparing hashes")
    by_content: dict[int, list[FileLook]] = {}
    for file in sorted(duplicates.files(), key=_rank):
        by_content.setdefault(file.content_id, []).append(file)
    best = [files[0] for files in by_content.values()]  # in the order of their rank
    groups: list[Group] = []

    def take(members: Sequence[_Match]) -> None:
        files = [(match, by_content[match.content_id]) for match in members]
        group = _group(files) if len(members) > 1 or len(files[0][1]) > 1 else None
        if group is not None:
            groups.append(group)
            if found is not None:
                found(group)

    yield from _match(best, duplicates.exceptions(), thumbnails, take)
    return sorted(groups, key=lambda group: (-group.freed_bytes, group.copies[0].file.path))


def _rank(file: FileLook) -> tuple[object, ...]:
    return (
        -file.width * file.height,
        -file.size,
        file.is_offline,
        file.mtime_ns,
        file.path,
    )


def _match(
    best: Sequence[FileLook],
    exceptions: set[Pair],
    thumbnails: ThumbnailStore,
    take: Callable[[Sequence[_Match]], None],
) -> Job[None]:
    """Find the copies of each content among those that rank below it.

    Args:
        best: The best file of each content, in the order of their rank.
        exceptions: Pairs of contents that are not the same.
        thumbnails: Their pictures.
        take: Gets each content that is no copy of another, with its copies; itself comes first.
    """
    if not best:
        return
    neighbours = _Neighbours(best)
    yield from neighbours.find()
    pictures = _Pictures(thumbnails)
    taken: set[int] = set()
    for done, original in enumerate(best):
        yield Progress("comparing pictures", done=done, total=len(best))
        if original.content_id in taken:
            continue
        others = [file for file in neighbours.below(done) if file.content_id not in taken]
        members = [_Match(original.content_id)]
        for match in _copies(original, others, pictures):
            ids = [member.content_id for member in members]
            pairs = {(min(id_, match.content_id), max(id_, match.content_id)) for id_ in ids}
            if exceptions.isdisjoint(pairs):
                members.append(match)
        taken.update(member.content_id for member in members[1:])
        take(members)


class _Neighbours:
    """Which contents have hashes that lie close."""

    def __init__(self, best: Sequence[FileLook]) -> None:
        self._best = best
        hashes = np.frombuffer(b"".join(file.perceptual_hash for file in best), np.uint64)
        # Many may share a hash; each hash is looked up once.
        self._hashes, nodes = np.unique(hashes, return_inverse=True)
        self._nodes: list[int] = nodes.tolist()
        self._members: list[list[int]] = [[] for _ in self._hashes]
        for index, node in enumerate(self._nodes):
            self._members[node].append(index)

    def find(self) -> Job[None]:
        """Compare the hashes; to be run before :meth:`below`."""
        pairs = yield from near_pairs(self._hashes.view(np.uint8).reshape(-1, 8))
        from_, to = np.concatenate((pairs, pairs[:, ::-1])).T
        order = np.argsort(from_, kind="stable")
        self._near = to[order]
        self._starts = np.searchsorted(from_[order], np.arange(len(self._hashes) + 1))

    def below(self, index: int) -> list[FileLook]:
        """Return the contents near one of them that rank below it."""
        node = self._nodes[index]
        if not self._hashes[node]:  # a picture without any structure is like all others
            return []
        near = self._near[self._starts[node] : self._starts[node + 1]].tolist()
        return [
            self._best[other]
            for other_node in (node, *near)
            for other in self._members[other_node]
            if other > index
        ]


class _Pictures:
    """Thumbnails as they are compared; the last ones stay in memory."""

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        self._thumbnails = thumbnails
        self._coarse: dict[bytes, npt.NDArray[np.uint8] | None] = {}
        self.look = lru_cache(_LOOKS_IN_MEMORY)(self._read)

    def _read(self, content_hash: bytes) -> Look | None:
        data = self._thumbnails.read(content_hash)
        return None if data is None else Look.read(data)

    def coarse(self, content_hash: bytes) -> npt.NDArray[np.uint8] | None:
        """Return the mean colours of 8 x 8 fields, or None without a thumbnail."""
        if content_hash not in self._coarse:
            look = self.look(content_hash)
            self._coarse[content_hash] = None if look is None else look.coarse
        return self._coarse[content_hash]

    def agree(self, look: Look, file: FileLook) -> bool:
        """Whether the pixels of a file's picture are those of another."""
        other = self.look(file.content_hash)
        difference = None if other is None else compare(look, other)
        return difference is not None and difference.is_same_picture


def _copies(
    original: FileLook, others: Sequence[FileLook], pictures: _Pictures
) -> Iterator[_Match]:
    """Yield those of the others whose pixels agree with the original's."""
    look = pictures.look(original.content_hash) if others else None
    fields = [pictures.coarse(file.content_hash) for file in others]
    others = [file for file, found in zip(others, fields, strict=True) if found is not None]
    if look is None or not others:
        return
    turned = [look.turned(orientation) for orientation in ORIENTATIONS]
    hashes = np.frombuffer(b"".join(file.perceptual_hash for file in others), np.uint8)
    distances = turn_distances(original.perceptual_hash, hashes.reshape(-1, 8))
    coarse = np.stack([found for found in fields if found is not None]).astype(np.int16)
    apart = np.stack([np.abs(each.coarse - coarse).mean(axis=(1, 2, 3)) for each in turned], axis=1)
    is_likely = (distances <= RADIUS) & (apart <= _MOST_COARSE)
    apart[~is_likely] = np.inf
    failures = 0
    for index in np.argsort(apart.min(axis=1), kind="stable")[: is_likely.any(axis=1).sum()]:
        file = others[index]
        turns = [turn for turn in np.argsort(distances[index]) if is_likely[index, turn]]
        turn = next((turn for turn in turns if pictures.agree(turned[turn], file)), None)
        if turn is not None:
            yield _Match(file.content_id, int(distances[index, turn]), ORIENTATIONS[turn])
        failures = 0 if turn is not None else failures + 1
        if failures == _PATIENCE:
            return


def _group(members: Sequence[tuple[_Match, list[FileLook]]]) -> Group | None:
    """Make a group of the contents that match, or None if they are one file after all."""
    matches = {match.content_id: match for match, _ in members}
    names: dict[object, list[FileLook]] = {}
    for _, files in members:
        for file in files:
            identity = _identity(file)
            if identity is not None:
                names.setdefault(identity, []).append(file)
    if len(names) < 2:
        return None
    original = next(iter(matches))
    copies = []
    for same in names.values():
        # A link's target stands for the link, never the reverse.
        file = min(same, key=lambda file: (_is_link(file.path), _rank(file)))
        match = matches[file.content_id]
        links = tuple(other.path for other in same if other is not file)
        is_equal = file.content_id == original
        copies.append(Copy(file, match.distance, match.orientation, is_equal, links))
    copies.sort(key=lambda copy: _rank(copy.file))
    return Group(tuple(copies)) if copies[0].file.content_id == original else None


def _identity(file: FileLook) -> object:
    """Return what two names of one file share; None for a file that is gone."""
    if file.is_offline:
        return file.path
    try:
        status = os.stat(file.path)
    except OSError:
        return None
    # Some file systems number no files.
    return (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(file.path)


def _is_link(path: bytes) -> bool:
    """Whether a link takes part in the path of a file."""
    return os.path.realpath(path) != path
