import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.errors import ModelError
from engine.indexing.vectors import FeatureStore
from engine.models import registry
from engine.models.host import HostedModel, _packed


@pytest.fixture
def hosted() -> Iterator[HostedModel]:
    hosted = HostedModel(registry.built_in_version(), is_background=False)
    yield hosted
    hosted.close()


def test_it_answers_as_the_model_itself(hosted: HostedModel, rng: np.random.Generator) -> None:
    model = registry.load(registry.built_in_version())
    pixels = rng.integers(0, 256, (3, 224, 224, 3), np.uint8)
    features = hosted.encode_images(pixels)
    np.testing.assert_allclose(features, model.encode_images(pixels), atol=0.05)
    np.testing.assert_allclose(
        hosted.encode_text(["a dog"]), model.encode_text(["a dog"]), atol=1e-5
    )
    statistics = hosted.fit_statistics(features)
    for name, vectors in hosted.derive(features, statistics).items():
        assert vectors.shape == (3, registry.DIMENSIONS[name])
    assert (hosted.languages, hosted.max_tokens) == (model.languages, model.max_tokens)
    assert hosted.unknown_share("海滩") == 1.0
    assert hosted.count_tokens("a dog") == model.count_tokens("a dog")


def test_a_mapped_array_is_read_where_it_lies_and_not_sent(
    hosted: HostedModel, tmp_path: Path, rng: np.random.Generator
) -> None:
    store = FeatureStore(tmp_path / "features.f16", registry.FEATURE_DIMENSION)
    features = rng.random((40, registry.FEATURE_DIMENSION)).astype(np.float16)
    store.write(features, at_row=0)
    assert len(pickle.dumps(_packed(store.read(5, 30)))) < 1000
    statistics = hosted.fit_statistics(store.read())
    np.testing.assert_allclose(
        statistics["visual_axes"], hosted.fit_statistics(features)["visual_axes"], atol=1e-5
    )
    # Also of a part whose place is not its own.
    for part, plain in ((store.read(5, 30), features[5:30]), (store.read()[5:30], features[5:30])):
        for name, vectors in hosted.derive(part, statistics).items():
            np.testing.assert_allclose(vectors, hosted.derive(plain, statistics)[name], atol=1e-5)


def test_a_dead_process_costs_one_call(hosted: HostedModel) -> None:
    hosted.warm_up()
    executor = hosted._process._executor
    assert executor is not None
    for pid in executor._processes:
        os.kill(pid, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    with pytest.raises(ModelError, match="process ended"):
        hosted.encode_text(["a dog"])
    assert hosted.encode_text(["a dog"]).shape == (1, 384)


def test_a_sentence_crosses_the_wall_and_closing_is_final() -> None:
    hosted = HostedModel("embedded-unknown", is_background=True)
    with pytest.raises(ModelError, match="no model version embedded-unknown"):
        hosted.encode_text(["a dog"])
    hosted.close()
    hosted.close()
    with pytest.raises(ModelError, match="closing"):
        hosted.encode_text(["a dog"])
