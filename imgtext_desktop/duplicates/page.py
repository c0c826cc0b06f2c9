"""The page of photos that are the same picture: what to keep, what may go."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.duplicates import PairChange
from engine.catalog.records import Root
from engine.search.duplicates import Copy, Group
from imgtext_desktop import tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.duplicates.findings import Findings, FindingState
from imgtext_desktop.duplicates.footer import Footer
from imgtext_desktop.duplicates.group_list import GroupList
from imgtext_desktop.duplicates.marks import Mark, Marks, Rule
from imgtext_desktop.duplicates.rule_button import RuleButton
from imgtext_desktop.duplicates.status_line import StatusLine
from imgtext_desktop.duplicates.trashing import Trashing
from imgtext_desktop.duplicates.words import refusal_text

_SAME = "same"  # the one kind of duplicates so far


class DuplicatesPage(QWidget):
    """Groups of the same picture, with marks for what to keep and what may go.

    Attributes:
        findings: The groups.
        marks: The marks; none is made but by the user.
        trashing: Moves what is marked to the trash.
        list: Shows the groups.
        footer: Says what is marked, and moves it.

    Signals:
        counted: The number of groups, once it is known.
        photo_opened: A photo (its id) shall be shown large.
        folder_requested: A file (path, bytes) shall be shown in its folder.
        library_changed: Files have left the library.
    """

    counted = Signal(int)
    photo_opened = Signal(int)
    folder_requested = Signal(object)
    library_changed = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("duplicatesPage")
        self._context = context
        self._roots: Sequence[Root] = ()
        self.findings = Findings(context, self)
        self.marks = Marks(self)
        self.trashing = Trashing(context, self)
        self._make_actions()
        self.list = GroupList(context, self.marks)
        self.rule_button = RuleButton(context.theme)
        self.look_button = QPushButton(self.tr("Look again"))
        self.look_button.setToolTip(self.tr("Compare all photos with each other"))
        self.look_button.setIconSize(QSize(22, 16))
        self._status = StatusLine(context.theme)
        self._empty = text_label("", context.theme.font(tokens.BODY), role="secondary", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.footer = Footer(context.theme, unmark=self._clear_action, move=self._move_action)
        self._lay_out()
        self.setFocusProxy(self.rule_button)
        self._connect()
        self._retint()
        self._show_findings()

    def take_up_changes(self) -> None:
        """See whether the library has changed since groups were looked for."""
        self._read_roots()
        self.findings.check()

    def take_focus(self) -> None:
        """Give the focus to the current file, or to the first control."""
        if self.list.isVisible():
            self.list.focus_current()
        else:
            self.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Override: look for groups at the first visit, and once the library has changed."""
        super().showEvent(event)
        self._read_roots()
        if self.findings.state is FindingState.NONE or self.findings.is_stale:
            self._look()
        else:
            self.findings.check()

    # -- building ---------------------------------------------------------------------------

    def _make_actions(self) -> None:
        add = self._action
        self._keep_action = add(self.tr("Keep"), "K", partial(self._set_current, Mark.KEEP))
        self._trash_action = add(self.tr("Trash"), "T", partial(self._set_current, Mark.TRASH))
        self._unmark_action = add(self.tr("Unmark"), "U", partial(self._set_current, None))
        self._except_action = add(self.tr("Not duplicates"), "D", self._on_except_current)
        self._folder_action = add(self.tr("Show in folder"), "Ctrl+Return", self._on_folder)
        self._clear_action = add(self.tr("Unmark all"), "", self._on_clear)
        self._move_action = add(self.tr("Move what is marked"), "Ctrl+Del", self._on_move)

    def _action(self, text: str, keys: str, slot: object) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setToolTip(with_keys(text, action.shortcut()))
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    def _lay_out(self) -> None:
        self._kinds = SegmentedControl(self.tr("What makes photos duplicates"))
        self._kinds.add(_SAME, self.tr("Same picture"))
        top = QHBoxLayout()
        top.setContentsMargins(32, 14, 32, 14)
        top.setSpacing(10)
        top.addWidget(self._kinds)
        top.addStretch(1)
        top.addWidget(self.rule_button)
        top.addWidget(self.look_button)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header())
        layout.addLayout(top)
        layout.addWidget(self._status)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.footer)

    def _make_header(self) -> QWidget:
        header = QFrame()
        header.setObjectName("duplicatesHeader")
        header.setMinimumHeight(tokens.HEADER_HEIGHT)
        layout = QHBoxLayout(header)
        layout.setContentsMargins(32, 0, 32, 0)
        layout.setSpacing(14)
        font = self._context.theme.font
        layout.addWidget(text_label(self.tr("Duplicates"), font(tokens.TITLE)))
        self._hint: QLabel = text_label("", font(tokens.BODY), role="secondary", wraps=True)
        layout.addWidget(self._hint, 1)
        return header

    def _connect(self) -> None:
        self.findings.changed.connect(self._on_findings_changed)
        self.findings.progressed.connect(self._show_progress)
        self.marks.changed.connect(self._show_marks)
        self.trashing.changed.connect(self._show_marks)
        self.trashing.ended.connect(self._on_trashed)
        self.list.mark_requested.connect(self._set)
        self.list.exception_requested.connect(self._except)
        self.list.opened.connect(lambda copy: self.photo_opened.emit(copy.file.file_id))
        self.rule_button.chosen.connect(self._apply)
        for button in (self.look_button, self._status.again_button):
            button.clicked.connect(self._look)
        self._status.stop_button.clicked.connect(self.findings.stop)
        self._context.theme.changed.connect(self._retint)

    # -- what is shown ----------------------------------------------------------------------

    def _on_findings_changed(self) -> None:
        if self.findings.state is not FindingState.BUSY:
            self.marks.keep_only(self.findings.groups)
        self._show_findings()

    def _show_findings(self) -> None:
        groups, state = self.findings.groups, self.findings.state
        count = len(groups)
        self.list.show_groups(groups, self._roots, self.trashing.notes)
        self._stack.setCurrentWidget(self.list if groups else self._empty)
        self._kinds.set_count(_SAME, count)
        self._hint.setText(self.tr("%Ln groups of the same picture", "", count) if groups else "")
        self._empty.setText(self._empty_text())
        self.rule_button.setEnabled(bool(groups))
        self.footer.setVisible(bool(groups))
        self._show_progress()
        self._show_marks()
        if state is not FindingState.NONE:
            self.counted.emit(count)

    def _empty_text(self) -> str:
        match self.findings.state:
            case FindingState.NONE | FindingState.BUSY:
                return self.tr("Groups appear here as they are found.")
            case FindingState.FAILED:
                return self.findings.sentence or self.tr("The program made a mistake.")
            case FindingState.STOPPED:
                return self.tr("Not all photos were compared.")
        return self.tr("No two photos are the same.")

    def _show_progress(self) -> None:
        findings = self.findings
        if findings.state is FindingState.BUSY:
            self._status.show_progress(findings.progress)
        elif findings.is_stale:
            self._status.show_sentence(self.tr("The library has changed since."))
        elif findings.state is FindingState.STOPPED and findings.groups:
            self._status.show_sentence(self.tr("Not all photos were compared."))
        else:
            self._status.hide()
        # Where the line above the groups has the same button, one is enough.
        is_idle = findings.state not in (FindingState.NONE, FindingState.BUSY)
        self.look_button.setVisible(is_idle and self._status.isHidden())

    def _show_marks(self) -> None:
        order = self.marks.order(self.findings.groups)
        is_moving = self.trashing.is_running
        self._move_action.setEnabled(bool(order.file_ids) and not is_moving)
        self.footer.show_order(order, has_marks=self.marks.has_any, is_moving=is_moving)

    def _read_roots(self) -> None:
        self._context.jobs.read(
            self._context.library.roots.all, self._on_roots, channel="duplicates.roots"
        )

    def _on_roots(self, roots: Sequence[Root]) -> None:
        if [root.path for root in roots] != [root.path for root in self._roots]:
            self._roots = roots
            self.rule_button.show_roots(roots)
            self._show_findings()

    def _retint(self) -> None:
        self.look_button.setIcon(self._context.theme.icon("arrow-clockwise"))

    # -- what the user does -----------------------------------------------------------------

    def _look(self) -> None:
        self.trashing.notes.clear()
        self.findings.look()

    def _set_current(self, mark: Mark | None) -> None:
        if self.list.current is not None:
            self._set(*self.list.current, mark)

    def _set(self, group: Group, copy: Copy, mark: Mark | None) -> None:
        if self.trashing.is_running:
            return
        refusal = self.marks.set(group, copy, mark)
        if refusal is not None:
            self.footer.show_hint(refusal_text(refusal))

    def _apply(self, rule: Rule) -> None:
        if self.trashing.is_running:
            return
        before = self.marks.apply(self.findings.groups, rule)
        count = len(self.marks.order(self.findings.groups).file_ids)
        self._post_undo(self.tr("%Ln photos are marked for the trash.", "", count), before)

    def _on_clear(self) -> None:
        before = self.marks.clear()
        self._post_undo(self.tr("No photo is marked any more."), before)

    def _post_undo(self, text: str, before: dict[int, Mark]) -> None:
        self._context.notifier.post(
            text,
            action_text=self.tr("Undo"),
            action=lambda: self.marks.restore(before, self.findings.groups),
            is_undo=True,
        )

    def _on_folder(self) -> None:
        if self.list.current is not None:
            self.folder_requested.emit(self.list.current[1].file.path)

    def _on_except_current(self) -> None:
        if self.list.current is not None:
            self._except(self.list.current[0])

    def _except(self, group: Group) -> None:
        """Remember that the files of a group are not duplicates, and take it off the list."""
        if len(group.content_ids) < 2:
            self.footer.show_hint(self.tr("These files are identical, byte for byte."))
            return
        if self.trashing.is_running:
            return
        duplicates = self._context.library.duplicates
        before = self.findings.except_group(group)

        def failed(sentence: str) -> None:
            self.findings.bring_back(group, before)
            self._context.notifier.error(sentence)

        def undo(change: PairChange) -> None:
            self._context.jobs.read(
                lambda: duplicates.apply(change.inverse),
                lambda _: self.findings.bring_back(group, before),
                failed=self._context.notifier.error,
            )

        def done(change: PairChange) -> None:
            count = len(group.copies)
            self._context.notifier.post(
                self.tr("%Ln photos are not shown as duplicates any more.", "", count),
                action_text=self.tr("Undo"),
                action=partial(undo, change),
                is_undo=True,
            )

        self._context.jobs.read(
            lambda: duplicates.except_all(group.content_ids), done, failed=failed
        )

    def _on_move(self) -> None:
        self.trashing.ask(self.marks.order(self.findings.groups))

    def _on_trashed(self, gone: list[int] | None) -> None:
        if gone is None:
            self._look()  # stopped half way: what is there is looked at anew
        else:
            self.findings.take_away(gone)
            self.findings.accept_changes()
        if self.isVisible():
            self.take_focus()  # the question had it
        self.library_changed.emit()
