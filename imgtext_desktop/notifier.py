"""The one door for messages to the user; each is logged as well."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

logger = logging.getLogger(__name__)


class Severity(StrEnum):
    """How much a message matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Message:
    """A message.

    Attributes:
        text: One sentence or two: what is, then what to do.
        severity: How much it matters.
        action_text: What the button says, such as "Undo"; empty for no button.
        action: What the button does.
        is_undo: Whether it takes back what was done, as Ctrl+Z then does.
    """

    text: str
    severity: Severity = Severity.INFO
    action_text: str = ""
    action: Callable[[], None] | None = None
    is_undo: bool = False


class Notifier(QObject):
    """Passes messages on to whoever shows them.

    Signals:
        posted: A :class:`Message`.
    """

    posted = Signal(object)

    def post(
        self,
        text: str,
        severity: Severity = Severity.INFO,
        *,
        action_text: str = "",
        action: Callable[[], None] | None = None,
        is_undo: bool = False,
    ) -> None:
        """Show a message."""
        level = logging.INFO if severity is Severity.INFO else logging.WARNING
        logger.log(level, "%s", text)
        self.posted.emit(Message(text, severity, action_text, action, is_undo))

    def error(self, text: str) -> None:
        """Show a failure that the user can mend."""
        self.post(text, Severity.ERROR)
