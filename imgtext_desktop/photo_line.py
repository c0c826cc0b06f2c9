"""The line over the photos: how many there are, in what order, how large."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from engine.catalog.browse import SortKey
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.sort_button import SortButton
from imgtext_desktop.zoom_control import ZoomControl


class PhotoLine(QWidget):
    """Says what the grid shows.

    Attributes:
        hint: Where the photos are, or how they were found.
        sort: Their order.

    Signals:
        order_chosen: What photos shall be sorted by, and whether the largest come first.
        again_requested: The search shall be run again.
    """

    order_chosen = Signal(SortKey, bool)
    again_requested = Signal()

    def __init__(self, context: Context, grid: PhotoGrid) -> None:
        super().__init__()
        self._count = text_label("", context.theme.font(tokens.SUBTITLE))
        self.hint = text_label("", context.theme.font(tokens.BODY), role="secondary")
        self._again = QPushButton(self.tr("Search again"))
        self._again.setProperty("kind", "link")
        self._again.setToolTip(self.tr("Photos have come that are not among these yet"))
        self._again.clicked.connect(self.again_requested)
        self.sort = SortButton(context.theme)
        policy = self.sort.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the row keeps its height
        self.sort.setSizePolicy(policy)
        self.sort.chosen.connect(self.order_chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 4)
        row.setSpacing(12)
        for label in (self._count, self.hint):
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignBaseline)
        row.addWidget(self._again)
        row.addStretch(1)
        row.addWidget(self.sort)
        row.addWidget(ZoomControl(context.theme, grid))

    def describe(self, count: str, hint: str, *, is_sortable: bool) -> None:
        """Say how many photos there are, and where or how they were found."""
        self._count.setText(count)
        self.show_hint(hint if count else "")
        self.offer_again(False)
        self.sort.setVisible(is_sortable)

    def show_hint(self, hint: str) -> None:
        """Say something else beside the count."""
        self.hint.setText(hint)

    def show_order(self, sort: SortKey, is_descending: bool) -> None:
        """Say what photos are sorted by."""
        self.sort.show_order(sort, is_descending)

    def offer_again(self, is_offered: bool) -> None:
        """Offer to search again, or no longer."""
        self._again.setVisible(is_offered)
