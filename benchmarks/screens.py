"""The scenes of benchmarks.screenshots: each brings the window into a state and takes its picture.

python -m benchmarks.screens BASE PLACE TARGET LANGUAGE [SCENE...]    (started by screenshots)
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from benchmarks.made_versions import LABELS, give_labels
from benchmarks.model_screens import models
from benchmarks.screenshots import LONG
from benchmarks.training_screens import training
from engine.catalog.records import FileState
from engine.catalog.unread import UnreadKind
from engine.search.query import Place
from imgtext_desktop.app import build_main_window
from imgtext_desktop.crash_reporter import CrashReporter
from imgtext_desktop.duplicates.findings import FindingState
from imgtext_desktop.duplicates.marks import largest
from imgtext_desktop.preferences.dialog import PreferencesDialog
from imgtext_desktop.preferences.window_settings import Language, WindowSettings
from imgtext_desktop.search.sources import FileSource
from imgtext_desktop.theme import Appearance
from imgtext_desktop.translation import install_translation

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow

D = TypeVar("D", bound=QDialog)

_PATIENCE: Final = 300  # seconds; models load, machines are busy
_UNTIL_REFRESHED: Final = 3000  # milliseconds: the grid takes up what is new every 1500
_LOOK: Final = 10  # milliseconds between two looks
_STILL: Final = 8
_COPY, _LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
_SMALLEST: Final = (960, 600)


class Studio:
    """One window and what it takes to photograph it.

    Args:
        base: What :func:`benchmarks.screenshots.prepare` made.
        library: Folder of the library.
        target: Where pictures go.
        language: Of the window.
    """

    def __init__(self, base: Path, library: Path, target: Path, language: str) -> None:
        self.base = base
        self._target = target
        settings = WindowSettings(language=Language(language), appearance=Appearance.LIGHT)
        self.window: MainWindow = build_main_window(library, settings)
        self.page = self.window.library_page
        self.grid = self.page.grid
        self._suffix = f"{language}-{round(self.window.devicePixelRatioF() * 100)}"
        self._answers = 0
        self.page.controller.answered.connect(self._on_answered)
        self.window.resize(1440, 900)
        self.window.show()
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)

    def close(self) -> None:
        """Close the window."""
        self.window.close()
        self.window.deleteLater()
        QApplication.processEvents()

    def until(self, condition: Callable[[], object]) -> None:
        """Wait."""
        deadline = time.monotonic() + _PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError("the window did not come into the state for its picture")
            QTest.qWait(_LOOK)

    def settle(self) -> None:
        """Wait until what is seen has been read."""
        still = 0

        def is_still() -> bool:
            nonlocal still
            still = 0 if self.window.context.jobs.is_reading else still + 1
            return still > _STILL

        self.until(is_still)

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Take the picture in light and in dark."""
        theme = self.window.context.theme
        for appearance in (Appearance.DARK, Appearance.LIGHT):
            theme.apply(appearance)
            (widget or self.window).grab()  # what is not painted is not read
            self.settle()
            file = self._target / f"{name}-{self._suffix}-{appearance.value}.png"
            if not (widget or self.window).grab().save(str(file)):
                raise OSError(f"{file} cannot be written")

    def idle(self) -> None:
        """Wait for the end of imports and for the grid."""
        self.until(lambda: not self.window.imports.is_running)
        self.settle()

    def search(self, text: str = "", *, picture: bytes = b"", unwanted: str = "") -> None:
        """Make a query and wait for its answer; nothing for the whole library."""
        bar = self.page.search_bar
        bar.clear()
        self.until(lambda: not self.grid.photos.is_ranked)
        if text:
            self._after_answer(lambda: bar.set_text(text))
        if picture:
            self._after_answer(lambda: bar.add_sources([FileSource(picture)]))
        if unwanted:
            self._after_answer(lambda: bar.add_exclusion_text(unwanted))
        self.settle()

    def _after_answer(self, ask: Callable[[], None]) -> None:
        before = self._answers
        ask()
        self.until(lambda: self._answers > before)

    def _on_answered(self) -> None:
        self._answers += 1

    def ids(self, state: FileState) -> list[int]:
        """Return ids of photos of the grid that are in a state."""
        browse = self.window.context.library.browse
        rows = browse.rows(self.grid.photos.ids.tolist())
        return [photo for photo, row in rows.items() if row.state is state]

    def path(self, photo: int) -> bytes:
        """Return the path of a photo."""
        return self.window.context.library.browse.rows([photo])[photo].path

    def dialog(self, kind: type[D], name: str) -> D:
        """Return the dialog that has just been opened."""
        self.until(lambda: self.window.findChildren(kind, name))
        found: D = self.window.findChildren(kind, name)[-1]
        self.until(found.isVisible)
        return found


def library(studio: Studio) -> None:
    """The whole library, wide and as small as may be."""
    studio.shoot("library")
    studio.window.resize(*_SMALLEST)
    studio.shoot("library-small")
    studio.window.resize(1440, 900)


