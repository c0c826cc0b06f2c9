"""The engine's sentences about files that stay out of the trash; see ``sentences``."""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
KNOWN: Final[tuple[tuple[str, Any], ...]] = (
    (
        r"This file is not in the library any more\.",
        QT_TRANSLATE_NOOP("Sentences", "This file is not in the library any more."),
    ),
    (
        r"(.+) stays: no other copy of this picture is in reach\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: no other copy of this picture is in reach."),
    ),
    (
        r"(.+) stays: its disk is not connected\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: its disk is not connected."),
    ),
    (
        r"(.+) cannot be reached \((.+)\); scan its folder again\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 cannot be reached (%2). Scan its folder again."),
    ),
    (
        r"(.+) stays: it is a link to a photo, not a photo of its own\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: it is a link to a photo, not a photo itself."),
    ),
    (
        r"(.+) stays: it has changed since it was read; scan its folder first\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 stays: it has changed since it was read. Scan its folder first."
        ),
    ),
    (
        r"(.+) stays: the trash did not take it\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: the trash did not take it."),
    ),
    (
        r"(.+) stays: its disk has no trash that you may use\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: its disk has no trash that you may use."),
    ),
    (
        r"(.+) stays: the trash cannot write its name; rename it first\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 stays: the trash cannot write its name. Rename it first."
        ),
    ),
    (
        r"(.+) stays: its disk is read-only\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: its disk is read-only."),
    ),
    (
        r"(.+) stays: you may not change it or its folder; check the permissions\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 stays: you may not change it or its folder. Check the permissions."
        ),
    ),
    (
        r"(.+) stays: its name is too long for the trash; give it a shorter one\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 stays: its name is too long for the trash. Give it a shorter one."
        ),
    ),
    (
        r"(.+) stays: the disk of the trash is full\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: the disk of the trash is full."),
    ),
    (
        r"(.+) stays: the trash does not take it \((.+)\)\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 stays: the trash does not take it (%2)."),
    ),
)
