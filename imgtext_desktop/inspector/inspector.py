"""The panel beside the photos: what is known of those that are selected."""

from collections.abc import Callable, Sequence
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
        copies: Returns the paths of all files with a content (its id), called in a worker; None
            leaves them out.
        parent: The parent widget.

    Attributes:
        photo_page: The page about one photo.
        selection_page: The page about many.
        hint: What is said where there is nothing to show.

    Signals:
        open_requested: Id of the photo to be shown large.
        similar_requested: Ids of photos to search with.
    """

    open_requested = Signal(int)
    similar_requested = Signal(list)

    def __init__(
        self,
        context: Context,
        *,
        colours: Colours | None = None,
        copies: Callable[[int], Sequence[bytes]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName(self.tr("Details"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(tokens.INSPECTOR_WIDTH)
        self._context = context
        self._colours = colours
        self._copies = copies
        self._channel = f"inspector-{id(self)}"
        self._ids: list[int] = []
        self._shown_id = -1
        self._hit: tuple[int, float] | None = None
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
        for page in (self.hint, _scrolled(self.photo_page), _scrolled(self.selection_page)):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.addWidget(self._pages)
        self.photo_page.open_requested.connect(lambda: self.open_requested.emit(self._shown_id))
        self.selection_page.similar_requested.connect(
            lambda: self.similar_requested.emit(list(self._ids))
        )
        theme.changed.connect(self._on_theme_changed)
        self.destroyed.connect(partial(context.jobs.drop, self._channel))

    @property
    def shown_id(self) -> int:
        """The one photo that is shown; -1 for none or many."""
        return self._shown_id

    def set_selection(self, ids: Sequence[int]) -> None:
        """Show these photos; forgets what :meth:`set_hit` said."""
        self._ids = [int(file_id) for file_id in ids]
        self._hit = None
        self.refresh()

    def set_hit(self, rank: int, score: float) -> None:
        """Say why the one selected photo was found.

        Args:
            rank: Its place among the hits, from 1.
            score: Its cosine with the query.
        """
        self._hit = (rank, score)
        if self._ids == [self._shown_id]:
            self._show_hit()

    def refresh(self) -> None:
        """Read again what is shown, after the library has changed."""
        self._serial += 1
        self._context.jobs.drop(self._channel)
        self._is_stale = not self.isVisible()
        if not self._ids:
            self._show_hint(self.tr("Select a photo to see what is known of it."))
        elif not self._is_stale:
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
                partial(load_photo, library, self._ids[0], side=side, copies=self._copies),
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
