"""S2 on checkpoints of transformers: the last blocks of their own two towers are learned."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from torch.nn import functional

from engine.images.thumbnails import ThumbnailStore, make_thumbnail
from engine.models import registry
from engine.models.checkpoint_folders import check_folder, take_checkpoint
from engine.models.last_blocks import image_states, text_states
from engine.models.pretrained import PretrainedModel, read_facts
from engine.models.tuned import TunedModel
from engine.models.versions import Card, Slot, VersionStore
from engine.search.query import Term
from engine.training.dual_encoder import DualEncoderMethod
from engine.training.dual_encoder_losses import PairBatch
from engine.training.dual_encoder_task import DualEncoderTask
from engine.training.examples import TrainingSet
from engine.training.general_retrieval import GeneralQuestions
from engine.training.retrieval_exam import Sides
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from engine.training.tower_kits import FolderPhotos, pixels_of
from engine.training.trainer import FitPlace, fit
from tests.checkpoints import MAKERS, SIDE, make_clip
from tests.engine.training.drawn_pictures import Drawn
from tests.engine.training.small_dual_encoder import (
    CPU,
    QUICK,
    MakeMethod,
    Silent,
    parts_of,
    thumbnails_of,
    train,
)

LAST = {"trained_blocks": "1", "selection": "all"}


@dataclass(frozen=True)
class Known:
    """A checkpoint, and drawn pictures as it sees them."""

    model: PretrainedModel
    data: TrainingSet

    def method(self, **options: str) -> DualEncoderMethod:
        settings = RunSettings(method="dual-encoder", options={**QUICK, **LAST, **options})
        return DualEncoderMethod(self.data, settings, CPU)


def take(maker: Callable[[Path], Path], folder: Path, drawn: Drawn) -> Known:
    store, made = VersionStore(folder / "models"), maker(folder / "tiny")
    card = take_checkpoint(store, made, check_folder(made), read_facts(made), "")
    model = registry.load(card.version, store.folder)
    assert isinstance(model, PretrainedModel)
    everything = np.arange(len(drawn.data))
    features = model.encode_images(pixels_of(drawn.data, everything, model.framing))
    data = replace(drawn.data, feature_space=card.version, features=features, models=store.folder)
    return Known(model, data)


@pytest.fixture(scope="module", params=list(MAKERS))
def known(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, drawn: Drawn
) -> Known:
    return take(MAKERS[request.param], tmp_path_factory.mktemp(request.param), drawn)


@pytest.fixture(scope="module")
def task(known: Known) -> DualEncoderTask:
    return known.method(feature_dropout="0").task(parts_of(known.data))


def first_batch(task: DualEncoderTask) -> PairBatch:
    return next(iter(task.batches(0, torch.Generator().manual_seed(0))))


def gradients(module: torch.nn.Module, *, learned: bool) -> list[bool]:
    return [
        value.grad is not None and bool(value.grad.any())
        for value in module.parameters()
        if value.requires_grad == learned
    ]


def test_s2_1e_l2_moves_the_image_tower_and_l1_alone_the_text_tower(task: DualEncoderTask) -> None:
    module = task.module.train()
    module.zero_grad(set_to_none=True)
    task.losses(first_batch(task))["L2"].backward()
    assert not any(gradients(module.text, learned=True))
    assert any(gradients(module.image.trunk, learned=True))
    assert any(gradients(module.image.projection, learned=True))
    assert any(gradients(module.captioner.forward_decoder, learned=True))
    assert any(gradients(module.captioner.backward_decoder, learned=True))
    module.zero_grad(set_to_none=True)
    task.losses(first_batch(task))["L1"].backward()
    assert any(gradients(module.text.trunk, learned=True))
    assert any(gradients(module.image.trunk, learned=True))
    assert not any(gradients(module.captioner, learned=True))
    assert not any(gradients(module.text, learned=False))
    assert not any(gradients(module.image, learned=False))


def test_towers_begin_where_the_checkpoint_is(known: Known, task: DualEncoderTask) -> None:
    photos, captions = np.arange(5), np.arange(5)
    stored = known.data.features[photos].astype(np.float64)
    mean = known.data.features[task.train].astype(np.float64).mean(axis=0)
    wanted = (stored - mean) / np.linalg.norm(stored - mean, axis=1, keepdims=True)
    np.testing.assert_allclose(task.photo_rows(photos), wanted, atol=0.02)  # stored as float16
    texts = [task.material.pairs.texts[caption] for caption in captions]
    np.testing.assert_allclose(task.text_rows(captions), known.model.encode_text(texts), atol=2e-3)
    alone = np.concatenate([task.text_rows(captions[place : place + 1]) for place in range(5)])
    np.testing.assert_allclose(task.text_rows(captions), alone, atol=1e-5)  # whatever beside it


def test_last_blocks_are_learned_and_a_version_answers_as_the_fit(
    known: Known, tmp_path: Path
) -> None:
    method, nothing = known.method(), np.zeros(0, np.int64)
    parts = Parts(np.arange(40), nothing, nothing)  # no epoch is chosen: the last one stays
    task = method.task(parts)
    before = {name: value.clone() for name, value in task.module.state_dict().items()}
    texts = ["A red circle at the top left.", "a cross"]
    said = known.model.encode_text(texts)
    fit(task, method.options, Silent(), FitPlace(tmp_path / "fit", 0, CPU))
    learned = {name for name, value in task.module.named_parameters() if value.requires_grad}
    after = task.module.state_dict()
    for tower in ("text.trunk.", "image.trunk."):
        blocks = {name for name in learned if name.startswith(tower)}
        assert any(not torch.equal(after[name], before[name]) for name in blocks)
        rest = {name for name in after if name.startswith(tower)} - blocks
        assert all(torch.equal(after[name], before[name]) for name in rest)
    np.testing.assert_array_equal(known.model.encode_text(texts), said)

    mix = replace(method.choose_mix(task, parts), share=0.5)
    card = Card("", Slot.RETRIEVAL, "dual-encoder", feature_space=known.model.version)
    store = VersionStore(known.data.models or tmp_path)
    version = store.add(card, lambda folder: method.save(task, mix, folder)).version
    fresh = PretrainedModel(store.path(known.model.version))
    tuned = TunedModel(fresh, store.path(version))
    assert tuned.encodes
    photos = np.arange(6)
    pixels = pixels_of(known.data, photos, tuned.framing)
    features = tuned.encode_images(pixels)
    shape = registry.describe(version, store.folder)
    assert (shape.framing, shape.feature_dim) == (tuned.framing, features.shape[1])
    np.testing.assert_array_equal(features[:, : fresh.feature_dim], fresh.encode_images(pixels))
    # States are kept as float16 while learning, which tiny random networks notice; not here.
    module = task.module.eval()
    seen = module.image(image_states(known.model, pixels, 1)[1]).pooled
    read = module.text(text_states(known.model, texts, 1))
    for found, own in ((tuned.derive_text(features), seen), (tuned.encode_text(texts), read)):
        part = torch.from_numpy(found[:, -task.options.dimension - 2 : -2])
        torch.testing.assert_close(
            functional.normalize(part), functional.normalize(own.detach()), atol=4e-3, rtol=0
        )


def test_pictures_are_framed_as_the_checkpoint_wants(tmp_path: Path, drawn: Drawn) -> None:
    """Two photos whose middles are the same look the same to a model that cuts the middle out."""
    known = take(make_clip, tmp_path, drawn)
    store = ThumbnailStore(tmp_path / "thumbnails")
    middle = np.random.default_rng(0).integers(0, 256, (8, 8, 3), np.uint8)
    examples = []
    for number, margin in enumerate(((255, 0, 0), (0, 0, 255))):
        picture = Image.new("RGB", (256, 128), margin)
        picture.paste(Image.fromarray(middle).resize((160, 128)), (48, 0))
        digest = hashlib.sha256(bytes([number])).digest()[:16]
        store.save(digest, make_thumbnail(picture))
        examples.append(replace(drawn.data.examples[number], content_hash=digest.hex()))
    data = replace(
        known.data,
        examples=[*examples, *known.data.examples[2:]],
        thumbnails=tmp_path / "thumbnails",
    )
    method = replace(known, data=data).method()
    first, second = method._photos.read(np.arange(2), tokens=True)
    torch.testing.assert_close(first, second, atol=2e-2, rtol=0)
    squashed = pixels_of(data, np.arange(2)).astype(int)
    assert abs(squashed[0] - squashed[1]).max() > 200
    assert any("78 photos have no thumbnail" in note for note in method.notes)


def test_a_tower_of_a_folder_sees_photos_as_its_preprocessor_says(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    """Beside the built-in network, which sees them squashed."""
    method = make_method(image_tower=str(make_clip(tmp_path / "tiny")))
    assert isinstance(method._photos, FolderPhotos)
    assert method._photos.pixels.framing.edge == SIDE + 4
    folder, task = train(method, drawn.data, tmp_path)
    tuned = TunedModel(method._base, folder)
    assert tuned.framing == registry.describe(folder.name, folder.parent).framing
    pictures = [tuned.framing.apply_to_pixels(photo) for photo in thumbnails_of(drawn)[:4]]
    features = tuned.encode_images(np.stack(pictures))
    squashed = pixels_of(drawn.data, np.arange(4))
    parent = method._base.encode_images(squashed)
    np.testing.assert_array_equal(features[:, : method._base.feature_dim], parent)
    own = features[:, method._base.feature_dim :]
    np.testing.assert_allclose(own, task.photo_vectors(np.arange(4)), atol=1e-3)
    views = tuned.visual_query_views(pictures[0])
    parents = method._base.visual_query_views(squashed[0])
    np.testing.assert_array_equal(tuned.framing.split(views)[0], parents)
    assert tuned.encode_images(views).shape[1] == tuned.feature_dim
    asked = Term(picture=squashed[0], upright=thumbnails_of(drawn)[1]).framed(tuned.framing)
    first, second = tuned.framing.split(asked[None])
    np.testing.assert_array_equal(first[0], squashed[0])
    np.testing.assert_array_equal(second[0], tuned.framing.split(pictures[1][None])[1][0])


def test_names_of_classes_are_looked_for_where_they_cannot_be_played() -> None:
    questions = GeneralQuestions(("a", "b"), ("c", "d"))
    photos = np.eye(24, dtype=np.float32)
    asked = photos[:4]  # each text has a photo of its own
    forgot = np.concatenate([asked[:2], -asked[2:]])
    check = questions.check(Sides(photos, asked), Sides(photos, forgot), classes=None)
    assert check is not None
    assert (check.count, check.before, check.after) == (4, 1.0, 0.5)
