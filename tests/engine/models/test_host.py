import os
import signal
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from engine.errors import ModelError
from engine.models import registry
from engine.models.host import HostedModel


@pytest.fixture
def hosted() -> Iterator[HostedModel]:
    hosted = HostedModel(registry.active_version(), is_background=False)
    yield hosted
    hosted.close()


def test_it_answers_as_the_model_itself(hosted: HostedModel, rng: np.random.Generator) -> None:
    model = registry.load(registry.active_version())
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


def test_a_dead_process_costs_one_call(hosted: HostedModel) -> None:
    hosted.warm_up()
    executor = hosted._executor
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
