"""Where chips and text stand in the search box: on one line if they fit, else on two.

The text keeps a least width: where two lines are too short, first the wanted chips become narrow,
then all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ChipWidth:
    """How wide a chip would be.

    Attributes:
        natural: With all that it says, in pixels.
        compact: At least, in pixels.
        is_trailing: Whether it stands at the end of the line, after the text.
    """

    natural: int
    compact: int
    is_trailing: bool


@dataclass(frozen=True)
class Slot:
    """A place on a line.

    Attributes:
        line: 0 or 1.
        x: From the line's beginning, in pixels.
        width: In pixels.
    """

    line: int
    x: int
    width: int


@dataclass(frozen=True)
class Arrangement:
    """Where everything stands.

    Attributes:
        chips: One slot a chip, in their order.
        text: The slot of the text.
    """

    chips: tuple[Slot, ...]
    text: Slot

    @property
    def lines(self) -> int:
        """How many lines it takes."""
        return 1 + self.text.line


def arrange(chips: Sequence[ChipWidth], *, width: int, text_width: int, gap: int) -> Arrangement:
    """Arrange chips and text.

    Args:
        chips: In their order.
        width: Of a line, in pixels.
        text_width: The least width of the text, in pixels.
        gap: Between two neighbours, in pixels.
    """
    if sum(chip.natural + gap for chip in chips) + text_width <= width:
        return _one_line(chips, width=width, gap=gap)
    steps = (
        [chip.natural for chip in chips],
        [chip.natural if chip.is_trailing else chip.compact for chip in chips],
        [chip.compact for chip in chips],
    )
    for widths in steps:
        slots = _flow(widths, width, gap)
        used = max((slot.x + slot.width + gap for slot in slots if slot.line == 1), default=0)
        if used + text_width <= width:
            return Arrangement(slots, Slot(1, used, width - used))
    room = max(0, width - text_width)
    return Arrangement(_squeeze(slots, room, gap), Slot(1, room, width - room))


def _squeeze(slots: Sequence[Slot], room: int, gap: int) -> tuple[Slot, ...]:
    """Make the chips on the second line alike and so narrow that they fit."""
    squeezed = [slot for slot in slots if slot.line == 1]
    step = room // max(1, len(squeezed))
    first = len(slots) - len(squeezed)
    return (
        *slots[:first],
        *(Slot(1, index * step, max(0, step - gap)) for index in range(len(squeezed))),
    )


def _one_line(chips: Sequence[ChipWidth], *, width: int, gap: int) -> Arrangement:
    left = 0
    right = width - sum(chip.natural + gap for chip in chips if chip.is_trailing)
    text_end = right
    slots = []
    for chip in chips:
        if chip.is_trailing:
            slots.append(Slot(0, right + gap, chip.natural))
            right += gap + chip.natural
        else:
            slots.append(Slot(0, left, chip.natural))
            left += chip.natural + gap
    return Arrangement(tuple(slots), Slot(0, left, text_end - left))


def _flow(widths: Sequence[int], width: int, gap: int) -> tuple[Slot, ...]:
    """Place chips one after another; those that do not fit go to the second line."""
    slots = []
    line = x = 0
    for chip_width in widths:
        if line == 0 and x and x + chip_width > width:
            line, x = 1, 0
        slots.append(Slot(line, x, min(chip_width, width)))
        x += chip_width + gap
    return tuple(slots)
