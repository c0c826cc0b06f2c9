"""How well the embedded model finds photos by words: ``python -m benchmarks.zero_shot_bridge``.

``--data DIR`` (folders ``flickr8k``, ``coco``, ``imagenet``) prints recall for the shipped bridge
and, on the same features, for the plain one it grew from. ``--choices`` needs no photo: it leaves
classes out, one constant varied at a time, and is where the shipped constants come from.
"""

import argparse
import csv
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.metrics import recall_at, retrieval_ranks
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.models import packages
from engine.models.bridge import (
    CONSE_WEIGHT,
    QUERY_CENTRING,
    RIDGE_REGULARISER,
    TEMPERATURES,
    fit_ridge,
    mean_posterior,
    normalise,
)
from engine.models.bridge_builder import ClassVectors, embed_wordings, read_wordings
from engine.models.efficientnet import POOLED_DIM, Classifier, read_classifier
from engine.models.embedded import EmbeddedModel
from engine.models.minilm import TextFiles, TextNetwork

Vectors = NDArray[np.floating]
_FOLDS = 10
# A photo's own class has a logit of about 10.
_SELF_LOGIT = 10.0


def main() -> None:
    """Print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--choices", action="store_true")
    arguments = parser.parse_args()
    network = TextNetwork(TextFiles.verify())
    classes = embed_wordings(read_wordings(), network)
    classifier = read_classifier(packages.IMAGE_WEIGHTS.verify())
    document: dict[str, Any] = {}
    if arguments.data:
        document |= measure(arguments.data, network, PlainBridge(classes, classifier))
    if arguments.choices:
        document["left_out_classes"] = leave_classes_out(classes, classifier)
    print(json.dumps(document, indent=1))


class PlainBridge:
    """ConSE at temperature 2 on definitions, 0.7, and a ridge map to photo captions, 0.3.

    Photos are centred by their own mean, queries not at all.
    """

    def __init__(self, classes: ClassVectors, classifier: Classifier) -> None:
        self._classifier = classifier
        self._texts = classes.definitions
        self._map = fit_ridge(classifier.weight, classes.photos, 10.0)

    def derive(self, features: NDArray[np.float16]) -> Vectors:
        """Derive float32 [n, 384] from float16 [n, 1280]."""
        rows = features.astype(np.float64)
        posterior = mean_posterior(rows @ self._classifier.weight.T + self._classifier.bias, [2.0])
        conse, ridge = posterior @ self._texts, normalise(rows - rows.mean(0)) @ self._map
        return _centre(0.7 * _centre(conse) + 0.3 * _centre(ridge)).astype(np.float32)


def measure(data: Path, network: TextNetwork, plain: PlainBridge) -> dict[str, Any]:
    """Measure both bridges on all that is in the data folder."""
    model = EmbeddedModel.load()
    recalls: dict[str, Any] = {"shipped": {}, "plain": {}}
    encoded, seconds = 0, 0.0
    for name in ("flickr8k", "coco", "imagenet"):
        files, texts, owners = _read_queries(data / name)
        pixels = [_read_pixels(file) for file in files]
        model.encode_images(np.stack(pixels[:1]))  # builds the network
        start = time.perf_counter()
        features = model.encode_images(np.stack(pixels))
        seconds, encoded = seconds + time.perf_counter() - start, encoded + len(files)
        statistics = model.fit_statistics(features)
        for label, queries, photos in (
            ("shipped", model.encode_text(texts), model.derive(features, statistics)["text"]),
            ("plain", network.encode(texts), plain.derive(features[:, :POOLED_DIM])),
        ):
            recalls[label][name] = {"photos": len(files), "queries": len(texts)} | _recalls(
                queries, photos, owners
            )
    return recalls | {"images_per_second": round(encoded / seconds, 1), "model": model.version}


@dataclass(frozen=True)
class Choice:
    """One setting of the bridge's constants."""

    labels: float = 1.0
    definitions: float = 1.0
    scenes: float = 1.0
    temperatures: tuple[float, ...] = TEMPERATURES
    conse_weight: float = CONSE_WEIGHT
    regulariser: float = RIDGE_REGULARISER
    query_centring: float = QUERY_CENTRING

    def mean_texts(self, classes: ClassVectors) -> Vectors:
        """Average the kinds of text, weighted: [c, 384], unit rows."""
        return normalise(
            self.labels * (classes.names + classes.photos) / 2
            + self.definitions * classes.definitions
            + self.scenes * normalise(classes.scenes.mean(axis=1))
        )


