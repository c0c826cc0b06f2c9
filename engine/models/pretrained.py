"""A checkpoint of CLIP, SigLIP, Chinese-CLIP or AltCLIP in use.

What is stored of a photo is what the image network makes of it before the projection: one pass
serves the search and whatever is trained later. Both spaces are the projection of that, which is
how these models are trained to compare.
"""

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import torch
import transformers
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from engine.errors import ModelError
from engine.framing import SQUASHED, Framing
from engine.models import minilm
from engine.models.checkpoint_folders import Facts, check_folder, languages_and_licence
from engine.models.versions import read_config

Array = NDArray[Any]

_BATCH: Final = 32
_FULL_LENGTH: Final = "siglip"  # trained on texts of full length, in small letters, without a mask
# How many tokens of a text each kind was trained on.
_MOST_TOKENS: Final = {"clip": 77, "siglip": 64, "chinese_clip": 52, "altclip": 77}
_LABEL_TEXTS: Final = {
    "clip": "a photo of a {}.",
    "siglip": "this is a photo of {}.",
    "chinese_clip": "一张{}的照片。",
    "altclip": "a photo of a {}.",
}
_MODELS: Final = {
    "clip": "CLIPModel",
    "siglip": "SiglipModel",
    "chinese_clip": "ChineseCLIPModel",
    "altclip": "AltCLIPModel",
}
_PROJECTION: Final = "visual_projection.weight"


