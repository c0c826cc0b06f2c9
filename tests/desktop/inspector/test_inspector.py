import os
import shutil
import sys
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from engine.metadata.photo_metadata import PhotoMetadata
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.inspector.details import load_selection
from imgtext_desktop.inspector.facts import ElidedText, exposure_text
from imgtext_desktop.inspector.inspector import Inspector
from imgtext_desktop.theme import Appearance
from tests.conftest import DrawPhoto
from tests.desktop.viewer.filled_library import fill, scan

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def folder(tmp_path: Path, draw_photo: DrawPhoto) -> Path:
    """Five photos in two folders, a day apart."""
    folder = tmp_path / "Pictures"
    for number, name in enumerate(["a.png", "b.png", "c.png", "trip/d.png", "trip/e.png"]):
        path = draw_photo(folder / name, number, (320, 240))
        moment = datetime(2021, 8, 14 + number, 17, 42).timestamp()
        os.utime(path, (moment, moment))
    return folder


@pytest.fixture
def ids(context: Context, folder: Path) -> list[int]:
    """The photos' ids by name."""
    return [int(file_id) for file_id in fill(context.library, folder)]


@pytest.fixture
def inspector(qtbot: QtBot, context: Context) -> Inspector:
    inspector = Inspector(context)
    qtbot.addWidget(inspector)
    inspector.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    inspector.resize(320, 700)
    inspector.show()
    return inspector


def _show(qtbot: QtBot, inspector: Inspector, file_id: int) -> None:
    inspector.set_selection([file_id])
    qtbot.waitUntil(lambda: inspector.shown_id == file_id)


def test_one_photo_has_its_picture_name_and_facts(
    qtbot: QtBot, inspector: Inspector, ids: list[int]
) -> None:
    _show(qtbot, inspector, ids[3])
    page = inspector.photo_page
    assert page.picture.has_picture
    assert page.picture.height() == round(page.picture.width() * 0.75)
    assert page.name.full_text == "d.png"
    assert page.date.text().startswith("17 Aug 2021, ")
    assert page.dimensions.text().startswith("320 × 240 · ")
    assert page.kind.text() == "PNG"
    assert page.folder.full_text == os.path.join("Pictures", "trip")
    assert page.folder.toolTip().endswith(os.path.join("Pictures", "trip"))
    assert not page.state.isVisible()
    assert not page.card.isVisible()
    names = [label.text() for label in page.findChildren(QLabel)]
    assert "File date" in names  # and not "Taken": it is the file's


def test_facts_can_be_selected(qtbot: QtBot, inspector: Inspector, ids: list[int]) -> None:
    _show(qtbot, inspector, ids[0])
    page = inspector.photo_page
    for label in (page.date, page.dimensions, page.kind):
        assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
        assert label.accessibleName()
    assert page.folder.isReadOnly()


def test_why_it_matched_is_shown_for_a_hit_only(
    qtbot: QtBot, inspector: Inspector, ids: list[int]
) -> None:
    inspector.set_selection([ids[0]])
    inspector.set_hit(3, 0.31234)  # before the photo has been read
    qtbot.waitUntil(lambda: inspector.shown_id == ids[0])
    card = inspector.photo_page.card
    assert card.isVisible()
    assert (card.rank.text(), card.closeness.text()) == ("No. 3", "0.31")
    inspector.set_hit(1204, -0.05)  # and after
    assert (card.rank.text(), card.closeness.text()) == ("No. 1,204", "-0.05")
    _show(qtbot, inspector, ids[1])
    assert not card.isVisible()


def test_many_photos_are_counted_and_added_up(
    qtbot: QtBot, inspector: Inspector, ids: list[int], folder: Path
) -> None:
    inspector.set_selection(ids)
    page = inspector.selection_page
    assert page.count.text().startswith("5 photos selected")  # at once
    qtbot.waitUntil(lambda: page.summary.text() != "")
    size = sum(path.stat().st_size for path in folder.rglob("*.png"))
    words = inspector.locale().formattedDataSize(
        size, 1, inspector.locale().DataSizeFormat.DataSizeSIFormat
    )
    assert page.summary.text() == f"{words} · 14 Aug 2021 to 18 Aug 2021 · 2 folders"
    assert [picture.has_picture for picture in page.pictures] == [True] * 4
    assert inspector.shown_id == -1
    inspector.set_selection(ids[:2])
    qtbot.waitUntil(lambda: "15 Aug" in page.summary.text())
    assert [picture.isVisible() for picture in page.pictures] == [True, True, False, False]


def test_photos_of_one_day_have_one_date(
    qtbot: QtBot, inspector: Inspector, ids: list[int]
) -> None:
    inspector.set_selection([ids[0], ids[0]])
    page = inspector.selection_page
    qtbot.waitUntil(lambda: page.summary.text() != "")
    assert " · 14 Aug 2021 · " in page.summary.text()


def test_nothing_selected_is_a_hint(qtbot: QtBot, inspector: Inspector, ids: list[int]) -> None:
    assert inspector.hint.isVisible()
    _show(qtbot, inspector, ids[0])
    assert not inspector.hint.isVisible()
    inspector.set_selection([])
    assert inspector.hint.isVisible()
    assert inspector.hint.text()


