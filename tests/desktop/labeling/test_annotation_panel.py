from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from engine.catalog.changes import Caption, CaptionSource
from imgtext_desktop.context import Context
from imgtext_desktop.labeling.annotation_panel import AnnotationPanel
from imgtext_desktop.labeling.caption_list import CaptionCard, CaptionField
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.labeling.label_chips import LabelChip
from imgtext_desktop.labeling.stars import Stars


@pytest.fixture
def panel(qtbot: QtBot, context: Context, edits: Edits, ids: list[int]) -> AnnotationPanel:
    """The panel over a library where something is said already."""
    said = context.library.annotations
    said.add_labels([(1, "dog"), (2, "dog"), (1, "beach")])
    said.add_captions([Caption(1, "mine"), Caption(1, "guess", CaptionSource.GENERATED, 0.3)])
    said.rate([1], 4)
    panel = AnnotationPanel(context, edits)
    qtbot.addWidget(panel)
    panel.setFixedWidth(288)
    panel.show()
    return panel


def _show(qtbot: QtBot, panel: AnnotationPanel, ids: list[int]) -> None:
    panel.show_photos(ids)
    qtbot.waitUntil(lambda: bool(panel.chips.findChildren(LabelChip)))
    qtbot.waitUntil(panel.label_edit.isEnabled)


def _press(panel: AnnotationPanel, name: str) -> None:
    """Press the button with this accessible name."""
    (button,) = [b for b in panel.findChildren(QToolButton) if b.accessibleName() == name]
    button.click()


def _labels(context: Context) -> dict[str, int]:
    return dict(context.library.annotations.label_counts())


def test_one_photo(qtbot: QtBot, panel: AnnotationPanel, ids: list[int]) -> None:
    _show(qtbot, panel, ids[:1])
    cards = panel.captions.findChildren(CaptionCard)
    assert [card.caption.text for card in cards] == ["mine", "guess"]
    assert panel.stars.stars == 4


def test_words_of_any_length_widen_nothing(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, ids: list[int]
) -> None:
    address = "https://example.org/" + 40 * "a-long-way/" + 300 * "x"
    context.library.annotations.add_captions([Caption(1, address)])
    context.library.annotations.add_labels([(1, 300 * "y")])
    _show(qtbot, panel, ids[:1])
    (card,) = [c for c in panel.captions.findChildren(CaptionCard) if c.caption.text == address]
    qtbot.waitUntil(card.isVisible)
    assert panel.minimumSizeHint().width() <= panel.width()
    assert panel.rect().contains(card.geometry().translated(panel.captions.pos()))


def test_a_label_is_typed_and_taken_away(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[:1])
    with qtbot.waitSignal(edits.changed):
        QTest.keyClicks(panel.label_edit, "Grandma ")
        QTest.keyClick(panel.label_edit, Qt.Key.Key_Return)
    assert _labels(context) == {"dog": 2, "beach": 1, "Grandma": 1}
    assert panel.label_edit.text() == ""
    qtbot.waitUntil(lambda: len(panel.chips.findChildren(LabelChip)) >= 3)
    with qtbot.waitSignal(edits.changed):
        _press(panel, "beach: Remove")
    assert _labels(context) == {"dog": 2, "Grandma": 1}


def test_what_some_have_can_be_completed(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[:3])
    assert panel.stars.stars is None  # they differ
    with qtbot.waitSignal(edits.changed):
        _press(panel, "dog: Add to all")
    assert _labels(context)["dog"] == 3
    qtbot.waitUntil(
        lambda: any(
            button.accessibleName() == "dog: Remove"
            for button in panel.chips.findChildren(QToolButton)
        )
    )


def test_a_caption_is_written_edited_and_deleted(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[1:2])
    with qtbot.waitSignal(edits.changed):
        QTest.keyClicks(panel.caption_edit, "first words")
        QTest.keyClick(panel.caption_edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(panel.captions.findChildren(CaptionCard)))
    (card,) = panel.captions.findChildren(CaptionCard)
    card.start_editing()
    (field,) = card.findChildren(CaptionField)
    assert field.toPlainText() == "first words"
    with qtbot.waitSignal(edits.changed):
        QTest.keyClicks(field, "other words")
        QTest.keyClick(field, Qt.Key.Key_Return)
    captions = context.library.annotations.of([2])[2].captions
    assert [caption.text for caption in captions] == ["other words"]
    qtbot.waitUntil(
        lambda: any(
            c.caption.text == "other words" for c in panel.captions.findChildren(CaptionCard)
        )
    )
    with qtbot.waitSignal(edits.changed):
        _press(panel, "Delete: other words")
    assert context.library.annotations.of([2])[2].captions == ()


