"""How thorough a run is, where it runs, and what few people change."""

import os
import shutil
import sys

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.training.settings import Device, Effort, RunSettings
from imgtext_desktop import tokens
from imgtext_desktop.controls.combo import ComboBox
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.words import BASELINE, LABEL_METHODS, LOOKS

_MOST_ROUNDS, _MOST_SEED = 10_000, 2**31 - 1
# Values of the hash model's setting; the window imports no method.
_LEARNS, _CODES, _BLOCKS, _NETWORK = "learns", "codes", "blocks", "network"


class SettingsCard(QFrame):
    """The settings of the run to begin.

    Signals:
        changed: Another effort, device or method is chosen: estimates may be others.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = theme
        self._has_baseline = False
        self.efforts = SegmentedControl(self.tr("How thorough"))
        self.efforts.add(Effort.QUICK, self.tr("Quick"), self.tr("Fewer rounds; a first look"))
        self.efforts.add(Effort.BALANCED, self.tr("Balanced"), self.tr("What suits most"))
        self.efforts.add(Effort.THOROUGH, self.tr("Thorough"), self.tr("More rounds, more time"))
        self.efforts.choose(Effort.BALANCED)
        self.efforts.chosen.connect(self.changed)
        self._learns = self._make_learns()
        self._device = self._make_devices()
        self._toggle = QPushButton(self.tr("Advanced settings"))
        self._toggle.setProperty("kind", "link")
        self._toggle.setCheckable(True)
        self._toggle.setIconSize(QSize(12, 12))
        self._toggle.setToolTip(self.tr("Rounds, seed and what few people change"))
        self._advanced = self._make_advanced()
        self._toggle.toggled.connect(self._on_toggled)
        self._lay_out()
        theme.changed.connect(self._retint)
        self._on_toggled(False)

    def show_method(self, method: str, *, has_baseline: bool) -> None:
        """Offer what there is for a method."""
        self._has_baseline = has_baseline and method in LABEL_METHODS
        self._baseline.setVisible(self._has_baseline)
        for widget in (self._learns_title, self._learns):
            widget.setVisible(method == LOOKS)

    def settings(self, method: str) -> RunSettings:
        """Return what is chosen."""
        is_plain = method in LABEL_METHODS and self._has_baseline and self._baseline.isChecked()
        pairs = (part.partition("=") for part in self._options.text().replace(",", " ").split())
        chosen = self._learns.currentData() if method == LOOKS else _CODES
        depth = {} if chosen == _CODES else {_LEARNS: chosen}
        return RunSettings(
            method=BASELINE if is_plain else method,
            effort=self.efforts.current,
            device=self._device.currentData(),
            seed=self._seed.value(),
            epochs=self._rounds.value() or None,
            options=depth | {name: value for name, _, value in pairs},
        )

    def _make_learns(self) -> ComboBox:
        learns = ComboBox(self._theme)
        learns.addItem(self.tr("Only the codes (seconds)"), _CODES)
        learns.addItem(self.tr("How photos are seen, too (minutes)"), _BLOCKS)
        learns.addItem(self.tr("The whole image network (long)"), _NETWORK)
        learns.setAccessibleName(self.tr("What is changed"))
        learns.setToolTip(
            self.tr(
                "The more is changed, the better many labelled photos are used. Only the first "
                "needs no look at the photos again when you adopt it."
            )
        )
        learns.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        learns.setMinimumContentsLength(12)
        learns.currentIndexChanged.connect(self.changed)
        return learns

    def _make_devices(self) -> ComboBox:
        devices = ComboBox(self._theme)
        cores = self.tr("Automatic: this computer, %Ln cores", "", os.cpu_count() or 1)
        devices.addItem(cores, Device.AUTO)
        devices.addItem(self.tr("Processor only"), Device.CPU)
        if shutil.which("nvidia-smi"):
            devices.addItem(self.tr("Graphics card (NVIDIA)"), Device.CUDA)
        if sys.platform == "darwin":
            devices.addItem(self.tr("Graphics processor (Apple)"), Device.MPS)
        devices.setAccessibleName(self.tr("Runs on"))
        devices.setToolTip(self.tr("Runs on"))
        devices.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        devices.setMinimumContentsLength(12)
        devices.currentIndexChanged.connect(self.changed)
        return devices

    def _make_advanced(self) -> QWidget:
        self._baseline = QCheckBox(self.tr("Plain baseline"))
        self._baseline.setToolTip(
            self.tr("The simplest method, to compare with: it does not read captions")
        )
        self._baseline.toggled.connect(self.changed)
        self._rounds, self._seed = QSpinBox(), QSpinBox()
        self._rounds.setRange(0, _MOST_ROUNDS)
        self._rounds.setSpecialValueText(self.tr("Automatic"))
        self._rounds.setToolTip(self.tr("The most rounds of a run"))
        self._rounds.valueChanged.connect(self.changed)
        self._seed.setRange(0, _MOST_SEED)
        self._seed.setToolTip(self.tr("Equal seeds give equal results on the processor"))
        self._options = QLineEdit()
        self._options.setToolTip(self.tr("Settings of the method, such as batch_size=32"))
        advanced = QWidget()
        grid = QGridLayout(advanced)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        grid.setVerticalSpacing(8)
        caption = self._theme.font(tokens.CAPTION)
        for row, (name, field) in enumerate(
            (
                (self.tr("Most rounds"), self._rounds),
                (self.tr("Seed"), self._seed),
                (self.tr("Others"), self._options),
            )
        ):
            label = text_label(name, caption)
            label.setBuddy(field)
            field.setAccessibleName(name)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self._baseline, 3, 0, 1, 2)
        return advanced

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 12)
        column.setSpacing(8)
        body = self._theme.font(tokens.BODY)
        column.addWidget(text_label(self.tr("How thorough"), body))
        column.addWidget(self.efforts)
        column.addSpacing(4)
        self._learns_title = text_label(self.tr("What is changed"), body)
        column.addWidget(self._learns_title)
        column.addWidget(self._learns)
        column.addSpacing(4)
        column.addWidget(text_label(self.tr("Runs on"), body))
        column.addWidget(self._device)
        column.addWidget(self._toggle)
        column.addWidget(self._advanced)
        self._toggle.setStyleSheet("text-align: left;")

    def _on_toggled(self, is_open: bool) -> None:
        self._advanced.setVisible(is_open)
        self._retint()

    def _retint(self) -> None:
        icon = "caret-down" if self._toggle.isChecked() else "caret-right"
        self._toggle.setIcon(self._theme.icon(icon, "accent_text"))
