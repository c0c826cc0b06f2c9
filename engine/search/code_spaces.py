"""Which codes answer in a library, and bringing them up to date."""

import threading
from collections.abc import Iterator

from engine.catalog.photos import Photos
from engine.catalog.slots import Slots
from engine.errors import ModelError
from engine.indexing.active_models import ActiveModels
from engine.indexing.codes import LibraryCodes, remove_unused_codes
from engine.models.codes import DEFAULT_BITS, Coder, ItqCoder, load_coder
from engine.models.versions import Slot
from engine.search.codes import FIRST_STAGE_RECALL, CodeSpace, first_stage_recall

# From so many photos on, codes stand before a search by picture.
FIRST_STAGE_ROWS = 200_000
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
        """Return who makes the codes: the adopted version, if it reads the features in use."""
        version = self._slots.state(Slot.CODES).version
        try:
            if version:
                card = self._models.store.card(version)
                if card.feature_space == self._models.shape.feature_space:
                    return load_coder(self._models.store.path(version))
        except ModelError:
            pass  # told where versions are shown; searches go on with what needs no training
        return ItqCoder(self.bits)

    @property
    def is_being_made(self) -> bool:
        """Whether codes are being made; who wants to make some then waits."""
        return self._making.locked()

    def of(self, coder: Coder) -> LibraryCodes:
        """Return where the codes of a coder lie."""
        folder = self._models.vectors_folder(self._models.shape.feature_space)
        return LibraryCodes(folder, coder)

    def of_version(self, version: str) -> LibraryCodes:
        """Return where the codes of a version lie, adopted or not.

        Raises:
            ModelError: There is no such version, or it makes no codes.
        """
        card = self._models.store.card(version)
        folder = self._models.vectors_folder(card.feature_space)
        return LibraryCodes(folder, load_coder(self._models.store.path(version)))

    def prepare(self, version: str) -> Iterator[int]:
        """Make the codes of a version that is not adopted yet; see :meth:`update`.

        Raises:
            ModelError: There is no such version, or it makes no codes.
        """
        space = self._models.store.card(version).feature_space
        features = self._models.features(self._models.describe(space))
        codes = self.of_version(version)
        rows = self._photos.row_count(space)
        with self._making:
            yield from codes.derived.steps(features, rows, codes.coder, growth=_GROWTH)

    def is_behind(self, coder: Coder | None = None) -> bool:
        """Tell whether some photos have no code yet, by default of the coder in use."""
        rows = self._photos.row_count(self._models.shape.feature_space)
        derived = self.of(coder or self.coder()).derived
        return derived.is_behind(rows) or derived.is_ahead(rows)

    def open(self, coder: Coder | None = None) -> CodeSpace | None:
        """Map the codes, by default of the coder in use, or return None while there are none."""
        codes = self.of(coder or self.coder())
        vectors = codes.derived.open()
        if vectors is None:
            return None
        (rows,) = vectors.spaces.values()
        tried = codes.first_stage_recall
        is_first_stage = (
            len(rows) >= FIRST_STAGE_ROWS
            and tried is not None
            and 2 * tried[0] >= len(rows)
            and tried[1] >= FIRST_STAGE_RECALL
        )
        return CodeSpace(codes.coder, vectors.statistics, rows, is_first_stage)

    def update(self, coder: Coder | None = None) -> Iterator[int]:
        """Make the codes that are missing, and try those of a large library as a first stage.

        Args:
            coder: Whose; by default of those in use.

        Yields:
            How many photos have codes.
        """
        codes = self.of(coder or self.coder())
        shape = self._models.shape
        rows = self._photos.row_count(shape.feature_space)
        features = self._models.features()
        with self._making:
            yield from codes.derived.steps(features, rows, codes.coder, growth=_GROWTH)
            tried = codes.first_stage_recall
            if rows >= FIRST_STAGE_ROWS and (tried is None or 2 * tried[0] < rows):
                self._try_first_stage(codes)

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
