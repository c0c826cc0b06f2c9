"""How long a run would take, from two seconds of learning."""

import time

import torch

from engine.training import methods
from engine.training.device import choose_device
from engine.training.examples import TrainingSet
from engine.training.run import plan_of
from engine.training.runs import DATA, Run
from engine.training.task import Task
from engine.training.trainer import LoopStepper

_SECONDS = 2.0


def probe(run: Run) -> float:
    """Learn for two seconds and throw away what was learned.

    Args:
        run: Its folder, with the snapshot; nothing is written to it.

    Returns:
        The most seconds that the run will take: it may stop before its last epoch.

    Raises:
        EngineError: The run could not begin.
    """
    spec = run.spec
    started = time.monotonic()
    data = TrainingSet.load(run.folder / DATA)
    info = methods.info_of(spec.settings.method)
    plan = plan_of(data, info.needs, seed=spec.settings.seed, learned=frozenset())
    parent = spec.models / spec.parent if spec.parent else None
    device = choose_device(spec.settings.device)
    method = methods.load(info.name)(data, spec.settings, device, parent)
    read = time.monotonic()
    task = method.task(plan.final or plan.exams[0])
    stepper = LoopStepper(task, task.optimizers(), method.options, device)
    prepared = time.monotonic()
    task.validate()
    validated = time.monotonic()
    updates = _learn(task, stepper, until=validated + _SECONDS)
    per_update = (time.monotonic() - validated) / max(1, updates)
    per_epoch = task.steps * per_update + validated - prepared
    per_fit = prepared - read + method.options.epochs * per_epoch
    return read - started + (len(plan.exams) + (plan.final is not None)) * per_fit


def _learn(task: Task, stepper: LoopStepper, *, until: float) -> int:
    task.module.train()
    updates = 0
    for epoch in range(1000):
        for batch in task.batches(epoch, torch.Generator().manual_seed(epoch)):
            stepper.update(batch)
            updates += 1
            if time.monotonic() > until:
                return updates
    return updates
