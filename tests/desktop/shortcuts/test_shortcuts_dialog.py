from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from imgtext_desktop.actions import KeyLine
from imgtext_desktop.context import Context
from imgtext_desktop.shortcuts.shortcuts_dialog import ShortcutsDialog

LINES = [
    KeyLine("Everywhere", "Search", "Ctrl+F"),
    KeyLine("Everywhere", "Paste a picture", "Ctrl+V"),
    KeyLine("Grid", "Find similar", "S"),
]


def _shown(dialog: ShortcutsDialog) -> list[str]:
    found = []
    for row in range(dialog.tree.topLevelItemCount()):
        heading = dialog.tree.topLevelItem(row)
        if not heading.isHidden():
            found.append(heading.text(0))
            children = [heading.child(number) for number in range(heading.childCount())]
            found += [f"{c.text(0)}: {c.text(1)}" for c in children if not c.isHidden()]
    return found


def test_every_key_is_listed_under_its_area_and_can_be_found(
    context: Context, qtbot: QtBot
) -> None:
    dialog = ShortcutsDialog(context, LINES)
    qtbot.addWidget(dialog)
    dialog.show()
    assert _shown(dialog) == [
        "Everywhere",
        "Search: Ctrl+F",
        "Paste a picture: Ctrl+V",
        "Grid",
        "Find similar: S",
    ]
    field = dialog.findChild(QLineEdit)
    qtbot.keyClicks(field, "ctrl+v")
    assert _shown(dialog) == ["Everywhere", "Paste a picture: Ctrl+V"]
    qtbot.keyClicks(field, "zzz")
    assert _shown(dialog) == []
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert len(_shown(dialog)) == 5
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
