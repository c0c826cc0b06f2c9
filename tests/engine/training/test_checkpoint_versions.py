"""A checkpoint becomes the model that answers, and goes again; nothing of the user's is lost."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.errors import ModelError
from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.versions import Slot
from engine.search.pictures import picture_term
from engine.search.query import Query, Term
from engine.training.run import execute
from engine.training.settings import Effort, RunSettings
from tests.checkpoints import make_clip
from tests.conftest import DrawPhoto
from tests.engine.training.test_trainer import Watch

COUNT = 6
EACH = 12


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_clip(tmp_path_factory.mktemp("hub") / "tiny-clip")


@pytest.mark.timeout(300)
def test_a_checkpoint_is_added_adopted_and_removed_again(
    checkpoint: Path, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    photos = tmp_path / "photos"
    for number in range(COUNT):
        draw_photo(photos / f"{number}.png", number, (160, 120))
    strip = draw_photo(photos / "strip.png", 99, (900, 60))
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([photos]))
        card = run(library.learning.take(checkpoint))
        assert (card.title, card.slot, card.parent) == ("tiny-clip", Slot.RETRIEVAL, "")
        assert library.model == registry.built_in_version()
        with_built_in = library.search(Query([Term("a dog")])).hits

        # Prepared, it can be tried while the other one answers.
        run(library.learning.prepare(card.version))
        tried = library.search_with(card.version, Query([picture_term(strip)]))
        assert tried.model == card.version
        assert tried.hits[0].path == os.fsencode(strip)
        assert tried.hits[0].score > 0.97
        assert library.model == registry.built_in_version()

        run(library.learning.adopt(card.version))
        assert library.model == card.version
        assert len(library.search(Query([Term("a dog")])).hits) == COUNT + 1

        # What comes while it answers is found by it, and by the built-in model afterwards.
        new = draw_photo(photos / "new.png", 50, (120, 160))
        assert run(library.imports.scan()).model_calls == 1
        assert library.search(Query([picture_term(new)])).hits[0].path == os.fsencode(new)
        with pytest.raises(Exception, match="answers now"):
            library.learning.remove(card.version)
        run(library.learning.roll_back(Slot.RETRIEVAL))
        assert library.model == registry.built_in_version()
        hits = library.search(Query([Term("a dog")])).hits
        assert len(hits) == COUNT + 2
        assert {hit.path for hit in hits} == {
            *(hit.path for hit in with_built_in),
            os.fsencode(new),
        }
        assert run(library.imports.scan()).model_calls == 0

        library.learning.remove(card.version)
        assert not library.learning.versions()
        assert not library.models.vectors_folder(card.version).exists() or not any(
            path.is_file() for path in library.models.vectors_folder(card.version).rglob("*")
        )
        assert library.search(Query([Term("a dog")])).hits


def test_an_exported_checkpoint_comes_back_under_its_name(checkpoint: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library", writable=True) as library:
        version = run(library.learning.take(checkpoint, "My CLIP")).version
        exported = library.learning.export(version, tmp_path / "to go")
        library.learning.remove(version)
        assert run(library.learning.take(exported)).version == version
        (known,) = library.learning.versions()
        assert known.card.title == "My CLIP"
        assert known.problem == ""


@pytest.fixture(scope="module")
def library(
    checkpoint: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Library, str]]:
    """A library of pictures that are called red or blue, in which a checkpoint answers."""
    folder = tmp_path_factory.mktemp("tuned")
    random = np.random.default_rng(1)
    said = []
    for number in range(2 * EACH):
        colour = ("red", "blue")[number % 2]
        pixels = random.integers(0, 256, (6, 8, 3), np.uint8)
        file = folder / "photos" / f"{number:02}.png"
        file.parent.mkdir(exist_ok=True)
        Image.fromarray(pixels).resize((80, 60), Image.Resampling.NEAREST).save(file)
        said.append((file.name, colour))
    labels, captions = folder / "labels.csv", folder / "captions.csv"
    labels.write_text("file,label\n" + "".join(f"{name},{colour}\n" for name, colour in said))
    lines = (
        f"{name},a {colour} picture with {n} squares\n" for n, (name, colour) in enumerate(said)
    )
    captions.write_text("file,caption\n" + "".join(lines))
    with Library(folder / "library", writable=True) as library:
        run(library.imports.add([folder / "photos"]))
        library.exchange.import_any(labels)
        library.exchange.import_any(captions)
        version = run(library.learning.take(checkpoint)).version
        run(library.learning.adopt(version))
        yield library, version


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("baseline-classifier", {}),
        ("hash", {"bits": "32"}),
        ("dual-encoder", {}),
        ("text-classifier", {}),
    ],
)
def test_methods_learn_where_a_checkpoint_answers(
    library: tuple[Library, str], method: str, options: dict[str, str]
) -> None:
    opened, checkpoint = library
    learning = opened.learning
    settings = RunSettings(method=method, effort=Effort.QUICK, epochs=2, seed=1, options=options)
    begun = run(learning.begin(settings))
    report = execute(begun, Watch())
    assert report.examined > 0
    (version,) = (known for known in learning.versions() if known.card.kind == method)
    assert version.problem == ""
    assert version.card.feature_space == checkpoint
    run(learning.adopt(version.card.version))
    assert learning.slot(version.card.slot).version == version.card.version
    assert opened.search(Query([Term("a red picture")])).hits
    if version.card.slot is Slot.RETRIEVAL:
        assert opened.model == version.card.version
        with pytest.raises(ModelError, match="was made from this model"):
            learning.remove(checkpoint)
        run(learning.roll_back(Slot.RETRIEVAL))
        assert opened.model == checkpoint


@pytest.mark.timeout(300)
def test_last_blocks_are_adopted_searched_rolled_back_and_removed(
    library: tuple[Library, str],
) -> None:
    opened, checkpoint = library
    learning = opened.learning
    settings = RunSettings(method="dual-encoder", effort=Effort.THOROUGH, epochs=1, seed=1)
    report = execute(run(learning.begin(settings)), Watch())
    assert any("beyond your captions was not examined" in note for note in report.notes)
    run(learning.adopt(report.version))
    assert opened.model == report.version
    hits = opened.search(Query([Term("a red picture")])).hits
    assert len(hits) == 2 * EACH
    picture = Path(os.fsdecode(hits[3].path))
    assert opened.search(Query([picture_term(picture)])).hits[0].path == hits[3].path
    assert run(opened.imports.scan()).model_calls == 0  # each photo was encoded once, by adopting
    assert opened.photos.row_count(report.version) == 2 * EACH

    run(learning.roll_back(Slot.RETRIEVAL))
    assert opened.model == checkpoint
    learning.remove(report.version)
    assert opened.photos.row_count(report.version) == 0
    assert report.version not in {known.card.version for known in learning.versions()}
    assert not any(
        path.is_file() for path in opened.models.vectors_folder(report.version).rglob("*")
    )
    assert len(opened.search(Query([Term("a red picture")])).hits) == 2 * EACH


@pytest.mark.timeout(300)
def test_what_was_trained_stays_when_the_model_goes_and_says_what_it_needs(
    library: tuple[Library, str], draw_photo: DrawPhoto
) -> None:
    opened, checkpoint = library
    learning = opened.learning
    # Adopted labels look at what comes, though the model that they read does not answer.
    run(learning.leave(Slot.RETRIEVAL))
    draw_photo(Path(os.fsdecode(opened.roots.all()[0].path)) / "late.png", 77)
    run(opened.imports.scan())
    for space in (checkpoint, registry.built_in_version()):
        assert opened.photos.row_count(space) == 2 * EACH + 1
    assert all(known.is_ready for known in learning.versions() if known.is_active)
    learning.remove(checkpoint)
    problems = {known.card.kind: known.problem for known in learning.versions()}
    for method in ("text-classifier", "baseline-classifier", "hash"):
        assert "a model that this library has not" in problems[method]
    assert checkpoint in problems["dual-encoder"]
    assert opened.annotations.label_counts() == {"red": EACH, "blue": EACH}
    assert opened.search(Query([Term("a red picture")])).hits
