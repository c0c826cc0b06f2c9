"""The line above the groups while they are looked for, or once the library has changed."""

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from engine.jobs import Progress
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.engine_words.stages import stage_text
from imgtext_desktop.theme import Theme

_BAR_WIDTH = 160


class StatusLine(QWidget):
    """A sentence, how far it is, and a button.

    Attributes:
        stop_button: Stops looking.
        again_button: Looks again.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._text = text_label("", theme.font(tokens.CAPTION), role="secondary", wraps=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_WIDTH)
        self._bar.setAccessibleName(self.tr("Looking for duplicates"))
        self.stop_button = _button(self.tr("Stop"), self.tr("Stop looking; what was found stays"))
        self.again_button = _button(
            self.tr("Look again"), self.tr("Compare all photos with each other")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 0, 32, 8)
        row.setSpacing(12)
        row.addWidget(self._bar)
        row.addWidget(self._text, 1)
        row.addWidget(self.stop_button)
        row.addWidget(self.again_button)

    def show_progress(self, progress: Progress | None) -> None:
        """Show that groups are looked for."""
        total = progress.total if progress is not None else None
        self._bar.setRange(0, total or 0)
        self._bar.setValue(progress.done if progress is not None else 0)
        text = stage_text(progress.stage) if progress is not None else ""
        if progress is not None and total:
            locale = QLocale()
            amount = self.tr("%1: %2 of %3").replace("%1", text)
            amount = amount.replace("%2", locale.toString(progress.done))
            text = amount.replace("%3", locale.toString(total))
        self._show(text or self.tr("Comparing all photos"), is_busy=True)

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence, and the button to look again."""
        self._show(sentence, is_busy=False)

    def _show(self, text: str, *, is_busy: bool) -> None:
        self._text.setText(text)
        self._bar.setVisible(is_busy)
        self.stop_button.setVisible(is_busy)
        self.again_button.setVisible(not is_busy)
        self.show()


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("kind", "small")
    button.setToolTip(tip)
    return button
