"""Why a photo was found, as far as that can be said yet: its rank, and how close it is."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme


class WhyCard(QFrame):
    """The rank of a hit and its cosine.

    Attributes:
        rank: Its place among the hits.
        closeness: The cosine, two digits.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("whyCard")
        self.rank = QLabel()
        self.rank.setObjectName("whyRank")
        self.closeness = QLabel()
        self.closeness.setFont(_strong(theme))
        words = QLabel(self.tr("Closeness to your query"))
        words.setFont(theme.font(tokens.CAPTION))
        words.setWordWrap(True)
        explanation = self.tr(
            "The cosine of query and photo, from −1 to 1. It compares photos of one query, not two "
            "queries."
        )
        for label in (words, self.closeness):
            label.setToolTip(explanation)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setVerticalSpacing(8)
        layout.setColumnStretch(0, 1)
        layout.addWidget(heading(theme, self.tr("Why it matched")), 0, 0)
        layout.addWidget(self.rank, 0, 1, Qt.AlignmentFlag.AlignRight)
        layout.addWidget(words, 1, 0)
        layout.addWidget(self.closeness, 1, 1, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def show_hit(self, rank: int, score: float) -> None:
        """Show a hit.

        Args:
            rank: Its place among the hits, from 1.
            score: The cosine.
        """
        locale = self.locale()
        self.rank.setText(self.tr("No. %1").replace("%1", locale.toString(rank)))
        self.closeness.setText(locale.toString(score, "f", 2))
        self.show()


def heading(theme: Theme, text: str) -> QLabel:
    """Return the heading of a section."""
    label = QLabel(text)
    label.setProperty("role", "secondary")
    label.setFont(_strong(theme))
    label.setWordWrap(True)
    return label


def _strong(theme: Theme) -> QFont:
    return theme.font(replace(tokens.CAPTION, weight=600))
