"""What the grid's model answers."""

from enum import IntEnum

from PySide6.QtCore import Qt


class Role(IntEnum):
    """The data of a photo; a role is None while its row has not been read.

    Attributes:
        PathRole: Absolute path, bytes of the file system.
        ScoreRole: The score of a hit, or None without a query.
        StateRole: Where the file stands, equal to a :class:`~engine.catalog.records.FileState`.
        IdRole: Its row in the ledger; known at once.
        RankRole: Place among the hits, from 1, or None without a query.
        RowRole: All that is shown of it, a :class:`~engine.catalog.records.PhotoRow`.
        GoneRole: Whether the ledger no longer has it.
        NewRole: Whether it is marked as new.
    """

    PathRole = Qt.ItemDataRole.UserRole + 1
    ScoreRole = Qt.ItemDataRole.UserRole + 2
    StateRole = Qt.ItemDataRole.UserRole + 3
    IdRole = Qt.ItemDataRole.UserRole + 4
    RankRole = Qt.ItemDataRole.UserRole + 5
    RowRole = Qt.ItemDataRole.UserRole + 6
    GoneRole = Qt.ItemDataRole.UserRole + 7
    NewRole = Qt.ItemDataRole.UserRole + 8
