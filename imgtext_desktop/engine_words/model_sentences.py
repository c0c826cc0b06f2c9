"""What the engine says of model versions; see ``sentences``."""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
# What is more particular stands before what is like it.
MODEL_SENTENCES: Final[tuple[tuple[str, Any], ...]] = (
    (
        r"There is no model version “(.+)” in this library; .+",
        QT_TRANSLATE_NOOP("Sentences", "The version %1 is not in this library any more."),
    ),
    (
        r"There is no model version (.+); this program has (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "There is no model version %1. This program has version %2."
        ),
    ),
    (
        r"This version answers now; go back to another one first\.",
        QT_TRANSLATE_NOOP("Sentences", "This version answers now. Go back to another one first."),
    ),
    (
        r"There is no earlier version to go back to\.",
        QT_TRANSLATE_NOOP("Sentences", "There is no earlier version to go back to."),
    ),
    (
        r"This version reads features of a model that this library has not; train it anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "It was made from a model that this library does not have. Train it anew."
        ),
    ),
    (
        r"No photo is prepared for this version yet; prepare it first\.",
        QT_TRANSLATE_NOOP("Sentences", "No photo is prepared for this version yet."),
    ),
    (
        r"(.+) holds no model version of this program; choose a folder with a (.+) in it\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 holds no version of a model. Choose a folder with a %2 in it."
        ),
    ),
    (
        r"(.+) holds no model of this program; choose another\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 holds no model. Choose another folder."),
    ),
    (
        r"The model in (.+) names a file that cannot be its own: (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model in %1 names a file that cannot be its own: %2. It is not taken."
        ),
    ),
    (
        r"The model in (.+) lacks (.+); copy the folder again or train anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model in %1 lacks %2. Copy the folder again, or train anew."
        ),
    ),
    (
        r"The words of the model in (.+) cannot be read; copy the folder again or train anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The words of the model in %1 cannot be read. Copy the folder again, or train anew.",
        ),
    ),
    (
        r"(.+) of the model in (.+) is damaged; copy the folder again or train anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 of the model in %2 is damaged. Copy the folder again, or train anew.",
        ),
    ),
    (
        r"The model in (.+) is damaged; train it anew\.",
        QT_TRANSLATE_NOOP("Sentences", "The model in %1 is damaged. Train it anew."),
    ),
    (
        r"(.+) exists already; choose another folder\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 exists already. Choose another folder."),
    ),
    (
        r"The model cannot be copied to (.+) \((.+)\); free some space or choose another folder\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The model cannot be copied to %1 (%2). Free some space or choose another folder.",
        ),
    ),
    (
        r"(.+) holds a model of the kind “(.+)”, which this program lacks\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 holds a model of the kind “%2”. This program does not know it."
        ),
    ),
    (
        r"(.+) is of a kind that this program lacks: “(.+)”\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is of the kind “%2”. This program does not know it."),
    ),
    (
        r"(.+) is no model to search with; choose another version\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is no model to search with. Choose another version."),
    ),
    (
        r"The version in (.+) cannot be searched with\.",
        QT_TRANSLATE_NOOP("Sentences", "The version in %1 cannot be searched with."),
    ),
    (
        r"(.+) does not give labels; choose a version of the slot labels\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 does not give labels. Choose another version."),
    ),
    (
        r"(.+) holds no hash model that this program can read; train it anew\.",
        QT_TRANSLATE_NOOP("Sentences", "The model in %1 cannot be read. Train it anew."),
    ),
    (
        r"A radius belongs to the code space; choose it or drop --radius\.",
        QT_TRANSLATE_NOOP("Sentences", "A distance belongs to a search for look-alikes."),
    ),
    (
        r"The code space looks for photos like one picture; give just that, without words and "
        r"without what is not wanted\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Look-alikes are looked for by one picture, without words and without what is not "
            "wanted.",
        ),
    ),
    (
        r"A radius is a number of bits; give 0 or more\.",
        QT_TRANSLATE_NOOP("Sentences", "A distance is a number of bits, 0 or more."),
    ),
)