def leave_classes_out(classes: ClassVectors, classifier: Classifier) -> dict[str, Any]:
    """Let each classifier row play a photo of a class that the bridge does not know."""
    shipped = Choice()
    varied = {
        "shipped": shipped,
        "labels only": replace(shipped, definitions=0, scenes=0),
        "definitions only": replace(shipped, labels=0, scenes=0),
        "scenes only": replace(shipped, labels=0, definitions=0),
        "no scenes": replace(shipped, scenes=0),
        "temperature 1": replace(shipped, temperatures=(1.0,)),
        "temperature 2": replace(shipped, temperatures=(2.0,)),
        "ridge only": replace(shipped, conse_weight=0.0),
        "ridge half": replace(shipped, conse_weight=0.5),
        "ConSE only": replace(shipped, conse_weight=1.0),
        "regulariser 1": replace(shipped, regulariser=1.0),
        "regulariser 10": replace(shipped, regulariser=10.0),
        "queries not centred": replace(shipped, query_centring=0.0),
        "queries centred": replace(shipped, query_centring=1.0),
    }
    return {name: _leave_out(choice, classes, classifier) for name, choice in varied.items()}


def _leave_out(choice: Choice, classes: ClassVectors, classifier: Classifier) -> dict[str, Any]:
    texts, rows = choice.mean_texts(classes), classifier.weight.astype(np.float64)
    count = len(texts)
    photos = normalise(rows - rows.mean(axis=0))
    logits = photos @ rows.T * (_SELF_LOGIT / np.mean(np.sum(photos * rows, axis=1)))
    logits += classifier.bias
    np.fill_diagonal(logits, -np.inf)
    conse = mean_posterior(logits, choice.temperatures) @ texts
    folds = np.random.default_rng(0).permutation(count) % _FOLDS
    ridge = np.empty_like(conse)
    for fold in range(_FOLDS):
        out = folds == fold
        ridge[out] = photos[out] @ fit_ridge(rows[~out], texts[~out], choice.regulariser)
    weight = choice.conse_weight
    vectors = _centre(weight * _centre(conse) + (1 - weight) * _centre(ridge)).astype(np.float32)
    mean = choice.query_centring * classes.query_mean()
    owners = np.arange(count)
    return {
        "scene captions": _recalls(
            normalise(classes.scenes.reshape(-1, mean.size) - mean), vectors, np.repeat(owners, 3)
        ),
        "names": _recalls(normalise(classes.names - mean), vectors, owners),
    }


def _centre(vectors: Vectors) -> Vectors:
    return normalise(vectors - vectors.mean(axis=0))


def _recalls(queries: Vectors, photos: Vectors, owners: Iterable[int]) -> dict[str, float]:
    ranks = retrieval_ranks(
        queries.astype(np.float32),
        photos.astype(np.float32),
        query_groups=np.asarray(owners),
        gallery_groups=np.arange(len(photos)),
    )
    return {f"R@{k}": round(100 * recall_at(ranks, k), 1) for k in (1, 5, 10)}


def _read_queries(folder: Path) -> tuple[list[Path], list[str], list[int]]:
    """Read photos, query texts, and which photo each text is about."""
    table = folder / "captions.csv"
    if not table.exists():
        files = sorted(folder.glob("*.JPEG"))
        names = [file.stem.partition("_")[2].replace("_", " ") for file in files]
        return files, names, list(range(len(files)))
    with table.open(newline="", encoding="utf-8") as stream:
        pairs = [(row["file"], row["caption"]) for row in csv.DictReader(stream)]
    names = sorted({file for file, _ in pairs})
    places = {name: place for place, name in enumerate(names)}
    files = [folder / "photos" / name for name in names]
    return files, [caption for _, caption in pairs], [places[file] for file, _ in pairs]


def _read_pixels(file: Path) -> NDArray[np.uint8]:
    photo = prepare_photo(bytes(file))
    if not isinstance(photo, PreparedPhoto):
        raise TypeError(f"{file} was not decoded")
    return photo.pixels


if __name__ == "__main__":
    main()
