"""The panel beside the photos: what is known of those that are selected."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.context import Context
from imgtext_desktop.inspector.details import (
    PhotoDetails,
    SelectionDetails,
    load_photo,
    load_selection,
)
from imgtext_desktop.inspector.photo_page import PhotoPage
from imgtext_desktop.inspector.selection_page import SelectionPage
from imgtext_desktop.tokens import Colours

_PRIORITY = 5
_MARGINS = 32


class Inspector(QWidget):
    """Shows one photo, many, or a hint.

    It reads only while it is shown; of several selections in a row the last one counts.

    Args:
        context: The window's surroundings.
        colours: For a place that is always dark; None follows the theme.
        parent: The parent widget.

    Attributes:
        photo_page: The page about one photo.
        selection_page: The page about many.
        hint: What is said where there is nothing to show.

    Signals:
        open_requested: Id of the photo to be shown large.
        similar_requested: Ids of photos to search with.
        folder_requested: A file (path, bytes) to be shown in its folder.
        photos_shown: Ids of the photos that it is about now, a list.
    """

    open_requested = Signal(int)
    similar_requested = Signal(list)
    folder_requested = Signal(object)
    photos_shown = Signal(list)

    def __init__(
        self,
        context: Context,
        *,
        colours: Colours | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName(self.tr("Details"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(tokens.INSPECTOR_WIDTH)
        self._context = context
        self._colours = colours
        self._channel = f"inspector-{id(self)}"
        self._ids: list[int] = []
        self._shown_id = -1
        self._hit: tuple[int, float, int | None] | None = None
        self._serial = 0
        self._is_stale = False
        theme = context.theme
        self.photo_page = PhotoPage(theme, self._colour, self._icon)
        self.selection_page = SelectionPage(theme, self._colour, self._icon)
        self.hint = QLabel(self.tr("Select a photo to see what is known of it."))
        self.hint.setProperty("role", "hint")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(32, 16, 32, 16)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        for page in (self.photo_page, self.selection_page):
            area = _scrolled(page)
            area.setAccessibleName(self.accessibleName())
            self._pages.addWidget(area)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.addWidget(self._pages)
        self.photo_page.open_requested.connect(lambda: self.open_requested.emit(self._shown_id))
        self.photo_page.folder_requested.connect(self.folder_requested)
        self.selection_page.similar_requested.connect(
            lambda: self.similar_requested.emit(list(self._ids))
        )
        theme.changed.connect(self._on_theme_changed)
        self.destroyed.connect(partial(context.jobs.drop, self._channel))

    @property
    def last_stop(self) -> QWidget:
        """The last of its controls that Tab leads to."""
        return self.selection_page.similar_button

    @property
    def shown_id(self) -> int:
        """The one photo that is shown; -1 for none or many."""
        return self._shown_id

    @property
    def ids(self) -> list[int]:
        """The photos that are selected."""
        return list(self._ids)

    def set_selection(self, ids: Sequence[int]) -> None:
        """Show these photos; forgets what :meth:`set_hit` said."""
        self._ids = [int(file_id) for file_id in ids]
        self._hit = None
        self.refresh()

    def set_hit(self, rank: int, score: float, distance: int | None = None) -> None:
        """Say why the one selected photo was found; see :meth:`WhyCard.show_hit`."""
        self._hit = (rank, score, distance)
        if self._ids == [self._shown_id]:
            self._show_hit()

    def refresh(self) -> None:
        """Read again what is shown, after the library has changed."""
        self._serial += 1
        self._context.jobs.drop(self._channel)
        self._is_stale = not self.isVisible()
        if not self._ids:
            self.photos_shown.emit([])
            self._show_hint(self.tr("Select a photo to see what is known of it."))
        elif not self._is_stale:
            self.photos_shown.emit(list(self._ids))
            self._read()

    def showEvent(self, event: QShowEvent) -> None:
        """Override: read what was selected meanwhile."""
        super().showEvent(event)
        if self._is_stale:
            self.refresh()

    def _read(self) -> None:
        library = self._context.library
        side = round((tokens.INSPECTOR_WIDTH - _MARGINS) * self.devicePixelRatioF())
        if len(self._ids) == 1:
            self._context.jobs.read(
                partial(load_photo, library, self._ids[0], side=side),
                self._on_photo_read,
                channel=self._channel,
                priority=_PRIORITY,
            )
            return
        self._shown_id = -1
        self.selection_page.show_count(len(self._ids))
        self._pages.setCurrentIndex(2)
        serial = self._serial
        self._context.jobs.read(
            partial(
                load_selection,
                library,
                list(self._ids),
                side=side // 2,
                is_wanted=lambda: self._serial == serial,
            ),
            self._on_selection_read,
            channel=self._channel,
            priority=_PRIORITY,
        )

    def _on_photo_read(self, details: PhotoDetails | None) -> None:
        if details is None:
            self._show_hint(self.tr("This photo is no longer in the library."))
            return
        self._shown_id = details.row.id
        self.photo_page.show_details(details)
        self._show_hit()
        self._pages.setCurrentIndex(1)

    def _on_selection_read(self, details: SelectionDetails | None) -> None:
        if details is None:
            self._show_hint(self.tr("These photos are no longer in the library."))
        else:
            self.selection_page.show_details(details)

    def _show_hint(self, sentence: str) -> None:
        self._shown_id = -1
        self.hint.setText(sentence)
        self._pages.setCurrentIndex(0)

    def _show_hit(self) -> None:
        if self._hit is None:
            self.photo_page.card.hide()
        else:
            self.photo_page.card.show_hit(*self._hit)

    def _colour(self, name: str) -> QColor:
        return QColor(getattr(self._colours or self._context.theme.colours, name))

    def _icon(self, name: str, token: str) -> QIcon:
        return icons.icon(name, getattr(self._colours or self._context.theme.colours, token))

    def _on_theme_changed(self) -> None:
        self.photo_page.tint()
        self.selection_page.tint()


def _scrolled(page: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.viewport().setAutoFillBackground(False)
    page.setAutoFillBackground(False)
    area.setWidget(page)
    page.setAutoFillBackground(False)  # QScrollArea sets it
    return area
