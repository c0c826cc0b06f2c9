"""What a job of the engine is doing, in the user's language."""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
_KNOWN: Final[dict[str, Any]] = {
    "comparing hashes": QT_TRANSLATE_NOOP("Stages", "Comparing all photos"),
    "comparing pictures": QT_TRANSLATE_NOOP("Stages", "Comparing pictures"),
    "copying model, MB": QT_TRANSLATE_NOOP("Stages", "Copying, megabytes"),
    "downloading model, MB": QT_TRANSLATE_NOOP("Stages", "Downloading, megabytes"),
    "downloading pictures": QT_TRANSLATE_NOOP("Stages", "Downloading pictures"),
    "making codes": QT_TRANSLATE_NOOP("Stages", "Getting look-alikes ready"),
    "moving to the trash": QT_TRANSLATE_NOOP("Stages", "Moving photos to the trash"),
    "reading captions": QT_TRANSLATE_NOOP("Stages", "Reading captions"),
    "writing captions": QT_TRANSLATE_NOOP("Stages", "Writing captions"),
}


def stage_text(stage: str) -> str:
    """Return what a stage of a job is called; empty for one that is not known."""
    return QCoreApplication.translate("Stages", _KNOWN[stage]) if stage in _KNOWN else ""
