"""Which codes answer in a library, and bringing them up to date."""

import threading
from collections.abc import Iterator
from functools import partial

from engine.catalog.photos import Photos
from engine.catalog.slots import Slots
from engine.errors import ModelError
from engine.indexing.active_models import ActiveModels
from engine.indexing.codes import LibraryCodes, remove_unused_codes
from engine.jobs import Job, Progress
from engine.models.codes import (
    DEFAULT_BITS,
    Coder,
    ItqCoder,
    PixelCoder,
    load_coder,
    reads_photos,
)
from engine.models.versions import Slot
from engine.search.codes import FIRST_STAGE_RECALL, CodeSpace, first_stage_recall

# From so many photos on, codes stand before a search by picture.
FIRST_STAGE_ROWS = 200_000
MAKING_CODES = "making codes"
_AT_ONCE = 2000  # photos from which on their codes take more than a second or two
# Statistics are fitted anew when the library has doubled, as those of other spaces.
_GROWTH = 2.0


class CodeSpaces:
    """The codes of one library.

    Args:
        models: Which retrieval model answers: its features are what codes are made of.
        slots: Which version is adopted for codes.
        photos: The catalog's contents.
        bits: Length of the codes while no version is adopted.

    Attributes:
        bits: The same; where it is another, codes of that length are made at the next update.
    """

    def __init__(
        self, models: ActiveModels, slots: Slots, photos: Photos, *, bits: int = DEFAULT_BITS
    ) -> None:
        self._models = models
        self._slots = slots
        self._photos = photos
        self.bits = bits
        self._making = threading.Lock()

    def coder(self) -> Coder:
        """Return who makes the codes: the adopted version, if it has or reads what is in use."""
        version = self._slots.state(Slot.CODES).version
        try:
            if version and self._is_usable(version):
                return load_coder(self._models.store.path(version))
        except ModelError:
            pass  # told where versions are shown; searches go on with what needs no training
        return ItqCoder(self.bits)

    def _is_usable(self, version: str) -> bool:
        space = self.feature_space(version)
        if space == version:  # photos may have been encoded for it, or not yet
            return self._photos.row_count(version) > 0
        return space == self._models.shape.feature_space

    def feature_space(self, version: str) -> str:
        """Return whose stored features a version reads: its own, if it encodes photos itself.

        Raises:
            ModelError: There is no such version.
        """
        card = self._models.store.card(version)
        is_own = reads_photos(self._models.store.path(version))
        return version if is_own else card.feature_space

    @property
    def is_being_made(self) -> bool:
        """Whether codes are being made; who wants to make some then waits."""
        return self._making.locked()

    def of(self, coder: Coder) -> LibraryCodes:
        """Return where the codes of a coder lie."""
        return LibraryCodes(self._models.vectors_folder(self._space_of(coder)), coder)

    def _space_of(self, coder: Coder) -> str:
        is_own = isinstance(coder, PixelCoder)
        return coder.name if is_own else self._models.shape.feature_space

    def of_version(self, version: str) -> LibraryCodes:
        """Return where the codes of a version lie, adopted or not.

        Raises:
            ModelError: There is no such version, or it makes no codes.
        """
        folder = self._models.vectors_folder(self.feature_space(version))
        return LibraryCodes(folder, load_coder(self._models.store.path(version)))

    def prepare(self, version: str) -> Iterator[int]:
        """Make the codes of a version that is not adopted yet; see :meth:`update`.

        Raises:
            ModelError: There is no such version, or it makes no codes.
        """
        space = self.feature_space(version)
        features = self._models.features(self._models.describe(space))
        codes = self.of_version(version)
        rows = self._photos.row_count(space)
        with self._making:
            yield from codes.derived.steps(features, rows, codes.coder, growth=_GROWTH)

    def is_behind(self, coder: Coder | None = None) -> bool:
        """Tell whether some photos have no code yet, by default of the coder in use."""
        coder = coder or self.coder()
        rows = self._photos.row_count(self._space_of(coder))
        derived = self.of(coder).derived
        return derived.is_behind(rows) or derived.is_ahead(rows)

    def open(self, coder: Coder | None = None) -> CodeSpace | None:
        """Map the codes, by default of the coder in use, or return None while there are none."""
        codes = self.of(coder or self.coder())
        vectors = codes.derived.open()
        if vectors is None:
            return None
        (rows,) = vectors.spaces.values()
        tried = codes.first_stage_recall
        load_encoder = None
        if isinstance(codes.coder, PixelCoder):
            load_encoder = partial(self._models.encoder, codes.coder.name)
        is_first_stage = (
            load_encoder is None
            and len(rows) >= FIRST_STAGE_ROWS
            and tried is not None
            and 2 * tried[0] >= len(rows)
            and tried[1] >= FIRST_STAGE_RECALL
        )
        return CodeSpace(codes.coder, vectors.statistics, rows, is_first_stage, load_encoder)

    def update(self, coder: Coder | None = None) -> Iterator[int]:
        """Make the codes that are missing, and try those of a large library as a first stage.

        Args:
            coder: Whose; by default of those in use.

        Yields:
            How many photos have codes.
        """
        codes = self.of(coder or self.coder())
        space = self._space_of(codes.coder)
        rows = self._photos.row_count(space)
        features = self._models.features(self._models.describe(space))
        with self._making:
            yield from codes.derived.steps(features, rows, codes.coder, growth=_GROWTH)
            tried = codes.first_stage_recall
            is_untried = tried is None or 2 * tried[0] < rows
            if rows >= FIRST_STAGE_ROWS and is_untried and not isinstance(codes.coder, PixelCoder):
                self._try_first_stage(codes)

    def keep_up(self) -> Job[None]:
        """Make the codes of many photos at once: a search that had to would keep its user waiting.

        Yields:
            Progress of the stage ``"making codes"``.
        """
        rows = self._photos.row_count(self._models.shape.feature_space)
        if rows >= _AT_ONCE and self.is_behind():
            for done in self.update():
                yield Progress(MAKING_CODES, done=done, total=rows)

    def _try_first_stage(self, codes: LibraryCodes) -> None:
        vectors, found = self._models.derived().open(), codes.derived.open()
        if vectors is not None and found is not None:
            (packed,) = found.spaces.values()
            recall = first_stage_recall(packed, vectors.spaces["visual"])
            codes.note_first_stage(len(packed), recall)

    def remove_unused(self) -> None:
        """Delete codes of versions that are gone, and of lengths that are not in use."""
        used = {card.version for card in self._models.store.cards() if card.slot is Slot.CODES}
        folder = self._models.vectors_folder(self._models.shape.feature_space)
        remove_unused_codes(folder, used | {ItqCoder(self.bits).name, self.coder().name})
