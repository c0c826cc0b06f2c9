"""The words of the settings in the user's language.

The schemas speak English. All their words stand here, so that lupdate finds them; a test finds
those that are missing.
"""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
WORDS: Final[tuple[Any, ...]] = (
    # engine.settings.Settings
    QT_TRANSLATE_NOOP("Settings", "Reading processes"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "How many photos are read at once while importing; 0 means one per core.",
    ),
    QT_TRANSLATE_NOOP("Settings", "One per core"),
    QT_TRANSLATE_NOOP("Settings", "Longest time for one photo"),
    QT_TRANSLATE_NOOP("Settings", "Seconds after which a photo that cannot be read is given up."),
    QT_TRANSLATE_NOOP("Settings", "s"),
    QT_TRANSLATE_NOOP("Settings", "Most memory for one photo"),
    QT_TRANSLATE_NOOP("Settings", "Megabytes that reading one photo may take."),
    QT_TRANSLATE_NOOP("Settings", "MB"),
    QT_TRANSLATE_NOOP("Settings", "Photos per step"),
    QT_TRANSLATE_NOOP("Settings", "How many photos are encoded and saved at once while importing."),
    QT_TRANSLATE_NOOP("Settings", "Length of look-alike codes"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Longer codes tell look-alikes apart better and take more room. They are made again when "
        "you next ask for look-alikes; a version that you adopted keeps its own.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Write sidecars"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "After each edit, labels, stars and captions are also written to an .xmp file beside "
        "the photo, for other programs. Photos are never changed.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Files and folders to skip"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "One pattern a line, as in a .gitignore file; a file .imgtextignore in a folder that you "
        "added holds patterns for it alone.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Weight of captions from a collection"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "How much learning trusts a caption that was taken over from a matching picture without "
        "your review. Your own captions weigh 1.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Weight of captions that a program wrote"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "How much learning trusts a caption that a captioner wrote and that you have not reviewed. "
        "Your own captions weigh 1.",
    ),
    # WindowSettings
    QT_TRANSLATE_NOOP("Settings", "Language"),
    QT_TRANSLATE_NOOP("Settings", "Counts from the next start on."),
    QT_TRANSLATE_NOOP("Settings", "Sort photos by"),
    QT_TRANSLATE_NOOP("Settings", "How the library is shown while nothing is searched for."),
    QT_TRANSLATE_NOOP("Settings", "Newest or largest first"),
    QT_TRANSLATE_NOOP("Settings", "Off: the oldest, the smallest or the first letter comes first."),
    QT_TRANSLATE_NOOP("Settings", "Motion"),
    QT_TRANSLATE_NOOP("Settings", "Photos fade in as they come. Off: nothing moves by itself."),
    QT_TRANSLATE_NOOP("Settings", "Appearance"),
    QT_TRANSLATE_NOOP("Settings", "Light, dark, or as the system is at the moment."),
    QT_TRANSLATE_NOOP("Settings", "Size of the photos in the grid"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "The smallest side of a photo; the slider above the grid changes it as well.",
    ),
    QT_TRANSLATE_NOOP("Settings", "px"),
)

# The choices of a setting, by their values; the name of a language is never translated.
CHOICES: Final[dict[str, Any]] = {
    "system": QT_TRANSLATE_NOOP("Settings", "As the system"),
    "light": QT_TRANSLATE_NOOP("Settings", "Light"),
    "dark": QT_TRANSLATE_NOOP("Settings", "Dark"),
    "date": QT_TRANSLATE_NOOP("Settings", "Date"),
    "name": QT_TRANSLATE_NOOP("Settings", "Name"),
    "folder": QT_TRANSLATE_NOOP("Settings", "Folder"),
    "size": QT_TRANSLATE_NOOP("Settings", "Size"),
    "32": QT_TRANSLATE_NOOP("Settings", "32 bits"),
    "64": QT_TRANSLATE_NOOP("Settings", "64 bits"),
    "128": QT_TRANSLATE_NOOP("Settings", "128 bits"),
    "256": QT_TRANSLATE_NOOP("Settings", "256 bits"),
    "en": "English",
    "zh_CN": "简体中文",
}


def translated(text: str) -> str:
    """Return a schema's title, description or unit in the user's language."""
    return QCoreApplication.translate("Settings", text) if text else ""


def choice_text(value: str) -> str:
    """Return how a choice is called."""
    return translated(CHOICES.get(value, value))
