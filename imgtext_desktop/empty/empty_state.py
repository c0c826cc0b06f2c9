"""What a library without folders shows: what the program does, and how to begin."""

from PySide6.QtCore import QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.paths import printable
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.empty.illustration import Illustration
from imgtext_desktop.empty.pictures_folder import PictureCount, count_pictures, pictures_folder
from imgtext_desktop.theme import Theme

_WIDTH = 760
_CENTRE = Qt.AlignmentFlag.AlignCenter


class EmptyState(QScrollArea):
    """Suggests the person's own folder of pictures.

    Signals:
        folder_add_requested: A folder (path, bytes) shall be added.
        choose_requested: The person wants to choose a folder.
    """

    folder_add_requested = Signal(object)
    choose_requested = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("emptyState")
        self.setAccessibleName(self.tr("No photos yet"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._context = context
        self._folder: bytes | None = None
        self._tip_icons: list[tuple[QLabel, str]] = []
        self._make_buttons()
        self._facts = ElidedLabel()
        self._facts.setFont(context.theme.font(tokens.CAPTION))
        self._facts.setProperty("role", "secondary")
        self._facts.setAlignment(_CENTRE)
        self._lay_out()
        context.theme.changed.connect(self._retint)
        self._retint()
        self._show_folder(None)

    def refresh(self) -> None:
        """Look for the person's folder of pictures, and count in a worker."""
        self._context.jobs.read(_look, self._on_looked, channel="pictures folder")

    def showEvent(self, event: QShowEvent) -> None:
        """Override: the folder may have come or gone."""
        super().showEvent(event)
        self.refresh()

    def _make_buttons(self) -> None:
        self._add = QPushButton(self.tr("Add your Pictures folder"))
        self._add.setObjectName("addPicturesButton")
        self._add.setIconSize(QSize(24, 18))
        self._add.clicked.connect(self._on_add)
        self._choose = QPushButton(self.tr("Choose another folder"))
        self._choose.setObjectName("chooseFolderButton")
        self._choose.setToolTip(self.tr("Choose a folder of photos (%1)").replace("%1", "Ctrl+O"))
        self._choose.clicked.connect(self.choose_requested)
        for button in (self._add, self._choose):
            button.setProperty("height", "large")

    def _lay_out(self) -> None:
        font = self._context.theme.font
        title = text_label(
            self.tr("Find any photo by describing it"), font(tokens.DISPLAY), wraps=True
        )
        sentence = text_label(
            self.tr(
                "Add a folder of photos. They stay where they are, "
                "and nothing leaves this computer."
            ),
            font(tokens.TypeStyle(tokens.SUBTITLE.pixels)),
            role="secondary",
            wraps=True,
        )
        drop = text_label(
            self.tr("… or drop a folder anywhere in this window"),
            font(tokens.CAPTION),
            role="secondary",
            wraps=True,
        )
        for label in (title, sentence, drop):
            label.setAlignment(_CENTRE)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(self._add)
        buttons.addWidget(self._choose)
        buttons.addStretch(1)
        card = _DashedCard(self._context.theme)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(32, 48, 32, 28)
        inside.setSpacing(0)
        inside.addWidget(Illustration(self._context.theme), 0, Qt.AlignmentFlag.AlignHCenter)
        inside.addSpacing(12)
        inside.addWidget(title)
        inside.addSpacing(8)
        inside.addWidget(sentence)
        inside.addSpacing(22)
        inside.addLayout(buttons)
        inside.addSpacing(10)
        inside.addWidget(self._facts)
        inside.addSpacing(6)
        inside.addWidget(drop)

        column = QWidget()
        column.setMaximumWidth(_WIDTH)
        stack = QVBoxLayout(column)
        stack.setContentsMargins(0, 24, 0, 24)
        stack.setSpacing(28)
        stack.addStretch(1)
        stack.addWidget(card)
        stack.addLayout(self._make_tips())
        stack.addStretch(1)
        body = QWidget()
        body.setObjectName("emptyBody")
        layout = QHBoxLayout(body)
        layout.setContentsMargins(24, 0, 24, 0)
        layout.addStretch(1)
        layout.addWidget(column, 1000)
        layout.addStretch(1)
        self.setWidget(body)

    def _make_tips(self) -> QGridLayout:
        font = self._context.theme.font
        grid = QGridLayout()
        grid.setContentsMargins(8, 0, 8, 0)
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(4)
        for column, (icon, title, sentence) in enumerate(
            (
                (
                    "magnifying-glass",
                    self.tr("Describe"),
                    self.tr("Type “two dogs in the snow”. No tags needed."),
                ),
                (
                    "image",
                    self.tr("Show"),
                    self.tr("Drop, paste or crop a picture to find others like it."),
                ),
            )
        ):
            mark = QLabel()
            mark.setProperty("kind", "tip")
            mark.setFixedSize(40, 40)
            mark.setAlignment(_CENTRE)
            self._tip_icons.append((mark, icon))
            name = text_label(title, font(tokens.BODY))
            name.setProperty("heading", True)
            words = text_label(sentence, font(tokens.BODY), role="secondary", wraps=True)
            grid.addWidget(mark, 0, column, Qt.AlignmentFlag.AlignLeading)
            grid.addWidget(name, 1, column)
            grid.addWidget(words, 2, column, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(column, 1)
        return grid

    def _on_looked(self, found: tuple[bytes, PictureCount] | None) -> None:
        if found is None or found[1].count == 0:
            self._show_folder(None)
            return
        folder, count = found
        self._show_folder(folder)
        if count.is_all:
            photos = self.tr("about %Ln photos", "", count.count)
        else:
            photos = self.tr("more than %1 photos").replace("%1", QLocale().toString(count.count))
        starts = self.tr("search starts after the first few seconds")
        self._facts.setText(" · ".join([printable(folder), photos, starts]))

    def _show_folder(self, folder: bytes | None) -> None:
        """Offer the person's folder, or else any folder."""
        self._folder = folder
        self._add.setVisible(folder is not None)
        self._facts.setVisible(folder is not None)
        self._choose.setText(
            self.tr("Choose another folder") if folder else self.tr("Choose a folder of photos")
        )
        self._choose.setAccessibleName(self._choose.text())
        main = self._add if folder else self._choose
        for button in (self._add, self._choose):
            button.setProperty("kind", "primary" if button is main else "")
            button.style().polish(button)
        if folder is not None:
            self._add.setToolTip(printable(folder))
            self._add.setAccessibleName(self._add.text())
        self.setFocusProxy(main)
        if self._choose.hasFocus():
            main.setFocus()

    def _on_add(self) -> None:
        if self._folder is not None:
            self.folder_add_requested.emit(self._folder)

    def _retint(self) -> None:
        theme = self._context.theme
        self._add.setIcon(theme.icon("folder-plus", "on_accent"))
        for mark, icon in self._tip_icons:
            pixmap = theme.icon(icon, "accent_text").pixmap(QSize(20, 20), self.devicePixelRatioF())
            mark.setPixmap(pixmap)


def _look() -> tuple[bytes, PictureCount] | None:
    folder = pictures_folder()
    return None if folder is None else (folder, count_pictures(folder))


class _DashedCard(QFrame):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.colour("edge"), 1.5)
        pen.setDashPattern([6, 4])
        painter.setPen(pen)
        painter.setBrush(self._theme.colour("surface"))
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(rect, tokens.RADIUS_POPOVER, tokens.RADIUS_POPOVER)
        painter.end()
