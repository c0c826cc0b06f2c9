"""Folders of checkpoints as transformers writes them: what is in them, and taking them up.

A folder is looked at without torch first, then loaded where loading does no harm (``facts``: a
process of its own beside a window), then copied as a version. Only safetensors are read.
"""

import contextlib
import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

from engine.errors import ModelError
from engine.framing import Framing
from engine.jobs import Job, Progress, run
from engine.models.versions import (
    CARD,
    CONFIG,
    COPYING,
    UNFINISHED,
    WEIGHTS,
    Card,
    Slot,
    VersionStore,
    copy_files,
    read_config,
    sha256_of,
)

KIND: Final = "pretrained"
FACTS: Final = "imgtext"
"""Key of ``config.json`` under which our own facts stand beside those of transformers."""

WEIGHTS_INDEX: Final = "model.safetensors.index.json"
_PICKLES: Final = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.msgpack", "*.h5")
_TOKENIZERS: Final = (
    "tokenizer.json",
    "vocab.json",
    "vocab.txt",
    "spiece.model",
    "sentencepiece.bpe.model",
)
_PROCESSORS: Final = ("preprocessor_config.json", "processor_config.json")
SMALL_FILES: Final = ("*.json", "*.txt", "*.model", "README.md", "LICENSE*")
_ENGLISH_VOCABULARY: Final = 50_000  # tokens; those of many languages have 250 000
SPARE_BYTES: Final = 64_000_000

