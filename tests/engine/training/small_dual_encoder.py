"""What tests of the dual encoder share."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.errors import ImageError
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.models.versions import Card, Slot, VersionStore
from engine.training.dual_encoder import DualEncoderMethod
from engine.training.dual_encoder_task import DualEncoderTask
from engine.training.examples import TrainingSet
from engine.training.splits import Parts
from engine.training.trainer import FitPlace, fit
from tests.engine.training.drawn_pictures import Drawn

CPU = torch.device("cpu")
QUICK = {"epochs": "2", "batch_size": "16", "width": "16", "dimension": "16", "most_words": "12"}
BOTH_TRAINED = {"trained_blocks": "-1", "learning_rate": "1e-3"}


class Silent:
    def report(self, progress: object) -> None:
        pass

    def check(self) -> None:
        pass

    def check_epoch(self) -> None:
        pass


MakeMethod = Callable[..., DualEncoderMethod]


def parts_of(data: TrainingSet) -> Parts:
    photos = np.arange(len(data))
    return Parts(photos[photos % 4 > 1], photos[photos % 4 == 0], photos[photos % 4 == 1])


def decode(files: Iterable[Path]) -> Iterator[tuple[Path, PreparedPhoto | ImageError]]:
    for file in files:
        try:
            photo = prepare_photo(bytes(file))
            assert isinstance(photo, PreparedPhoto)
            yield file, photo
        except ImageError as error:
            yield file, error


def train(
    method: DualEncoderMethod, data: TrainingSet, place: Path, parts: Parts | None = None
) -> tuple[Path, DualEncoderTask]:
    """Fit, and save a version that takes half of the score from each model."""
    task = method.task(parts or parts_of(data))
    fit(task, method.options, Silent(), FitPlace(place / "fit", 0, CPU))
    mix = replace(method.choose_mix(task, parts or parts_of(data)), share=0.5)
    card = Card(version="", slot=Slot.RETRIEVAL, kind="dual-encoder")
    store = VersionStore(place / "models")
    return store.path(store.add(card, lambda folder: method.save(task, mix, folder)).version), task


def pixels_of(drawn: Drawn) -> NDArray[np.uint8]:
    from engine.images.thumbnails import ThumbnailStore
    from engine.training.token_maps import read_pixels

    assert drawn.data.thumbnails is not None
    store = ThumbnailStore(drawn.data.thumbnails)
    found = (read_pixels(store, example.content_hash) for example in drawn.data.examples)
    return np.stack([pixels for pixels in found if pixels is not None])


def thumbnails_of(drawn: Drawn) -> NDArray[np.uint8]:
    from engine.images.thumbnails import ThumbnailStore, thumbnail_pixels

    assert drawn.data.thumbnails is not None
    store = ThumbnailStore(drawn.data.thumbnails)
    found = (store.read(bytes.fromhex(one.content_hash)) for one in drawn.data.examples)
    return np.stack([thumbnail_pixels(data) for data in found if data is not None])


def save_tiny_pair(kind: str, folder: Path) -> None:
    import transformers

    from tests.engine.training.drawn_pictures import train_tokenizer

    tokenizer = train_tokenizer()
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    shape |= {"intermediate_size": 32}
    text = shape | {"vocab_size": tokenizer.get_vocab_size(), "max_position_embeddings": 32}
    text |= {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2}
    vision = shape | {"image_size": 16, "patch_size": 8}
    if kind == "clip":
        both = transformers.CLIPConfig(text_config=text, vision_config=vision, projection_dim=8)
        transformers.CLIPModel(both).save_pretrained(folder)
    else:
        both = transformers.SiglipConfig(text_config=text, vision_config=vision)
        transformers.SiglipModel(both).save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
