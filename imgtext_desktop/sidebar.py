"""The left side of the window: library, pages, folders, what runs."""

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.activity.log import ActivityLog
from imgtext_desktop.activity.strip import ActivityStrip
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.roots.root_list import RootList


class Sidebar(QWidget):
    """Brand, page buttons, folders and the activity strip.

    Attributes:
        root_list: The folders.
        strip: What runs.
    """

    def __init__(self, context: Context, log: ActivityLog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(tokens.SIDEBAR_WIDTH)
        self._context = context
        self._pages: list[PageButton] = []
        self.root_list = RootList(context)
        self.strip = ActivityStrip(context, log)
        self._page_column = QVBoxLayout()
        self._page_column.setContentsMargins(8, 0, 8, 0)
        self._page_column.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(_Brand(context))
        layout.addLayout(self._page_column)
        layout.addSpacing(16)
        layout.addWidget(self.root_list, 1)
        layout.addWidget(self.strip)
        context.theme.changed.connect(self._retint)

    def add_page(self, action: QAction, icon: str) -> "PageButton":
        """Add a button for a page.

        Args:
            action: Shows the page; checkable.
            icon: A Phosphor name.
        """
        button = PageButton(self._context, action, icon)
        self._pages.append(button)
        self._page_column.addWidget(button)
        return button

    def _retint(self) -> None:
        for page in self._pages:
            page.retint()


class PageButton(QPushButton):
    """A row that goes to a page, with a badge for a number."""

    def __init__(self, context: Context, action: QAction, icon: str) -> None:
        super().__init__(f"  {action.text()}")
        self.setProperty("kind", "page")
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setToolTip(action.toolTip())
        self.setAccessibleName(action.text())
        self.setIconSize(QSize(18, 18))
        self._context = context
        self._icon = icon
        self._badge = QLabel(self)
        self._badge.setProperty("role", "badge")
        self._badge.setFont(context.theme.font(tokens.MICRO))
        self._badge.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.addStretch(1)
        row.addWidget(self._badge)
        self.clicked.connect(action.trigger)
        self.retint()

    def set_badge(self, text: str, accessible: str) -> None:
        """Show a number beside the page's name; empty for none."""
        self._badge.setText(text)
        self._badge.setVisible(bool(text))
        self.setAccessibleDescription(accessible)

    def retint(self) -> None:
        """Take the theme's colours."""
        self.setIcon(self._context.theme.icon(self._icon))


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
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(name)
        words.addWidget(library)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 16, 18, 18)
        row.setSpacing(10)
        row.addWidget(_Sign(context))
        row.addLayout(words, 1)


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


def library_name(folder: Path) -> str:
    """Return what a library is called: its folder's name."""
    return folder.name or str(folder)