def test_escape_gives_an_edit_up(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[:1])
    card = panel.captions.findChildren(CaptionCard)[0]
    card.start_editing()
    (field,) = card.findChildren(CaptionField)
    QTest.keyClicks(field, "never mind")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not card.findChildren(CaptionField))
    assert context.library.annotations.of([1])[1].captions[0].text == "mine"


def test_a_caption_that_was_not_entered_goes_to_the_photo_it_was_typed_for(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[:1])
    QTest.keyClicks(panel.caption_edit, "half a sentence")
    with qtbot.waitSignal(edits.changed):
        panel.show_photos(ids[1:2])
    texts = [caption.text for caption in context.library.annotations.of([1])[1].captions]
    assert "half a sentence" in texts
    assert context.library.annotations.of([2])[2].captions == ()
    assert panel.caption_edit.toPlainText() == ""


@pytest.mark.parametrize("left_by", ["other photos", "focus", "end"])
def test_a_label_that_was_not_entered_goes_to_the_photo_it_was_typed_for(
    *,
    qtbot: QtBot,
    context: Context,
    panel: AnnotationPanel,
    edits: Edits,
    ids: list[int],
    left_by: str,
) -> None:
    _show(qtbot, panel, ids[:1])
    qtbot.waitUntil(panel.isActiveWindow)
    panel.label_edit.setFocus()
    qtbot.keyClicks(panel.label_edit, "Grandma")
    with qtbot.waitSignal(edits.changed):
        match left_by:
            case "other photos":
                panel.show_photos(ids[1:3])
            case "focus":
                panel.stars.setFocus(Qt.FocusReason.MouseFocusReason)
            case "end":
                panel.save_typed()
    said = context.library.annotations.of([1, 2, 3])
    labels = {id_: [label.name for label in one.labels] for id_, one in said.items()}
    assert labels == {1: ["Grandma", "beach", "dog"], 2: ["dog"], 3: []}
    assert panel.label_edit.text() == ""


def test_a_label_is_not_entered_while_one_is_chosen_from_the_known_ones(
    qtbot: QtBot, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[:1])
    qtbot.waitUntil(panel.isActiveWindow)
    panel.label_edit.setFocus()
    qtbot.keyClicks(panel.label_edit, "bea")
    popup = panel.label_edit.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    with qtbot.assertNotEmitted(edits.changed):
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        QTest.keyClick(panel.label_edit, Qt.Key.Key_Escape)
    assert panel.label_edit.text() == ""


def test_stars_by_mouse_and_keys(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, edits: Edits, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[:1])
    qtbot.waitUntil(lambda: panel.stars.stars == 4)

    for act, expected in (
        (partial(_click_star, panel.stars, 2), 2),
        (partial(_click_star, panel.stars, 2), 0),
        (partial(QTest.keyClick, panel.stars, Qt.Key.Key_5), 5),
        (partial(QTest.keyClick, panel.stars, Qt.Key.Key_Left), 4),
        (partial(QTest.keyClick, panel.stars, Qt.Key.Key_0), 0),
    ):
        with qtbot.waitSignal(edits.changed):
            act()
        assert context.library.annotations.of([1])[1].stars == expected
        qtbot.waitUntil(partial(_shows, panel.stars, expected))


def _shows(stars: Stars, number: int) -> bool:
    return stars.stars == number


def _click_star(stars: Stars, number: int) -> None:
    side = stars.height()
    QTest.mouseClick(
        stars, Qt.MouseButton.LeftButton, pos=QPoint((number - 1) * side + side // 2, side // 2)
    )


def test_nothing_can_be_said_of_a_photo_that_waits(
    qtbot: QtBot, panel: AnnotationPanel, ids: list[int]
) -> None:
    _show(qtbot, panel, ids[:1])
    panel.show_photos(ids[3:])
    qtbot.waitUntil(lambda: not panel.label_edit.isEnabled())
    assert not panel.caption_edit.isEnabled()


def test_known_labels_are_offered(qtbot: QtBot, panel: AnnotationPanel, ids: list[int]) -> None:
    _show(qtbot, panel, ids[:1])
    completer = panel.label_edit.completer()
    completer.setCompletionPrefix("OG")
    assert completer.currentCompletion() == "dog"


def test_a_long_label_keeps_its_button_in_sight(
    qtbot: QtBot, context: Context, panel: AnnotationPanel, ids: list[int]
) -> None:
    context.library.annotations.add_label([1], "long " * 40)
    _show(qtbot, panel, ids[:1])
    qtbot.waitUntil(lambda: len(panel.chips.findChildren(LabelChip)) >= 3)
    qtbot.waitUntil(
        lambda: all(chip.width() <= panel.width() for chip in panel.findChildren(LabelChip))
    )
