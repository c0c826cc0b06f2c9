"""The page that accounts for every file: what is wrong, and what to do."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QLocale, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.records import FileState, LedgerRow
from engine.catalog.unread import UnreadKind
from engine.paths import printable
from imgtext_desktop import tokens
from imgtext_desktop.actions import ignoring_argument, with_keys
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.problems.detail_card import DetailCard
from imgtext_desktop.problems.export import Export
from imgtext_desktop.problems.ignoring import Ignoring
from imgtext_desktop.problems.ledger_bar import LedgerBar
from imgtext_desktop.problems.model import ProblemsModel
from imgtext_desktop.problems.reason_button import ReasonButton
from imgtext_desktop.problems.table import ProblemsTable

# Lists whose files can be told to be ignored; those of the others wait or will be back.
_IGNORABLE: Final = (UnreadKind.FAILED, UnreadKind.SKIPPED)

_MARGIN: Final = 32
_UNREAD_STATES: Final = (FileState.FAILED, FileState.OFFLINE, FileState.SKIPPED, FileState.PENDING)


class ProblemsPage(QWidget):
    """Every file in its state, with its reason.

    Attributes:
        model: The files of the chosen tab.
        table: Shows them.
        tabs: One tab a list (:class:`~engine.catalog.unread.UnreadKind`).
        reason_button: Shows only the files with one reason.
        export: Writes the list into a table.

    Signals:
        retry_requested: Files shall be read again: a list of paths (bytes), or None for all that
            are failed, offline or waiting.
        folder_requested: A file (path, bytes) shall be shown in its folder.
        counted: The number of files that cannot be read and are not ignored.
    """

    retry_requested = Signal(object)
    folder_requested = Signal(object)
    counted = Signal(int)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problemsPage")
        self._context = context
        self._counts: Counter[FileState] = Counter()
        self._listed: Counter[UnreadKind] = Counter()
        self._kept_id: int | None = None
        self._ignoring = Ignoring(context, self)
        self.export = Export(context, self)
        self._make_actions()
        library = context.library
        self.model = ProblemsModel(library.files, library.unread, context.jobs, self)
        self.table = ProblemsTable(context.theme, self.model)
        self._empty = text_label("", context.theme.font(tokens.BODY), role="secondary", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._bar = LedgerBar(context.theme)
        self.tabs = self._make_tabs()
        self.reason_button = ReasonButton(context.theme)
        self._export_button = self._button(self._export_action)
        self._export_button.setText(self.tr("Export list"))
        self._retry_all = self._button(self._all_action)
        self._retry_all.setProperty("kind", "primary")
        self._card = DetailCard(
            context.theme,
            [
                (self._copy_action, "copy"),
                (self._folder_action, "folder-open"),
                (self._ignore_action, "prohibit"),
                (self._list_action, "eye"),
                (self._retry_action, "arrow-clockwise"),
            ],
        )
        self._lay_out()
        self.setFocusProxy(self.tabs.button(UnreadKind.FAILED))
        self._connect()
        self._retint()
        self._show_counts((Counter(), Counter()))

    def refresh(self) -> None:
        """Read counts and files anew; the chosen file stays chosen."""
        self.count()
        self._read_reasons()
        self.model.show_kind(self._kind, self.reason_button.current)

    def count(self) -> None:
        """Read how many files are in each state."""
        library = self._context.library
        self._context.jobs.read(
            lambda: (library.files.counts(), library.unread.ignored_counts()),
            self._show_counts,
            channel="problems.counts",
        )

    def show_kind(self, kind: UnreadKind) -> None:
        """Go to the tab of a list."""
        self.tabs.choose(kind)
        self._on_tab_chosen(kind)

    @property
    def _kind(self) -> UnreadKind:
        return UnreadKind(self.tabs.current)

    @property
    def _current(self) -> LedgerRow | None:
        index = self.table.currentIndex()
        return self.model.ledger_row(index.row()) if index.isValid() else None

    # -- building ---------------------------------------------------------------------------

    def _make_actions(self) -> None:
        add = self._action
        self._retry_action = add(self.tr("Try again"), "R", self._on_retry)
        self._all_action = add(self.tr("Try all again"), "Shift+R", self._on_retry_all)
        self._ignore_action = add(self.tr("Ignore"), "I", self._on_ignore)
        self._list_action = add(self.tr("Ignore no longer"), "I", self._on_list_again)
        self._list_action.setEnabled(False)
        self._export_action = add(self.tr("Export the list"), "Ctrl+E", self.export.ask)
        self._copy_action = add(self.tr("Copy details"), "Ctrl+Shift+C", self._on_copy)
        self._folder_action = add(self.tr("Show in folder"), "Ctrl+Return", self._on_show_in_folder)
        self._folder_action.setShortcuts([QKeySequence("Ctrl+Return"), QKeySequence("Ctrl+Enter")])

    def _action(self, text: str, keys: str, slot: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setToolTip(with_keys(text, action.shortcut()))
        action.triggered.connect(ignoring_argument(slot))
        self.addAction(action)
        return action

    @staticmethod
    def _button(action: QAction) -> QPushButton:
        button = QPushButton(action.text())
        button.setIconSize(QSize(22, 16))
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        return button

    def _make_tabs(self) -> SegmentedControl:
        tabs = SegmentedControl(self.tr("Files by state"))
        for kind, text in (
            (UnreadKind.FAILED, self.tr("Cannot be read")),
            (UnreadKind.OFFLINE, self.tr("Offline")),
            (UnreadKind.SKIPPED, self.tr("Skipped")),
            (UnreadKind.PENDING, self.tr("Waiting")),
            (UnreadKind.IGNORED, self.tr("Ignored")),
        ):
            tabs.add(kind, text)
        tabs.chosen.connect(self._on_tab_chosen)
        return tabs

    def _lay_out(self) -> None:
        self._tools = QWidget()
        tools = QHBoxLayout(self._tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.setSpacing(10)
        tools.addStretch(1)
        for button in (self.reason_button, self._export_button, self._retry_all):
            tools.addWidget(button)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(10)
        self._top.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignLeading)
        self._top.addWidget(self._tools, 1)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._empty)
        frame = QFrame()
        frame.setProperty("kind", "card")
        frame.setLayout(self._stack)
        self._stack.setContentsMargins(1, 1, 1, 1)
        self.table.height_changed.connect(frame.setMaximumHeight)
        body = QVBoxLayout()
        body.setContentsMargins(_MARGIN, 22, _MARGIN, 20)
        body.setSpacing(14)
        body.addWidget(self._bar)
        body.addLayout(self._top)
        body.addWidget(frame, 1)
        body.addWidget(self._card)
        body.addStretch(0)
        hint = self.tr("Nothing was deleted. Files are tried again by themselves when they change.")
        font = self._context.theme.font(tokens.CAPTION)
        body.addWidget(text_label(hint, font, role="secondary", wraps=True))
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
        layout.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        layout.setSpacing(14)
        font = self._context.theme.font
        layout.addWidget(text_label(self.tr("Problems"), font(tokens.TITLE)))
        hint = self.tr("Every file in your folders is accounted for")
        layout.addWidget(text_label(hint, font(tokens.BODY), role="secondary", wraps=True), 1)
        return header

    def _connect(self) -> None:
        self.model.modelAboutToBeReset.connect(self._on_about_to_be_reset)
        self.model.modelReset.connect(self._on_reset)
        self.model.listed.connect(self._on_listed)
        self.model.dataChanged.connect(self._show_current)
        self.table.selectionModel().currentRowChanged.connect(self._show_current)
        self.table.selectionModel().selectionChanged.connect(self._show_current)
        self.reason_button.chosen.connect(lambda _: self._on_reason_chosen())
        self._ignoring.changed.connect(self.refresh)
        self._context.theme.changed.connect(self._retint)

    def minimumSizeHint(self) -> QSize:
        """Override: as narrow as with the buttons below the tabs."""
        least = super().minimumSizeHint()
        widest = max(self.tabs.minimumSizeHint().width(), self._tools.minimumSizeHint().width())
        return QSize(min(least.width(), widest + 2 * _MARGIN), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: where there is little room, the buttons stand below the tabs."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        needed = self.tabs.sizeHint().width() + self._tools.sizeHint().width() + 10
        is_wide = needed <= self.width() - 2 * _MARGIN
        directions = QBoxLayout.Direction
        self._top.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)

    # -- what is shown ----------------------------------------------------------------------

    def _show_counts(self, counted: tuple[Counter[FileState], Counter[FileState]]) -> None:
        counts, ignored = counted
        self._counts = counts
        self._listed = Counter(
            {UnreadKind(state): counts[state] - ignored[state] for state in _UNREAD_STATES}
        )
        self._listed[UnreadKind.IGNORED] = ignored.total()
        self._bar.show_counts(counts)
        for kind in UnreadKind:
            self.tabs.set_count(kind, self._listed[kind])
        has_ignored = self._listed[UnreadKind.IGNORED] > 0
        is_there = has_ignored or self._kind is UnreadKind.IGNORED
        self.tabs.button(UnreadKind.IGNORED).setVisible(is_there)
        self._show_kind()
        self.counted.emit(self._listed[UnreadKind.FAILED])

    def _show_kind(self) -> None:
        """Bring buttons and the empty sentence in line with tab and counts."""
        kind = self._kind
        is_part = self.reason_button.current is not None
        count = len(self.model.ids) if is_part else self._listed[kind]
        can_retry = kind is not UnreadKind.SKIPPED and count > 0
        self._all_action.setEnabled(can_retry)
        self._retry_all.setVisible(can_retry)
        self._retry_all.setText(
            self.tr("Try all %1 again").replace("%1", QLocale().toString(count))
        )
        self._retry_all.setAccessibleName(self._retry_all.text())
        self._export_action.setEnabled(self._listed.total() > 0)
        self._export_button.setVisible(self._listed.total() > 0)
        self._empty.setText(
            {
                UnreadKind.FAILED: self.tr("Every file could be read."),
                UnreadKind.OFFLINE: self.tr("Every folder is connected."),
                UnreadKind.SKIPPED: self.tr("No file was skipped."),
                UnreadKind.PENDING: self.tr("No file waits to be read."),
                UnreadKind.IGNORED: self.tr("No file is ignored."),
            }[kind]
        )
        self._arrange()
        self._show_current()

    def _show_current(self) -> None:
        row = self._current
        state = None if row is None else row.state
        kind = self.model.kind
        self._copy_action.setEnabled(row is not None)
        self._folder_action.setEnabled(state not in (None, FileState.OFFLINE))
        self._retry_action.setEnabled(state not in (None, FileState.SKIPPED))
        self._ignore_action.setEnabled(row is not None and kind in _IGNORABLE)
        self._list_action.setEnabled(row is not None and kind is UnreadKind.IGNORED)
        self._card.setVisible(row is not None)
        if row is not None:
            self._card.show_row(row, count=len(self.table.selectionModel().selectedRows()))

    def _read_reasons(self) -> None:
        kind, unread = self._kind, self._context.library.unread

        def done(reasons: list[tuple[str, int]]) -> None:
            chosen = self.reason_button.current
            if chosen is not None and chosen not in dict(reasons):  # none has it any more
                self.reason_button.choose(None)
                self.model.show_kind(kind)
            states = {UnreadKind.IGNORED: FileState.FAILED}
            self.reason_button.show_reasons(reasons, states.get(kind) or FileState(kind.value))

        self._context.jobs.read(lambda: unread.reasons(kind), done, channel="problems.reasons")

    def _on_tab_chosen(self, kind: UnreadKind) -> None:
        self.reason_button.choose(None)
        self._read_reasons()
        self._on_reason_chosen()

    def _on_reason_chosen(self) -> None:
        self._kept_id = None
        self.table.scrollToTop()
        self._show_kind()
        self.model.show_kind(self._kind, self.reason_button.current)

    def _on_about_to_be_reset(self) -> None:
        row = self._current
        if row is not None and self.model.kind is self._kind:
            self._kept_id = row.id
        self.table.keep_place()

    def _on_listed(self) -> None:
        self._stack.setCurrentWidget(self.table if self.model.rowCount() else self._empty)
        self.table.fit()
        self._show_kind()

    def _on_reset(self) -> None:
        row = max(0, self.model.row_of(self._kept_id)) if self._kept_id is not None else 0
        index: QModelIndex = self.model.index(row, 0)
        self.table.selectionModel().setCurrentIndex(
            index,
            QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows,
        )
        self.table.return_to_place()

    def _retint(self) -> None:
        theme = self._context.theme
        self._retry_all.setIcon(theme.icon("arrow-clockwise", "on_accent"))
        self._export_button.setIcon(theme.icon("export"))

    # -- what the user does -----------------------------------------------------------------

    def _on_retry(self) -> None:
        self._retry(self.table.selected_ids)

    def _on_retry_all(self) -> None:
        if self.reason_button.current is None and self._kind is not UnreadKind.IGNORED:
            self.retry_requested.emit(None)
        else:
            self._retry(self.model.ids.tolist())

    def _retry(self, ids: Sequence[int]) -> None:
        """Ask to read files again, once their paths are known."""
        files = self._context.library.files

        def done(rows: dict[int, LedgerRow]) -> None:
            self.retry_requested.emit([rows[file_id].path for file_id in ids if file_id in rows])

        if ids:
            self._context.jobs.read(lambda: files.rows(ids), done)

    def _on_ignore(self) -> None:
        self._ignoring.ignore(self.table.selected_ids)

    def _on_list_again(self) -> None:
        self._ignoring.list_again(self.table.selected_ids)

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
