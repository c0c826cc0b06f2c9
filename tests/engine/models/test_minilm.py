import numpy as np
import pytest

from engine.models.minilm import MAX_TOKENS, TextFiles, TextNetwork, unknown_share

TEXTS = [
    "A dog runs along the beach .",
    "puppy",
    "Two men in red shirts play chess in a park while a crowd looks on and it begins to rain.",
    "stock market report",
    "A cat sleeps on the sofa .",
    "",
    "🐕🐕",
    "一只狗在海滩上",
]


@pytest.fixture(scope="module")
def network() -> TextNetwork:
    return TextNetwork(TextFiles.verify())


def test_a_vector_depends_on_its_own_text_alone(
    network: TextNetwork, rng: np.random.Generator
) -> None:
    vectors = network.encode(TEXTS)
    order = rng.permutation(len(TEXTS))
    np.testing.assert_allclose(network.encode([TEXTS[i] for i in order]), vectors[order], atol=1e-6)
    for row, text in enumerate(TEXTS):
        np.testing.assert_allclose(network.encode([text])[0], vectors[row], atol=1e-6)


def test_vectors_are_unit_rows(network: TextNetwork) -> None:
    vectors = network.encode(TEXTS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_like_texts_have_like_vectors(network: TextNetwork) -> None:
    dog, puppy, report = network.encode(["a dog", "puppy", "stock market report"])
    assert dog @ puppy > 0.6
    assert dog @ report < 0.3


def test_a_long_text_is_cut_and_can_be_told(network: TextNetwork) -> None:
    long_text = "dog " * 2500
    assert network.count_tokens(long_text) == 2502
    assert network.count_tokens("a dog") == 4
    cut = network.encode(["dog " * (MAX_TOKENS - 2)])
    np.testing.assert_allclose(network.encode([long_text]), cut, atol=1e-6)


def test_no_texts_give_no_vectors(network: TextNetwork) -> None:
    assert network.encode([]).shape == (0, 384)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("a dog, on a beach!", 0),
        ("café 2019", 0),
        ("cafe\u0301", 0),
        ("", 1),
        ("  ?!… ", 1),
        ("🐕", 1),
        ("👩‍👧", 1),
        ("一只狗", 1),
        ("собака", 1),
        ("dog 狗", 0.25),
        ("dog 🐕", 0.25),
    ],
)
def test_unknown_share(text: str, share: float) -> None:
    assert unknown_share(text) == share
