"""Versions that the dual encoder makes, its exam, and what it refuses to learn from."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from safetensors.torch import load_file

from engine.errors import EvaluationError, ModelError, TrainingError
from engine.evaluation.written_captions import write_captions
from engine.images.prepare import prepare_photo
from engine.jobs import run
from engine.models import packages
from engine.models.caption_decoders import (
    suggest,
)
from engine.models.caption_process import DecoderProcess
from engine.models.caption_writer import CaptionWriter
from engine.models.efficientnet import ImageNetwork
from engine.models.mixed_space import NEIGHBOURS
from engine.models.photo_trunks import StoredPhotos
from engine.models.tuned import TunedModel
from engine.models.versions import CONFIG
from engine.training.examples import ExampleCaption, TrainingSet
from engine.training.methods import Needs
from engine.training.run import plan_of
from engine.training.splits import Parts
from tests.engine.training.drawn_pictures import Drawn
from tests.engine.training.small_dual_encoder import (
    MakeMethod,
    decode,
    parts_of,
    pixels_of,
    train,
)


def test_a_version_scores_with_the_mix_of_both_models(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    method = make_method()
    folder, task = train(method, drawn.data, tmp_path)
    base = method._base
    tuned = TunedModel(base, folder)
    features = drawn.data.features[:5]
    statistics = tuned.fit_statistics(features)
    photos, texts = tuned.derive(features, statistics), ["A blue square.", "A dog."]
    old = base.encode_text(texts) @ base.derive(features, statistics)["text"].T
    new = task.text_vectors(texts) @ task.photo_vectors(np.arange(5)).T
    found = tuned.encode_text(texts) @ photos["text"].T * 1.5
    # What a photo loses for lying near the captions that were learned, all sentences lose alike.
    lost = (old + new) / 2 - found
    np.testing.assert_allclose(lost[0], lost[1], atol=2e-4)
    assert (lost[0] > 0).any()
    np.testing.assert_array_equal(photos["visual"], base.derive(features, statistics)["visual"])
    assert {name: rows.shape[1] for name, rows in photos.items()} == tuned.dimensions
    assert tuned.reference_vectors().shape == (1000, tuned.dimensions["text"])


def test_a_version_made_before_photos_lost_for_that_answers_as_it_did(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    method = make_method()
    folder, task = train(method, drawn.data, tmp_path)
    config = json.loads((folder / CONFIG).read_text())
    del config[NEIGHBOURS]
    (folder / CONFIG).write_text(json.dumps(config))
    tuned, texts = TunedModel(method._base, folder), ["A blue square."]
    features = drawn.data.features[:5]
    old = method._base.encode_text(texts) @ method._base.derive_text(features).T
    new = task.text_vectors(texts) @ task.photo_vectors(np.arange(5)).T
    found = tuned.encode_text(texts) @ tuned.derive_text(features).T
    np.testing.assert_allclose(found, (old + new) / 2, atol=1e-4)


def test_nothing_held_out_is_read_before_the_exam(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    parts = parts_of(drawn.data)
    features = drawn.data.features.copy()
    features[parts.held_out] = 3.0
    poisoned = replace(
        drawn.data,
        features=features,
        examples=[
            replace(example, captions=(ExampleCaption("Poison everywhere."),))
            if photo in parts.held_out
            else example
            for photo, example in enumerate(drawn.data.examples)
        ],
    )
    found = []
    for name, data in (("clean", drawn.data), ("poisoned", poisoned)):
        method = make_method(data)
        folder, task = train(method, data, tmp_path / name)
        found.append((load_file(folder / "model.safetensors"), method.choose_mix(task, parts)))
    (clean, mix), (other, other_mix) = found
    assert mix == other_mix
    assert clean.keys() == other.keys()
    assert all(torch.equal(clean[name], other[name]) for name in clean)


def test_the_exam_asks_every_held_out_caption_of_the_whole_library(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    method = make_method()
    _, task = train(method, drawn.data, tmp_path)
    parts = parts_of(drawn.data)
    mix = method.choose_mix(task, parts)
    exam = method.exam(task, parts, mix)
    assert exam.searched == len(drawn.data)
    assert sorted(set(exam.after.photos)) == parts.held_out.tolist()
    assert list(exam.after.values) == ["R@1", "R@5", "R@10"]
    assert len(exam.answers) == len(parts.held_out)
    assert any("CCA alone" in note for note in method.notes)


def test_captions_are_written_for_files_once_enough_was_learned(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    method = make_method()
    folder, task = train(method, drawn.data, tmp_path)
    config = json.loads((folder / "config.json").read_text())
    assert config["captions"]["photos"] == 20
    assert not config["captions"]["is_enough"]  # features of noise and two epochs
    with pytest.raises(ModelError, match="not enough captions yet"):
        CaptionWriter(folder)

    config["captions"]["is_enough"] = True
    (folder / "config.json").write_text(json.dumps(config))
    photo, broken = tmp_path / "photo.png", tmp_path / "broken.png"
    Image.fromarray(pixels_of(drawn)[0]).save(photo)
    broken.write_bytes(b"no picture")
    job = write_captions([broken, photo], folder=folder, encoder=method._base, prepare=decode)
    refused, written = run(job)
    assert refused.problem
    assert not refused.caption
    assert 0 < written.score <= 1
    pixels = prepare_photo(bytes(photo)).pixels[None]  # type: ignore[union-attr]
    features = method._base.encode_images(pixels)
    network = ImageNetwork(packages.IMAGE_WEIGHTS.verify())
    cells = torch.from_numpy(network.encode_maps(pixels, side=4)).float()
    stored = StoredPhotos(torch.from_numpy(features.astype(np.float32)), cells)
    tokens = task.module.eval().image(stored).tokens
    (expected,) = suggest(task.module.captioner, task.tokens, tokens.detach())
    assert written.caption == expected.caption
    assert written.backward_caption == expected.backward_caption
    with closing(DecoderProcess(folder)) as decoder:  # as a library has it written
        assert decoder.write(pixels, features)[0][0] == expected.caption
    with pytest.raises(EvaluationError, match="None of the 1 files"):
        run(write_captions([broken], folder=folder, encoder=method._base, prepare=decode))


# ---- what cannot be learned from: one sentence each ----


def with_captions(data: TrainingSet, texts: dict[int, str]) -> TrainingSet:
    return replace(
        data,
        examples=[
            replace(example, captions=(ExampleCaption(texts[photo]),) if photo in texts else ())
            for photo, example in enumerate(data.examples)
        ],
    )


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ({}, "No photo has a caption yet"),
        ({3: "A red circle."}, "Only one photo has a caption"),
        (dict.fromkeys(range(20), "My photo."), "they tell no photo from another"),
        (dict.fromkeys(range(9), "一只狗在海滩上奔跑"), "The text model understands English"),
    ],
)
def test_captions_that_nothing_can_be_learned_from(
    texts: dict[int, str], sentence: str, make_method: MakeMethod, drawn: Drawn
) -> None:
    with pytest.raises(TrainingError, match=sentence):
        make_method(with_captions(drawn.data, texts))


def test_five_captions_one_of_them_very_long_are_learned_from(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    texts = {photo: f"Picture number {photo} of a thing." for photo in range(4)}
    data = with_captions(drawn.data, {**texts, 4: "word " * 1000, 5: "狗在海滩上"})
    method = make_method(data)
    nothing = np.zeros(0, np.int64)
    folder, _ = train(method, data, tmp_path, Parts(np.arange(6), nothing, nothing))
    assert (folder / "model.safetensors").exists()
    assert any("1 captions were left out" in note for note in method.notes)


def test_every_part_of_an_exam_has_captions_that_are_understood(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    texts = dict.fromkeys(range(10), "一只狗在海滩上奔跑") | {20: "A red dog.", 21: "A cat."}
    method = make_method(with_captions(drawn.data, texts), epochs="1")
    plan = plan_of(method.data, Needs.CAPTIONS, seed=0, learned=frozenset())
    assert [parts.held_out.tolist() for parts in plan.exams] in ([[20], [21]], [[21], [20]])
    parts = plan.exams[0]
    _, task = train(method, method.data, tmp_path, parts)
    exam = method.exam(task, parts, method.choose_mix(task, parts))
    assert [answer.query for answer in exam.answers] in (["A red dog."], ["A cat."])


def test_nothing_is_learned_where_all_thumbnails_are_gone(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    data = replace(drawn.data, thumbnails=tmp_path / "thumbnails")
    with pytest.raises(TrainingError, match="small pictures of 80 photos"):
        make_method(data, trained_blocks="1")


def test_photos_whose_thumbnails_are_gone_are_left_out(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    gone = replace(drawn.data.examples[0], content_hash="ff" * 16)
    data = replace(drawn.data, examples=[gone, *drawn.data.examples[1:]])
    method = make_method(data, from_folder=True)
    assert any("1 photos have no thumbnail" in note for note in method.notes)
    assert 0 not in method.task(parts_of(data)).validation


def test_a_tokenizer_that_does_not_fit(
    folders: tuple[Path, Path], make_method: MakeMethod, tmp_path: Path
) -> None:
    for file in folders[0].iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    tokenizer = json.loads((tmp_path / "tokenizer.json").read_text())
    size = len(tokenizer["model"]["vocab"])
    tokenizer["model"]["vocab"] |= {f"more{number}": size + number for number in range(50)}
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer))
    with pytest.raises(ModelError, match="choose a folder whose tokenizer belongs to the model"):
        make_method(text_tower=str(tmp_path))


def test_a_folder_without_a_model(make_method: MakeMethod, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="holds no model that can be this tower"):
        make_method(image_tower=str(tmp_path))