# Types of models that can be searched with, and what they are trained on unless they say so.
_LANGUAGES: Final = {
    "clip": "English",
    "siglip": "English",
    "chinese_clip": "Chinese",
    "altclip": "English and Chinese",
}
MANY_LANGUAGES: Final = "more than 100 languages"
_LANGUAGE_NAMES: Final = {
    "en": "English",
    "zh": "Chinese",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "ru": "Russian",
    "ar": "Arabic",
    "pt": "Portuguese",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What loading a checkpoint tells of it.

    Attributes:
        model_type: As transformers calls its kind.
        feature_dim: Values of a photo before they are projected to the space of texts.
        dimension: Of the space of texts and photos.
        framing: How it sees a photo, as a JSON document.
        mean: Of the three channels, of values 0 to 1.
        deviation: Of the three channels.
        max_tokens: How many tokens of a text are read.
        logit_scale: What cosines are multiplied by, as it was trained.
        logit_bias: What is added then; 0 for none.
        parameters: How many numbers it has learned.
        languages: Which it understands, as shown.
        licence: What its maker calls the licence; empty for none that is known.
    """

    model_type: str
    feature_dim: int
    dimension: int
    framing: Mapping[str, int]
    mean: tuple[float, ...]
    deviation: tuple[float, ...]
    max_tokens: int
    logit_scale: float
    logit_bias: float
    parameters: int
    languages: str
    licence: str

    @classmethod
    def read(cls, config: Mapping[str, Any]) -> Self:
        """Read the facts from a version's ``config.json``.

        Raises:
            KeyError, TypeError, ValueError: They are not there or damaged.
        """
        values = {name: config[FACTS][name] for name in cls.__slots__}
        Framing.from_json(values["framing"])
        return cls(**values)


def looks_like_checkpoint(folder: Path) -> bool:
    """Tell whether a folder is a checkpoint rather than a version of this program."""
    if (folder / CARD).is_file():
        return False
    try:
        return "kind" not in read_config(folder)
    except ModelError:
        return True


def check_folder(folder: Path) -> dict[str, Any]:
    """Look at a folder without loading what is in it.

    Returns:
        Its ``config.json``.

    Raises:
        ModelError: It is no model that can be searched with, or lacks something.
    """
    try:
        config: dict[str, Any] = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        kind = config["model_type"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(
            f"{folder} holds no model; choose the folder of a CLIP, SigLIP, Chinese-CLIP or "
            "AltCLIP checkpoint, or of a version that was exported."
        ) from error
    if kind not in _LANGUAGES:
        raise ModelError(
            f"The model in {folder} is a “{kind}”, which cannot be searched with; choose a CLIP, "
            "SigLIP, Chinese-CLIP or AltCLIP checkpoint."
        )
    if not _weights(folder):
        if any(any(folder.glob(pattern)) for pattern in _PICKLES):
            raise ModelError(
                f"The weights in {folder} are in a format that can run foreign code; choose a copy "
                f"of the model with {WEIGHTS}."
            )
        raise ModelError(f"{folder} lacks the weights, {WEIGHTS}; copy the whole folder again.")
    if not any((folder / name).is_file() for name in _TOKENIZERS):
        raise ModelError(
            f"{folder} lacks its tokenizer, such as tokenizer.json; copy the whole folder again."
        )
    if not any((folder / name).is_file() for name in _PROCESSORS):
        raise ModelError(f"{folder} lacks {_PROCESSORS[0]}; copy the whole folder again.")
    return config


def take_checkpoint(
    store: VersionStore, folder: Path, config: Mapping[str, Any], facts: Facts, name: str
) -> Card:
    """Copy a checkpoint at once; see :func:`copy_checkpoint`."""
    return run(copy_checkpoint(store, folder, config, facts, name))


def copy_checkpoint(
    store: VersionStore, folder: Path, config: Mapping[str, Any], facts: Facts, name: str
) -> Job[Card]:
    """Copy a checkpoint that was checked and loaded as a version; one that is there is returned.

    Closed before its end, it leaves nothing.

    Args:
        store: The library's versions.
        folder: The checkpoint.
        config: Its ``config.json``.
        facts: What loading it told.
        name: What the user calls it; by default the folder's name.

    Yields:
        Progress of the stage ``"copying model, MB"``.

    Raises:
        ModelError: There is no room for it, or it cannot be read.
    """
    files = [*_weights(folder), *_small_files(folder)]
    copies = store.folder / f"{KIND}-copy-{os.getpid()}-{threading.get_ident()}{UNFINISHED}"
    yield Progress(COPYING)
    try:
        if (twin := _twin(store, folder)) is not None:
            return twin
        store.folder.mkdir(parents=True, exist_ok=True)
        needed = sum(file.stat().st_size for file in files)
        if shutil.disk_usage(store.folder).free < needed + SPARE_BYTES:
            raise ModelError(
                f"The model takes {needed / 1e6:,.0f} MB and the library's disk has less room; "
                "free some space, then add it again."
            )
        yield from copy_files([(file, copies / file.name) for file in files])
        card = Card(
            "",
            Slot.RETRIEVAL,
            KIND,
            title=name or folder.resolve().name,
            languages=facts.languages,
            licence=facts.licence,
        )
        return store.add(card, lambda target: _write(target, copies, config, facts))
    except OSError as error:
        raise ModelError(
            f"The model in {folder} cannot be copied into the library ({error.strerror}); check "
            "both disks, then add it again."
        ) from error
    finally:
        shutil.rmtree(copies, ignore_errors=True)


def _write(
    target: Path, copies: Path, config: Mapping[str, Any], facts: Facts
) -> Mapping[str, object]:
    for file in copies.iterdir():
        os.replace(file, target / file.name)
    spaces = {"text": facts.dimension, "visual": facts.dimension}
    ours = {"feature_dim": facts.feature_dim, "dimensions": spaces, FACTS: asdict(facts)}
    theirs = {key: value for key, value in config.items() if key not in ("kind", "base")}
    return {**theirs, **ours}


def _weights(folder: Path) -> list[Path]:
    """Return the weights' files, with their index where they are in parts."""
    if (folder / WEIGHTS).is_file():
        return [folder / WEIGHTS]
    index = folder / WEIGHTS_INDEX
    try:
        names = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    parts = [folder / Path(name).name for name in sorted(names)]
    return [*parts, index] if all(part.is_file() for part in parts) else []


def _small_files(folder: Path) -> Iterator[Path]:
    found = {file for pattern in SMALL_FILES for file in folder.glob(pattern) if file.is_file()}
    yield from sorted(file for file in found if file.name not in (CARD, CONFIG, WEIGHTS_INDEX))


def _twin(store: VersionStore, folder: Path) -> Card | None:
    """Return the version that has the same weights, tokenizer and processor."""
    others = [card for card in store.cards() if card.kind == KIND]
    if not others:
        return None
    names = [file.name for file in (*_weights(folder), *_small_files(folder))]
    digests = {name: sha256_of(folder / name) for name in names}
    for card in others:
        if {name: digest for name, digest in card.files.items() if name != CONFIG} == digests:
            return card
    return None


def languages_and_licence(folder: Path, config: Mapping[str, Any]) -> tuple[str, str]:
    """Read what the head of a README.md says; languages fall back on what the kind was made for.

    Args:
        folder: The checkpoint.
        config: Its ``config.json``.

    Returns:
        The languages as shown, and the licence's name or an empty text.
    """
    from huggingface_hub.repocard import metadata_load

    about: Mapping[str, Any] = {}
    with contextlib.suppress(Exception):  # nobody depends on a README
        about = metadata_load(folder / "README.md") or {}
    licence = about.get("license_name") or about.get("license") or ""
    return _languages(config, about.get("language")), str(licence)


def _languages(config: Mapping[str, Any], said: object) -> str:
    codes = [said] if isinstance(said, str) else said if isinstance(said, list) else []
    names = [_LANGUAGE_NAMES.get(code, "") for code in map(str, codes)]
    if names and all(names):
        return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    if len(codes) > 1:
        return f"{len(codes)} languages"
    words = config.get("text_config", {}).get("vocab_size", 0)
    if config["model_type"] == "siglip" and words > _ENGLISH_VOCABULARY:
        return MANY_LANGUAGES
    return _LANGUAGES[config["model_type"]]
