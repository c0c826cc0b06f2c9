"""The state of a fit on disk: safetensors and JSON, never a pickle.

``last`` is written after each epoch and ``best`` whenever validation is better. Each is a pair of
files that is replaced in one step, by renaming the folder of the newer one.
"""

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save
from torch import nn

LAST, BEST = "last", "best"
_TENSORS, _STATE = "state.safetensors", "state.json"


@dataclass(slots=True)
class FitState:
    """Where a fit stands, beside the tensors.

    Attributes:
        epoch: Epochs finished.
        step: Updates done.
        best_epoch: The epoch whose modules are kept, 0 for those of the start.
        best_metric: Its validation metric, or None without validation.
        stopped: Why the fit ended, or empty while it has not.
        losses: The terms of the last update.
    """

    epoch: int = 0
    step: int = 0
    best_epoch: int = 0
    best_metric: float | None = None
    stopped: str = ""
    losses: Mapping[str, float] | None = None


def save_checkpoint(
    folder: Path,
    state: FitState,
    module: nn.Module,
    optimizers: Mapping[str, torch.optim.Optimizer],
) -> None:
    """Write a checkpoint in the place of an older one.

    Args:
        folder: Of the checkpoint.
        state: Where the fit stands.
        module: All that is learned.
        optimizers: By name; none for a checkpoint that is only read for its modules.

    Raises:
        OSError: The disk refuses; the older one stays.
    """
    tensors = {f"module.{name}": value for name, value in module.state_dict().items()}
    values: dict[str, Any] = {"fit": asdict(state), "optimizers": {}}
    for name, optimizer in optimizers.items():
        values["optimizers"][name] = _take_apart(name, optimizer, tensors)
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    owned = {name: value.detach().cpu().clone().contiguous() for name, value in tensors.items()}
    # Written by us, so that a full disk is an OSError.
    (part / _TENSORS).write_bytes(save(owned))
    (part / _STATE).write_text(json.dumps(values), encoding="utf-8")
    old = folder.with_name(folder.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        os.replace(folder, old)
    os.replace(part, folder)
    shutil.rmtree(old, ignore_errors=True)


def load_checkpoint(
    folder: Path,
    module: nn.Module,
    optimizers: Mapping[str, torch.optim.Optimizer],
) -> FitState | None:
    """Put a checkpoint into a module and its optimisers.

    Returns:
        Where the fit stood, or None if there is no whole checkpoint of this shape; then nothing
        was changed.
    """
    for place in (folder, folder.with_name(folder.name + ".old")):
        try:
            values = json.loads((place / _STATE).read_text(encoding="utf-8"))
            tensors = load_file(place / _TENSORS)
            wanted = {f"module.{name}": t.shape for name, t in module.state_dict().items()}
            found = {name: t.shape for name, t in tensors.items() if name.startswith("module.")}
            if wanted != found or values["optimizers"].keys() < optimizers.keys():
                continue
            state = FitState(**values["fit"])
        except (OSError, ValueError, KeyError, TypeError, SafetensorError):
            continue
        module.load_state_dict({name.removeprefix("module."): tensors[name] for name in found})
        for name, optimizer in optimizers.items():
            _put_together(name, optimizer, values["optimizers"][name], tensors)
        return state
    return None


def _take_apart(
    name: str, optimizer: torch.optim.Optimizer, tensors: dict[str, torch.Tensor]
) -> dict[str, Any]:
    """Move an optimiser's tensors to ``tensors``; return what is left as plain values."""
    state = optimizer.state_dict()
    plain: dict[str, dict[str, Any]] = {}
    for index, entries in state["state"].items():
        for key, value in entries.items():
            if isinstance(value, torch.Tensor):
                tensors[f"optimizer.{name}.{index}.{key}"] = value
            else:
                plain.setdefault(str(index), {})[key] = value
    return {"plain": plain, "groups": state["param_groups"]}


def _put_together(
    name: str,
    optimizer: torch.optim.Optimizer,
    values: Mapping[str, Any],
    tensors: Mapping[str, torch.Tensor],
) -> None:
    state: dict[int, dict[str, Any]] = {
        int(index): dict(entries) for index, entries in values["plain"].items()
    }
    prefix = f"optimizer.{name}."
    for key, value in tensors.items():
        if key.startswith(prefix):
            index, entry = key.removeprefix(prefix).split(".", 1)
            state.setdefault(int(index), {})[entry] = value
    groups = [
        {key: tuple(value) if key == "betas" else value for key, value in group.items()}
        for group in values["groups"]
    ]
    optimizer.load_state_dict({"state": state, "param_groups": groups})
