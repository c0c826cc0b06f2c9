"""The codes of a library's photos, derived from stored features like every other space.

They lie in ``vectors/<feature space>/codes/<coder>/``, so that the codes of an earlier version, or
of another length, answer again at once after a roll back.
"""

import json
import shutil
from collections.abc import Collection
from pathlib import Path

from engine.indexing.vectors import CODE, DerivedVectors
from engine.models.codes import Coder

_FOLDER = "codes"
_FIRST_STAGE = "first_stage.json"


class LibraryCodes:
    """The codes that one coder gives the photos of one feature space.

    Args:
        folder: ``vectors/<feature space>``.
        coder: Makes the codes.

    Attributes:
        coder: Makes the codes.
        derived: The codes, in the space ``code``.
        folder: Where they lie.
    """

    def __init__(self, folder: Path, coder: Coder) -> None:
        self.coder = coder
        self.folder = folder / _FOLDER / coder.name
        self.derived = DerivedVectors(self.folder, {CODE: coder.bits // 8})

    @property
    def first_stage_recall(self) -> tuple[int, float] | None:
        """Return on how many photos the codes were tried as a first stage, and their recall."""
        try:
            found = json.loads((self.folder / _FIRST_STAGE).read_text(encoding="utf-8"))
            return int(found["rows"]), float(found["recall"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def note_first_stage(self, rows: int, recall: float) -> None:
        """Keep the result of that trial."""
        text = json.dumps({"rows": rows, "recall": recall})
        (self.folder / _FIRST_STAGE).write_text(text, encoding="utf-8")


def remove_unused_codes(folder: Path, used: Collection[str]) -> None:
    """Delete the codes of every coder but these.

    Args:
        folder: ``vectors/<feature space>``.
        used: Names of coders.
    """
    for path in (folder / _FOLDER).glob("*"):
        if path.name not in used:
            shutil.rmtree(path, ignore_errors=True)