def labels(studio: Studio) -> None:
    """Photos with labels, the library narrowed to one, and a label that is renamed."""
    photos = give_labels(studio.window.context.library, studio.ids(FileState.INDEXED))
    studio.window.user_data.annotating.edits.changed.emit(frozenset(photos))
    studio.settle()
    studio.shoot("labels")
    listed = studio.window.sidebar.label_list
    listed.view.chosen.emit(LABELS[0])
    studio.settle()
    studio.shoot("labels-chosen")
    listed.edit(LABELS[1])
    studio.shoot("labels-renamed")
    question = listed.ask_to_merge(LABELS[1], LABELS[0])
    studio.shoot("labels-question", question)
    question.close()
    listed.more_button.click()
    studio.window.resize(*_SMALLEST)
    studio.window.resize(1440, _SMALLEST[1])
    studio.shoot("labels-low")
    studio.window.resize(1440, 900)
    listed.view.chosen.emit(LABELS[0])
    studio.settle()


def query(studio: Studio) -> None:
    """Words, a picture and what is not wanted; the popover of the picture."""
    best = studio.path(studio.ids(FileState.INDEXED)[0])
    studio.search("a dog playing outside", picture=best, unwanted="people")
    studio.shoot("query")
    chip = studio.page.search_bar.row.chips[0]
    chip.click()
    studio.shoot("query-chip")
    QTest.keyClick(studio.window.windowHandle(), Qt.Key.Key_Escape)
    studio.page.search_bar.crop_requested.emit(chip.state.picture)
    studio.until(lambda: studio.window.part_chooser.canvas.part)
    studio.shoot("query-chip-crop")
    QTest.keyClick(studio.window.windowHandle(), Qt.Key.Key_Escape)
    studio.window.resize(*_SMALLEST)
    studio.shoot("query-small")
    studio.window.resize(1440, 900)
    studio.search()


