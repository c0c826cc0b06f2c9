"""What every part of the window may use; made once, passed on, never global."""

from dataclasses import dataclass, field

from engine.images.reader import PictureReader
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
        reader: Reads pictures that the user waits for.
    """

    library: Library
    jobs: JobRunner
    notifier: Notifier
    theme: Theme
    reader: PictureReader = field(default_factory=PictureReader)
