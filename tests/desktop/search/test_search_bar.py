import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QClipboard, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.search.chip_popover import ChipPopover
from imgtext_desktop.search.search_bar import SearchBar
from imgtext_desktop.search.sources import FileSource
from tests.conftest import DrawPhoto
from tests.desktop.search.conftest import MakePicture, drag_out, drag_over, drop, uri_list


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.addStretch(1)
    # The offscreen platform warns of every window with a least size.
    column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    widget.resize(960, 600)
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def bar(context: Context, window: QWidget, qtbot: QtBot) -> SearchBar:
    bar = SearchBar(context)
    column = window.layout()
    assert isinstance(column, QVBoxLayout)
    column.insertWidget(0, bar)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    bar.edit.setFocus()
    return bar


@pytest.fixture
def told(bar: SearchBar) -> list[str]:
    """The text of the query each time the bar says that it is another."""
    texts: list[str] = []
    bar.changed.connect(
        lambda: texts.append(
            " ".join(
                ("-" if term.is_excluded else "") + (term.text or "<picture>")
                for term in bar.terms()
            )
        )
    )
    return texts


@pytest.fixture(autouse=True)
def _empty_clipboard(clipboard: QClipboard) -> Iterator[None]:
    clipboard.clear()
    yield
    clipboard.clear()


def _image(width: int = 40, height: int = 30) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    return image


def _copy_text(text: str) -> None:
    mime = QMimeData()
    mime.setText(text)
    QGuiApplication.clipboard().setMimeData(mime)


def test_typing_is_told_once_it_rests(bar: SearchBar, told: list[str], qtbot: QtBot) -> None:
    qtbot.keyClicks(bar.edit, "dog")
    assert told == []
    qtbot.waitUntil(lambda: told == ["dog"])
    qtbot.keyClicks(bar.edit, " ")
    qtbot.keyClicks(bar.edit, "on the beach")
    qtbot.waitUntil(lambda: told == ["dog", "dog on the beach"])


def test_enter_is_told_at_once(bar: SearchBar, told: list[str], qtbot: QtBot) -> None:
    qtbot.keyClicks(bar.edit, "dog")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert told == ["dog"]
    assert not bar._timer.isActive()


def test_a_minus_sign_keeps_a_word_out_and_enter_makes_it_a_chip(
    bar: SearchBar, told: list[str], qtbot: QtBot
) -> None:
    qtbot.keyClicks(bar.edit, 'dog -people -"red car" beach')
    qtbot.waitUntil(lambda: told == ["dog beach -people -red car"])
    assert bar.row.chips == []
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert bar.edit.text() == "dog beach"
    assert [state.text for state in bar.row.states] == ["people", "red car"]
    assert told[-1] == "dog beach -people -red car"


def test_an_exclusion_can_be_changed(bar: SearchBar, qtbot: QtBot) -> None:
    bar.add_exclusion_text("red car")
    bar.row.chips[0].setFocus()
    qtbot.keyClick(bar.row.chips[0], Qt.Key.Key_Return)
    assert bar.edit.text() == '-"red car"'
    assert bar.edit.hasFocus()
    assert bar.row.chips == []


def test_chips_are_reached_and_removed_by_keys(
    bar: SearchBar, told: list[str], qtbot: QtBot, make_picture: MakePicture
) -> None:
    bar.add_picture(make_picture(1))
    bar.add_exclusion_text("people")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Tab)
    assert bar.row.chips[0].hasFocus()
    qtbot.keyClick(bar.row.chips[0], Qt.Key.Key_Tab)
    assert bar.row.chips[1].hasFocus()
    qtbot.keyClick(bar.row.chips[1], Qt.Key.Key_Left)
    assert bar.row.chips[0].hasFocus()
    bar.edit.setFocus()
    qtbot.keyClick(bar.edit, Qt.Key.Key_Left)
    assert bar.row.chips[1].hasFocus()
    qtbot.keyClick(bar.row.chips[1], Qt.Key.Key_Delete)
    assert bar.row.chips[0].hasFocus()
    qtbot.keyClick(bar.row.chips[0], Qt.Key.Key_Delete)
    assert bar.edit.hasFocus()
    assert told == ["<picture>", "<picture> -people", "<picture>", ""]


def test_backspace_in_an_empty_box_takes_the_last_chip(
    bar: SearchBar, qtbot: QtBot, make_picture: MakePicture
) -> None:
    bar.add_exclusion_text("people")
    bar.add_picture(make_picture(1))
    bar.set_text("x")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Backspace)
    assert len(bar.row.chips) == 2
    qtbot.keyClick(bar.edit, Qt.Key.Key_Backspace)
    (state,) = bar.row.states
    assert state.picture is not None


def test_esc_clears_and_passes_on_when_there_is_nothing(
    bar: SearchBar, told: list[str], qtbot: QtBot, make_picture: MakePicture
) -> None:
    bar.add_picture(make_picture(1))
    bar.set_text("dog")
    with qtbot.waitSignal(bar.cleared):
        qtbot.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert bar.is_empty
    assert told[-1] == ""
    with qtbot.assertNotEmitted(bar.changed):
        qtbot.keyClick(bar.edit, Qt.Key.Key_Escape)


