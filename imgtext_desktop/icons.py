"""Icons: Phosphor (MIT), drawn from the font that QtAwesome carries.

The font and its character map are read directly: importing QtAwesome costs a fifth of the start.
"""

import functools
import importlib.util
import json
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QIconEngine,
    QPainter,
    QPixmap,
)

_FONT = "phosphor-1.3.0.ttf"
_MAP = "phosphor-charmap-1.3.0.json"


def icon(name: str, colour: str, *, disabled: str | None = None) -> QIcon:
    """Return an icon that is sharp at any size.

    Args:
        name: A Phosphor name, such as ``"magnifying-glass"``.
        colour: ``#RRGGBB``.
        disabled: Colour while disabled; default the same at half strength.

    Raises:
        KeyError: There is no such icon.
    """
    return QIcon(_GlyphEngine(_glyphs()[name], QColor(colour), QColor(disabled or colour)))


def paint_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Draw an icon into a rectangle.

    Args:
        painter: Its font and pen are restored.
        name: A Phosphor name.
        rect: Where; the smaller side counts.
        colour: The colour.
    """
    painter.save()
    font = QFont(_family())
    font.setPixelSize(max(1, round(min(rect.width(), rect.height()))))
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), _glyphs()[name])
    painter.restore()


@functools.cache
def _fonts() -> Path:
    spec = importlib.util.find_spec("qtawesome")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("QtAwesome is not installed")
    return Path(spec.submodule_search_locations[0]) / "fonts"


@functools.cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(_fonts() / _FONT))
    families = QFontDatabase.applicationFontFamilies(number)
    if not families:
        raise RuntimeError(f"the icon font {_FONT} cannot be loaded")
    return families[0]


@functools.cache
def _glyphs() -> dict[str, str]:
    codes = json.loads((_fonts() / _MAP).read_text(encoding="utf-8"))
    return {name: chr(int(code, 16)) for name, code in codes.items()}


class _GlyphEngine(QIconEngine):
    def __init__(self, glyph: str, colour: QColor, disabled: QColor) -> None:
        super().__init__()
        self._glyph = glyph
        self._colour = colour
        self._disabled = disabled

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Override: draw the glyph."""
        is_disabled = mode == QIcon.Mode.Disabled
        painter.save()
        painter.setOpacity(0.5 if is_disabled else 1.0)
        font = QFont(_family())
        font.setPixelSize(max(1, min(rect.width(), rect.height())))
        painter.setFont(font)
        painter.setPen(self._disabled if is_disabled else self._colour)
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), self._glyph)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Override: a transparent pixmap with the glyph."""
        if size.isEmpty():  # asked for while a button has no room yet
            return QPixmap()
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        """Override: icons are copied with their engine."""
        return _GlyphEngine(self._glyph, self._colour, self._disabled)
