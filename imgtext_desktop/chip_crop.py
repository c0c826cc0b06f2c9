"""Joins the search box and the part chooser: a chip's picture gives way to a part of it."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from imgtext_desktop.search.picture import QueryPicture
from imgtext_desktop.search.search_bar import SearchBar
from imgtext_desktop.search.sources import ImageSource
from imgtext_desktop.viewer.part_chooser import PartChooser


class ChipCrop(QObject):
    """Lets the user cut a part out of a picture of the query.

    Args:
        bar: The search box.
        chooser: Marks the part.

    Signals:
        started: The chooser shall be shown.
        ended: The search box shall be shown again.
    """

    started = Signal()
    ended = Signal()

    def __init__(self, bar: SearchBar, chooser: PartChooser) -> None:
        super().__init__(chooser)
        self._bar = bar
        self._chooser = chooser
        self._picture: QueryPicture | None = None
        bar.crop_requested.connect(self._on_requested)
        chooser.part_chosen.connect(self._on_chosen)
        chooser.closed.connect(self._end)

    def _on_requested(self, picture: QueryPicture) -> None:
        self._picture = picture
        self.started.emit()
        name = picture.label or self.tr("Pasted picture")
        self._chooser.open(path=picture.path, data=picture.original, name=name)

    def _on_chosen(self, image: QImage) -> None:
        picture = self._picture
        self._end()
        if picture is None:
            return
        label = picture.label
        if picture.path is not None:  # else it has no name, or is a part already
            label = self.tr("Part of %1").replace("%1", label)
        self._bar.replace_picture(picture, ImageSource(image, label))

    def _end(self) -> None:
        self._picture = None
        self.ended.emit()
        self._bar.edit.setFocus()
