"""Why a photo was found, as far as that can be said yet: its rank, and how close it is."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme


class WhyCard(QFrame):
    """The rank of a hit and its cosine, or the distance of its code.

    Attributes:
        rank: Its place among the hits.
        closeness: The cosine, two digits, or the distance.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("whyCard")
        self.rank = QLabel()
        self.rank.setObjectName("whyRank")
        self.closeness = QLabel()
        self.closeness.setFont(_strong(theme))
        self._words = QLabel()
        self._words.setFont(theme.font(tokens.CAPTION))
        self._words.setWordWrap(True)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setVerticalSpacing(8)
        layout.setColumnStretch(0, 1)
        layout.addWidget(heading(theme, self.tr("Why it matched")), 0, 0)
        layout.addWidget(self.rank, 0, 1, Qt.AlignmentFlag.AlignRight)
        layout.addWidget(self._words, 1, 0)
        layout.addWidget(self.closeness, 1, 1, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def show_hit(self, rank: int, score: float, distance: int | None = None) -> None:
        """Show a hit.

        Args:
            rank: Its place among the hits, from 1.
            score: The cosine.
            distance: Bits by which its code differs, where that is what was looked for.
        """
        locale = self.locale()
        self.rank.setText(self.tr("No. %1").replace("%1", locale.toString(rank)))
        if distance is None:
            words, closeness = self.tr("Closeness to your query"), locale.toString(score, "f", 2)
            explanation = self.tr(
                "The cosine of query and photo, from −1 to 1. It compares photos of one query, not "
                "two queries."
            )
        else:
            words, closeness = self.tr("Distance from your picture"), locale.toString(distance)
            explanation = self.tr("Bits in which the codes of picture and photo differ.")
        self._words.setText(words)
        self.closeness.setText(closeness)
        for label in (self._words, self.closeness):
            label.setToolTip(explanation)
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
