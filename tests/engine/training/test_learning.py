"""Versions: adopt, go back, make room, carry elsewhere, and what a kill leaves."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result
from typer.testing import CliRunner

from engine.cli import app
from engine.errors import EmptyLibraryError, ModelError, TrainingError
from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.versions import CARD, WEIGHTS, Slot
from engine.search.query import Query, Term
from engine.training import adoption
from engine.training.process import Command, TrainingProcess
from engine.training.run import execute
from engine.training.settings import Device, RunSettings
from tests.conftest import DrawPhoto
from tests.engine.training.test_trainer import Watch
from tests.engine.training.tiny_library import add_labels, add_words, know_colours, take_up

COUNT = 12
LABELS = {"warm": (1.0, 0.0, -1.0), "cold": (-1.0, 0.0, 1.0)}


@pytest.fixture
def folder(tmp_path: Path, draw_photo: DrawPhoto, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of twelve photos."""
    know_colours(monkeypatch)
    for number in range(COUNT):
        draw_photo(tmp_path / "photos" / f"{number:02}.png", number)
    with Library(tmp_path / "library", writable=True) as library:
        assert take_up(library, tmp_path / "photos") == COUNT
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with Library(folder, writable=True) as library:
        yield library


def test_a_version_guesses_once_it_is_adopted_and_not_before(library: Library) -> None:
    version = add_labels(library, LABELS)
    (known,) = library.learning.versions()
    assert not known.is_active
    assert not known.is_ready
    assert known.prepared == 0
    assert known.problem == ""
    run(library.learning.adopt(version))
    (known,) = library.learning.versions()
    assert known.is_active
    assert known.is_ready
    assert library.learning.slot(Slot.RETRIEVAL).version == "", "other slots are left alone"
    warm, cold = (library.guesses.likeliest(version, name, COUNT) for name in LABELS)
    assert len(warm) + len(cold) == COUNT
    assert {photo for photo, _ in warm}.isdisjoint({photo for photo, _ in cold})
    probabilities = [probability for _, probability in warm]
    assert probabilities == sorted(probabilities, reverse=True)
    assert min(probabilities) >= 0.5
    assert library.guesses.likeliest(version, "warm", 1) == warm[:1]


def test_what_the_user_answered_is_no_guess(library: Library) -> None:
    version = add_labels(library, LABELS)
    run(library.learning.adopt(version))
    before = library.guesses.likeliest(version, "warm", COUNT)
    contents = library.browse.content_ids([before[0][0]])
    library.annotations.add_label(contents, "warm")
    assert library.guesses.likeliest(version, "warm", COUNT) == before[1:]


def test_rolling_back_returns_to_what_answered_before(library: Library) -> None:
    first, second = add_labels(library, LABELS), add_labels(library, {"bright": (1, 1, 1)})
    run(library.learning.adopt(first))
    run(library.learning.adopt(second))
    assert [v.is_previous for v in library.learning.versions()] == [True, False]
    assert run(library.learning.roll_back(Slot.LABELS)) == first
    assert library.learning.slot(Slot.LABELS).version == first
    assert run(library.learning.roll_back(Slot.LABELS)) == second, "and forth"


def test_the_first_version_is_rolled_back_to_none(library: Library) -> None:
    with pytest.raises(ModelError, match="no earlier version"):
        run(library.learning.roll_back(Slot.LABELS))
    version = add_labels(library, LABELS)
    run(library.learning.adopt(version))
    assert run(library.learning.roll_back(Slot.LABELS)) == ""
    assert library.learning.slot(Slot.LABELS).version == ""


def test_a_slot_is_left_whatever_answered_before(library: Library) -> None:
    first, second = add_labels(library, LABELS), add_labels(library, LABELS)
    run(library.learning.adopt(first))
    run(library.learning.adopt(second))
    run(library.learning.leave(Slot.LABELS))
    state = library.learning.slot(Slot.LABELS)
    assert (state.version, state.previous) == ("", second)


