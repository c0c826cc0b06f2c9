import csv
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.models import packages, registry
from engine.models.efficientnet import read_classifier
from engine.models.embedded import EmbeddedModel

DATA = os.environ.get("IMGTEXT_DATA")


def test_what_is_stored_and_derived(model: EmbeddedModel, rng: np.random.Generator) -> None:
    pixels = rng.integers(0, 256, (2, 224, 224, 3), np.uint8)
    features = model.encode_images(pixels)
    statistics = model.fit_statistics(features)
    derived = model.derive(features, statistics)
    assert features.dtype == np.float16
    assert features.shape == (2, model.feature_dim)
    assert {space: rows.shape[1] for space, rows in derived.items()} == model.dimensions
    assert all(value.dtype == np.float32 for value in statistics.values())
    for rows in derived.values():
        assert rows.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    views = model.visual_query_views(pixels[0])
    assert views.dtype == np.uint8
    assert views.shape[1:] == pixels.shape[1:]


def test_a_photo_of_nothing_but_black_has_vectors(model: EmbeddedModel) -> None:
    features = model.encode_images(np.zeros((1, 224, 224, 3), np.uint8))
    derived = model.derive(features, model.fit_statistics(features))
    assert all(np.isfinite(rows).all() for rows in derived.values())


def test_text_vectors_depend_on_their_text_alone(model: EmbeddedModel) -> None:
    texts = ["A man climbs a rock .", "beach", "Two dogs play in the snow near a wooden fence ."]
    vectors = model.encode_text(texts)
    assert vectors.shape == (3, model.dimensions["text"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(model.encode_text(texts[::-1])[::-1], vectors, atol=1e-6)
    np.testing.assert_allclose(model.encode_text(texts[1:2])[0], vectors[1], atol=1e-6)


def test_classifier_rows_are_found_as_photos_by_words(model: EmbeddedModel) -> None:
    classifier = read_classifier(packages.IMAGE_WEIGHTS.verify())
    rows = classifier.weight - classifier.weight.mean(axis=0)
    rows *= 4 / np.linalg.norm(rows, axis=1, keepdims=True)
    features = (classifier.feature_mean + rows).astype(np.float16)
    photos = model.derive(features, model.fit_statistics(features))["text"]
    queries = {"goldfish": 1, "a photo of a strawberry": 949, "children ride a yellow bus": 779}
    best = np.argsort(-model.encode_text(list(queries)) @ photos.T, axis=1)[:, :5]
    for row, wanted in zip(best, queries.values(), strict=True):
        assert wanted in row


def test_the_version_is_the_one_known_without_loading(model: EmbeddedModel) -> None:
    assert model.version == packages.embedded_version()


def test_loading_is_silent_and_brings_no_second_framework() -> None:
    code = """
import os, sys
before = dict(os.environ)
import numpy as np
from engine.models.embedded import EmbeddedModel
model = EmbeddedModel.load()
assert not {'timm', 'transformers'} & set(sys.modules)
model.encode_text(['a dog'])
assert 'timm' not in sys.modules
model.encode_images(np.zeros((1, 224, 224, 3), np.uint8))
assert 'sentence_transformers' not in sys.modules
assert dict(os.environ).items() >= before.items()
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(DATA is None, reason="IMGTEXT_DATA names no folder")
def test_captions_find_their_photos(model: EmbeddedModel) -> None:
    folder = Path(str(DATA)) / "coco"
    with (folder / "captions.csv").open(newline="", encoding="utf-8") as stream:
        pairs = [(row["file"], row["caption"]) for row in csv.DictReader(stream)]
    names = sorted({name for name, _ in pairs})
    photos = [prepare_photo(bytes(folder / "photos" / name)) for name in names]
    pixels = [photo.pixels for photo in photos if isinstance(photo, PreparedPhoto)]
    features = model.encode_images(np.stack(pixels))
    vectors = model.derive(features, model.fit_statistics(features))["text"]
    scores = model.encode_text([caption for _, caption in pairs]) @ vectors.T
    own = scores[np.arange(len(pairs)), [names.index(name) for name, _ in pairs]]
    assert np.mean((scores > own[:, None]).sum(axis=1) < 10) >= 0.93


def test_libraries_share_the_built_in_model(tmp_path: Path) -> None:
    version = registry.built_in_version()
    assert registry.load(version, tmp_path / "one") is registry.load(version, tmp_path / "other")
