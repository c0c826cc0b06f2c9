"""The sidebar's labels: a click narrows the library to one of them; here they are renamed."""

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.changes import tidy
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.labeling.label_rows import (
    LabelDelegate,
    LabelRow,
    LabelRows,
    LabelsModel,
    Role,
    read_labels,
)

_FIRST: Final = 6  # rows that are shown until more are asked for
_LEAST_ROWS: Final = 3  # where there is little room


class LabelList(QWidget):
    """Header with "+", the most frequent labels, and a button that shows the others.

    Attributes:
        model: The labels that are listed.
        view: Shows them; its object name is ``labelList``.
        add_button: Adds a label to the chosen photos.
        more_button: Shows all labels, or fewer again.

    Signals:
        label_chosen: The library shall show photos with this label; an empty one means all.
        add_requested: A label shall be typed for the chosen photos.
        rename_requested: A label (its name) shall have another name, which may be that of another
            label: then the user has been asked.
        drop_requested: A label shall be taken from all photos.
    """

    label_chosen = Signal(str)
    add_requested = Signal()
    rename_requested = Signal(str, str)
    drop_requested = Signal(str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._rows: tuple[LabelRow, ...] = ()
        self._is_whole = False
        self._renamed = ("", "")
        self.model = LabelsModel(self)
        self.view = _LabelView(context, self.model)
        self._empty = text_label(
            self.tr("No labels yet"), context.theme.font(tokens.CAPTION), role="secondary"
        )
        self._empty.setContentsMargins(18, 4, 18, 4)
        self.add_button = QToolButton()
        self.add_button.setIconSize(QSize(14, 14))
        self.add_button.setAccessibleName(self.tr("Label the chosen photos"))
        self.add_button.setToolTip(self.tr("Label the chosen photos (L)"))
        self.add_button.clicked.connect(self.add_requested)
        self.more_button = QPushButton()
        self.more_button.setProperty("kind", "more")
        self.more_button.setIconSize(QSize(16, 16))
        self.more_button.clicked.connect(self._on_more)
        self._lay_out()
        self.view.chosen.connect(self._on_chosen)
        self.view.menu_requested.connect(self._on_menu_requested)
        self.view.labels.renamed.connect(self._on_renamed)
        self.view.labels.closeEditor.connect(self.refresh)  # what was put off while it was open
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._on_delete)
        context.theme.changed.connect(self._retint)
        self._retint()
        self._body.hide()  # until there is a folder

    @property
    def chosen(self) -> str:
        """The label that the library is narrowed to; empty for none."""
        return self.view.labels.chosen

    def refresh(self) -> None:
        """Read the labels anew; a name that is just being typed is left in peace."""
        library = self._context.library
        self._context.jobs.read(lambda: read_labels(library), self._on_read, channel="labels")

    def choose(self, name: str) -> None:
        """Mark a label as chosen, without telling anybody."""
        self.view.labels.chosen = name
        self._fill()
        self.view.viewport().update()

    def build_menu(self, index: QModelIndex) -> QMenu:
        """Return the menu of a label."""
        name: str = index.data(Qt.ItemDataRole.DisplayRole)
        menu = QMenu(self)
        words = self.tr("Show all photos") if name == self.chosen else self.tr("Show these photos")
        menu.addAction(words).triggered.connect(partial(self._on_chosen, name))
        if not index.data(Role.CountRole):  # what is only guessed is not the user's to rename
            return menu
        menu.addSeparator()
        rename = menu.addAction(self.tr("Rename…"))
        rename.setShortcut(QKeySequence("F2"))
        rename.triggered.connect(partial(self.edit, name))
        remove = menu.addAction(self.tr("Remove from all photos"))
        remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        remove.triggered.connect(partial(self.drop_requested.emit, name))
        return menu

    def edit(self, name: str) -> None:
        """Let the user type another name in the label's place."""
        index = self.model.index_of(name)
        self.view.setCurrentIndex(index)
        self.view.edit(index)

    def ask_to_merge(self, name: str, other: str) -> QMessageBox:
        """Ask whether two labels shall become one; nothing waits for the answer."""
        count = next((row.count for row in self._rows if row.name == name), 0)
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.NoIcon)
        question = self.tr("Merge “%1” with “%2”?")
        box.setText(question.replace("%1", name).replace("%2", other))
        words = self.tr("%Ln photos get the label “%2”, which is there already.", "", count)
        box.setInformativeText(words.replace("%2", other))
        merge = box.addButton(
            self.tr("Relabel %Ln photos", "", count), QMessageBox.ButtonRole.AcceptRole
        )
        keep = box.addButton(self.tr("Keep both"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(merge)
        box.setEscapeButton(keep)
        merge.clicked.connect(partial(self._rename, name, other))
        box.open()
        return box

    # -- building ---------------------------------------------------------------------------

    def _lay_out(self) -> None:
        title = text_label(
            self.tr("Labels"), self._context.theme.font(tokens.CAPTION), role="secondary"
        )
        title.setProperty("heading", True)
        header = QHBoxLayout()
        header.setContentsMargins(18, 0, 10, 0)
        header.addWidget(title, 1)
        header.addWidget(self.add_button)
        more = QHBoxLayout()
        more.setContentsMargins(8, 0, 8, 0)
        more.addWidget(self.more_button)
        self._body = QWidget()
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(header)
        column.addWidget(self._empty)
        column.addWidget(self.view)
        column.addLayout(more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._body)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def _retint(self) -> None:
        self.add_button.setIcon(self._context.theme.icon("plus"))
        self.more_button.setIcon(self._context.theme.icon("dots-three", "text3"))

    # -- what is listed ---------------------------------------------------------------------

    def _on_read(self, labels: LabelRows) -> None:
        if self.view.is_editing:
            return  # it is read again when the name is typed
        self._rows = labels.rows
        self._body.setVisible(labels.has_folders)
        heir = self._heir(self.chosen)
        if heir != self.chosen:
            self.view.labels.chosen = heir
            self.label_chosen.emit(heir)
        self._fill()

    def _heir(self, name: str) -> str:
        """Return what a label is called now, or again; empty if it is gone."""
        names = {row.name for row in self._rows}
        if name not in names and name in self._renamed:
            first, second = self._renamed
            name = second if name == first else first
        return name if name in names else ""

    def _fill(self) -> None:
        current = self.view.currentIndex()
        place, name = current.row(), str(current.data() or "")
        shown = [
            row
            for number, row in enumerate(self._rows)
            if number < _FIRST or self._is_whole or row.name == self.chosen
        ]
        self.model.show(shown)
        if place >= 0 and not self.view.currentIndex().isValid():
            index = self.model.index_of(self._heir(name))
            place = min(place, len(shown) - 1)
            self.view.setCurrentIndex(index if index.isValid() else self.model.index(place))
        self._empty.setVisible(not self._rows)
        self.view.setVisible(bool(shown))
        self.view.updateGeometry()
        left = len(self._rows) - len(shown)
        words = self.tr("%Ln more", "", left) if left else self.tr("Fewer")
        self.more_button.setText(f"  {words}")
        self.more_button.setAccessibleName(words)
        self.more_button.setVisible(left > 0 or (self._is_whole and len(self._rows) > _FIRST))

    # -- what the user does -----------------------------------------------------------------

    def _on_chosen(self, name: str) -> None:
        self.choose("" if name == self.chosen else name)
        self.label_chosen.emit(self.chosen)

    def _on_more(self) -> None:
        self._is_whole = not self._is_whole
        self._fill()

    def _on_menu_requested(self, index: QModelIndex, where: QPoint) -> None:
        menu = self.build_menu(index)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    def _on_renamed(self, name: str, typed: str) -> None:
        new = tidy(typed)
        if not new or new == name:
            return
        others = [row.name for row in self._rows if row.count and row.name != name]
        known = {other.casefold(): other for other in others}
        other = known.get(new.casefold())
        if other is None:
            self._rename(name, new)
        else:
            self.ask_to_merge(name, other)

    def _rename(self, name: str, new: str) -> None:
        self._renamed = (name, new)
        self.rename_requested.emit(name, new)

    def _on_delete(self) -> None:
        index = self.view.currentIndex()
        if index.isValid() and index.data(Role.CountRole):
            self.drop_requested.emit(index.data(Qt.ItemDataRole.DisplayRole))


class _LabelView(QListView):
    """A list in which one row is chosen, apart from the row that has the focus.

    Attributes:
        labels: Paints the rows and knows which one is chosen.

    Signals:
        chosen: A row was clicked, or Enter or Space pressed on it; carries its label.
        menu_requested: Index and global position.
    """

    chosen = Signal(str)
    menu_requested = Signal(QModelIndex, QPoint)

    def __init__(self, context: Context, model: LabelsModel) -> None:
        super().__init__()
        self.setObjectName("labelList")
        self.setAccessibleName(self.tr("Labels"))
        self.labels = LabelDelegate(context.theme, self)
        self.setModel(model)
        self.setItemDelegate(self.labels)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.customContextMenuRequested.connect(self._on_context_menu)
        context.theme.changed.connect(self.viewport().update)

    @property
    def is_editing(self) -> bool:
        """Whether a name is being typed."""
        return self.state() == QAbstractItemView.State.EditingState

    def sizeHint(self) -> QSize:
        """Override: as high as all rows."""
        return QSize(0, self._height(self.model().rowCount()))

    def minimumSizeHint(self) -> QSize:
        """Override: some rows are always seen."""
        return QSize(0, self._height(min(_LEAST_ROWS, self.model().rowCount())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: a click chooses."""
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            self.chosen.emit(index.data(Qt.ItemDataRole.DisplayRole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Enter and Space choose; Enter that ends the typing of a name does not."""
        index = self.currentIndex()
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and index.isValid() and not self.is_editing:
            self.chosen.emit(index.data(Qt.ItemDataRole.DisplayRole))
        else:
            super().keyPressEvent(event)

    def _height(self, rows: int) -> int:
        return rows * max(0, self.sizeHintForRow(0)) if rows else 0

    def _on_context_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not index.isValid():  # opened by key
            index = self.currentIndex()
            point = self.visualRect(index).center()
        if index.isValid():
            self.menu_requested.emit(index, self.viewport().mapToGlobal(point))
