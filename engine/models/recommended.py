"""Models worth a download, by need, with what their makers publish of them."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class Need(Enum):
    """What a recommended model is for."""

    FAST = auto()
    ACCURATE = auto()
    CHINESE = auto()


@dataclass(frozen=True, slots=True)
class RecommendedModel:
    """A model that can be downloaded.

    Attributes:
        name: What it is called.
        need: What it is for.
        languages: Which it understands, as shown.
        size: Bytes of its weights, nearly all that is downloaded.
        dimensions: Numbers that are kept of a photo.
        hub_id: Where it is downloaded from.
        parameters: How many numbers it has learned.
        licence: As its maker says; empty where the model's page names none.
        recall: Published figure of finding photos by texts, zero-shot; empty for none that is
            known of this size.
        source: Where that is published.
    """

    name: str
    need: Need
    languages: str
    size: int
    dimensions: int
    hub_id: str
    parameters: int = 0
    licence: str = ""
    recall: str = ""
    source: str = ""


RECOMMENDED: Final = (
    RecommendedModel(
        name="CLIP ViT-B/32",
        need=Need.FAST,
        languages="English",
        size=605_000_000,
        dimensions=512,
        hub_id="openai/clip-vit-base-patch32",
        parameters=151_000_000,
        recall="COCO R@1 30.4 %",  # by open_clip; the paper has none of this size
        source="open_clip, docs/openclip_retrieval_results.csv",
    ),
    RecommendedModel(
        name="SigLIP 2 base",
        need=Need.ACCURATE,
        languages="more than 100 languages",
        size=1_500_000_000,
        dimensions=768,
        hub_id="google/siglip2-base-patch16-224",
        parameters=375_000_000,
        licence="apache-2.0",
        recall="COCO R@1 52.1 %",
        source="arXiv:2502.14786",
    ),
    RecommendedModel(
        name="Chinese-CLIP base",
        need=Need.CHINESE,
        languages="Chinese",
        size=753_000_000,
        dimensions=512,
        hub_id="OFA-Sys/chinese-clip-vit-base-patch16",
        parameters=188_000_000,
        recall="COCO-CN R@1 62.2 %",
        source="OFA-Sys/Chinese-CLIP, Results.md",
    ),
)
