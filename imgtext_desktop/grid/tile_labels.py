"""The labels of a photo on its tile: the user's own, and what is guessed."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QLocale, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme

LABEL_GAP: Final = 4.0
_PADDING: Final = 8.0
_LEAST: Final = 24.0  # less of a label says nothing
_DASHES: Final = (3.0, 2.0)
_WHITE: Final = QColor(Qt.GlobalColor.white)


class TileLabel(NamedTuple):
    """A chip on a tile.

    Attributes:
        text: What stands on it.
        width: Its width, pixels.
        is_guess: Whether it was guessed and waits for an answer.
    """

    text: str
    width: float
    is_guess: bool = False


def fit_labels(
    labels: Sequence[str], room: float, metrics: QFontMetricsF, *, guesses: Sequence[str] = ()
) -> list[TileLabel]:
    """Return what stands on the chips and how wide they are, side by side.

    The first label is shortened where it must be; those that find no room are counted: "+2".

    Args:
        labels: The user's own.
        room: Pixels for all chips.
        metrics: Of their font.
        guesses: What is guessed, as it is written; these come after the user's own.
    """
    every = [*labels, *guesses]

    def width_of(text: str) -> float:
        return metrics.horizontalAdvance(text) + 2 * _PADDING

    for count in range(len(every), 0, -1):
        texts = every[:count]
        if count < len(every):
            texts.append("+" + QLocale().toString(len(every) - count))
        taken = sum(width_of(text) + LABEL_GAP for text in texts) - LABEL_GAP
        if count == 1 and taken > room:
            left = room - (taken - width_of(texts[0])) - 2 * _PADDING
            texts[0] = metrics.elidedText(texts[0], Qt.TextElideMode.ElideMiddle, left)
            if left < _LEAST:
                return []
            taken = room
        if taken <= room:
            # What is counted is a guess where no label of the user's own is among it.
            return [
                TileLabel(text, width_of(text), place >= len(labels))
                for place, text in enumerate(texts)
            ]
    return []


def paint_label(painter: QPainter, chip: QRectF, label: TileLabel, theme: Theme) -> None:
    """Paint a label: the user's own tinted, a guess dashed on dark, to be read on any photo.

    Args:
        painter: Has the font of the label.
        chip: Where.
        label: What.
        theme: Colours.
    """
    if label.is_guess:
        ground = QColor(tokens.SCRIM)
        ground.setAlphaF(tokens.SCRIM_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
        dashes = QPen(_WHITE, 1)
        dashes.setDashPattern(_DASHES)
        painter.setPen(dashes)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inside = chip.adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(inside, inside.height() / 2, inside.height() / 2)
        painter.setPen(_WHITE)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent_tint"))
        painter.drawRoundedRect(chip, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        painter.setPen(theme.colour("accent_text"))
    flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextSingleLine)
    painter.drawText(chip, flags, label.text)
