"""S2, claim by claim; the ids are those of the specification."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn import functional
from transformers import DeiTModel, RobertaModel

from engine.models import towers
from engine.models.caption_decoders import (
    Captioner,
    CaptionerShape,
    caption_losses,
    pad,
    reverse,
)
from engine.models.dual_encoder import contrastive_losses
from engine.models.photo_trunks import PooledTrunk, StoredPhotos
from engine.models.trained_text import PhotoScaling
from engine.models.vocabulary import END, PAD, START
from engine.training.dual_encoder_losses import PairBatch, all_losses, select
from engine.training.dual_encoder_options import DualEncoderOptions, Selection
from engine.training.dual_encoder_task import DualEncoderTask
from tests.engine.training.drawn_pictures import Drawn
from tests.engine.training.small_dual_encoder import (
    BOTH_TRAINED,
    MakeMethod,
    parts_of,
    save_tiny_pair,
    thumbnails_of,
    train,
)


def first_batch(task: DualEncoderTask) -> PairBatch:
    return next(iter(task.batches(0, torch.Generator().manual_seed(0))))


def norms(module: torch.nn.Module) -> list[float]:
    return [
        0.0 if value.grad is None else float(value.grad.norm()) for value in module.parameters()
    ]


# Every kind of tower, and what stays frozen.
KINDS = {
    "embedded, frozen": {},
    "embedded, last convolution": {"trained_blocks": "1"},
    "embedded, three layers": {"trained_blocks": "3"},
    "folders, frozen": {"from_folder": True},
    "folders, last block": {"from_folder": True, "trained_blocks": "1"},
    "folders, all": {"from_folder": True, **BOTH_TRAINED},
    "folders, all, shared words": {"from_folder": True, "share_words": "true", **BOTH_TRAINED},
}


@pytest.fixture(scope="module", params=list(KINDS))
def task(request: pytest.FixtureRequest, make_method: MakeMethod, drawn: Drawn) -> DualEncoderTask:
    options = {"selection": "all", **KINDS[request.param]}
    return make_method(**options).task(parts_of(drawn.data))


def test_s2_1a_texts_and_photos_become_features_of_one_space(task: DualEncoderTask) -> None:
    batch = first_batch(task)
    photos = task.module.image(batch.photos)
    texts = task.module.text(batch.texts)
    assert texts.shape == photos.pooled.shape == (len(batch.ids), 16)
    assert photos.tokens.shape[0] == len(batch.ids)
    assert photos.tokens.shape[1] > 1
    assert photos.tokens.shape[2] == 16


def test_s2_1a_the_pooled_vector_is_made_of_the_projected_tokens(task: DualEncoderTask) -> None:
    task.module.eval()
    photos = task.module.image(first_batch(task).photos)
    torch.testing.assert_close(photos.pooled, photos.tokens.mean(dim=1))


def test_s2_1a_each_photo_keeps_its_own_caption(make_method: MakeMethod, drawn: Drawn) -> None:
    method = make_method(from_folder=True, **BOTH_TRAINED)
    task = method.task(parts_of(drawn.data))
    seen: list[str] = []
    for batch in task.batches(3, torch.Generator().manual_seed(1)):
        assert isinstance(batch.photos, torch.Tensor)
        for ids, pixels in zip(batch.ids, batch.photos, strict=True):
            caption = task.tokens.decode(ids.tolist())
            (photo,) = (
                photo
                for photo in task.train
                if drawn.data.examples[photo].captions[0].text == caption
            )
            expected = task.material.photos.read(np.array([photo]), tokens=True)[0]
            torch.testing.assert_close(pixels, expected)
            seen.append(caption)
    assert len(seen) == len(set(seen)) == len(task.train)


def test_s2_1b_s2_3_l1_does_not_depend_on_the_length_of_features() -> None:
    torch.manual_seed(0)
    texts, photos, scale = torch.randn(6, 8), torch.randn(6, 8), torch.tensor(10.0)
    expected = contrastive_losses(texts, photos, scale)
    lengths = torch.rand(6, 1) * 50 + 0.1
    torch.testing.assert_close(contrastive_losses(texts * lengths, photos, scale), expected)
    torch.testing.assert_close(contrastive_losses(texts, photos * lengths, scale), expected)


def test_s2_1b_l1_is_the_cross_entropy_of_both_directions() -> None:
    torch.manual_seed(0)
    texts, photos = torch.randn(4, 8), torch.randn(4, 8)
    scores = 5 * functional.normalize(photos) @ functional.normalize(texts).T
    by_hand = [
        -(scores[i, i] - scores[i].logsumexp(0) + scores[i, i] - scores[:, i].logsumexp(0)) / 2
        for i in range(4)
    ]
    torch.testing.assert_close(
        contrastive_losses(texts, photos, torch.tensor(5.0)), torch.stack(by_hand)
    )


def test_s2_1c_the_two_decoders_share_nothing(task: DualEncoderTask) -> None:
    captioner = task.module.captioner
    first = {value.data_ptr() for value in captioner.forward_decoder.parameters()}
    second = {value.data_ptr() for value in captioner.backward_decoder.parameters()}
    assert first
    assert not first & second
    batch = first_batch(task)
    task.module.eval()
    memory = task.module.image(batch.photos).tokens.detach()
    before = caption_losses(captioner.forward_decoder, batch.ids, memory)
    kept = {name: value.clone() for name, value in captioner.backward_decoder.state_dict().items()}
    with torch.no_grad():
        for value in captioner.backward_decoder.parameters():
            value.add_(1)
    after = caption_losses(captioner.forward_decoder, batch.ids, memory)
    captioner.backward_decoder.load_state_dict(kept)
    torch.testing.assert_close(after, before)


def test_s2_1d_l2_is_the_sum_of_l3_and_l4(task: DualEncoderTask) -> None:
    task.module.eval()
    losses = task.losses(first_batch(task))
    torch.testing.assert_close(losses["L2"], losses["L3"] + losses["L4"])
    omega = task.options.omega
    torch.testing.assert_close(losses["loss"], losses["L1"] + omega * losses["L2"])


def test_s2_1d_l3_and_l4_are_mean_losses_of_tokens_by_hand() -> None:
    torch.manual_seed(0)
    captioner = Captioner(CaptionerShape(vocabulary=12, memory=6, width=8, most_words=6)).eval()
    ids = pad([[START, 5, 6, 7, END], [START, 8, END]])
    memory = torch.randn(2, 3, 6)
    third, fourth = captioner(ids, memory)
    for decoder, order, found in (
        (captioner.forward_decoder, ids, third),
        (captioner.backward_decoder, reverse(ids), fourth),
    ):
        for row, length in ((0, 5), (1, 3)):
            words = order[row : row + 1, :length]
            logits = decoder.logits(decoder(words[:, :-1], memory[row : row + 1]))
            expected = functional.cross_entropy(logits[0], words[0, 1:])
            torch.testing.assert_close(found[row], expected)


def test_s2_1e_l2_moves_the_image_tower_and_both_decoders_only(task: DualEncoderTask) -> None:
    module = task.module.train()
    module.zero_grad(set_to_none=True)
    task.losses(first_batch(task))["L2"].backward()
    assert not any(norms(module.text))
    assert module.log_scale.grad is None
    assert norms(module.image.projection)[0] > 0
    assert any(norms(module.captioner.forward_decoder))
    assert any(norms(module.captioner.backward_decoder))
    learned = [value for value in module.image.trunk.parameters() if value.requires_grad]
    assert not learned or any(value.grad is not None and value.grad.any() for value in learned)


def test_s2_1e_l1_moves_both_towers_and_no_decoder(task: DualEncoderTask) -> None:
    module = task.module.train()
    module.zero_grad(set_to_none=True)
    task.losses(first_batch(task))["L1"].backward()
    assert any(norms(module.text.projection))
    assert any(norms(module.image.projection))
    assert not any(norms(module.captioner))
    assert module.log_scale.grad is not None


def test_s2_1e_one_step_down_both_losses_is_the_claimed_pair_of_steps(
    make_method: MakeMethod, drawn: Drawn
) -> None:
    method = make_method(from_folder=True, share_words="true", feature_dropout="0", **BOTH_TRAINED)
    task = method.task(parts_of(drawn.data))
    module = task.module.eval()
    losses = task.losses(first_batch(task))
    for part, wanted in (
        (module.text, losses["L1"]),
        (module.image, losses["L1"] + task.options.omega * losses["L2"]),
        (module.captioner, task.options.omega * losses["L2"]),
    ):
        values = [value for value in part.parameters() if value.requires_grad]
        both = torch.autograd.grad(losses["loss"], values, retain_graph=True, allow_unused=True)
        one = torch.autograd.grad(wanted, values, retain_graph=True, allow_unused=True)
        for first, second in zip(both, one, strict=True):
            assert (first is None) == (second is None)
            if first is not None and second is not None:
                torch.testing.assert_close(first, second, rtol=1e-4, atol=1e-6)


def test_s2_1e_borrowed_words_are_not_the_decoders_own(
    make_method: MakeMethod, drawn: Drawn
) -> None:
    task = make_method(from_folder=True, share_words="true", **BOTH_TRAINED).task(
        parts_of(drawn.data)
    )
    assert isinstance(task.module.text.trunk, towers.TextTrunk)
    words = task.module.text.trunk.words.weight
    assert all(value is not words for value in task.module.captioner.parameters())
    batch = first_batch(task)
    before = task.losses(batch)["L3"].detach()
    with torch.no_grad():
        words.mul_(3)
    assert not torch.isclose(task.losses(batch)["L3"], before)  # they are read all the same


def options_of(selection: Selection, **values: float) -> DualEncoderOptions:
    return DualEncoderOptions(selection=selection, caption_warm_up=0, **values)  # type: ignore[arg-type]


def test_s2_2_which_photos_are_captioned_depends_on_l1() -> None:
    each = torch.tensor([3.0, 0.5, 2.0, 0.1, 1.0, 4.0])
    low, high = options_of(Selection.LOW), options_of(Selection.HIGH)
    assert select(each, 0, low).tolist() == [1, 3, 4]
    assert select(each, 0, high).tolist() == [0, 2, 5]
    assert select(each.flip(0), 0, low).tolist() == [1, 2, 4]
    assert select(each, 0, options_of(Selection.LOW, fraction=0.2)).tolist() == [3]
    assert select(each, 0, options_of(Selection.ALL)).tolist() == list(range(6))
    assert select(each, 0, options_of(Selection.GATE, gate=2.0)).tolist() == list(range(6))
    assert select(each, 0, options_of(Selection.GATE, gate=1.0)).tolist() == []


def test_s2_2_all_are_captioned_while_the_towers_hardly_beat_chance() -> None:
    options = DualEncoderOptions(caption_warm_up=2)
    chance = torch.full((8,), math.log(8))
    assert len(select(chance, 0, options)) == 8
    assert len(select(chance, 2, options)) == 4
    assert len(select(chance / 2, 0, options)) == 4


def test_s2_2_the_default_selects_by_l1_and_takes_the_same_features(
    make_method: MakeMethod, drawn: Drawn
) -> None:
    task = make_method(from_folder=True, caption_warm_up="0").task(parts_of(drawn.data))
    assert task.options.selection is Selection.LOW
    batch = first_batch(task)
    calls = []
    task.module.image.register_forward_hook(lambda *_: calls.append(1))
    task.module.eval()
    losses = task.losses(batch)
    assert len(calls) == 1
    assert float(losses["captioned"]) == pytest.approx(0.5)
    features = task.module.image(batch.photos)
    each = contrastive_losses(task.module.text(batch.texts), features.pooled, task.module.scale)
    chosen = each.argsort()[: len(each) // 2].sort().values
    third, _ = task.module.captioner(batch.ids[chosen], features.tokens[chosen])
    torch.testing.assert_close(losses["L3"], third.mean())


def test_s2_2_a_batch_without_captions_still_learns_from_l1(
    make_method: MakeMethod, drawn: Drawn
) -> None:
    task = make_method(selection="gate", gate="0.001", caption_warm_up="0", start="random").task(
        parts_of(drawn.data)
    )
    losses = all_losses(task.module, first_batch(task), task.options)
    assert float(losses["captioned"]) == 0
    assert float(losses["L2"]) == 0
    losses["loss"].backward()
    assert any(norms(task.module.text))


def test_s2_4_s2_5_the_towers_are_roberta_and_deit(folders: tuple[Path, Path]) -> None:
    text, tokenizer = towers.load_text_trunk(folders[0])
    image, pixels = towers.load_image_trunk(folders[1])
    assert isinstance(text.network, RobertaModel)
    assert isinstance(image.network, DeiTModel)
    text.eval()
    both = text(tokenizer(["A red circle.", "A white cross at the top left."]))
    alone = text(tokenizer(["A red circle."]))
    torch.testing.assert_close(both[:1], alone, rtol=1e-4, atol=1e-5)  # padding does not count
    tokens = image(pixels.apply(np.zeros((1, 32, 32, 3), np.uint8)))
    assert tokens.shape == (1, 16, 32)  # 32 / 8 squared: neither of the two special tokens


@pytest.mark.parametrize("kind", ["clip", "siglip"])
def test_towers_of_one_checkpoint(kind: str, tmp_path: Path) -> None:
    save_tiny_pair(kind, tmp_path)
    text, tokenizer = towers.load_text_trunk(tmp_path)
    image, pixels = towers.load_image_trunk(tmp_path)
    assert text(tokenizer(["A red circle.", "A cross."])).shape == (2, 16)
    tokens = image(pixels.apply(np.zeros((2, 16, 16, 3), np.uint8)))
    assert tokens.shape == (2, 5, 16)  # the photo as a whole, then 4 patches
    assert image.pools_first
    rebuilt = towers.build_image_trunk(image.network.config.to_dict())
    rebuilt.load_state_dict(image.state_dict())


def test_reversing_twice_gives_the_caption_back_and_padding_stays_last() -> None:
    ids = pad([[START, 9, 8, 7, 6, END], [START, 5, 4, END], [START, END]])
    turned = reverse(ids)
    assert turned.tolist()[0] == [START, 6, 7, 8, 9, END]
    assert turned.tolist()[1] == [START, 4, 5, END, PAD, PAD]
    assert turned.tolist()[2] == [START, END, PAD, PAD, PAD, PAD]
    assert torch.equal(reverse(turned), ids)


def test_a_photo_is_found_by_stored_features_as_by_its_cells() -> None:
    random = np.random.default_rng(0)
    trunk = PooledTrunk(PhotoScaling(random.random(1280), random.random(768)))
    features = torch.from_numpy(random.random((3, 2048)).astype(np.float32))
    cells = torch.from_numpy(random.random((3, 16, 1280)).astype(np.float32))
    with_cells = trunk(StoredPhotos(features, cells)).mean(dim=1)
    torch.testing.assert_close(with_cells, trunk(StoredPhotos(features))[:, 0])


def test_s2_6_to_15_a_saved_version_answers_the_same_in_a_fresh_process(
    make_method: MakeMethod, drawn: Drawn, tmp_path: Path
) -> None:
    """Train, save, load elsewhere: apparatus, device, medium and program of claims 7 to 15."""
    kinds = ({}, {"trained_blocks": "3"}, {"from_folder": True, **BOTH_TRAINED})
    for number, kind in enumerate(kinds):
        method = make_method(**kind)
        folder, task = train(method, drawn.data, tmp_path / str(number))
        texts = ["A red circle at the top left.", "A cross."]
        photos = np.arange(6)
        small = thumbnails_of(drawn)[:6]
        np.savez(tmp_path / "in.npz", features=drawn.data.features[:6], photos=small)
        script = (
            "import sys, numpy as np\n"
            "from pathlib import Path\n"
            "from engine.models.embedded import EmbeddedModel\n"
            "from engine.models.tuned import TunedModel\n"
            "folder, given, out = map(Path, sys.argv[1:])\n"
            "data = np.load(given)\n"
            "model = TunedModel(EmbeddedModel.load(), folder)\n"
            "features = data['features']\n"
            "if model.encodes:\n"
            "    frame = model.framing.apply_to_pixels\n"
            "    pixels = np.stack([frame(one) for one in data['photos']])\n"
            "    own = model._networks.photo_vectors(pixels, features)\n"
            "    features = np.concatenate([features, own.astype(np.float16)], axis=1)\n"
            "found = model.derive(features, model.fit_statistics(features))['text']\n"
            f"np.savez(out, photos=found, texts=model.encode_text({texts!r}))\n"
        )
        out = tmp_path / "out.npz"
        subprocess.run(
            [sys.executable, "-c", script, str(folder), str(tmp_path / "in.npz"), str(out)],
            check=True,
        )
        answer = np.load(out)
        dimension = task.options.dimension
        for found, own in (
            (answer["photos"], task.photo_vectors(photos)),
            (answer["texts"], task.text_vectors(texts)),
        ):
            part = found[:, -dimension - 2 : -2]  # the two behind scale photos' scores
            length = np.linalg.norm(part, axis=1, keepdims=True)
            np.testing.assert_allclose(part / length, own, atol=4e-3)
            np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-3)
        best = (answer["texts"] @ answer["photos"].T).argmax(axis=1)
        assert best.shape == (2,)
