"""The dual encoder learns what pictures show, from towers of random weights.

Pictures of coloured shapes at places have exact captions; some combinations are never shown.
``IMGTEXT_STRESS=1`` takes the full run.
"""

import os
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.evaluation.metrics import recall_at, retrieval_ranks
from engine.models.caption_decoders import suggest
from engine.training.caption_quality import judge_captions
from engine.training.dual_encoder_options import DualEncoderOptions, Start
from engine.training.dual_encoder_task import DualEncoderTask, Material
from engine.training.splits import Parts
from engine.training.tower_kits import FolderPhotos, FolderTexts
from engine.training.trainer import FitPlace, fit
from engine.training.usable_captions import CaptionPairs
from tests.engine.training.drawn_pictures import (
    COLOURS,
    COMBINATIONS,
    PLACES,
    SHAPES,
    caption_of,
    draw_all,
    save_tiny_towers,
)

IS_FULL = os.environ.get("IMGTEXT_STRESS") == "1"
COPIES, EPOCHS = (8, 40) if IS_FULL else (6, 30)
CPU = torch.device("cpu")


class Silent:
    def report(self, progress: object) -> None:
        pass

    def check(self) -> None:
        pass

    def check_epoch(self) -> None:
        pass


def is_unseen(shown: tuple[str, str, str]) -> bool:
    """Hold a fifth out: each pair of two properties is seen, with most of the third."""
    shape, colour, place = shown
    number = SHAPES.index(shape) + list(COLOURS).index(colour) + list(PLACES).index(place)
    return number % 5 == 0


@pytest.mark.timeout(1800)
def test_unseen_combinations_are_found_and_captioned(tmp_path: Path) -> None:
    drawn = draw_all(tmp_path, copies=COPIES)
    text, image = save_tiny_towers(tmp_path, width=64)
    unseen = [shown for shown in COMBINATIONS if is_unseen(shown)]
    held_out = drawn.photos_of(set(unseen))
    learned = np.setdiff1d(np.arange(len(drawn.data)), held_out)
    validation = learned[:: 2 * COPIES]
    options = DualEncoderOptions(
        epochs=EPOCHS,
        batch_size=32,
        learning_rate=1e-3,
        trunk_rate=1e-3,
        omega=1.0,
        start=Start.RANDOM,
        feature_dropout=0.0,
        dimension=64,
        width=64,
        most_words=12,
        trained_blocks=-1,
    )
    kits = FolderTexts(text, -1), FolderPhotos(drawn.data, image, -1)
    pairs = CaptionPairs.read(drawn.data, lambda _: 0.0, languages="English")
    names = [example.content_hash for example in drawn.data.examples]
    torch.manual_seed(0)
    task = DualEncoderTask(
        Material(pairs, *kits, options, CPU, names),
        Parts(np.setdiff1d(learned, validation), validation, held_out),
    )
    before = recall_among_all(task, drawn.photos_of, unseen)
    fit(task, options, Silent(), FitPlace(tmp_path / "fit", 0, CPU))

    chance = 1 / len(COMBINATIONS)
    found = recall_among_all(task, drawn.photos_of, unseen)
    assert found >= 10 * chance > before

    figures = task.caption_figures()
    assert figures.forward < 0.2 * figures.unigram
    assert figures.backward < 0.2 * figures.unigram

    tokens = task.image_features(held_out, tokens=True).tokens
    written = suggest(task.module.captioner, task.tokens, tokens)
    wanted = [caption_of(drawn.combinations[photo]) for photo in held_out]
    forward = share_of_equals([one.caption for one in written], wanted)
    backward = share_of_equals([one.backward_caption for one in written], wanted)
    # The small run ends before shapes are told apart well; chance is 0.0125.
    least = 0.8 if IS_FULL else 0.05
    assert forward >= least, (found, forward, backward, figures)
    assert backward >= least, (found, forward, backward, figures)
    assert all(0 < one.score <= 1 for one in written)
    assert judge_captions(task)["is_enough"] or not IS_FULL


def share_of_equals(texts: list[str], others: list[str]) -> float:
    return float(np.mean([one == other for one, other in zip(texts, others, strict=True)]))


def recall_among_all(task: DualEncoderTask, photos_of, unseen) -> float:  # type: ignore[no-untyped-def]
    """Look for each unseen combination by its caption, among one picture of every combination."""
    gallery = np.array([photos_of({shown})[0] for shown in COMBINATIONS])
    queries = np.array([photos_of({shown})[0] for shown in unseen])
    ranks = retrieval_ranks(
        task.caption_vectors(queries),
        task.photo_vectors(gallery),
        query_groups=queries,
        gallery_groups=gallery,
    )
    return recall_at(ranks, 1)
