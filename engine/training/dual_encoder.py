"""S2: a text tower and an image tower, with forward and backward captioning.

It starts from the closed-form CCA of the user's captions. What is adopted is a mix of its scores
with those of the model it was made from, chosen after training on validation photos.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file

from engine.errors import TrainingError
from engine.models import registry
from engine.models.caption_state import QUALITY
from engine.models.dual_encoder_files import STORED, describe, tensors_of
from engine.models.mixed_space import NEIGHBOURS, MixedSpace
from engine.models.photo_trunks import PooledTrunk
from engine.models.pretrained import PretrainedModel
from engine.models.trained_text import (
    TOWER_FRAMING,
    PhotoScaling,
    TrainedText,
)
from engine.models.tuned import KIND, TunedModel
from engine.models.versions import WEIGHTS, read_config
from engine.models.vocabulary import Vocabulary
from engine.training import dual_encoder_options
from engine.training.caption_quality import judge_captions
from engine.training.checkpoint_kits import CheckpointPhotos, CheckpointTexts
from engine.training.dual_encoder_options import DualEncoderOptions
from engine.training.dual_encoder_task import DualEncoderTask, Material, unit_rows
from engine.training.examples import TrainingSet
from engine.training.general_retrieval import FEWEST_PHOTOS, GeneralQuestions, class_features
from engine.training.kept_texts import KeptTexts
from engine.training.learned_captions import learned_space
from engine.training.method import Method, Mix
from engine.training.outcomes import Exam
from engine.training.report import GeneralCheck
from engine.training.retrieval_exam import RetrievalExam, Sides, choose_share
from engine.training.settings import RunSettings
from engine.training.splits import Indices, Parts
from engine.training.task import Task
from engine.training.token_maps import map_folder
from engine.training.tower_kits import (
    FolderPhotos,
    FolderTexts,
    ImageKit,
    StoredFeatures,
    StoredMaps,
    StoredTexts,
    TextKit,
)
from engine.training.usable_captions import CaptionPairs

# Without enough validation photos there are few to learn from too, and much would be lost.
DEFAULT_SHARE = 0.2
_FEWEST_TO_CHOOSE = 8
# Photos that must be encoded anew for each exam.
_FEW_SEARCHED = 2000
_MOST_SEARCHED = 20_000


class DualEncoderMethod(Method):
    """See the module."""

    name: ClassVar[str] = KIND
    measure: ClassVar[str] = "R@10"

    def __init__(
        self,
        data: TrainingSet,
        settings: RunSettings,
        device: torch.device,
        parent: Path | None = None,
    ) -> None:
        super().__init__(data, settings, device, parent)
        self._options = dual_encoder_options.read(settings)
        model: Any = registry.load(data.feature_space, data.models)
        self._base = model.base if isinstance(model, TunedModel) else model
        self._before = self._version_in_use(parent)
        pairs = CaptionPairs.read(data, self._base.unknown_share, languages=self._base.languages)
        kept = KeptTexts(
            self._base, None if data.thumbnails is None else map_folder(data.thumbnails)
        )
        self._base_texts = StoredTexts(kept, self._base.dimensions["text"])
        self._texts = self._text_kit()
        self._photos = self._image_kit()
        usable = self._photos.prepare(pairs.photos)
        self._missing = int((~usable).sum())
        if usable.sum() < 2:
            raise TrainingError(
                f"The small pictures of {self._missing} photos with captions are missing; scan the "
                "library to make them again, then start a new run."
            )
        self._pairs = pairs.without(pairs.photos[~usable])
        self.data = self._pairs.kept_of(data)
        self._statistics = self._base.fit_statistics(data.features[:1])
        self._notes: list[str] = []
        self._cca_found: list[tuple[int, float]] = []  # captions and their recall, by exam
        self._space_of: tuple[DualEncoderTask, MixedSpace] | None = None
        self._note_what_is_left_out()

    @property
    def options(self) -> DualEncoderOptions:
        """The checked options."""
        return self._options

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, and what CCA alone would have done."""
        if not self._cca_found:
            return tuple(self._notes)
        counts, recalls = np.array(self._cca_found).T
        share = 100 * float(np.average(recalls, weights=counts))
        return (
            *self._notes,
            f"CCA alone, where training began, found {share:.1f} % of the held-out captions among "
            "the first 10.",
        )

    def task(self, parts: Parts) -> DualEncoderTask:
        """Prepare a fit."""
        names = [example.content_hash for example in self.data.examples]
        material = Material(
            self._pairs, self._texts, self._photos, self._options, self.device, names
        )
        return DualEncoderTask(material, parts)

    def choose_mix(self, task: Task, parts: Parts) -> Mix:
        """Choose the share that ranks validation captions best."""
        assert isinstance(task, DualEncoderTask)
        if len(task.validation) < _FEWEST_TO_CHOOSE:
            return Mix(DEFAULT_SHARE, is_chosen=False)
        captions = self._pairs.of(task.validation)
        gallery = task.validation
        if not self._photos.needs_pixels:
            others = np.setdiff1d(self.data.unsaid(), parts.held_out)[:_FEW_SEARCHED]
            # Those that were learned from stand in the way of others more than all else.
            gallery = np.union1d(gallery, np.union1d(others, task.train[:_FEW_SEARCHED]))
        share = choose_share(
            Sides(self._base_photos(gallery), self._base_captions(captions)),
            Sides(task.photo_vectors(gallery), task.caption_vectors(captions)),
            self._space(task),
            owners=self._pairs.owners[captions],
            gallery=gallery,
        )
        return Mix(share, is_chosen=True)

    def exam(self, task: Task, parts: Parts, mix: Mix) -> Exam:
        """Rank held-out captions against the photos of the snapshot."""
        assert isinstance(task, DualEncoderTask)
        held_out = self._pairs.photos_among(parts.held_out)
        captions = self._pairs.of(held_out)
        gallery = self._gallery(held_out)
        new = Sides(task.photo_vectors(gallery), task.caption_vectors(captions))
        base = Sides(self._base_photos(gallery), self._base_captions(captions))
        exam = RetrievalExam(
            questions=[self._pairs.texts[place] for place in captions],
            owners=self._pairs.owners[captions],
            gallery=gallery,
            names=[self.data.examples[photo].content_hash for photo in gallery],
        )
        if task.cca is not None:
            self._note_cca(task, exam, held_out=captions)
        return exam.compare(
            before=self._before_sides(gallery, captions),
            after=base.mixed(new, replace(self._space(task), share=mix.share)),
            pure=new,
        )

    def general_check(self, task: Task, mix: Mix) -> GeneralCheck | None:
        """Ask sentences and class names that have nothing to do with the captions."""
        assert isinstance(task, DualEncoderTask)
        questions, space = GeneralQuestions.read(), replace(self._space(task), share=mix.share)
        others = self._readable(np.setdiff1d(np.arange(len(self.data)), self._pairs.owners))
        most = _FEW_SEARCHED if not self._photos.needs_pixels else _FEW_SEARCHED // 4
        if len(others) > most:
            draw = np.random.default_rng(self.settings.seed)
            others = np.sort(draw.choice(others, most, replace=False))
        pseudo = self._pseudo_photos(task)
        found, names = None, questions.names
        if pseudo is None:
            names = tuple(map(self._base.describe_label, names))
        if pseudo is not None or len(others) >= FEWEST_PHOTOS:
            texts = [*questions.sentences, *names]
            base = Sides(self._base_photos(others), self._base_texts.vectors(texts))
            new = Sides(task.photo_vectors(others), task.text_vectors(texts))
            found = questions.check(
                base,
                base.mixed(new, space),
                classes=None if pseudo is None else (pseudo[0], space.photos(*pseudo)),
            )
        if found is None:
            self._notes.append(
                "What the model knows beyond your captions was not examined: that takes "
                f"{FEWEST_PHOTOS} photos without captions, and clear answers."
            )
        return found

    def save(self, task: Task, mix: Mix, folder: Path) -> dict[str, object]:
        """Write the weights, the vocabulary and what validation says of the captions."""
        assert isinstance(task, DualEncoderTask)
        model = task.module
        described = describe(model)
        space = replace(self._space(task), share=mix.share)
        tensors = tensors_of(model)
        tensors |= {name: torch.from_numpy(rows) for name, rows in space.tensors().items()}
        trained = search_part(task)
        encodes = described["text_tower"] != STORED or described["image_tower"] != STORED
        if not encodes:
            tensors |= {name: torch.from_numpy(row) for name, row in trained.tensors().items()}
        pseudo = self._pseudo_photos(task)
        reference = (
            np.zeros((len(self._base.reference_vectors()), trained.dimension), np.float32)
            if pseudo is None
            else pseudo[1]
        )
        tensors["reference"] = torch.from_numpy(reference)
        save_file(tensors, folder / WEIGHTS)
        if isinstance(task.tokens, Vocabulary):
            task.tokens.save(folder)
        extra: dict[str, object] = {}
        if isinstance(self._texts, FolderTexts):
            self._texts.save(folder)
        if isinstance(self._photos, FolderPhotos):
            extra[TOWER_FRAMING] = self._photos.pixels.framing.to_json()
            extra["pixel_mean"] = self._photos.pixels.mean
            extra["pixel_deviation"] = self._photos.pixels.deviation
        return {
            **described,
            **extra,
            "base": self._base.version,
            "share": mix.share,
            NEIGHBOURS: space.neighbours if space.scales else 0,
            "encodes": encodes,
            "regulariser": task.regulariser,
            QUALITY: judge_captions(task),
        }

    def _space(self, task: DualEncoderTask) -> MixedSpace:
        """Return how a fit is mixed with the parent, whatever the share."""
        if self._space_of is None or self._space_of[0] is not task:
            self._space_of = task, learned_space(task, self._base_captions)
        return self._space_of[1]

    def _version_in_use(self, parent: Path | None) -> Any:
        if parent is not None and read_config(parent)["kind"] == KIND:
            return TunedModel(self._base, parent)
        return self._base

    def _text_kit(self) -> TextKit:
        if self._options.text_tower:
            return FolderTexts(Path(self._options.text_tower), self._options.trained_blocks)
        if isinstance(self._base, PretrainedModel) and self._options.trained_blocks:
            return CheckpointTexts(self._base, self._options.trained_blocks)
        return self._base_texts

    def _image_kit(self) -> ImageKit:
        if self._options.image_tower:
            folder = Path(self._options.image_tower)
            return FolderPhotos(self.data, folder, self._options.trained_blocks)
        if isinstance(self._base, PretrainedModel):
            if self._options.trained_blocks:
                return CheckpointPhotos(self.data, self._base, self._options.trained_blocks)
            return StoredFeatures(self.data, self._base.feature_dim)
        return StoredMaps(self.data, self._options.trained_blocks)

    def _gallery(self, held_out: Indices) -> Indices:
        """Return what held-out captions are looked for among: all photos, or as many as can be."""
        most = _FEW_SEARCHED if self._photos.needs_pixels else _MOST_SEARCHED
        others = self._readable(np.setdiff1d(np.arange(len(self.data)), held_out))
        room = max(0, most - len(held_out))
        if len(others) > room:
            draw = np.random.default_rng(self.settings.seed)
            others = draw.choice(others, room, replace=False)
        return np.sort(np.concatenate([held_out, others]))

    def _readable(self, photos: Indices) -> Indices:
        return photos[self._photos.readable(photos)]

    def _base_photos(self, photos: Indices) -> NDArray[np.float32]:
        features = self.data.features[photos, : self._base.feature_dim]
        vectors: NDArray[np.float32] = self._base.derive(features, self._statistics)["text"]
        return vectors

    def _base_captions(self, captions: Indices) -> NDArray[np.float32]:
        return self._base_texts.vectors([self._pairs.texts[place] for place in captions])

    def _before_sides(self, gallery: Indices, captions: Indices) -> Sides:
        if self._before is self._base:
            return Sides(self._base_photos(gallery), self._base_captions(captions))
        texts = [self._pairs.texts[place] for place in captions]
        features = self.data.features[gallery]
        if features.shape[1] < self._before.feature_dim:  # it encodes photos, and these it has not
            return Sides(self._base_photos(gallery), self._base_captions(captions))
        photos = self._before.derive(features, self._statistics)["text"]
        return Sides(photos, self._before.encode_text(texts))

    def _pseudo_photos(
        self, task: DualEncoderTask
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
        """Let each class of the image network play a photo: parent's and trained vectors."""
        if not isinstance(self._photos, StoredMaps):
            return None
        trained = search_part(task)
        features = class_features(trained.scaling)
        base: NDArray[np.float32] = self._base.derive(
            features.astype(np.float16), self._statistics
        )["text"]
        return base, trained.derive_text(features)

    def _note_what_is_left_out(self) -> None:
        if self._missing:
            self._notes.append(
                f"{self._missing} photos have no thumbnail and were left out; scan the library "
                "to make them again."
            )
        if self._pairs.refused:
            self._notes.append(
                f"{self._pairs.refused} captions were left out: the text model understands "
                f"{self._base.languages}."
            )

    def _note_cca(self, task: DualEncoderTask, exam: RetrievalExam, held_out: Indices) -> None:
        found = exam.recalls(cca_sides(task, exam.gallery, held_out))
        self._cca_found.append((len(held_out), found[self.measure]))


def cca_sides(task: DualEncoderTask, gallery: Indices, captions: Indices) -> Sides:
    """Return what the CCA that a fit began with makes of photos and captions."""
    assert task.cca is not None
    photos = task.cca.images(task.photo_rows(gallery))
    return Sides(unit_rows(photos), unit_rows(task.cca.texts(task.text_rows(captions))))


def search_part(task: DualEncoderTask) -> TrainedText:
    """Return what the search by stored features needs of a fit."""
    model = task.module
    trunk = model.image.trunk
    scaling = (
        (trunk.pooled_mean, trunk.layout_mean)
        if isinstance(trunk, PooledTrunk)
        else (torch.zeros(0), torch.zeros(0))
    )
    pooled, layout, *maps = (
        value.detach().cpu().double().numpy()
        for value in (
            *scaling,
            model.image.projection.mean,
            model.image.projection.weight,
            model.text.projection.mean,
            model.text.projection.weight,
        )
    )
    return TrainedText(PhotoScaling(pooled, layout), *maps)
