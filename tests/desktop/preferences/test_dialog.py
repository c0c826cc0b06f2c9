import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.folder import SETTINGS
from engine.settings import Settings
from imgtext_desktop.context import Context
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.preferences.dialog import PreferencesDialog
from imgtext_desktop.preferences.window_settings import WindowSettings, load_window_settings
from imgtext_desktop.preferences.words import CHOICES, WORDS
from imgtext_desktop.theme import Appearance

WINDOW = [name for name, field in WindowSettings.model_fields.items() if field.title]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config"
    monkeypatch.setattr(
        "imgtext_desktop.preferences.window_settings.platformdirs.user_config_path",
        lambda *_, **__: path,
    )


def _dialog(context: Context, qtbot: QtBot) -> PreferencesDialog:
    dialog = PreferencesDialog(context)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_every_setting_has_a_row_that_says_what_it_is(context: Context, qtbot: QtBot) -> None:
    dialog = _dialog(context, qtbot)
    assert dialog.objectName() == "preferencesDialog"
    for name in [*Settings.model_fields, *WINDOW]:
        control = dialog.findChild(QWidget, f"setting_{name}")
        assert control is not None, name
        assert control.accessibleName()
        assert control.toolTip()


def test_a_choice_is_saved_at_once(context: Context, qtbot: QtBot) -> None:
    dialog = _dialog(context, qtbot)
    dialog.show_page(1)
    control = dialog.findChild(SegmentedControl, "setting_appearance")
    with qtbot.waitSignal(dialog.window_settings_changed) as changed:
        qtbot.mouseClick(control.button(Appearance.DARK), Qt.MouseButton.LeftButton)
    assert changed.args is not None
    assert changed.args[0].appearance is Appearance.DARK
    assert load_window_settings().appearance is Appearance.DARK
    with qtbot.waitSignal(dialog.window_settings_changed):
        dialog._on_reset()
    assert load_window_settings().appearance is Appearance.SYSTEM
    assert control.current is Appearance.SYSTEM


def test_a_number_reaches_the_library_and_stays_within_its_limits(
    context: Context, qtbot: QtBot
) -> None:
    dialog = _dialog(context, qtbot)
    dialog.show_page(2)
    box = dialog.findChild(QDoubleSpinBox, "setting_batch_size")
    assert (box.minimum(), box.maximum()) == (1, 1024)
    box.setFocus()
    box.selectAll()
    with qtbot.waitSignal(dialog.library_settings_changed):
        qtbot.keyClicks(box, "64")
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert context.library.settings.batch_size == 64
    assert json.loads((context.library.folder / SETTINGS).read_text()) == {"batch_size": 64}
    seconds = dialog.findChild(QDoubleSpinBox, "setting_decode_seconds")
    assert seconds.minimum() > 0
    assert dialog.isVisible()  # Enter in a field must not close


def test_closing_saves_what_was_just_changed(context: Context, qtbot: QtBot) -> None:
    dialog = _dialog(context, qtbot)
    dialog.show_page(2)
    dialog.activateWindow()
    box = dialog.findChild(QDoubleSpinBox, "setting_batch_size")
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert context.library.settings.batch_size == Settings().batch_size
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert context.library.settings.batch_size == Settings().batch_size + 1


def test_what_the_environment_sets_cannot_be_changed(
    context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IMGTEXT_BATCH_SIZE", "9")
    dialog = _dialog(context, qtbot)
    assert not dialog.findChild(QWidget, "setting_batch_size").isEnabled()


def test_a_failure_to_save_is_said_and_the_old_value_shown(context: Context, qtbot: QtBot) -> None:
    dialog = _dialog(context, qtbot)
    (context.library.folder / SETTINGS).mkdir()
    box: Any = dialog.findChild(QDoubleSpinBox, "setting_batch_size")
    with qtbot.waitSignal(context.notifier.posted) as posted:
        box.setValue(7)
        box.editingFinished.emit()
    assert posted.args is not None
    assert "cannot be saved" in posted.args[0].text
    assert box.value() == Settings().batch_size


def test_every_word_of_the_schemas_can_be_translated() -> None:
    words: set[str] = set()
    for kind in (Settings, WindowSettings):
        for name, field in kind.model_fields.items():
            if kind is WindowSettings and name not in WINDOW:
                continue
            extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
            shown = (field.title, field.description, extra.get("unit"), extra.get("zero"))
            words |= {str(word) for word in shown if word}
            if hasattr(field.annotation, "__members__"):
                assert {str(value) for value in field.annotation} <= set(CHOICES)  # type: ignore[union-attr]
    assert words == set(WORDS)


def test_patterns_are_saved_a_line_each_and_what_is_none_is_dropped(
    context: Context, qtbot: QtBot
) -> None:
    dialog = _dialog(context, qtbot)
    dialog.show_page(2)
    lines = dialog.findChild(QPlainTextEdit, "setting_skip_patterns")
    with qtbot.waitSignal(dialog.library_settings_changed):
        lines.setPlainText("*.png\n\n!\nraw/")
    assert context.library.settings.skip_patterns == ("*.png", "raw/")
    assert json.loads((context.library.folder / SETTINGS).read_text())["skip_patterns"] == [
        "*.png",
        "raw/",
    ]
    lines.clearFocus()
    qtbot.waitUntil(lambda: lines.toPlainText() == "*.png\nraw/")
