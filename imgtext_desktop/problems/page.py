"""The page that accounts for every file: what is wrong, and what to do."""

from collections import Counter

from PySide6.QtCore import QItemSelectionModel, QLocale, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.records import FileState, LedgerRow
from engine.paths import printable
from imgtext_desktop import tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.problems.detail_card import DetailCard
from imgtext_desktop.problems.ledger_bar import LedgerBar
from imgtext_desktop.problems.model import ProblemsModel
from imgtext_desktop.problems.table import ProblemsTable

_TABS = (FileState.FAILED, FileState.OFFLINE, FileState.SKIPPED, FileState.PENDING)


class ProblemsPage(QWidget):
    """Every file in its state, with its reason.

    Attributes:
        model: The files of the chosen tab.
        table: Shows them.
        tabs: One tab a state.

    Signals:
        retry_requested: Files shall be read again: a list of paths (bytes), or None for all that
            are failed, offline or waiting.
        folder_requested: A file (path, bytes) shall be shown in its folder.
    """

    retry_requested = Signal(object)
    folder_requested = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problemsPage")
        self._context = context
        self._counts: Counter[FileState] = Counter()
        self._kept_id: int | None = None
        self._make_actions()
        self.model = ProblemsModel(context.library.files, context.jobs, self)
        self.table = ProblemsTable(context.theme, self.model)
        self._empty = text_label("", context.theme.font(tokens.BODY), role="secondary", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._bar = LedgerBar(context.theme)
        self.tabs = self._make_tabs()
        self._retry_all = QPushButton()
        self._retry_all.setProperty("kind", "primary")
        self._retry_all.setIconSize(QSize(22, 16))
        self._retry_all.clicked.connect(self._all_action.trigger)
        self._card = DetailCard(
            context.theme,
            [
                (self._copy_action, "copy"),
                (self._folder_action, "folder-open"),
                (self._retry_action, "arrow-clockwise"),
            ],
        )
        self._lay_out()
        self.setFocusProxy(self.tabs.button(FileState.FAILED))
        self.model.modelAboutToBeReset.connect(self._on_about_to_be_reset)
        self.model.modelReset.connect(self._on_reset)
        self.model.listed.connect(self._on_listed)
        self.model.dataChanged.connect(self._show_current)
        self.table.selectionModel().currentRowChanged.connect(self._show_current)
        context.theme.changed.connect(self._retint)
        self._retint()
        self._show_counts(Counter())

    def refresh(self) -> None:
        """Read counts and files anew; the chosen file stays chosen."""
        files = self._context.library.files
        self._context.jobs.read(files.counts, self._show_counts, channel="problems.counts")
        self.model.show_state(self._state)

    def show_state(self, state: FileState) -> None:
        """Go to the tab of a state."""
        self.tabs.choose(state)
        self._on_tab_chosen(state)

    @property
    def _state(self) -> FileState:
        return FileState(self.tabs.current)

    @property
    def _current(self) -> LedgerRow | None:
        index = self.table.currentIndex()
        return self.model.ledger_row(index.row()) if index.isValid() else None

    def _make_actions(self) -> None:
        self._retry_action = self._action(self.tr("Try again"), "R", self._on_retry)
        self._all_action = self._action(self.tr("Try all again"), "Shift+R", self._on_retry_all)
        self._copy_action = self._action(self.tr("Copy details"), "Ctrl+Shift+C", self._on_copy)
        self._folder_action = self._action(
            self.tr("Show in folder"), "Ctrl+Return", self._on_show_in_folder
        )
        self._folder_action.setShortcuts([QKeySequence("Ctrl+Return"), QKeySequence("Ctrl+Enter")])

    def _action(self, text: str, keys: str, slot: object) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setToolTip(with_keys(text, action.shortcut()))
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    def _make_tabs(self) -> SegmentedControl:
        tabs = SegmentedControl(self.tr("Files by state"))
        for state, text in (
            (FileState.FAILED, self.tr("Cannot be read")),
            (FileState.OFFLINE, self.tr("Offline")),
            (FileState.SKIPPED, self.tr("Skipped")),
            (FileState.PENDING, self.tr("Waiting")),
        ):
            tabs.add(state, text)
        tabs.chosen.connect(self._on_tab_chosen)
        return tabs

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.tabs)
        top.addStretch(1)
        top.addWidget(self._retry_all)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._empty)
        frame = QFrame()
        frame.setProperty("kind", "card")
        frame.setLayout(self._stack)
        self._stack.setContentsMargins(1, 1, 1, 1)
        self.table.height_changed.connect(frame.setMaximumHeight)
        body = QVBoxLayout()
        body.setContentsMargins(32, 22, 32, 20)
        body.setSpacing(14)
        body.addWidget(self._bar)
        body.addLayout(top)
        body.addWidget(frame, 1)
        body.addWidget(self._card)
        body.addStretch(0)
        body.addWidget(
            text_label(
                self.tr(
                    "Nothing was deleted. Files are tried again by themselves when they change."
                ),
                self._context.theme.font(tokens.CAPTION),
                role="secondary",
                wraps=True,
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header())
        layout.addLayout(body, 1)

    def _make_header(self) -> QWidget:
        header = QFrame()
        header.setObjectName("problemsHeader")
        header.setMinimumHeight(tokens.HEADER_HEIGHT)
        layout = QHBoxLayout(header)
        layout.setContentsMargins(32, 0, 32, 0)
        layout.setSpacing(14)
        font = self._context.theme.font
        layout.addWidget(text_label(self.tr("Problems"), font(tokens.TITLE)))
        hint = self.tr("Every file in your folders is accounted for")
        layout.addWidget(text_label(hint, font(tokens.BODY), role="secondary", wraps=True), 1)
        return header

    def _show_counts(self, counts: Counter[FileState]) -> None:
        self._counts = counts
        self._bar.show_counts(counts)
        for state in _TABS:
            self.tabs.set_count(state, counts[state])
        self._show_state()

    def _show_state(self) -> None:
        """Bring buttons and the empty sentence in line with tab and counts."""
        count = self._counts[self._state]
        can_retry = self._state is not FileState.SKIPPED
        self._all_action.setEnabled(can_retry and count > 0)
        self._retry_all.setVisible(can_retry and count > 0)
        self._retry_all.setText(
            self.tr("Try all %1 again").replace("%1", QLocale().toString(count))
        )
        self._retry_all.setAccessibleName(self._retry_all.text())
        self._retry_all.setToolTip(self._all_action.toolTip())
        self._empty.setText(
            {
                FileState.FAILED: self.tr("Every file could be read."),
                FileState.OFFLINE: self.tr("Every folder is connected."),
                FileState.SKIPPED: self.tr("No file was skipped."),
                FileState.PENDING: self.tr("No file waits to be read."),
            }[self._state]
        )
        self._show_current()

    def _show_current(self) -> None:
        row = self._current
        state = None if row is None else row.state
        self._copy_action.setEnabled(row is not None)
        self._folder_action.setEnabled(state not in (None, FileState.OFFLINE))
        self._retry_action.setEnabled(state not in (None, FileState.SKIPPED))
        self._card.setVisible(row is not None)
        if row is not None:
            self._card.show_row(row)

    def _on_tab_chosen(self, state: FileState) -> None:
        self._kept_id = None
        self.table.scrollToTop()
        self._show_state()
        self.model.show_state(state)

    def _on_about_to_be_reset(self) -> None:
        row = self._current
        if row is not None and row.state is self._state:
            self._kept_id = row.id
        self.table.keep_place()

    def _on_listed(self) -> None:
        self._stack.setCurrentWidget(self.table if self.model.rowCount() else self._empty)
        self.table.fit()
        self._show_state()

    def _on_reset(self) -> None:
        row = max(0, self.model.row_of(self._kept_id)) if self._kept_id is not None else 0
        index: QModelIndex = self.model.index(row, 0)
        self.table.selectionModel().setCurrentIndex(
            index,
            QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows,
        )
        self.table.return_to_place()

    def _on_retry(self) -> None:
        row = self._current
        if row is not None:
            self.retry_requested.emit([row.path])

    def _on_retry_all(self) -> None:
        self.retry_requested.emit(None)

    def _on_copy(self) -> None:
        row = self._current
        if row is not None:
            lines = [printable(row.path), row.state.value, row.reason, f"{row.size} bytes"]
            QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))
            self._context.notifier.post(self.tr("The details are on the clipboard."))

    def _on_show_in_folder(self) -> None:
        row = self._current
        if row is not None:
            self.folder_requested.emit(row.path)

    def _retint(self) -> None:
        self._retry_all.setIcon(self._context.theme.icon("arrow-clockwise", "on_accent"))
