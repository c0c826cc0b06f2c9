import itertools

import pytest
import torch

from engine.models.caption_decoders import (
    LENGTH_POWER,
    Captioner,
    CaptionerShape,
    beam_search,
    pad,
    suggest,
)
from engine.models.vocabulary import END, PAD, START, Vocabulary

VOCABULARY = Vocabulary.build(["red dog runs"] * 2)


@pytest.fixture
def captioner() -> Captioner:
    torch.manual_seed(3)
    shape = CaptionerShape(vocabulary=8, memory=4, width=8, heads=2, most_words=3)
    return Captioner(shape).eval()


def test_beams_find_the_likeliest_caption_by_length_normalised_score(captioner: Captioner) -> None:
    """Few tokens and words: every caption there is can be scored by hand."""
    torch.manual_seed(1)
    memory = torch.randn(1, 3, 4)
    decoder = captioner.forward_decoder
    words = [number for number in range(8) if number not in (PAD, START, END)]
    best: tuple[float, list[int]] = (-float("inf"), [])
    for length in range(4):
        for middle in itertools.product(words, repeat=length):
            ids = [START, *middle, END]
            score = float(decoder.log_probabilities(pad([ids]), memory).detach().sum())
            best = max(best, (score / (length + 1) ** LENGTH_POWER, ids))
    (found,) = beam_search(decoder, memory, beams=200)
    assert found[0] == best[1]


def test_photos_do_not_influence_each_other(captioner: Captioner) -> None:
    torch.manual_seed(1)
    memory = torch.randn(3, 3, 4)
    together = beam_search(captioner.forward_decoder, memory, beams=3)
    alone = [
        beam_search(captioner.forward_decoder, memory[n : n + 1], beams=3)[0] for n in range(3)
    ]
    assert together == alone
    assert all(ids[0] == START and ids[-1] == END for found in together for ids in found)
    assert all(len(ids) <= 5 for found in together for ids in found)


def test_padding_changes_no_score(captioner: Captioner) -> None:
    memory = torch.randn(2, 3, 4)
    captions = [[START, 5, 6, 7, END], [START, 4, END]]
    both = captioner(pad(captions), memory)
    for row, caption in enumerate(captions):
        alone = captioner(pad([caption]), memory[row : row + 1])
        for first, second in zip(both, alone, strict=True):
            torch.testing.assert_close(first[row], second[0])


def test_later_words_are_not_seen(captioner: Captioner) -> None:
    memory = torch.randn(1, 3, 4)
    first = captioner.forward_decoder(torch.tensor([[START, 5, 6]]), memory)
    second = captioner.forward_decoder(torch.tensor([[START, 5, 7]]), memory)
    torch.testing.assert_close(first[:, :2], second[:, :2])


def test_suggestions_are_in_reading_order_and_scored() -> None:
    torch.manual_seed(0)
    shape = CaptionerShape(vocabulary=len(VOCABULARY), memory=4, width=16, most_words=6, dropout=0)
    captioner = Captioner(shape)
    ids = pad([VOCABULARY.encode("red dog runs", most=6)]).expand(4, -1)
    memory = torch.ones(4, 2, 4)
    optimizer = torch.optim.Adam(captioner.parameters(), lr=0.02)
    for _ in range(60):
        third, fourth = captioner(ids, memory)
        optimizer.zero_grad()
        (third + fourth).mean().backward()
        optimizer.step()
    (found,) = suggest(captioner.eval(), VOCABULARY, memory[:1])
    assert found.caption == found.backward_caption == "Red dog runs"
    assert 0.8 < found.score <= 1
