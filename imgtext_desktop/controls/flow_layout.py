"""A layout that fills lines like text.

After Qt's "Flow Layout" example. superqt has one too, but importing it takes a third of the time
in which the window shall be there.
"""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


class FlowLayout(QLayout):
    """Lines of widgets, each as wide as it would like to be but never wider than the line.

    Args:
        gap: Between widgets of a line, and between lines, in pixels.
        parent: The widget that it is for.
    """

    def __init__(self, gap: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self._gap = gap
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Override: take an item as the last."""
        self._items.append(item)

    def count(self) -> int:
        """Override: the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Override: an item, or None."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Override: an item that is not in the layout any more, or None."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        """Override: fewer pixels in a line, more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Override: the height of all lines."""
        return self._place(QRect(0, 0, width, 0), is_moving=False)

    def setGeometry(self, rect: QRect) -> None:
        """Override: put everything in its place."""
        super().setGeometry(rect)
        self._place(rect, is_moving=True)

    def sizeHint(self) -> QSize:
        """Override: as narrow as the widest item."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Override: room for each item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def expandingDirections(self) -> Qt.Orientation:
        """Override: none."""
        return Qt.Orientation(0)

    def _place(self, rect: QRect, *, is_moving: bool) -> int:
        """Return the height of the lines within a width; perhaps move the items there."""
        x = y = line_height = 0
        parent = self.parentWidget()
        direction = parent.layoutDirection() if parent else Qt.LayoutDirection.LeftToRight
        for item in self._items:
            hint = item.sizeHint()
            size = QSize(min(hint.width(), max(rect.width(), 0)), hint.height())
            if x and x + size.width() > rect.width():
                x, y, line_height = 0, y + line_height + self._gap[1], 0
            if is_moving:
                place = QRect(rect.topLeft() + QPoint(x, y), size)
                item.setGeometry(QStyle.visualRect(direction, rect, place))
            x += size.width() + self._gap[0]
            line_height = max(line_height, size.height())
        return y + line_height
