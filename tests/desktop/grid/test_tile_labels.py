"""The labels on a tile: as many as find room, the others counted."""

import pytest
from PySide6.QtGui import QFont, QFontMetricsF
from pytestqt.qtbot import QtBot

from imgtext_desktop.grid.tile_labels import LABEL_GAP, fit_labels


@pytest.fixture
def metrics(qtbot: QtBot) -> QFontMetricsF:
    return QFontMetricsF(QFont())


def _texts(chips: list[tuple[str, float]]) -> list[str]:
    return [text for text, _ in chips]


@pytest.mark.parametrize("room", [30, 60, 90, 120, 150, 180, 210, 300])
def test_chips_never_need_more_room_than_there_is(metrics: QFontMetricsF, room: int) -> None:
    chips = fit_labels(["beach", "a very long label of a very long trip", "dog"], room, metrics)
    taken = sum(width for _, width in chips) + LABEL_GAP * max(0, len(chips) - 1)
    assert taken <= room + 1


def test_all_labels_where_there_is_room(metrics: QFontMetricsF) -> None:
    assert _texts(fit_labels(["beach", "dog"], 300, metrics)) == ["beach", "dog"]


def test_what_finds_no_room_is_counted(metrics: QFontMetricsF) -> None:
    labels = ["beach", "dog", "kayak trip", "grandma"]
    chips = _texts(fit_labels(labels, 110, metrics))
    assert chips[0] == "beach"
    assert chips[-1] == f"+{len(labels) - len(chips) + 1}"


def test_a_long_label_is_shortened(metrics: QFontMetricsF) -> None:
    (text, _), *others = fit_labels(["a very long label of a long trip", "dog"], 150, metrics)
    assert "…" in text
    assert _texts(others) == ["+1"]
    assert fit_labels(["a very long label"], 20, metrics) == []