def test_another_model_searches_after_the_switch_and_no_photo_is_encoded(library: Library) -> None:
    version = add_words(library)
    query = Query((Term("red"),))
    with pytest.raises(EmptyLibraryError, match="prepare it first"):
        library.search_with(version, query)
    run(library.learning.prepare(version))
    assert library.model == registry.built_in_version(), "preparing switches nothing"
    compared = library.search_with(version, query)
    run(library.learning.adopt(version))
    assert library.model == version
    answer = library.search(query)
    assert answer.model == version
    assert [hit.file_id for hit in answer.hits] == [hit.file_id for hit in compared.hits]
    assert len(answer.hits) == COUNT


def test_two_models_answer_each_for_itself(library: Library) -> None:
    versions = add_words(library), add_words(library, np.eye(3)[[2, 1, 0]])
    answers = []
    for version in versions:
        run(library.learning.prepare(version))
        answers.append(library.search_with(version, Query((Term("red"),))))
    assert answers[0].hits[0].file_id != answers[1].hits[0].file_id


def test_what_is_kept_for_going_back_can_be_freed(library: Library) -> None:
    first, second = add_words(library), add_words(library)
    run(library.learning.adopt(first))
    run(library.learning.adopt(second))
    kept = library.learning.kept_bytes(Slot.RETRIEVAL)
    assert kept == sum(
        file.stat().st_size
        for file in (library.folder / "vectors" / first).rglob("*")
        if file.is_file()
    )
    assert library.learning.free_kept(Slot.RETRIEVAL) == kept > 0
    assert library.learning.kept_bytes(Slot.RETRIEVAL) == 0
    assert [v.is_ready for v in library.learning.versions()] == [False, True]
    run(library.learning.roll_back(Slot.RETRIEVAL))  # takes its time again, and works
    assert library.model == first
    assert library.search(Query((Term("red"),))).searched == COUNT


def test_what_answers_is_neither_freed_nor_removed(library: Library) -> None:
    version = add_labels(library, LABELS)
    run(library.learning.adopt(version))
    for refused in (library.learning.free, library.learning.remove):
        with pytest.raises(ModelError, match="answers now; go back"):
            refused(version)
    assert library.guesses.rows_done(version) == COUNT


def test_a_removed_version_is_not_returned_to(library: Library) -> None:
    first, second = add_labels(library, LABELS), add_labels(library, LABELS)
    run(library.learning.adopt(first))
    run(library.learning.adopt(second))
    library.learning.remove(first)
    assert [v.card.version for v in library.learning.versions()] == [second]
    assert library.learning.slot(Slot.LABELS).version == second
    assert library.guesses.rows_done(first) == 0
    assert run(library.learning.roll_back(Slot.LABELS)) == "", "to what it does without one"
    with pytest.raises(ModelError, match="There is no model version"):
        library.learning.remove(first)
    with pytest.raises(ModelError, match="comes with the program"):
        library.learning.remove(registry.built_in_version())


def test_removing_another_version_keeps_the_way_back(library: Library) -> None:
    first, second, third = (add_labels(library, LABELS) for _ in range(3))
    for version in (first, second, third):
        run(library.learning.adopt(version))
    library.learning.remove(first)
    assert library.learning.slot(Slot.LABELS).previous == second


