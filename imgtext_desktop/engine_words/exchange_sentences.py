"""What the engine says of imports, exports, sidecars and saved copies; see ``sentences``."""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
# What is more particular stands before what is like it.
EXCHANGE_SENTENCES: Final[tuple[tuple[str, Any], ...]] = (
    (
        r"The table (.+) cannot be read \((.+)\); check its name and that you may open it\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The table %1 cannot be read (%2). Check its name and that you may open it.",
        ),
    ),
    (
        r"(.+) is not a CSV table \((.+)\); save it as CSV\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is not a CSV table (%2). Save it as CSV."),
    ),
    (
        r"(.+) is empty; its first line must name the columns (.+)\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is empty. Its first line must name the columns %2."),
    ),
    (
        r"(.+) is not UTF-8 text; save it as CSV in UTF-8\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is not UTF-8 text. Save it as CSV in UTF-8."),
    ),
    (
        r"(.+) lacks the columns (.+); its first line must name them, separated by a comma\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 lacks the columns %2. Its first line must name them, separated by a comma.",
        ),
    ),
    (
        r"(.+) has the rating “(.*)”; it must be 0 to 5\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 has the rating “%2”. It must be 0 to 5."),
    ),
    (
        r"(.+) has the source “(.*)”; it must be one of (.+)\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 has the source “%2”. It must be one of %3."),
    ),
    (
        r"(.+) has the weight “(.*)”; it must be a number above 0\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 has the weight “%2”. It must be a number above 0."),
    ),
    (
        r"(.+) holds no COCO captions; it must look like (.+)\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 holds no COCO captions. It must look like %2."),
    ),
    (
        r"(.+) is not JSON; save it as COCO captions\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is not JSON. Save it as COCO captions."),
    ),
    (
        r"(.+) is neither a \.csv nor a \.json file nor a folder; choose one of these\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is neither a .csv nor a .json file nor a folder. Choose one of these.",
        ),
    ),
    (
        r"(.+) is neither a \.csv nor a \.json file; choose one of these\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is neither a .csv nor a .json file. Choose one of these.",
        ),
    ),
    (
        r"(.+) is not UTF-8 text; save it as UTF-8\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is not UTF-8 text. Save it as UTF-8."),
    ),
    (
        r"(.+) cannot be read \((.+)\); check its name and that you may open it\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 cannot be read (%2). Check its name and that you may open it.",
        ),
    ),
    (
        r"(.+) cannot be read \((.+)\)\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 cannot be read (%2)."),
    ),
    (
        r"The text beside (.+) cannot be written \((.+)\)\.",
        QT_TRANSLATE_NOOP("Sentences", "The text beside %1 cannot be written (%2)."),
    ),
    (
        r"The copy (.+) cannot be written \((.+)\); choose another place\.",
        QT_TRANSLATE_NOOP("Sentences", "The copy %1 cannot be written (%2). Choose another place."),
    ),
    (
        r"(.+) cannot be written \((.+)\); choose another place\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 cannot be written (%2). Choose another place."),
    ),
    (
        r"The copy (.+) cannot be put into (.+) \((.+)\); free some space or make the folder "
        r"writable, then try again\. Nothing is lost\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The copy %1 cannot be put into %2 (%3). Free some space or make the folder writable, "
            "then try again. Nothing is lost.",
        ),
    ),
    (
        r"The copy (.+) cannot be read \((.+)\); check its name and its disk\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The copy %1 cannot be read (%2). Check its name and its disk.",
        ),
    ),
    (
        r"(.+) is damaged or no saved copy of a library; choose another copy\. Nothing was "
        r"changed\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is damaged or no saved copy of a library. Choose another copy. Nothing was "
            "changed.",
        ),
    ),
    (
        r"(.+) lies in the folder of the library itself; choose another place\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 lies in the folder of the library itself. Choose another place."
        ),
    ),
    (
        r"(.+) is there already and is no saved copy of a library; choose another name\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is there already and is no saved copy of a library. Choose another name.",
        ),
    ),
    (
        r"(.+) is there already and is no text; choose another name\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is there already and is no text. Choose another name."),
    ),
    (
        r"(.+) is not connected\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is not connected."),
    ),
    (
        r"Another program keeps changing (.+): close it there, then write again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Another program keeps changing %1. Close it there, then write again.",
        ),
    ),
    (
        r"The sidecar (.+) cannot be read: check its permissions and its disk\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The sidecar %1 cannot be read. Check its permissions and its disk.",
        ),
    ),
    (
        r"(.+) is no sidecar: move it elsewhere\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is no sidecar. Move it elsewhere."),
    ),
    (
        r"The sidecar (.+) is damaged and was left as it is: move it away, then write again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The sidecar %1 is damaged and was left as it is. Move it away, then write again.",
        ),
    ),
    (
        r"(.+) may not be written: make the file and its folder writable, then write again; your "
        r"changes are kept in the library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 may not be written. Your changes are kept in the library. Make the file and its "
            "folder writable, then write again.",
        ),
    ),
    (
        r"There is no space left for (.+): free some, then write again; your changes are kept in "
        r"the library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "There is no space left for %1. Your changes are kept in the library. Free some "
            "space, then write again.",
        ),
    ),
    (
        r"The name of (.+) is too long for a sidecar: rename the photo; your changes are kept in "
        r"the library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The name of %1 is too long for a sidecar. Your changes are kept in the library. "
            "Rename the photo.",
        ),
    ),
    (
        r"(.+) is not there: connect its drive or relink its folder, then write again; your "
        r"changes are kept in the library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is not there. Your changes are kept in the library. Connect its drive or relink "
            "its folder, then write again.",
        ),
    ),
    (
        r"The disk could not take (.+): check the disk and its connection, then write again; your "
        r"changes are kept in the library\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The disk could not take %1. Your changes are kept in the library. Check the disk and "
            "its connection, then write again.",
        ),
    ),
)
