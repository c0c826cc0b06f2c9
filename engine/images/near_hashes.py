"""Pairs of perceptual hashes that lie close, also when one picture is turned or mirrored.

The hash is one bit for each of 8 x 8 cosine frequencies (:mod:`engine.images.hashing`). Mirroring
a picture changes the sign of its odd frequencies along that axis, transposing it swaps the axes,
so the hashes of the seven turned pictures follow from the bits of one. As the bits compare with
the median, which is only near zero, this is right to a few bits; see ``benchmarks/duplicates.py``.

The bits fall into four classes of 16 by whether the frequency is odd along the rows and along the
columns: mirroring inverts whole classes. Two hashes within distance 7 have a class that differs in
at most one bit (Norouzi et al., "Fast Search in Hamming Space with Multi-Index Hashing", 2012), and
looking a class up without its polarity finds all four mirrorings at once. faiss'
IndexBinaryMultiHash, which would be asked eight times a picture, takes 30 times as long.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from engine.jobs import Job, Progress

UInt16 = npt.NDArray[np.uint16]
Int = npt.NDArray[np.int64]

RADIUS = 10  # every pair up to 7 is found, and nearly every one up to here
MAX_PAIRS = 3_000_000  # of 12 bytes; beyond, only the closest are kept

_BITS = 16
_CLASSES = 4  # odd-odd, odd-even, even-odd, even-even (rows-columns)
_EVEN_EVEN = 3  # the class that no mirroring inverts
_BLOCK = 1 << 19  # candidate pairs compared at once
_ONES = np.array([value.bit_count() for value in range(1 << _BITS)], np.uint8)

# EXIF orientation by mirroring (none, left-right, top-bottom, both), without and with transposing.
ORIENTATIONS = (1, 2, 4, 3, 5, 6, 8, 7)


def turn_distances(first: bytes, others: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Compare a hash with others in all eight orientations.

    Args:
        first: The hash of a picture.
        others: Hashes, uint8 [n, 8].

    Returns:
        Hamming distances, uint8 [n, 8]: by the one of ``ORIENTATIONS`` that makes the first
        picture the other.
    """
    plain, transposed = _classes(np.frombuffer(first, np.uint8)[None])
    classes, _ = _classes(others)
    return np.concatenate((_mirrored(plain ^ classes), _mirrored(transposed ^ classes))).T


def near_pairs(hashes: npt.NDArray[np.uint8], radius: int = RADIUS) -> Job[npt.NDArray[np.int32]]:
    """Find the pairs of hashes within a distance in any orientation.

    Args:
        hashes: Distinct hashes, uint8 [n, 8].
        radius: The greatest distance.

    Yields:
        Progress of the stage ``"comparing hashes"``.

    Returns:
        Indices of the two hashes of each pair, the lower first, int32 [m, 2], sorted.
    """
    plain, transposed = _classes(hashes)
    found = _Found(radius)
    lookups = [(queries, number) for queries in (plain, transposed) for number in range(_CLASSES)]
    for done, (queries, number) in enumerate(lookups):
        for first, second in _lookup(queries, plain, number):
            distance = _mirrored(queries[first] ^ plain[second]).min(axis=0)
            found.add(first, second, distance)
            yield Progress("comparing hashes", done=done, total=len(lookups))
    return found.distinct()[:, :2]


class _Found:
    """Collects pairs in bounded memory."""

    def __init__(self, radius: int) -> None:
        self._radius = radius
        self._parts = [np.empty((0, 3), np.int32)]
        self._count = 0

    def add(self, first: Int, second: Int, distance: npt.NDArray[np.uint8]) -> None:
        """Take up those of a block's pairs that are near."""
        is_near = distance <= self._radius
        part = np.stack((first[is_near], second[is_near], distance[is_near]), axis=1)
        self._parts.append(part.astype(np.int32))
        self._count += len(part)
        if self._count > 2 * MAX_PAIRS:
            pairs = self.distinct()
            while len(pairs) > MAX_PAIRS and self._radius > 0:
                self._radius -= 1
                pairs = pairs[pairs[:, 2] <= self._radius]
            self._parts, self._count = [pairs], len(pairs)

    def distinct(self) -> npt.NDArray[np.int32]:
        """Return first, second and distance of each pair once, sorted, int32 [n, 3]."""
        pairs = np.concatenate(self._parts)
        pairs = pairs[np.lexsort((pairs[:, 2], pairs[:, 1], pairs[:, 0]))]
        is_new = np.ones(len(pairs), bool)
        is_new[1:] = (pairs[1:, :2] != pairs[:-1, :2]).any(axis=1)
        return pairs[is_new]


def _classes(hashes: npt.NDArray[np.uint8]) -> tuple[UInt16, UInt16]:
    """Sort the bits of hashes, and of the hashes of the transposed pictures, into classes.

    Returns:
        Two arrays, uint16 [n, 4].
    """
    bits = np.unpackbits(hashes, axis=1).reshape(-1, 8, 8)

    def packed(bits: npt.NDArray[np.uint8]) -> UInt16:
        # Index 0 is frequency 1, which is odd.
        parts = [bits[:, row::2, column::2] for row in (0, 1) for column in (0, 1)]
        words = [np.packbits(part.reshape(-1, _BITS), axis=1).view(np.uint16) for part in parts]
        return np.ascontiguousarray(np.concatenate(words, axis=1))

    return packed(bits), packed(bits.transpose(0, 2, 1))


def _mirrored(differences: UInt16) -> npt.NDArray[np.uint8]:
    """Count differing bits: none mirrored, left-right, top-bottom, both; uint8 [4, n]."""
    odd_odd, odd_even, even_odd, even_even = _ONES[differences].T
    return np.stack(
        [
            odd_odd + odd_even + even_odd + even_even,
            (_BITS - odd_odd) + odd_even + (_BITS - even_odd) + even_even,
            (_BITS - odd_odd) + (_BITS - odd_even) + even_odd + even_even,
            odd_odd + (_BITS - odd_even) + (_BITS - even_odd) + even_even,
        ]
    )


def _lookup(queries: UInt16, plain: UInt16, number: int) -> Iterator[tuple[Int, Int]]:
    """Yield blocks of pairs whose bits of one class differ in at most one, whatever the polarity.

    Args:
        queries: Classes of the first hashes, uint16 [n, 4].
        plain: Classes of the second hashes, uint16 [n, 4].
        number: The class.
    """
    keys = _without_polarity(plain[:, number], number)
    order = np.argsort(keys, kind="stable")
    starts = np.searchsorted(keys[order], np.arange((1 << _BITS) + 1))
    for mask in (0, *(1 << bit for bit in range(_BITS))):
        wanted = _without_polarity(queries[:, number] ^ np.uint16(mask), number).astype(np.int64)
        begins = starts[wanted]
        counts = starts[wanted + 1] - begins
        ends = np.cumsum(counts)
        for start, stop in _blocks(ends):
            size = counts[start:stop]
            first = np.repeat(np.arange(start, stop), size)
            within = np.arange(len(first)) - np.repeat(np.cumsum(size) - size, size)
            second = order[np.repeat(begins[start:stop], size) + within]
            is_forward = first < second
            yield first[is_forward], second[is_forward]


def _without_polarity(keys: UInt16, number: int) -> UInt16:
    return keys if number == _EVEN_EVEN else np.minimum(keys, ~keys)


def _blocks(ends: Int) -> Iterator[tuple[int, int]]:
    """Cut queries into runs of about ``_BLOCK`` pairs, given the running total of their pairs."""
    start = 0
    while start < len(ends):
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + _BLOCK, "right")))
        yield start, stop
        start = stop
