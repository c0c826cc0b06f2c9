"""Look-alikes within a distance, of the photo or picture that is at hand."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from imgtext_desktop.search.query_state import Reach

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow


class LookAlikeCommands(QObject):
    """Asks for look-alikes from wherever the user is, and anew when another version answers.

    Args:
        window: The window.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        window.photo_commands.look_alikes_requested.connect(self.find)
        window.models.switched.connect(window.library_page.ask_again)

    def find(self, ids: list[int]) -> None:
        """Look for look-alikes of the first of these photos."""
        self._window.find_similar(ids[:1], reach=Reach())

    def toggle(self) -> None:
        """Look for those of the photo that has the focus; else switch the query to them and back.

        So the same key that looks for a photo's look-alikes shows all photos again.
        """
        window, page = self._window, self._window.library_page
        state = page.search_bar.state
        ids = page.grid.target_ids if page.grid.hasFocus() else []
        if window.viewer.isVisible():
            self.find([window.viewer.current_id])
        elif ids:
            self.find(ids)
        elif state.is_one_picture:
            window.navigation.show_library()
            page.search_bar.set_reach(Reach() if state.reach is None else None)
        else:
            window.context.notifier.post(
                self.tr("Choose a photo first; its look-alikes are shown then.")
            )
