"""Choosing what to learn, and reading what came out."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.library import Library
from engine.training.answers import Answer
from engine.training.report import Verdict
from engine.training.runs import Run, RunSpec, RunStatus
from engine.training.settings import Effort, RunSettings
from imgtext_desktop.context import Context
from imgtext_desktop.training.answers import Kept
from imgtext_desktop.training.overview import Question
from imgtext_desktop.training.page import TrainPage
from imgtext_desktop.training.supervisor import Supervisor
from imgtext_desktop.training.thumbs import Thumb
from tests.desktop.training.conftest import forgetful, make_answers, measured


@pytest.fixture
def page(context: Context, qtbot: QtBot) -> TrainPage:
    page = TrainPage(context, Supervisor(context))
    qtbot.addWidget(page)
    page.resize(1200, 860)
    return page


def shown(page: TrainPage, qtbot: QtBot) -> TrainPage:
    page.show()
    qtbot.waitExposed(page)
    qtbot.waitUntil(lambda: not page._context.jobs.is_reading)
    qtbot.waitUntil(lambda: page._overview is not None)
    return page


def texts(widget: Any) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.text()]


def reported(page: TrainPage, run: Run, qtbot: QtBot) -> TrainPage:
    shown(page, qtbot)
    page.show_run(run)
    qtbot.waitUntil(page.report.isVisible)
    return page


# -- choose -------------------------------------------------------------------------------------


def test_without_a_word_said_nothing_can_begin(
    page: TrainPage, coloured: Library, qtbot: QtBot
) -> None:
    shown(page, qtbot)
    assert not page.choose.start_button.isEnabled()
    assert "Label or caption a few photos first." in texts(page.choose)
    with qtbot.assertNotEmitted(page.choose.start_requested):
        page._go()
    button = next(b for b in page.findChildren(QPushButton) if b.text() == "Label photos")
    with qtbot.waitSignal(page.label_requested):
        button.click()


def test_it_says_what_is_there_and_what_would_help(
    page: TrainPage, labelled: Library, qtbot: QtBot
) -> None:
    contents = list(labelled.photos.all_hashes())
    labelled.annotations.add_label(contents[:3], "grandma")
    shown(page, qtbot)
    said = texts(page.choose.readiness)
    assert "2 labels with enough photos" in said
    assert "“grandma” has 3 photos" in said
    assert "20 photos take the exam" in said
    more, suggest = page.choose.readiness.findChildren(QPushButton)
    with qtbot.waitSignal(page.label_requested) as asked:
        more.click()
    assert asked.args == ["grandma"]
    with qtbot.waitSignal(page.suggestions_requested):
        suggest.click()


def test_a_run_begins_as_it_is_set(page: TrainPage, labelled: Library, qtbot: QtBot) -> None:
    shown(page, qtbot)
    page.choose.start_requested.disconnect()  # nothing shall run here
    page.choose.settings_card.efforts.button(Effort.QUICK).click()
    page.choose.cards[page.choose.method].setFocus()
    with qtbot.waitSignal(page.choose.start_requested) as asked:
        qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    (settings,) = asked.args
    assert settings.effort is Effort.QUICK
    assert settings.method == page.choose.method


def test_look_alikes_can_be_learned_through_the_image_network(
    page: TrainPage, labelled: Library, qtbot: QtBot
) -> None:
    choose = shown(page, qtbot).choose
    depth = next(
        box for box in choose.findChildren(QComboBox) if box.accessibleName() == "What is changed"
    )
    assert not depth.isVisible()
    choose.cards["hash"].setChecked(True)
    assert depth.isVisible()
    assert "learns" not in choose.settings_for("hash").options
    with qtbot.waitSignal(choose.settings_changed):
        depth.setCurrentIndex(1)
    assert choose.settings_for("hash").options["learns"] == "blocks"
    assert "learns" not in choose.settings_for("text-classifier").options


def test_a_card_says_how_long_it_takes(page: TrainPage, labelled: Library, qtbot: QtBot) -> None:
    shown(page, qtbot)
    method = page.choose.method
    page.set_estimate(method, 185)
    assert "About 3 minutes" in texts(page.choose.cards[method])
    page.set_estimate(method, 20)
    assert "Less than a minute" in texts(page.choose.cards[method])


def test_a_run_that_was_stopped_can_be_resumed(
    page: TrainPage, labelled: Library, qtbot: QtBot
) -> None:
    settings = RunSettings(method="baseline-classifier")
    run = labelled.learning.runs.new(RunSpec(settings, labelled.models.store.folder))
    (run.folder / "data").mkdir()
    run.change_state(status=RunStatus.FAILED, sentence="The disk is full.")
    shown(page, qtbot)
    assert "The disk is full." in texts(page.choose.runs)
    page.choose.runs.resume_requested.disconnect()  # nothing shall run here
    with qtbot.waitSignal(page.choose.runs.resume_requested) as asked:
        page.choose.runs.findChildren(QPushButton)[0].click()
    assert asked.args[0].run == run


def test_answers_are_asked_for_once_labels_are_in_use(
    page: TrainPage, coloured: Library, qtbot: QtBot
) -> None:
    shown(page, qtbot)
    assert page.choose.unsure.isHidden()
    contents = list(coloured.photos.all_hashes().items())[:8]
    questions = [Question(content, digest, "red") for content, digest in contents]
    page.choose.unsure.setVisible(True)
    page.choose.unsure.show_questions(questions)
    tiles = page.choose.unsure._tiles
    assert len(tiles) == 6
    tiles[0].yes_button.setFocus()
    with qtbot.waitSignal(page.guess_answered) as answered:
        qtbot.keyClick(tiles[0].yes_button, Qt.Key.Key_N)
    assert answered.args == [contents[0][0], "red", False]
    assert [tile.question for tile in tiles] == questions[1:7]
    assert tiles[0].yes_button.hasFocus()


# -- report -------------------------------------------------------------------------------------


def test_a_better_version_is_offered_first(
    page: TrainPage, finished: Callable[..., Run], qtbot: QtBot
) -> None:
    run = finished()
    report = reported(page, run, qtbot).report
    assert report.verdict.property("tint") == "good"
    assert "77 % of the time. Before: 46 %." in report.verdict.text
    assert report.adopt_button.text() == "Adopt this version"
    assert report.adopt_button.property("kind") == "primary"
    assert report.gentler_button.isHidden()
    assert "46 % before, 77 % after (95 % range 72 % to 82 %), +31 points" in (
        report._measures.sentences
    )
    page._back.setFocus()
    with qtbot.waitSignal(page.adopt_requested) as asked:
        qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [run.state.version]
    with qtbot.waitSignal(page.compare_requested):
        qtbot.keyClick(page, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"verdict": Verdict.SAME}, ("We suggest to keep the old version.", "calm")),
        ({"verdict": Verdict.WORSE}, ("We suggest to keep the old one.", "bad")),
        ({"verdict": Verdict.TOO_FEW, "examined": 9, "measures": {}}, ("20 or more", "calm")),
        ({"is_mix_at_parent": True}, ("No gain on your photos", "calm")),
    ],
)
def test_a_version_that_is_not_better_is_not_the_default(
    page: TrainPage,
    finished: Callable[..., Run],
    qtbot: QtBot,
    changes: dict[str, Any],
    said: tuple[str, str],
) -> None:
    words, tint = said
    report = reported(page, finished(**changes), qtbot).report
    assert words in report.verdict.text
    assert report.verdict.property("tint") == tint
    assert report.adopt_button.text() == "Adopt anyway"
    assert report.adopt_button.property("kind") == ""
    with qtbot.assertNotEmitted(page.adopt_requested):
        page._go()


def test_one_that_forgot_offers_a_gentler_mix(
    page: TrainPage, finished: Callable[..., Run], qtbot: QtBot
) -> None:
    run = finished(
        method="dual-encoder",
        measure="R@10",
        measures={"R@1": measured(0.21, 0.36), "R@10": measured(0.54, 0.71)},
        general=forgetful(),
        mix=0.3,
    )
    report = reported(page, run, qtbot).report
    assert "85 % before, 71 % after" in report.verdict.text
    assert report.gentler_button.property("kind") == "primary"
    assert report.adopt_button.property("kind") == ""
    assert "500 everyday things: 85 % before, 71 % after" in report._general.sentences
    assert "−14 points" in report._general.sentences
    assert "30 % new, 70 % old" in texts(report)


def test_look_alikes_are_shown_side_by_side(
    page: TrainPage, finished: Callable[..., Run], labelled: Library, qtbot: QtBot
) -> None:
    hashes = [content.hex() for content in labelled.photos.all_hashes().values()]
    answer = Answer("red", hashes[0], hashes[1], hashes[2], False, True)
    report = reported(page, finished(method="hash", answers=(answer,)), qtbot).report
    shown = [thumb._content for thumb in report.answers.findChildren(Thumb)]
    assert shown == [bytes.fromhex(content) for content in hashes[:3]]
    assert hashes[1] not in texts(report.answers)
    assert report.adopt_button.isVisible()
    assert not report.compare_button.isVisible()


def test_codes_that_forget_looks_are_told_and_have_no_gentler_mix(
    page: TrainPage, finished: Callable[..., Run], qtbot: QtBot
) -> None:
    run = finished(method="hash", general=forgetful())
    report = reported(page, run, qtbot).report
    assert "Alike by looks alone: 85 % before, 71 % after" in report._general.sentences
    assert any("only look alike lie far apart now: 85 % before" in text for text in texts(report))
    assert not report.gentler_button.isVisible()


def test_answers_are_shown_by_what_has_become_of_them(
    page: TrainPage, labelled: Library, finished: Callable[..., Run], qtbot: QtBot
) -> None:
    answers = make_answers(labelled)
    report = reported(page, finished(answers=answers), qtbot).report
    assert report.answers.shown == list(answers[:2])
    assert "✕ Now wrong" in texts(report.answers)
    report.answers.filter.button(Kept.NOW_WRONG).click()
    assert report.answers.shown == [answers[1]]
    report.answers.filter.button(Kept.ALL).click()
    assert report.answers.shown == list(answers)


def test_a_report_that_is_left_while_it_is_read_anew_stays_away(
    page: TrainPage, finished: Callable[..., Run], qtbot: QtBot
) -> None:
    reported(page, finished(), qtbot)
    page._back.setFocus()
    page.refresh()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert page.choose.isVisible()
    qtbot.waitUntil(lambda: not page._context.jobs.is_reading)
    QApplication.processEvents()  # what was read has arrived
    assert page.choose.isVisible()


def test_a_discarded_version_is_gone_and_its_report_stays(
    page: TrainPage, labelled: Library, finished: Callable[..., Run], qtbot: QtBot
) -> None:
    run = finished()
    version = run.state.version
    reported(page, run, qtbot)
    page._back.setFocus()
    qtbot.keyClick(page, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(page.choose.isVisible)
    assert version not in {found.card.version for found in labelled.learning.versions()}
    assert run.state.status is RunStatus.DISCARDED
    qtbot.waitUntil(lambda: "Discarded" in texts(page.choose.runs))


def test_the_right_column_goes_below_where_there_is_little_room(
    page: TrainPage, finished: Callable[..., Run], qtbot: QtBot
) -> None:
    reported(page, finished(), qtbot)
    assert not page.report.is_narrow
    page.resize(960, 600)
    qtbot.waitUntil(lambda: page.report.is_narrow)
    qtbot.waitUntil(lambda: page.report.adopt_button.mapTo(page, QPoint()).x() < 100)
    bar = page.report.horizontalScrollBar()
    assert bar.maximum() == 0, "nothing is cut off"
