"""What a trained version still knows of everything else: sentences and class names.

*Sentences*: everyday captions, one for each class that the image network knows, looked for among
photos without captions. What the model that was trained from puts first, where it is clear of the
second, shall still be among the first ten. *Names*: each class, played by its classifier row,
shall be found by its name. A checkpoint has no classifier: there the names, as it has read labels,
are looked for as the sentences are.
"""

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.metrics import retrieval_ranks
from engine.models import packages
from engine.models.bridge_builder import read_wordings
from engine.models.efficientnet import read_classifier
from engine.models.trained_text import FEATURE_DIM, PhotoScaling
from engine.training.report import GeneralCheck
from engine.training.retrieval_exam import Sides

WHAT: Final = "everyday sentences and class names"
_CUT: Final = 10
# How far the first photo must lie before the second, in cosine, to be the clear answer.
_CLEAR: Final = 0.02
FEWEST_PHOTOS: Final = 2 * _CUT
# A drop of this many points of the whole is clear where its interval agrees.
_WORST_DROP: Final = 0.05
# A typical photo's distance from the mean of all photos.
_DISTANCE: Final = 4.0


@dataclass(frozen=True, slots=True)
class GeneralQuestions:
    """The bank.

    Attributes:
        sentences: 1000 everyday captions.
        names: 1000 names of classes, in the order of the classifier.
    """

    sentences: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def read(cls) -> Self:
        """Read the bank that comes with the program."""
        wordings = read_wordings()
        return cls(
            tuple(wording.scenes[0] for wording in wordings),
            tuple(wording.name for wording in wordings),
        )

    def check(
        self,
        before: Sides,
        after: Sides,
        classes: tuple[NDArray[np.float32], NDArray[np.float32]] | None,
    ) -> GeneralCheck | None:
        """Compare two versions.

        Args:
            before: Photos without captions, and texts: first the sentences, then the names.
            after: The same of the new version.
            classes: The classes as photos, of both versions; None where they cannot be played, and
                the names are looked for among the photos.

        Returns:
            The figures; None where there is nothing to ask.
        """
        count = len(self.sentences)
        asked = slice(None if classes is None else count)
        old: list[NDArray[np.bool_]] = []
        new: list[NDArray[np.bool_]] = []
        if len(before.photos) >= FEWEST_PHOTOS:
            found = _still_found(
                Sides(before.photos, before.texts[asked]), Sides(after.photos, after.texts[asked])
            )
            old.append(np.ones(len(found), np.bool_))
            new.append(found)
        if classes is not None:
            old.append(_found_by_name(classes[0], before.texts[count:]))
            new.append(_found_by_name(classes[1], after.texts[count:]))
        if not old or not sum(map(len, old)):
            return None
        first, second = np.concatenate(old), np.concatenate(new)
        change = second.astype(np.float64) - first
        error = change.std() / np.sqrt(len(change))
        return GeneralCheck(
            before=float(first.mean()),
            after=float(second.mean()),
            count=len(first),
            is_worse=bool(change.mean() + 1.96 * error < -_WORST_DROP),
            what=WHAT,
        )


def class_features(scaling: PhotoScaling) -> NDArray[np.float32]:
    """Return features that a typical photo of each class might have, float32 [1000, 2048].

    Their layout says nothing.
    """
    classifier = read_classifier(packages.IMAGE_WEIGHTS.verify())
    rows = classifier.weight - classifier.weight.mean(axis=0)
    rows *= _DISTANCE / np.linalg.norm(rows, axis=1, keepdims=True)
    features = np.empty((len(rows), FEATURE_DIM), np.float32)
    features[:, : rows.shape[1]] = classifier.feature_mean + rows
    features[:, rows.shape[1] :] = scaling.layout_mean
    return features


def _still_found(before: Sides, after: Sides) -> NDArray[np.bool_]:
    """Tell, for each sentence with a clear answer before, whether it is still found."""
    scores = before.texts @ before.photos.T
    first, second = -np.partition(-scores, 1, axis=1)[:, :2].T
    is_clear = first - second >= _CLEAR
    answers = scores.argmax(axis=1)[is_clear]
    ranks = retrieval_ranks(
        after.texts[is_clear],
        after.photos,
        query_groups=answers,
        gallery_groups=np.arange(len(after.photos)),
    )
    return ranks <= _CUT


def _found_by_name(classes: NDArray[np.float32], names: NDArray[np.float32]) -> NDArray[np.bool_]:
    own = np.arange(len(classes))
    return retrieval_ranks(names, classes, query_groups=own, gallery_groups=own) <= _CUT
