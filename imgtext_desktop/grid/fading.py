"""Pictures that have just come fade in, once; while none does, nothing runs."""

import time
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from imgtext_desktop.theme import Theme

_SECONDS: Final = 0.15
_FRAME_MILLISECONDS: Final = 16


class Fading(QObject):
    """Knows how far the new pictures have faded in.

    Args:
        theme: Says whether anything shall move.
        parent: Its owner.
        clock: Seconds, monotonic.

    Signals:
        advanced: The hashes of contents to be painted again, a set.
    """

    advanced = Signal(object)

    def __init__(
        self, theme: Theme, parent: QObject, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._began: dict[bytes, float] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._on_frame)

    @property
    def is_running(self) -> bool:
        """Whether a picture is fading in."""
        return self._timer.isActive()

    def begin(self, hashes: Iterable[bytes]) -> None:
        """Let the pictures of these contents fade in."""
        if self._theme.is_animated:
            self._began |= dict.fromkeys(hashes, self._clock())
            if self._began:
                self._timer.start()

    def opacity(self, content_hash: bytes | None) -> float:
        """Return how much of a picture is to be seen, 0 to 1."""
        if content_hash not in self._began:
            return 1.0
        part = min(1.0, (self._clock() - self._began[content_hash]) / _SECONDS)
        return 1 - (1 - part) ** 2  # fast at first

    def _on_frame(self) -> None:
        now = self._clock()
        fading = set(self._began)
        self._began = {
            content_hash: began
            for content_hash, began in self._began.items()
            if now - began < _SECONDS
        }
        if not self._began:
            self._timer.stop()
        self.advanced.emit(fading)
