"""The versions as a tree of rows, the built-in model at its root."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.overview import Line, Overview
from imgtext_desktop.models.version_row import VersionRow


class VersionList(QFrame):
    """Shows the versions.

    Args:
        context: The window's surroundings.
        changes: Knows what is being done to them.

    Attributes:
        rows: The rows, from the top.

    Signals:
        acted: The button of a row was pressed; carries the :class:`Line`.
        menu_requested: The menu of a row shall open: the row, and the widget to open it at.
        chosen: Another row is the current one.
    """

    acted = Signal(object)
    menu_requested = Signal(object, object)
    chosen = Signal()

    def __init__(self, context: Context, changes: VersionChanges) -> None:
        super().__init__()
        self._context = context
        self._changes = changes
        self._current = ""
        self._wants_focus = False
        self.rows: list[VersionRow] = []
        self.setObjectName("versionList")
        self.setProperty("kind", "card")
        self._header = self._make_header()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._column.addWidget(self._header)
        changes.progressed.connect(self._on_progressed)

    @property
    def current(self) -> VersionRow | None:
        """The row that keys are for: the one that had the focus last."""
        return next((row for row in self.rows if row.line.name == self._current), None)

    def show_overview(self, overview: Overview) -> None:
        """Show the versions; a row that stays keeps the focus."""
        lines = [line for line in overview.lines if line.name not in self._changes.hidden]
        if [(line.name, line.depth) for line in lines] != [
            (row.line.name, row.line.depth) for row in self.rows
        ]:
            self._make_rows(overview)
        for row, line in zip(self.rows, lines, strict=True):
            row.show_line(overview, line, self._changes.activity_of(line.name))
        self._align()

    def focus_current(self) -> None:
        """Give the focus to the current row, else to the first, as soon as there is one."""
        row = self.current or (self.rows[0] if self.rows else None)
        self._wants_focus = row is None
        if row is not None:
            row.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Override: the width of columns is known once the style is."""
        super().showEvent(event)
        self._align()

    def _make_rows(self, overview: Overview) -> None:
        kept = {row.line.name: row for row in self.rows}
        focus = QApplication.focusWidget()
        had_focus = focus is not None and any(
            row is focus or row.isAncestorOf(focus) for row in self.rows
        )
        lines = [line for line in overview.lines if line.name not in self._changes.hidden]
        for row in self.rows:
            self._column.removeWidget(row)
        self.rows = []
        for line in lines:
            old = kept.get(line.name)
            if old is None or old.line.depth != line.depth:
                row = self._make_row(line)
            else:
                row = kept.pop(line.name)
            self.rows.append(row)
            self._column.addWidget(row)
            row.setVisible(True)  # at once, so that it can have the focus
        for gone in kept.values():
            gone.hide()
            gone.deleteLater()
        before: QWidget | None = None
        for row in self.rows:
            for stop in (row, row.button, row.menu_button):
                if before is not None:
                    self.setTabOrder(before, stop)
                before = stop
        if had_focus or self._wants_focus:
            self.focus_current()

    def _make_row(self, line: Line) -> VersionRow:
        row = VersionRow(self._context, line)
        row.chosen.connect(lambda: self._on_chosen(row))
        row.acted.connect(lambda: self.acted.emit(row.line))
        row.stop_requested.connect(lambda: self._on_stop(row))
        row.menu_requested.connect(lambda place: self.menu_requested.emit(row, place))
        row.moved.connect(lambda step: self._on_moved(row, step))
        return row

    def _make_header(self) -> QWidget:
        header = QWidget()
        font = self._context.theme.font(tokens.TypeStyle(tokens.CAPTION.pixels, 600))
        self._titles = [
            text_label(text, font, role="secondary")
            for text in (self.tr("Version"), self.tr("Exam"), self.tr("State"))
        ]
        self._titles[1].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._tail = QWidget()
        row = QHBoxLayout(header)
        row.setContentsMargins(20, 9, 10, 9)
        row.setSpacing(12)
        row.addWidget(self._titles[0], 1)
        row.addWidget(self._titles[1])
        row.addSpacing(24)
        row.addWidget(self._titles[2])
        row.addSpacing(12)
        row.addWidget(self._tail)
        return header

    def _align(self) -> None:
        """Make columns as wide as their widest cell."""
        heads = (self._titles[1], self._titles[2], None)
        for number, head in enumerate(heads):
            cells = [row.cells[number] for row in self.rows]
            widths = [cell.sizeHint().width() for cell in (*cells, head) if cell is not None]
            for cell in (*cells, head):
                if cell is not None:
                    cell.setFixedWidth(max(widths, default=0))
        if self.rows:
            row = self.rows[0]
            self._tail.setFixedWidth(
                row.cells[2].minimumWidth() + 12 + row.menu_button.sizeHint().width()
            )

    def _on_chosen(self, row: VersionRow) -> None:
        self._current = row.line.name
        self.chosen.emit()

    def _on_stop(self, row: VersionRow) -> None:
        activity = self._changes.activity_of(row.line.name)
        if activity is not None:
            activity.cancel()

    def _on_moved(self, row: VersionRow, step: int) -> None:
        place = self.rows.index(row) + step
        if 0 <= place < len(self.rows):
            self.rows[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _on_progressed(self, version: str) -> None:
        for row in self.rows:
            if row.line.name == version:
                row.show_progress()
