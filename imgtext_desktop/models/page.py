"""The models page: what the program searches with, its versions, and where more come from."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeySequence,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.jobs import Job
from engine.models.recommended import RECOMMENDED
from engine.models.versions import CARD, CONFIG, Card, Slot
from imgtext_desktop import tokens
from imgtext_desktop.actions import ignoring_argument, with_keys
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.models.add_cards import AddCards
from imgtext_desktop.models.arrival_list import ArrivalList
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.commands import VersionCommands
from imgtext_desktop.models.in_use_card import InUseCard
from imgtext_desktop.models.lost_bar import LostBar
from imgtext_desktop.models.overview import Line, Overview, Standing, read_overview
from imgtext_desktop.models.version_list import VersionList
from imgtext_desktop.models.version_menu import VersionMenu
from imgtext_desktop.models.version_row import VersionRow

_MARGIN = 32
_RING = 2  # around the page while a folder is dragged over it
_LAID_OUT = 100  # milliseconds after which a new row has its height
_CHANNEL = "models"


class ModelsPage(QWidget):
    """What answers now, all versions, and cards to add more.

    Args:
        context: The window's surroundings.
        changes: What is done with versions.
        take: Takes up a model from a folder.
        parent: Its owner.

    Attributes:
        cards: What answers, by slot; only those that are shown.
        list: All versions.
        add_cards: Where more come from.
        arrival_list: Those that are on their way.
        lost_bar: Says that the adopted model is gone.

    Signals:
        compare_requested: A version (its name) shall be compared with the one in use.
    """

    compare_requested = Signal(str)

    def __init__(
        self,
        context: Context,
        changes: VersionChanges,
        take: Callable[[Path], Job[Card]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("modelsPage")
        self.setAcceptDrops(True)
        self._context = context
        self._take = take
        self._overview: Overview | None = None
        self._last_slot: Slot | None = None
        self._changes = changes
        self._arriving = 0
        self.cards: Mapping[Slot, InUseCard] = {slot: InUseCard(context, slot) for slot in Slot}
        self.list = VersionList(context, self._changes)
        self.add_cards = AddCards(context)
        self.add_cards.show_models(RECOMMENDED)
        self.arrival_list = ArrivalList(context, changes.arrivals)
        self.lost_bar = LostBar(context)
        self._commands = VersionCommands(context, self._changes, self)
        self._make_actions()
        self._menu = VersionMenu(
            adopt=self._adopt_action,
            compare=self._compare_action,
            export=self._export_action,
            remove=self._remove_action,
            leave=self._commands.leave,
            free=self._commands.ask_to_free,
        )
        self._lay_out()
        self._connect()

    @property
    def overview(self) -> Overview | None:
        """What was read last."""
        return self._overview

    def refresh(self) -> None:
        """Read anew how the versions stand."""
        library = self._context.library
        self._context.jobs.read(
            partial(read_overview, library),
            self._show,
            failed=self._context.notifier.error,
            channel=_CHANNEL,
        )

    def take_focus(self) -> None:
        """Give the focus to the current version."""
        self.list.focus_current()

    def showEvent(self, event: QShowEvent) -> None:
        """Override: read what may have changed."""
        super().showEvent(event)
        self.refresh()
        self._changes.arrivals.refresh()

    # -- building ---------------------------------------------------------------------------

    def _make_actions(self) -> None:
        add = self._action
        commands, current = self._commands, self._for_current
        enter = ("Ctrl+Return", "Ctrl+Enter")
        self._adopt_action = add(self.tr("Adopt"), enter, current(commands.adopt))
        self._back_action = add(self.tr("Roll back"), ("Ctrl+Shift+R",), self._on_roll_back)
        self._compare_action = add(self.tr("Compare"), ("Ctrl+K",), self._on_compare)
        self._export_action = add(self.tr("Export…"), ("Ctrl+E",), current(commands.ask_to_export))
        self._remove_action = add(self.tr("Remove"), ("Del",), current(self._on_remove))

    def _action(self, text: str, keys: Sequence[str], slot: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setToolTip(with_keys(text, action.shortcut()))
        action.triggered.connect(ignoring_argument(slot))
        self.addAction(action)
        return action

    def _lay_out(self) -> None:
        font = self._context.theme.font
        body = QWidget()
        body.setObjectName("modelsBody")
        column = QVBoxLayout(body)
        column.setContentsMargins(_MARGIN - _RING, 20, _MARGIN - _RING, 24)
        column.setSpacing(0)
        column.addWidget(self.lost_bar)
        column.addWidget(text_label(self.tr("In use now"), font(tokens.SUBTITLE)))
        column.addSpacing(10)
        cards = QVBoxLayout()  # which gives no room to those that are hidden
        cards.setSpacing(10)
        for card in self.cards.values():
            cards.addWidget(card)
        column.addLayout(cards)
        column.addSpacing(18)
        column.addWidget(text_label(self.tr("Your versions"), font(tokens.SUBTITLE)))
        column.addSpacing(10)
        column.addWidget(self.list)
        column.addSpacing(18)
        column.addLayout(self._add_title())
        column.addSpacing(10)
        adding = QVBoxLayout()
        adding.setSpacing(10)
        adding.addWidget(self.arrival_list)
        adding.addWidget(self.add_cards)
        column.addLayout(adding)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("modelsScroll")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        self._scroll = scroll
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header())
        layout.addWidget(scroll, 1)

    def _make_header(self) -> QWidget:
        header = QFrame()
        header.setObjectName("modelsHeader")
        header.setMinimumHeight(tokens.HEADER_HEIGHT)
        row = QHBoxLayout(header)
        row.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        row.setSpacing(14)
        font = self._context.theme.font
        row.addWidget(text_label(self.tr("Models"), font(tokens.TITLE)))
        hint = self.tr("What the program searches with")
        row.addWidget(text_label(hint, font(tokens.BODY), role="secondary", wraps=True), 1)
        return header

    def _add_title(self) -> QHBoxLayout:
        font = self._context.theme.font
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(text_label(self.tr("Add a model"), font(tokens.SUBTITLE)))
        hint = self.tr("Only a download you start uses the network.")
        row.addWidget(text_label(hint, font(tokens.BODY), role="secondary", wraps=True), 1)
        return row

    def _connect(self) -> None:
        self._changes.changed.connect(self.refresh)
        self._changes.arrivals.changed.connect(self._show_arrivals)
        self.list.acted.connect(self._commands.adopt)
        self.list.menu_requested.connect(self._on_menu_requested)
        self.list.chosen.connect(self._on_chosen)
        self.add_cards.folder_requested.connect(self.choose_folder)
        self.add_cards.download_requested.connect(self._commands.ask_to_download)
        commands = self._commands
        commands.compare_requested.connect(self.compare_requested)
        for slot, card in self.cards.items():
            card.compare_requested.connect(partial(commands.compare_slot, slot))
            card.rollback_requested.connect(partial(commands.roll_back, slot))
            card.free_requested.connect(partial(commands.ask_to_free_kept, slot))
        self.lost_bar.rollback_requested.connect(partial(commands.roll_back, Slot.RETRIEVAL))
        self.lost_bar.built_in_requested.connect(commands.keep_built_in)
        self.lost_bar.folder_requested.connect(self.choose_folder)

    # -- what is shown ----------------------------------------------------------------------

    def _show(self, overview: Overview) -> None:
        before, self._overview = self._overview, overview
        self._commands.overview = overview
        if before is not None:
            for slot in Slot:
                if before.states[slot].version != overview.states[slot].version:
                    self._last_slot = slot
        self.lost_bar.show_overview(overview)
        keys = self._back_action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        for slot, card in self.cards.items():
            line = overview.in_use_of(slot)
            card.setVisible(line is not None)
            if line is not None:
                is_main = slot is self._main_slot
                card.show_line(
                    overview,
                    line,
                    is_busy=self._changes.is_busy(slot),
                    keys=keys if is_main else "",
                )
                card.rollback_button.setObjectName("rollbackButton" if is_main else "")
        self.list.show_overview(overview)
        self._on_chosen()

    def _show_arrivals(self) -> None:
        """Offer no download that is under way, and show one that has just begun."""
        self.add_cards.show_busy(self._changes.arrivals.is_running)
        count = len(self._changes.arrivals.all)
        if count > self._arriving and self.isVisible():
            QTimer.singleShot(_LAID_OUT, self, self._show_newest)
        self._arriving = count

    def _show_newest(self) -> None:
        """Scroll to the models on their way, now that they have their place."""
        self._scroll.ensureWidgetVisible(self.arrival_list)

    @property
    def _main_slot(self) -> Slot:
        """The slot that Ctrl+Shift+R is for: the one that was switched last."""
        overview = self._overview
        assert overview is not None
        able = [slot for slot in Slot if overview.can_roll_back(slot)]
        if self._last_slot is not None and self._last_slot in able:
            return self._last_slot
        lines = {slot: overview.in_use_of(slot) for slot in able}
        return max(
            able,
            key=lambda slot: line.version.card.created if (line := lines[slot]) else 0.0,
            default=Slot.RETRIEVAL,
        )

    def _on_chosen(self) -> None:
        """Bring the actions in line with the current version."""
        line = self._current
        can_adopt = line is not None and line.standing in (
            Standing.READY,
            Standing.STORED,
            Standing.CUT_OFF,
        )
        self._adopt_action.setEnabled(can_adopt)
        is_own = line is not None and not line.is_built_in
        self._export_action.setEnabled(is_own)
        is_removable = line is not None and is_own and not line.version.is_active
        self._remove_action.setEnabled(is_removable)

    @property
    def _current(self) -> Line | None:
        row = self.list.current
        return None if row is None else row.line

    # -- what the user does -----------------------------------------------------------------

    def _for_current(self, do: Callable[[Line], object]) -> Callable[[], object]:
        """Return what does something with the current version, if there is one."""

        def call() -> None:
            if self._current is not None:
                do(self._current)

        return call

    def _on_roll_back(self) -> None:
        if self._overview is not None and self._overview.can_roll_back(self._main_slot):
            self._commands.roll_back(self._main_slot)

    def _on_compare(self) -> None:
        line = self._current
        if line is None:
            self._commands.compare_slot(Slot.RETRIEVAL)
        else:
            self._commands.compare(line)

    def _on_remove(self, line: Line) -> None:
        self._commands.remove(line)
        self.list.focus_current()

    def _on_menu_requested(self, row: VersionRow, place: QWidget) -> None:
        row.chosen.emit()
        menu = self._menu.build(row.line, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place.mapToGlobal(place.rect().bottomLeft()))

    def choose_folder(self) -> None:
        """Ask for the folder of a model, and take it up."""
        self._commands.ask_for_folder(self.take_folder)

    def take_folder(self, folder: Path) -> None:
        """Take up the model in a folder."""
        self._changes.arrivals.take(folder, self._take)

    # -- dropping a folder ------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Override: a folder with a model in it can be dropped; all else is the window's."""
        if _model_folder(event) is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._set_target(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Override: as before."""
        self._set_target(False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Override: take the model up."""
        self._set_target(False)
        folder = _model_folder(event)
        if folder is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.take_folder(folder)

    def _set_target(self, is_target: bool) -> None:
        self._scroll.setProperty("target", is_target)
        self._scroll.style().polish(self._scroll)


def _model_folder(event: QDropEvent) -> Path | None:
    """Return the folder that is dragged, if it is one and looks like a model's."""
    urls = event.mimeData().urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    folder = urls[0].toLocalFile()
    has_facts = any(os.path.isfile(os.path.join(folder, name)) for name in (CARD, CONFIG))
    return Path(folder) if has_facts else None
