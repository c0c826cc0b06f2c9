"""Makes pictures ready in a worker and says so where one is none."""

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from engine.errors import ImageError
from engine.images.reader import PictureReader
from engine.paths import printable
from imgtext_desktop.context import Context
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.search.picture import QueryPicture
from imgtext_desktop.search.sources import DataSource, FileSource, ImageSource, Source, load

_PRIORITY = 20  # before thumbnails: somebody waits for just this


class PictureLoader(QObject):
    """Loads pictures for the search box."""

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def load(self, sources: Sequence[Source], done: Callable[[list[QueryPicture]], None]) -> None:
        """Load pictures, all at once; those that cannot be read are told to the user.

        Args:
            sources: Where they come from.
            done: Takes those that could be read, in their order, in the GUI thread; not called
                if there are none.
        """

        def finish(result: tuple[list[QueryPicture], list[tuple[str, str]]]) -> None:
            pictures, failures = result
            for label, sentence in failures:
                self._tell(label, sentence)
            if pictures:
                done(pictures)

        wanted, reader = tuple(sources), self._context.reader
        self._context.jobs.read(lambda: _load_all(wanted, reader), finish, priority=_PRIORITY)

    def _tell(self, label: str, sentence: str) -> None:
        if label:
            pattern = self.tr("“%1” cannot be searched with. %2")
            sentence = pattern.replace("%1", label).replace("%2", sentence)
        self._context.notifier.error(sentence)


def _load_all(
    sources: Sequence[Source], reader: PictureReader
) -> tuple[list[QueryPicture], list[tuple[str, str]]]:
    pictures, failures = [], []
    for source in sources:
        try:
            pictures.append(load(source, reader))
        except ImageError as error:
            failures.append((_label(source), in_user_words(str(error))))
    return pictures, failures


def _label(source: Source) -> str:
    match source:
        case FileSource(path):
            return printable(os.path.basename(path))
        case DataSource() | ImageSource():
            return source.label
    return ""
