"""The inspector's page about one photo."""

import os
from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engine.catalog.records import FileState
from engine.paths import printable
from imgtext_desktop import tokens
from imgtext_desktop.inspector.details import PhotoDetails
from imgtext_desktop.inspector.facts import (
    ElidedText,
    FactTable,
    joined,
    pixels_text,
    size_text,
    time_text,
)
from imgtext_desktop.inspector.picture_box import PictureBox
from imgtext_desktop.inspector.why_card import WhyCard, heading
from imgtext_desktop.theme import Theme

_MAX_COPIES = 5


class PhotoPage(QWidget):
    """Picture, name, why it matched, state and facts of a photo.

    Attributes:
        picture: Its thumbnail.
        name: Its name.
        open_button: Opens it.
        card: Why it matched; hidden where there is no query.
        state: A sentence where it is offline or waits; else hidden.
        date: Time of the file.
        dimensions: Its pixels and bytes.
        kind: Its format.
        folder: Where it lies.

    Signals:
        open_requested: The user wants to see it large.
    """

    open_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        colour: Callable[[str], QColor],
        icon: Callable[[str, str], QIcon],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self.picture = PictureBox(colour)
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
        facts = FactTable(theme)
        self.date = facts.add_text(self.tr("File date"))
        self.dimensions = facts.add_text(self.tr("Size"))
        self.kind = facts.add_text(self.tr("Format"))
        self.folder = facts.add_line(self.tr("Folder"))
        self._copies_heading = heading(theme, self.tr("The same photo is also here"))
        self._copies = QVBoxLayout()
        self._copies.setSpacing(4)
        name_row = QHBoxLayout()
        name_row.setSpacing(4)
        name_row.addWidget(self.name, 1)
        name_row.addWidget(self.open_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(self.picture)
        layout.addLayout(name_row)
        layout.addWidget(self.state)
        layout.addWidget(self.card)
        layout.addSpacing(8)
        layout.addWidget(heading(theme, self.tr("File")))
        layout.addWidget(facts)
        layout.addSpacing(8)
        layout.addWidget(self._copies_heading)
        layout.addLayout(self._copies)
        layout.addStretch()
        self.tint()

    def tint(self) -> None:
        """Take up other colours."""
        self.open_button.setIcon(self._icon("arrow-square-out", "text2"))
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
        self.date.setText(time_text(row.mtime_ns, locale))
        pixels = pixels_text(row.width, row.height, locale) if row.width else ""
        self.dimensions.setText(joined(pixels, size_text(row.size, locale)))
        self.kind.setText(row.format.upper() or self.tr("Not known yet"))
        self.folder.set_full_text(details.folder, printable(os.path.dirname(row.path)))
        self._show_copies(details.copies)

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
                widget.deleteLater()
        for path in copies[:_MAX_COPIES]:
            line = ElidedText()
            line.setFont(self.date.font())
            line.set_full_text(printable(path))
            self._copies.addWidget(line)
        if len(copies) > _MAX_COPIES:
            more = QLabel(self.tr("and %Ln more", "", len(copies) - _MAX_COPIES))
            more.setProperty("role", "secondary")
            more.setFont(self.date.font())
            self._copies.addWidget(more)
        self._copies_heading.setVisible(bool(copies))
