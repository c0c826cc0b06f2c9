"""The keys that move from photo to photo."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView

_Key, _Moves = Qt.Key, QAbstractItemView.CursorAction

MOVES: Final = {
    _Key.Key_Left: _Moves.MoveLeft,
    _Key.Key_Right: _Moves.MoveRight,
    _Key.Key_Up: _Moves.MoveUp,
    _Key.Key_Down: _Moves.MoveDown,
    _Key.Key_Home: _Moves.MoveHome,
    _Key.Key_End: _Moves.MoveEnd,
    _Key.Key_PageUp: _Moves.MovePageUp,
    _Key.Key_PageDown: _Moves.MovePageDown,
}
