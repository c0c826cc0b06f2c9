import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.labeling.label_list import LabelList
from imgtext_desktop.labeling.label_rows import Role

Key = Qt.Key


@pytest.fixture
def labels(qtbot: QtBot, context: Context, edits: Edits, ids: list[int]) -> LabelList:
    """The list over a library with labels; it makes the edits that it asks for."""
    said = context.library.annotations
    said.add_labels(
        [(1, "dog"), (2, "dog"), (3, "dog"), (1, "beach"), (2, "beach"), (1, "Bisquit")]
    )
    labels = LabelList(context)
    qtbot.addWidget(labels)
    labels.rename_requested.connect(edits.rename_label)
    labels.drop_requested.connect(edits.drop_label)
    edits.changed.connect(labels.refresh)
    labels.resize(240, 400)
    labels.show()
    qtbot.waitUntil(labels.isActiveWindow)
    labels.refresh()
    qtbot.waitUntil(lambda: _listed(labels) == {"dog": 3, "beach": 2, "Bisquit": 1})
    return labels


def _listed(labels: LabelList) -> dict[str, int]:
    model = labels.model
    rows = [model.index(row) for row in range(model.rowCount())]
    return {index.data(): index.data(Role.CountRole) for index in rows}


def _click(labels: LabelList, qtbot: QtBot, name: str) -> None:
    rect = labels.view.visualRect(labels.model.index_of(name))
    point = QPoint(80, rect.center().y())
    qtbot.mouseClick(labels.view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def _type_name(labels: LabelList, qtbot: QtBot, name: str, new: str) -> None:
    """Give a label another name as a user does: F2, letters, Enter."""
    labels.view.setFocus()
    labels.view.setCurrentIndex(labels.model.index_of(name))
    qtbot.keyClick(labels.view, Key.Key_F2)
    (field,) = labels.view.findChildren(QLineEdit)
    assert field.text() == name
    field.selectAll()
    qtbot.keyClicks(field, new)
    qtbot.keyClick(field, Key.Key_Return)
    qtbot.waitUntil(lambda: not labels.view.is_editing)


def test_the_most_frequent_come_first_and_say_their_number(labels: LabelList) -> None:
    assert list(_listed(labels)) == ["dog", "beach", "Bisquit"]
    spoken = labels.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "dog, 3 photos"
    assert labels.view.height() == labels.view.sizeHint().height()
    assert not labels.more_button.isVisible()


def test_without_folders_nothing_is_shown(qtbot: QtBot, context: Context) -> None:
    labels = LabelList(context)
    qtbot.addWidget(labels)
    labels.show()
    labels.refresh()
    qtbot.waitUntil(lambda: not context.jobs.is_reading)
    assert not labels.add_button.isVisible()


def test_a_click_narrows_and_a_second_one_widens(labels: LabelList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(labels.label_chosen) as chosen:
        _click(labels, qtbot, "beach")
    assert (chosen.args, labels.chosen) == (["beach"], "beach")
    with qtbot.waitSignal(labels.label_chosen) as again:
        _click(labels, qtbot, "beach")
    assert (again.args, labels.chosen) == ([""], "")
    labels.view.setCurrentIndex(labels.model.index_of("dog"))
    with qtbot.waitSignal(labels.label_chosen) as by_key:
        qtbot.keyClick(labels.view, Key.Key_Space)
    assert by_key.args == ["dog"]


def test_what_is_rare_is_shown_on_request_or_while_it_is_chosen(
    labels: LabelList, qtbot: QtBot, context: Context
) -> None:
    context.library.annotations.add_labels((3, f"rare {n}") for n in range(8))
    labels.refresh()
    qtbot.waitUntil(labels.more_button.isVisible)
    assert labels.more_button.accessibleName() == "5 more"
    assert labels.model.rowCount() == 6
    qtbot.mouseClick(labels.more_button, Qt.MouseButton.LeftButton)
    assert labels.model.rowCount() == 11
    labels.choose("rare 7")
    qtbot.mouseClick(labels.more_button, Qt.MouseButton.LeftButton)
    assert list(_listed(labels))[-1] == "rare 7"
    assert labels.model.rowCount() == 7


def test_a_label_is_renamed_where_it_stands_and_stays_chosen(
    labels: LabelList, qtbot: QtBot, edits: Edits
) -> None:
    labels.choose("Bisquit")
    with qtbot.waitSignal(labels.label_chosen) as followed:
        _type_name(labels, qtbot, "Bisquit", "  Biscuit ")
    assert followed.args == ["Biscuit"]
    assert _listed(labels) == {"dog": 3, "beach": 2, "Biscuit": 1}
    with qtbot.waitSignal(labels.label_chosen) as back:
        edits.undo()
    assert back.args == ["Bisquit"]


@pytest.mark.parametrize("name", ["", "  ", "beach", "esc"])
def test_no_other_name_changes_nothing(labels: LabelList, qtbot: QtBot, name: str) -> None:
    with qtbot.assertNotEmitted(labels.rename_requested):
        if name == "esc":
            labels.edit("beach")
            (field,) = labels.view.findChildren(QLineEdit)
            qtbot.keyClicks(field, "never mind")
            qtbot.keyClick(field, Key.Key_Escape)
        else:
            _type_name(labels, qtbot, "beach", name)
    assert not labels.findChildren(QMessageBox)


@pytest.mark.parametrize(
    ("answer", "after"),
    [
        ("Relabel 1 photos", {"dog": 3, "beach": 2}),
        ("Keep both", {"dog": 3, "beach": 2, "Bisquit": 1}),
    ],
)
def test_two_labels_become_one_only_after_a_question(
    labels: LabelList, qtbot: QtBot, context: Context, *, answer: str, after: dict[str, int]
) -> None:
    _type_name(labels, qtbot, "Bisquit", "BEACH")
    (box,) = labels.findChildren(QMessageBox)
    assert box.text() == "Merge “Bisquit” with “beach”?"
    (button,) = [b for b in box.findChildren(QPushButton) if b.text() == answer]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: _listed(labels) == after)
    qtbot.waitUntil(lambda: not context.jobs.is_reading)
    assert context.library.annotations.label_counts() == after


def test_a_label_goes_from_all_photos_and_comes_back(
    labels: LabelList, qtbot: QtBot, edits: Edits
) -> None:
    labels.choose("beach")
    labels.view.setFocus()
    labels.view.setCurrentIndex(labels.model.index_of("beach"))
    with qtbot.waitSignal(labels.label_chosen) as left:
        qtbot.keyClick(labels.view, Key.Key_Delete)
    assert left.args == [""], "nothing has it any more: all photos are shown"
    assert _listed(labels) == {"dog": 3, "Bisquit": 1}
    assert labels.view.currentIndex().data() == "Bisquit", "the keys go on where they were"
    assert edits.undo_text == "Removed “beach” from 2 photos"
    edits.undo()
    qtbot.waitUntil(lambda: _listed(labels) == {"dog": 3, "beach": 2, "Bisquit": 1})


def test_the_menu_has_all_of_it(labels: LabelList, qtbot: QtBot) -> None:
    menu = labels.build_menu(labels.model.index_of("dog"))
    lines = {action.text(): action for action in menu.actions()}
    with qtbot.waitSignal(labels.label_chosen) as chosen:
        lines["Show these photos"].trigger()
    assert chosen.args == ["dog"]
    lines["Rename…"].trigger()
    assert labels.view.is_editing
    (field,) = labels.view.findChildren(QLineEdit)
    qtbot.keyClick(field, Key.Key_Escape)
    with qtbot.waitSignal(labels.drop_requested) as gone:
        lines["Remove from all photos"].trigger()
    assert gone.args == ["dog"]


def test_what_comes_meanwhile_does_not_take_the_field_away(
    labels: LabelList, qtbot: QtBot, context: Context
) -> None:
    labels.edit("beach")
    (field,) = labels.view.findChildren(QLineEdit)
    QTest.keyClicks(field, "half a na")
    context.library.annotations.add_labels([(3, "new")])
    labels.refresh()
    qtbot.waitUntil(lambda: not context.jobs.is_reading)
    assert labels.view.is_editing
    qtbot.keyClick(field, Key.Key_Escape)
    qtbot.waitUntil(lambda: "new" in _listed(labels))
