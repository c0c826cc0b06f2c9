"""Where a run computes, and how many cores it takes."""

import os

import torch

from engine.errors import TrainingError
from engine.training.settings import Device


def choose_device(wanted: Device) -> torch.device:
    """Return the device that is meant.

    Raises:
        TrainingError: It is not there.
    """
    has_mps = torch.backends.mps.is_available()
    if wanted is Device.AUTO:
        return torch.device("cuda" if torch.cuda.is_available() else "mps" if has_mps else "cpu")
    is_there = {
        Device.CPU: True,
        Device.CUDA: torch.cuda.is_available(),
        Device.MPS: has_mps,
    }[wanted]
    if not is_there:
        raise TrainingError(
            f"This computer has no {wanted.upper()} device that can be used; choose auto or cpu."
        )
    return torch.device(wanted.value)


def limit_cores(*, is_window_active: bool) -> None:
    """Leave one core to the window while somebody works in it."""
    cores = os.cpu_count() or 1
    torch.set_num_threads(max(1, cores - 1 if is_window_active else cores))


def mixed_precision_type(device: torch.device) -> torch.dtype | None:
    """Return the type that this device computes faster in without a loss, or None."""
    if device.type == "cuda" and torch.cuda.is_bf16_supported():
        return torch.bfloat16
    return None  # on CPU and MPS it is slower or less exact
