"""What can be done with one version, as a menu."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine.models.versions import Slot
from imgtext_desktop.models.overview import Line, Standing
from imgtext_desktop.models.words import size_text


class VersionMenu(QObject):
    """Makes the menu of a version.

    Args:
        adopt: Lets the chosen version answer.
        compare: Compares it.
        export: Exports it.
        remove: Removes it.
        leave: Does without it; takes the version.
        free: Deletes what was prepared for it; takes the version.
    """

    def __init__(  # noqa: PLR0913
        self,
        *,
        adopt: QAction,
        compare: QAction,
        export: QAction,
        remove: QAction,
        leave: Callable[[Line], None],
        free: Callable[[Line], object],
    ) -> None:
        super().__init__()
        self._adopt, self._compare, self._export, self._remove = adopt, compare, export, remove
        self._leave, self._free = leave, free

    def build(self, line: Line, parent: QWidget) -> QMenu:
        """Return the menu of a version; the actions are for the current one."""
        menu = QMenu(parent)
        standing = line.standing
        if standing in (Standing.READY, Standing.STORED, Standing.CUT_OFF):
            menu.addAction(self._adopt)
        if line.slot is not Slot.CODES and standing is not Standing.UNUSABLE:
            menu.addAction(self._compare)
        if standing is Standing.IN_USE and not line.is_built_in:
            leave = menu.addAction(
                self.tr("Go back to the built-in model")
                if line.slot is Slot.RETRIEVAL
                else self.tr("Stop using")
            )
            leave.triggered.connect(lambda: self._leave(line))
        if not line.is_built_in:
            menu.addAction(self._export)
        if standing is not Standing.IN_USE and line.version.prepared:
            free = menu.addAction(
                self.tr("Free %1…").replace("%1", size_text(line.version.prepared))
            )
            free.triggered.connect(lambda: self._free(line))
        if not line.is_built_in and standing is not Standing.IN_USE:
            menu.addSeparator()
            menu.addAction(self._remove)
        return menu
