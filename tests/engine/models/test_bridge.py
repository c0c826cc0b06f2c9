from pathlib import Path

import numpy as np
import pytest

from engine.errors import ModelError
from engine.models import bridge, packages
from engine.models.bridge import Bridge
from engine.models.bridge_builder import embed_wordings, read_wordings
from engine.models.efficientnet import read_classifier
from engine.models.minilm import TextFiles, TextNetwork


@pytest.fixture(scope="module")
def tensors() -> dict[str, bridge.Array]:
    return bridge.read_tensors()


def test_shipped_class_texts_are_what_the_text_model_says(
    tensors: dict[str, bridge.Array],
) -> None:
    some = [1, 404, 999]
    wordings = read_wordings()
    vectors = embed_wordings([wordings[i] for i in some], TextNetwork(TextFiles.verify()))
    np.testing.assert_allclose(tensors["class_texts"][some], vectors.mean_texts(), atol=2e-4)


def test_the_shipped_map_is_that_of_the_classifier(tensors: dict[str, bridge.Array]) -> None:
    rows = read_classifier(packages.IMAGE_WEIGHTS.verify()).weight
    fitted = bridge.fit_ridge(rows, tensors["class_texts"])
    np.testing.assert_allclose(tensors["ridge_map"], fitted, atol=1e-3)


def test_every_class_has_its_own_scenes() -> None:
    wordings = read_wordings()
    scenes = [scene for wording in wordings for scene in wording.scenes]
    assert len(wordings) == 1000
    assert len(set(scenes)) == len(scenes) == 3000
    assert wordings[1].name == "goldfish"
    assert all(scene.strip() == scene and len(scene) > 10 for scene in scenes)


def test_the_posterior_adds_up_over_the_top_classes(rng: np.random.Generator) -> None:
    posterior = bridge.mean_posterior(rng.normal(0, 3, (5, 1000)))
    np.testing.assert_allclose(posterior.sum(axis=1), 1)
    assert ((posterior > 0).sum(axis=1) == bridge.TOP_CLASSES).all()


def test_a_row_does_not_depend_on_the_others(rng: np.random.Generator) -> None:
    classes, dim, text_dim = 300, 64, 24
    joined = Bridge(
        weight=rng.normal(size=(classes, dim)),
        bias=rng.normal(size=classes),
        class_texts=bridge.normalise(rng.normal(size=(classes, text_dim))),
        text_mean=np.zeros(text_dim),
        ridge_map=rng.normal(size=(dim, text_dim)),
        feature_mean=np.full(dim, 0.5),
        query_mean=np.zeros(text_dim),
    )
    features = rng.random((700, dim)).astype(np.float16)
    vectors = joined.derive(features)
    order = rng.permutation(len(features))
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    np.testing.assert_array_equal(joined.derive(features[order]), vectors[order])
    np.testing.assert_array_equal(joined.derive(features[613:614]), vectors[613:614])


_ALTERED = bridge.RESOURCE.read_bytes()[:-1] + b"\x00"  # sound, but with other numbers


@pytest.mark.parametrize(
    "content", [None, b"", b"no safetensors at all, but long enough", _ALTERED]
)
def test_a_bad_shipped_file_is_refused_in_one_sentence(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bridge.safetensors"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(bridge, "RESOURCE", file)
    with pytest.raises(ModelError, match=r"bridge\.safetensors is .*: reinstall imgtext-desktop"):
        bridge.read_tensors()
