"""Makes a library of any size without its photos: what is not asked for takes no place on the disk.

The catalog is written by its own code and a scan finds every file as it is noted. Thumbnails are a
few drawn ones under many names. Stored features and vectors are holes: nothing can be searched.
"""

import hashlib
import os
from pathlib import Path

import numpy as np
from PIL import Image
from safetensors.numpy import save

from engine.catalog.photos import Outcome
from engine.catalog.records import NewContent, PendingFile
from engine.images.thumbnails import make_thumbnail
from engine.indexing.scan import scan_root
from engine.library import Library
from engine.metadata.photo_metadata import PhotoMetadata
from engine.models import registry

_FOLDERS = 100
_PAGE = 2000
_DRAWN = 64


def make_library(folder: Path, photos: Path, *, rows: int) -> None:
    """Make a library of indexed files.

    Args:
        folder: The library's folder.
        photos: Folder for the files, each of one byte.
        rows: Number of files.
    """
    _make_files(photos, rows)
    with Library(folder, writable=True) as library:
        root = library.roots.add(os.fsencode(photos.absolute()))
        for _ in scan_root(root, roots=library.roots, files=library.files):
            pass
        pictures = _draw_thumbnails(folder)
        first, last = 0, None
        while page := library.files.pending(after=last, limit=_PAGE):
            _index(library, page, first, pictures)
            first, last = first + len(page), page[-1]
        _make_vectors(library, rows)


def _make_files(photos: Path, rows: int) -> None:
    for number in range(_FOLDERS):
        (photos / f"{number:03d}").mkdir(parents=True)
    for number in range(rows):
        file = photos / f"{number % _FOLDERS:03d}" / f"IMG_{number:07d}.jpg"
        file.write_bytes(b"-")
        os.utime(file, ns=(0, (1_500_000_000 + 60 * number) * 10**9))


def _index(library: Library, page: list[PendingFile], first: int, pictures: list[Path]) -> None:
    numbers = range(first, first + len(page))
    hashes = [hashlib.blake2b(b"%d" % number, digest_size=16).digest() for number in numbers]
    contents = [
        NewContent(
            hash=content_hash,
            size=1,
            width=4000,
            height=3000,
            format="JPEG",
            perceptual_hash=content_hash[8:],
        )
        for content_hash in hashes
    ]
    for number, content_hash in zip(numbers, hashes, strict=True):
        thumbnail = library.thumbnails.path(content_hash)
        thumbnail.parent.mkdir(parents=True, exist_ok=True)
        os.link(pictures[number % _DRAWN], thumbnail)
    indexed = {file.id: content_hash for file, content_hash in zip(page, hashes, strict=True)}
    library.photos.commit(
        Outcome(
            model=library.model,
            first_row=first,
            encoded=contents,
            indexed=indexed,
            metadata=dict.fromkeys(indexed, PhotoMetadata()),
        )
    )


def _draw_thumbnails(folder: Path) -> list[Path]:
    rng = np.random.default_rng(1)
    paths = [folder / f"drawn-{number}.jpg" for number in range(_DRAWN)]
    for path in paths:
        blocks = Image.fromarray(rng.integers(0, 256, (6, 8, 3), np.uint8))
        path.write_bytes(make_thumbnail(blocks.resize((512, 384), Image.Resampling.BICUBIC)))
    return paths


def _make_vectors(library: Library, rows: int) -> None:
    vectors = library.folder / "vectors" / library.model
    derived = vectors / f"derived-{rows:09d}"
    derived.mkdir(parents=True)
    _make_hole(vectors / "features.f16", rows * registry.FEATURE_DIMENSION * 2)
    for space, dimension in registry.DIMENSIONS.items():
        _make_hole(derived / f"{space}.f32", rows * dimension * 4)
    (derived / "statistics.safetensors").write_bytes(save({"none": np.zeros(1, np.float32)}))


def _make_hole(path: Path, size: int) -> None:
    with open(path, "wb") as file:
        file.truncate(size)
