from datetime import datetime

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFocusEvent
from pytestqt.qtbot import QtBot

from imgtext_desktop.inspector.facts import (
    ElidedText,
    date_text,
    joined,
    pixels_text,
    size_text,
    time_text,
)

ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
GERMAN = QLocale(QLocale.Language.German, QLocale.Country.Germany)


def test_dates_and_sizes_are_written_as_the_language_does(qtbot: QtBot) -> None:
    moment = int(datetime(2021, 8, 14, 17, 42).timestamp()) * 1_000_000_000
    assert date_text(moment, ENGLISH) == "14 Aug 2021"
    assert time_text(moment, ENGLISH) == "14 Aug 2021, 17:42"
    assert pixels_text(5472, 3648, ENGLISH) == "5,472 × 3,648"
    assert pixels_text(5472, 3648, GERMAN) == "5.472 × 3.648"
    assert size_text(8_412_345, ENGLISH) == "8.4 MB"
    assert size_text(8_412_345, GERMAN) == "8,4 MB"
    assert size_text(12, ENGLISH) == "12 bytes"
    assert joined("a", "", "b") == "a · b"


def test_a_time_before_1970_is_a_date_too(qtbot: QtBot) -> None:
    assert date_text(-(10**17), ENGLISH).endswith(("1966", "1967"))


def test_a_long_text_is_shortened_until_it_is_to_be_selected(qtbot: QtBot) -> None:
    line = ElidedText()
    qtbot.addWidget(line)
    line.resize(120, 24)
    line.show()
    path = "/a/long/way/" * 9 + "end.jpg"
    line.set_full_text(path)
    assert line.text().startswith("/a")
    assert line.text().endswith("end.jpg")
    assert "…" in line.text()
    assert line.toolTip() == path
    line.focusInEvent(QFocusEvent(QFocusEvent.Type.FocusIn, Qt.FocusReason.MouseFocusReason))
    assert line.text() == path
    line.selectAll()
    assert line.selectedText() == path
    line.focusOutEvent(QFocusEvent(QFocusEvent.Type.FocusOut, Qt.FocusReason.MouseFocusReason))
    assert "…" in line.text()
    line.resize(4000, 24)
    assert line.text() == path
    line.set_full_text("short")
    assert line.text() == "short"
