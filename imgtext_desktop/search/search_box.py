"""The look of the search box: its frame, its parts and where they stand."""

import itertools
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QStyle, QToolButton, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.controls.spinner import Spinner
from imgtext_desktop.search.box_layout import Arrangement, arrange
from imgtext_desktop.search.chip_row import ChipRow
from imgtext_desktop.search.search_edit import SearchEdit
from imgtext_desktop.theme import Theme
from imgtext_desktop.tokens import TypeStyle

_TYPE: Final = TypeStyle(14)  # one more than body: it is the largest field of the window
_PAD: Final = 6
_ICON: Final = QRect(16, 0, 20, 20)
_BEGIN: Final = 44  # of chips and text
_CHIP_GAP: Final = 8
_LINE_GAP: Final = 4
_BUTTON_GAP: Final = 4
_TEXT_WIDTH: Final = 160


class SearchBox(QWidget):
    """A rounded box with a magnifier, chips around a line of text, and two buttons.

    Args:
        theme: The theme.
        paste_picture: See :class:`SearchEdit`.
        parent: The header.

    Attributes:
        edit: The line of text.
        row: The chips; they lie behind the text and around it.
        open_action: Opens the dialog for pictures.
        clear_action: Empties the box.
        back_action: Goes to the query before.
        forward_action: Goes to the query after.
    """

    def __init__(
        self, theme: Theme, paste_picture: Callable[[], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_active = False
        self._is_target = False
        self._has_popover = False
        self._spinner = Spinner(theme, self)
        self._spinner.hide()
        self.setObjectName("searchBar")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.row = ChipRow(theme, self)
        self.edit = SearchEdit(paste_picture, self)
        self.edit.setFont(theme.font(_TYPE))
        self.edit.setPlaceholderText(self.tr("Describe a photo, or drop or paste a picture"))
        self.edit.setAccessibleName(self.tr("Search"))
        self.edit.setToolTip(
            self.tr("Search (Ctrl+F). A minus sign before a word keeps it out: -people")
        )
        self.open_action = self._make_action(
            "openPicture", self.tr("Search with a picture"), "Ctrl+Shift+O"
        )
        self.back_action = self._make_action("queryBack", self.tr("Earlier query"), "Alt+Left")
        self.forward_action = self._make_action("queryForward", self.tr("Later query"), "Alt+Right")
        # No shortcut: Esc belongs to whatever is uppermost, and the box takes it as a key.
        self.clear_action = self._make_action("clearQuery", self.tr("Clear the query"), "")
        self.clear_action.setToolTip(self.tr("Clear the query (Esc)"))
        self._open_button = self._make_button(self.open_action)
        self._clear_button = self._make_button(self.clear_action)
        theme.changed.connect(self._on_theme_changed)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        self._on_theme_changed()
        self.arrange()

    @property
    def has_content(self) -> bool:
        """Whether anything stands in the box."""
        return bool(self.edit.text() or self.row.chips)

    @property
    def is_mirrored(self) -> bool:
        """Whether it is laid out from right to left."""
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def set_target(self, is_target: bool) -> None:
        """Show whether something is being dragged over it."""
        self._is_target = is_target
        self.update()

    def set_popover_open(self, is_open: bool) -> None:
        """Show whether a chip's popover is open."""
        self._has_popover = is_open
        self.update()

    def set_busy(self, is_busy: bool) -> None:
        """Turn a spinner in place of the magnifier while a search takes long."""
        self._spinner.setVisible(is_busy)
        self.edit.setAccessibleDescription(self.tr("Searching") if is_busy else "")
        self.update()

    def arrange(self) -> None:
        """Put everything in its place; the height follows."""
        line = self._line_height()
        self._clear_button.setVisible(self.has_content)
        buttons = [self._open_button, *([self._clear_button] if self.has_content else [])]
        taken = len(buttons) * (tokens.HEIGHT_CONTROL + _BUTTON_GAP) - _BUTTON_GAP
        width = max(0, self.width() - _BEGIN - _PAD - taken - _CHIP_GAP)
        places = arrange(
            [chip.width_wanted() for chip in self.row.chips],
            width=width,
            text_width=_TEXT_WIDTH,
            gap=_CHIP_GAP,
        )
        height = 2 * _PAD + places.lines * line + (places.lines - 1) * _LINE_GAP
        if self.height() != height or self.minimumHeight() != height:
            self.setFixedHeight(height)
        self._put(self._spinner, self._icon_rect())
        self._place(places, QRect(_BEGIN, _PAD, width, height - 2 * _PAD))
        x = self.width() - _PAD - taken
        for button in buttons:
            self._put(button, QRect(x, _PAD, tokens.HEIGHT_CONTROL, line))
            x += tokens.HEIGHT_CONTROL + _BUTTON_GAP
        self._order_focus(buttons)

    def sizeHint(self) -> QSize:
        """Override: as wide as there is room."""
        return QSize(640, self.height())

    def minimumSizeHint(self) -> QSize:
        """Override: room for the text and the buttons."""
        buttons = 2 * (tokens.HEIGHT_CONTROL + _BUTTON_GAP)
        return QSize(_BEGIN + _TEXT_WIDTH + _CHIP_GAP + buttons + _PAD, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: place anew."""
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Override: mirror."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self.arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: a press beside the text is meant for it."""
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the frame and the magnifier."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_lit = self._is_active or self._is_target or self._has_popover
        thick = 2 if is_lit else 1
        painter.setPen(QPen(self._theme.colour("accent" if is_lit else "edge"), thick))
        painter.setBrush(self._theme.colour("accent_tint" if self._is_target else "field"))
        inset = thick / 2
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, tokens.RADIUS_CARD, tokens.RADIUS_CARD)
        if self._spinner.isHidden():
            place = self._icon_rect()
            rect = QStyle.visualRect(self.layoutDirection(), self.rect(), place)
            colour = self._theme.colour("accent" if is_lit else "text2")
            icons.paint_icon(painter, "magnifying-glass", QRectF(rect), colour)
        painter.end()

    def _icon_rect(self) -> QRect:
        return _ICON.translated(0, _PAD + (self._line_height() - _ICON.height()) // 2)

    def _line_height(self) -> int:
        return max(tokens.HEIGHT_CONTROL, QFontMetrics(self.edit.font()).height() + 12)

    def _place(self, places: Arrangement, area: QRect) -> None:
        line = self._line_height()
        self._put(self.row, area)
        self.row.place(places, line_height=line, gap=_LINE_GAP)
        text = places.text
        y = area.y() + text.line * (line + _LINE_GAP)
        self._put(self.edit, QRect(area.x() + text.x, y, text.width, line))
        self.edit.raise_()

    def _put(self, widget: QWidget, rect: QRect) -> None:
        widget.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), rect))

    def _order_focus(self, buttons: list[QToolButton]) -> None:
        stops: list[QWidget] = [self.edit, *self.row.chips, *buttons]
        for first, second in itertools.pairwise(stops):
            QWidget.setTabOrder(first, second)

    def _make_action(self, name: str, text: str, key: str) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        if key:
            action.setShortcut(QKeySequence(key))
            shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{text} ({shown})")
        self.addAction(action)
        return action

    def _make_button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setAccessibleName(action.text())
        button.setIconSize(QSize(18, 18))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _on_theme_changed(self) -> None:
        self.open_action.setIcon(self._theme.icon("image"))
        self.clear_action.setIcon(self._theme.icon("x"))
        self.update()

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        is_active = new is not None and self.isAncestorOf(new)
        if is_active != self._is_active:
            self._is_active = is_active
            self.update()
