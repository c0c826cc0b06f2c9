"""A whole run over a snapshot, in this process."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.errors import TrainingError
from engine.models.label_model import load_label_model
from engine.models.versions import WEIGHTS, Slot, VersionStore
from engine.training import methods
from engine.training.device import choose_device
from engine.training.dual_encoder_options import DualEncoderOptions
from engine.training.examples import Example, TrainingSet
from engine.training.methods import METHODS, info_of
from engine.training.progress import Stage
from engine.training.report import Report, Verdict
from engine.training.run import execute, plan_of
from engine.training.runs import DATA, Run, Runs, RunSpec
from engine.training.settings import Device, Effort, RunSettings, read_options
from engine.training.splits import Parts
from engine.training.trainer import FitPlace, RunCancelledError, fit
from tests.engine.training.made_set import made_set
from tests.engine.training.test_trainer import Watch

BASELINE = RunSettings(method="baseline-classifier", epochs=12, seed=1)


def new_run(folder: Path, data: TrainingSet, settings: RunSettings = BASELINE) -> Run:
    run = Runs(folder / "runs").new(RunSpec(settings, models=folder / "models"))
    data.save(run.folder / DATA)
    return run


def labelled_as(data: TrainingSet, photo: int, labels: tuple[str, ...]) -> TrainingSet:
    examples = list(data.examples)
    examples[photo] = replace(examples[photo], labels=labels)
    return replace(data, examples=tuple(examples))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Report, TrainingSet]:
    data = made_set({"dog": 30, "cat": 25, "sea": 8}, unsaid=40, noise=3)
    run = new_run(tmp_path_factory.mktemp("library"), data)
    return run, execute(run, Watch()), data


def test_it_learns_and_proves_it(finished: tuple[Run, Report, TrainingSet]) -> None:
    _, report, _ = finished
    assert report.verdict is Verdict.BETTER
    assert report.examined == report.questions == 63
    accuracy = report.measures["accuracy"]
    assert accuracy.after > 0.9 > accuracy.before
    assert accuracy.gain_range[0] > 0
    assert (report.learned, report.labels) == (63, 3)
    assert len(report.answers) == 63


def test_the_version_answers_as_it_did_in_the_run(
    finished: tuple[Run, Report, TrainingSet],
) -> None:
    run, report, data = finished
    folder = VersionStore(run.spec.models).check(report.version)
    model = load_label_model(folder)
    assert model.labels == ("cat", "dog", "sea")
    best = model.probabilities(data.features[:63]).argmax(axis=1)
    assert (
        np.mean([model.labels[b] == data.examples[i].labels[0] for i, b in enumerate(best)]) > 0.95
    )
    shown = model.probabilities(data.features[63:]) >= model.thresholds
    assert shown.any(axis=1).mean() < 0.1  # foreign photos keep no label


def test_the_card_says_what_it_was_made_from(finished: tuple[Run, Report, TrainingSet]) -> None:
    run, report, data = finished
    card = VersionStore(run.spec.models).card(report.version)
    assert card.slot is Slot.LABELS
    assert card.parent == card.feature_space == data.feature_space
    assert set(card.learned_from) == {example.content_hash for example in data.examples[:63]}
    assert card.metrics["accuracy"]["after"] == report.measures["accuracy"].after


def test_a_version_that_knows_the_answers_is_not_what_the_next_one_is_compared_with(
    finished: tuple[Run, Report, TrainingSet],
) -> None:
    first, report, data = finished
    spec = replace(first.spec, parent=report.version)
    run = Runs(first.folder.parent).new(spec)
    data.save(run.folder / DATA)
    again = execute(run, Watch())
    assert again.measures["accuracy"].before == report.measures["accuracy"].before
    assert any("would know the answers" in note for note in again.notes)

    # Of new photos it knows nothing: there it is what the next one must beat.
    new = tuple(
        replace(example, content_hash=f"ff{example.content_hash[2:]}") for example in data.examples
    )
    run = Runs(first.folder.parent).new(spec)
    replace(data, examples=new).save(run.folder / DATA)
    fair = execute(run, Watch())
    assert fair.measures["accuracy"].before > report.measures["accuracy"].before
    assert not any("would know the answers" in note for note in fair.notes)


def test_the_report_can_be_read_again(finished: tuple[Run, Report, TrainingSet]) -> None:
    run, report, _ = finished
    assert run.report == report


def test_the_chart_is_kept(finished: tuple[Run, Report, TrainingSet]) -> None:
    run, report, _ = finished
    last = [point for point in run.epochs() if point.fit == 5]
    assert [point.epoch for point in last] == list(range(report.epochs + 1))
    assert last[-1].metric is not None


def test_equal_seeds_give_equal_results(
    finished: tuple[Run, Report, TrainingSet], tmp_path: Path
) -> None:
    run, report, data = finished
    again = new_run(tmp_path, data)
    other = execute(again, Watch())
    assert other.measures == report.measures
    weights = [
        (VersionStore(one.spec.models).path(version) / WEIGHTS).read_bytes()
        for one, version in ((run, report.version), (again, other.version))
    ]
    assert weights[0] == weights[1]


def test_a_stopped_run_goes_on_to_the_same_end(
    finished: tuple[Run, Report, TrainingSet], tmp_path: Path
) -> None:
    _, report, data = finished
    run = new_run(tmp_path, data)
    with pytest.raises(RunCancelledError):
        execute(run, Watch(stop_at=40))
    assert execute(run, Watch()).measures == report.measures


def test_a_gentler_mix_learns_nothing_anew(
    finished: tuple[Run, Report, TrainingSet], tmp_path: Path
) -> None:
    run, report, _ = finished
    run.save_spec(replace(run.spec, mix=0.5))
    watch = Watch()
    again = execute(run, watch)
    assert again.mix == 0.5
    assert again.version != report.version
    assert not [
        value
        for value in watch.values
        if value.stage is Stage.LEARNING and value.losses and value.metric is None
    ]


@pytest.mark.parametrize("name", METHODS)
def test_no_choice_reads_what_is_held_out(name: str, tmp_path: Path) -> None:
    """Photos of the exam are replaced by nonsense: weights, mixes and thresholds are the same."""
    data = made_set({"dog": 24, "cat": 20}, unsaid=30, noise=3, copies=2)
    info = info_of(name)
    settings = RunSettings(method=name, epochs=2, effort=Effort.QUICK, device=Device.CPU, seed=4)
    parts = plan_of(data, info.needs, seed=4, learned=frozenset()).exams[0]
    results = []
    for number, version in enumerate((data, poisoned(data, parts))):
        method = methods.load(name)(version, settings, choose_device(Device.CPU))
        torch.manual_seed(4)
        task = method.task(parts)
        place = FitPlace(tmp_path / f"fit-{number}", seed=4, device=choose_device(Device.CPU))
        fit(task, method.options, Watch(), place)
        mix = method.choose_mix(task, parts)
        folder = tmp_path / f"version-{number}"
        folder.mkdir()
        config = method.save(task, mix, folder)
        results.append((mix, config, (folder / WEIGHTS).read_bytes()))
    assert results[0] == results[1]


def poisoned(data: TrainingSet, parts: Parts) -> TrainingSet:
    features = np.array(data.features)
    features[parts.held_out] = np.random.default_rng(9).random((len(parts.held_out), 2048))
    examples = list(data.examples)
    for photo in parts.held_out:
        old = examples[photo]
        other = "cat" if "dog" in old.labels else "dog"
        examples[photo] = Example(
            old.content_hash,
            old.group,
            labels=(other,),
            captions=tuple(replace(one, text=f"nothing like {other}") for one in old.captions),
        )
    return replace(data, examples=tuple(examples), features=features)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (made_set({}, unsaid=20), "No photo has a label"),
        (made_set({"dog": 1}, unsaid=20), "Only one photo has a label"),
        (made_set({"dog": 20}), "nothing to tell it from"),
    ],
    ids=["no labels", "one photo", "one label and nothing else"],
)
def test_what_cannot_be_learned_is_a_sentence(
    data: TrainingSet, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match=sentence):
        execute(new_run(tmp_path, data), Watch())


@pytest.mark.parametrize(
    "data",
    [
        made_set({"dog": 2}, unsaid=3),
        made_set({"dog": 1, "cat": 1}),
        made_set({"dog": 65, "cat": 1}),
        labelled_as(made_set({"dog": 6, "cat": 6}), 0, ("dog", "cat")),
        replace(made_set({"dog": 6, "cat": 6}), features=np.zeros((12, 2048), np.float16)),
    ],
    ids=["one label", "a photo each", "a batch and one", "contradictory", "all photos equal"],
)
def test_what_is_hardly_enough_ends_with_a_report(data: TrainingSet, tmp_path: Path) -> None:
    report = execute(new_run(tmp_path, data), Watch())
    assert report.version
    assert report.examined >= 20 or report.verdict is Verdict.TOO_FEW
    assert report.verdict is not Verdict.BETTER or report.examined > 20


@pytest.mark.skipif(sys.platform == "win32", reason="limits are POSIX's")
def test_a_full_disk_is_a_sentence_and_the_run_goes_on_later(tmp_path: Path) -> None:
    import resource

    run = new_run(tmp_path, made_set({"dog": 5, "cat": 5}))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (9000, before[1]))
    try:
        with pytest.raises(TrainingError, match=r"The disk is full\. Your search is unchanged"):
            execute(run, Watch())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not VersionStore(run.spec.models).cards()
    assert execute(run, Watch()).version


def test_a_damaged_snapshot_is_a_sentence(tmp_path: Path) -> None:
    run = new_run(tmp_path, made_set({"dog": 5, "cat": 5}))
    (run.folder / DATA / "examples.json").write_text("{")
    with pytest.raises(TrainingError, match="start a new run"):
        execute(run, Watch())


def test_unknown_settings_are_named(tmp_path: Path) -> None:
    settings = BASELINE.model_copy(update={"options": {"speed": "9"}})
    with pytest.raises(TrainingError, match=r"no setting “speed”; it has .*batch_size"):
        execute(new_run(tmp_path, made_set({"dog": 5, "cat": 5}), settings), Watch())
    settings = BASELINE.model_copy(update={"options": {"batch_size": "many"}})
    with pytest.raises(TrainingError, match=r"“batch_size” cannot be “many” \(it must be a whole"):
        execute(new_run(tmp_path, made_set({"dog": 5, "cat": 5}), settings), Watch())


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("epochs", "0", "1 or more"),
        ("epochs", "x", "a whole number"),
        ("omega", "101", "100 or less"),
        ("gate", "0", "more than 0"),
        ("fraction", "nan", "a finite number"),
        ("feature_dropout", "1", "less than 1"),
        ("width", "9", "a multiple of 8"),
        ("share_words", "perhaps", "true or false"),
        ("selection", "some", "all, low, high or gate"),
    ],
)
def test_what_a_setting_must_be_is_said_in_our_words(name: str, value: str, said: str) -> None:
    settings = RunSettings(method="dual-encoder", options={name: value})
    with pytest.raises(TrainingError, match=rf"“{name}” cannot be “{value}” \(it must be {said}\)"):
        read_options(DualEncoderOptions, settings, {})
