"""A library's parts with a tiny encoder, for tests of imports."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.catalog.annotations import Annotations
from engine.catalog.database import Database
from engine.catalog.files import Files
from engine.catalog.metadata import Metadata
from engine.catalog.photos import Photos
from engine.catalog.roots import Roots
from engine.catalog.runs import Runs
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.pipeline import Importer, ImportReport
from engine.indexing.vectors import DerivedVectors, FeatureStore
from engine.jobs import run
from engine.settings import Settings

Array = npt.NDArray[Any]


class ColourEncoder:
    """A real, tiny encoder: a photo's features are its mean colours on a 2 x 2 grid."""

    dimensions: Mapping[str, int] = {"text": 12, "visual": 12}

    def __init__(self) -> None:
        self.calls = 0

    def encode_images(self, pixels: npt.NDArray[np.uint8]) -> Array:
        self.calls += len(pixels)
        grid = pixels.reshape(len(pixels), 2, 112, 2, 112, 3).mean(axis=(2, 4))
        return (grid.reshape(len(pixels), 12) / 255).astype(np.float16)

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        return {"mean": features.astype(np.float32).mean(axis=0)}

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        centred = features.astype(np.float32) - statistics["mean"]
        return {"text": centred, "visual": centred}


class Workbench:
    """A library's parts in a temporary folder, with the colour encoder."""

    def __init__(self, folder: Path, top: Path | None = None) -> None:
        self.top = top or folder / "photos"
        self.top.mkdir(exist_ok=True)
        self.folder = folder / "library"
        self.folder.mkdir(exist_ok=True)
        self.encoder = ColourEncoder()
        self.database = Database(self.folder / "catalog.db", writable=True)
        self.files = Files(self.database)
        self.annotations = Annotations(self.database)
        self.importer = Importer(
            roots=Roots(self.database),
            files=self.files,
            photos=Photos(self.database),
            metadata=Metadata(self.database),
            runs=Runs(self.database),
            thumbnails=ThumbnailStore(self.folder / "thumbnails"),
            features=FeatureStore(self.folder / "vectors" / "features.f16", 12),
            derived=DerivedVectors(self.folder / "vectors", self.encoder.dimensions),
            settings=Settings(batch_size=4, decode_workers=1),
            model="colours-1",
            load_encoder=lambda: self.encoder,
        )
        self.importer.roots.add(os.fsencode(self.top))

    def run(self) -> ImportReport:
        return run(self.importer.run(self.importer.roots.all()))

    def counts(self) -> dict[str, int]:
        return {state.value: n for state, n in self.files.counts().items() if n}

    def features_of(self, path: Path) -> Array:
        """The stored features of a file, found the way a search finds a file."""
        rows = range(self.importer.photos.row_count("colours-1"))
        paths = self.importer.photos.paths_of_rows(rows, "colours-1")
        (row,) = (
            row for row, found in paths.items() if os.fsencode(path) in {p.path for p in found}
        )
        features: Array = self.importer.features.read()[row]
        return features
