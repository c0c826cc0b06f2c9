from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget
from pytestqt.qtbot import QtBot

from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.versions import WEIGHTS
from engine.search.query import Term
from imgtext_desktop.context import Context
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.compare_page import ComparePage, CompareParts, QueryBox
from imgtext_desktop.models.compare_side import ResultGrid
from tests.desktop.models.conftest import COLD, COUNT, WARM
from tests.engine.training.tiny_library import add_labels, add_words


class Grid:
    """A list in place of the grid: what is shown, and what is marked."""

    def __init__(self) -> None:
        self.widget = QListWidget()
        self.ids: list[int] = []
        self.marked: frozenset[int] = frozenset()

    def show_photos(self, ids: np.ndarray, scores: np.ndarray, marked: frozenset[int]) -> None:
        assert len(ids) == len(scores)
        self.ids, self.marked = ids.tolist(), marked


class Told(QObject):
    changed = Signal()


class Shown:
    """The page with what it was lent."""

    def __init__(self, context: Context, changes: VersionChanges) -> None:
        self.edit = QLineEdit()
        self.told = Told()
        self.left, self.right = Grid(), Grid()
        box = QueryBox(self.edit, self._terms, lambda _: None, self.told.changed)
        self.page = ComparePage(
            context,
            changes,
            CompareParts(
                box,
                ResultGrid(self.left.widget, self.left.show_photos),
                ResultGrid(self.right.widget, self.right.show_photos),
            ),
        )
        self.page.resize(1200, 800)
        self.page.show()

    def ask(self, text: str) -> None:
        self.edit.setText(text)
        self.told.changed.emit()

    def _terms(self) -> list[Term]:
        return [Term(self.edit.text())] if self.edit.text() else []


@pytest.fixture
def shown(context: Context, library: Library, changes: VersionChanges) -> Iterator[Shown]:
    shown = Shown(context, changes)
    yield shown
    shown.page.close()
    shown.page.deleteLater()
    QApplication.processEvents()


def test_both_versions_answer_ones_own_query(library: Library, shown: Shown, qtbot: QtBot) -> None:
    first, second = add_words(library), add_words(library, np.eye(3)[[2, 1, 0]])
    run(library.learning.adopt(first))
    page = shown.page
    page.show_compare(second)
    qtbot.waitUntil(lambda: "Ask in your own words" in page.left.words)
    shown.ask("something red")
    qtbot.waitUntil(lambda: len(shown.right.ids) == COUNT)
    assert sorted(shown.left.ids) == sorted(shown.right.ids)
    assert shown.left.ids != shown.right.ids
    assert page.verdict == "12 of the first 12 photos are the same"
    assert shown.right.marked == frozenset(), "all photos are among the first twelve of both"
    assert library.model == first, "nothing was switched"
    with qtbot.waitSignal(page.adopt_requested) as asked:
        qtbot.keyClick(shown.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [second]
    with qtbot.waitSignal(page.closed):
        qtbot.keyClick(shown.edit, Qt.Key.Key_Escape)


def test_labels_are_compared_by_label_and_what_only_one_finds_is_marked(
    library: Library, shown: Shown, qtbot: QtBot
) -> None:
    old = add_labels(library, WARM)
    new = add_labels(library, {"warm": (0.8, 0.2, -0.9), **COLD})
    run(library.learning.adopt(old))
    page = shown.page
    page.show_compare(new)
    qtbot.waitUntil(page.label_box.isVisible)
    qtbot.waitUntil(lambda: page.label_box.count() == 2)
    assert not shown.edit.isVisible()
    for label in ("cold", "warm"):
        page.label_box.setCurrentText(label)
        page.label_box.activated.emit(page.label_box.currentIndex())
        wanted = library.guesses.likeliest(new, label, COUNT)
        qtbot.waitUntil(lambda wanted=wanted: shown.right.ids == [photo for photo, _ in wanted])
        left = {photo for photo, _ in library.guesses.likeliest(old, label, COUNT)}
        assert set(shown.left.ids) == left
        assert shown.right.marked == set(shown.right.ids) - left
    same = len(set(shown.left.ids) & set(shown.right.ids))
    assert page.verdict.startswith(f"{same} of the first ")


def test_the_first_labels_are_compared_with_none(
    library: Library, shown: Shown, qtbot: QtBot
) -> None:
    version = add_labels(library, WARM)
    shown.page.show_compare(version)
    qtbot.waitUntil(lambda: bool(shown.right.ids))
    assert "No version gives labels now" in shown.page.left.words
    assert "guesses this label of" in shown.page.verdict


def test_what_is_in_use_is_compared_with_what_was_before(
    library: Library, shown: Shown, qtbot: QtBot
) -> None:
    old, new = add_labels(library, WARM), add_labels(library, COLD)
    for version in (old, new):
        run(library.learning.adopt(version))
    shown.page.show_compare(new)
    qtbot.waitUntil(lambda: shown.page._right_version == old)
    with qtbot.waitSignal(shown.page.adopt_requested) as asked:
        shown.page.adopt_button.click()
    assert asked.args == [old]


def test_there_may_be_nothing_to_compare_with(library: Library, shown: Shown, qtbot: QtBot) -> None:
    shown.page.show_compare(registry.built_in_version())
    qtbot.waitUntil(lambda: "no other version" in shown.page.right.words)
    shown.page._on_adopt()  # asks for nothing


def test_a_damaged_version_is_a_sentence(
    library: Library,
    shown: Shown,
    context: Context,
    qtbot: QtBot,
) -> None:
    version = add_labels(library, WARM)
    (library.models.store.path(version) / WEIGHTS).write_bytes(b"x")
    said: list[str] = []
    context.notifier.posted.connect(lambda message: said.append(message.text))
    shown.page.show_compare(version)
    qtbot.waitUntil(lambda: any("damaged" in text for text in said))
