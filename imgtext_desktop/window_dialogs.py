"""The dialogs over the window: preferences, the list of keys, all commands to type."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog

from imgtext_desktop.actions import Choice
from imgtext_desktop.key_list import key_list
from imgtext_desktop.preferences.dialog import PreferencesDialog
from imgtext_desktop.shortcuts.command_palette import CommandPalette
from imgtext_desktop.shortcuts.shortcuts_dialog import ShortcutsDialog

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow


class WindowDialogs(QObject):
    """Opens them.

    Args:
        window: The window.

    Signals:
        window_settings_changed: The user has changed settings of the window; carries them all.
        library_settings_changed: The user has changed settings of the library.
    """

    window_settings_changed = Signal(object)
    library_settings_changed = Signal()

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window

    def show_preferences(self) -> None:
        """Open the preferences."""
        dialog = PreferencesDialog(self._window.context, self._window)
        dialog.window_settings_changed.connect(self.window_settings_changed)
        dialog.library_settings_changed.connect(self.library_settings_changed)
        _open(dialog)

    def show_keys(self) -> None:
        """Open the list of keys."""
        keys = key_list(self._window.commands)
        _open(ShortcutsDialog(self._window.context, keys, self._window))

    def show_commands(self) -> None:
        """Open the list of all commands, to find one by typing and run it."""
        window = self._window
        choices = [
            Choice(action.text(), action.shortcut(), action.trigger)
            for name, action in window.actions_by_name.items()
            if name != "commands"
        ]
        ids = window.library_page.grid.selected_ids
        if ids and window.navigation.page is window.library_page:
            choices += window.photo_commands.choices(ids)
        _open(CommandPalette(window.context, choices, window))


def _open(dialog: QDialog) -> None:
    """Open a dialog that is gone once it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
