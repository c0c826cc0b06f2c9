"""One fit of S1: the network, its start from text, its losses, and what it is mixed with."""

from collections.abc import Iterator
from functools import cached_property

import torch
from torch.nn import functional

from engine.models.classifier import (
    Alignment,
    CosineClassifier,
    ImageExtractor,
    TextEncoder,
    TextExtractor,
    TextSupervisedClassifier,
    class_rows,
    stored_extractors,
)
from engine.training.answers import Said
from engine.training.label_blend import (
    FEWEST_TO_CHOOSE,
    PROBE_DECAYS,
    Blend,
    choose_blend,
    fit_means,
    fit_probe,
    judge_logits,
)
from engine.training.label_captions import template_captions
from engine.training.task import Task, Validation
from engine.training.text_classifier_data import Lesson, class_balance
from engine.training.text_classifier_options import Options, Similarity
from engine.training.text_losses import (
    classification_loss,
    contrastive_similarity_loss,
    cosine_similarity_loss,
    group_log_probabilities,
    rejection_loss,
)


class TextClassifierTask(Task):
    """See the module.

    Args:
        lesson: The photos.
        options: Checked.
        alignment: How image features come into the space of texts.
        texts: The text model.
        device: Where to compute.
    """

    def __init__(
        self,
        lesson: Lesson,
        options: Options,
        alignment: Alignment,
        texts: TextEncoder,
        device: torch.device,
    ) -> None:
        self.lesson = lesson
        self.alignment = alignment
        self._options = options
        self._device = device
        self._groups = [columns.to(device) for columns in lesson.groups]
        self._features = lesson.features.to(device)
        self._targets = lesson.targets.to(device)
        self._rejected = lesson.rejected.to(device)
        self._balance = class_balance(self._targets)
        images, words = stored_extractors(alignment, texts, device)
        # Nothing is learned in the text extractor, so each caption goes through it once.
        with torch.no_grad():
            self._texts = words(lesson.captions.texts or [""])
        self._index = lesson.captions.index.to(device)
        self._weights = lesson.captions.weights.to(device)
        rows = self._first_rows(images, words)
        self._start_images = ImageExtractor(images.feature_mean, images.projection.detach())
        self._start_classifier = CosineClassifier(rows)
        self._module = TextSupervisedClassifier(images, words, CosineClassifier(rows))

    @property
    def module(self) -> TextSupervisedClassifier:
        """The network."""
        return self._module

    @property
    def photos(self) -> int:
        """Photos in an epoch."""
        return len(self.lesson) * self._rounds

    @property
    def steps(self) -> int:
        """Updates in an epoch."""
        return self._rounds * -(-len(self.lesson) // self._options.batch_size)

    @property
    def _rounds(self) -> int:
        """How often an epoch goes through the photos."""
        once = -(-len(self.lesson) // self._options.batch_size)
        return -(-self._options.updates // once)

    def optimizers(self) -> dict[str, torch.optim.Optimizer]:
        """Make the only optimiser; the classifier learns faster than the map before it."""
        options = self._options
        groups = [
            {"params": list(self._module.classifier.parameters()), "lr": options.learning_rate},
            {
                "params": list(self._module.image_extractor.parameters()),
                "lr": options.projection_rate,
            },
        ]
        # Fused: on the CPU the map's update would take longer than all the rest of a step.
        is_fused = self._device.type in ("cpu", "cuda")
        return {
            "main": torch.optim.AdamW(groups, weight_decay=options.weight_decay, fused=is_fused)
        }

    def batches(self, epoch: int, generator: torch.Generator) -> Iterator[torch.Tensor]:
        """Yield the places of photos in the lesson, int64 [b]."""
        for _ in range(self._rounds):
            order = torch.randperm(len(self.lesson), generator=generator)
            for places in torch.split(order, self._options.batch_size):
                yield self.world.share(places)

    def losses(self, batch: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return both sub-losses, the rejections' and their weighted sum (claim S1-1e)."""
        options, places = self._options, batch.to(self._device)
        targets = self._targets[places]
        vectors = self._module.image_extractor(self._features[places])
        answers = group_log_probabilities(self._module.classifier(vectors), self._groups)
        texts, weights = self._texts[self._index[places]], self._weights[places]
        if options.similarity is Similarity.COSINE:
            similarity = cosine_similarity_loss(vectors, texts, weights)
        else:
            labels = targets[:, : len(self.lesson.labels)]
            similarity = contrastive_similarity_loss(vectors, texts, weights, labels)
        classification = classification_loss(answers, targets, self._groups, self._balance)
        rejection = rejection_loss(answers, self._rejected[places])
        return {
            "loss": options.classification_weight * classification
            + options.similarity_weight * similarity
            + options.rejection_weight * rejection,
            "classification": classification,
            "similarity": similarity,
            "rejection": rejection,
        }

    def validate(self) -> Validation | None:
        """Measure what validation photos' own labels get.

        The mean probability decides: of few photos, accuracy moves in steps.
        """
        count = self.lesson.checked_labelled
        if not count:
            return None
        accuracy, probability = self._measure(
            self.lesson.checked_features[:count], self.lesson.checked_targets[:count]
        )
        _, learned = self._measure(self.lesson.features, self.lesson.targets)
        return Validation(
            metric=probability,
            values={"accuracy": accuracy, "probability": probability},
            train_metric=learned,
            is_reached=accuracy >= self._options.enough,
            said=self._said(),
        )

    def _said(self) -> list[Said]:
        """Return the likeliest label of each validation photo."""
        names, labels = self.lesson.checked_names, self.lesson.labels
        found = self.probabilities(self.lesson.checked_features[: len(names)]).argmax(dim=1)
        targets = self.lesson.checked_targets[: len(names), : len(labels)]
        return [
            Said(
                query=labels[int(target.argmax())],
                photo=name,
                answer=labels[best],
                is_right=bool(target[best] > 0),
            )
            for name, best, target in zip(names, found.tolist(), targets, strict=True)
        ]

    @cached_property
    def blend(self) -> Blend:
        """What is adopted of each expert, as validation photos choose; asked for after the fit."""
        if self.lesson.checked_labelled < FEWEST_TO_CHOOSE:
            return Blend()
        targets = self.lesson.checked_targets.to(self._device)
        logits = self.expert_logits(self.lesson.checked_features)
        return choose_blend(logits, targets, self._groups, len(self.lesson.labels))

    @torch.no_grad()
    def expert_logits(self, features: torch.Tensor) -> list[torch.Tensor]:
        """Return the logits of every expert, by ``EXPERTS``, each [n, classes].

        Args:
            features: Pooled, float32 [n, f].
        """
        features = features.to(self._device)
        rows = self._rows(features)
        weight, bias = self.probe
        return [
            self._start_classifier(self._start_images(features)),
            self._module(features),
            rows @ weight.T + bias,
            rows @ self.means().T,
        ]

    @torch.no_grad()
    def probabilities(self, features: torch.Tensor, blend: Blend | None = None) -> torch.Tensor:
        """Return the probability of each label, [n, labels].

        Args:
            features: Pooled, float32 [n, f].
            blend: Of what; None for the trained classifier alone.
        """
        if blend is None:
            logits = self._module(features.to(self._device))
        else:
            logits = blend.mix(self.expert_logits(features))
        return self._of_labels(logits)

    def _of_labels(self, logits: torch.Tensor) -> torch.Tensor:
        found = group_log_probabilities(logits, self._groups).exp()
        return found[:, : len(self.lesson.labels)].cpu()

    def tensors(self, blend: Blend) -> dict[str, torch.Tensor]:
        """Return what a blend is made of, by the names in a version's weights.

        Whatever is linear in the rows of image features is put together: ``visual_weight`` and
        ``visual_bias``. The exponents of the blend are within the scales.
        """
        start, trained, probe, means = (weight / blend.temperature for weight in blend.weights)
        (weight, bias), module = self.probe, self._module
        found = {
            "feature_mean": module.image_extractor.feature_mean,
            "text_mean": module.text_extractor.text_mean,
            "projection": module.image_extractor.projection,
            "weight": functional.normalize(module.classifier.weight, dim=1),
            "scale": trained * module.classifier.log_scale.exp()[None],
            "bias": trained * module.classifier.bias,
            "visual_weight": probe * weight + means * self.means(),
            "visual_bias": probe * bias,
        }
        if start:
            found |= {
                "start_projection": self._start_images.projection,
                "start_weight": self._start_classifier.weight,
                "start_scale": start * self._start_classifier.log_scale.exp()[None],
            }
        return {name: value.detach() for name, value in found.items()}

    def means(self) -> torch.Tensor:
        """Return the classes' means as rows of a linear classifier, [classes, f]."""
        return fit_means(self._rows(self._features), self._targets)

    @cached_property
    def probe(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Weight and bias of a linear probe on the same photos, as validation photos choose it."""
        rows, groups = self._rows(self._features), self._groups
        if self.lesson.checked_labelled < FEWEST_TO_CHOOSE:
            return fit_probe(rows, self._targets, groups, self._balance)
        checked = self._rows(self.lesson.checked_features.to(self._device))
        targets, labels = self.lesson.checked_targets.to(self._device), len(self.lesson.labels)
        probes = [
            fit_probe(rows, self._targets, groups, self._balance, decay) for decay in PROBE_DECAYS
        ]
        return max(
            probes,
            key=lambda probe: (
                judge_logits(checked @ probe[0].T + probe[1], targets, groups, labels).rank
            ),
        )

    def _rows(self, features: torch.Tensor) -> torch.Tensor:
        return functional.normalize(features - self._module.image_extractor.feature_mean, dim=1)

    @torch.no_grad()
    def _first_rows(self, images: ImageExtractor, words: TextExtractor) -> torch.Tensor:
        """Return the classifier's first rows (claims S1-4, S1-5), [classes, d].

        A label whose captions say nothing to the text model begins as its name, and one whose name
        says nothing either as the mean of its images, as the background does: there is no text for
        it.
        """
        rows = class_rows(self._texts[self._index], self._weights, self._targets)
        shown = functional.normalize(self._targets.T @ images(self._features), dim=1)
        for column in torch.nonzero(rows.norm(dim=1) < 0.5)[:, 0].tolist():
            label = self.lesson.labels[column : column + 1]
            texts = [caption.text for caption in template_captions(label, self.lesson.wording)]
            rows[column] = (
                functional.normalize(words(texts).mean(dim=0), dim=0) if texts else shown[column]
            )
        return rows

    @torch.no_grad()
    def _measure(self, features: torch.Tensor, targets: torch.Tensor) -> tuple[float, float]:
        """Return the share of photos whose likeliest label is theirs, and their mean probability.

        Only labelled photos count.
        """
        has = targets[:, : len(self.lesson.labels)].cpu() > 0
        rows = has.any(dim=1)
        found, has = self.probabilities(features[rows]), has[rows]
        best = found.argmax(dim=1, keepdim=True)
        return float(has.gather(1, best).float().mean()), float(found[has].mean())
