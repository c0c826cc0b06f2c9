"""The system's dialog that chooses pictures to search with."""

import os
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from imgtext_desktop.search.sources import FileSource, Source

_PICTURE_FILTER: Final = (
    "*.jpg *.jpeg *.png *.webp *.gif *.avif *.heic *.heif *.tif *.tiff *.bmp *.jp2 *.psd "
    "*.dng *.cr2 *.cr3 *.nef *.arw *.orf *.rw2 *.raf"
)

translate = QCoreApplication.translate


def choose_pictures(
    window: QWidget, mode: QFileDialog.FileMode, take: Callable[[Sequence[Source]], None]
) -> None:
    """Open the dialog.

    Args:
        window: Its parent.
        mode: One file or several.
        take: Gets what was chosen.
    """
    dialog = QFileDialog(window, translate("SearchBar", "Search with a picture"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(mode)
    pictures_folder = QStandardPaths.StandardLocation.PicturesLocation
    dialog.setDirectory(QStandardPaths.writableLocation(pictures_folder))
    pictures, every = translate("SearchBar", "Pictures"), translate("SearchBar", "All files (*)")
    dialog.setNameFilters([f"{pictures} ({_PICTURE_FILTER})", every])
    dialog.filesSelected.connect(
        lambda names: take([FileSource(os.fsencode(name)) for name in names])
    )
    dialog.open()
