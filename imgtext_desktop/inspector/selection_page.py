"""The inspector's page about many photos."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.inspector.details import MAX_PICTURES, SelectionDetails
from imgtext_desktop.inspector.facts import date_text, joined, size_text
from imgtext_desktop.inspector.inspector_page import InspectorPage
from imgtext_desktop.inspector.picture_box import PictureBox

MAX_SIMILAR = 8  # more pictures than this make no query that a person can read

_ASPECT = 93 / 141


class SelectionPage(InspectorPage):
    """Count, size, dates and a few pictures of the selected photos.

    Attributes:
        pictures: Up to four of them.
        count: How many there are.
        summary: Their size, dates and folders.
        similar_button: Searches with them; absent where they are too many.

    Signals:
        similar_requested: The button was pressed.
    """

    similar_requested = Signal()

    def _build(self) -> None:
        self.pictures = [PictureBox(self._colour, aspect=_ASPECT) for _ in range(MAX_PICTURES)]
        grid = QGridLayout()
        grid.setSpacing(6)
        for number, picture in enumerate(self.pictures):
            grid.addWidget(picture, number // 2, number % 2)
        self.count = QLabel()
        self.count.setFont(self._theme.font(tokens.SUBTITLE))
        self.count.setWordWrap(True)
        self.summary = QLabel()
        self.summary.setProperty("role", "secondary")
        self.summary.setFont(self._theme.font(tokens.CAPTION))
        self.summary.setWordWrap(True)
        self.similar_button = QPushButton(self.tr("Find more like these"))
        self.similar_button.setIconSize(QSize(26, 18))  # wider than the icon: room before the text
        self.similar_button.setToolTip(self.tr("Find more like these (S)"))
        self.similar_button.clicked.connect(self.similar_requested)
        self.column.addLayout(grid)
        self.column.addWidget(self.count)
        self.column.addWidget(self.summary)
        self.column.addSpacing(8)
        self._annotations = QVBoxLayout()
        self._annotations.setSpacing(16)
        self.column.addLayout(self._annotations)
        self.column.addWidget(self.similar_button)
        self.column.addStretch()

    def set_annotations(self, panel: QWidget) -> None:
        """Take what shows and edits what the user says of the photos."""
        line = QWidget()
        line.setFixedHeight(1)
        line.setProperty("role", "line")
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._annotations.addWidget(panel)
        self._put_into_focus_chain(panel, self.similar_button)
        self._annotations.addWidget(line)
        self._annotations.addSpacing(4)

    def tint(self) -> None:
        """Override: the button's icon, and the grounds of the pictures."""
        self.similar_button.setIcon(self._icon("magnifying-glass", "text"))
        for picture in self.pictures:
            picture.update()

    def show_count(self, count: int) -> None:
        """Say how many photos are selected, before more is known of them."""
        self.count.setText(self.tr("%Ln photos selected", "", count))
        self.summary.setText("")
        self.similar_button.setVisible(count <= MAX_SIMILAR)
        for number, picture in enumerate(self.pictures):
            picture.setVisible(number < count)

    def show_details(self, details: SelectionDetails) -> None:
        """Show what is known of them."""
        locale = self.locale()
        first, last = (date_text(time, locale) for time in (details.earliest_ns, details.latest_ns))
        dates = first
        if first != last:
            dates = self.tr("%1 to %2").replace("%1", first).replace("%2", last)
        folders = self.tr("%Ln folders", "", details.folders)
        self.summary.setText(joined(size_text(details.size, locale), dates, folders))
        for picture, thumbnail in zip(self.pictures, details.thumbnails, strict=False):
            picture.show_thumbnail(thumbnail)
        for picture in self.pictures[len(details.thumbnails) :]:
            picture.show_thumbnail(None)
