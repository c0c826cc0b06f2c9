"""Asks where suggested captions shall come from."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import tokens
from imgtext_desktop.actions import ignoring_argument
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.suggesting.ways import Chances, Choice, Way

_WIDTH: Final = 620
_INDENT: Final = 26
_LEAST_PERCENT: Final = 50  # below, pictures have nothing in common
_FILES: Final = "*.csv *.json *.tar"
_LISTS: Final = "*.txt *.csv *.tsv"


class SourceDialog(QDialog):
    """Offers the ways that there are; each asks only for what it needs.

    Args:
        context: The window's surroundings.
        chances: What can be chosen.
        choice: What was chosen the last time.
        parent: Its owner.

    Attributes:
        start_button: Begins.

    Signals:
        chosen: A :class:`Choice` was made.
    """

    chosen = Signal(object)

    def __init__(
        self, context: Context, chances: Chances, choice: Choice, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("suggestDialog")
        self.setWindowTitle(self.tr("Suggest captions"))
        self.setMinimumWidth(_WIDTH)
        self._theme = context.theme
        self._group = QButtonGroup(self)
        self._parts: dict[Way, _Way] = {}
        self._column = QVBoxLayout()
        self._column.setSpacing(14)
        self._add_ways(chances)
        self.start_button = QPushButton(self.tr("Suggest captions"))
        self.start_button.setObjectName("suggestStartButton")
        self.start_button.setProperty("kind", "primary")
        self.start_button.setDefault(True)
        self.start_button.setToolTip(self.tr("Nothing is kept before you have reviewed it."))
        self.start_button.clicked.connect(self._on_start)
        self._lay_out(len(chances.ids))
        wanted = self._parts.get(choice.way)
        if wanted is None or not wanted.radio.isEnabled():
            wanted = next(part for part in self._parts.values() if part.radio.isEnabled())
        self._cosine.setValue(round(100 * choice.cosine))
        self._show_cosine()
        wanted.radio.setChecked(True)
        if wanted.way is choice.way:
            wanted.field.setText(choice.place)
        self._group.idToggled.connect(lambda *_: self._on_changed())
        self._on_changed()

    def choose(self, way: Way, place: str = "") -> None:
        """Choose a way and what it needs."""
        self._parts[way].radio.setChecked(True)
        self._parts[way].field.setText(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Override: only now is it known how high the texts are."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Be as high as the texts are; ``adjustSize`` stops at two thirds of the screen."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    # -- building ---------------------------------------------------------------------------

    def _add_ways(self, chances: Chances) -> None:
        own = self._add(
            Way.OWN,
            self.tr("Written by the program, in your words"),
            chances.own_problem or self.tr("The version in use has learned from your captions."),
        )
        own.radio.setEnabled(not chances.own_problem)
        if chances.kept:
            kept = self.tr("%Ln suggestions that you kept without a review", "", chances.kept)
            self._add(Way.KEPT, kept, self.tr("Look through them now."))
        pairs = self._add(
            Way.PAIRS,
            self.tr("Taken over from matching pictures on this computer"),
            self.tr(
                "A folder with captions.csv, a COCO .json file or a WebDataset .tar file. A photo "
                "takes the texts of the picture that is like it."
            ),
            placeholder=self.tr("Folder or file"),
        )
        pairs.add_button(self.tr("Folder…"), partial(self._choose_folder, pairs))
        pairs.add_button(self.tr("File…"), partial(self._choose_file, pairs, _FILES))
        web = self._add(
            Way.WEB,
            self.tr("Taken over from matching pictures on the web"),
            self.tr(
                "A page with captioned pictures, or a list with an address, a comma and a text on "
                "each line. They are downloaded now; nothing else uses the network."
            ),
            placeholder="https://",
        )
        web.add_button(self.tr("List…"), partial(self._choose_file, web, _LISTS))
        captioner = self._add(
            Way.CAPTIONER,
            self.tr("Written by another captioner on this computer"),
            self.tr("A folder with a BLIP, GIT or ViT-GPT2 model in safetensors."),
            placeholder=self.tr("Folder"),
        )
        captioner.add_button(self.tr("Folder…"), partial(self._choose_folder, captioner))

    def _add(self, way: Way, title: str, words: str, *, placeholder: str = "") -> "_Way":
        part = _Way(self._theme.font(tokens.CAPTION), way, title, words, placeholder)
        self._group.addButton(part.radio, way.value)
        part.field.textChanged.connect(lambda _: self._on_changed())
        self._parts[way] = part
        self._column.addWidget(part)
        return part

    def _lay_out(self, count: int) -> None:
        theme = self._theme
        title = text_label(
            self.tr("Captions for %Ln photos", "", count), theme.font(tokens.TITLE), wraps=True
        )
        self._cosine = QSlider(Qt.Orientation.Horizontal)
        self._cosine.setObjectName("thresholdSlider")
        self._cosine.setRange(_LEAST_PERCENT, 100)
        self._cosine.setPageStep(5)
        self._cosine.setFixedWidth(180)
        self._shown_cosine = text_label("", theme.font(tokens.BODY))
        self._shown_cosine.setProperty("strong", True)
        self._cosine.valueChanged.connect(self._show_cosine)
        name = self.tr("How alike two pictures must be")
        self._cosine.setAccessibleName(name)
        self._cosine.setToolTip(name)
        self._threshold = QWidget()
        row = QHBoxLayout(self._threshold)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(text_label(name, theme.font(tokens.BODY)))
        row.addWidget(self._cosine)
        row.addWidget(self._shown_cosine)
        row.addWidget(
            text_label(
                self.tr("1 is the same picture. Copies always match."),
                theme.font(tokens.CAPTION),
                role="secondary",
                wraps=True,
            ),
            1,
        )
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setToolTip(self.tr("Cancel (Esc)"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.start_button)
        line = QFrame()
        line.setFixedHeight(1)
        line.setProperty("role", "line")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(16)
        layout.addWidget(title)
        layout.addLayout(self._column)
        layout.addWidget(self._threshold)
        layout.addWidget(line)
        layout.addLayout(buttons)

    # -- what the user does -----------------------------------------------------------------

    @property
    def _part(self) -> "_Way":
        return self._parts[Way(self._group.checkedId())]

    def _show_cosine(self) -> None:
        self._shown_cosine.setText(self.locale().toString(self._cosine.value() / 100, "f", 2))

    def _on_changed(self) -> None:
        for part in self._parts.values():
            part.show_chosen(is_chosen=part.radio.isChecked())
        part = self._part
        self._threshold.setVisible(part.way in (Way.PAIRS, Way.WEB))
        needs_place = part.way not in (Way.OWN, Way.KEPT)
        self.start_button.setEnabled(bool(part.field.text().strip()) or not needs_place)
        texts = {
            Way.WEB: self.tr("Download and suggest"),
            Way.KEPT: self.tr("Review"),
        }
        self.start_button.setText(texts.get(part.way, self.tr("Suggest captions")))
        if self.isVisible():
            self._fit()

    def _on_start(self) -> None:
        place = self._part.field.text().strip()
        self.chosen.emit(Choice(self._part.way, place, self._cosine.value() / 100))
        self.accept()

    def _choose_folder(self, part: "_Way") -> None:
        dialog = QFileDialog(self, self.tr("Choose a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._open(dialog, part)

    def _choose_file(self, part: "_Way", kinds: str) -> None:
        dialog = QFileDialog(self, self.tr("Choose a file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Collections (%1)").replace("%1", kinds))
        self._open(dialog, part)

    def _open(self, dialog: QFileDialog, part: "_Way") -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(part.field.setText)
        dialog.open()


class _Way(QWidget):
    """One way: its button, what it is, and a field for what it needs."""

    def __init__(self, font: QFont, way: Way, title: str, words: str, placeholder: str) -> None:
        super().__init__()
        self.way = way
        self.radio = QRadioButton(title)
        self.radio.setObjectName(f"way{way.name.capitalize()}")
        self.radio.setToolTip(words)
        self.radio.setAccessibleDescription(words)
        words_label = text_label(words, font, role="secondary", wraps=True)
        self.field = QLineEdit()
        self.field.setObjectName(f"place{way.name.capitalize()}")
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(f"{title}: {placeholder}")
        self.field.setToolTip(words)
        self._place = QWidget()
        self._has_place = bool(placeholder)
        self._row = QHBoxLayout(self._place)
        self._row.setContentsMargins(_INDENT, 6, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self.field, 1)
        below = QHBoxLayout()
        below.setContentsMargins(_INDENT, 0, 0, 0)
        below.addWidget(words_label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.radio)
        column.addLayout(below)
        column.addWidget(self._place)

    def add_button(self, text: str, run: Callable[[], object]) -> None:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.setToolTip(text)
        button.clicked.connect(ignoring_argument(run))
        self._row.addWidget(button)

    def show_chosen(self, *, is_chosen: bool) -> None:
        self._place.setVisible(self._has_place and is_chosen)
