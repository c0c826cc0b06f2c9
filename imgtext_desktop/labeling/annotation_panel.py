"""The part of the inspector where labels, captions and stars are seen and edited."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engine.catalog.changes import Caption
from imgtext_desktop import icons, tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.labeling.caption_list import CaptionField, CaptionList
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.labeling.fitting_list import FittingList
from imgtext_desktop.labeling.label_chips import GuessChips, LabelChips, LabelEdit
from imgtext_desktop.labeling.said import Said, load_said
from imgtext_desktop.labeling.stars import Stars
from imgtext_desktop.tokens import Colours

_HEADING = replace(tokens.CAPTION, weight=600)


class AnnotationPanel(QWidget):
    """Labels, captions and stars of one photo or of many.

    Args:
        context: The window's surroundings.
        edits: Makes the edits.
        is_rating_apart: Whether the stars will stand elsewhere; they have no parent yet.
        colours: For a place that is always dark; None follows the theme.
        parent: The parent widget.

    Attributes:
        chips: The labels.
        guesses: What is guessed, to be confirmed or rejected.
        label_edit: Adds one.
        captions: The captions of one photo.
        caption_edit: Adds one.
        fitting: Which captions of the library fit one photo.
        stars: The rating.

    Signals:
        left: Escape was pressed in a field.
    """

    left = Signal()

    def __init__(
        self,
        context: Context,
        edits: Edits,
        *,
        is_rating_apart: bool = False,
        colours: Colours | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._edits = edits
        self._colours = colours
        self._channel = f"annotations-{id(self)}"
        self._ids: list[int] = []
        theme = context.theme
        self.chips = LabelChips(self._icon)
        self._guesses_heading = self._heading(self.tr("Guesses"))
        self._guesses_heading.setContentsMargins(0, 8, 0, 0)
        self.guesses = GuessChips(self._icon)
        self.label_edit = LabelEdit()
        self.captions = CaptionList(theme, self._icon)
        self._captioned = text_label("", theme.font(tokens.BODY), role="secondary", wraps=True)
        self.caption_edit = CaptionField()
        self.caption_edit.setObjectName("captionEdit")
        self.caption_edit.setAccessibleName(self.tr("Add a caption"))
        self.caption_edit.setToolTip(self.tr("Add a caption (C); Enter adds it"))
        self.fitting = FittingList(context, self._icon)
        self.stars = Stars(self._colour)
        self._mixed = text_label(self.tr("mixed"), theme.font(tokens.CAPTION), role="secondary")
        self._wanted: QWidget | None = None
        self._lay_out(is_rating_apart=is_rating_apart)
        self._connect()
        self.show_photos(())

    def show_photos(self, ids: Sequence[int]) -> None:
        """Show what is said of these photos; what was being typed of others is saved first."""
        if list(ids) != self._ids:
            self._take_caption(self.caption_edit.toPlainText())
            self.label_edit.enter()
            self.label_edit.setText("")  # blanks are no label
            self._wanted = None
        self._ids = list(ids)
        for widget in (self.label_edit, self.caption_edit, self.stars):
            widget.setEnabled(bool(ids))
        self.refresh()

    def focus_label(self) -> None:
        """Let the user type a label, now or as soon as this is shown."""
        self._focus(self.label_edit)

    def focus_caption(self) -> None:
        """Let the user type a caption, now or as soon as this is shown."""
        self._focus(self.caption_edit)

    def showEvent(self, event: QShowEvent) -> None:
        """Override: let the user type where that was asked for."""
        super().showEvent(event)
        if self._wanted is not None:
            self._wanted.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._wanted = None

    def _focus(self, field: QWidget) -> None:
        if self.isVisible():
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._wanted = field

    def tint(self) -> None:
        """Take up other colours."""
        self.chips.tint()
        self.guesses.tint()
        self.captions.tint()
        self.stars.update()

    # -- building ---------------------------------------------------------------------------

    def _lay_out(self, *, is_rating_apart: bool) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._heading(self.tr("Labels")))
        column.addWidget(self.chips)
        column.addWidget(self.label_edit)
        column.addWidget(self._guesses_heading)
        column.addWidget(self.guesses)
        column.addSpacing(8)
        column.addWidget(self._heading(self.tr("Captions")))
        column.addWidget(self._captioned)
        column.addWidget(self.captions)
        column.addWidget(self.caption_edit)
        column.addWidget(self.fitting)
        if is_rating_apart:
            return
        column.addSpacing(8)
        rating = QHBoxLayout()
        rating.setSpacing(8)
        rating.addWidget(self._heading(self.tr("Rating")))
        rating.addWidget(self.stars)
        rating.addWidget(self._mixed)
        rating.addStretch(1)
        column.addLayout(rating)

    def _heading(self, text: str) -> QLabel:
        return text_label(text, self._context.theme.font(_HEADING), role="secondary")

    def _connect(self) -> None:
        self.chips.added.connect(self._on_label_added)
        self.chips.removed.connect(self._on_label_removed)
        self.guesses.answered.connect(self._on_guess_answered)
        self.label_edit.entered.connect(self._on_label_added)
        self.captions.edited.connect(self._on_caption_edited)
        self.caption_edit.entered.connect(self._take_caption)
        self.caption_edit.left.connect(self._on_caption_left)
        self.label_edit.left.connect(self.left)
        self.fitting.added.connect(self._on_fitting_added)
        self.stars.rated.connect(self._on_rated)
        self._edits.changed.connect(self.refresh)
        self._context.theme.changed.connect(self.tint)
        self.destroyed.connect(partial(self._context.jobs.drop, self._channel))

    # -- reading ----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read again what is said of the photos."""
        ids, library = list(self._ids), self._context.library
        if not ids:
            self._show_said(Said())
            return
        self._context.jobs.read(
            lambda: load_said(library, ids), self._show_said, channel=self._channel, priority=4
        )

    def _show_said(self, said: Said) -> None:
        is_one = len(self._ids) == 1
        count = self.locale().toString(len(self._ids))
        self.chips.show_said(said)
        self.guesses.show_said(said)
        for widget in (self._guesses_heading, self.guesses):
            widget.setVisible(bool(said.guesses))
        self.label_edit.set_names(said.known_labels)
        self.captions.show_captions(said.captions if is_one else ())
        self._captioned.setVisible(not is_one)
        self.fitting.show_photo(self._ids[0] if is_one and said.count else -1)
        captioned = self.tr("%1 of %2 have a caption.")
        captioned = captioned.replace("%1", self.locale().toString(said.captioned))
        self._captioned.setText(captioned.replace("%2", self.locale().toString(said.count)))
        self.stars.show_stars(said.stars)
        self._mixed.setVisible(said.stars is None)
        label, caption = self.tr("Add a label"), self.tr("Write what you see")
        if not is_one:
            label = self.tr("Add a label to all %1").replace("%1", count)
            caption = self.tr("Add a caption to all %1").replace("%1", count)
        self.label_edit.setPlaceholderText(label)
        self.caption_edit.setPlaceholderText(caption)
        # A photo that waits to be read has no content that something could be said of.
        if self._ids and not said.count:
            for field in (self.label_edit, self.caption_edit, self.stars):
                field.setEnabled(False)
        self._order_focus()

    def _order_focus(self) -> None:
        """Let Tab lead from top to bottom; what was made just now would come last of all."""
        chips = self.chips.findChildren(QToolButton)
        guesses = self.guesses.findChildren(QToolButton)
        cards = self.captions.findChildren(QToolButton)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # setTabOrder passes over what takes no focus
        stops = [self, *chips, self.label_edit, *guesses, *cards, self.caption_edit]
        stops += [self.fitting.button, self.stars]
        for first, second in itertools.pairwise(stops):
            if first.window() is second.window():
                QWidget.setTabOrder(first, second)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    # -- editing ----------------------------------------------------------------------------

    def _on_label_added(self, name: str) -> None:
        self._edits.add_label(self._ids, name)

    def _on_label_removed(self, name: str) -> None:
        self._edits.remove_label(self._ids, name)

    def _on_guess_answered(self, name: str, is_right: bool) -> None:
        self._edits.answer_guesses(self._ids, name, is_right=is_right)

    def save_typed(self) -> None:
        """Save captions and a label that are typed but not entered."""
        self.label_edit.enter()
        for field in self.findChildren(CaptionField):
            field.entered.emit(field.toPlainText())

    def _take_caption(self, text: str) -> None:
        if text.strip() and self._ids:
            self.caption_edit.clear()
            self._edits.add_caption(self._ids, text)

    def _on_fitting_added(self, text: str) -> None:
        self._edits.add_caption(self._ids, text)

    def _on_caption_left(self) -> None:
        self.caption_edit.clear()
        self.left.emit()

    def _on_caption_edited(self, caption: Caption, text: str) -> None:
        self._edits.edit_caption(caption, text)

    def _on_rated(self, stars: int) -> None:
        self._edits.rate(self._ids, stars)

    # -- colours ----------------------------------------------------------------------------

    def _colour(self, name: str) -> QColor:
        return QColor(getattr(self._colours or self._context.theme.colours, name))

    def _icon(self, name: str, token: str) -> QIcon:
        return icons.icon(name, getattr(self._colours or self._context.theme.colours, token))
