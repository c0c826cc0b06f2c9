"""Takes the engine's sentences apart: what is wrong, and what the user can do about it.

The engine speaks English. The sentences that it is known to say stand here, so that they are shown
in the user's language and with an advice; a test finds those that are missing. Any other sentence
is split where its advice begins.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.catalog.records import FileState


@dataclass(frozen=True, slots=True)
class Explanation:
    """A reason as the user reads it.

    Attributes:
        wrong: What is wrong, a sentence.
        advice: What to do, without a full stop; empty if there is nothing to do.
    """

    wrong: str
    advice: str


# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
# The sentence, what is wrong, what to do. A group of the pattern replaces %1, %2 in "wrong".
_KNOWN: Final[tuple[tuple[str, Any, Any], ...]] = (
    (
        r"The file ends too early, part of the picture is missing: copy it again from its source\.",
        QT_TRANSLATE_NOOP("Reasons", "The file ends too early, part of the picture is missing."),
        QT_TRANSLATE_NOOP("Reasons", "Copy it again from the phone or camera"),
    ),
    (
        r"The (.+) file is damaged or of a rare kind: open it elsewhere and save it as JPEG\.",
        QT_TRANSLATE_NOOP("Reasons", "The %1 file is damaged or of a rare kind."),
        QT_TRANSLATE_NOOP("Reasons", "Open it elsewhere and save it as JPEG"),
    ),
    (
        r"The picture is too large, or its file lies about its size\.",
        QT_TRANSLATE_NOOP("Reasons", "The picture is too large, or its file lies about its size."),
        QT_TRANSLATE_NOOP("Reasons", "Save a smaller copy of it"),
    ),
    (
        r"The picture is too large: (\d+ x \d+) pixels, where (\d+) megapixels are the most for its"
        r" format\.",
        QT_TRANSLATE_NOOP(
            "Reasons",
            "The picture is too large: %1 pixels, where %2 megapixels are the most for its format.",
        ),
        QT_TRANSLATE_NOOP("Reasons", "Save a smaller copy of it"),
    ),
    (
        r"The picture has no pixels\.",
        QT_TRANSLATE_NOOP("Reasons", "The picture has no pixels."),
        QT_TRANSLATE_NOOP("Reasons", "Restore it from a backup"),
    ),
    (
        r"The file is empty\.",
        QT_TRANSLATE_NOOP("Reasons", "The file is empty."),
        QT_TRANSLATE_NOOP("Reasons", "Restore it from a backup"),
    ),
    (
        r"(.+) pictures cannot be read by this version: save a copy as JPEG to find it\.",
        QT_TRANSLATE_NOOP("Reasons", "%1 pictures cannot be read by this version."),
        QT_TRANSLATE_NOOP("Reasons", "Save a copy as JPEG to find it"),
    ),
    (
        r"Install pi-heif \(pip install pi-heif\) to read HEIC photos\.",
        QT_TRANSLATE_NOOP("Reasons", "HEIC support is not installed."),
        QT_TRANSLATE_NOOP("Reasons", "Install it: pip install pi-heif"),
    ),
    (
        r"Install imagecodecs \(pip install imgtext-desktop\[jxl\]\) to read JPEG XL photos\.",
        QT_TRANSLATE_NOOP("Reasons", "JPEG XL support is not installed."),
        QT_TRANSLATE_NOOP("Reasons", "Install it: pip install imgtext-desktop[jxl]"),
    ),
    (
        r"Install rawpy \(pip install imgtext-desktop\[raw\]\) to read camera raw photos\.",
        QT_TRANSLATE_NOOP("Reasons", "Support for camera raw photos is not installed."),
        QT_TRANSLATE_NOOP("Reasons", "Install it: pip install imgtext-desktop[raw]"),
    ),
    (
        r"The file does not begin like any kind of photo: it is damaged or has a wrong name\.",
        QT_TRANSLATE_NOOP(
            "Reasons",
            "The file does not begin like any kind of photo. It is damaged or has a wrong name.",
        ),
        QT_TRANSLATE_NOOP("Reasons", "Restore it from a backup"),
    ),
    (
        r"The file is still being written: it is tried again at the next scan\.",
        QT_TRANSLATE_NOOP("Reasons", "The file is still being written."),
        QT_TRANSLATE_NOOP("Reasons", "Wait until it is complete, then try again"),
    ),
    (
        r"The disk gave only a part of the file: check the disk or its connection\.",
        QT_TRANSLATE_NOOP("Reasons", "The disk gave only a part of the file."),
        QT_TRANSLATE_NOOP("Reasons", "Check the disk or its connection, then try again"),
    ),
    (
        r"The disk could not give this file: check the disk or its connection\.",
        QT_TRANSLATE_NOOP("Reasons", "The disk could not give this file."),
        QT_TRANSLATE_NOOP("Reasons", "Check the disk or its connection, then try again"),
    ),
    (
        r"The file is larger than (\d+) MB, the most for one photo\.",
        QT_TRANSLATE_NOOP("Reasons", "The file is larger than %1 MB, the most for one photo."),
        QT_TRANSLATE_NOOP("Reasons", "Save a smaller copy of it"),
    ),
    (
        r"You may not read this file: change its permissions or its folder's\.",
        QT_TRANSLATE_NOOP("Reasons", "You have no permission to read this file."),
        QT_TRANSLATE_NOOP("Reasons", "Change its permissions, then try again"),
    ),
    (
        r"The file is no longer there\.",
        QT_TRANSLATE_NOOP("Reasons", "The file is no longer there."),
        QT_TRANSLATE_NOOP("Reasons", "Try again to bring the list up to date"),
    ),
    (
        r"The path of this file is too long: move it to a folder nearer the top\.",
        QT_TRANSLATE_NOOP("Reasons", "The path of this file is too long."),
        QT_TRANSLATE_NOOP("Reasons", "Move it to a folder nearer the top"),
    ),
    (
        r"Reading this picture was given up after (\S+) seconds: its disk or network may be"
        r" stuck\.",
        QT_TRANSLATE_NOOP(
            "Reasons",
            "Reading it was given up after %1 seconds. Its disk or network may be stuck.",
        ),
        QT_TRANSLATE_NOOP("Reasons", "Check the disk or its connection, then try again"),
    ),
    (
        r"Reading this picture takes more than (\S+) seconds of computing: it is probably"
        r" damaged\.",
        QT_TRANSLATE_NOOP(
            "Reasons", "Reading it takes more than %1 seconds. It is probably damaged."
        ),
        QT_TRANSLATE_NOOP("Reasons", "Open it elsewhere and save it as JPEG"),
    ),
    (
        r"Reading this picture takes more memory than one photo may use\.",
        QT_TRANSLATE_NOOP("Reasons", "Reading it takes more memory than one photo may use."),
        QT_TRANSLATE_NOOP("Reasons", "Raise the limit in Preferences › Folders and indexing"),
    ),
    (
        r"Reading this picture was stopped by the system, which probably ran out of memory\.",
        QT_TRANSLATE_NOOP("Reasons", "The system stopped reading it; memory had probably run out."),
        QT_TRANSLATE_NOOP("Reasons", "Close other programs, then try again"),
    ),
    (
        r"Reading this picture crashed its decoder: it is probably damaged\.",
        QT_TRANSLATE_NOOP("Reasons", "It crashes its decoder and is probably damaged."),
        QT_TRANSLATE_NOOP("Reasons", "Open it elsewhere and save it as JPEG"),
    ),
    (
        r"This picture met a fault of the program; the log holds the details\.",
        QT_TRANSLATE_NOOP("Reasons", "It met a fault of the program."),
        QT_TRANSLATE_NOOP("Reasons", "Report it; the log holds the details"),
    ),
    (
        r"This link leads round in a circle, to no file\.",
        QT_TRANSLATE_NOOP("Reasons", "This link leads round in a circle, to no file."),
        "",
    ),
    (
        r"This is a folder, pipe or device, not a photo\.",
        QT_TRANSLATE_NOOP("Reasons", "This is a folder, pipe or device, not a photo."),
        "",
    ),
    (
        r"This is (.+), not a photo\.",
        QT_TRANSLATE_NOOP("Reasons", "This is %1 with the ending of a picture."),
        "",
    ),
    (r"not a photo", QT_TRANSLATE_NOOP("Reasons", "This is not a photo."), ""),
    (r"hidden", QT_TRANSLATE_NOOP("Reasons", "The file is hidden."), ""),
    (r"system file", QT_TRANSLATE_NOOP("Reasons", "This is a file of the system."), ""),
    (r"in the trash", QT_TRANSLATE_NOOP("Reasons", "This is in the trash."), ""),
    (r"pattern", QT_TRANSLATE_NOOP("Reasons", "One of your patterns skips this."), ""),
    (r"not a regular file", QT_TRANSLATE_NOOP("Reasons", "This is not a regular file."), ""),
    (
        r"a link that leads nowhere",
        QT_TRANSLATE_NOOP("Reasons", "This is a link that leads nowhere."),
        "",
    ),
    (
        r"its details cannot be read; check the permissions of its folder",
        QT_TRANSLATE_NOOP("Reasons", "Its details cannot be read."),
        QT_TRANSLATE_NOOP("Reasons", "Check the permissions of its folder"),
    ),
    (
        r"the folder is not there; connect its disk or tell where it is now",
        QT_TRANSLATE_NOOP("Reasons", "The folder is not there."),
        QT_TRANSLATE_NOOP("Reasons", "Connect its disk, then try again"),
    ),
    (
        r"this is a file now, no folder",
        QT_TRANSLATE_NOOP("Reasons", "The folder is a file now."),
        QT_TRANSLATE_NOOP("Reasons", "Put the folder back, then try again"),
    ),
    (
        r"the disk that was connected here is away; connect it again",
        QT_TRANSLATE_NOOP("Reasons", "The disk that was connected here is away."),
        QT_TRANSLATE_NOOP("Reasons", "Connect it, then try again"),
    ),
    (
        r"this folder cannot be listed; check its permissions and its disk",
        QT_TRANSLATE_NOOP("Reasons", "This folder cannot be listed."),
        QT_TRANSLATE_NOOP("Reasons", "Check its disk and permissions, then try again"),
    ),
    (
        r"the folder cannot be listed: (.+)",
        QT_TRANSLATE_NOOP("Reasons", "The folder cannot be listed (%1)."),
        QT_TRANSLATE_NOOP("Reasons", "Check its permissions, then try again"),
    ),
    (
        r"the folder is empty; its disk may not be connected",
        QT_TRANSLATE_NOOP("Reasons", "The folder is empty; its disk may not be connected."),
        QT_TRANSLATE_NOOP("Reasons", "Connect its disk, then try again"),
    ),
)

_KINDS: Final[tuple[Any, ...]] = (
    QT_TRANSLATE_NOOP("Reasons", "a PDF document"),
    QT_TRANSLATE_NOOP("Reasons", "a printer file"),
    QT_TRANSLATE_NOOP("Reasons", "an archive or office document"),
    QT_TRANSLATE_NOOP("Reasons", "an archive"),
    QT_TRANSLATE_NOOP("Reasons", "a system or office file"),
    QT_TRANSLATE_NOOP("Reasons", "a companion file of macOS"),
    QT_TRANSLATE_NOOP("Reasons", "a system file of macOS"),
    QT_TRANSLATE_NOOP("Reasons", "an icon"),
    QT_TRANSLATE_NOOP("Reasons", "a video"),
    QT_TRANSLATE_NOOP("Reasons", "a sound"),
    QT_TRANSLATE_NOOP("Reasons", "a sound or video"),
    QT_TRANSLATE_NOOP("Reasons", "a program"),
    QT_TRANSLATE_NOOP("Reasons", "a database"),
    QT_TRANSLATE_NOOP("Reasons", "a block of camera data"),
    QT_TRANSLATE_NOOP("Reasons", "a drawing (SVG)"),
    QT_TRANSLATE_NOOP("Reasons", "a web page"),
    QT_TRANSLATE_NOOP("Reasons", "text"),
)

_WITHOUT_REASON: Final[dict[FileState, tuple[Any, Any]]] = {
    FileState.PENDING: (
        QT_TRANSLATE_NOOP("Reasons", "It has not been read yet."),
        QT_TRANSLATE_NOOP("Reasons", "Wait, or try again now"),
    ),
    FileState.OFFLINE: (
        QT_TRANSLATE_NOOP("Reasons", "Its folder cannot be reached."),
        QT_TRANSLATE_NOOP("Reasons", "Check its disk and permissions, then try again"),
    ),
}

# Words that an advice begins with; what follows another word belongs to what is wrong.
_VERBS = (
    "change|check|choose|close|connect|copy|download|free|give|install|make|move|open|put|raise|"
    "rename|restore|run|save|tell|try|use|wait"
)
_ADVICE = re.compile(rf"(?:[:;.]) (?=(?:{_VERBS})\b)", re.IGNORECASE)


def explain(reason: str, state: FileState) -> Explanation:
    """Take a reason of the ledger apart.

    Args:
        reason: What the engine says; may be empty.
        state: Of the file.
    """
    if not reason:
        wrong, advice = _WITHOUT_REASON.get(state, ("", ""))
        return Explanation(_translate(wrong), _translate(advice))
    return _explain_known(reason) or _split(reason)


def is_known(reason: str) -> bool:
    """Tell whether a sentence of the engine is shown in the user's language."""
    found = re.fullmatch(r"This is (.+), not a photo\.", reason)
    if found and found[1] not in (*_KINDS, "a folder, pipe or device"):
        return False
    return _explain_known(reason) is not None


def _explain_known(reason: str) -> Explanation | None:
    for pattern, wrong, advice in _KNOWN:
        found = re.fullmatch(pattern, reason)
        if found:
            text = _translate(wrong)
            for number, group in enumerate(found.groups(), start=1):
                shown = _translate(group) if group in _KINDS else group
                text = text.replace(f"%{number}", shown)
            return Explanation(text, _translate(advice))
    return None


def _split(reason: str) -> Explanation:
    wrong, *advice = _ADVICE.split(reason, maxsplit=1)
    sentence = wrong if wrong.endswith((".", "!", "?")) else wrong + "."
    return Explanation(_capitalised(sentence), _capitalised("".join(advice)).rstrip("."))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _translate(text: str) -> str:
    return QCoreApplication.translate("Reasons", text) if text else ""
