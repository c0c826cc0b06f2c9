"""The window's settings while it runs, and how they are kept."""

from engine.errors import EngineError
from imgtext_desktop.preferences.window_settings import WindowSettings, save_window_settings


class WindowMemory:
    """Holds the settings and writes those that change.

    Attributes:
        settings: As they are now.
    """

    def __init__(self, settings: WindowSettings) -> None:
        self.settings = settings

    def remember(self, **changes: object) -> None:
        """Keep settings; a disk that refuses them is not worth a message."""
        changes = {
            name: value for name, value in changes.items() if getattr(self.settings, name) != value
        }
        if not changes:
            return
        try:
            self.settings = save_window_settings(changes)
        except EngineError:
            self.settings = self.settings.model_copy(update=changes)
