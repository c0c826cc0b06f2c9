"""One control for one setting, chosen by the field's type and limits."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Protocol

from annotated_types import Ge, Gt, Le, Lt, MultipleOf
from pydantic.fields import FieldInfo
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QPlainTextEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionSpinBox,
    QWidget,
)

from engine.settings import is_pattern
from imgtext_desktop.controls.combo import ComboBox, paint_arrow
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.controls.switch import Switch
from imgtext_desktop.preferences.words import choice_text, translated
from imgtext_desktop.theme import Theme

_MOST_SEGMENTS = 3
_LARGEST = 1_000_000
_TYPING_MILLISECONDS = 300
_LINES, _LINE_CHARACTERS = 4, 28  # shown of a list of texts


class SettingControl(Protocol):
    """A control whose value can be set without telling anybody."""

    def show_value(self, value: Any) -> None:
        """Show a value."""


class _SwitchControl(Switch):
    def show_value(self, value: Any) -> None:
        self.setChecked(bool(value))


class _Segments(SegmentedControl):
    def show_value(self, value: Any) -> None:
        self.choose(value)


class _Combo(ComboBox):
    def show_value(self, value: Any) -> None:
        self.setCurrentIndex(self.findData(value))


class _Number(QDoubleSpinBox):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        theme.changed.connect(self.update)

    def show_value(self, value: Any) -> None:
        self.blockSignals(True)
        self.setValue(float(value))
        self.blockSignals(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        painter = QPainter(self)
        for control, icon in (
            (QStyle.SubControl.SC_SpinBoxUp, "caret-up"),
            (QStyle.SubControl.SC_SpinBoxDown, "caret-down"),
        ):
            box = QStyle.ComplexControl.CC_SpinBox
            arrow = self.style().subControlRect(box, option, control, self)
            paint_arrow(painter, icon, arrow, self._theme)
        painter.end()


class _Lines(QPlainTextEdit):
    """Several short texts, one a line."""

    def __init__(self, changed: Callable[[Any], None]) -> None:
        super().__init__()
        self._changed = changed
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_TYPING_MILLISECONDS)
        self._timer.timeout.connect(self._save)
        self.textChanged.connect(self._timer.start)

    def show_value(self, value: Any) -> None:
        if self.hasFocus():
            return  # the user is typing here
        self.blockSignals(True)
        self.setPlainText("\n".join(value))
        self.blockSignals(False)

    def sizeHint(self) -> QSize:
        frame = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        metrics = self.fontMetrics()
        width = metrics.averageCharWidth() * _LINE_CHARACTERS
        return QSize(width + frame, metrics.lineSpacing() * _LINES + frame)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        _finish(self._timer)

    def _save(self) -> None:
        lines = self.toPlainText().splitlines()
        self._changed([line for line in lines if line.strip() and is_pattern(line)])


def extra(field: FieldInfo, name: str) -> str:
    """Return something that a schema says about a field beyond its type."""
    more = field.json_schema_extra
    return str(more.get(name, "")) if isinstance(more, dict) else ""


def make_control(field: FieldInfo, theme: Theme, changed: Callable[[Any], None]) -> QWidget:
    """Make the control of a setting.

    Args:
        field: From the schema.
        theme: Colours.
        changed: Called with each value that the user gives.

    Returns:
        A widget that is a :class:`SettingControl` as well.

    Raises:
        TypeError: There is no control for this type.
    """
    kind = field.annotation
    name = translated(field.title or "")
    control: QWidget
    if kind is bool:
        control = _make_switch(theme, changed)
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        few = len(kind) <= _MOST_SEGMENTS
        control = _make_segments(kind, name, changed) if few else _make_combo(kind, theme, changed)
    elif kind is int or kind is float:
        control = _make_number(field, theme, changed)
    elif kind == tuple[str, ...]:
        control = _Lines(changed)
        control.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    else:
        raise TypeError(f"there is no control for a setting of type {kind}")
    control.setAccessibleName(name)
    control.setAccessibleDescription(translated(field.description or ""))
    return control


def _make_switch(theme: Theme, changed: Callable[[Any], None]) -> QWidget:
    switch = _SwitchControl(theme)
    switch.clicked.connect(changed)
    return switch


def _make_segments(kind: type[StrEnum], name: str, changed: Callable[[Any], None]) -> QWidget:
    segments = _Segments(name)
    for value in kind:
        segments.add(value, choice_text(value))
    segments.chosen.connect(changed)
    return segments


def _make_combo(kind: type[StrEnum], theme: Theme, changed: Callable[[Any], None]) -> QWidget:
    combo = _Combo(theme)
    for value in kind:
        combo.addItem(choice_text(value), value)
    combo.activated.connect(lambda index: changed(combo.itemData(index)))
    return combo


def _make_number(field: FieldInfo, theme: Theme, changed: Callable[[Any], None]) -> QWidget:
    low, high, step = _limits(field)
    step = float(extra(field, "step") or step)
    is_whole = field.annotation is int
    box = _Number(theme)
    box.setDecimals(0 if is_whole else 1)
    box.setRange(low, high)
    box.setSingleStep(step)
    unit = extra(field, "unit")
    if unit:
        box.setSuffix(f" {translated(unit)}")
    zero = extra(field, "zero")
    if zero:
        box.setSpecialValueText(translated(zero))
    box.setAlignment(Qt.AlignmentFlag.AlignTrailing)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    # One save when the user has done typing or holding the arrow, not one a digit.
    timer = QTimer(box)
    timer.setSingleShot(True)
    timer.setInterval(_TYPING_MILLISECONDS)
    timer.timeout.connect(lambda: changed(_whole_value(box, step) if is_whole else box.value()))
    box.valueChanged.connect(lambda _: timer.start())
    box.editingFinished.connect(lambda: _finish(timer))
    return box


def _finish(timer: QTimer) -> None:
    if timer.isActive():
        timer.stop()
        timer.timeout.emit()


def _whole_value(box: QDoubleSpinBox, step: float) -> int:
    """Return what a box holds, on the field's steps."""
    value = round(box.value() / step) * step
    return int(min(box.maximum(), max(box.minimum(), value)))


def _limits(field: FieldInfo) -> tuple[float, float, float]:
    """Return the smallest and largest value and the step of a number."""
    low, high, step = 0.0, float(_LARGEST), 1.0
    for limit in field.metadata:
        match limit:
            case Ge(ge=value):
                low = float(str(value))
            case Gt(gt=value):
                low = float(str(value)) + (1 if field.annotation is int else 0.1)
            case Le(le=value):
                high = float(str(value))
            case Lt(lt=value):
                high = float(str(value)) - (1 if field.annotation is int else 0.1)
            case MultipleOf(multiple_of=value):
                step = float(str(value))
    return low, high, step
