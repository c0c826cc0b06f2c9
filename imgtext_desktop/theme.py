"""Applies the tokens: palette, style sheet, fonts, icons; light, dark or as the system says."""

from enum import StrEnum
from importlib import resources
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QStyle

from imgtext_desktop import icons, tokens
from imgtext_desktop.tokens import Colours, TypeStyle


class Appearance(StrEnum):
    """What the user chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """The look of the window.

    Attributes:
        colours: The colours in force.
        allows_motion: Whether the user wants things to move, as far as the system does.

    Signals:
        changed: The colours are others; what is painted by hand paints again.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._appearance = Appearance.SYSTEM
        self.colours: Colours = tokens.LIGHT
        self.allows_motion = True
        self._base_font = QFont(QApplication.font())
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._on_scheme_changed)

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in force."""
        return self.colours is tokens.DARK

    @property
    def is_animated(self) -> bool:
        """Whether the user and the system want things to move."""
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        return self.allows_motion and QApplication.style().styleHint(hint) > 0

    def apply(self, appearance: Appearance) -> None:
        """Choose an appearance and restyle the application."""
        self.choose(appearance)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setStyleSheet(self._style_sheet())
        self.changed.emit()

    def choose(self, appearance: Appearance) -> None:
        """Choose an appearance without styling.

        At the start :meth:`apply` follows when the window is built: its widgets are styled once,
        not again with each parent that they get.
        """
        self._appearance = appearance
        scheme = QGuiApplication.styleHints().colorScheme()
        is_dark = appearance is Appearance.DARK or (
            appearance is Appearance.SYSTEM and scheme is Qt.ColorScheme.Dark
        )
        self.colours = tokens.DARK if is_dark else tokens.LIGHT
        QApplication.setPalette(self._palette())

    def colour(self, name: str) -> QColor:
        """Return a colour by its token's name."""
        return QColor(getattr(self.colours, name))

    def icon(self, name: str, token: str = "text2") -> QIcon:
        """Return a Phosphor icon in a token's colour."""
        return icons.icon(name, getattr(self.colours, token))

    def font(self, style: TypeStyle) -> QFont:
        """Return the system's font in one of the type styles, scaled from its own size."""
        font = QFont(self._base_font)
        if self._base_font.pixelSize() > 0:
            font.setPixelSize(
                round(self._base_font.pixelSize() * style.pixels / tokens.BODY_PIXELS)
            )
        else:
            points = self._base_font.pointSizeF() * style.pixels / tokens.BODY_PIXELS
            font.setPointSizeF(points)
        font.setWeight(QFont.Weight(style.weight))
        return font

    def _on_scheme_changed(self) -> None:
        if self._appearance is Appearance.SYSTEM:
            self.apply(Appearance.SYSTEM)

    def _palette(self) -> QPalette:
        palette = QPalette()
        role = QPalette.ColorRole
        for target, name in {
            role.Window: "canvas",
            role.WindowText: "text",
            role.Base: "field",
            role.AlternateBase: "panel",
            role.Text: "text",
            role.PlaceholderText: "text3",
            role.Button: "surface",
            role.ButtonText: "text",
            role.ToolTipBase: "raised",
            role.ToolTipText: "text",
            role.Highlight: "accent",
            role.HighlightedText: "on_accent",
            role.Link: "accent_text",
            role.Mid: "line",
            role.Dark: "edge",
        }.items():
            palette.setColor(target, self.colour(name))
        disabled = QPalette.ColorGroup.Disabled
        for target in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(disabled, target, self.colour("text3"))
        return palette

    def _style_sheet(self) -> str:
        folder = resources.files("resources") / "styles"
        sheets = sorted(folder.iterdir(), key=lambda sheet: sheet.name)
        text = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
        return Template(text).substitute(self.colours.as_mapping())
