"""Tiny checkpoints with random weights, real tokenizers and real processors."""

import string
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import torch
import transformers
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

SIDE: Final = 32
_SIZES: Final = {
    "intermediate_size": 37,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
}
_TEXTS: Final = {**_SIZES, "hidden_size": 32}
_IMAGES: Final = {**_SIZES, "hidden_size": 48, "image_size": SIDE, "patch_size": 8}
_SQUARE: Final = {"height": SIDE, "width": SIDE}
_LETTERS: Final = [(letter, -3.0) for letter in string.ascii_lowercase]


def make_clip(folder: Path) -> Path:
    """Write a CLIP checkpoint that cuts the middle out of a slightly larger picture."""
    marks = [chr(code) for code in range(33, 127)]
    words = [*marks, *(f"{mark}</w>" for mark in marks), "<|startoftext|>", "<|endoftext|>"]
    vocabulary = {word: number for number, word in enumerate(words)}
    end = len(words) - 1
    texts = {"bos_token_id": end - 1, "eos_token_id": end, "pad_token_id": end}
    config = transformers.CLIPConfig(
        text_config={**_TEXTS, **texts, "vocab_size": len(words), "max_position_embeddings": 77},
        vision_config=_IMAGES,
        projection_dim=24,
    )
    tokenizer = transformers.CLIPTokenizer(vocab=vocabulary, merges=[])
    processor = transformers.CLIPImageProcessor(size={"shortest_edge": SIDE + 4}, crop_size=_SQUARE)
    return _save(folder, transformers.CLIPModel, config, tokenizer, processor)


def make_siglip(folder: Path) -> Path:
    """Write a SigLIP checkpoint: texts of full length, no projection."""
    entries = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0), *_LETTERS]
    fast = Tokenizer(models.Unigram(entries, unk_id=2))
    fast.normalizer = normalizers.Lowercase()
    fast.pre_tokenizer = pre_tokenizers.Metaspace()
    fast.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=fast, pad_token="</s>", eos_token="</s>", unk_token="<unk>"
    )
    ids = {"bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 1}
    config = transformers.SiglipConfig(
        text_config={
            **_TEXTS,
            **ids,
            "vocab_size": len(entries),
            "max_position_embeddings": 24,
            "projection_size": 48,
        },
        vision_config=_IMAGES,
    )
    processor = transformers.SiglipImageProcessor(size=_SQUARE)
    return _save(folder, transformers.SiglipModel, config, tokenizer, processor)


def make_chinese_clip(folder: Path) -> Path:
    """Write a Chinese-CLIP checkpoint."""
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = [*marks, *"一张红色绿的照片。", *string.ascii_lowercase]
    words += [f"##{letter}" for letter in string.ascii_lowercase]
    tokenizer = transformers.BertTokenizer(vocab={word: n for n, word in enumerate(words)})
    config = transformers.ChineseCLIPConfig(
        text_config={**_TEXTS, "vocab_size": len(words), "max_position_embeddings": 64},
        vision_config=_IMAGES,
        projection_dim=24,
    )
    processor = transformers.ChineseCLIPImageProcessor(do_center_crop=False, size=_SQUARE)
    return _save(folder, transformers.ChineseCLIPModel, config, tokenizer, processor)


def make_altclip(folder: Path) -> Path:
    """Write an AltCLIP checkpoint."""
    marks = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0)]
    tokenizer = transformers.XLMRobertaTokenizer(vocab=[*marks, *_LETTERS, ("<mask>", 0.0)])
    ids = {"bos_token_id": 0, "eos_token_id": 2, "pad_token_id": 1}
    config = transformers.AltCLIPConfig(
        text_config={
            **_TEXTS,
            **ids,
            "vocab_size": 40,
            "max_position_embeddings": 90,
            "project_dim": 24,
            "type_vocab_size": 1,
        },
        vision_config=_IMAGES,
        projection_dim=24,
    )
    processor = transformers.CLIPImageProcessor(size={"shortest_edge": SIDE}, crop_size=_SQUARE)
    return _save(folder, transformers.AltCLIPModel, config, tokenizer, processor)


MAKERS: Final[Mapping[str, Callable[[Path], Path]]] = {
    "clip": make_clip,
    "siglip": make_siglip,
    "chinese_clip": make_chinese_clip,
    "altclip": make_altclip,
}


def _save(folder: Path, kind: Any, config: Any, tokenizer: Any, processor: Any) -> Path:
    torch.manual_seed(0)
    logging: Any = transformers.utils.logging
    logging.disable_progress_bar()
    for part in (kind(config), tokenizer, processor):
        part.save_pretrained(folder)
    return folder
