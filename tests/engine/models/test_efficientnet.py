import numpy as np
import pytest
import timm
import torch
from numpy.typing import NDArray

from engine.models import packages
from engine.models.efficientnet import POOLED_DIM, ImageNetwork, pool_layout, read_classifier


@pytest.fixture(scope="module")
def network() -> ImageNetwork:
    return ImageNetwork(packages.IMAGE_WEIGHTS.verify())


@pytest.fixture
def pictures(rng: np.random.Generator) -> NDArray[np.uint8]:
    blocks = rng.integers(0, 256, (3, 7, 7, 3), np.uint8)
    return blocks.repeat(32, axis=1).repeat(32, axis=2)


def test_features_and_classifier_are_those_of_the_untouched_network(
    network: ImageNetwork, pictures: NDArray[np.uint8]
) -> None:
    weights = packages.IMAGE_WEIGHTS.verify()
    plain = timm.create_model("tf_efficientnet_lite0", pretrained=False)
    tensors = torch.load(weights, weights_only=True)
    plain.load_state_dict(dict(zip(plain.state_dict(), tensors.values(), strict=True)))
    images = (torch.tensor(pictures).permute(0, 3, 1, 2).float() - 127.5) / 127.5
    with torch.inference_mode():
        maps: list[torch.Tensor] = []
        plain.blocks[5].register_forward_hook(lambda *call: maps.append(call[2]))
        expected = plain.eval()(images).numpy()
        layout = pool_layout(maps[0]).numpy()
    features = network.encode(pictures)
    classifier = read_classifier(weights)
    logits = features[:, :POOLED_DIM].astype(np.float32) @ classifier.weight.T + classifier.bias
    assert features.dtype == np.float16
    np.testing.assert_allclose(logits, expected, atol=0.02)
    np.testing.assert_allclose(features[:, POOLED_DIM:], layout, atol=0.02)


def test_the_layout_tells_the_quarters_of_a_picture_apart() -> None:
    maps = torch.zeros(1, 192, 7, 7)
    maps[0, 7, :3, 4:] = 9.0  # top right, its border ring included
    layout = pool_layout(maps).reshape(4, 192)
    assert [round(float(value)) for value in layout[:, 7]] == [0, 4, 0, 0]
    maps[:] = 0
    maps[0, :, [0, -1]] = maps[0, :, :, [0, -1]] = 5.0
    assert not pool_layout(maps).any()


def test_a_picture_does_not_depend_on_its_batch(
    network: ImageNetwork, pictures: NDArray[np.uint8]
) -> None:
    pictures.setflags(write=False)
    together = network.encode(pictures).astype(np.float32)
    alone = network.encode(pictures[1:2]).astype(np.float32)
    np.testing.assert_allclose(alone[0], together[1], atol=0.005)


def test_no_pictures_give_no_features(network: ImageNetwork) -> None:
    assert network.encode(np.empty((0, 224, 224, 3), np.uint8)).shape == (0, 2048)


def test_the_mean_known_without_photos_is_that_of_the_last_batch_norm(
    rng: np.random.Generator,
) -> None:
    weights = packages.IMAGE_WEIGHTS.verify()
    tensors = torch.load(weights, weights_only=True)
    shift, scale = tensors["_bn1.bias"].numpy(), tensors["_bn1.weight"].numpy()
    drawn = np.clip(rng.normal(shift, np.abs(scale), (20_000, 1280)), 0, 6).mean(axis=0)
    np.testing.assert_allclose(read_classifier(weights).feature_mean, drawn, atol=0.05)
