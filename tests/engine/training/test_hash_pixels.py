"""The hash model learned through convolutions: a run over thumbnails, and its version in use."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from engine.errors import ModelError, TrainingError
from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.codes import Centring, PixelCoder, load_coder
from engine.models.hash_backbones import ImageHashNetwork
from engine.models.hash_encoder import HashEncoder
from engine.models.packages import IMAGE_WEIGHTS
from engine.models.versions import WEIGHTS, Card, Slot, VersionStore
from engine.search.pictures import read_picture
from engine.search.query import Query, Space, Term
from engine.search.search import Answer
from engine.training.examples import TrainingSet
from engine.training.hash_exam import MAP
from engine.training.hash_pixels import PixelHashTask
from engine.training.kept_rows import Kept
from engine.training.meta_hash import MetaHash
from engine.training.method import Mix
from engine.training.report import Report
from engine.training.run import execute
from engine.training.runs import DATA, Run, Runs, RunSpec
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from engine.training.tower_kits import pixels_of
from engine.training.trainer import RunCancelledError
from tests.conftest import DrawPhoto
from tests.engine.training.drawn_pictures import draw_all
from tests.engine.training.test_trainer import Watch

CPU = torch.device("cpu")
BITS = 32


def settings(**options: str) -> RunSettings:
    small = {"bits": str(BITS), "side": "64", "hidden": "16", "fewest_updates": "2"}
    chosen = {"learns": "blocks", "meta_warm_up": "0", **small, **options}
    return RunSettings(method="hash", epochs=3, seed=1, options=chosen)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> TrainingSet:
    """Return 80 drawn photos, half of them labelled by their shape."""
    drawn = draw_all(tmp_path_factory.mktemp("drawn"), copies=1)
    examples = tuple(
        replace(example, captions=(), labels=(shown[0],) if place % 2 else ())
        for place, (example, shown) in enumerate(
            zip(drawn.data.examples, drawn.combinations, strict=True)
        )
    )
    return replace(drawn.data, examples=examples)


@pytest.fixture(scope="module")
def finished(
    tmp_path_factory: pytest.TempPathFactory, data: TrainingSet
) -> tuple[Run, Report, Path]:
    folder = tmp_path_factory.mktemp("library")
    begun = Runs(folder / "runs").new(RunSpec(settings(), models=folder / "models", mix=1.0))
    data.save(begun.folder / DATA)
    with pytest.raises(RunCancelledError):
        execute(begun, Watch(stop_after_epoch=2))
    report = execute(begun, Watch())
    return begun, report, VersionStore(folder / "models").check(report.version)


def parts_of(data: TrainingSet) -> Parts:
    labelled = data.labelled()
    return Parts(labelled[::2], labelled[1::4], labelled[3::4])


def test_a_run_that_was_stopped_ends_with_a_version(finished: tuple[Run, Report, Path]) -> None:
    begun, report, folder = finished
    assert report.examined == 40
    assert report.measures[MAP].after > 0.2
    coder = load_coder(folder)
    assert isinstance(coder, PixelCoder)
    assert (coder.name, coder.bits) == (report.version, BITS)
    shape = registry.describe(report.version, begun.spec.models)
    assert (shape.feature_space, shape.feature_dim) == (report.version, BITS)


def test_a_resumed_run_equals_one_that_was_never_stopped(
    finished: tuple[Run, Report, Path], data: TrainingSet, tmp_path: Path
) -> None:
    begun, report, folder = finished
    spec = replace(begun.spec, models=tmp_path / "models")
    whole = Runs(tmp_path / "runs").new(spec)
    data.save(whole.folder / DATA)
    again = execute(whole, Watch())
    other = VersionStore(tmp_path / "models").path(again.version)
    assert (other / WEIGHTS).read_bytes() == (folder / WEIGHTS).read_bytes()
    assert again.measures == report.measures


def test_the_version_gives_photos_the_values_that_were_examined(
    data: TrainingSet, tmp_path: Path
) -> None:
    method = MetaHash(data, settings(), CPU)
    parts = parts_of(data)
    task = method.task(parts)
    assert isinstance(task, PixelHashTask)
    mix = replace(method.choose_mix(task, parts), share=1.0)
    card = Card("", Slot.CODES, "hash", feature_space=data.feature_space)
    store = VersionStore(tmp_path)
    version = store.add(card, lambda folder: method.save(task, mix, folder)).version
    pixels = pixels_of(method.data, parts.held_out)
    found = HashEncoder(store.check(version)).encode_images(pixels)
    # What is learned from is kept in half precision before the last blocks.
    assert np.abs(found - task.values(parts.held_out)).max() < 0.01
    (store.path(version) / WEIGHTS).write_bytes(b"no tensors")
    with pytest.raises(ModelError, match="train it anew"):
        HashEncoder(store.path(version))


def test_a_version_that_reads_photos_is_compared_with(
    finished: tuple[Run, Report, Path], data: TrainingSet, tmp_path: Path
) -> None:
    _, _, folder = finished
    examples = tuple(
        replace(example, labels=() if example.labels else (str(place % 4),))
        for place, example in enumerate(data.examples)
    )
    others = replace(data, examples=examples)
    method = MetaHash(others, settings(learns="codes"), CPU, parent=folder)
    parts = parts_of(others)
    task = method.task(parts)
    before = method.exam(task, parts, method.choose_mix(task, parts)).before
    first = MetaHash(others, settings(learns="codes"), CPU).exam(
        task, parts, Mix(1.0, is_chosen=False)
    )
    assert not np.array_equal(before.values[MAP], first.before.values[MAP])  # not of quantisation
    config = method.save(task, Mix(0.0, is_chosen=True), tmp_path)
    assert config["codes"] == "pixels"
    assert (tmp_path / WEIGHTS).read_bytes() == (folder / WEIGHTS).read_bytes()


def test_three_photos_are_enough_to_begin(data: TrainingSet) -> None:
    method = MetaHash(data, settings(), CPU)
    first, second, third = data.labelled()[[0, 1, 39]]
    nothing = np.zeros(0, np.int64)
    parts = Parts(np.array([first, second]), nothing, np.array([third]))
    task = method.task(parts)
    mix = method.choose_mix(task, parts)
    assert (mix.share, mix.is_chosen) == (1.0, False)
    assert not len(method.exam(task, parts, mix).after.photos)  # it has nothing to find


def test_the_head_learns_alone_at_first(data: TrainingSet) -> None:
    task = MetaHash(data, settings(), CPU).task(parts_of(data))
    assert isinstance(task, PixelHashTask)
    assert {name.split(".")[0] for name in task._theta()} == {"head"}
    task.guard.steps += task.options.epochs * task.steps
    assert {name.split(".")[0] for name in task._theta()} == {"head", "learned"}
    head, trunk = task.optimizers()["main"].param_groups
    assert head["lr"] == task.options.learning_rate
    assert trunk["lr"] == 1e-4


def test_photos_without_a_thumbnail_are_left_out_and_told(
    data: TrainingSet, tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match="scan it first"):
        MetaHash(replace(data, thumbnails=tmp_path), settings(), CPU)
    first, *others = data.examples
    lost = replace(first, content_hash="ab" * 16, labels=("circle",))
    method = MetaHash(replace(data, examples=(lost, *others)), settings(), CPU)
    assert "1 photos have no thumbnail" in method.notes[0]
    parts = parts_of(data)
    more = replace(parts, train=np.concatenate([[0], parts.train]))
    assert method.task(more).photos == method.task(parts).photos


@pytest.mark.parametrize(
    ("name", "value"), [("learns", "all"), ("side", "65"), ("learned_blocks", "7")]
)
def test_settings_that_are_not_understood_are_named(
    data: TrainingSet, name: str, value: str
) -> None:
    with pytest.raises(TrainingError, match=name):
        MetaHash(data, settings(**{name: value}), CPU)


def test_what_has_no_room_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.training.kept_rows._MEMORY", 2 * 4)
    made: list[int] = []

    def make(photos: np.ndarray) -> torch.Tensor:
        made.extend(photos.tolist())
        return torch.tensor(photos, dtype=torch.float32)[:, None]

    kept = Kept(make)
    for _ in range(2):
        assert kept.of(np.array([7, 5, 9, 7])).flatten().tolist() == [7, 5, 9, 7]
    assert made == [7, 5, 9, 9]


def add_version(library: Library) -> str:
    """Make a version with random layers on the image network."""
    torch.manual_seed(0)
    network = ImageHashNetwork(IMAGE_WEIGHTS.verify(), BITS, hidden=16, side=64)
    described = {"learned_blocks": 1, "hidden": 16, "side": 64}

    def write(folder: Path) -> dict[str, object]:
        save_file(
            {name: weight.contiguous() for name, weight in network.state_dict().items()},
            folder / WEIGHTS,
        )
        return {"codes": "pixels", "bits": BITS, "centring": Centring.MEDIAN, **described}

    card = Card("", Slot.CODES, "hash", feature_space=library.feature_space)
    return library.models.store.add(card, write).version


def ask(library: Library, photo: Path, radius: int = BITS + 1) -> Answer:
    terms = [Term(picture=read_picture(photo))]
    return library.search(Query(terms, space=Space.CODE, radius=radius))


def test_an_adopted_version_encodes_photos_until_it_is_rolled_back(
    tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    photos = tmp_path / "photos"
    for number in range(4):
        draw_photo(photos / f"{number}.jpg", number, (320, 240))
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([photos]))
        version = add_version(library)
        assert not library.learning.adoption.problem(library.models.store.card(version))
        run(library.learning.adopt(version))
        # Its photos are in an order of their own: newest first, and not as they were imported.
        answer = ask(library, photos / "2.jpg")
        assert answer.ball is not None
        assert answer.ball.coder == version
        assert (answer.hits[0].path, answer.hits[0].distance) == (bytes(photos / "2.jpg"), 0)
        assert {hit.path for hit in answer.hits} == {bytes(p) for p in photos.iterdir()}
        assert all(hit.distance or hit.path == bytes(photos / "2.jpg") for hit in answer.hits)
        assert len(ask(library, photos / "2.jpg", radius=1).hits) == 1
        card = library.models.store.card(version)
        assert library.learning.adoption.is_ready(card)
        draw_photo(photos / "new.jpg", 9, (320, 240))
        run(library.imports.scan())
        assert ask(library, photos / "new.jpg").hits[0].path == bytes(photos / "new.jpg")
        run(library.learning.roll_back(Slot.CODES))
        again = ask(library, photos / "2.jpg")
        assert again.ball is not None
        assert again.ball.coder == "itq-128"
        library.learning.remove(version)
        assert ask(library, photos / "2.jpg").ball == again.ball
