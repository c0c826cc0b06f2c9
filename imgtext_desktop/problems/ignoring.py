"""Ignoring files that cannot be read, and listing them again; both can be undone."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from imgtext_desktop.context import Context


class Ignoring(QObject):
    """Ignores files, which are then listed apart and counted in no badge.

    Signals:
        changed: Some files are ignored now, or no longer.
    """

    changed = Signal()

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def ignore(self, ids: Sequence[int]) -> None:
        """Ignore files."""
        self._set(ids, is_ignored=True)

    def list_again(self, ids: Sequence[int]) -> None:
        """Ignore files no longer."""
        self._set(ids, is_ignored=False)

    def _set(self, ids: Sequence[int], *, is_ignored: bool, is_undo: bool = False) -> None:
        unread = self._context.library.unread

        def done(changed: list[int]) -> None:
            self.changed.emit()
            if changed and not is_undo:
                self._tell(changed, is_ignored=is_ignored)

        self._context.jobs.read(
            lambda: unread.set_ignored(ids, is_ignored),
            done,
            failed=self._context.notifier.error,
        )

    def _tell(self, ids: Sequence[int], *, is_ignored: bool) -> None:
        if is_ignored:
            text = self.tr("%Ln files are ignored.", "", len(ids))
        else:
            text = self.tr("%Ln files are listed again.", "", len(ids))
        self._context.notifier.post(
            text,
            action_text=self.tr("Undo"),
            action=lambda: self._set(ids, is_ignored=not is_ignored, is_undo=True),
            is_undo=True,
        )
