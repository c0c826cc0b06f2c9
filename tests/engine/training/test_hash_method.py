"""The method "hash" in whole runs over made photos, and what it says of libraries it cannot use."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.errors import ModelError, TrainingError
from engine.models.codes import Centring, ItqCoder, load_coder, unpack
from engine.models.hash_model import sign
from engine.models.versions import WEIGHTS, Slot, VersionStore
from engine.training.examples import TrainingSet
from engine.training.hash_exam import BALL, MAP, HashExam, check_neighbours, codes_by
from engine.training.meta_hash import LibraryHashTask, MetaHash
from engine.training.progress import Stopped
from engine.training.report import Report, Verdict
from engine.training.run import execute
from engine.training.runs import DATA, Run, Runs, RunSpec
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from tests.engine.training.made_set import made_set
from tests.engine.training.test_trainer import Watch

CPU = torch.device("cpu")
COUNTS = {"dog": 30, "cat": 25, "sea": 20}


def settings(**options: str) -> RunSettings:
    chosen = {"bits": "32", "hidden": "32", "meta_warm_up": "5", "fewest_updates": "5"} | options
    return RunSettings(method="hash", epochs=12, seed=1, options=chosen)


def run_on(folder: Path, data: TrainingSet, chosen: RunSettings) -> tuple[Run, Report]:
    run = Runs(folder / "runs").new(RunSpec(chosen, models=folder / "models"))
    data.save(run.folder / DATA)
    return run, execute(run, Watch())


@pytest.fixture(scope="module")
def data() -> TrainingSet:
    return made_set(COUNTS, unsaid=60, noise=4)


@pytest.fixture(scope="module")
def finished(
    tmp_path_factory: pytest.TempPathFactory, data: TrainingSet
) -> tuple[Run, Report, Path]:
    run, report = run_on(tmp_path_factory.mktemp("library"), data, settings())
    return run, report, VersionStore(run.spec.models).check(report.version)


def test_codes_find_photos_of_the_label_that_are_held_out(
    finished: tuple[Run, Report, Path],
) -> None:
    _, report, _ = finished
    assert report.verdict is Verdict.BETTER
    assert report.measure == MAP
    assert report.measures[MAP].after > report.measures[MAP].before + 0.1
    assert set(report.measures) == {MAP, BALL}
    assert report.measures[MAP].pure == report.measures[MAP].after  # nothing is mixed in
    assert report.mix == 1
    assert report.examined == sum(COUNTS.values())
    assert report.general is not None


def test_labels_of_one_photo_and_its_copies_end_with_a_report(tmp_path: Path) -> None:
    _, report = run_on(tmp_path, made_set({"dog": 1, "cat": 1}, copies=6, unsaid=20), settings())
    assert report.verdict is Verdict.TOO_FEW
    assert (report.questions, report.measures) == (0, {})
    assert report.version


def test_the_version_goes_into_the_slot_of_codes(finished: tuple[Run, Report, Path]) -> None:
    run, report, folder = finished
    card = VersionStore(run.spec.models).card(report.version)
    assert card.slot is Slot.CODES
    assert load_coder(folder).bits == 32


def test_s3_6_to_8_a_fresh_process_makes_the_same_codes(
    finished: tuple[Run, Report, Path], data: TrainingSet, tmp_path: Path
) -> None:
    _, _, folder = finished
    np.save(tmp_path / "features.npy", data.features)
    script = (
        "import sys, numpy as np\n"
        "from engine.models.codes import load_coder\n"
        "coder = load_coder(__import__('pathlib').Path(sys.argv[1]))\n"
        "features = np.load(sys.argv[2])\n"
        "codes = coder.derive(features, coder.fit_statistics(features))['code']\n"
        "assert 'torch' not in sys.modules\n"
        "sys.stdout.buffer.write(codes.tobytes())"
    )
    out = subprocess.run(
        [sys.executable, "-c", script, str(folder), str(tmp_path / "features.npy")],
        capture_output=True,
        check=True,
    ).stdout
    coder = load_coder(folder)
    codes = coder.derive(data.features, coder.fit_statistics(data.features))["code"]
    assert out == codes.tobytes()


def test_the_light_coder_gives_the_codes_of_the_trained_modules(data: TrainingSet) -> None:
    method = MetaHash(data, settings(), CPU)
    task = method.task(_parts(data))
    expected = sign(task.model.network(torch.from_numpy(data.features[:, :1280].astype("f4"))))
    coder = task.coder(Centring.NONE)
    statistics = coder.fit_statistics(data.features)
    found = unpack(coder.derive(data.features, statistics)["code"])
    assert np.mean((expected.numpy() > 0) == found) > 0.999  # but for rounding at 0 itself


def test_centring_divides_the_library_evenly(data: TrainingSet) -> None:
    coder = MetaHash(data, settings(), CPU).task(_parts(data)).coder(Centring.MEDIAN)
    statistics = coder.fit_statistics(data.features)
    shares = unpack(coder.derive(data.features, statistics)["code"]).mean(axis=0)
    assert np.abs(shares - 0.5).max() < 0.02


def test_what_is_no_better_than_the_code_in_use_is_not_adopted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = made_set({"": 0}, unsaid=60, noise=3)
    random = np.random.default_rng(0)
    examples = tuple(
        replace(example, labels=(str(random.integers(2)),)) for example in data.examples
    )
    noise = replace(data, examples=examples)
    method = MetaHash(noise, settings(), CPU)
    parts = _parts(noise)
    task = method.task(parts)
    monkeypatch.setattr(HashExam, "mean_precision", lambda *_: 0.5)
    mix = method.choose_mix(task, parts)
    assert mix.is_at_parent
    config = method.save(task, mix, tmp_path)
    assert config["codes"] == "itq"
    assert (tmp_path / WEIGHTS).exists()
    exam = method.exam(task, parts, mix)
    assert np.array_equal(exam.after.values[MAP], exam.before.values[MAP])


def test_several_labels_a_photo(tmp_path: Path) -> None:
    data = made_set(COUNTS, unsaid=20, noise=3)
    examples = tuple(
        replace(example, labels=(*example.labels, "pet"))
        if set(example.labels) & {"dog", "cat"}
        else example
        for example in data.examples
    )
    _, report = run_on(tmp_path, replace(data, examples=examples), settings())
    assert report.measures[MAP].after > report.measures[MAP].before


def test_the_threshold_ends_a_run(tmp_path: Path, data: TrainingSet) -> None:
    many = made_set({"dog": 90, "cat": 90}, noise=4)
    chosen = settings(stop_threshold="0.99", judged_after="30")
    _, report = run_on(tmp_path, many, chosen)
    assert report.stopped is Stopped.THRESHOLD
    assert 2 <= report.epochs < 12
    # A stop set of a few photos ends nothing.
    _, report = run_on(tmp_path / "few", data, settings(stop_threshold="0.99", judged_after="0"))
    assert report.stopped is Stopped.MAX_EPOCHS


def test_a_version_in_use_is_what_the_next_one_is_compared_with(
    finished: tuple[Run, Report, Path], data: TrainingSet
) -> None:
    _, _, folder = finished
    others = tuple(
        replace(example, content_hash=example.content_hash[::-1]) for example in data.examples
    )
    method = MetaHash(replace(data, examples=others), settings(), CPU, parent=folder)
    parts = _parts(data)
    task = method.task(parts)
    exam = method.exam(task, parts, method.choose_mix(task, parts))
    assert exam.before.mean(MAP) > exam.pure.mean(MAP)  # untrained
    assert not method.notes


def test_a_meta_network_that_fails_is_told(data: TrainingSet) -> None:
    method = MetaHash(data, settings(), CPU)
    task = method.task(_parts(data))
    assert not method.notes
    task.guard.trouble.fill_(1e9)
    assert "learned gradient" in method.notes[0]


@pytest.mark.parametrize(
    ("counts", "unsaid", "sentence"),
    [
        ({"dog": 10}, 10, "only label"),
        ({}, 10, "No photo has a label"),
        ({}, 0, "No photo has a label"),
    ],
)
def test_what_cannot_be_learned_from_is_said(
    counts: dict[str, int], unsaid: int, sentence: str
) -> None:
    with pytest.raises(TrainingError, match=sentence):
        MetaHash(made_set(counts, unsaid=unsaid), settings(), CPU)


@pytest.mark.parametrize(
    ("name", "value"),
    [("bits", "48"), ("bits", "0"), ("estimator", "magic"), ("slope", "nan"), ("colour", "red")],
)
def test_settings_that_are_not_understood_are_named(
    data: TrainingSet, name: str, value: str
) -> None:
    with pytest.raises(TrainingError, match=name):
        MetaHash(data, settings(**{name: value}), CPU)


def test_a_run_whose_numbers_are_none_ends_with_a_sentence(
    tmp_path: Path, data: TrainingSet
) -> None:
    chosen = settings(optimizer="sgd", learning_rate="10", clip_norm="0", mse_weight="100")
    with pytest.raises(TrainingError, match="smaller learning rate"):
        run_on(tmp_path, data, chosen)
    assert not list((tmp_path / "models").glob("*"))


def test_three_photos(tmp_path: Path) -> None:
    _, report = run_on(tmp_path, made_set({"dog": 2, "cat": 1}), settings())
    assert report.verdict is Verdict.TOO_FEW
    assert report.general is None


@pytest.mark.parametrize("damage", ["weights", "config", "bits"])
def test_a_damaged_version_is_refused(
    finished: tuple[Run, Report, Path], tmp_path: Path, damage: str
) -> None:
    _, _, folder = finished
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    if damage == "weights":
        (tmp_path / WEIGHTS).write_bytes(b"no tensors")
    elif damage == "config":
        (tmp_path / "config.json").write_text("{}")
    else:
        config = (tmp_path / "config.json").read_text()
        (tmp_path / "config.json").write_text(config.replace('"bits": 32', '"bits": 64'))
    with pytest.raises(ModelError):
        load_coder(tmp_path)


def test_neighbours_of_equal_codes_are_kept_alike(data: TrainingSet) -> None:
    everything = np.arange(len(data))
    codes_of = codes_by(ItqCoder(128), data.features.__getitem__, everything)
    check = check_neighbours(data, codes_of, codes_of, seed=0)
    assert check is not None
    assert check.before == check.after > 0.2
    assert not check.is_worse
    scrambled = np.random.default_rng(0).random((len(data), 128)) < 0.5
    worse = check_neighbours(data, codes_of, lambda photos: scrambled[photos], seed=0)
    assert worse is not None
    assert worse.is_worse


def test_copies_are_no_finds() -> None:
    """A copy of a query is the nearest photo, and says nothing about the code."""
    data = made_set({"dog": 6, "cat": 6}, copies=2)
    targets = np.array([[name in e.labels for name in ("cat", "dog")] for e in data.examples])
    exam = HashExam(data, targets)
    everything = np.arange(len(data))
    codes_of = codes_by(ItqCoder(32), data.features.__getitem__, everything)
    answers = exam.answers(codes_of, codes_of, everything, everything)
    group = {example.content_hash: example.group for example in data.examples}
    assert all(group[answer.photo] != group[answer.before] for answer in answers)


def _parts(data: TrainingSet) -> Parts:
    labelled = data.labelled()
    third = [labelled[start::3] for start in range(3)]
    return Parts(train=third[0], validation=third[1], held_out=third[2])


def test_tasks_are_of_the_library(data: TrainingSet) -> None:
    assert isinstance(MetaHash(data, settings(), CPU).task(_parts(data)), LibraryHashTask)
