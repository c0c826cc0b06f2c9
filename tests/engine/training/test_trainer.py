from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import torch
from torch import nn

from engine.errors import TrainingError
from engine.training.checkpoint import LAST, load_checkpoint
from engine.training.progress import Stopped, TrainingProgress
from engine.training.settings import LoopOptions
from engine.training.task import Task, Validation
from engine.training.trainer import FitPlace, Fitted, RunCancelledError, fit, rate_factor


class Line(Task):
    """Learns y = 2x - 1 with dropout, so that randomness matters."""

    def __init__(self, *, photos: int = 20, validates: bool = True, poison: float = 0.0) -> None:
        torch.manual_seed(5)
        self._module = nn.Sequential(nn.Linear(1, 8), nn.Dropout(0.2), nn.Linear(8, 1))
        self.x = torch.linspace(-1, 1, photos)[:, None]
        self.y = 2 * self.x - 1 + poison
        self._validates = validates

    @property
    def module(self) -> nn.Module:
        return self._module

    @property
    def photos(self) -> int:
        return len(self.x)

    @property
    def steps(self) -> int:
        return -(-len(self.x) // 8)

    def optimizers(self) -> dict[str, torch.optim.Optimizer]:
        return {"main": torch.optim.AdamW(self._module.parameters(), lr=0.05)}

    def batches(self, epoch: int, generator: torch.Generator) -> Iterator[torch.Tensor]:
        yield from torch.split(torch.randperm(len(self.x), generator=generator), 8)

    def losses(self, batch: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"loss": (self._module(self.x[batch]) - self.y[batch]).square().mean()}

    def validate(self) -> Validation | None:
        if not self._validates:
            return None
        error = (self._module(self.x) - self.y).square().mean()
        return Validation(metric=-float(error.detach()))

    def weights(self) -> torch.Tensor:
        return torch.cat([value.flatten() for value in self._module.state_dict().values()])


class Watch:
    """A control that stops after so many updates, or at the end of an epoch."""

    def __init__(self, *, stop_at: int | None = None, stop_after_epoch: int | None = None) -> None:
        self.values: list[TrainingProgress] = []
        self.updates = 0
        self._epochs = 0
        self._stop_at = stop_at
        self._stop_after_epoch = stop_after_epoch

    def report(self, progress: TrainingProgress) -> None:
        self.values.append(progress)

    def check(self) -> None:
        self.updates += 1
        if self.updates == self._stop_at:
            raise RunCancelledError

    def check_epoch(self) -> None:
        self._epochs += 1
        if self._epochs == self._stop_after_epoch:
            raise RunCancelledError


OPTIONS = LoopOptions(epochs=12, patience=0)


def learn(task: Task, folder: Path, watch: Watch | None = None, **options: object) -> Fitted:
    place = FitPlace(folder, seed=3, device=torch.device("cpu"))
    return fit(task, OPTIONS.model_copy(update=options), watch or Watch(), place)


@pytest.mark.parametrize("watch", [Watch(stop_at=20), Watch(stop_after_epoch=5)])
def test_a_resumed_fit_equals_one_that_was_never_stopped(tmp_path: Path, watch: Watch) -> None:
    whole = Line()
    expected = learn(whole, tmp_path / "whole")
    with pytest.raises(RunCancelledError):
        learn(Line(), tmp_path / "cut", watch)
    resumed = Line()
    fitted = learn(resumed, tmp_path / "cut")
    assert fitted.losses["loss"] == pytest.approx(expected.losses["loss"], abs=1e-5)
    assert torch.allclose(resumed.weights(), whole.weights(), atol=1e-5)
    assert fitted == expected


def test_equal_seeds_give_equal_weights(tmp_path: Path) -> None:
    first, second = Line(), Line()
    learn(first, tmp_path / "first")
    learn(second, tmp_path / "second")
    assert torch.equal(first.weights(), second.weights())


def test_the_best_epoch_is_kept_and_not_the_last(tmp_path: Path) -> None:
    task = Line()
    fitted = learn(task, tmp_path, learning_rate=1.0, epochs=30)
    validation = task.validate()
    assert validation is not None
    assert validation.metric == pytest.approx(fitted.best_metric)


def test_it_stops_where_validation_gains_nothing_more(tmp_path: Path) -> None:
    class Stuck(Line):
        def validate(self) -> Validation | None:
            return Validation(metric=1.0)

    fitted = learn(Stuck(), tmp_path, patience=3)
    assert (fitted.stopped, fitted.epochs, fitted.best_epoch) == (Stopped.CONVERGED, 3, 0)


def test_it_stops_where_the_method_says_so(tmp_path: Path) -> None:
    class Reached(Line):
        def validate(self) -> Validation | None:
            return Validation(metric=0.5, is_reached=True)

    assert learn(Reached(), tmp_path).stopped is Stopped.THRESHOLD


def test_without_validation_the_last_epoch_is_kept(tmp_path: Path) -> None:
    task = Line(validates=False)
    fitted = learn(task, tmp_path)
    assert (fitted.stopped, fitted.best_epoch) == (Stopped.MAX_EPOCHS, 12)
    last = Line()
    load_checkpoint(tmp_path / LAST, last.module, {})
    assert torch.equal(task.weights(), last.weights())


@pytest.mark.parametrize("photos", [1, 7, 8, 9])
def test_a_last_batch_of_any_size_is_learned(tmp_path: Path, photos: int) -> None:
    assert learn(Line(photos=photos), tmp_path).epochs == 12


def test_no_photo_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="no photo to learn from"):
        learn(Line(photos=0, validates=False), tmp_path)


