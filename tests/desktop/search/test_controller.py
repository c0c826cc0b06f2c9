import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.embedded import EmbeddedModel
from engine.search.pictures import read_picture
from engine.search.query import Place, Query, Term
from engine.search.search import Answer
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.notifier import Notifier
from imgtext_desktop.search.controller import SearchController
from imgtext_desktop.theme import Theme


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    """The embedded model, loaded once."""
    return registry.load(registry.built_in_version())


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Six pictures of random blocks."""
    folder = tmp_path_factory.mktemp("photos")
    paths = [folder / f"{number}.png" for number in range(6)]
    for number, path in enumerate(paths):
        blocks = np.random.default_rng(number).integers(0, 256, (6, 8, 3), np.uint8)
        Image.fromarray(blocks).resize((320, 240), Image.Resampling.NEAREST).save(path)
    return paths


@pytest.fixture(scope="module")
def library(
    tmp_path_factory: pytest.TempPathFactory, photos: list[Path], model: EmbeddedModel
) -> Iterator[Library]:
    """A library of these, imported once."""
    with Library(tmp_path_factory.mktemp("library"), writable=True) as library:
        library.__dict__["encoder"] = model
        run(library.imports.add([photos[0].parent]))
        yield library


@pytest.fixture
def context(qtbot: QtBot, library: Library) -> Iterator[Context]:
    """A context over that library."""
    context = Context(library, JobRunner(), Notifier(), Theme())
    bugs: list[Exception] = []
    context.jobs.failed.connect(bugs.append)
    yield context
    context.reader.close()
    context.jobs.close()
    assert not bugs


@pytest.fixture
def controller(context: Context) -> SearchController:
    return SearchController(context)


def _term(path: Path) -> Term:
    return Term(picture=read_picture(path))


def _answer(controller: SearchController, qtbot: QtBot, terms: list[Term]) -> Answer:
    with qtbot.waitSignal(controller.answered, timeout=20_000) as answered:
        controller.search(terms)
    answer = answered.args[0]
    assert isinstance(answer, Answer)
    return answer


def test_a_picture_finds_itself_first(
    controller: SearchController, qtbot: QtBot, photos: list[Path]
) -> None:
    answer = _answer(controller, qtbot, [_term(photos[3])])
    assert Path(answer.hits[0].path.decode()) == photos[3]
    assert len(answer.hits) == len(photos)


def test_words_and_exclusions_are_answered(
    controller: SearchController, qtbot: QtBot, photos: list[Path]
) -> None:
    terms = [Term(text="a dog"), Term(text="people", is_excluded=True), _term(photos[0])]
    assert len(_answer(controller, qtbot, terms).hits) == len(photos)


def test_a_place_narrows_the_search(
    controller: SearchController, context: Context, qtbot: QtBot
) -> None:
    (root,) = context.library.roots.all()
    with qtbot.waitSignal(controller.answered, timeout=20_000) as answered:
        controller.search([Term(text="dog")], Place(root.id, b"nowhere"))
    assert answered.args[0].hits == []


def test_labels_narrow_the_search(
    controller: SearchController, context: Context, qtbot: QtBot, photos: list[Path]
) -> None:
    library = context.library
    photo = library.browse.rows(library.browse.ids().tolist())
    (content_id,) = {row.content_id for row in photo.values() if row.path == bytes(photos[2])}
    assert content_id is not None
    library.annotations.add_label([content_id], "Biscuit")
    with qtbot.waitSignal(controller.answered, timeout=20_000) as answered:
        controller.search([Term(text="dog")], labels=["Biscuit"])
    assert [Path(hit.path.decode()) for hit in answered.args[0].hits] == [photos[2]]


def test_the_latest_search_wins(
    controller: SearchController, qtbot: QtBot, photos: list[Path]
) -> None:
    controller.warm_up()
    qtbot.waitUntil(lambda: controller._is_warm)
    answers: list[Answer] = []
    controller.answered.connect(answers.append)
    terms = [_term(path) for path in photos]
    for term in terms:
        controller.search([term])
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=20_000)
    assert Path(answers[0].hits[0].path.decode()) == photos[-1]
    controller._context.jobs._pool.waitForDone()
    qtbot.wait(1)
    assert len(answers) == 1


def test_what_the_model_cannot_read_is_a_sentence(
    controller: SearchController, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(controller.failed, timeout=20_000) as failed:
        controller.search([Term(text="狗在沙滩上")])
    assert "understands English only" in failed.args[0]


def test_no_terms_end_the_search(controller: SearchController, qtbot: QtBot) -> None:
    controller.warm_up()
    qtbot.waitUntil(lambda: controller._is_warm)
    with qtbot.assertNotEmitted(controller.answered):
        controller.search([Term(text="dog")])
        controller.search([])
        controller._context.jobs._pool.waitForDone()
        qtbot.wait(1)
    assert not controller._dim_timer.isActive()
    assert not controller._busy_timer.isActive()


class SlowLibrary(Library):
    """A library that answers when it is told to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, writable=False)
        self.may_answer = threading.Event()

    def search(self, query: Query) -> Answer:
        self.may_answer.wait(20)
        return super().search(query)


def test_old_results_are_dimmed_and_then_a_spinner_turns(
    context: Context, model: EmbeddedModel, qtbot: QtBot
) -> None:
    library = SlowLibrary(context.library.folder)
    library.__dict__["encoder"] = model
    slow = Context(library, context.jobs, context.notifier, context.theme)
    controller = SearchController(slow)
    seen: list[tuple[str, bool]] = []
    controller.dim_changed.connect(lambda is_on: seen.append(("dim", is_on)))
    controller.busy_changed.connect(lambda is_on: seen.append(("busy", is_on)))
    controller.answered.connect(lambda _: seen.append(("answered", True)))
    controller.search([Term(text="dog")])
    qtbot.waitUntil(lambda: ("busy", True) in seen)
    controller.search([Term(text="cat")])  # still the same wait to the user
    library.may_answer.set()
    qtbot.waitUntil(lambda: ("answered", True) in seen, timeout=20_000)
    assert seen == [
        ("dim", True),
        ("busy", True),
        ("dim", False),
        ("busy", False),
        ("answered", True),
    ]
    context.jobs._pool.waitForDone()
    library.close()


def test_an_empty_library_is_no_failure(
    context: Context, tmp_path: Path, model: EmbeddedModel, qtbot: QtBot
) -> None:
    with Library(tmp_path / "empty", writable=True) as library:
        library.__dict__["encoder"] = model
        controller = SearchController(
            Context(library, context.jobs, context.notifier, context.theme)
        )
        with (
            qtbot.waitSignal(controller.nothing_indexed, timeout=20_000),
            qtbot.assertNotEmitted(controller.failed),
        ):
            controller.search([Term(text="dog")])


def test_a_search_that_came_before_the_model_is_answered_after_it(
    context: Context, qtbot: QtBot, photos: list[Path]
) -> None:
    controller = SearchController(context)
    assert not controller._is_warm
    controller.warm_up()
    controller.search([Term(text="dog")])
    with qtbot.waitSignal(controller.answered, timeout=20_000) as answered:
        controller.search([_term(photos[2])])
    assert Path(answered.args[0].hits[0].path.decode()) == photos[2]
