"""Which labels of a photo find room on its tile."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontMetricsF

LABEL_GAP: Final = 4.0
_PADDING: Final = 8.0
_LEAST: Final = 24.0  # less of a label says nothing


def fit_labels(
    labels: Sequence[str], room: float, metrics: QFontMetricsF
) -> list[tuple[str, float]]:
    """Return what stands on the chips and how wide they are, side by side.

    The first label is shortened where it must be; those that find no room are counted: "+2".

    Args:
        labels: All of them.
        room: Pixels for all chips.
        metrics: Of their font.
    """

    def width_of(text: str) -> float:
        return metrics.horizontalAdvance(text) + 2 * _PADDING

    for count in range(len(labels), 0, -1):
        texts = list(labels[:count])
        if count < len(labels):
            texts.append("+" + QLocale().toString(len(labels) - count))
        taken = sum(width_of(text) + LABEL_GAP for text in texts) - LABEL_GAP
        if count == 1 and taken > room:
            left = room - (taken - width_of(texts[0])) - 2 * _PADDING
            texts[0] = metrics.elidedText(texts[0], Qt.TextElideMode.ElideMiddle, left)
            if left < _LEAST:
                return []
            taken = room
        if taken <= room:
            return [(text, width_of(text)) for text in texts]
    return []
