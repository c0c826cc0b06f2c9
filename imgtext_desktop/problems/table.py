"""The table of files; only the rows in sight are read and painted."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from imgtext_desktop.problems.delegate import ProblemDelegate
from imgtext_desktop.problems.model import ProblemsModel
from imgtext_desktop.theme import Theme

_SHARES = (0.29, 0.33, 0.25, 0.13)  # of the width, by column
_BORDERS = 2


class ProblemsTable(QTableView):
    """Shows :class:`~imgtext_desktop.problems.model.ProblemsModel`.

    Signals:
        height_changed: It needs no more than this height (pixels, with a border around it).
    """

    height_changed = Signal(int)

    def __init__(self, theme: Theme, model: ProblemsModel) -> None:
        super().__init__()
        self.setObjectName("problemsTable")
        self.setAccessibleName(self.tr("Files"))
        self._delegate = ProblemDelegate(theme, self)
        self._place = 0
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self._delegate.row_height)
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setMinimumHeight(38)
        theme.changed.connect(self.viewport().update)

    @property
    def selected_ids(self) -> list[int]:
        """The files that are chosen, in their order."""
        model = self.model()
        assert isinstance(model, ProblemsModel)
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [int(model.ids[row]) for row in rows if row < len(model.ids)]

    def sizeHint(self) -> QSize:
        """Override: as high as its rows, at least some."""
        return QSize(600, self._needed_height())

    def fit(self) -> None:
        """Say how high the table is with all its rows."""
        self.height_changed.emit(self._needed_height() + _BORDERS)

    def keep_place(self) -> None:
        """Remember how far it is scrolled, before the model is reset."""
        self._place = self.verticalScrollBar().value()

    def return_to_place(self) -> None:
        """Scroll to where it was."""
        self.verticalScrollBar().setValue(self._place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: columns share the width."""
        super().resizeEvent(event)
        width = self.viewport().width()
        last = len(_SHARES) - 1
        taken = 0
        for column, share in enumerate(_SHARES):
            size = width - taken if column == last else int(width * share)
            self.setColumnWidth(column, size)
            taken += size

    def _needed_height(self) -> int:
        rows = max(2, min(self.model().rowCount(), 1000))
        header = max(38, self.horizontalHeader().sizeHint().height())
        return header + rows * self._delegate.row_height
