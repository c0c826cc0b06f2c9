"""What can be set for ``text-classifier``."""

from collections.abc import Collection
from enum import StrEnum

from pydantic import Field

from engine.training.label_groups import read_groups
from engine.training.settings import Effort, LoopOptions, RunSettings, read_options


class Similarity(StrEnum):
    """Forms of the similarity loss."""

    COSINE = "cosine"
    CONTRASTIVE = "contrastive"


class Options(LoopOptions):
    """Of the text-supervised classifier.

    Attributes:
        learning_rate: Of the classifier's rows.
        projection_rate: Of the map from image features to the text space.
        similarity: Form of the similarity loss.
        similarity_weight: How much it counts beside the classification loss; 0 is an ablation.
        classification_weight: How much that one counts; 0 is an ablation.
        rejection_weight: How much it counts what photos are said not to be.
        updates: Fewest updates an epoch; small sets are gone through several times.
        enough: Validation accuracy at which to stop; above 1 for never.
        background: The most photos of which nothing is said that stand for "none of the labels".
        groups: Labels that exclude each other, as in "daisy, tulip; indoors, outdoors"; without
            it those that photos do not have together.
    """

    epochs: int = Field(default=12, ge=1, le=10_000)
    batch_size: int = Field(default=256, ge=1, le=65_536)
    projection_rate: float = Field(default=1e-4, gt=0, le=10, allow_inf_nan=False)
    weight_decay: float = Field(default=0.0, ge=0, le=10, allow_inf_nan=False)
    similarity: Similarity = Similarity.COSINE
    similarity_weight: float = Field(default=1.0, ge=0, le=1000, allow_inf_nan=False)
    classification_weight: float = Field(default=1.0, ge=0, le=1000, allow_inf_nan=False)
    rejection_weight: float = Field(default=1.0, ge=0, le=1000, allow_inf_nan=False)
    updates: int = Field(default=10, ge=1, le=10_000)
    enough: float = Field(default=2.0, gt=0, allow_inf_nan=False)
    background: int = Field(default=1000, ge=0, le=100_000)
    groups: str = ""

    def check_labels(self, labels: Collection[str]) -> None:
        """Override: groups name labels."""
        read_groups(self.groups, sorted(labels))


_EFFORTS = {
    Effort.QUICK: {"epochs": 6},
    Effort.BALANCED: {"epochs": 12},
    Effort.THOROUGH: {"epochs": 40, "patience": 12},
}


def read(settings: RunSettings) -> Options:
    """Check what the user chose; see :func:`read_options`."""
    return read_options(Options, settings, _EFFORTS[settings.effort])