def test_a_pasted_image_becomes_a_chip(bar: SearchBar, told: list[str], qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setImage(_image())
    bar.edit.setText("dog")
    qtbot.keyClick(bar.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: told == ["dog <picture>"])
    (state,) = bar.row.states
    assert state.picture is not None
    assert state.picture.pixels[0, 0].tolist() == [255, 0, 0]
    assert state.picture.original is not None


def test_a_pasted_file_becomes_a_chip(
    bar: SearchBar, qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    path = os.fsencode(draw_photo(tmp_path / "100%41 #1.png", 1))
    QGuiApplication.clipboard().setMimeData(uri_list(path))
    assert bar.paste()
    qtbot.waitUntil(lambda: len(bar.row.chips) == 1)
    picture = bar.row.states[0].picture
    assert picture is not None
    assert picture.path == path


def test_pasted_text_is_text(bar: SearchBar, told: list[str], qtbot: QtBot) -> None:
    _copy_text("a dog")
    qtbot.keyClick(bar.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert bar.edit.text() == "a dog"
    _copy_text("on\nthe beach")
    assert bar.paste()  # from elsewhere in the window
    assert bar.edit.text() == "a dog on the beach"
    assert told == ["a dog on the beach"]


def test_a_cell_of_a_table_is_pasted_as_text(bar: SearchBar, qtbot: QtBot) -> None:
    mime = QMimeData()
    mime.setText("1,234")
    mime.setImageData(_image())
    QGuiApplication.clipboard().setMimeData(mime)
    qtbot.keyClick(bar.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert bar.edit.text() == "1,234"


def test_an_empty_clipboard_gets_a_sentence(bar: SearchBar, sentences: list[str]) -> None:
    assert not bar.paste()
    assert sentences == ["There is no picture in this. Use a photo, or a folder to add."]


def test_nonsense_is_told_by_name(
    bar: SearchBar, sentences: list[str], qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(bytes(range(256)) * 8)
    good = draw_photo(tmp_path / "good.png", 1)
    bar.take(uri_list(os.fsencode(bad), os.fsencode(good)))
    qtbot.waitUntil(lambda: len(bar.row.chips) == 1)
    (sentence,) = sentences
    assert sentence.startswith("“bad.jpg” cannot be searched with. The file does not begin like")


def test_what_is_dropped_on_the_box(
    bar: SearchBar, told: list[str], qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    photos = [os.fsencode(draw_photo(tmp_path / f"{n}.png", n)) for n in (1, 2)]
    event = drop(bar, uri_list(*photos), QPoint(300, 20))
    assert event.dropAction() is Qt.DropAction.CopyAction
    qtbot.waitUntil(lambda: told == ["<picture> <picture>"])
    folders: list[list[bytes]] = []
    bar.folders_dropped.connect(folders.append)
    drop(bar, uri_list(os.fsencode(tmp_path)), QPoint(300, 20))
    assert folders == [[os.fsencode(tmp_path)]]
    words = QMimeData()
    words.setText("on the  beach")
    drop(bar, words, QPoint(300, 20))
    assert told[-1] == "on the beach <picture> <picture>"
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/dog.jpg")])
    web.setImageData(_image())
    drop(bar, web, QPoint(300, 20))
    qtbot.waitUntil(lambda: len(bar.row.chips) == 3)


def test_the_box_lights_up_while_something_is_over_it(bar: SearchBar, context: Context) -> None:
    mime = QMimeData()
    mime.setText("dog")
    assert drag_over(bar, mime, QPoint(300, 20))
    tint = context.theme.colour("accent_tint")
    assert bar.grab().toImage().pixelColor(bar.width() // 2, 8) == tint
    drag_out(bar)
    assert bar.grab().toImage().pixelColor(bar.width() // 2, 8) == context.theme.colour("field")


def test_more_than_eight_chips_are_refused(
    bar: SearchBar, sentences: list[str], make_picture: MakePicture
) -> None:
    picture = make_picture()
    for _ in range(9):
        bar.add_picture(picture)
    assert len(bar.row.chips) == 8
    assert sentences == ["A search takes up to 8 pictures and exclusions."]


def test_find_similar_replaces_what_stands_there(
    bar: SearchBar, told: list[str], qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    bar.set_text("dog")
    bar.add_exclusion_text("people")
    path = os.fsencode(draw_photo(tmp_path / "a.png", 1))
    bar.add_sources([FileSource(path)], is_new=True)
    qtbot.waitUntil(lambda: len(told) == 3)
    assert told[-1] == "<picture>"


def test_the_popover_changes_its_chip(
    bar: SearchBar, told: list[str], qtbot: QtBot, make_picture: MakePicture
) -> None:
    bar.add_picture(make_picture(1))
    chip = bar.row.chips[0]
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Return)
    popover = bar.window().findChild(ChipPopover)
    assert popover.isVisible()
    focus = QApplication.focusWidget()
    qtbot.keyClick(focus, Qt.Key.Key_Right)
    assert told[-1] == "-<picture>"
    slider = popover._slider
    qtbot.keyClick(slider, Qt.Key.Key_End)
    assert bar.terms()[0].weight == 3.0
    qtbot.keyClick(slider, Qt.Key.Key_Escape)
    assert chip.hasFocus()
    assert not bar.is_empty  # Esc closed the popover only


def test_a_slider_that_is_dragged_is_told_once_it_rests(
    bar: SearchBar, told: list[str], qtbot: QtBot, make_picture: MakePicture
) -> None:
    bar.add_picture(make_picture(1))
    bar.row.chips[0].click()
    slider = bar.window().findChild(ChipPopover)._slider
    slider.setSliderDown(True)
    for position in range(0, 60, 10):
        slider.setSliderPosition(position)
    assert len(told) == 1
    slider.setSliderDown(False)
    assert len(told) == 2
    assert bar.terms()[0].weight == pytest.approx(3**0.5)


def test_crop_and_replace(
    bar: SearchBar, qtbot: QtBot, make_picture: MakePicture, tmp_path: Path
) -> None:
    picture = make_picture(1)
    bar.add_picture(picture)
    bar.row.change(bar.row.chips[0], bar.row.states[0].weighted(2.0))
    bar.row.chips[0].click()
    with qtbot.waitSignal(bar.crop_requested) as asked:
        bar.window().findChild(ChipPopover)._crop.click()
    assert asked.args == [picture]
    make_picture(2)
    other = FileSource(os.fsencode(tmp_path / "picture 2.png"))
    with qtbot.waitSignal(bar.changed):
        bar.replace_picture(picture, other)
    (state,) = bar.row.states
    assert state.picture is not None
    assert state.picture.path == other.path
    assert state.weight == 2.0


def test_earlier_queries_come_back_whole(
    bar: SearchBar, told: list[str], qtbot: QtBot, make_picture: MakePicture
) -> None:
    assert not bar.back_action.isEnabled()
    bar.set_text("dog")
    bar.add_picture(make_picture(1))
    bar.clear()
    qtbot.keyClicks(bar.edit, "cat")
    alt = Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(bar.edit, Qt.Key.Key_Left, alt)
    assert (bar.edit.text(), len(bar.row.chips)) == ("dog", 1)
    qtbot.keyClick(bar.edit, Qt.Key.Key_Left, alt)
    assert (bar.edit.text(), len(bar.row.chips)) == ("dog", 0)
    assert not bar.back_action.isEnabled()
    for _ in range(2):
        qtbot.keyClick(bar.edit, Qt.Key.Key_Right, alt)
    assert (bar.edit.text(), len(bar.row.chips)) == ("cat", 0)
    assert not bar.forward_action.isEnabled()
    assert told[-4:] == ["dog <picture>", "dog", "dog <picture>", "cat"]


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_the_dialog_opens_by_its_key_and_its_files_become_chips(
    bar: SearchBar, qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    path = draw_photo(tmp_path / "a.png", 1)
    control_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(bar.edit, Qt.Key.Key_O, control_shift)
    dialog = bar.window().findChild(QFileDialog)
    assert dialog.isVisible()
    dialog.filesSelected.emit([str(path)])
    dialog.reject()
    qtbot.waitUntil(lambda: len(bar.row.chips) == 1)


def test_the_box_grows_to_two_lines_and_no_further(
    bar: SearchBar, qtbot: QtBot, make_picture: MakePicture
) -> None:
    one_line = bar.height()
    assert one_line >= 44
    picture = make_picture()
    for _ in range(8):
        bar.add_picture(picture)
        assert bar.edit.width() >= 160
    two_lines = bar.height()
    assert one_line < two_lines <= 2 * one_line
    bar.clear()
    assert bar.height() == one_line


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_text_chips_and_buttons_do_not_overlap(
    bar: SearchBar, make_picture: MakePicture, direction: Qt.LayoutDirection
) -> None:
    bar.window().setLayoutDirection(direction)
    bar.add_picture(make_picture())
    bar.add_exclusion_text("people")
    bar.set_text("dog")
    picture, word = (chip.geometry().translated(bar.row.pos()) for chip in bar.row.chips)
    stops = [picture, bar.edit.geometry(), word, bar._open_button.geometry()]
    stops.append(bar._clear_button.geometry())
    if direction is Qt.LayoutDirection.RightToLeft:
        stops.reverse()
    for left, right in itertools.pairwise(stops):
        assert left.right() < right.left()
    assert bar.rect().contains(stops[0])
    assert bar.rect().contains(stops[-1])


def test_everything_has_a_name_and_a_tooltip_with_its_key(bar: SearchBar) -> None:
    bar.set_text("dog")
    assert bar.edit.objectName() == "searchEdit"
    assert bar.row.objectName() == "queryChips"
    assert "Ctrl+Shift+O" in bar._open_button.toolTip()
    assert "Esc" in bar._clear_button.toolTip()
    for widget in (bar.edit, bar._open_button, bar._clear_button):
        assert widget.accessibleName()
        assert widget.toolTip()
        assert min(widget.width(), widget.height()) >= 24
