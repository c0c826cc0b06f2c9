"""What every part of the window may use; made once, passed on, never global."""

from dataclasses import dataclass

from engine.library import Library
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.notifier import Notifier
from imgtext_desktop.theme import Theme


@dataclass(frozen=True)
class Context:
    """The window's surroundings.

    Attributes:
        library: The open library, held for writing.
        jobs: Runs all work outside the GUI thread.
        notifier: Shows messages.
        theme: Colours, fonts, icons.
    """

    library: Library
    jobs: JobRunner
    notifier: Notifier
    theme: Theme
