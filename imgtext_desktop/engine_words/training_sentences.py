"""What the engine says of runs; see ``sentences``."""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
# The engine's sentence, and ours. A group of the pattern replaces %1, %2.
TRAINING_SENTENCES: Final[tuple[tuple[str, Any], ...]] = (
    (
        r"No photo is ready yet; add a folder, or wait for the import at hand\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No photo is ready yet. Add a folder, or wait for the import at hand.",
        ),
    ),
    (
        r"There is nothing to learn from yet; give at least two photos a label first\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There is nothing to learn from yet. Give at least two photos a label first.",
        ),
    ),
    (
        r"There is nothing to learn from yet; write captions for at least two photos "
        r"first\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There is nothing to learn from yet. Write captions for at least two photos first.",
        ),
    ),
    (
        r"This computer has no (.+) device that can be used; choose auto or cpu\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "This computer has no %1 device that can be used. Choose automatic, or the processor.",
        ),
    ),
    (
        r"(.+) was written by another version of this program; export it again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 was written by another version of this program. Export it again.",
        ),
    ),
    (
        r"The photos that this run learns from cannot be read in (.+); start a new run\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The photos that this run learns from cannot be read in %1. Start a new run.",
        ),
    ),
    (
        r"No photo has a label yet; give at least two photos a label and start again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No photo has a label yet. Give at least two photos a label, then start again.",
        ),
    ),
    (
        r"Only one photo has a label; label at least two photos and start again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Only one photo has a label. Label at least two photos, then start again.",
        ),
    ),
    (
        r"Every photo has the label “(.+)”, so there is nothing to tell it from; add a "
        r"second label or photos without one\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Every photo has the label “%1”, so there is nothing to tell it from. Add a "
            "second label, or photos without one.",
        ),
    ),
    (
        r"The setting “groups” names “(.+)” twice; name it once\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The setting “groups” names “%1” twice. Name it once.",
        ),
    ),
    (
        r"No photo has the label “(.+)” that the setting “groups” names; check its "
        r"spelling\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No photo has the label “%1” that the setting “groups” names. Check its spelling.",
        ),
    ),
    (
        r"What this run learned from is gone; start a new run\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "What this run learned from is gone. Start a new run.",
        ),
    ),
    (
        r"No photo has a label yet; give two or more labels to some photos each and start "
        r"again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No photo has a label yet. Give two or more labels to some photos each, then "
            "start again.",
        ),
    ),
    (
        r"“(.+)” is the only label, so there is nothing to tell it from; give another "
        r"label to some photos and start again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "“%1” is the only label, so there is nothing to tell it from. Give another "
            "label to some photos, then start again.",
        ),
    ),
    (
        r"There is no method “(.+)”; choose one of (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There is no method “%1”. Choose one of %2.",
        ),
    ),
    (
        r"The disk is full\. Your search is unchanged\. Free some space and resume\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The disk is full. Your search is unchanged. Free some space and resume.",
        ),
    ),
    (
        r"The run cannot read or write its files \((.+)\)\. Your search is unchanged\. "
        r"Check the disk and resume\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The run cannot read or write its files (%1). Your search is unchanged. "
            "Check the disk and resume.",
        ),
    ),
    (
        r"There is no run “(.+)” in this library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There is no run “%1” in this library.",
        ),
    ),
    (
        r"(.+) holds no run; start a new one\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 holds no run. Start a new one.",
        ),
    ),
    (
        r"The setting “(.+)” cannot be “(.+)” \((.+)\)\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The setting “%1” cannot be “%2” (%3).",
        ),
    ),
    (
        r"(.+) has no setting “(.+)”; it has (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 has no setting “%2”. It has %3.",
        ),
    ),
    (
        r"(.+) of (.+) photos have no caption; sentences made of their labels stand for "
        r"it\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 of %2 photos have no caption. Sentences made of their labels stand for it.",
        ),
    ),
    (
        r"(.+) captions are in a language that the model does not read; they were left "
        r"out\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 captions are in a language that the model does not read. They were left out.",
        ),
    ),
    (
        r"No photo is known to have none of the labels, so every photo will get one; add "
        r"photos without a label\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No photo is known to have none of the labels, so every photo will get one. "
            "Add photos without a label.",
        ),
    ),
    (
        r"This image tower reads thumbnails, and the library has none; scan it first\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "This method reads thumbnails, and the library has none. Scan it first.",
        ),
    ),
    (
        r"These codes are learned from thumbnails, and the library has none; scan it first\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "This method reads thumbnails, and the library has none. Scan it first.",
        ),
    ),
    (
        r"The version in use has learned from these photos and would know the answers; the "
        r"comparison is with what there is before any training\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "What is in use has learned from these photos and would know the answers. “Before” is "
            "what there is without any training.",
        ),
    ),
    (
        r"The learned gradient did not settle on these photos; a fixed one \(.+\) finished the "
        r"training\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The usual way of learning did not settle on these photos; a simpler one finished it.",
        ),
    ),
    (
        r"There is no photo to learn from; label or caption a few first\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There is no photo to learn from. Label or caption a few first.",
        ),
    ),
    (
        r"The best state of this run is lost; start a new run\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The best state of this run is lost. Start a new run.",
        ),
    ),
    (
        r"The losses of this run are no numbers any more\. Your search is unchanged\. "
        r"Start again with a smaller learning rate\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Training went astray. Your search is unchanged. Start again with a smaller "
            "learning rate.",
        ),
    ),
    (
        r"The text model understands (.+), and (.+) of the captions are in other words; "
        r"add captions that it understands, or a model for their language\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The program understands %1, and %2 of the captions are in other words. Add "
            "captions that it understands, or a model for their language.",
        ),
    ),
    (
        r"(.+) a caption yet; write captions for at least two photos and start again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There are not enough captions yet. Write captions for at least two photos, "
            "then start again.",
        ),
    ),
    (
        r"Every caption is “(.+)”, so they tell no photo from another; describe what is "
        r"different in each\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Every caption is “%1”, so they tell no photo from another. Describe what is "
            "different in each.",
        ),
    ),
    (
        r"Training ran out of memory\. Your search is unchanged\. Resume uses smaller "
        r"steps\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Training ran out of memory. Your search is unchanged. Resume uses smaller steps.",
        ),
    ),
    (
        r"The training process ended, perhaps for want of memory\. Your search is "
        r"unchanged\. Resume goes on from the last round\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The training process ended, perhaps for want of memory. Your search is "
            "unchanged. Resume goes on from the last round.",
        ),
    ),
    (
        r"The run met an error of the program, which is in the log\. Your search is "
        r"unchanged\. Resume, or start a new run\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The run met an error of the program, which is in the log. Your search is "
            "unchanged. Resume, or start a new run.",
        ),
    ),
    (
        r"(.+) photos have no thumbnail and were left out; scan the library to make them again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 photos have no thumbnail and were left out. Scan the library to make them again.",
        ),
    ),
    (
        r"The small pictures of (.+) photos with captions are missing; scan the library to make "
        r"them again, then start a new run\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The small pictures of %1 photos with captions are missing. Scan the library to make "
            "them again, then start a new run.",
        ),
    ),
    (
        r"What the model knows beyond your captions was not examined: that takes (.+) photos "
        r"without captions, and clear answers\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "What the program knows beyond your captions was not examined. That takes %1 photos "
            "without captions, and clear answers.",
        ),
    ),
    (
        r"(.+) captions were left out: the text model understands (.+)\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 captions were left out. The program understands %2."),
    ),
    (
        r"CCA alone, where training began, found (.+) % of the held-out captions among the first "
        r"10\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "What it began with, a closed formula, found %1 % of the exam's captions in the first "
            "10 answers.",
        ),
    ),
    (
        r"The version in use does not write captions; train one with the method dual-encoder\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The version in use does not write captions. Let the program learn your words first.",
        ),
    ),
    (
        r"There are not enough captions yet to suggest more; write captions for more photos, then "
        r"train again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There are not enough captions yet to suggest more. Write captions for more photos, "
            "then let the program learn again.",
        ),
    ),
)
