"""The sidebar's folders: a click narrows the library to one of them."""

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from engine.paths import printable
from engine.search.query import Place
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.roots.delegate import CARET_ZONE, INDENT, FolderDelegate
from imgtext_desktop.roots.model import Folder, Role, RootsModel, read_roots

_LEAST_ROWS, _MOST_ROWS = 3, 100  # that the tree has room for where there is little, and much


class RootList(QWidget):
    """Header with "+", and a tree of the roots.

    Attributes:
        model: The folders.
        tree: Shows them; its object name is ``rootList``.
        add_button: Adds a folder.

    Signals:
        place_chosen: The library shall show a :class:`~engine.search.query.Place`, or all of it
            (None).
        add_requested: A folder shall be added.
        folder_requested: A folder (path, bytes) shall be shown in the file manager.
        scan_requested: A root (path, bytes) shall be scanned again.
        relink_requested: The user knows where a folder (path, bytes) is now.
        labels_requested: The photos in a folder (path, bytes) shall be labelled with the names of
            its sub-folders.
        forget_requested: What is out of reach of a root (path, bytes) shall leave the library; the
            user has confirmed it.
        remove_requested: A root (path, bytes) shall leave the library; the user has confirmed it.
    """

    place_chosen = Signal(object)
    add_requested = Signal()
    folder_requested = Signal(object)
    scan_requested = Signal(object)
    relink_requested = Signal(object)
    labels_requested = Signal(object)
    forget_requested = Signal(object)
    remove_requested = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.model = RootsModel(self.refresh, self)
        self.tree = _FolderTree(context, self.model)
        self._empty = text_label(
            self.tr("No folders yet"), context.theme.font(tokens.CAPTION), role="secondary"
        )
        self._empty.setContentsMargins(18, 4, 18, 4)
        self.add_button = QToolButton()
        self.add_button.setIconSize(QSize(14, 14))
        self.add_button.setAccessibleName(self.tr("Add a folder"))
        keys = QKeySequence("Ctrl+O").toString(QKeySequence.SequenceFormat.NativeText)
        self.add_button.setToolTip(self.tr("Add a folder (%1)").replace("%1", keys))
        self.add_button.clicked.connect(self.add_requested)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(self._make_header())
        layout.addWidget(self._empty)
        layout.addWidget(self.tree)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.tree.chosen.connect(self._on_chosen)
        self.tree.menu_requested.connect(self._on_menu_requested)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.tree)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._on_delete)
        self.setFocusProxy(self.tree)
        context.theme.changed.connect(self._retint)
        self._retint()

    @property
    def chosen(self) -> Place | None:
        """The place that the library is narrowed to."""
        return self.tree.place

    def refresh(self) -> None:
        """Read the folders anew; what is open and chosen stays so."""
        opened, library = self.model.opened, self._context.library
        self._context.jobs.read(lambda: read_roots(library, opened), self._on_read, channel="roots")

    def name_of(self, place: Place) -> str:
        """Return what a part of the library is called."""
        if place.folder:
            return printable(place.folder)
        return str(self.model.index_of(place).data(Qt.ItemDataRole.DisplayRole) or "")

    def choose(self, place: Place | None) -> None:
        """Mark a place as chosen, without telling anybody."""
        self.tree.place = place

    def _make_header(self) -> QHBoxLayout:
        title: QLabel = text_label(
            self.tr("Folders"), self._context.theme.font(tokens.CAPTION), role="secondary"
        )
        title.setProperty("heading", True)
        title.setBuddy(self.tree)
        header = QHBoxLayout()
        header.setContentsMargins(18, 0, 10, 0)
        header.addWidget(title, 1)
        header.addWidget(self.add_button)
        return header

    def _on_read(self, roots: list[Folder]) -> None:
        self.model.show(roots)
        self._empty.setVisible(not roots)
        self.tree.setVisible(bool(roots))
        place = self.chosen
        if place is not None and all(root.place.root_id != place.root_id for root in roots):
            self._on_chosen(None)  # its root left the library

    def _on_chosen(self, place: Place | None) -> None:
        self.tree.place = None if place == self.tree.place else place
        self.place_chosen.emit(self.tree.place)

    def _on_menu_requested(self, index: QModelIndex, where: QPoint) -> None:
        menu = self.build_menu(index)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    def build_menu(self, index: QModelIndex) -> QMenu:
        """Return the menu of a folder."""
        path: bytes = index.data(Role.PathRole)
        menu = QMenu(self)
        show = menu.addAction(self.tr("Show in folder"))
        show.triggered.connect(partial(self.folder_requested.emit, path))
        show.setEnabled(not index.data(Role.ProblemRole))
        label = menu.addAction(self.tr("Label by folder names"))
        label.triggered.connect(partial(self.labels_requested.emit, path))
        if not index.parent().isValid():
            scan = menu.addAction(self.tr("Scan again"))
            scan.triggered.connect(partial(self.scan_requested.emit, path))
            if index.data(Role.ProblemRole):
                relink = menu.addAction(self.tr("Locate folder…"))
                relink.triggered.connect(partial(self.relink_requested.emit, path))
            menu.addSeparator()
            if index.data(Role.OfflineRole) and not index.data(Role.ProblemRole):
                forget = menu.addAction(self.tr("Forget offline photos…"))
                forget.triggered.connect(partial(self.ask_to_forget, index))
            remove = menu.addAction(self.tr("Remove from library…"))
            remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
            remove.triggered.connect(partial(self.ask_to_remove, index))
        return menu

    def ask_to_remove(self, index: QModelIndex) -> QMessageBox:
        """Ask whether a root shall leave the library; nothing waits for the answer."""
        name, count = index.data(Qt.ItemDataRole.DisplayRole), index.data(Role.CountRole)
        words = self.tr("%Ln photos leave the library. The files stay where they are.", "", count)
        if index.data(Role.ProblemRole):
            words = self._kept_words(count)
        box, remove = self._question(
            self.tr("Remove “%1” from the library?").replace("%1", name),
            words,
            self.tr("Remove %Ln photos", "", count),
        )
        remove.clicked.connect(partial(self.remove_requested.emit, index.data(Role.PathRole)))
        return box

    def ask_to_forget(self, index: QModelIndex) -> QMessageBox:
        """Ask whether what is out of reach shall leave the library; for a disk that is lost."""
        name, count = index.data(Qt.ItemDataRole.DisplayRole), index.data(Role.OfflineRole)
        box, forget = self._question(
            self.tr("Forget the offline photos of “%1”?").replace("%1", name),
            self._kept_words(count),
            self.tr("Forget %Ln photos", "", count),
        )
        forget.clicked.connect(partial(self.forget_requested.emit, index.data(Role.PathRole)))
        return box

    def _kept_words(self, count: int) -> str:
        return self.tr(
            "%Ln photos that are not connected leave the library. Their captions, labels and stars "
            "are kept, and are there again if the photos come back.",
            "",
            count,
        )

    def _question(self, title: str, words: str, action: str) -> tuple[QMessageBox, QPushButton]:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setText(title)
        box.setInformativeText(words)
        button = box.addButton(action, QMessageBox.ButtonRole.DestructiveRole)
        button.setProperty("kind", "danger")
        button.style().polish(button)  # the box has styled it already
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.open()
        return box, button

    def _on_delete(self) -> None:
        index = self.tree.currentIndex()
        if index.isValid() and not index.parent().isValid():
            self.ask_to_remove(index)

    def _retint(self) -> None:
        self.add_button.setIcon(self._context.theme.icon("plus"))


