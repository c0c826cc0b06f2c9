"""Checkpoints of transformers: what they see and read is what their own processors give them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from PIL import Image
from safetensors.numpy import load_file, save_file

from engine.errors import ModelError
from engine.models import registry
from engine.models.checkpoint_folders import check_folder, copy_checkpoint, take_checkpoint
from engine.models.pretrained import PretrainedModel, read_facts
from engine.models.versions import VersionStore
from tests.checkpoints import MAKERS, SIDE, make_clip

TEXTS = ["a red dog", "一张红色的照片", "A man, running on the very long and sandy beach"]


@pytest.fixture(scope="module", params=MAKERS)
def checkpoint(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return MAKERS[request.param](tmp_path_factory.mktemp("hub") / request.param)


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_clip(tmp_path_factory.mktemp("hub") / "clip")


def take(store: VersionStore, folder: Path) -> PretrainedModel:
    card = take_checkpoint(store, folder, check_folder(folder), read_facts(folder), "")
    model = registry.load(card.version, store.folder)
    assert isinstance(model, PretrainedModel)
    return model


def test_a_model_sees_and_reads_as_its_own_processor_and_tokenizer_do(
    checkpoint: Path, tmp_path: Path, rng: np.random.Generator
) -> None:
    model = take(VersionStore(tmp_path / "models"), checkpoint)
    theirs: Any = transformers.AutoModel.from_pretrained(checkpoint, local_files_only=True).eval()
    look: Any = transformers.AutoImageProcessor.from_pretrained(checkpoint, local_files_only=True)
    read: Any = transformers.AutoTokenizer.from_pretrained(checkpoint, local_files_only=True)
    blocks = Image.fromarray(rng.integers(0, 256, (6, 8, 3), np.uint8))
    picture = blocks.resize((160, 120), Image.Resampling.BICUBIC)
    is_siglip = theirs.config.model_type == "siglip"
    padding = {"padding": "max_length", "max_length": 24} if is_siglip else {"padding": True}
    tokens = read(TEXTS, return_tensors="pt", truncation=is_siglip, **padding)
    wanted = {"input_ids": tokens["input_ids"]}
    if not is_siglip:
        wanted["attention_mask"] = tokens["attention_mask"]
    with torch.inference_mode():
        seen = theirs.get_image_features(**look(picture, return_tensors="pt")).pooler_output
        said = theirs.get_text_features(**wanted).pooler_output

    features = model.encode_images(model.framing.apply(picture)[None])
    photo = model.derive(features, model.fit_statistics(features))
    assert features.dtype == np.float16
    assert features.shape == (1, model.feature_dim)
    assert photo["text"].shape == (1, model.dimensions["text"])
    assert cosine(photo["text"][0], seen[0].numpy()) > 0.999
    for own, their in zip(model.encode_text(TEXTS), said.numpy(), strict=True):
        assert cosine(own, their) == pytest.approx(1, abs=1e-4)


def cosine(first: Any, second: Any) -> float:
    return float(first @ second / np.linalg.norm(first) / np.linalg.norm(second))


def test_what_is_known_of_a_model_without_loading_it_is_true(
    checkpoint: Path, tmp_path: Path
) -> None:
    store = VersionStore(tmp_path / "models")
    model = take(store, checkpoint)
    shape = registry.describe(model.version, store.folder)
    assert (shape.feature_space, shape.feature_dim) == (model.version, model.feature_dim)
    assert shape.framing == model.framing
    assert shape.dimensions == model.dimensions
    assert shape.framing.side == SIDE
    card = store.card(model.version)
    assert card.title == checkpoint.name
    assert card.languages == model.languages
    assert model.unknown_share("") == 1
    assert model.count_tokens(TEXTS[0]) > model.count_tokens("a")
    assert "cat" in model.describe_label("cat") != "cat"


def test_the_same_model_is_taken_up_once(clip: Path, tmp_path: Path) -> None:
    store = VersionStore(tmp_path / "models")
    assert take(store, clip).version == take(store, clip).version
    assert len(store.cards()) == 1


def test_a_readme_tells_languages_and_licence(clip: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(clip, tmp_path / "clip"))
    head = "---\nlicense: mit\nlanguage:\n- de\n- fr\n---\n# A model\n"
    (folder / "README.md").write_text(head, encoding="utf-8")
    facts = read_facts(folder)
    assert (facts.languages, facts.licence) == ("German and French", "mit")


def without(*patterns: str) -> Callable[[Path], None]:
    def remove(folder: Path) -> None:
        for pattern in patterns:
            for file in folder.glob(pattern):
                file.unlink()

    return remove


def only_a_pickle(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.rename(folder / "pytorch_model.bin")


def other_kind(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"model_type": "llama"}))


def other_size(folder: Path) -> None:
    file = folder / "preprocessor_config.json"
    values = json.loads(file.read_text())
    values["crop_size"] = {"height": 24, "width": 24}
    file.write_text(json.dumps(values))


def fewer_words(folder: Path) -> None:
    file = folder / "config.json"
    config = json.loads(file.read_text())
    config["text_config"]["vocab_size"] = 50
    file.write_text(json.dumps(config))
    tensors = load_file(folder / "model.safetensors")
    name = "text_model.embeddings.token_embedding.weight"
    save_file(tensors | {name: tensors[name][:50]}, folder / "model.safetensors")


def cut_weights(folder: Path) -> None:
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-1000])


def a_tensor_less(folder: Path) -> None:
    tensors = load_file(folder / "model.safetensors")
    tensors.pop("visual_projection.weight")
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})


BAD = [
    (without("*"), "holds no model"),
    (other_kind, "“llama”, which cannot be searched with"),
    (only_a_pickle, "can run foreign code"),
    (without("*.safetensors"), "lacks the weights"),
    (without("tokenizer*", "vocab*"), "lacks its tokenizer"),
    (without("preprocessor_config.json"), "lacks preprocessor_config.json"),
    (other_size, "pictures of 24 pixels a side, and the model reads 32"),
    (fewer_words, "190 tokens and the model knows 50"),
    (cut_weights, "do not fit the model or are damaged"),
    (a_tensor_less, "are not complete"),
]


@pytest.mark.parametrize(("spoil", "said"), BAD, ids=[said for _, said in BAD])
def test_a_folder_that_cannot_be_used_is_refused_in_one_sentence(
    spoil: Callable[[Path], None], said: str, clip: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(clip, tmp_path / "clip"))
    spoil(folder)
    store = VersionStore(tmp_path / "models")
    with pytest.raises(ModelError, match=said) as refused:
        take(store, folder)
    assert str(refused.value).count("\n") == 0
    assert not store.folder.exists()


def test_copying_tells_how_far_it_is_and_leaves_nothing_when_it_is_closed(
    clip: Path, tmp_path: Path
) -> None:
    store = VersionStore(tmp_path / "models")
    job = copy_checkpoint(store, clip, check_folder(clip), read_facts(clip), "")
    told = [next(job) for _ in range(3)]
    assert told[-1].total == 1  # megabytes
    assert list(store.folder.iterdir()), "some of it is there"
    job.close()
    assert not list(store.folder.iterdir())


def test_without_room_nothing_is_copied(
    clip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = VersionStore(tmp_path / "models")
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(ModelError, match="has less room"):
        take(store, clip)
    assert not list(store.folder.iterdir())
