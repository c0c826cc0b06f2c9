"""Adopting a version: prepare what it needs, then one switch; and back.

What is prepared is derived from stored features, block by block, so that a kill costs one block
and no photo is encoded twice. The version that answered before keeps what it has.
"""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.catalog.slots import Guess
from engine.errors import ModelError
from engine.jobs import Job, Progress
from engine.models import registry
from engine.models.label_model import LabelModel, load_label_model
from engine.models.versions import Card, Slot
from engine.training.parts import LearningParts

logger = logging.getLogger(__name__)

_BLOCK = 2048  # photos in one transaction
# A guess below its label's threshold is kept where the user's answer would help: above half of it.
_UNSURE = 0.5
PREPARING = "preparing version"


class Adoption:
    """See the module.

    Args:
        parts: What it needs of the library.
    """

    def __init__(self, parts: LearningParts) -> None:
        self._photos = parts.photos
        self._models = parts.models
        self._slots = parts.slots
        self._guesses = parts.guesses
        self._codes = parts.codes
        self._reencoder = parts.reencoder

    def problem(self, card: Card) -> str:
        """Return why a version cannot be used, as one sentence; empty if it can."""
        if card.slot is Slot.RETRIEVAL:
            try:
                self._models.describe(card.version)
            except ModelError as error:
                return str(error)
            return ""
        space = card.feature_space
        if card.slot is Slot.CODES:
            try:
                space = self._codes.feature_space(card.version)
            except ModelError as error:
                return str(error)
        if not self._has_features(space):
            return (
                "This version reads features of a model that this library has not; train it anew."
            )
        in_use = (card.version, self._models.shape.feature_space)
        if card.slot is Slot.CODES and space not in in_use:
            return (
                "These codes belong to another model than the one that answers; go back to that "
                "model, or train codes anew."
            )
        return ""

    def _has_features(self, space: str) -> bool:
        """Tell whether there are features of a model, or the model to make them of some photos."""
        if self._photos.row_count(space):
            return True
        try:
            self._models.describe(space)
        except ModelError:
            return False
        return bool(self._photos.unencoded(space))

    def adopt(self, version: str) -> Job[Card]:
        """Prepare a version and switch to it.

        Yields:
            Progress of the stage ``"preparing version"``.

        Raises:
            ModelError: There is no such version, or it cannot be used.
        """
        card = self._usable(version)
        self._slots.want(card.slot, version)
        yield from self.prepare(card)
        self._slots.switch(card.slot, version)
        return card

    def roll_back(self, slot: Slot) -> Job[str]:
        """Return to what answered before; at once if what it needs was kept.

        Raises:
            ModelError: Nothing answered before, or it cannot be used any more.
        """
        previous = self._slots.state(slot).previous
        if previous is None:
            raise ModelError("There is no earlier version to go back to.")
        if previous:
            yield from self.prepare(self._models.store.card(previous))
            self._slots.switch(slot, previous)
        else:
            yield from self.leave(slot)
        return previous

    def leave(self, slot: Slot) -> Job[None]:
        """Return to what the program does without a version.

        Raises:
            ModelError: The built-in model is not there.
        """
        if slot is Slot.RETRIEVAL:
            yield from self._derive(registry.built_in_version())
        self._slots.switch(slot, "")

    def prepare_only(self, version: str) -> Job[None]:
        """Prepare a version, or the built-in model, without switching to it.

        Raises:
            ModelError: There is no such version, or it cannot be used.
        """
        if version == registry.built_in_version():
            yield Progress(PREPARING)
            yield from self._derive(version)
        else:
            yield from self.prepare(self._usable(version))

    def prepare(self, card: Card) -> Job[None]:
        """Make what a version needs to answer, or what is missing of it."""
        yield Progress(PREPARING)
        if card.slot is Slot.LABELS:
            yield from self._guess(card)
        elif card.slot is Slot.RETRIEVAL:
            yield from self._derive(card.version)
        else:
            space = self._codes.feature_space(card.version)
            if space == card.version:
                yield from self.make_features(space)
            rows = self._photos.row_count(space)
            for done in self._codes.prepare(card.version):
                yield Progress(PREPARING, done=done, total=rows)

    def _usable(self, version: str) -> Card:
        self._models.store.check(version)
        card = self._models.store.card(version)
        if problem := self.problem(card):
            raise ModelError(problem)
        return card

    def keep_up(self) -> Job[None]:
        """Let the adopted versions look at photos that have come since; a lost one is left out."""
        for slot in Slot:
            version = self._slots.state(slot).version
            try:
                if version and not self.is_ready(card := self._models.store.card(version)):
                    yield from self.prepare(card)
            except ModelError as error:
                logger.warning("%s cannot look at new photos: %s", version, error)

    def is_ready(self, card: Card) -> bool:
        """Tell whether a version could answer at once."""
        space = self._space(card)
        reads_stored = card.slot is Slot.CODES and space == card.feature_space
        if not reads_stored and self._photos.unencoded(space):
            return False
        return self.prepared_photos(card) >= self._photos.row_count(space)

    def _space(self, card: Card) -> str:
        """Return whose features a version reads, its own if it encodes photos itself."""
        with contextlib.suppress(ModelError):  # told by `problem`
            if card.slot is Slot.RETRIEVAL:
                return self._models.describe(card.version).feature_space
            if card.slot is Slot.CODES:
                return self._codes.feature_space(card.version)
        return card.feature_space

    def prepared_photos(self, card: Card) -> int:
        """Return how many photos are prepared for a version."""
        if card.slot is Slot.LABELS:
            return self._guesses.rows_done(card.version)
        if card.slot is Slot.RETRIEVAL:
            return self.searchable(card.version)
        try:
            codes = self._codes.of_version(card.version).derived.open()
        except ModelError:
            return 0
        return 0 if codes is None else codes.rows

    def searchable(self, version: str) -> int:
        """Return how many photos have vectors of a retrieval model; 0 for no such model."""
        try:
            vectors = self._models.derived(self._models.describe(version)).open()
        except ModelError:
            return 0
        return 0 if vectors is None else vectors.rows

    def prepared_bytes(self, version: str) -> int:
        """Return the bytes of what was prepared for a version, and would be made again.

        Features are counted where the version made them for itself alone.
        """
        return sum(path.stat().st_size for path in self._prepared(version))

    def free(self, version: str) -> int:
        """Delete what was prepared for a version; return the bytes."""
        freed = self.prepared_bytes(version)
        for path in self._prepared(version):
            path.unlink(missing_ok=True)
        if version != registry.built_in_version():
            self._photos.forget_rows(version, from_row=0)
            self._guesses.forget(version)
        return freed

    def _prepared(self, version: str) -> list[Path]:
        is_built_in = version == registry.built_in_version()
        pattern = "derived-*/*" if is_built_in else "**/*"
        found = [*self._models.vectors_folder(version).glob(pattern)]
        if not is_built_in:
            with contextlib.suppress(ModelError):  # no version of the slot codes
                found.extend(self._codes.of_version(version).folder.glob("**/*"))
        return [path for path in dict.fromkeys(found) if path.is_file()]

    def _derive(self, version: str) -> Job[None]:
        shape = self._models.describe(version)
        yield from self.make_features(shape.feature_space)
        encoder = self._models.load(version, is_background=True)
        rows = self._photos.row_count(shape.feature_space)
        steps = self._models.derived(shape).steps(
            self._models.features(shape), rows, encoder, growth=float("inf")
        )
        for done in steps:
            yield Progress(PREPARING, done=done, total=rows)

    def make_features(self, space: str) -> Job[None]:
        """Make what a model's features lack: photos that came while another model answered.

        Raises:
            ModelError: There is no such model.
        """
        if self._photos.unencoded(space):
            shape = self._models.describe(space)
            encoder = self._models.encoder(space, is_background=True)
            yield from self._reencoder.run(
                space, self._models.features(shape), encoder, shape.framing
            )

    def _guess(self, card: Card) -> Job[None]:
        yield from self.make_features(card.feature_space)
        model = load_label_model(self._models.store.path(card.version))
        features = self._models.features(self._models.describe(card.feature_space))
        self._guesses.set_groups(card.version, model.groups, learned=card.knows_until)
        rows = self._photos.row_count(card.feature_space)
        for start, stop in _blocks(self._guesses.rows_done(card.version), rows):
            contents = self._photos.contents_of_rows(card.feature_space, start, stop)
            found = guess(model, np.asarray(features.read(start, stop)))
            by_content = {
                contents[start + row]: said
                for row, said in enumerate(found)
                if start + row in contents
            }
            self._guesses.add(card.version, stop, by_content)
            yield Progress(PREPARING, done=stop, total=rows)


def guess(model: LabelModel, features: NDArray[np.float16]) -> list[list[Guess]]:
    """Classify photos.

    Args:
        model: A trained classifier.
        features: float16 [n, F].

    Returns:
        The labels of each photo, those that are shown and those that are worth a question.
    """
    probabilities = model.probabilities(features)
    thresholds = np.asarray(model.thresholds)
    found = []
    for row in probabilities:
        kept = np.flatnonzero(row >= _UNSURE * thresholds)
        found.append(
            [Guess(model.labels[k], float(row[k]), bool(row[k] >= thresholds[k])) for k in kept]
        )
    return found


def _blocks(start: int, stop: int) -> Iterator[tuple[int, int]]:
    for first in range(start, stop, _BLOCK):
        yield first, min(first + _BLOCK, stop)