def test_a_version_goes_to_another_library_and_gives_the_same_labels(
    library: Library, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    version = add_labels(library, LABELS)
    exported = library.learning.export(version, tmp_path / "to go")
    with Library(tmp_path / "other", writable=True) as other:
        take_up(other, tmp_path / "photos")
        card = run(other.learning.take(exported))
        assert card.version == version
        assert run(other.learning.take(exported)) == card, "twice is once"
        run(other.learning.adopt(version))
        run(library.learning.adopt(version))
        for name in LABELS:
            theirs = other.guesses.likeliest(version, name, COUNT)
            assert theirs == library.guesses.likeliest(version, name, COUNT)
    with pytest.raises(ModelError, match="exists already"):
        library.learning.export(version, tmp_path / "to go")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("no card", "holds no model version"),
        ("no weights", f"lacks {WEIGHTS}"),
        ("cut weights", f"{WEIGHTS} of the model"),
        ("foreign name", "cannot be its own"),
        ("foreign place", "holds no model version"),
    ],
)
def test_a_damaged_folder_is_refused_and_nothing_is_taken(
    library: Library, tmp_path: Path, damage: str, said: str
) -> None:
    version = add_labels(library, LABELS)
    exported = library.learning.export(version, tmp_path / "to go")
    library.learning.remove(version)
    if damage == "no card":
        (exported / CARD).unlink()
    elif damage == "no weights":
        (exported / WEIGHTS).unlink()
    elif damage == "cut weights":
        (exported / WEIGHTS).write_bytes((exported / WEIGHTS).read_bytes()[:-1])
    elif damage == "foreign place":
        card = json.loads((exported / CARD).read_text())
        (exported / CARD).write_text(json.dumps(card | {"version": "../../evil"}))
    else:
        card = json.loads((exported / CARD).read_text())
        card["files"]["../photos.txt"] = card["files"].pop(WEIGHTS)
        (exported / CARD).write_text(json.dumps(card))
    with pytest.raises(ModelError, match=said):
        run(library.learning.take(exported))
    assert library.learning.versions() == []
    assert list(library.models.store.folder.iterdir()) == []


def test_a_version_whose_files_were_altered_is_not_adopted(library: Library) -> None:
    version = add_labels(library, LABELS)
    (library.models.store.path(version) / WEIGHTS).write_bytes(b"something else")
    with pytest.raises(ModelError, match="is damaged"):
        run(library.learning.adopt(version))
    assert library.learning.slot(Slot.LABELS).version == ""
    assert library.learning.wanted() == []


def test_a_version_of_features_that_are_not_there_says_so(library: Library, tmp_path: Path) -> None:
    version = add_labels(library, LABELS)
    with Library(tmp_path / "empty", writable=True) as other:
        run(other.learning.take(library.models.store.path(version)))
        (known,) = other.learning.versions()
        assert "features of a model that this library has not" in known.problem
        with pytest.raises(ModelError, match="train it anew"):
            run(other.learning.adopt(version))


