"""What is guessed of photos: how it is told, confirmed and rejected."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from engine.catalog.slots import Guess
from imgtext_desktop.context import Context
from imgtext_desktop.labeling.annotation_panel import AnnotationPanel
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.labeling.label_chips import GuessChip
from imgtext_desktop.labeling.label_list import LabelList
from imgtext_desktop.labeling.label_rows import Role
from imgtext_desktop.labeling.said import GuessedLabel, load_said
from imgtext_desktop.notifier import Message

pytestmark = pytest.mark.usefixtures("guesses")


@pytest.fixture
def told(context: Context) -> list[str]:
    """What the user is told."""
    told: list[str] = []

    def take(message: Message) -> None:
        told.append(message.text)

    context.notifier.posted.connect(take)
    return told


@pytest.fixture
def panel(qtbot: QtBot, context: Context, edits: Edits) -> AnnotationPanel:
    panel = AnnotationPanel(context, edits)
    qtbot.addWidget(panel)
    panel.setFixedWidth(288)
    panel.show()
    return panel


def _labels(context: Context) -> dict[str, int]:
    return dict(context.library.annotations.label_counts())


def _chips(panel: AnnotationPanel) -> list[list[str]]:
    """Return what stands on the chips that are seen."""
    chips = [chip for chip in panel.guesses.findChildren(GuessChip) if chip.isVisible()]
    return [[label.text() for label in chip.findChildren(QLabel)] for chip in chips]


def _press(panel: AnnotationPanel, name: str) -> None:
    (button,) = [
        button
        for button in panel.guesses.findChildren(QToolButton)
        if button.accessibleName() == name and button.isVisible()
    ]
    button.click()


def test_only_what_is_likely_and_not_answered_is_a_guess(context: Context, ids: list[int]) -> None:
    library = context.library
    one = load_said(library, ids[:1]).guesses
    assert one == (GuessedLabel("dog", 1, 0.871), GuessedLabel("beach", 1, 0.62))
    assert load_said(library, ids).guesses[0] == GuessedLabel("dog", 2, 0.999)
    library.annotations.confirm_guess([1], "dog")
    library.annotations.reject_guess([1], "beach")
    assert load_said(library, ids[:1]).guesses == ()
    library.slots.switch("labels", "")  # rolled back
    assert load_said(library, ids).guesses == ()


def test_a_guess_about_one_photo_says_how_likely_it_is(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    panel.show_photos(ids[:1])
    qtbot.waitUntil(lambda: _chips(panel) == [["dog?", "87 %"], ["beach?", "62 %"]])
    with qtbot.waitSignal(edits.changed):
        _press(panel, "Yes, it is “dog” (Y)")
    assert _labels(context) == {"dog": 1}
    qtbot.waitUntil(lambda: _chips(panel) == [["beach?", "62 %"]])
    with qtbot.waitSignal(edits.changed):
        _press(panel, "No, it is not “beach” (N)")
    qtbot.waitUntil(lambda: not panel.guesses.isVisible())
    assert context.library.annotations.of([1])[1].rejected == ("beach",)
    panel.show_photos(ids[1:2])
    qtbot.waitUntil(lambda: _chips(panel) == [["dog?", "99 %"]])  # a guess is never certain


def test_a_guess_about_several_photos_says_how_many(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    panel.show_photos(ids[:3])
    dog = ["dog?", "2 of 3"]
    qtbot.waitUntil(lambda: _chips(panel) == [dog, ["grandma?", "1 of 3"], ["beach?", "1 of 3"]])
    with qtbot.waitSignal(edits.changed):
        _press(panel, "Label 2 photos “dog”")
    assert _labels(context) == {"dog": 2}, "the third photo is no dog"
    edits.undo()
    qtbot.waitUntil(lambda: dog in _chips(panel))
    with qtbot.waitSignal(edits.changed):
        _press(panel, "2 photos are not “dog”")
    assert _labels(context) == {}


def test_tab_leads_to_the_answers(qtbot: QtBot, panel: AnnotationPanel, ids: list[int]) -> None:
    panel.show_photos(ids[1:2])
    qtbot.waitUntil(lambda: bool(_chips(panel)))
    qtbot.waitUntil(panel.isActiveWindow)
    panel.label_edit.setFocus()
    names = []
    for _ in range(3):
        qtbot.keyClick(panel.window().focusWidget(), Qt.Key.Key_Tab)
        names.append(panel.window().focusWidget().accessibleName())
    assert names[:2] == ["Yes, it is “dog” (Y)", "No, it is not “dog” (N)"]


def test_the_likeliest_of_each_photo_is_answered_and_undone_at_once(
    qtbot: QtBot, context: Context, edits: Edits, ids: list[int], told: list[str]
) -> None:
    with qtbot.waitSignal(edits.changed):
        edits.answer_guesses(ids, is_right=True)
    assert _labels(context) == {"dog": 2, "grandma": 1}
    assert told == ["Confirmed guesses of 3 photos."]
    with qtbot.waitSignal(edits.changed):
        edits.undo()
    assert _labels(context) == {}
    with qtbot.waitSignal(edits.changed):
        edits.answer_guesses(ids, is_right=False)
    rejected = context.library.annotations.of([1, 2, 3]).values()
    assert [said.rejected for said in rejected] == [("dog",), ("dog",), ("grandma",)]
    assert told[-1] == "Rejected guesses of 3 photos."
    with qtbot.waitSignal(edits.changed):
        edits.undo()
    assert load_said(context.library, ids[:2]).guesses[0].name == "dog"


def test_a_named_guess_is_answered_where_it_is_made(
    qtbot: QtBot, context: Context, edits: Edits, ids: list[int], told: list[str]
) -> None:
    answered: list[bool] = []
    with qtbot.waitSignal(edits.changed):
        edits.answer_guesses(ids, "beach", is_right=True, answered=lambda: answered.append(True))
    assert _labels(context) == {"beach": 1}
    assert len(told) == 1
    assert told[0].endswith(" “beach”.")
    with qtbot.waitSignal(edits.changed):
        edits.answer_guesses(ids, "dog", is_right=False)
    assert told[-1] == "Noted that 2 photos are not “dog”."
    assert answered == [True]
    with qtbot.waitSignal(context.notifier.posted):
        edits.answer_guesses(ids, "kayak", is_right=True, answered=lambda: answered.append(True))
    assert told[-1] == "Nothing is guessed here."
    assert answered == [True]
    assert edits.undo_text == "Noted that 2 photos are not “dog”"


def test_the_sidebar_counts_guesses_apart(
    qtbot: QtBot, context: Context, edits: Edits, guesses: dict[int, list[Guess]]
) -> None:
    context.library.annotations.add_labels([(3, "dog"), (3, "kayak")])
    labels = LabelList(context)
    qtbot.addWidget(labels)
    labels.show()
    labels.refresh()
    model = labels.model
    qtbot.waitUntil(lambda: model.rowCount() == 4)
    rows = [model.index(row) for row in range(model.rowCount())]
    counts = [(row.data(), row.data(Role.CountRole), row.data(Role.GuessedRole)) for row in rows]
    assert counts == [("dog", 1, 2), ("kayak", 1, 0), ("beach", 0, 1), ("grandma", 0, 1)]
    spoken = [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]
    assert spoken[0].startswith("dog, 1 photo")
    assert spoken[0].endswith(", guessed of 2 photos")
    assert spoken[2].startswith("beach, guessed of 1 photo")
    delegate = labels.view.labels
    assert delegate._counts_text(1, 2) == "1 · 2?"
    assert (delegate._counts_text(1, 0), delegate._counts_text(0, 2)) == ("1", "2?")
    # What nobody has said cannot be renamed or taken away.
    assert rows[0].flags() & Qt.ItemFlag.ItemIsEditable
    assert not rows[2].flags() & Qt.ItemFlag.ItemIsEditable
    assert [action.text() for action in labels.build_menu(rows[2]).actions()] == [
        "Show these photos"
    ]
    with qtbot.assertNotEmitted(labels.drop_requested):
        labels.view.setCurrentIndex(rows[2])
        labels._on_delete()
