"""The banner over the photos while a folder of theirs is not connected."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.records import Root
from engine.paths import printable
from engine.search.query import Place
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.controls.plug import paint_plug
from imgtext_desktop.roots.model import shown_names
from imgtext_desktop.theme import Theme


class OfflineBanner(QFrame):
    """One line for all folders that cannot be reached, as far as their photos are shown.

    Once hidden, it comes back when other folders are missing.

    Signals:
        retry_requested: The folders shall be looked at again.
        relink_requested: The user knows where a folder (path, bytes) is now.
    """

    retry_requested = Signal()
    relink_requested = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("offlineBanner")
        theme = context.theme
        self._theme = theme
        self._names: dict[bytes, str] = {}
        self._away: tuple[Root, ...] = ()
        self._shown: list[Root] = []
        self._hidden: tuple[Root, ...] = ()
        self._place: Place | None = None
        self.title = text_label("", theme.font(tokens.TypeStyle(13, 600)), wraps=True)
        self.words = text_label(
            self.tr("You can still search these photos. Nothing was removed."),
            theme.font(tokens.CAPTION),
            role="secondary",
            wraps=True,
        )
        self._retry = QPushButton(self.tr("Try again"))
        self._retry.setProperty("kind", "small")
        self._retry.setIconSize(QSize(20, 14))
        self._retry.setToolTip(self.tr("Look for the folders again (%1)").replace("%1", "F5"))
        self._retry.setAccessibleName(self._retry.text())
        self._retry.clicked.connect(self.retry_requested)
        self._locate = QPushButton(self.tr("Locate folder…"))
        self._locate.setProperty("kind", "small")
        self._locate.setToolTip(self.tr("Tell where this folder is now"))
        self._locate.clicked.connect(lambda: self.relink_requested.emit(self._shown[0].path))
        self._close = QToolButton()
        self._close.setIconSize(QSize(14, 14))
        self._close.setToolTip(self.tr("Hide"))
        self._close.setAccessibleName(self.tr("Hide"))
        self._close.clicked.connect(self._on_close)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(self.title)
        text.addWidget(self.words)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 6, 10, 6)
        row.setSpacing(12)
        row.addWidget(_Plug(theme))
        row.addLayout(text, 1)
        row.addWidget(self._locate)
        row.addWidget(self._retry)
        row.addWidget(self._close)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        theme.changed.connect(self._retint)
        self._retint()
        self.hide()

    def show_roots(self, roots: Sequence[Root]) -> None:
        """Take up the folders of the library."""
        self._names = shown_names([root.path for root in roots])
        self._away = tuple(root for root in roots if root.problem)
        self._update()

    def set_place(self, place: Place | None) -> None:
        """Say which part of the library is shown; None for all."""
        self._place = place
        self._update()

    def _update(self) -> None:
        place = self._place
        away = [root for root in self._away if place is None or root.id == place.root_id]
        self._shown = away
        self._locate.setVisible(len(away) == 1)
        if not away or self._away == self._hidden:
            self.hide()
            return
        if len(away) == 1:
            title = self.tr("“%1” is not connected")
            title = title.replace("%1", self._names[away[0].path])
        else:
            title = self.tr("%Ln folders are not connected", "", len(away))
        self.title.setText(title)
        paths = "\n".join(printable(root.path) for root in away)
        self.title.setToolTip(paths)
        self.setAccessibleName(f"{title}. {self.words.text()}")
        self.setAccessibleDescription(paths)
        self.show()

    def _on_close(self) -> None:
        self._hidden = self._away
        self._update()

    def _retint(self) -> None:
        self._retry.setIcon(self._theme.icon("arrows-clockwise"))
        self._close.setIcon(self._theme.icon("x"))


class _Plug(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(18, 18)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: a plug."""
        painter = QPainter(self)
        paint_plug(painter, self.rect().toRectF(), self._theme.colour("offline"))
        painter.end()
