"""Asks for what the grid shows: rows and pictures of the screen, then of the rows that follow."""

from typing import Final

from PySide6.QtCore import QObject, QTimer

from imgtext_desktop.grid.computed_view import ComputedGridView
from imgtext_desktop.grid.model import PhotoModel
from imgtext_desktop.grid.thumbnails import ThumbnailLoader

_ROWS_AHEAD: Final = 3
_PAUSE: Final = 80  # ms at one size before pictures of that size are made


class VisiblePictures(QObject):
    """Keeps the pictures of a view coming.

    Args:
        view: The view; owns this.
        model: Its photos.
        thumbnails: Makes their pictures.
    """

    def __init__(
        self, view: ComputedGridView, model: PhotoModel, thumbnails: ThumbnailLoader
    ) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._thumbnails = thumbnails
        self._side = 0
        self._offset = 0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._ask)
        view.view_moved.connect(self._on_view_moved)
        thumbnails.loaded.connect(self.paint_again)
        model.dataChanged.connect(self._on_rows_changed)
        model.refreshed.connect(self._on_refreshed)

    def _on_view_moved(self) -> None:
        """Ask at once, but while the size changes only after a pause."""
        is_resized = self._side not in (0, self._view.tiles.side)
        self._soon.start(_PAUSE if is_resized else 0)

    def _on_rows_changed(self) -> None:
        self._soon.start(0)

    def _on_refreshed(self) -> None:
        """Look again for what was missing: an import may have made it."""
        self._thumbnails.look_again()
        self._soon.start(0)

    def _ask(self) -> None:
        tiles, visible, offset = (
            self._view.tiles,
            self._view.visible_places,
            self._view.verticalOffset(),
        )
        ahead = tiles.columns * _ROWS_AHEAD
        if offset >= self._offset:
            following = range(visible.stop, min(visible.stop + ahead, tiles.count))
        else:
            following = range(max(0, visible.start - ahead), visible.start)
        self._offset, self._side = offset, tiles.side
        self._model.set_visible(visible, following)
        rows = map(self._model.row, self._model.ids[[*visible, *following]].tolist())
        self._thumbnails.want(
            (row for row in rows if row is not None), tiles.side, self._view.devicePixelRatioF()
        )

    def paint_again(self, hashes: set[bytes]) -> None:
        """Paint those of these contents that are on the screen."""
        for place in self._view.visible_places:
            row = self._model.row(int(self._model.ids[place]))
            if row is not None and row.content_hash in hashes:
                self._view.update_tile(place)
