"""Image to text: which of the user's captions fit the photo; worked out only when asked for."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.jobs import Job, Progress
from engine.library import Library
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label

if TYPE_CHECKING:
    from engine.search.fitting_captions import FittingCaption
    from imgtext_desktop.jobs.activity import Activity

_SHOWN: Final = 5


class FittingList(QWidget):
    """A question, and below it the answer once it was asked.

    Args:
        context: The window's surroundings.
        icon: Returns an icon by its name and the token of its colour.

    Attributes:
        button: Asks, and puts the answer away again.

    Signals:
        added: The photo shall have this caption.
    """

    added = Signal(str)

    def __init__(self, context: Context, icon: Callable[[str, str], QIcon]) -> None:
        super().__init__()
        self._context = context
        self._icon = icon
        self._photo = -1
        self._activity: Activity | None = None
        self.button = QPushButton(self.tr("Which of my captions fit?"))
        self.button.setObjectName("fittingButton")
        self.button.setProperty("kind", "link")
        self.button.setAccessibleName(self.button.text())
        self.button.setCheckable(True)
        self.button.setToolTip(self.tr("Compare this photo with all captions of the library"))
        self.button.toggled.connect(self._on_toggled)
        self._words = text_label(
            "", context.theme.font(tokens.CAPTION), role="secondary", wraps=True
        )
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        column.addWidget(self._words)
        column.addLayout(self._rows)
        self._words.hide()

    def show_photo(self, photo: int) -> None:
        """Be about another photo, -1 for none: its question has not been asked yet."""
        if photo != self._photo:
            self._photo = photo
            self.button.setChecked(False)
        self.setVisible(photo >= 0)

    def _on_toggled(self, is_asked: bool) -> None:
        self._clear()
        if self._activity is not None:
            self._activity.cancel()
            self._activity = None
        self._words.setVisible(is_asked)
        if not is_asked:
            return
        self._words.setText(self.tr("Comparing…"))
        activity = self._activity = self._context.jobs.start(
            self.button.text(),
            partial(_find, self._context.library, self._photo),
            is_quiet=True,
        )
        activity.progressed.connect(partial(self._on_progressed, activity))
        activity.ended.connect(partial(self._on_ended, activity))

    def _on_progressed(self, activity: "Activity", progress: Progress) -> None:
        if activity is self._activity and progress.total:
            words = self.tr("Reading your captions: %1 of %2")
            words = words.replace("%1", self.locale().toString(progress.done))
            self._words.setText(words.replace("%2", self.locale().toString(progress.total)))

    def _on_ended(self, activity: "Activity") -> None:
        if activity is not self._activity:
            return
        self._activity = None
        found: Sequence[FittingCaption] | None = activity.result
        if found is None:
            self._words.setText(activity.sentence)
            return
        self._words.setText(
            self.tr("The closest ones, with their closeness from −1 to 1.")
            if found
            else self.tr("There are no captions in the library yet.")
        )
        for one in found:
            self._rows.addWidget(self._row(one))

    def _row(self, one: "FittingCaption") -> QWidget:
        theme = self._context.theme
        row = QWidget()
        row.setObjectName("fittingRow")
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        score = self.locale().toString(one.score, "f", 2)
        row.setAccessibleName(f"{one.text}: {score}")
        layout.addWidget(text_label(one.text, theme.font(tokens.BODY), wraps=True), 1)
        layout.addWidget(text_label(score, theme.font(tokens.CAPTION), role="secondary"))
        button = QToolButton()
        button.setProperty("kind", "compact")
        button.setFixedSize(QSize(24, 24))
        button.setIconSize(QSize(14, 14))
        if one.is_own:
            button.setIcon(self._icon("check", "text2"))
            button.setToolTip(self.tr("This photo has this caption"))
            button.setEnabled(False)
        else:
            button.setIcon(self._icon("plus", "text2"))
            button.setToolTip(self.tr("Add this caption to the photo"))
            button.clicked.connect(partial(self._on_added, button, one.text))
        button.setAccessibleName(f"{button.toolTip()}: {one.text}")
        layout.addWidget(button)
        return row

    def _on_added(self, button: QToolButton, text: str) -> None:
        button.setIcon(self._icon("check", "text2"))
        button.setEnabled(False)
        self.added.emit(text)

    def _clear(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()


def _find(library: Library, photo: int) -> Job["list[FittingCaption]"]:
    yield Progress("reading captions")
    contents = library.browse.content_ids([photo])
    if not contents:
        return []
    return (yield from library.fitting_captions.find(contents[0], _SHOWN))
