"""The left side of the window: library, pages, folders, labels, what runs."""

from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import icons, tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.activity.log import ActivityLog
from imgtext_desktop.activity.strip import ActivityStrip
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.labeling.label_list import LabelList
from imgtext_desktop.roots.root_list import RootList

_ICON, _RAIL_ICON = 18, 20


class Sidebar(QWidget):
    """Brand, page buttons, folders, labels and the activity strip; or a rail of their icons.

    Attributes:
        root_list: The folders; not on the rail.
        label_list: The labels; not on the rail.
        folders_button: Stands for both on the rail.
        strip: What runs.

    Signals:
        folders_requested: The folders shall be shown, where there is only the rail.
    """

    folders_requested = Signal()

    def __init__(self, context: Context, log: ActivityLog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._context = context
        self._is_compact = False
        self._pages: list[PageButton] = []
        self.root_list = RootList(context)
        self.label_list = LabelList(context)
        self.strip = ActivityStrip(context, log)
        self._page_column = QVBoxLayout()
        self._page_column.setContentsMargins(8, 0, 8, 0)
        self._page_column.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._brand = _Brand(context)
        self._line = QWidget()
        self._line.setFixedHeight(1)
        self._line.setProperty("role", "line")
        self._line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.folders_button = self._make_folders_button()
        rail = QVBoxLayout()
        rail.setContentsMargins(12, 0, 12, 0)
        rail.setSpacing(12)
        rail.addWidget(self._line)
        rail.addWidget(self.folders_button)
        layout.addWidget(self._brand)
        layout.addLayout(self._page_column)
        layout.addSpacing(16)
        layout.addLayout(rail)
        layout.addWidget(self.root_list)
        layout.addSpacing(16)
        layout.addWidget(self.label_list)
        layout.addStretch(1)
        layout.addWidget(self.strip)
        context.theme.changed.connect(self._retint)
        self.set_compact(False)

    def set_compact(self, is_compact: bool) -> None:
        """Become a rail of icons, or whole again."""
        self._is_compact = is_compact
        self.setFixedWidth(tokens.RAIL_WIDTH if is_compact else tokens.SIDEBAR_WIDTH)
        self._brand.set_compact(is_compact)
        side = 12 if is_compact else 8
        self._page_column.setContentsMargins(side, 0, side, 0)
        self._page_column.setSpacing(4 if is_compact else 0)
        for page in self._pages:
            page.set_compact(is_compact)
        for widget in (self._line, self.folders_button):
            widget.setVisible(is_compact)
        for whole in (self.root_list, self.label_list):
            whole.setVisible(not is_compact)
        self.strip.set_compact(is_compact)

    def refresh(self) -> None:
        """Read folders and labels anew."""
        self.root_list.refresh()
        self.label_list.refresh()

    def add_page(self, action: QAction, icon: str) -> "PageButton":
        """Add a button for a page.

        Args:
            action: Shows the page; checkable.
            icon: A Phosphor name.
        """
        button = PageButton(self._context, action, icon)
        button.set_compact(self._is_compact)
        self._pages.append(button)
        self._page_column.addWidget(button)
        return button

    def _make_folders_button(self) -> QPushButton:
        button = QPushButton()
        button.setProperty("kind", "page")
        button.setProperty("compact", True)
        button.setIconSize(QSize(_RAIL_ICON, _RAIL_ICON))
        button.setIcon(self._context.theme.icon("folder"))
        button.setAccessibleName(self.tr("Folders"))
        button.setToolTip(with_keys(self.tr("Folders"), QKeySequence("Ctrl+B")))
        button.clicked.connect(self.folders_requested)
        return button

    def _retint(self) -> None:
        self.folders_button.setIcon(self._context.theme.icon("folder"))
        for page in self._pages:
            page.retint()


class PageButton(QPushButton):
    """A row that goes to a page, with a badge for a number."""

    def __init__(self, context: Context, action: QAction, icon: str) -> None:
        super().__init__()
        self.setProperty("kind", "page")
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setToolTip(action.toolTip())
        self.setAccessibleName(action.text())
        self._text = f"  {action.text()}"
        self._context = context
        self._icon = icon
        self._badge = QLabel(self)
        self._badge.setProperty("role", "badge")
        self._badge.setFont(context.theme.font(tokens.MICRO))
        self._badge.hide()
        self._row = QHBoxLayout(self)
        self._row.addStretch(1)
        self._row.addWidget(self._badge)
        self.clicked.connect(action.trigger)
        self.toggled.connect(self.retint)
        self.set_compact(False)
        self.retint()

    def set_compact(self, is_compact: bool) -> None:
        """Show the icon alone, the number at its corner; or the page's name as well."""
        side = _RAIL_ICON if is_compact else _ICON
        self.setIconSize(QSize(side, side))
        self.setText("" if is_compact else self._text)
        for widget in (self, self._badge):
            widget.setProperty("compact", is_compact)
            widget.style().polish(widget)
        QApplication.sendEvent(self._badge, QEvent(QEvent.Type.StyleChange))  # its size follows
        top, middle = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter
        self._row.setContentsMargins(0 if is_compact else 10, 0, 0 if is_compact else 10, 0)
        self._row.setAlignment(self._badge, top if is_compact else middle)

    def set_badge(self, count: int, accessible: str, *, is_calm: bool = False) -> None:
        """Show a number beside the page's name; 0 for none.

        Args:
            count: The number.
            accessible: What it says, in words.
            is_calm: Whether it is no matter of concern.
        """
        self._badge.setText(badge_text(count))
        if self._badge.property("calm") != is_calm:
            self._badge.setProperty("calm", is_calm)
            self._badge.style().polish(self._badge)
        self._badge.setVisible(count > 0)
        self.setAccessibleDescription(accessible if count else "")

    def retint(self) -> None:
        """Take the theme's colours."""
        token = "accent_text" if self.isChecked() else "text2"
        self.setIcon(self._context.theme.icon(self._icon, token))


class _Brand(QWidget):
    """The program's sign, its name, and the library's."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        theme = context.theme
        name = text_label("imgtext", theme.font(tokens.TypeStyle(13, 600)))
        library = ElidedLabel(library_name(context.library.folder))
        library.setFont(theme.font(tokens.CAPTION))
        library.setProperty("role", "secondary")
        library.setToolTip(str(context.library.folder))
        self._words = QWidget()
        words = QVBoxLayout(self._words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(0)
        words.addWidget(name)
        words.addWidget(library)
        self._sign = _Sign(context)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 16, 18, 18)
        row.setSpacing(10)
        row.addWidget(self._sign)
        row.addWidget(self._words, 1)
        self._path = str(context.library.folder)

    def set_compact(self, is_compact: bool) -> None:
        """Show the sign alone, or the names as well."""
        self._words.setVisible(not is_compact)
        self._sign.setToolTip(self._path if is_compact else "")


class _Sign(QWidget):
    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setFixedSize(28, 28)
        self._theme = context.theme
        context.theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: a rounded square with a picture in it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.accent))
        painter.drawRoundedRect(self.rect(), 7, 7)
        icons.paint_icon(
            painter,
            "image",
            QRectF(self.rect()).adjusted(5, 5, -5, -5),
            QColor(self._theme.colours.on_accent),
        )
        painter.end()


def badge_text(count: int) -> str:
    """Return a number that fits a badge: 9,999, then 12k, then 1.2M."""
    locale = QLocale()
    if count < 10_000:
        return locale.toString(count)
    if count < 1_000_000:
        return f"{locale.toString(count // 1000)}k"
    return f"{locale.toString(count // 100_000 / 10, 'f', 1)}M"


def library_name(folder: Path) -> str:
    """Return what a library is called: its folder's name."""
    return folder.name or str(folder)
