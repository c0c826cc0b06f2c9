from pathlib import Path

from engine.training.process import RunEnd, TrainingProcess
from engine.training.runs import RunStatus
from engine.training.settings import Device, RunSettings
from tests.engine.training.made_set import made_set
from tests.engine.training.test_run import new_run


def test_more_epochs_are_foreseen_to_take_longer_and_nothing_is_written(tmp_path: Path) -> None:
    data = made_set({"dog": 12, "cat": 12}, unsaid=10)
    found = []
    for epochs in (10, 4000):
        settings = RunSettings(method="baseline-classifier", epochs=epochs, device=Device.CPU)
        run = new_run(tmp_path / str(epochs), data, settings)
        before = sorted(run.folder.rglob("*"))
        (end,) = TrainingProcess(run, is_probe=True).follow()
        assert isinstance(end, RunEnd)
        assert end.seconds is not None
        found.append(end.seconds)
        assert sorted(run.folder.rglob("*")) == before
        assert run.state.status is RunStatus.WAITING
    assert found[1] > 2 * found[0] > 0