class _FolderTree(QTreeView):
    """A tree in which one row is chosen, apart from the row that has the focus.

    Signals:
        chosen: A row was clicked, or Enter or Space pressed on it; carries its place.
        menu_requested: Index and global position.
    """

    chosen = Signal(object)
    menu_requested = Signal(QModelIndex, QPoint)

    def __init__(self, context: Context, model: RootsModel) -> None:
        super().__init__()
        self.setObjectName("rootList")
        self.setAccessibleName(self.tr("Folders"))
        self._delegate = FolderDelegate(context.theme, self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_context_menu)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        for signal in (self.expanded, self.collapsed, model.rowsInserted, model.rowsRemoved):
            signal.connect(self.updateGeometry)
        context.theme.changed.connect(self.viewport().update)

    @property
    def place(self) -> Place | None:
        """The chosen place."""
        return self._delegate.chosen

    @place.setter
    def place(self, place: Place | None) -> None:
        self._delegate.chosen = place
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Override: as high as the rows that are open."""
        return QSize(0, self._height(_MOST_ROWS))

    def minimumSizeHint(self) -> QSize:
        """Override: some rows are always seen."""
        return QSize(0, self._height(_LEAST_ROWS))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: a click on the caret opens or closes, elsewhere it chooses."""
        super().mousePressEvent(event)
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return
        if self._is_on_caret(index, event.position().toPoint()):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.chosen.emit(index.data(Role.PlaceRole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Enter and Space choose, the menu key opens the menu."""
        index = self.currentIndex()
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.key() in keys and index.isValid():
            self.chosen.emit(index.data(Role.PlaceRole))
        else:
            super().keyPressEvent(event)

    def _height(self, most_rows: int) -> int:
        index, rows = self.model().index(0, 0), 0
        while index.isValid() and rows < most_rows:
            index, rows = self.indexBelow(index), rows + 1
        return rows * max(0, self.sizeHintForRow(0))

    def _is_on_caret(self, index: QModelIndex, point: QPoint) -> bool:
        if not self.model().hasChildren(index):
            return False
        row = self.visualRect(index)
        inset = index.data(Role.DepthRole) * INDENT
        distance = row.right() - point.x() if self.isRightToLeft() else point.x() - row.left()
        return bool(inset <= distance < inset + CARET_ZONE)

    def _on_context_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not index.isValid():  # opened by key
            index = self.currentIndex()
            point = self.visualRect(index).center()
        if index.isValid():
            self.menu_requested.emit(index, self.viewport().mapToGlobal(point))
