"""What the library page is narrowed to, and how that is told."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication

from engine.catalog.browse import Browse, SortKey
from engine.search.query import Place

Ids = npt.NDArray[np.int64]

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Narrowing:
    """A part of the library.

    Attributes:
        place: Only photos here, or None for all.
        place_name: What that place is called.
        label: Only photos with this label, given or guessed; empty for all.
    """

    place: Place | None = None
    place_name: str = ""
    label: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that photos must have."""
        return (self.label,) if self.label else ()

    def read(self, browse: Browse, *, sort: SortKey, is_descending: bool) -> Ids:
        """Return the ids of its photos in an order; reads the catalog, so not in the GUI thread."""
        return browse.ids(
            sort=sort,
            is_descending=is_descending,
            root_id=self.place.root_id if self.place else None,
            folder=self.place.folder if self.place else b"",
            labels=self.labels,
        )

    @property
    def text(self) -> str:
        """Return it in words, such as "in Pictures"; empty for the whole library."""
        if self.place is None and not self.label:
            return ""
        if self.place is None:
            words = translate("Narrowing", "labelled “%2”")
        elif not self.label:
            words = translate("Narrowing", "in %1")
        else:
            words = translate("Narrowing", "in %1, labelled “%2”")
        return words.replace("%1", self.place_name).replace("%2", self.label)
