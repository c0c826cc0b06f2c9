"""How often a picture finds the photo it was made from, after small and hard edits.

    python benchmarks/image_query.py --data DIR [--queries 200] [--seed 1]

Every photo below DIR is imported into one library; random ones are edited and searched with. The
plain figures beside it compare pooled features, centred, one view.
"""

import argparse
import io
import json
import os
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.images.hashing import content_hash
from engine.images.prepare import prepare_picture
from engine.jobs import run
from engine.library import Library
from engine.models.efficientnet import POOLED_DIM
from engine.search.query import Query, Term

Edit = Callable[[Image.Image], bytes]


def crop(image: Image.Image, share: float) -> Image.Image:
    """Cut a share of the width off left and right, and of the height off top and bottom."""
    width, height = image.size
    x, y = round(width * share), round(height * share)
    return image.crop((x, y, width - x, height - y))


def shrink(image: Image.Image, factor: float) -> Image.Image:
    """Scale both sides."""
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.BICUBIC)


def jpeg(image: Image.Image, quality: int) -> bytes:
    """Save as JPEG."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return file.getvalue()


EDITS: dict[str, Edit] = {
    "half size, quality 60, 10 % cropped": lambda i: jpeg(shrink(crop(i, 0.05), 0.5), 60),
    "half size, quality 60, 10 % a side": lambda i: jpeg(shrink(crop(i, 0.10), 0.5), 60),
    "20 % a side, quarter of the area, quality 40": lambda i: jpeg(shrink(crop(i, 0.20), 0.5), 40),
    "20 % a side, quarter of each side, quality 40": lambda i: jpeg(
        shrink(crop(i, 0.20), 0.25), 40
    ),
    "turned left": lambda i: jpeg(i.transpose(Image.Transpose.ROTATE_90), 90),
    "turned right": lambda i: jpeg(i.transpose(Image.Transpose.ROTATE_270), 90),
}


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Library(Path(folder), writable=True) as library,
    ):
        run(library.imports.add([arguments.data]))
        print(json.dumps(measure(library, arguments.queries, arguments.seed), indent=1))


def measure(library: Library, queries: int, seed: int) -> dict[str, Any]:
    """Search with edited photos of a library.

    Args:
        library: Already imported.
        queries: Photos to edit.
        seed: Of the draw.
    """
    ids = library.browse.ids()
    rows = library.browse.rows(ids.tolist())
    plain = Plain(library)
    drawn = random.Random(seed).sample(sorted(rows), queries)
    first = {name: {"shipped": 0, "plain": 0} for name in EDITS}
    for photo in drawn:
        data = Path(os.fsdecode(rows[photo].path)).read_bytes()
        content = content_hash(data)
        with Image.open(io.BytesIO(data)) as image:
            picture = image.convert("RGB")
        for name, edit in EDITS.items():
            pixels = prepare_picture(edit(picture)).pixels
            (hit,) = library.search(Query([Term(picture=pixels)], limit=1)).hits
            found = library.browse.rows([hit.file_id])[hit.file_id].content_hash
            first[name]["shipped"] += found == content
            first[name]["plain"] += plain.search(pixels) == content
    share = {
        name: {kind: round(100 * count / queries, 1) for kind, count in counts.items()}
        for name, counts in first.items()
    }
    return {"model": library.model, "photos": len(ids), "queries": queries, "first_percent": share}


class Plain:
    """Pooled features, centred by the library's mean, one view."""

    def __init__(self, library: Library) -> None:
        count = library.photos.row_count(library.model)
        features = library.features.read(0, count)[:, :POOLED_DIM].astype(np.float32)
        paths = library.photos.paths_of_rows(range(count), library.model)
        rows = library.browse.rows([found[0].file_id for found in paths.values()])
        self._hashes = [rows[found[0].file_id].content_hash for found in paths.values()]
        self._encoder = library.encoder
        self._mean = features.mean(axis=0)
        self._vectors = unit(features - self._mean)

    def search(self, pixels: NDArray[np.uint8]) -> bytes | None:
        """Return the content that is most similar."""
        features = self._encoder.encode_images(pixels[None])[:, :POOLED_DIM].astype(np.float32)
        scores = self._vectors @ unit(features - self._mean)[0]
        return self._hashes[int(scores.argmax())]


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale rows to length 1."""
    scaled: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


if __name__ == "__main__":
    main()
