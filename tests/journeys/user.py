"""A person at the window: moves the mouse, presses keys, drags things in from other programs.

Everything goes to the window as the system would send it, so that Qt decides who gets it.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QWindow,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from engine.catalog.changes import CaptionSource
from engine.catalog.records import FileState
from imgtext_desktop.main_window import MainWindow

D = TypeVar("D", bound=QDialog)

PATIENCE = 600_000  # milliseconds: imports give way to all else that a busy machine does

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier
_LEFT = Qt.MouseButton.LeftButton
_COPY = Qt.DropAction.CopyAction


class User:
    """Drives one window.

    Args:
        qtbot: Waits.
        window: The window; it is active afterwards.
    """

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot = qtbot
        self.window = window
        self.page = window.library_page
        self.grid = window.library_page.grid
        self._answers = 0
        window.library_page.controller.answered.connect(self._on_answered)
        window.activateWindow()
        self.wait(window.isActiveWindow)
        # Of the journey before, Qt may still wait for the end of a click in a window that is gone.
        handle, corner = _in_window(window, QPoint(1, 1))
        for button in (_LEFT, Qt.MouseButton.RightButton):
            QTest.mouseRelease(handle, button, NONE, corner)

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait until something has become true."""
        self._qtbot.waitUntil(lambda: bool(condition()), timeout=PATIENCE)

    @contextmanager
    def answer(self) -> Iterator[None]:
        """Do what stands in the block, and wait for the answer to the query that it makes."""
        before = self._answers
        yield
        self.wait(lambda: self._answers > before)

    def _on_answered(self) -> None:
        self._answers += 1

    # -- keys -------------------------------------------------------------------------------

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press a key in whatever window has the focus."""
        QTest.keyClick(_focus_window(), key, modifiers)
        QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type text."""
        for letter in text:
            QTest.keyClick(_focus_window(), letter)
        QApplication.processEvents()

    def return_to_window(self) -> None:
        """Do what a window manager does when a dialog closes; offscreen there is none."""
        if QGuiApplication.focusWindow() is None:
            self.window.activateWindow()
        self.wait(self.window.isActiveWindow)

    def new_query(self) -> None:
        """Go to the search box and empty it."""
        self.press(Key.Key_F, CTRL)
        if self.grid.selected_count:
            self.press(Key.Key_Escape)  # what is chosen comes first
        self.press(Key.Key_Escape)
        assert self.page.search_bar.is_empty
        self.wait(lambda: not self.grid.photos.is_ranked)

    # -- mouse ------------------------------------------------------------------------------

    def click(self, widget: QWidget, at: QPoint | None = None, *, right: bool = False) -> None:
        """Click a widget, by default in its middle."""
        assert widget.isVisible(), f"{widget.objectName() or widget} cannot be seen"
        assert widget.isEnabled(), f"{widget.objectName() or widget} cannot be clicked"
        window, point = _in_window(widget, at or widget.rect().center())
        button = Qt.MouseButton.RightButton if right else _LEFT
        QTest.mouseClick(window, button, NONE, point)
        QApplication.processEvents()

    def double_click(self, widget: QWidget, at: QPoint) -> None:
        """Click twice."""
        window, point = _in_window(widget, at)
        QTest.mouseDClick(window, _LEFT, NONE, point)
        QApplication.processEvents()

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Move the mouse from one place to another with the button down."""
        window, point = _in_window(widget, start)
        QTest.mousePress(window, _LEFT, NONE, point)
        for step in range(1, 11):
            QTest.mouseMove(window, _in_window(widget, start + (end - start) * step / 10)[1])
            QApplication.processEvents()
        QTest.mouseRelease(window, _LEFT, NONE, _in_window(widget, end)[1])
        QApplication.processEvents()

    def button(self, name: str, within: QWidget | None = None) -> QAbstractButton:
        """Return the button that can be seen and has this name for a screen reader."""
        found = [
            button
            for button in (within or self.window).findChildren(QAbstractButton)
            if button.isVisible() and name in (button.accessibleName(), button.text())
        ]
        assert len(found) == 1, f"{len(found)} buttons are called {name}"
        return found[0]

    def choose(self, text: str) -> None:
        """Choose from the menu that is open, by keys, as its mouse grab is not offscreen's."""
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        for action in menu.actions():
            if action.text().partition("\t")[0] == text:
                menu.setActiveAction(action)
                QTest.keyClick(menu, Key.Key_Return)
                QApplication.processEvents()
                return
        raise AssertionError(f"the menu has no {text}")

    # -- dialogs ----------------------------------------------------------------------------

    def choose_file(self, action: str, file: Path) -> None:
        """Trigger an action that asks for a file, and choose one."""
        self.window.actions_by_name[action].trigger()
        (dialog,) = open_dialogs(self, QFileDialog)
        dialog.fileSelected.emit(str(file))
        dialog.close()
        self.wait(lambda: not self.window.findChildren(QFileDialog))
        self.return_to_window()

    # -- drag and drop ----------------------------------------------------------------------

    def carry(self, mime: QMimeData, widget: QWidget, at: QPoint | None = None) -> None:
        """Drag something from another program over a widget, without letting go."""
        window, point = _in_window(widget, at or widget.rect().center())
        kinds = (QDragEnterEvent, QDragMoveEvent)
        for kind in kinds:
            QApplication.sendEvent(window, kind(point, _COPY, mime, _LEFT, NONE))
        QApplication.processEvents()

    def carry_away(self) -> None:
        """Drag it out of the window again."""
        QApplication.sendEvent(self.window.windowHandle(), QDragLeaveEvent())
        QApplication.processEvents()

    def drop(self, mime: QMimeData, widget: QWidget, at: QPoint | None = None) -> None:
        """Drag something from another program to a widget and let go there."""
        at = at or widget.rect().center()
        self.carry(mime, widget, at)
        window, point = _in_window(widget, at)
        event = QDropEvent(QPointF(point), _COPY, mime, _LEFT, NONE)
        QApplication.sendEvent(window, event)
        assert event.isAccepted()
        QApplication.processEvents()

    # -- what is seen -----------------------------------------------------------------------

    @property
    def shown(self) -> list[int]:
        """Ids of the photos in the grid, in their order."""
        ids: list[int] = self.grid.photos.ids.tolist()
        return ids

    @property
    def best_hit(self) -> bytes | None:
        """Path of the first answer; None while no query is answered."""
        if not self.grid.photos.is_ranked or not self.shown:
            return None
        best = self.shown[0]
        return self.window.context.library.browse.rows([best])[best].path

    def sees(self, name: str) -> bool:
        """Tell whether there is a part of the window with this object name to be seen."""
        return any(part.isVisible() for part in self.window.findChildren(QWidget, name))

    @property
    def focus_name(self) -> str:
        """Object name of what has the focus."""
        focus = self.window.focusWidget()
        return focus.objectName() if isinstance(focus, QWidget) else ""

    def captions(self, *sources: CaptionSource, ids: Sequence[int] | None = None) -> set[str]:
        """Return the captions of photos; by default of those in the grid, from all sources."""
        library = self.window.context.library
        said = library.annotations.of(library.browse.content_ids(ids or self.shown)).values()
        return {
            caption.text
            for one in said
            for caption in one.captions
            if not sources or caption.source in sources
        }

    def tile(self, place: int) -> QPoint:
        """Return the middle of a tile of the grid, in its viewport."""
        return self.grid.rect_of(place).center()

    def count(self, state: FileState) -> int:
        """Return how many files are in a state."""
        return self.window.context.library.files.counts()[state]

    @property
    def chips(self) -> list[tuple[str, bool]]:
        """What the chips of the query are called, and whether they exclude."""
        return [
            (state.picture.label if state.picture else state.text, state.is_excluded)
            for state in self.page.search_bar.row.states
        ]


