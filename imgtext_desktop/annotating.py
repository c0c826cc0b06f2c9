"""Labels, captions and stars where photos are seen: joins their parts by signals."""

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMessageBox

from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.inspector.inspector import Inspector
from imgtext_desktop.labeling.annotation_panel import AnnotationPanel
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.library_page import LibraryPage
from imgtext_desktop.photo_commands import PhotoCommands
from imgtext_desktop.sidecar_writer import SidecarWriter
from imgtext_desktop.tokens import DARK, Colours
from imgtext_desktop.viewer.viewer import Viewer

_LABEL: Final = Qt.Key.Key_L
_CAPTION: Final = Qt.Key.Key_C
_YES: Final = Qt.Key.Key_Y
_NO: Final = Qt.Key.Key_N
_MOST_STARS: Final = 5


class Annotating(QObject):
    """Owns the edits of what the user says of photos.

    Args:
        context: The window's surroundings.
        page: Where many photos are seen.
        viewer: Where one is seen.
        viewer_inspector: The panel beside it.

    Attributes:
        edits: Makes the edits.
        in_library: The panels beside the grid.
        in_viewer: Those beside the viewer.

    Signals:
        inspector_wanted: The inspector beside the grid shall be seen.
    """

    inspector_wanted = Signal()

    def __init__(
        self,
        context: Context,
        *,
        page: LibraryPage,
        viewer: Viewer,
        viewer_inspector: Inspector,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._is_asking = False
        self._page = page
        self._viewer = viewer
        self.edits = Edits(context, self)
        self._sidecars = SidecarWriter(context, self)
        self.in_library = _Panels(context, self.edits, page.inspector, None, self)
        self.in_viewer = _Panels(context, self.edits, viewer_inspector, DARK, self)
        self.in_library.left.connect(page.grid.setFocus)
        self.in_viewer.left.connect(viewer.canvas.setFocus)
        self.edits.changed.connect(page.grid.photos.refresh)
        self.edits.changed.connect(self._sidecars.note)
        page.grid.photos.refreshed.connect(self._refresh_panels)
        page.grid.installEventFilter(self)
        viewer.installEventFilter(self)

    def serve(self, commands: PhotoCommands) -> None:
        """Carry out what menus ask for."""
        commands.label_requested.connect(self.label)
        commands.caption_requested.connect(self.caption)
        commands.rating_requested.connect(self.edits.rate)

    def refresh(self) -> None:
        """Show what has become known, such as of photos that have been read meanwhile."""
        for panels in (self.in_library, self.in_viewer):
            panels.inspector.refresh()

    def _refresh_panels(self) -> None:
        """Show what is said and guessed now, such as by another version."""
        for panels in (self.in_library, self.in_viewer):
            panels.one.refresh()
            panels.many.refresh()

    def label(self, ids: list[int]) -> None:
        """Let the user type a label for photos."""
        self._panel(ids).focus_label()

    def caption(self, ids: list[int]) -> None:
        """Let the user type a caption for photos."""
        self._panel(ids).focus_caption()

    def may_close(self, close: Callable[[], object]) -> bool:
        """Save what is typed and make what waits; if it cannot be stored, the user is asked.

        Args:
            close: Closes the window, once the answer is carried out.

        Returns:
            Whether all is stored, so that the window may close.
        """
        for panels in (self.in_library, self.in_viewer):
            panels.one.save_typed()
            panels.many.save_typed()
        if self._is_asking:
            return False
        why = self.edits.finish()
        if why:
            self._ask(why, close)
        return not why

    def _ask(self, why: str, close: Callable[[], object]) -> None:
        self._is_asking = True
        box = QMessageBox(self._page.window())
        box.setObjectName("closeUnstored")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(self.tr("What you entered last is not stored yet."))
        box.setInformativeText(in_user_words(why))
        again = box.addButton(self.tr("Try again"), QMessageBox.ButtonRole.AcceptRole)
        lose = box.addButton(self.tr("Close and lose it"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(self.tr("Keep the window open"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(again)
        box.setEscapeButton(stay)

        def answer() -> None:
            self._is_asking = False
            box.deleteLater()
            clicked = box.clickedButton()
            if clicked is lose:
                self.edits.give_up()
            if clicked is stay:
                self.edits.try_again()
            else:
                close()

        box.finished.connect(answer)
        box.open()

    def finish_sidecars(self) -> None:
        """Write what still waits, once no job runs any more."""
        self._sidecars.finish()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: the keys of labels, captions and stars; fields keep what is typed in them."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        ids = self._page.grid.target_ids if watched is self._page.grid else self._viewed
        if not ids:
            return False
        key = Qt.Key(event.key())
        if key == _LABEL:
            self.label(ids)
        elif key == _CAPTION:
            self.caption(ids)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_0 + _MOST_STARS:
            self.edits.rate(ids, key - Qt.Key.Key_0)
        elif key in (_YES, _NO):
            # A key that is held down would answer for photos that nobody has looked at.
            if not event.isAutoRepeat():
                self._answer(ids, is_right=key == _YES)
        else:
            return False
        return True

    def _answer(self, ids: list[int], *, is_right: bool) -> None:
        """Answer what is guessed of photos, then go to the next photo with a guess."""
        is_viewed, label = self._viewer.isVisible(), self._page.part.label
        row = self._viewer.ids if is_viewed else self._page.grid.photos.ids
        library = self._context.library

        def go_on(photo: int | None) -> None:
            still = self._viewed if is_viewed else self._page.grid.target_ids
            if photo is None or still != ids:  # the user has gone elsewhere meanwhile
                return
            if is_viewed:
                self._viewer.go_to(int(np.flatnonzero(row == photo)[0]))
            else:
                self._page.grid.set_current_id(photo)

        def answered() -> None:
            self._context.jobs.read(
                lambda: _next_guessed(library, row, ids, label), go_on, priority=8
            )

        self.edits.answer_guesses(ids, label, is_right=is_right, answered=answered)

    @property
    def _viewed(self) -> list[int]:
        return [self._viewer.current_id] if self._viewer.current_id >= 0 else []

    def _panel(self, ids: list[int]) -> AnnotationPanel:
        """Return the panel about photos, which is brought to be seen."""
        if self._viewer.isVisible():
            information = self._viewer.findChild(QAction, "viewerInfo")
            if information is not None and not information.isChecked():
                information.trigger()
            return self.in_viewer.one
        if self._page.grid.selected_ids != ids:
            self._page.grid.select_ids(ids)
        self.inspector_wanted.emit()
        return self.in_library.one if len(ids) == 1 else self.in_library.many


def _next_guessed(
    library: Library, row: npt.NDArray[np.int64], ids: list[int], label: str
) -> int | None:
    """Return the first photo of a row, after some of it, that has a guess; None if none has."""
    places = np.flatnonzero(np.isin(row, ids))
    after = row[int(places[-1]) + 1 :] if len(places) else row
    found = after[np.isin(after, library.browse.guessed_ids(label))]
    return int(found[0]) if len(found) else None


class _Panels(QObject):
    """The panels of one inspector.

    Attributes:
        inspector: Where they stand.
        one: About one photo.
        many: About several.

    Signals:
        left: Escape was pressed in one of their fields.
    """

    left = Signal()

    def __init__(
        self,
        context: Context,
        edits: Edits,
        inspector: Inspector,
        colours: Colours | None,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.inspector = inspector
        make = partial(AnnotationPanel, context, edits, colours=colours)
        self.one = make(is_rating_apart=True)
        self.many = make()
        inspector.photo_page.set_annotations(self.one, self.one.stars)
        inspector.selection_page.set_annotations(self.many)
        inspector.photos_shown.connect(self._on_photos_shown)
        for panel in (self.one, self.many):
            panel.left.connect(self.left)

    def _on_photos_shown(self, ids: list[int]) -> None:
        self.one.show_photos(ids if len(ids) == 1 else [])
        self.many.show_photos(ids if len(ids) > 1 else [])