class PretrainedModel:
    """See the module.

    Args:
        folder: The version's folder.

    Attributes:
        version: Name of the version.
        feature_space: The same: it makes the features that it reads.
        facts: What it was trained with.
        framing: How it sees a photo.
        feature_dim: Values stored of a photo.
        dimensions: The spaces and their dimensions.
        languages: What it was trained on.
        max_tokens: How many tokens of a text are read.

    Raises:
        ModelError: The folder is damaged.
    """

    _no_statistics: ClassVar[Mapping[str, Array]] = {}

    def __init__(self, folder: Path) -> None:
        config = read_config(folder)
        try:
            self.facts = Facts.read(config)
            self.framing = Framing.from_json(self.facts.framing)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"The model in {folder} is damaged; add it again.") from error
        self.version = self.feature_space = folder.name
        self.feature_dim = self.facts.feature_dim
        self.dimensions = {"text": self.facts.dimension, "visual": self.facts.dimension}
        self.languages = self.facts.languages
        self.max_tokens = self.facts.max_tokens
        self._folder = folder
        self._building = threading.RLock()
        self._texts: Any = None
        self._images: Any = None
        self._words: Any = None
        self._projection: NDArray[np.float32] | None = None

    def load_networks(self, *, texts: bool, images: bool) -> None:
        """Build the networks that are needed; each half of the checkpoint is kept by itself."""
        if texts:
            self.text_network()
            self._load_tokenizer()
        if images:
            self.image_network()

    def encode_images(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        """Encode framed photos, uint8 [n, side, side, 3]; float16 [n, feature_dim]."""
        network = self.image_network()
        found = np.empty((len(pixels), self.feature_dim), np.float16)
        for start in range(0, len(pixels), _BATCH):
            values = self.scale(pixels[start : start + _BATCH])
            with torch.inference_mode():
                pooled = network(pixel_values=values).pooler_output
            found[start : start + _BATCH] = pooled.half().numpy()
        return found

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts, float32 [n, d], unit rows; what lies beyond ``max_tokens`` is not read."""
        model, found = self.text_network(), np.empty((len(texts), self.facts.dimension), np.float32)
        for start in range(0, len(texts), _BATCH):
            block = texts[start : start + _BATCH]
            with torch.inference_mode():
                vectors = model.get_text_features(**self.tokenize(block)).pooler_output
            found[start : start + _BATCH] = vectors.numpy()
        return _unit(found)

    @property
    def reads_mask(self) -> bool:
        """Whether the text network is told which tokens are padding."""
        return self.facts.model_type != _FULL_LENGTH

    def tokenize(self, texts: Sequence[str]) -> dict[str, torch.Tensor]:
        """Return what the text network reads of texts."""
        tokenizer, is_full = self._load_tokenizer(), not self.reads_mask
        tokens = tokenizer(
            [text.lower() for text in texts] if is_full else list(texts),
            padding="max_length" if is_full else True,
            truncation=True,
            max_length=self.max_tokens,
            return_tensors="pt",
        )
        wanted = ("input_ids", "attention_mask") if self.reads_mask else ("input_ids",)
        return {name: tokens[name] for name in wanted}

    def scale(self, pixels: NDArray[np.uint8]) -> torch.Tensor:
        """Turn framed photos into what the image network reads, float32 [n, 3, side, side]."""
        mean, deviation = (torch.tensor(v) for v in (self.facts.mean, self.facts.deviation))
        values = torch.from_numpy(np.ascontiguousarray(pixels)).permute(0, 3, 1, 2).float() / 255
        return (values - mean[:, None, None]) / deviation[:, None, None]

    def describe_label(self, label: str) -> str:
        """Return the sentence that stands for a label, as the model has read many like it."""
        return _LABEL_TEXTS[self.facts.model_type].format(label)

    def count_tokens(self, text: str) -> int:
        """Count the tokens of a text, uncut."""
        return len(self._load_tokenizer()(text)["input_ids"])

    def unknown_share(self, text: str) -> float:
        """Tell how much of a text the model cannot understand, 0 to 1.

        English models understand Latin letters; of the others it is the share of tokens that
        their tokenizer does not know.
        """
        if self.languages == "English":
            return minilm.unknown_share(text)
        tokenizer = self._load_tokenizer()
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        return sum(i == tokenizer.unk_token_id for i in ids) / len(ids) if ids else 1.0

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Nothing of the library is needed to derive vectors."""
        return dict(self._no_statistics)

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Derive the vectors of photos, by space float32 [n, d], unit rows."""
        vectors = self.derive_text(features)
        return {"text": vectors, "visual": vectors}

    def derive_text(self, features: Array) -> NDArray[np.float32]:
        """Derive the vectors that are compared with words, float32 [n, d], unit rows."""
        rows = np.asarray(features[:, : self.feature_dim], np.float32)
        return _unit(rows @ self.projection())

    def projection(self) -> NDArray[np.float32]:
        """Return what joins stored features to the space of texts, float32 [f, d]."""
        with self._building:
            if self._projection is None:
                is_there = self.facts.model_type == "siglip"  # its features are in the space
                self._projection = (
                    np.eye(self.feature_dim, dtype=np.float32)
                    if is_there
                    else np.ascontiguousarray(_read_tensor(self._folder, _PROJECTION).T)
                )
        return self._projection

    def reference_vectors(self) -> NDArray[np.float32]:
        """Return no rows, float32 [0, d]: it knows no pictures of all kinds."""
        return np.zeros((0, self.facts.dimension), np.float32)

    def visual_query_views(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Give the one view of a query picture, uint8 [1, side, side, 3]."""
        return pixels[None]

    def text_network(self) -> Any:
        """Return the checkpoint without its image half, for inference."""
        with self._building:
            if self._texts is None:
                self._texts = _read_model(self._folder, self.facts.model_type)
                self._texts.vision_model = None
        return self._texts

    def image_network(self) -> Any:
        """Return the image half of the checkpoint, for inference."""
        with self._building:
            if self._images is None:
                self._images = _read_model(self._folder, self.facts.model_type).vision_model
        return self._images

    def _load_tokenizer(self) -> Any:
        with self._building:
            if self._words is None:
                self._words = _read_tokenizer(self._folder)
        return self._words


def read_facts(folder: Path) -> Facts:
    """Load a checkpoint, to tell whether it can be used and what it needs.

    Args:
        folder: Of a checkpoint or a version.

    Raises:
        ModelError: It cannot be used; the sentence says why.
    """
    config = check_folder(folder)
    kind = str(config["model_type"])
    model, tokenizer = _read_model(folder, kind), _read_tokenizer(folder)
    framing, mean, deviation = read_processor(folder)
    texts, images = model.config.text_config, model.config.vision_config
    if framing.side != images.image_size:
        raise ModelError(
            f"The processor in {folder} makes pictures of {framing.side} pixels a side, and the "
            f"model reads {images.image_size}; choose a folder whose files belong together."
        )
    if len(tokenizer) > texts.vocab_size:
        raise ModelError(
            f"The tokenizer in {folder} has {len(tokenizer)} tokens and the model knows "
            f"{texts.vocab_size}; choose a folder whose files belong together."
        )
    side = framing.side
    with torch.inference_mode():
        pooled = model.vision_model(pixel_values=torch.zeros(1, 3, side, side)).pooler_output
        vector = model.get_image_features(pixel_values=torch.zeros(1, 3, side, side)).pooler_output
    bias = getattr(model, "logit_bias", None)
    languages, licence = languages_and_licence(folder, config)
    return Facts(
        model_type=kind,
        feature_dim=pooled.shape[1],
        dimension=vector.shape[1],
        framing=framing.to_json(),
        mean=mean,
        deviation=deviation,
        max_tokens=min(_MOST_TOKENS[kind], _places(texts)),
        logit_scale=float(model.logit_scale.detach().exp()),
        logit_bias=0.0 if bias is None else float(bias.detach()),
        parameters=sum(part.numel() for part in model.parameters()),
        languages=languages,
        licence=licence,
    )


def _places(texts: Any) -> int:
    """Return how many tokens a text network has places for."""
    places = int(texts.max_position_embeddings)
    # RoBERTa, which AltCLIP reads with, counts its places from after the padding's id.
    return places - texts.pad_token_id - 1 if texts.model_type == "altclip_text_model" else places


def _read_model(folder: Path, kind: str) -> Any:
    logging: Any = transformers.utils.logging
    logging.disable_progress_bar()
    try:
        model, told = getattr(transformers, _MODELS[kind]).from_pretrained(
            folder,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            dtype=torch.float32,
            output_loading_info=True,
        )
    except (OSError, ValueError, RuntimeError, TypeError, KeyError, SafetensorError) as error:
        raise ModelError(
            f"The weights in {folder} do not fit the model or are damaged; copy the whole folder "
            "again."
        ) from error
    if told["missing_keys"] or told.get("mismatched_keys"):
        raise ModelError(f"The weights in {folder} are not complete; copy the whole folder again.")
    return model.eval()


def _read_tokenizer(folder: Path) -> Any:
    try:
        return transformers.AutoTokenizer.from_pretrained(
            folder, local_files_only=True, trust_remote_code=False
        )
    except Exception as error:  # tokenizers raises nothing more specific
        raise ModelError(
            f"The tokenizer in {folder} cannot be read; choose a copy of the model with a "
            "tokenizer.json."
        ) from error


def read_processor(folder: Path) -> tuple[Framing, tuple[float, ...], tuple[float, ...]]:
    """Read how pictures are framed, and the mean and deviation of their channels.

    Raises:
        ModelError: The folder does not say, or in a way that is not known.
    """
    try:
        processors: Any = transformers.AutoImageProcessor
        said = processors.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        framing = _framing(said)
        mean, deviation = (tuple(map(float, v)) for v in (said.image_mean, said.image_std))
        if len(mean) != 3 or len(deviation) != 3 or min(deviation) <= 0:
            raise ValueError("no three channels")
    except Exception as error:  # a processor is code of transformers over values of the folder
        raise ModelError(
            f"What {folder} says of how the model sees pictures cannot be read; copy the whole "
            "folder again."
        ) from error
    return (framing, mean, deviation) if said.do_normalize else (framing, (0.0,) * 3, (1.0,) * 3)


def _framing(said: Any) -> Framing:
    crop = said.crop_size if getattr(said, "do_center_crop", None) else None
    way = int(said.resample) if said.resample is not None else SQUASHED.resampling
    if said.size.shortest_edge:
        edge = int(said.size.shortest_edge)
        side = int(crop.height) if crop else edge
        return Framing(side, max(edge, side), way)
    height, width = int(said.size.height), int(said.size.width)
    if height != width or (crop and crop.height > height):
        raise ValueError("no square")
    if crop and crop.height < height:  # squashed, then the middle: as if cut from the whole
        raise ValueError("a part of a squashed picture")
    return Framing(height, 0, way)


def _read_tensor(folder: Path, name: str) -> NDArray[np.float32]:
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, "pt") as tensors:
            if name in tensors.keys():  # noqa: SIM118 - it is no mapping
                found: NDArray[np.float32] = tensors.get_tensor(name).float().numpy()
                return found
    raise ModelError(f"The model in {folder} is damaged; add it again.")


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1), np.float32)
