"""The folders of the library as a tree; the folders below a root are read when it is opened."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.library import Library
from engine.paths import printable
from engine.search.query import Place

Index = QModelIndex | QPersistentModelIndex
_SEPARATOR = os.fsencode(os.sep)


class Role(IntEnum):
    """What the model answers.

    Attributes:
        PlaceRole: The part of the library, a :class:`~engine.search.query.Place`.
        PathRole: Absolute path, bytes.
        CountRole: Photos in it and below.
        ProblemRole: Why a root cannot be reached; empty if it can.
        OfflineRole: Photos of a root that are out of reach.
        DepthRole: 0 for a root.
    """

    PlaceRole = Qt.ItemDataRole.UserRole + 1
    PathRole = Qt.ItemDataRole.UserRole + 2
    CountRole = Qt.ItemDataRole.UserRole + 3
    ProblemRole = Qt.ItemDataRole.UserRole + 4
    DepthRole = Qt.ItemDataRole.UserRole + 5
    OfflineRole = Qt.ItemDataRole.UserRole + 6


@dataclass(frozen=True)
class Folder:
    """A folder as it was read.

    Attributes:
        place: Root and folder.
        path: Absolute path, bytes.
        name: As shown.
        count: Photos in it and below.
        problem: Why it cannot be reached; for roots only.
        folders: The folders in it, by name; None if they were not read.
        has_folders: Whether there are any.
        offline: Photos out of reach; for roots only.
    """

    place: Place
    path: bytes
    name: str
    count: int
    problem: str = ""
    folders: "tuple[Folder, ...] | None" = None
    has_folders: bool = False
    offline: int = 0


def read_roots(library: Library, opened: frozenset[int]) -> list[Folder]:
    """Read the roots, and the folders below those that are open (runs in a worker).

    Args:
        library: The library.
        opened: Ids of the roots whose folders are wanted.
    """
    counts = library.browse.counts_by_root()
    roots = library.roots.all()
    names = shown_names([root.path for root in roots])
    found = []
    for root in roots:
        shown = counts.get(root.id)
        below = None
        if root.id in opened:
            below = build_folders(root.id, root.path, library.browse.folders(root.id))
        found.append(
            Folder(
                place=Place(root.id),
                path=root.path,
                name=names[root.path],
                count=shown.photos if shown else 0,
                problem=root.problem,
                folders=below,
                has_folders=bool(shown and shown.has_folders),
                offline=shown.offline if shown else 0,
            )
        )
    return found


def build_folders(root_id: int, root: bytes, direct: Mapping[bytes, int]) -> tuple[Folder, ...]:
    """Make a tree of the folders that hold photos.

    Args:
        root_id: The root.
        root: Its path.
        direct: Photos directly in each folder, by its path relative to the root.
    """
    totals: dict[bytes, int] = {}
    below: dict[bytes, set[bytes]] = {}
    for holder, count in direct.items():
        folder = holder
        while folder:
            totals[folder] = totals.get(folder, 0) + count
            parent = os.path.dirname(folder)
            below.setdefault(parent, set()).add(folder)
            folder = parent

    def build(parent: bytes) -> tuple[Folder, ...]:
        return tuple(
            Folder(
                place=Place(root_id, folder),
                path=os.path.join(root, folder),
                name=printable(os.path.basename(folder)),
                count=totals[folder],
                folders=build(folder),
                has_folders=folder in below,
            )
            for folder in sorted(below.get(parent, ()), key=lambda path: path.lower())
        )

    return build(b"")


def shown_names(paths: Sequence[bytes]) -> dict[bytes, str]:
    """Return the shown name of each root; two of one name are told apart by their parents."""
    short = {path: printable(os.path.basename(path) or path) for path in paths}
    names = list(short.values())
    return {
        path: name
        if names.count(name) == 1
        else f"{name} – {printable(os.path.basename(os.path.dirname(path)))}"
        for path, name in short.items()
    }


@dataclass(eq=False)
class _Node:
    id: int
    parent: "_Node | None"
    folder: Folder
    children: "list[_Node]" = field(default_factory=list)


class RootsModel(QAbstractItemModel):
    """A tree of :class:`Folder`; kept in place when it is read again.

    Args:
        ask: Called when a root is opened whose folders were not read.
        parent: Its owner.
    """

    def __init__(self, ask: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ask = ask
        self._nodes: dict[int, _Node] = {}
        self._last_id = 0
        top = Folder(place=Place(0), path=b"", name="", count=0)
        self._top = _Node(0, None, top)
        self._opened: set[int] = set()

    @property
    def opened(self) -> frozenset[int]:
        """Ids of the roots whose folders are wanted."""
        return frozenset(self._opened)

    def show(self, roots: Sequence[Folder]) -> None:
        """Take up what was read; rows that are still there stay the same rows."""
        self._opened &= {root.place.root_id for root in roots}
        self._sync(self._top, QModelIndex(), roots)

    def index_of(self, place: Place | None) -> QModelIndex:
        """Return where a place is, or an invalid index."""
        for node in self._nodes.values():
            if node.folder.place == place:
                return self._index(node)
        return QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own default
        """Override."""
        siblings = self._node(parent).children
        if column != 0 or not 0 <= row < len(siblings):
            return QModelIndex()
        return self.createIndex(row, column, siblings[row].id)

    def parent(self, child: Index) -> QModelIndex:  # type: ignore[override]  # QObject has one too
        """Override."""
        parent = self._node(child).parent
        return QModelIndex() if parent is None else self._index(parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Override."""
        return len(self._node(parent).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Override."""
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own default
        """Override: folders that were not read yet count."""
        node = self._node(parent)
        return bool(node.children) or (node.folder.folders is None and node.folder.has_folders)

    def canFetchMore(self, parent: Index) -> bool:
        """Override: whether this root's folders were never asked for."""
        node = self._node(parent)
        is_root = node.parent is self._top
        return is_root and node.folder.has_folders and node.folder.place.root_id not in self._opened

    def fetchMore(self, parent: Index) -> None:
        """Override: ask; the rows come later."""
        self._opened.add(self._node(parent).folder.place.root_id)
        self._ask()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override."""
        if not index.isValid():
            return None
        node = self._node(index)
        folder = node.folder
        if role == Role.DepthRole:
            return self._depth(node)
        return {
            int(Qt.ItemDataRole.DisplayRole): folder.name,
            int(Qt.ItemDataRole.ToolTipRole): self._tip(folder),
            int(Qt.ItemDataRole.AccessibleTextRole): self._spoken(folder),
            int(Role.PlaceRole): folder.place,
            int(Role.PathRole): folder.path,
            int(Role.CountRole): folder.count,
            int(Role.ProblemRole): folder.problem,
            int(Role.OfflineRole): folder.offline,
        }.get(int(role))

    def _tip(self, folder: Folder) -> str:
        path = printable(folder.path)
        return f"{path}\n{self._away(folder)}" if folder.problem else path

    def _spoken(self, folder: Folder) -> str:
        parts = [folder.name, self.tr("%Ln photos", "", folder.count)]
        return ", ".join([*parts, self._away(folder)] if folder.problem else parts)

    def _away(self, folder: Folder) -> str:
        return self.tr("“%1” is not connected. Nothing was removed.").replace("%1", folder.name)

    def _node(self, index: Index) -> _Node:
        return self._nodes[index.internalId()] if index.isValid() else self._top

    def _index(self, node: _Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.parent.children.index(node), 0, node.id)

    @staticmethod
    def _depth(node: _Node) -> int:
        depth = -1
        while node.parent is not None:
            node, depth = node.parent, depth + 1
        return depth

    def _sync(self, node: _Node, index: QModelIndex, wanted: Sequence[Folder]) -> None:
        """Bring the rows below a node in line; both are in the same order."""
        places = {folder.place for folder in wanted}
        for row in reversed(range(len(node.children))):
            if node.children[row].folder.place not in places:
                self.beginRemoveRows(index, row, row)
                self._forget(node.children.pop(row))
                self.endRemoveRows()
        for row, folder in enumerate(wanted):
            known = node.children[row] if row < len(node.children) else None
            if known is None or known.folder.place != folder.place:
                self.beginInsertRows(index, row, row)
                known = self._make(node, folder)
                node.children.insert(row, known)
                self.endInsertRows()
            elif known.folder != folder:
                known.folder = folder
                changed = self._index(known)
                self.dataChanged.emit(changed, changed)
            if folder.folders is not None:
                self._sync(known, self._index(known), folder.folders)

    def _make(self, parent: _Node, folder: Folder) -> _Node:
        self._last_id += 1
        node = _Node(self._last_id, parent, folder)
        self._nodes[node.id] = node
        return node

    def _forget(self, node: _Node) -> None:
        del self._nodes[node.id]
        for child in node.children:
            self._forget(child)
