"""The labels on a tile: as many as find room, the others counted; guesses look like guesses."""

import itertools

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from pytestqt.qtbot import QtBot

from imgtext_desktop.grid.tile_labels import LABEL_GAP, TileLabel, fit_labels, paint_label
from imgtext_desktop.theme import Appearance, Theme


@pytest.fixture
def metrics(qtbot: QtBot) -> QFontMetricsF:
    return QFontMetricsF(QFont())


def _texts(chips: list[TileLabel]) -> list[str]:
    return [chip.text for chip in chips]


@pytest.mark.parametrize("room", [30, 60, 90, 120, 150, 180, 210, 300])
def test_chips_never_need_more_room_than_there_is(metrics: QFontMetricsF, room: int) -> None:
    chips = fit_labels(["beach", "a very long label of a very long trip", "dog"], room, metrics)
    taken = sum(chip.width for chip in chips) + LABEL_GAP * max(0, len(chips) - 1)
    assert taken <= room + 1


def test_all_labels_where_there_is_room(metrics: QFontMetricsF) -> None:
    assert _texts(fit_labels(["beach", "dog"], 300, metrics)) == ["beach", "dog"]


def test_what_finds_no_room_is_counted(metrics: QFontMetricsF) -> None:
    labels = ["beach", "dog", "kayak trip", "grandma"]
    chips = _texts(fit_labels(labels, 110, metrics))
    assert chips[0] == "beach"
    assert chips[-1] == f"+{len(labels) - len(chips) + 1}"


def test_a_long_label_is_shortened(metrics: QFontMetricsF) -> None:
    first, *others = fit_labels(["a very long label of a long trip", "dog"], 150, metrics)
    assert "…" in first.text
    assert _texts(others) == ["+1"]
    assert fit_labels(["a very long label"], 20, metrics) == []


def test_guesses_come_after_the_labels_of_the_user(metrics: QFontMetricsF) -> None:
    chips = fit_labels(["dog"], 300, metrics, guesses=["beach?", "sea?"])
    assert [(chip.text, chip.is_guess) for chip in chips] == [
        ("dog", False),
        ("beach?", True),
        ("sea?", True),
    ]
    counted = fit_labels(["dog", "kayak trip"], 80, metrics, guesses=["beach?"])
    assert [(chip.text, chip.is_guess) for chip in counted] == [("dog", False), ("+2", False)]
    counted = fit_labels(["dog"], 80, metrics, guesses=["a very long label?"])
    assert [(chip.text, chip.is_guess) for chip in counted] == [("dog", False), ("+1", True)]


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_a_guess_is_dashed_and_dark_whatever_the_photo(
    qtbot: QtBot, appearance: Appearance
) -> None:
    theme = Theme()
    theme.apply(appearance)
    image = QImage(80, 22, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_label(painter, QRectF(image.rect()), TileLabel("", 80, is_guess=True), theme)
    painter.end()
    edge = [image.pixelColor(x, 1).lightness() > 128 for x in range(12, 68)]
    changes = sum(before != after for before, after in itertools.pairwise(edge))
    assert changes > 8, "a dashed line is light and dark by turns"
    assert image.pixelColor(40, 11).lightness() < 90
