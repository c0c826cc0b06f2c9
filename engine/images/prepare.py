"""All that is made of a photo, from one reading and one decoding of its file.

Runs in the decoding processes, each of which imports it: nothing heavier than Pillow and numpy.
"""

import errno
import os
import stat
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from engine.errors import ImageError
from engine.framing import SQUASHED, Framing
from engine.images.decode import decode
from engine.images.formats import sniff
from engine.images.hashing import content_hash, perceptual_hash
from engine.images.room import Purpose, Reserve, reserve_nothing
from engine.images.thumbnails import THUMBNAIL_SIDE, make_thumbnail
from engine.metadata.photo_metadata import PhotoMetadata

# What the embedded encoder reads.
ENCODER_SIDE = SQUASHED.side
# Photos have so many times that before the last reduction, for a clean picture.
_SPARE = 2

MAX_FILE_BYTES = 512 * 1024 * 1024

_HEAD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class PreparedPhoto:
    """Everything that indexing needs of a photo's file.

    Attributes:
        content_hash: 16 bytes, of the file's bytes.
        size: Bytes of the file.
        width: Width of the upright photo, in pixels.
        height: Height of the upright photo, in pixels.
        format: The format of the file, such as ``"jpeg"``.
        perceptual_hash: 8 bytes, of its look.
        thumbnail: A small JPEG file.
        pixels: What the model reads, uint8 ``[side, side, 3]``, sRGB; by default the whole
            picture squashed to a square of 224 pixels a side.
        metadata: What the file says of itself.
    """

    content_hash: bytes
    size: int
    width: int
    height: int
    format: str
    perceptual_hash: bytes
    thumbnail: bytes
    pixels: npt.NDArray[np.uint8]
    metadata: PhotoMetadata


@dataclass(frozen=True, slots=True)
class KnownPhoto:
    """A file whose content is known already; it was not decoded.

    Attributes:
        content_hash: 16 bytes, of the file's bytes.
        size: Bytes of the file.
        metadata: What the file says of itself.
    """

    content_hash: bytes
    size: int
    metadata: PhotoMetadata


def prepare_photo(
    path: bytes,
    known: frozenset[bytes] = frozenset(),
    framing: Framing = SQUASHED,
    reserve: Reserve = reserve_nothing,
) -> PreparedPhoto | KnownPhoto:
    """Read a file and make everything of it.

    Args:
        path: The file, as ``os.fsencode`` gives it.
        known: Content hashes that need no decoding.
        framing: How the model sees a photo.
        reserve: Called before memory is taken; returns when there is room for it.

    Returns:
        The photo, or its hash alone where that is among ``known``.

    Raises:
        ImageError: The file cannot be read, is still being written, or is no photo or a broken
            one.
    """
    data = read_file(path, reserve)
    digest = content_hash(data)
    if digest in known:
        return KnownPhoto(digest, len(data), _metadata(data))
    return _prepare(data, digest, framing, reserve)


def prepare_picture(data: bytes, framing: Framing = SQUASHED) -> PreparedPhoto:
    """Make everything of a picture in memory, such as one to search with.

    Args:
        data: The bytes of a picture file.
        framing: How the model sees it.

    Returns:
        The picture.

    Raises:
        ImageError: It is no picture or a broken one.
    """
    return _prepare(data, content_hash(data), framing)


def _prepare(
    data: bytes, digest: bytes, framing: Framing, reserve: Reserve = reserve_nothing
) -> PreparedPhoto:
    side = _SPARE * max(ENCODER_SIDE, framing.largest_side)
    photo = decode(data, min_side=side, min_long_side=THUMBNAIL_SIDE, reserve=reserve)
    square = photo.image.resize((ENCODER_SIDE, ENCODER_SIDE), Image.Resampling.BICUBIC)
    squashed = np.array(square, dtype=np.uint8)
    return PreparedPhoto(
        content_hash=digest,
        size=len(data),
        width=photo.width,
        height=photo.height,
        format=str(photo.format),
        perceptual_hash=perceptual_hash(square),
        thumbnail=make_thumbnail(photo.image),
        pixels=squashed if framing == SQUASHED else framing.apply(photo.image),
        metadata=_metadata(data),
    )


def _metadata(data: bytes) -> PhotoMetadata:
    # Imported when first needed: the window imports this module as it starts.
    from engine.metadata.reading import read_metadata

    return read_metadata(data)


def read_file(path: bytes, reserve: Reserve = reserve_nothing) -> bytes:
    """Read a photo's file; never open anything but a regular file.

    Args:
        path: The file, as ``os.fsencode`` gives it.
        reserve: Called before memory is taken; returns when there is room for it.

    Returns:
        All of it.

    Raises:
        ImageError: It cannot be read, is still being written, or is no photo.
    """
    try:
        # Before opening, as opening a pipe may wait for ever and a device may act on it.
        _check_file(os.stat(path))
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            before = os.fstat(file.fileno())
            _check_file(before)
            # A large file that is no photo is not read in full.
            sniff(file.read(_HEAD_BYTES))
            file.seek(0)
            reserve(Purpose.FILE, before.st_size)
            data = file.read(before.st_size + 1)
            after = os.fstat(file.fileno())
    except OSError as error:
        raise _unreadable(error) from error
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise ImageError("The file is still being written: it is tried again at the next scan.")
    if len(data) != before.st_size:
        raise ImageError("The disk gave only a part of the file: check the disk or its connection.")
    return data


def _check_file(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise ImageError("This is a folder, pipe or device, not a photo.", skip=True)
    if status.st_size == 0:
        raise ImageError("The file is empty.")
    if status.st_size > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 1024 // 1024
        raise ImageError(f"The file is larger than {limit} MB, the most for one photo.")


def _unreadable(error: OSError) -> ImageError:
    if isinstance(error, PermissionError):
        return ImageError("You may not read this file: change its permissions or its folder's.")
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return ImageError("The file is no longer there.")
    if error.errno == errno.ELOOP:
        return ImageError("This link leads round in a circle, to no file.", skip=True)
    if error.errno == errno.ENAMETOOLONG:
        return ImageError("The path of this file is too long: move it to a folder nearer the top.")
    return ImageError("The disk could not give this file: check the disk or its connection.")