def test_of_many_selections_the_last_one_counts(
    qtbot: QtBot, inspector: Inspector, ids: list[int]
) -> None:
    for _ in range(10):
        for file_id in ids:
            inspector.set_selection([file_id])
        inspector.set_selection(ids)
    inspector.set_selection([ids[2]])
    qtbot.waitUntil(lambda: inspector.shown_id == ids[2])
    assert inspector.photo_page.name.full_text == "c.png"
    assert inspector.photo_page.isVisible()


def test_nothing_is_read_while_it_is_hidden(
    qtbot: QtBot, inspector: Inspector, ids: list[int]
) -> None:
    _show(qtbot, inspector, ids[0])
    inspector.hide()
    inspector.set_selection([ids[1]])
    assert inspector.shown_id == ids[0]
    inspector.show()
    qtbot.waitUntil(lambda: inspector.shown_id == ids[1])


def test_open_and_similar_are_asked_for(qtbot: QtBot, inspector: Inspector, ids: list[int]) -> None:
    _show(qtbot, inspector, ids[1])
    with qtbot.waitSignal(inspector.open_requested) as opened:
        QTest.mouseClick(inspector.photo_page.open_button, LEFT)
    assert opened.args == [ids[1]]
    inspector.set_selection(ids[:3])
    with qtbot.waitSignal(inspector.similar_requested) as asked:
        QTest.mouseClick(inspector.selection_page.similar_button, LEFT)
    assert asked.args == [ids[:3]]
    inspector.set_selection(list(range(1, 10)))
    assert not inspector.selection_page.similar_button.isVisible()


def test_a_waiting_photo_says_so(
    qtbot: QtBot, inspector: Inspector, context: Context, folder: Path, ids: list[int]
) -> None:
    (folder / "new.png").write_bytes((folder / "a.png").read_bytes())
    after = scan(context.library, folder)
    (new,) = {int(file_id) for file_id in after} - set(ids)
    _show(qtbot, inspector, new)
    page = inspector.photo_page
    assert page.state.text().startswith("Not searchable yet")
    assert page.state.isVisible()
    assert not page.picture.has_picture
    assert page.kind.text() == "Not known yet"
    assert "×" not in page.dimensions.text()


def test_an_offline_photo_keeps_its_picture_and_says_what_is_not_connected(
    inspector: Inspector,
    context: Context,
    folder: Path,
    ids: list[int],
    request: pytest.FixtureRequest,
) -> None:
    request.getfixturevalue("expected_log").append("is offline")
    qtbot = request.getfixturevalue("qtbot")
    folder.rename(folder.with_name("away"))
    scan(context.library, folder)
    _show(qtbot, inspector, ids[0])
    assert inspector.photo_page.state.text().startswith('"Pictures" is not connected.')
    assert inspector.photo_page.picture.has_picture


def test_photos_that_left_the_library_are_said(
    qtbot: QtBot, inspector: Inspector, context: Context, folder: Path, ids: list[int]
) -> None:
    _show(qtbot, inspector, ids[0])
    for name in ("a.png", "b.png"):
        (folder / name).unlink()
    scan(context.library, folder)
    inspector.refresh()
    qtbot.waitUntil(inspector.hint.isVisible)
    assert inspector.hint.text() == "This photo is no longer in the library."
    inspector.set_selection(ids[:2])
    qtbot.waitUntil(lambda: inspector.hint.text().startswith("These photos"))
    inspector.set_selection(ids[:3])  # one of them is still there
    qtbot.waitUntil(lambda: inspector.selection_page.summary.text() != "")


def test_more_files_of_the_same_photo_are_listed_and_can_be_shown_in_their_folders(
    qtbot: QtBot, inspector: Inspector, context: Context, folder: Path
) -> None:
    copies = [folder / f"copy {number}.png" for number in range(7)]
    for copy in copies:
        shutil.copy(folder / "a.png", copy)
    ids = [int(file_id) for file_id in fill(context.library, folder)]
    page = inspector.photo_page
    for _ in range(2):  # shown again, they are not there twice
        _show(qtbot, inspector, ids[0])
        inspector.set_selection([])
    _show(qtbot, inspector, ids[0])
    qtbot.waitUntil(lambda: len(page.findChildren(ElidedText)) == 8)
    shown = [line.full_text for line in page.findChildren(ElidedText)]
    assert shown[-5:] == [str(copy) for copy in copies[:5]], "not the photo itself"
    assert any(label.text() == "and 2 more" for label in page.findChildren(QLabel))
    buttons = page.findChildren(QToolButton, "copyFolder")
    assert buttons[1].accessibleName() == f"Show {copies[1]} in folder"
    with qtbot.waitSignal(inspector.folder_requested) as asked:
        buttons[1].click()
    assert asked.args == [os.fsencode(copies[1])]
    _show(qtbot, inspector, ids[-1])
    assert page._copies_heading.isHidden(), "only this file has it"


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")
def test_a_name_that_is_no_text_is_shown(
    qtbot: QtBot, inspector: Inspector, context: Context, folder: Path, ids: list[int]
) -> None:
    os.rename(os.fsencode(folder / "a.png"), os.fsencode(folder) + b"/\xff # 100 %.png")
    (new,) = {int(file_id) for file_id in scan(context.library, folder)} - set(ids)
    _show(qtbot, inspector, new)
    assert inspector.photo_page.name.full_text == "\N{REPLACEMENT CHARACTER} # 100 %.png"


