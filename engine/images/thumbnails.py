"""Thumbnails: small JPEG files named by the content of their photo. Derived: may be deleted."""

import contextlib
import io
import os
import secrets
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

THUMBNAIL_SIDE = 512

_QUALITY = 80
_CHROMA_420 = 2


def make_thumbnail(image: Image.Image, size: int = THUMBNAIL_SIDE) -> bytes:
    """Make a small JPEG file of a picture.

    Args:
        image: An upright sRGB picture, mode RGB.
        size: The longest side in pixels; a smaller picture is not enlarged.

    Returns:
        A baseline JPEG file with 4:2:0 colour, without metadata.
    """
    scale = size / max(image.size)
    if scale < 1:
        width, height = (max(1, round(side * scale)) for side in image.size)
        image = image.resize((width, height), Image.Resampling.BICUBIC)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=_QUALITY, subsampling=_CHROMA_420, exif=b"", icc_profile=b"")
    return file.getvalue()


def thumbnail_pixels(data: bytes) -> NDArray[np.uint8]:
    """Decode a thumbnail of our own, uint8 [h, w, 3].

    Raises:
        OSError: It is damaged.
    """
    with Image.open(io.BytesIO(data)) as image:
        return np.array(image.convert("RGB"))


class ThumbnailStore:
    """A folder of thumbnails, spread over 256 sub-folders.

    Safe for several threads and processes: a file appears whole or not at all.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, content_hash: bytes) -> Path:
        """Where the thumbnail of a photo lies, whether or not it is there."""
        name = content_hash.hex()
        return self.folder / name[:2] / f"{name}.jpg"

    def has(self, content_hash: bytes) -> bool:
        """Whether a photo has a thumbnail."""
        return self.path(content_hash).is_file()

    def read(self, content_hash: bytes) -> bytes | None:
        """Read a thumbnail.

        Args:
            content_hash: The photo.

        Returns:
            The JPEG file, or None where there is none.
        """
        try:
            return self.path(content_hash).read_bytes()
        except FileNotFoundError:
            return None

    def save(self, content_hash: bytes, data: bytes) -> None:
        """Save a thumbnail, in place of an older one.

        Args:
            content_hash: The photo.
            data: The JPEG file.

        Raises:
            OSError: The folder cannot be written; nothing is left behind.
        """
        path = self.path(content_hash)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not flushed to the disk: what can be made anew is not worth a wait for each photo.
        temporary = path.with_name(f".{path.stem}-{secrets.token_hex(4)}.tmp")
        try:
            temporary.write_bytes(data)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
