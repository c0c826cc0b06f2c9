"""The arms of the dual encoder benchmark: parts of the losses left out, other starts and rates."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import torch

from engine.evaluation.metrics import retrieval_ranks
from engine.models.dual_encoder import contrastive_losses
from engine.training.dual_encoder_losses import PairBatch
from engine.training.dual_encoder_options import Selection, Start
from engine.training.dual_encoder_task import DualEncoderTask, Material, ndcg
from engine.training.splits import Parts
from engine.training.task import Validation


class Captioning(StrEnum):
    """What of L2 an arm has."""

    NONE = "none"
    FORWARD = "forward"
    BOTH = "both"


@dataclass(frozen=True)
class Arm:
    """A way to train.

    Attributes:
        captioning: What of L2.
        is_random: Whether the captioned half is drawn by lot.
        options: Beside those of the effort.
    """

    captioning: Captioning = Captioning.BOTH
    is_random: bool = False
    options: Mapping[str, object] = field(default_factory=dict)


ARMS = {
    "contrastive, random start": Arm(
        Captioning.NONE, options={"start": Start.RANDOM, "learning_rate": 1e-3}
    ),
    "contrastive": Arm(Captioning.NONE),
    "contrastive, 10 x rate": Arm(Captioning.NONE, options={"learning_rate": 1e-4}),
    "forward": Arm(Captioning.FORWARD, options={"selection": Selection.ALL}),
    "both": Arm(options={"selection": Selection.ALL}),
    "low": Arm(),
    "high": Arm(options={"selection": Selection.HIGH}),
    "random half": Arm(is_random=True, options={"selection": Selection.ALL}),
}
FULL = {
    "omega 0.05": Arm(options={"omega": 0.05}),
    "omega 0.5": Arm(options={"omega": 0.5}),
    "low, 10 x rate": Arm(options={"learning_rate": 1e-4}),
}
SHIPPED = "low"


class ArmTask(DualEncoderTask):
    """A fit with parts of the losses left out."""

    def __init__(self, material: Material, parts: Parts, arm: Arm) -> None:
        self._arm = arm
        self.selected: list[float] = []
        super().__init__(material, parts)

    def losses(self, batch: PairBatch) -> dict[str, torch.Tensor]:
        """Return the losses that the arm has."""
        if self._arm.captioning is Captioning.NONE:
            return self._contrastive(batch)
        losses = super().losses(batch)
        if self._arm.captioning is Captioning.FORWARD:
            losses["loss"] = losses["L1"] + self.options.omega * losses["L3"]
        elif self._arm.is_random:
            losses["loss"] = losses["L1"] + self.options.omega * self._of_random_half(batch)
        self.selected.append(float(losses["captioned"]))
        return losses

    def validate(self) -> Validation | None:
        """Choose by ranks alone where there are no captions."""
        if self._arm.captioning is not Captioning.NONE:
            return super().validate()
        captions = self.material.pairs.of(self.validation)
        ranks = retrieval_ranks(
            self.caption_vectors(captions),
            self.photo_vectors(self.validation),
            query_groups=self.material.pairs.owners[captions],
            gallery_groups=self.validation,
        )
        return Validation(metric=ndcg(ranks))

    def _contrastive(self, batch: PairBatch) -> dict[str, torch.Tensor]:
        photos = self.module.image(batch.photos).pooled
        first = contrastive_losses(self.module.text(batch.texts), photos, self.module.scale).mean()
        return {"loss": first, "L1": first, "L2": first.new_zeros(())}

    def _of_random_half(self, batch: PairBatch) -> torch.Tensor:
        chosen = torch.randperm(len(batch.ids))[: max(1, len(batch.ids) // 2)]
        tokens = self.module.image(batch.photos).tokens
        forward, backward = self.module.captioner(batch.ids[chosen], tokens[chosen])
        total: torch.Tensor = forward.mean() + backward.mean()
        return total
