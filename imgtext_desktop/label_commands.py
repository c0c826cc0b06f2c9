"""The sidebar's labels: what is shown of the library, and edits of a label on all photos."""

from PySide6.QtCore import QObject

from imgtext_desktop.annotating import Annotating
from imgtext_desktop.context import Context
from imgtext_desktop.labeling.label_list import LabelList
from imgtext_desktop.library_page import LibraryPage


class LabelCommands(QObject):
    """Carries out what the list of labels asks for.

    Args:
        context: The window's surroundings.
        labels: The list.
        page: Where photos are seen.
        annotating: Makes the edits.
        parent: Its owner.
    """

    def __init__(
        self,
        context: Context,
        *,
        labels: LabelList,
        page: LibraryPage,
        annotating: Annotating,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._labels = labels
        self._page = page
        self._annotating = annotating
        edits = annotating.edits
        labels.label_chosen.connect(page.set_label)
        labels.add_requested.connect(self._label_chosen_photos)
        labels.rename_requested.connect(edits.rename_label)
        labels.drop_requested.connect(edits.drop_label)
        page.all_places_requested.connect(self._show_all)
        edits.changed.connect(labels.refresh)
        edits.changed.connect(self._on_edited)

    def _show_all(self) -> None:
        self._labels.choose("")
        self._page.set_label("")

    def _label_chosen_photos(self) -> None:
        ids = self._page.grid.target_ids
        if ids:
            self._annotating.label(ids)
        else:
            self._context.notifier.post(self.tr("Choose photos first, then give them a label."))

    def _on_edited(self) -> None:
        if self._labels.chosen:  # a photo may have got or lost the label
            self._page.take_up_changes()
