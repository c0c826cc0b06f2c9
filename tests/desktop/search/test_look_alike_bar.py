import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.models.codes import BITS
from engine.search.search import Ball
from imgtext_desktop.context import Context
from imgtext_desktop.search.look_alike_bar import LookAlikeBar
from imgtext_desktop.search.query_state import ChipState, QueryState, Reach
from imgtext_desktop.search.search_bar import SearchBar
from tests.desktop.search.conftest import MakePicture


def ball(distances: list[int], radius: int, bits: int = 64, coder: str = "itq-64") -> Ball:
    within = [sum(distance < limit for distance in distances) for limit in range(bits + 2)]
    return Ball(radius, bits, within, is_nearest=not within[min(radius, bits + 1)], coder=coder)


@pytest.fixture
def bar(context: Context, qtbot: QtBot, make_picture: MakePicture) -> Iterator[LookAlikeBar]:
    """The bar below a query of one picture, look-alikes asked for."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    bar = LookAlikeBar(context)
    column.addWidget(bar)
    widget.resize(900, 100)
    qtbot.addWidget(widget)
    widget.show()
    bar.show_query(QueryState(chips=(ChipState(make_picture()),), reach=Reach()))
    yield bar
    assert widget.layout() is not None  # it lives as long as the bar


def test_it_is_there_for_one_wanted_picture_only(
    bar: LookAlikeBar, make_picture: MakePicture
) -> None:
    chip = ChipState(make_picture())
    for state, is_there in (
        (QueryState(chips=(chip,)), True),
        (QueryState(chips=(chip, chip)), False),
        (QueryState("dog", (chip,)), False),
        (QueryState("-dog", (chip,)), False),
        (QueryState(chips=(ChipState(make_picture(), is_excluded=True),)), False),
        (QueryState("dog"), False),
        (QueryState(), False),
    ):
        bar.show_query(state)
        assert bar.isVisible() is is_there, state
        assert state.is_one_picture is is_there


def test_the_count_follows_the_slider_strictly_below(bar: LookAlikeBar) -> None:
    told: list[tuple[object, bool]] = []
    bar.reach_chosen.connect(lambda reach, is_held: told.append((reach, is_held)))
    bar.show_ball(ball([0, 5, 5, 20], 6))
    assert told == []
    assert bar.words.text() == "3 photos within distance 6"
    assert bar.ball.slider.maximum() == 21, "the end is where all photos are"
    QTest.keyClick(bar.ball.slider, Qt.Key.Key_Left)
    assert bar.words.text().startswith("1 photo")
    assert told == [(Reach(5), True)]
    QTest.keyClick(bar.ball.slider, Qt.Key.Key_End)
    assert bar.words.text().startswith("4 photos")
    QTest.keyClick(bar.ball.slider, Qt.Key.Key_Home)
    assert bar.words.text().startswith("Choose 1 or more to find the same code")
    assert "nearest are shown" in bar.words.text()


def test_any_ball_can_be_shown(bar: LookAlikeBar) -> None:
    libraries: tuple[list[int], ...] = ([], [0], [0, 32], [3] * 1000)
    for bits, radius, distances in itertools.product(BITS, (0, 1, 1000), libraries):
        bar.show_ball(ball(distances, radius, bits))
        assert bar.grab().width()
        inside = len(distances) if radius > 32 else distances.count(0) * (radius > 0)
        assert bar.ball.count == inside


def test_it_says_whose_codes_answered(bar: LookAlikeBar) -> None:
    bar.show_ball(ball([0], 16))
    assert "looks alone" in bar.source.text()
    bar.show_ball(ball([0], 16, coder="hash-20261130"))
    assert "Grouped your way" in bar.source.text()


def test_how_far_is_kept_with_the_query(
    context: Context, make_picture: MakePicture, qtbot: QtBot
) -> None:
    box = SearchBar(context)
    qtbot.addWidget(box)
    box.add_picture(make_picture())
    box.set_reach(Reach())
    told: list[Reach | None] = []
    box.changed.connect(lambda: told.append(box.state.reach))
    for radius in (9, 10, 11):
        box.set_reach(Reach(radius), is_held=True)
    qtbot.waitUntil(lambda: told == [Reach(11)])
    box.set_reach(None)
    box.go_back()
    assert box.state.reach == Reach(11)
    box.set_text("dog")
    assert not box.state.is_one_picture
    box.set_text("")
    assert box.state.is_one_picture, "the words are gone, the distance is back"
    box.clear()
    box.add_picture(make_picture(2))
    assert box.state.reach is None