def open_dialogs(user: User, kind: type[D]) -> list[D]:
    """Return the dialogs of a kind that can be seen."""
    return [dialog for dialog in user.window.findChildren(kind) if dialog.isVisible()]


def from_file_manager(paths: Sequence[Path]) -> QMimeData:
    """Return what a file manager gives: addresses, and their names as text."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(os.fspath(path)) for path in paths])
    mime.setText("\n".join(os.fspath(path) for path in paths))
    uris = [url.toEncoded().data() for url in mime.urls()]
    mime.setData("x-special/gnome-copied-files", b"\n".join([b"copy", *uris]))
    return mime


def from_browser(picture: QImage | None) -> QMimeData:
    """Return what a browser gives for a picture of a page; without a picture its address only."""
    address = "https://example.org/photos/garden.jpg?w=1200"
    mime = QMimeData()
    mime.setUrls([QUrl(address)])
    mime.setHtml(f'<img src="{address}" alt="A garden" width="600">')
    mime.setText(address)
    if picture is not None:
        mime.setImageData(picture)
    return mime


def _focus_window() -> QWindow:
    window = QGuiApplication.focusWindow()
    assert window is not None, "no window has the focus"
    return window


def _in_window(widget: QWidget, point: QPoint) -> tuple[QWindow, QPoint]:
    top = widget.window()
    handle = top.windowHandle()
    assert handle is not None
    return handle, widget.mapTo(top, point)