def test_losses_that_are_no_numbers_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="smaller learning rate"):
        learn(Line(poison=float("nan"), validates=False), tmp_path)


def test_too_little_memory_is_a_sentence(tmp_path: Path) -> None:
    class Greedy(Line):
        def losses(self, batch: torch.Tensor) -> dict[str, torch.Tensor]:
            return {"loss": torch.zeros(1 << 60, dtype=torch.int8).float().mean()}

    with pytest.raises(TrainingError, match="ran out of memory"):
        learn(Greedy(), tmp_path)


def test_a_damaged_checkpoint_begins_anew(tmp_path: Path) -> None:
    with pytest.raises(RunCancelledError):
        learn(Line(), tmp_path, Watch(stop_after_epoch=2))
    (tmp_path / LAST / "state.safetensors").write_bytes(b"nonsense")
    assert learn(Line(), tmp_path).epochs == 12


def test_progress_says_where_it_is(tmp_path: Path) -> None:
    watch = Watch()
    learn(Line(), tmp_path, watch)
    ends = [value for value in watch.values if value.metric is not None]
    assert [value.epoch for value in ends] == list(range(13))
    assert all(value.epochs == 12 for value in ends)
    assert ends[-1].step == ends[-1].steps == 36
    assert ends[-1].seconds_left == 0
    assert ends[3].photos_per_second > 0


def test_the_rate_rises_and_falls() -> None:
    factors = [rate_factor(step, 100, warm_up=0.1) for step in range(100)]
    assert factors[0] < 0.2
    assert max(factors) == pytest.approx(1.0, abs=0.01)
    assert factors[-1] < 0.01
    assert factors.index(max(factors)) == 10


def test_a_task_may_put_gradients_itself(tmp_path: Path) -> None:
    class Own(Line):
        def update(self, batch: torch.Tensor, stepper: object) -> Mapping[str, float]:
            loss = self.losses(batch)["loss"]
            for parameter in self.module.parameters():
                parameter.grad = None
            gradients = torch.autograd.grad(loss, list(self.module.parameters()))
            for parameter, gradient in zip(self.module.parameters(), gradients, strict=True):
                parameter.grad = gradient
            stepper.apply()  # type: ignore[attr-defined]
            return {"loss": float(loss.detach())}

    own, plain = Own(), Line()
    learn(own, tmp_path / "own")
    learn(plain, tmp_path / "plain")
    assert torch.allclose(own.weights(), plain.weights(), atol=1e-6)
