"""Why a run failed, and the way on."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.sign import Sign


class Failure(QFrame):
    """A tinted line over the page; hidden while there is nothing to say.

    Attributes:
        resume_button: Goes on with the run.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("tint", "bad")
        self._sentence = text_label("", theme.font(tokens.BODY), wraps=True)
        title = text_label(self.tr("The run did not finish"), theme.font(tokens.SUBTITLE))
        self.resume_button = QPushButton(self.tr("Resume"))
        self.resume_button.setToolTip(self.tr("Go on from the last finished round"))
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(title)
        texts.addWidget(self._sentence)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 14, 16, 14)
        row.setSpacing(16)
        row.addWidget(Sign(theme, "warning-circle-fill", "bad", 24))
        row.addLayout(texts, 1)
        row.addWidget(self.resume_button)
        self.hide()

    def show_sentence(self, sentence: str) -> None:
        """Say why; an empty sentence hides it."""
        words = in_user_words(sentence) if sentence else ""
        self._sentence.setText(words)
        self.setAccessibleName(words)
        self.setVisible(bool(sentence))
