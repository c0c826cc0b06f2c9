"""The preferences: topics at the left, one row a setting; each change is saved at once."""

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.errors import EngineError
from engine.settings import Settings, environment_name
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.preferences.controls import SettingControl, extra, make_control
from imgtext_desktop.preferences.window_settings import (
    WindowSettings,
    load_window_settings,
    save_window_settings,
)
from imgtext_desktop.preferences.words import translated


class PreferencesDialog(QDialog):
    """Every setting of the window and of the library.

    Signals:
        window_settings_changed: The :class:`WindowSettings` as they are now.
        library_settings_changed: The library's :class:`~engine.settings.Settings`.
    """

    window_settings_changed = Signal(object)
    library_settings_changed = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preferencesDialog")
        self.setWindowTitle(self.tr("Preferences"))
        self.setModal(False)
        self.resize(880, 600)
        self._context = context
        self._topics = QListWidget()
        self._topics.setObjectName("preferencesTopics")
        self._topics.setAccessibleName(self.tr("Topics"))
        self._topics.setIconSize(QSize(18, 18))
        self._topics.setFrameShape(QFrame.Shape.NoFrame)
        self._pages = QStackedWidget()
        window = load_window_settings()
        self._add_page("gear", self.tr("General"), _of(WindowSettings, "general"), window)
        self._add_page(
            "paint-brush", self.tr("Appearance"), _of(WindowSettings, "appearance"), window
        )
        self._add_page(
            "folders",
            self.tr("Folders and indexing"),
            Settings.model_fields,
            context.library.settings,
        )
        self._lay_out()
        self._topics.currentRowChanged.connect(self._pages.setCurrentIndex)
        self._topics.setCurrentRow(0)
        context.theme.changed.connect(self._retint)
        self._retint()

    def show_page(self, number: int) -> None:
        """Go to a topic."""
        self._topics.setCurrentRow(number)

    def _add_page(
        self, icon: str, title: str, fields: Mapping[str, FieldInfo], values: BaseModel
    ) -> None:
        is_library = isinstance(values, Settings)
        page = _Page(self._context, title, fields)
        page.show_values(values)
        page.changed.connect(partial(self._on_changed, page, is_library))
        item = QListWidgetItem(title)
        item.setData(Qt.ItemDataRole.UserRole, icon)
        self._topics.addItem(item)
        self._pages.addWidget(page)

    def _lay_out(self) -> None:
        self._topics.setFixedWidth(max(216, self._topics.sizeHintForColumn(0) + 32))
        side = QFrame()
        side.setObjectName("preferencesSide")
        side_layout = QVBoxLayout(side)
        side_layout.setContentsMargins(16, 16, 16, 16)
        side_layout.addWidget(self._topics)
        reset = QPushButton(self.tr("Reset this page"))
        reset.setProperty("kind", "link")
        reset.setToolTip(self.tr("Give every setting of this page its first value"))
        reset.setAutoDefault(False)
        reset.clicked.connect(self._on_reset)
        close = QPushButton(self.tr("Close"))
        close.setProperty("kind", "primary")
        close.setToolTip(self.tr("Close (Esc)"))
        close.setAutoDefault(False)  # Enter ends the typing in a field, not the dialog
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(28, 8, 28, 20)
        buttons.addWidget(reset)
        buttons.addStretch(1)
        buttons.addWidget(close)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._pages, 1)
        right.addLayout(buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(side)
        layout.addLayout(right, 1)

    def _on_changed(self, page: "_Page", is_library: bool, changes: Mapping[str, object]) -> None:
        save = self._context.library.change_settings if is_library else save_window_settings
        signal = self.library_settings_changed if is_library else self.window_settings_changed
        try:
            values = save(changes)
        except EngineError as error:
            self._context.notifier.error(in_user_words(str(error)))
            page.show_values(
                self._context.library.settings if is_library else load_window_settings()
            )
            return
        page.show_values(values)
        signal.emit(values)

    def _on_reset(self) -> None:
        page = self._pages.currentWidget()
        if isinstance(page, _Page):
            page.reset()

    def _retint(self) -> None:
        for row in range(self._topics.count()):
            item = self._topics.item(row)
            name = item.data(Qt.ItemDataRole.UserRole)
            item.setIcon(self._context.theme.icon(name))


class _Page(QScrollArea):
    """The settings of one topic.

    Signals:
        changed: The user changed settings: new values by name, None for the default.
    """

    changed = Signal(object)

    def __init__(self, context: Context, title: str, fields: Mapping[str, FieldInfo]) -> None:
        super().__init__()
        self.setProperty("kind", "preferencesPage")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._context = context
        self._controls: dict[str, QWidget] = {}
        body = QWidget()
        body.setObjectName("preferencesBody")
        layout = QVBoxLayout(body)
        layout.setContentsMargins(28, 20, 28, 8)
        layout.setSpacing(0)
        layout.addWidget(text_label(title, context.theme.font(tokens.TITLE)))
        layout.addSpacing(6)
        for position, (name, field) in enumerate(fields.items()):
            layout.addWidget(self._make_row(name, field, is_first=position == 0))
        layout.addStretch(1)
        self.setWidget(body)

    def show_values(self, values: BaseModel) -> None:
        """Show settings without telling anybody."""
        for name, control in self._controls.items():
            cast("SettingControl", control).show_value(getattr(values, name))

    def reset(self) -> None:
        """Go back to the first values; what the environment sets stays."""
        self.changed.emit(dict.fromkeys(self._controls))

    def _make_row(self, name: str, field: FieldInfo, *, is_first: bool) -> QWidget:
        font = self._context.theme.font
        title = text_label(translated(field.title or name), font(tokens.BODY), wraps=True)
        title.setProperty("strong", True)
        sentence = text_label(
            translated(field.description or ""), font(tokens.CAPTION), role="secondary", wraps=True
        )
        control = make_control(field, self._context.theme, partial(self._on_given, name))
        control.setObjectName(f"setting_{name}")
        control.setToolTip(sentence.text())
        title.setBuddy(control)
        variable = environment_name(name) if name in Settings.model_fields else ""
        if variable:
            control.setEnabled(False)
            sentence.setText(self.tr("Set by the environment variable %1.").replace("%1", variable))
        self._controls[name] = control
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(title)
        text.addWidget(sentence)
        row = QFrame()
        row.setProperty("kind", "settingRow")
        row.setProperty("first", is_first)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 11, 0, 11)
        layout.setSpacing(24)
        layout.addLayout(text, 1)
        layout.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _on_given(self, name: str, value: Any) -> None:
        self.changed.emit({name: value})


def _of(kind: type[BaseModel], topic: str) -> dict[str, FieldInfo]:
    """Return the fields of a schema that belong to a topic."""
    return {
        name: field for name, field in kind.model_fields.items() if extra(field, "topic") == topic
    }
