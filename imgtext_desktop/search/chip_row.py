"""The chips of the search box, in the order in which they stand there."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QStyle, QWidget

from imgtext_desktop.search.box_layout import Arrangement
from imgtext_desktop.search.chips import Chip
from imgtext_desktop.search.query_state import ChipState
from imgtext_desktop.theme import Theme


class ChipRow(QWidget):
    """Holds the chips: wanted ones first, unwanted ones last. Seen only while it has some.

    Attributes:
        chips: The chips, in the order in which they stand.

    Signals:
        changed: A chip came, went or is another.
        opened: A chip was clicked; carries the :class:`Chip`.
        focus_left: The last chip that had the focus is gone.
    """

    changed = Signal()
    opened = Signal(object)
    focus_left = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("queryChips")
        self._theme = theme
        self.chips: list[Chip] = []
        self.hide()

    @property
    def states(self) -> tuple[ChipState, ...]:
        """What the chips stand for."""
        return tuple(chip.state for chip in self.chips)

    def set_states(self, states: Sequence[ChipState]) -> None:
        """Show other chips; says nothing of it but that the focus has no place any more."""
        had_focus = any(chip.hasFocus() for chip in self.chips)
        for chip in self.chips:
            _discard(chip)
        self.chips = [self._make_chip(state) for state in states]
        self._sort()
        if had_focus:
            self.focus_left.emit()

    def add(self, state: ChipState) -> None:
        """Add a chip."""
        self.chips.append(self._make_chip(state))
        self._sort()
        self.changed.emit()

    def change(self, chip: Chip, state: ChipState) -> None:
        """Let a chip stand for something else."""
        chip.set_state(state)
        self._sort()
        self.changed.emit()

    def remove(self, chip: Chip) -> None:
        """Take a chip away; the focus passes on to a neighbour."""
        index = self.chips.index(chip)
        had_focus = chip.hasFocus()
        self.chips.remove(chip)
        _discard(chip)
        self._sort()
        if had_focus and self.chips:
            neighbour = self.chips[min(index, len(self.chips) - 1)]
            neighbour.setFocus(Qt.FocusReason.OtherFocusReason)
        elif had_focus:
            self.focus_left.emit()
        self.changed.emit()

    def place(self, arrangement: Arrangement, *, line_height: int, gap: int) -> None:
        """Put the chips where they belong.

        Args:
            arrangement: One slot a chip.
            line_height: In pixels.
            gap: Between lines, in pixels.
        """
        for chip, slot in zip(self.chips, arrangement.chips, strict=True):
            y = slot.line * (line_height + gap)
            rect = QRect(slot.x, y, slot.width, line_height)
            chip.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), rect))

    def _make_chip(self, state: ChipState) -> Chip:
        chip = Chip(self._theme, state, self)
        chip.clicked.connect(lambda: self.opened.emit(chip))
        chip.remove_requested.connect(lambda: self.remove(chip))
        chip.show()
        return chip

    def _sort(self) -> None:
        self.chips.sort(key=lambda chip: chip.state.is_excluded)
        self.setVisible(bool(self.chips))


def _discard(chip: Chip) -> None:
    chip.hide()
    chip.deleteLater()