def drop(studio: Studio) -> None:
    """Something is dragged over the window."""
    photo = Path(os.fsdecode(studio.path(studio.ids(FileState.INDEXED)[0])))
    for name, path in (
        ("drop", photo),
        ("drop-folder", photo.parent),
        ("drop-nothing", Path("x.txt")),
    ):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        point = studio.grid.mapTo(studio.window, studio.grid.rect().center() - QPoint(200, 0))
        handle = studio.window.windowHandle()
        enter = QDragEnterEvent(point, _COPY, mime, _LEFT, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(handle, enter)
        studio.shoot(name)
        QApplication.sendEvent(handle, QDragLeaveEvent())


def viewer(studio: Studio) -> None:
    """A photo large, with a part marked, with its facts; one that is offline."""
    window, stage = studio.window, studio.window.viewer.stage
    for name, photo in (
        ("viewer", studio.ids(FileState.INDEXED)[3]),
        ("viewer-long-name", _longest(studio)),
    ):
        window.navigation.open_viewer(photo)
        studio.until(lambda: not stage.canvas.target().isEmpty())
        studio.shoot(name)
    stage.canvas.mark_part()
    studio.shoot("viewer-crop")
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    studio.shoot("viewer-facts")
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    window.navigation.open_viewer(studio.ids(FileState.OFFLINE)[0])
    studio.until(stage.notice.isVisible)
    studio.shoot("viewer-offline")
    window.navigation.close_viewer()


def inspector(studio: Studio) -> None:
    """Nothing, one and many chosen; a hit; a long name."""
    page, grid = studio.page, studio.grid
    page.show_inspector(True)
    grid.clearSelection()
    studio.shoot("inspector-none")
    grid.set_current_id(_longest(studio))
    studio.shoot("inspector-long-name")
    grid.select_ids(studio.ids(FileState.INDEXED)[:5])
    studio.shoot("inspector-many")
    studio.search("a boat on the water")
    grid.set_current_id(int(grid.photos.ids[1]))
    studio.shoot("inspector")
    studio.search()
    grid.clearSelection()
    page.show_inspector(False)


def problems(studio: Studio) -> None:
    """Every tab of the problems page."""
    studio.window.navigation.show_problems()
    page = studio.window.problems_page
    for kind in (UnreadKind.FAILED, UnreadKind.SKIPPED, UnreadKind.PENDING, UnreadKind.OFFLINE):
        page.show_kind(kind)
        studio.shoot(f"problems-{kind.value}")
    studio.window.resize(*_SMALLEST)
    page.show_kind(UnreadKind.FAILED)
    studio.shoot("problems-small")
    studio.window.resize(1440, 900)
    studio.window.navigation.show_library()


def duplicates(studio: Studio) -> None:
    """Groups of the same picture: as they are found, marked, and the question."""
    window, page = studio.window, studio.window.duplicates_page
    window.navigation.show_duplicates()
    studio.until(lambda: page.findings.state is FindingState.DONE)
    studio.shoot("duplicates-unmarked")
    page.rule_button.chosen.emit(largest)
    page.take_focus()
    studio.shoot("duplicates")
    window.resize(*_SMALLEST)
    studio.shoot("duplicates-small")
    window.resize(1440, 900)
    box = page.trashing.ask(page.marks.order(page.findings.groups))
    if box is not None:
        studio.shoot("duplicates-question", box)
        box.reject()
    page.marks.clear()
    window.navigation.show_library()


def activity(studio: Studio) -> None:
    """A job that runs, one that failed, some that are done."""
    window = studio.window
    window.imports.add([os.fsencode(studio.base / "no such folder")])
    studio.idle()
    studio.shoot("error-toast")
    window.add_folders([os.fsencode(studio.base / "home" / "Pictures")])
    jobs = window.context.jobs
    studio.until(lambda: jobs.activities and _has_begun(jobs.activities[-1].progress))
    jobs.activities[-1].pause()
    window.toggle_activity()
    studio.shoot("activity")
    window.toggle_activity()
    jobs.activities[-1].cancel()
    studio.idle()
    window.context.library.roots.remove(os.fsencode(studio.base / "home" / "Pictures"))
    window.imports.scan()
    studio.idle()


def dialogs(studio: Studio) -> None:
    """Preferences, keys, the question before a folder goes, the menu of a photo, a crash."""
    window = studio.window
    window.dialogs.show_preferences()
    preferences = studio.dialog(PreferencesDialog, "preferencesDialog")
    for number in range(3):
        preferences.show_page(number)
        studio.shoot(f"preferences-{number + 1}", preferences)
    preferences.close()
    window.dialogs.show_keys()
    keys = studio.dialog(QDialog, "shortcutsDialog")
    studio.shoot("keys", keys)
    keys.close()
    window.dialogs.show_commands()
    palette = studio.dialog(QDialog, "commandPalette")
    studio.shoot("commands", palette)
    palette.close()
    roots = window.sidebar.root_list
    question = roots.ask_to_remove(roots.model.index(0, 0))
    studio.shoot("remove-folder", question)
    question.close()
    menu = window.photo_commands.build_menu(studio.ids(FileState.INDEXED)[:1])
    menu.popup(window.mapToGlobal(QPoint(600, 300)))
    studio.shoot("menu", menu)
    menu.close()
    reporter = CrashReporter(window.context.library.folder / "logs")
    reporter.parent_window = window
    reporter.report(ValueError("an example"))
    crash = studio.dialog(QMessageBox, "crashDialog")
    studio.shoot("error-crash", crash)
    crash.close()


def no_match(studio: Studio) -> None:
    """A query in a folder in which nothing can be searched."""
    for root in studio.window.context.library.roots.all():
        if root.path.endswith(b"Scans"):
            studio.page.search_bar.set_text("a letter")
            studio.page.set_place(Place(root.id), "Scans")
            studio.until(studio.page.no_match_state.isVisible)
            studio.shoot("no-match")
    studio.page.set_place(None)
    studio.search()


def offline(studio: Studio) -> None:
    """A folder that is not connected."""
    for root in studio.window.context.library.roots.all():
        if root.path.endswith(b"Backup disk"):
            studio.page.set_place(Place(root.id), "Backup disk")
            studio.until(lambda: studio.ids(FileState.OFFLINE))
            studio.shoot("offline")
    studio.page.set_place(None)
    studio.settle()


def first_start(studio: Studio) -> None:
    """A library without folders, then its first import."""
    studio.settle()
    studio.shoot("empty")
    studio.window.resize(*_SMALLEST)
    studio.shoot("empty-small")
    studio.window.resize(1440, 900)
    studio.window.add_folders([os.fsencode(studio.base / "home" / "Pictures")])
    jobs = studio.window.context.jobs
    studio.until(studio.page.banner.isVisible)
    jobs.activities[-1].pause()
    QTest.qWait(_UNTIL_REFRESHED)
    studio.shoot("first-import")
    studio.search("a dog")
    studio.shoot("first-import-query")


def _has_begun(progress: object) -> bool:
    return progress is not None and getattr(progress, "stage", "") == "importing"


def _longest(studio: Studio) -> int:
    photos = studio.ids(FileState.INDEXED)
    inside = [photo for photo in photos if os.fsencode(LONG) in studio.path(photo)]
    return max(inside, key=lambda photo: len(studio.path(photo)))


SCENES: Final[tuple[Callable[[Studio], None], ...]] = (
    library, labels, query, drop, viewer, inspector, training, duplicates, models, problems,
    no_match, offline, dialogs, activity,
)  # fmt: skip


def _studios(base: Path, place: Path, target: Path, language: str) -> Iterator[Studio]:
    """Yield a window over the library, then one over a library without folders."""
    for folder in (place / "Family photos", place / "New library"):
        studio = Studio(base, folder, target, language)
        yield studio
        studio.close()


def main() -> None:
    """Run the scenes in one language at one scale."""
    base, place, target = map(Path, sys.argv[1:4])
    language, only = sys.argv[4], sys.argv[5:]
    app = QApplication(sys.argv[:1])
    app.setStyle("Fusion")
    install_translation(app, language)
    old, new = _studios(base, place, target, language), (first_start,)
    for studio, scenes in zip(old, (SCENES, new), strict=True):
        studio.idle()
        for scene in scenes:
            if not only or scene.__name__ in only:
                scene(studio)


if __name__ == "__main__":
    main()
