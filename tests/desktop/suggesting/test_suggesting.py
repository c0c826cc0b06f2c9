"""The review of suggestions, what was kept without one, and which captions fit a photo."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QRadioButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.catalog.changes import Caption, CaptionSource
from engine.jobs import run
from engine.library import Library
from engine.training.caption_providers import Proposal
from imgtext_desktop.context import Context
from imgtext_desktop.labeling.annotation_panel import AnnotationPanel
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.suggesting.review_page import ReviewPage
from imgtext_desktop.suggesting.session import Answer, Session
from imgtext_desktop.suggesting.source_dialog import SourceDialog
from imgtext_desktop.suggesting.ways import (
    Chances,
    Choice,
    Found,
    Way,
    photos_without_caption,
    read_chances,
    suggest,
)
from tests.engine.training.tiny_library import add_words, know_colours, take_up

COLOURS = ("red", "green", "blue")


@pytest.fixture
def library(context: Context, tmp_path: Path) -> Library:
    """Three photos of one colour each, of which captions were kept without a review."""
    (tmp_path / "photos").mkdir()
    for place, name in enumerate(COLOURS):
        pixels = np.zeros((48, 64, 3), np.uint8)
        pixels[..., place] = 200
        Image.fromarray(pixels).save(tmp_path / "photos" / f"{name}.png")
    take_up(context.library, tmp_path / "photos")
    return context.library


@pytest.fixture
def ids(library: Library) -> list[int]:
    """The photos, in the order of their colours."""
    rows = library.browse.rows(library.browse.ids().tolist()).values()
    by_name = {Path(row.path.decode()).stem: row.id for row in rows}
    return [by_name[name] for name in COLOURS]


@pytest.fixture
def found(library: Library, ids: list[int]) -> Found:
    """What was kept: two captions of the first, one of the second and of the third."""
    contents = [library.browse.content_ids([id_])[0] for id_ in ids]
    kept = [(0, "a dog"), (0, "two dogs"), (1, "a cat"), (2, "a bird")]
    source = CaptionSource.GENERATED
    library.suggestions.keep([Proposal(contents[n], text, source, 0.3) for n, text in kept])
    return run(suggest(library, ids, Choice(Way.KEPT), lambda _: None))


def test_photos_are_reviewed_by_keys(context: Context, found: Found, qtbot: QtBot) -> None:
    page = ReviewPage(context)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    given: list[tuple[int, Answer, list[str]]] = []
    page.answered.connect(lambda *answer: given.append(answer))
    session = Session(found.items)
    page.show_session(session)
    qtbot.waitUntil(lambda: page.photo.has_picture)
    for key in (Qt.Key.Key_2, Qt.Key.Key_Y, Qt.Key.Key_Right, Qt.Key.Key_N):
        qtbot.keyClick(page, key)
    assert {(place, answer, len(texts)) for place, answer, texts in given} == {
        (0, Answer.ACCEPTED, 1),
        (2, Answer.REJECTED, 0),
    }
    assert session.place == 1
    qtbot.keyClick(page, Qt.Key.Key_Left)
    qtbot.keyClick(page, Qt.Key.Key_N)  # it has an answer, which only an undo takes back
    assert len(given) == 2
    page.take_answer_back(session, 0)
    assert session.answer is None
    for _ in range(2):
        qtbot.keyClick(page, Qt.Key.Key_Y)
    assert page.ending.isVisible()
    with qtbot.waitSignal(page.closed):
        qtbot.keyClick(page, Qt.Key.Key_Escape)


def test_the_dialog_offers_what_there_is(
    context: Context, library: Library, ids: list[int], found: Found, qtbot: QtBot
) -> None:
    chances = read_chances(library, ids)
    assert chances == Chances(tuple(ids), chances.own_problem, kept=4)
    assert chances.own_problem.startswith("The program writes no captions yet.")
    dialog = SourceDialog(context, chances, Choice(Way.OWN))
    qtbot.addWidget(dialog)
    dialog.show()
    own = dialog.findChild(QRadioButton, "wayOwn")
    assert own is not None
    assert not own.isEnabled()
    dialog.choose(Way.CAPTIONER)
    assert not dialog.start_button.isEnabled()
    dialog.choose(Way.PAIRS, "/pairs")
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.start_button.click()
    assert chosen.args == [Choice(Way.PAIRS, "/pairs", 0.85)]


def test_photos_without_a_caption_are_found(library: Library, ids: list[int], found: Found) -> None:
    assert photos_without_caption(library, 10) == []
    library.suggestions.settle(library.browse.content_ids([ids[1]])[0], [], ["a cat"])
    assert photos_without_caption(library, 10) == [ids[1]]


def test_the_captions_that_fit_are_told_on_request(
    context: Context, ids: list[int], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_colours(monkeypatch)
    library = context.library
    run(library.learning.adopt(add_words(library)))
    contents = [library.browse.content_ids([id_])[0] for id_ in ids]
    library.annotations.add_captions(
        [Caption(contents[0], "a red boat"), Caption(contents[2], "red at night")]
    )
    panel = AnnotationPanel(context, Edits(context))
    qtbot.addWidget(panel)
    panel.show()
    panel.show_photos([ids[0]])
    qtbot.waitUntil(panel.fitting.isVisible)
    assert not panel.fitting.findChildren(QWidget, "fittingRow")
    panel.fitting.button.click()
    qtbot.waitUntil(lambda: len(panel.fitting.findChildren(QWidget, "fittingRow")) == 2)
    buttons = panel.fitting.findChildren(QToolButton)
    (other,) = [button for button in buttons if button.isEnabled()]
    other.click()
    qtbot.waitUntil(lambda: len(library.annotations.of(contents)[contents[0]].captions) == 2)
    panel.show_photos([ids[1]])
    qtbot.waitUntil(lambda: not panel.fitting.button.isChecked())