def test_a_selection_that_is_not_wanted_any_more_is_given_up(
    context: Context, ids: list[int]
) -> None:
    answers = iter([True, False])
    many = ids * 150  # more than one query
    asked = load_selection(context.library, many, side=100, is_wanted=lambda: next(answers))
    assert asked is None
    assert next(answers, None) is None


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_it_follows_the_theme_or_stays_dark(
    qtbot: QtBot, context: Context, ids: list[int], appearance: Appearance
) -> None:
    context.theme.apply(appearance)
    inspector = Inspector(context)
    qtbot.addWidget(inspector)
    inspector.resize(320, 700)
    inspector.show()
    _show(qtbot, inspector, ids[0])
    expected = tokens.DARK if appearance is Appearance.DARK else tokens.LIGHT
    shot = inspector.grab().toImage()
    assert shot.pixelColor(8, 690).name().upper() == expected.panel
    assert shot.pixelColor(0, 300).name().upper() == expected.line
    assert inspector._colour("text").name().upper() == expected.text
    dark = Inspector(context, colours=tokens.DARK)
    qtbot.addWidget(dark)
    assert dark._colour("text").name().upper() == tokens.DARK.text


def test_a_long_name_does_not_widen_the_panel(
    qtbot: QtBot, inspector: Inspector, context: Context, folder: Path, ids: list[int]
) -> None:
    name = "very " * 40 + "long.png"
    os.rename(folder / "a.png", folder / name)
    (new,) = {int(file_id) for file_id in scan(context.library, folder)} - set(ids)
    _show(qtbot, inspector, new)
    page = inspector.photo_page
    assert inspector.width() == tokens.INSPECTOR_WIDTH
    assert page.width() <= tokens.INSPECTOR_WIDTH
    assert "…" in page.name.text()
    assert page.name.toolTip() == name


def _metadata() -> PhotoMetadata:
    return PhotoMetadata(
        taken=datetime(2019, 12, 31, 23, 59, 58),
        utc_offset=-300,
        camera="Canon EOS R6",
        lens="RF 24-105mm F4 L",
        latitude=54.4858,
        longitude=-0.6206,
        exposure_time=0.004,
        f_number=2.8,
        iso=200,
        focal_length=70.0,
        keywords=("dog", "beach"),
        description="Biscuit on the sand",
    )


def test_what_the_photo_says_of_itself_is_shown(
    qtbot: QtBot, inspector: Inspector, context: Context, ids: list[int]
) -> None:
    context.library.metadata.write({ids[0]: _metadata()})
    _show(qtbot, inspector, ids[0])
    page = inspector.photo_page
    # By the clock of the place, not by ours.
    assert page.taken.text() == "31 Dec 2019, 23:59"
    assert page.date.isHidden()
    assert page.camera.text() == "Canon EOS R6 · 70 mm"
    assert page.lens.text() == "RF 24-105mm F4 L"
    assert page.exposure.text() == "1/250 s · f/2.8 · ISO 200"
    assert page.place.full_text == "54.48580, -0.62060"
    assert page.keywords.text() == "dog, beach"
    assert page.description.text() == "Biscuit on the sand"
    _show(qtbot, inspector, ids[1])
    assert "(no capture date)" in page.date.text()
    absent = (page.taken, page.camera, page.lens, page.exposure, page.place, page.keywords)
    assert all(value.isHidden() for value in (*absent, page.description))
    names = [label.text() for label in page.findChildren(QLabel) if not label.isHidden()]
    assert "Camera" not in names


def test_many_photos_have_the_dates_when_they_were_taken(
    qtbot: QtBot, inspector: Inspector, context: Context, ids: list[int]
) -> None:
    context.library.metadata.write({ids[0]: _metadata()})
    inspector.set_selection(ids[:2])
    page = inspector.selection_page
    qtbot.waitUntil(lambda: "2019" in page.summary.text() or "2020" in page.summary.text())
    assert "to 15 Aug 2021" in page.summary.text()


def test_an_exposure_is_told_as_far_as_it_is_known() -> None:
    assert exposure_text(PhotoMetadata()) == ""
    assert exposure_text(PhotoMetadata(exposure_time=2.0)) == "2 s"
    assert exposure_text(PhotoMetadata(exposure_time=0.5, iso=100)) == "0.5 s · ISO 100"
    assert exposure_text(PhotoMetadata(f_number=11.0)) == "f/11"
    assert exposure_text(PhotoMetadata(exposure_time=1 / 8000)) == "1/8000 s"
