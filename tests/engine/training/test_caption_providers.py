"""Claim S1-6: captions written by hand, matched with pairs, and generated."""

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from PIL import Image

from engine.catalog.changes import CaptionSource
from engine.errors import DownloadError, ModelError, TableError
from engine.images.prepare import prepare_picture
from engine.jobs import run
from engine.models.captioner import Captioner
from engine.training.caption_pairs import Pair, read_pairs
from engine.training.caption_providers import (
    Generated,
    Handwritten,
    MatchedPairs,
    Nearness,
    Photo,
    without_caption,
)
from engine.training.web_pairs import (
    WebPair,
    download_pairs,
    fetch,
    pairs_of_list,
    pairs_of_page,
)

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "dog", "cat", "on", "the", "sea"]


def scene(seed: int, size: tuple[int, int] = (320, 240)) -> Image.Image:
    blocks = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), np.uint8)
    return Image.fromarray(blocks).resize(size, Image.Resampling.BICUBIC)


def as_file(image: Image.Image, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, "JPEG", **options)
    return file.getvalue()


def vectorise(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Mean colours on a grid of 7 x 7 cells, centred."""
    cells = pixels.reshape(len(pixels), 7, 32, 7, 32, 3).mean(axis=(2, 4)).reshape(len(pixels), -1)
    rows = cells - cells.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def photo(content_id: int, image: Image.Image) -> Photo:
    prepared = prepare_picture(as_file(image, quality=95))
    return Photo(
        content_id,
        prepared.perceptual_hash,
        vectorise(prepared.pixels[None])[0],
        lambda: np.asarray(image),
    )


def pair(name: str, image: Image.Image, *texts: str) -> Pair:
    content = as_file(image, quality=60)
    return Pair(name, texts, lambda: content)


# -- (a) by hand


def test_s1_6a_what_the_user_types_becomes_a_caption() -> None:
    photos = [Photo(1), Photo(2), Photo(3)]
    typed = {2: ["  a dog\n on the sea ", ""], 3: []}
    provider = Handwritten(lambda wanted: typed[wanted.content_id])
    found = run(provider.propose(without_caption(photos, {1})))
    assert [(p.content_id, p.text, p.source, p.weight) for p in found] == [
        (2, "a dog on the sea", CaptionSource.MANUAL, 1.0)
    ]


# -- (b) matched pairs


def test_s1_6b_a_photo_takes_the_text_of_the_same_picture() -> None:
    photos = [photo(number, scene(number)) for number in range(4)]
    small = scene(2, (120, 90))
    turned = scene(3).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    pairs = [
        pair("2.jpg", small, "a red square", "squares"),
        pair("3.jpg", turned, "mirrored"),
        pair("9.jpg", scene(9), "nothing of ours"),
        Pair("broken.jpg", ("never seen",), lambda: b"no picture"),
    ]
    provider = MatchedPairs(pairs, vectorise)
    found = run(provider.propose(photos))
    assert {(p.content_id, p.text) for p in found} == {
        (2, "a red square"),
        (2, "squares"),
        (3, "mirrored"),
    }
    matched = [p for p in found if p.content_id == 2]
    assert {(p.source, p.weight) for p in matched} == {(CaptionSource.PAIRS, 0.6)}
    assert {p.match.name for p in matched if p.match} == {"2.jpg"}
    assert [name for name, _ in provider.unreadable] == ["broken.jpg"]


def test_s1_6b_what_hashes_do_not_find_vectors_find_above_a_threshold() -> None:
    original = scene(5)
    cut = original.crop((12, 10, 308, 230))
    photos = [photo(1, scene(1)), photo(5, original)]

    def found(threshold: float) -> list[Any]:
        pairs = [pair("cut.jpg", cut, "a close look")]
        provider = MatchedPairs(pairs, vectorise, nearness=Nearness(-1, threshold))
        return run(provider.propose(photos))

    (match,) = found(0.7)
    assert match.content_id == 5
    assert 0.7 <= match.confidence < 1
    assert match.weight == pytest.approx(0.6 * match.confidence)
    assert found(0.9999) == []


def test_s1_6b_weights_can_be_changed() -> None:
    priors = {CaptionSource.PAIRS: 0.2}
    provider = MatchedPairs([pair("1.jpg", scene(1), "text")], vectorise, priors=priors)
    assert [p.weight for p in run(provider.propose([photo(1, scene(1))]))] == [0.2]
    assert run(provider.propose([])) == []


def folder_of_pairs(folder: Path) -> Path:
    folder.mkdir()
    for number in (1, 2):
        (folder / f"{number}.jpg").write_bytes(as_file(scene(number)))
    (folder / "captions.csv").write_text("file,caption\n1.jpg,one\n1.jpg,uno\n2.jpg,two\n3.jpg,3\n")
    return folder


def coco_of_pairs(folder: Path) -> Path:
    (folder / "annotations").mkdir(parents=True)
    (folder / "val").mkdir()
    for number in (1, 2):
        (folder / "val" / f"{number}.jpg").write_bytes(as_file(scene(number)))
    document = {
        "images": [{"id": n, "file_name": f"{n}.jpg"} for n in (1, 2)],
        "annotations": [
            {"image_id": 1, "caption": "one"},
            {"image_id": 1, "caption": "uno"},
            {"image_id": 2, "caption": "two"},
        ],
    }
    file = folder / "annotations" / "captions.json"
    file.write_text(json.dumps(document))
    return file


def web_dataset_of_pairs(folder: Path) -> Path:
    folder.mkdir()
    members = {
        "a/001.jpg": as_file(scene(1)),
        "a/001.txt": b"one\nuno\n",
        "a/002.jpg": as_file(scene(2)),
        "a/002.json": json.dumps({"caption": "two"}).encode(),
        "a/003.txt": b"no picture",
        "a/004.jpg": as_file(scene(4)),
        "a/005.json": b"{broken",
    }
    with tarfile.open(folder / "pairs.tar", "w") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return folder / "pairs.tar"


@pytest.mark.parametrize("make", [folder_of_pairs, coco_of_pairs, web_dataset_of_pairs])
def test_s1_6b_collections_are_read(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    provider = MatchedPairs(read_pairs(make(tmp_path / "pairs")), vectorise)
    photos = [photo(number, scene(number, (640, 480))) for number in (1, 2, 3)]
    found = run(provider.propose(photos))
    assert {(p.content_id, p.text) for p in found} == {(1, "one"), (1, "uno"), (2, "two")}


@pytest.mark.parametrize("name", ["pairs.zip", "missing", "cut.tar", "text.json"])
def test_s1_6b_what_is_no_collection_is_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if "." in name:
        path.write_bytes(b"\x00" * 700)
    else:
        path.mkdir()
    with pytest.raises(TableError):
        list(read_pairs(path))


PAGE = """<html><body><img src="logo.png" alt="x">
<img src="/p/1.jpg" alt="a dog on the beach"><img src="data:image/png;base64,AA" alt="inline one">
<figure><img src="https://other.example/2.jpg" alt="ignored"><figcaption>The <b>old</b> harbour
</figcaption></figure></body></html>"""


def test_s1_6b_pages_and_lists_are_downloaded_on_request(tmp_path: Path) -> None:
    pairs = pairs_of_page("https://site.example/album/", PAGE.encode())
    assert pairs == [
        WebPair("https://site.example/p/1.jpg", "a dog on the beach"),
        WebPair("https://other.example/2.jpg", "The old harbour"),
    ]
    listed = pairs_of_list("https://site.example/3.jpg\tthree, indeed\nnonsense\nfile:///x,y\n")
    assert listed == [WebPair("https://site.example/3.jpg", "three, indeed")]
    web = {pairs[0].address: as_file(scene(1)), pairs[1].address: b"<html>gone</html>"}

    def get(address: str) -> bytes:
        if address not in web:
            raise DownloadError(f"{address} is not there.")
        return web[address]

    failed = run(download_pairs([*pairs, *listed], tmp_path / "web", get=get))
    assert [address for address, _ in failed] == [pairs[1].address, listed[0].address]
    (kept,) = read_pairs(tmp_path / "web")
    assert kept.texts == ("a dog on the beach",)
    assert kept.read() == as_file(scene(1))
    with pytest.raises(DownloadError, match="None of the 1"):
        run(download_pairs(listed, tmp_path / "none", get=get))
    with pytest.raises(DownloadError, match="no web address"):
        fetch("file:///etc/passwd")


# -- (c) a trained network


def save_tokenizer(folder: Path) -> None:
    from transformers import BertTokenizer

    (folder / "vocab.txt").write_text("\n".join(WORDS))
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)


def blip(folder: Path) -> None:
    from transformers import BlipConfig, BlipForConditionalGeneration, BlipImageProcessor

    small = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = BlipConfig(
        text_config={
            **small,
            "intermediate_size": 16,
            "vocab_size": 10,
            "encoder_hidden_size": 16,
            "bos_token_id": 2,
            "eos_token_id": 3,
            "sep_token_id": 3,
            "pad_token_id": 0,
        },
        vision_config={**small, "intermediate_size": 16, "image_size": 32, "patch_size": 16},
    )
    BlipForConditionalGeneration(config).save_pretrained(folder)
    BlipImageProcessor(size={"height": 32, "width": 32}).save_pretrained(folder)


def git(folder: Path) -> None:
    from transformers import CLIPImageProcessor, GitConfig, GitForCausalLM

    small = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = GitConfig(
        **small,
        intermediate_size=16,
        vocab_size=10,
        bos_token_id=2,
        eos_token_id=3,
        pad_token_id=0,
        vision_config={**small, "intermediate_size": 16, "image_size": 32, "patch_size": 16},
    )
    GitForCausalLM(config).save_pretrained(folder)
    size = {"height": 32, "width": 32}
    CLIPImageProcessor(size=size, crop_size=size).save_pretrained(folder)


def vit_gpt2(folder: Path) -> None:
    from transformers import (
        GPT2Config,
        VisionEncoderDecoderConfig,
        VisionEncoderDecoderModel,
        ViTConfig,
        ViTImageProcessor,
    )

    config = VisionEncoderDecoderConfig.from_encoder_decoder_configs(
        ViTConfig(
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            image_size=32,
            patch_size=16,
        ),
        GPT2Config(
            n_embd=16,
            n_layer=1,
            n_head=2,
            vocab_size=10,
            add_cross_attention=True,
            bos_token_id=2,
            eos_token_id=3,
        ),
    )
    config.decoder_start_token_id, config.pad_token_id, config.eos_token_id = 2, 0, 3
    VisionEncoderDecoderModel(config).save_pretrained(folder)
    ViTImageProcessor(size={"height": 32, "width": 32}).save_pretrained(folder)


@pytest.mark.parametrize("make", [blip, git, vit_gpt2])
def test_s1_6c_captioners_of_transformers_write_captions(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    torch.manual_seed(0)
    save_tokenizer(tmp_path)
    make(tmp_path)
    photos = [photo(number, scene(number)) for number in range(3)]
    captioner = Captioner.load(tmp_path)
    provider = Generated(lambda _, pictures: captioner.describe(pictures))
    sentences = captioner.describe([np.asarray(scene(number)) for number in range(3)])
    assert all(0 < probability <= 1 for _, probability in sentences)
    assert all(set(sentence.split()) <= set(WORDS) for sentence, _ in sentences)
    found = run(provider.propose([*photos, Photo(9)]))
    assert [p.text for p in found] == [sentence for sentence, _ in sentences if sentence]
    for proposal in found:
        assert proposal.source is CaptionSource.GENERATED
        assert proposal.weight == pytest.approx(max(1e-3, 0.3 * proposal.confidence))


def test_s1_6c_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="BLIP, GIT or ViT-GPT2"):
        Captioner.load(tmp_path)
