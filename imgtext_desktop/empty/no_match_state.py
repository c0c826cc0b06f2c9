"""What a search shows that has nothing to search in."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label

_CENTRE = Qt.AlignmentFlag.AlignCenter


class NoMatchState(QWidget):
    """Says why nothing is shown, and what to do.

    Signals:
        clear_requested: The search shall end.
        all_folders_requested: The narrowing to a folder or a label shall end.
        scan_requested: The folders shall be scanned again.
    """

    clear_requested = Signal()
    scan_requested = Signal()
    all_folders_requested = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noMatchState")
        self._context = context
        font = context.theme.font
        self._mark = QLabel()
        self._mark.setProperty("kind", "mark")
        self._mark.setFixedSize(80, 80)
        self._mark.setAlignment(_CENTRE)
        self._title = text_label("", font(tokens.TITLE), wraps=True)
        self._reason = text_label(
            "", font(tokens.TypeStyle(tokens.SUBTITLE.pixels)), role="secondary", wraps=True
        )
        self._waiting = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        self._all = QPushButton()
        self._all.setProperty("kind", "primary")
        self._all.setIconSize(QSize(22, 16))
        self._clear = QPushButton(self.tr("Clear search"))
        self._clear.setIconSize(QSize(22, 16))
        self._clear.setToolTip(self.tr("Clear search (Esc)"))
        self._scan = QPushButton(self.tr("Scan again"))
        self._scan.setIconSize(QSize(22, 16))
        self._scan.setToolTip(self.tr("Scan folders again (%1)").replace("%1", "F5"))
        self._scan.clicked.connect(self.scan_requested)
        self._all.clicked.connect(self.all_folders_requested)
        self._clear.clicked.connect(self.clear_requested)
        self._lay_out()
        context.theme.changed.connect(self._retint)
        self._retint()
        self.explain()

    def explain(
        self,
        *,
        place_name: str = "",
        label: str = "",
        waiting: int = 0,
        is_importing: bool = False,
        has_query: bool = True,
    ) -> None:
        """Say why nothing is shown.

        Args:
            place_name: Name of the folder that the library is narrowed to; empty for all.
            label: Label that the photos must have; empty for all.
            waiting: Photos that are not ready and were not searched.
            is_importing: Whether they are being read.
            has_query: Whether something was searched for.
        """
        title, reason = self.tr("Nothing here matches"), self.tr("No photo can be searched yet.")
        if is_importing:
            title = self.tr("Nothing to search yet")
            reason = self.tr(
                "The first photos are being read. The answer comes as soon as they are ready."
            )
        elif label and not has_query:
            reason = self.tr("No photo in “%1” is labelled “%2”.")
            if not place_name:
                reason = self.tr("No photo is labelled “%2”.")
        elif label:
            reason = self.tr("No photo that is labelled “%2” can be searched yet.")
            if place_name:
                reason = self.tr("No photo in “%1” that is labelled “%2” can be searched yet.")
        elif place_name:
            reason = self.tr("No photo in “%1” can be searched yet.")
        elif waiting:
            title = self.tr("Nothing to search yet")
            reason = self.tr("No photo has been read yet. Scan the folders again.")
        reason = reason.replace("%1", place_name).replace("%2", label)
        self._title.setText(title)
        self._reason.setText(reason)
        self._scan.setVisible(waiting > 0 and not is_importing)
        self._waiting.setText(
            self.tr("%Ln photos are not ready yet and were not searched.", "", waiting)
        )
        self._waiting.setVisible(waiting > 0)
        self._all.setText(self.tr("Show all photos") if label else self.tr("Show all folders"))
        self._all.setToolTip(
            self.tr("Leave folder and label") if label else self.tr("Search in every folder")
        )
        self._all.setVisible(bool(place_name or label))
        self._clear.setVisible(has_query)
        self.setAccessibleName(f"{title}. {reason}")
        self.setFocusProxy(self._all if place_name or label else self._clear)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addStretch(1)
        for button in (self._all, self._scan, self._clear):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 24, 32, 24)
        layout.setSpacing(0)
        layout.addStretch(2)
        layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(16)
        for label, space in ((self._title, 6), (self._reason, 18)):
            label.setAlignment(_CENTRE)
            layout.addWidget(label)
            layout.addSpacing(space)
        layout.addLayout(buttons)
        layout.addSpacing(20)
        self._waiting.setAlignment(_CENTRE)
        layout.addWidget(self._waiting)
        layout.addStretch(3)

    def _retint(self) -> None:
        theme = self._context.theme
        pixmap = theme.icon("magnifying-glass-minus").pixmap(
            QSize(32, 32), self.devicePixelRatioF()
        )
        self._mark.setPixmap(pixmap)
        self._all.setIcon(theme.icon("folders", "on_accent"))
        self._scan.setIcon(theme.icon("arrows-clockwise"))
        self._clear.setIcon(theme.icon("x"))