def test_a_lost_model_is_told_and_the_built_in_one_answers(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        version = add_words(library)
        run(library.learning.adopt(version))
        path = library.models.store.path(version)
    path.rename(folder / "elsewhere")
    with Library(folder, writable=True) as library:
        assert version in library.models.lost
        assert library.model == registry.built_in_version()
        assert library.learning.slot(Slot.RETRIEVAL).version == version
        assert library.learning.kept_bytes(Slot.RETRIEVAL) == 0
        assert library.learning.free_kept(Slot.RETRIEVAL) == 0, "what answers stays"
        run(library.learning.take(folder / "elsewhere"))
        assert library.models.lost == ""
        assert library.model == version


_ADOPT = """
import sys
from pathlib import Path
from engine.library import Library
from engine.training import adoption

adoption._BLOCK = 4
with Library(Path(sys.argv[1]), writable=True) as library:
    for progress in library.learning.adopt(sys.argv[2]):
        if progress.done >= 4:
            print(progress.done, flush=True)
            sys.stdin.read()
"""


def test_a_kill_while_a_version_is_prepared_costs_one_block(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(folder, writable=True) as library:
        old = add_labels(library, LABELS)
        run(library.learning.adopt(old))
        version = add_labels(library, {"bright": (1, 1, 1)})
    command = [sys.executable, "-c", _ADOPT, str(folder), version]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        assert process.stdout.readline() == b"4\n"
        process.kill()
    monkeypatch.setattr(adoption, "_BLOCK", 4)
    with Library(folder, writable=True) as library:
        assert library.learning.wanted() == [version]
        assert library.learning.slot(Slot.LABELS).version == old, "the old one answers"
        assert library.guesses.counts(old)
        done = [progress.done for progress in library.learning.adopt(version)]
        assert done == [0, 8, 12], "what was done is not done again"
        assert library.learning.wanted() == []
        assert library.learning.slot(Slot.LABELS).version == version
        assert library.learning.slot(Slot.LABELS).previous == old


def test_who_stops_an_adoption_is_not_asked_again(library: Library) -> None:
    version = add_labels(library, LABELS)
    job = library.learning.adopt(version)
    next(job)
    job.close()
    assert library.learning.wanted() == [version]
    library.learning.give_up(Slot.LABELS)
    assert library.learning.wanted() == []
    assert library.learning.slot(Slot.LABELS).previous is None, "nothing was adopted yet"


def command(folder: Path, *words: str | Path) -> Result:
    return CliRunner().invoke(app, ["--library", str(folder), *map(str, words)])


def test_a_renamed_label_is_guessed_by_its_new_name(library: Library) -> None:
    version = add_labels(library, LABELS)
    run(library.learning.adopt(version))
    (first, *rest) = library.guesses.likeliest(version, "warm", COUNT)
    library.annotations.add_label(library.browse.content_ids([first[0]]), "warm")
    change = library.annotations.rename_label("warm", "summer")
    assert library.guesses.likeliest(version, "summer", COUNT) == rest
    assert "warm" not in library.browse.counts_by_guess()
    library.learning.adoption.free(version)
    run(library.learning.prepare(version))  # anew, from a version that knows the old name
    assert library.guesses.likeliest(version, "summer", COUNT) == rest
    library.annotations.apply(change.inverse)
    assert library.guesses.likeliest(version, "warm", COUNT) == rest


def test_a_label_renamed_while_it_is_learned_is_guessed_by_its_new_name(
    library: Library,
) -> None:
    known = add_labels(library, LABELS)
    run(library.learning.adopt(known))
    for name in LABELS:
        likeliest = [photo for photo, _ in library.guesses.likeliest(known, name, COUNT)]
        library.annotations.add_label(library.browse.content_ids(likeliest), name)
    run(library.learning.leave(Slot.LABELS))
    settings = RunSettings(method="baseline-classifier", device=Device.CPU)
    begun = run(library.learning.begin(settings))
    library.annotations.rename_label("warm", "summer")
    version = execute(begun, Watch()).version
    run(library.learning.adopt(version))
    for name in ("summer", "cold"):  # what photos have is not guessed
        library.annotations.drop_label(name)
    guesses = library.guesses.of(version, list(library.photos.all_hashes()))
    names = {guess.name for found in guesses.values() for guess in found}
    assert names == {"summer", "cold"}


def test_the_built_in_model_is_adopted_by_its_name(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        run(library.learning.adopt(add_words(library)))
    done = command(folder, "models", "adopt", registry.built_in_version(), "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["adopted"] == registry.built_in_version()
    with Library(folder, writable=False) as library:
        assert library.learning.slot(Slot.RETRIEVAL).version == ""


def test_a_rollback_says_what_the_next_one_brings_back(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        labels, words = add_labels(library, LABELS), add_words(library)
        run(library.learning.adopt(labels))
        run(library.learning.adopt(words))
    built_in = registry.built_in_version()
    for slot, names in (("labels", ("no version", labels)), ("retrieval", (built_in, words))):
        for now, then in (names, names[::-1]):
            done = command(folder, "models", "rollback", "--slot", slot)
            assert f"{now} answers now; the next rollback brings {then} back." in done.stderr


def test_a_file_is_no_folder_to_export_to(folder: Path, tmp_path: Path) -> None:
    with Library(folder, writable=True) as library:
        version = add_words(library)
    (tmp_path / "file").write_text("mine")
    done = command(folder, "models", "export", version, tmp_path / "file")
    assert str(done.exception) == f"{tmp_path / 'file'} is a file; name a folder for the model."
    below = command(folder, "models", "export", version, tmp_path / "file" / "below")
    assert str(below.exception).endswith("(Not a directory); choose another folder.")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_model_of_the_hub_has_an_owner(folder: Path) -> None:
    done = command(folder, "models", "add", "hub:foo")
    assert isinstance(done.exception, ModelError)
    assert "“foo” is no model of the hub; name it as OWNER/NAME" in str(done.exception)


def test_a_method_that_there_is_not_is_wrong_usage(folder: Path, tmp_path: Path) -> None:
    for words in (["train", "magic"], ["training-set", "export", tmp_path / "x", "--method", "a"]):
        done = command(folder, *words)
        assert done.exit_code == 2
        assert "choose one of text-classifier" in " ".join(done.output.split())


def test_a_training_set_of_labels_alone_needs_a_method(folder: Path, tmp_path: Path) -> None:
    with Library(folder, writable=True) as library:
        label_by_turns(library)
    done = command(folder, "training-set", "export", tmp_path / "set")
    assert "name the method that shall learn from them with --method" in str(done.exception)
    assert not (tmp_path / "set").exists()
    named = ["training-set", "export", tmp_path / "set", "--method", "baseline-classifier"]
    assert command(folder, *named).exit_code == 0


def label_by_turns(library: Library) -> None:
    for place, content in enumerate(library.photos.all_hashes()):
        library.annotations.add_label([content], list(LABELS)[place % 2])


@pytest.mark.parametrize(
    ("method", "setting", "said"),
    [
        ("hash", "bits=7", "“bits” cannot be “7” (choose one of 32, 64, 128, 256)"),
        ("hash", "learns=all", "“learns” cannot be “all”"),
        ("text-classifier", "speed=9", "text-classifier has no setting “speed”; it has"),
        (
            "baseline-classifier",
            "background=-1",
            "“background” cannot be “-1” (it must be 0",
        ),
        ("dual-encoder", "width=9", "“width” cannot be “9” (it must be a multiple of 8)"),
        ("dual-encoder", "text_tower=nowhere", "“nowhere” (it must be the folder of a model)"),
    ],
)
def test_a_refused_setting_is_wrong_usage_and_makes_no_run(
    folder: Path, method: str, setting: str, said: str
) -> None:
    with Library(folder, writable=True) as library:
        label_by_turns(library)
    done = command(folder, "train", method, "--set", setting)
    assert done.exit_code == 2
    assert said in " ".join(done.output.replace("│", " ").split())
    assert not (folder / "runs").exists()


def test_groups_that_do_not_fit_the_labels_make_no_run(library: Library) -> None:
    label_by_turns(library)
    settings = RunSettings(method="text-classifier", options={"groups": "warm, hot"})
    with pytest.raises(TrainingError, match="No photo has the label “hot”"):
        run(library.learning.begin(settings))
    assert not library.learning.runs.all()


def test_an_estimate_is_no_run_while_it_lasts(library: Library) -> None:
    label_by_turns(library)
    left_over = library.folder / "probes" / "left by a kill"
    left_over.mkdir(parents=True)
    os.utime(left_over, (0, 0))
    found = []

    def begun(process: TrainingProcess) -> None:
        found.extend((*library.learning.runs.all(), process.run))
        process.send(Command.STOP)  # so that its end is no surprise
        process.kill()

    settings = RunSettings(method="baseline-classifier")
    assert run(library.learning.estimate(settings, begun=begun)) is None
    (probe,) = found
    assert probe.folder.parent.name == "probes"
    assert not any(probe.folder.parent.iterdir())


def test_a_graphics_processor_that_is_not_there_makes_no_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with Library(folder, writable=True) as library:
        label_by_turns(library)
    done = command(folder, "train", "baseline-classifier", "--device", "cuda")
    assert "no CUDA device that can be used" in str(done.exception)
    assert not (folder / "runs").exists()
