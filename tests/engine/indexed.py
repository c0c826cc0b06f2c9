"""A catalog and thumbnails over real files, made without a model: for tests of what needs none."""

import os
from pathlib import Path

import numpy as np
from PIL import Image

from engine.catalog.database import Database
from engine.catalog.duplicates import Duplicates
from engine.catalog.files import Files
from engine.catalog.photos import Outcome, Photos
from engine.catalog.removal import Removal
from engine.catalog.roots import Roots
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.pipeline import content_of
from engine.indexing.scan import scan_root
from engine.jobs import run

_MODEL = "none"


class Indexed:
    """A root ``photos`` below a folder, and what indexing made of it."""

    def __init__(self, folder: Path) -> None:
        self.top = folder / "photos"
        self.top.mkdir()
        self.database = Database(folder / "catalog.db", writable=True)
        self.files = Files(self.database)
        self.roots = Roots(self.database)
        self.photos = Photos(self.database)
        self.duplicates = Duplicates(self.database)
        self.removal = Removal(self.database)
        self.thumbnails = ThumbnailStore(folder / "thumbnails")
        self.roots.add(os.fsencode(self.top))

    def index(self) -> None:
        """Scan the root and take up what is new."""
        run(scan_root(self.roots.all()[0], roots=self.roots, files=self.files))
        for file in self.files.pending(limit=1000):
            photo = prepare_photo(file.path)
            assert isinstance(photo, PreparedPhoto)
            content = content_of(photo)
            is_new = not self.photos.encoded([content.hash], _MODEL)
            self.photos.commit(
                Outcome(
                    model=_MODEL,
                    first_row=self.photos.row_count(_MODEL),
                    encoded=[content] if is_new else [],
                    indexed={file.id: content.hash},
                )
            )
            self.thumbnails.save(content.hash, photo.thumbnail)

    def id(self, name: str) -> int:
        """Return the ledger row of a file, given below the root."""
        path = os.fsencode(self.top / name)
        return next(file.file_id for file in self.duplicates.files() if file.path == path)

    def states(self) -> dict[str, str]:
        """Return the state of every file by its name below the root."""
        top = os.fsencode(self.top)
        return {
            os.fsdecode(os.path.relpath(line.path, top)): line.state for line in self.files.lines()
        }


def draw_scene(seed: int, size: tuple[int, int] = (480, 360)) -> Image.Image:
    """Draw a picture with large and small shapes, as photos have them."""
    random = np.random.default_rng(seed)
    scene = np.zeros((size[1], size[0], 3))
    for fields in (3, 6, 12, 24, 48):
        coarse = random.integers(0, 256, (fields * 3 // 4 + 1, fields, 3), np.uint8)
        scaled = Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)
        scene += np.asarray(scaled, np.float64)
    return Image.fromarray(np.clip(scene / 5 * 1.6 - 76, 0, 255).astype(np.uint8))
