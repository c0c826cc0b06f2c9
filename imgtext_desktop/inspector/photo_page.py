"""The inspector's page about one photo."""

import os

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engine.catalog.records import FileState
from engine.metadata.photo_metadata import PhotoMetadata
from engine.paths import printable
from imgtext_desktop import tokens
from imgtext_desktop.inspector.details import PhotoDetails
from imgtext_desktop.inspector.facts import (
    ElidedText,
    FactTable,
    camera_text,
    exposure_text,
    joined,
    pixels_text,
    place_text,
    size_text,
    taken_text,
    time_text,
)
from imgtext_desktop.inspector.inspector_page import InspectorPage
from imgtext_desktop.inspector.picture_box import PictureBox
from imgtext_desktop.inspector.why_card import WhyCard, heading

_MAX_COPIES = 5


class PhotoPage(InspectorPage):
    """Picture, name, why it matched, state and facts of a photo.

    Attributes:
        picture: Its thumbnail.
        name: Its name.
        open_button: Opens it.
        card: Why it matched; hidden where there is no query.
        state: A sentence where it is offline or waits; else hidden.
        facts: The table of what follows.
        taken: When it was taken.
        date: Time of the file, where nobody knows when it was taken.
        camera: The camera, with the focal length.
        lens: The lens.
        exposure: Time, aperture, sensitivity.
        place: Its coordinates.
        keywords: What other programs have written into it.
        description: The same as a sentence.
        dimensions: Its pixels and bytes.
        kind: Its format.
        folder: Where it lies.

    Signals:
        open_requested: The user wants to see it large.
        folder_requested: A file (path, bytes) of the same photo shall be shown in its folder.
    """

    open_requested = Signal()
    folder_requested = Signal(object)

    def _build(self) -> None:
        theme = self._theme
        self.picture = PictureBox(self._colour)
        self.name = ElidedText()
        self.name.setObjectName("inspectorName")
        self.name.setAccessibleName(self.tr("Name"))
        self.open_button = QToolButton()
        self.open_button.setObjectName("inspectorOpen")
        self.open_button.setFixedSize(QSize(tokens.HEIGHT_SMALL, tokens.HEIGHT_SMALL))
        self.open_button.setIconSize(QSize(18, 18))
        self.open_button.setToolTip(self.tr("Open (Enter)"))
        self.open_button.setAccessibleName(self.tr("Open"))
        self.open_button.clicked.connect(self.open_requested)
        self.card = WhyCard(theme)
        self.state = QLabel()
        self.state.setObjectName("inspectorState")
        self.state.setWordWrap(True)
        self._annotations = QVBoxLayout()
        self._annotations.setContentsMargins(0, 0, 0, 8)
        self.facts = FactTable(theme)
        self._add_facts()
        self._copies_heading = heading(theme, self.tr("The same photo is also here"))
        self._copies = QVBoxLayout()
        self._copies.setSpacing(4)
        name_row = QHBoxLayout()
        name_row.setSpacing(4)
        name_row.addWidget(self.name, 1)
        name_row.addWidget(self.open_button)
        self.column.addWidget(self.picture)
        self.column.addLayout(name_row)
        self.column.addWidget(self.state)
        self.column.addWidget(self.card)
        self.column.addSpacing(8)
        self.column.addLayout(self._annotations)
        self.column.addWidget(heading(theme, self.tr("File")))
        self.column.addWidget(self.facts)
        self.column.addSpacing(8)
        self.column.addWidget(self._copies_heading)
        self.column.addLayout(self._copies)
        self.column.addStretch()

    def set_annotations(self, panel: QWidget, rating: QWidget) -> None:
        """Take what shows and edits what the user says of the photo.

        Args:
            panel: Its labels and captions.
            rating: Its stars.
        """
        self._annotations.addWidget(panel)
        self._rating.addWidget(rating)
        self._put_into_focus_chain(panel, self.place)
        self.facts.show_row(self._rating_box, is_shown=True)

    def _add_facts(self) -> None:
        facts = self.facts
        self._rating = QVBoxLayout()
        self._rating.setContentsMargins(0, 0, 0, 0)
        self._rating_box = QWidget()
        self._rating_box.setLayout(self._rating)
        facts.add_widget(self.tr("Rating"), self._rating_box)
        facts.show_row(self._rating_box, is_shown=False)
        self.taken = facts.add_text(self.tr("Taken"))
        self.date = facts.add_text(self.tr("File date"))
        self.camera = facts.add_text(self.tr("Camera"))
        self.lens = facts.add_text(self.tr("Lens"))
        self.exposure = facts.add_text(self.tr("Exposure"))
        self.place = facts.add_line(self.tr("Place"))
        self.keywords = facts.add_text(self.tr("Keywords"))
        self.description = facts.add_text(self.tr("Description"))
        self.dimensions = facts.add_text(self.tr("Size"))
        self.kind = facts.add_text(self.tr("Format"))
        self.folder = facts.add_line(self.tr("Folder"))

    def tint(self) -> None:
        """Override: the icons, and the ground of the picture."""
        self.open_button.setIcon(self._icon("arrow-square-out", "text2"))
        for button in self.findChildren(QToolButton, "copyFolder"):
            button.setIcon(self._icon("folder-open", "text2"))
        self.picture.update()

    def show_details(self, details: PhotoDetails) -> None:
        """Show a photo."""
        row = details.row
        locale = self.locale()
        self.picture.show_thumbnail(details.thumbnail)
        name = printable(os.path.basename(row.path))
        self.picture.setAccessibleName(name)
        self.name.set_full_text(name)
        self._tell_state(details)
        self._show_metadata(details.metadata, time_text(row.mtime_ns, locale))
        pixels = pixels_text(row.width, row.height, locale) if row.width else ""
        self.dimensions.setText(joined(pixels, size_text(row.size, locale)))
        self.kind.setText(row.format.upper() or self.tr("Not known yet"))
        self.folder.set_full_text(details.folder, printable(os.path.dirname(row.path)))
        self._show_copies(details.copies)

    def _show_metadata(self, metadata: PhotoMetadata, file_time: str) -> None:
        show, locale = self.facts.show_text, self.locale()
        taken = taken_text(metadata.taken, locale) if metadata.taken else ""
        show(self.taken, taken)
        unknown = self.tr("%1 (no capture date)").replace("%1", file_time)
        show(self.date, "" if taken else unknown)
        show(self.camera, camera_text(metadata))
        show(self.lens, metadata.lens or "")
        show(self.exposure, exposure_text(metadata))
        show(self.place, place_text(metadata))
        show(self.keywords, self.tr(", ").join(metadata.keywords))
        show(self.description, metadata.description or metadata.title or "")

    def _tell_state(self, details: PhotoDetails) -> None:
        sentence = ""
        if details.row.state is FileState.OFFLINE:
            sentence = self.tr(
                '"%1" is not connected. You can still search its photos. Nothing was removed.'
            ).replace("%1", details.root_name)
        elif details.row.state is FileState.PENDING:
            sentence = self.tr("Not searchable yet: this photo waits to be read.")
        self.state.setText(sentence)
        self.state.setVisible(bool(sentence))

    def _show_copies(self, copies: tuple[bytes, ...]) -> None:
        while (item := self._copies.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for path in copies[:_MAX_COPIES]:
            self._copies.addWidget(self._make_copy(path))
        if len(copies) > _MAX_COPIES:
            more = QLabel(self.tr("and %Ln more", "", len(copies) - _MAX_COPIES))
            more.setProperty("role", "secondary")
            more.setFont(self.date.font())
            self._copies.addWidget(more)
        self._copies_heading.setVisible(bool(copies))

    def _make_copy(self, path: bytes) -> QWidget:
        """Return a line with the path of another file, and a button to its folder."""
        shown = printable(path)
        line = ElidedText()
        line.setFont(self.date.font())
        line.set_full_text(shown)
        line.setAccessibleName(self.tr("The same photo"))
        button = QToolButton()
        button.setObjectName("copyFolder")
        button.setFixedSize(QSize(tokens.HEIGHT_SMALL, tokens.HEIGHT_SMALL))
        button.setIconSize(QSize(18, 18))
        button.setIcon(self._icon("folder-open", "text2"))
        button.setToolTip(self.tr("Show in folder"))
        button.setAccessibleName(self.tr("Show %1 in folder").replace("%1", shown))
        button.clicked.connect(lambda: self.folder_requested.emit(path))
        copy = QWidget()
        row = QHBoxLayout(copy)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(line, 1)
        row.addWidget(button)
        return copy
