"""Groups and files in words."""

import os
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from engine.catalog.records import Root
from engine.catalog.roots import is_inside
from engine.paths import printable
from engine.search.duplicates import Copy, Group
from imgtext_desktop.duplicates.marks import Mark, Refusal

_SEPARATOR = " · "

translate = QCoreApplication.translate


def size_text(size: int) -> str:
    """Return a number of bytes in words."""
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def name_text(copy: Copy) -> str:
    """Return a file's name."""
    return printable(os.path.basename(copy.file.path))


def folder_text(copy: Copy, roots: Sequence[Root]) -> str:
    """Return a file's folder as shown: the root's name and the way from there."""
    folder = os.path.dirname(copy.file.path)
    around = [root.path for root in roots if is_inside(folder, root.path)]
    if not around:
        return printable(folder)
    root = max(around, key=len)
    return printable(os.path.relpath(folder, os.path.dirname(root)))


def facts_text(copy: Copy) -> str:
    """Return the size in pixels, and the day of the file's last change."""
    locale = QLocale()
    pixels = f"{locale.toString(copy.file.width)} × {locale.toString(copy.file.height)}"
    day = QDateTime.fromMSecsSinceEpoch(copy.file.mtime_ns // 1_000_000).date()
    pattern = translate("Duplicates", "d MMM yyyy", "a date as QLocale.toString takes it")
    return joined(pixels, locale.toString(day, pattern))


def difference_text(group: Group, copy: Copy) -> str:
    """Return what else sets a file apart from the first of its group; may be empty."""
    first = group.copies[0].file
    is_turned = copy.orientation not in {1, 2}
    has_formats = any(other.file.format != first.format for other in group.copies)
    is_twin = copy is not group.copies[0] and copy.is_equal and not group.is_equal
    return joined(
        copy.file.format.upper() if has_formats else "",
        translate("Duplicates", "turned") if is_turned else "",
        translate("Duplicates", "mirrored") if copy.is_mirrored else "",
        translate("Duplicates", "identical to the first") if is_twin else "",
        links_text(copy),
    )


def has_difference(group: Group) -> bool:
    """Tell whether :func:`difference_text` says something of one of the files."""
    first, is_equal = group.copies[0], group.is_equal
    return any(
        copy.orientation != 1
        or copy.file.format != first.file.format
        or bool(copy.links)
        or (copy is not first and copy.is_equal and not is_equal)
        for copy in group.copies
    )


def links_text(copy: Copy) -> str:
    """Return that a file has other names; may be empty."""
    return translate("Duplicates", "has other names") if copy.links else ""


def kind_text(group: Group) -> str:
    """Return what makes the files of a group the same."""
    if group.is_equal:
        return translate("Duplicates", "identical files")
    return translate("Duplicates", "same picture, resized or re-saved")


def mark_text(mark: Mark | None) -> str:
    """Return what a mark is called."""
    if mark is None:
        return translate("Duplicates", "Not marked")
    return {
        Mark.KEEP: translate("Duplicates", "Keep"),
        Mark.TRASH: translate("Duplicates", "Trash"),
    }[mark]


def refusal_text(refusal: Refusal) -> str:
    """Return why a file cannot be marked for the trash."""
    return {
        Refusal.OFFLINE: translate(
            "Duplicates", "Its disk is not connected, so it cannot be trashed."
        ),
        Refusal.LAST: translate("Duplicates", "One photo of each group always stays."),
    }[refusal]


def spoken_text(group: Group, copy: Copy, *, folder: str, note: str) -> str:
    """Return all that a tile shows, for a screen reader; the mark comes in place of "%1"."""
    parts = (
        "%1",
        name_text(copy),
        size_text(copy.file.size),
        folder,
        facts_text(copy),
        difference_text(group, copy),
        note,
    )
    return ", ".join(part for part in parts if part)


def joined(*parts: str) -> str:
    """Join what there is to say into one line."""
    return _SEPARATOR.join(part for part in parts if part)
