"""Several processes that learn one model together, each from its share of every batch.

``torchrun`` starts them and says in the environment how many there are. All go through the same
fits with the same seeds; what they share are gradients, so that their modules stay equal. The
first process alone writes, reports and examines. Data parallelism, as
``torch.nn.parallel.DistributedDataParallel`` does it, but for any update that a method makes.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import distributed

Rows = TypeVar("Rows", torch.Tensor, NDArray[np.int64])

# The others wait while the first one examines; an exam of 20 000 photos takes minutes.
_PATIENCE = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class World:
    """Who learns together.

    Attributes:
        rank: The number of this process, from 0.
        size: How many there are.
    """

    rank: int = 0
    size: int = 1

    @property
    def is_first(self) -> bool:
        """Whether this process writes and reports."""
        return self.rank == 0

    def share(self, rows: Rows) -> Rows:
        """Return this process's share of a batch, as long as every other's.

        What is left over after equal shares is left out; of fewer rows than processes each takes
        all.
        """
        if self.size == 1 or len(rows) < self.size:
            return rows
        whole = len(rows) - len(rows) % self.size
        return rows[self.rank : whole : self.size]

    def gather(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the rows of all processes, [size * n, d], in the same order everywhere.

        Where each process computes one loss of all rows, and gradients are averaged afterwards,
        the parameters get the gradient of that loss: only the process's own rows lead back, and
        their gradient is multiplied by ``size``.
        """
        if self.size == 1:
            return rows
        found = [torch.empty_like(rows) for _ in range(self.size)]
        distributed.all_gather(found, rows.detach().contiguous())
        found[self.rank] = self.size * rows - (self.size - 1) * rows.detach()
        return torch.cat(found)

    def own(self, rows: torch.Tensor) -> torch.Tensor:
        """Return this process's part of gathered rows."""
        if self.size == 1:
            return rows
        return rows.chunk(self.size)[self.rank]

    def average(self, parameters: Iterator[torch.nn.Parameter]) -> None:
        """Replace the gradient of each parameter by its mean over the processes.

        A parameter that got none here may have got one elsewhere, and counts as zero.
        """
        if self.size == 1:
            return
        for parameter in parameters:
            gradient = parameter.grad
            if gradient is None:
                gradient = torch.zeros_like(parameter)
            distributed.all_reduce(gradient)
            parameter.grad = gradient / self.size

    def agree(self, value: float, device: torch.device) -> float:
        """Return what the first process says, so that no rounding lets them part."""
        if self.size == 1:
            return value
        said = torch.tensor([value], dtype=torch.float64, device=device)
        distributed.broadcast(said, src=0)
        return float(said)

    def wait(self) -> None:
        """Wait until every process has come here."""
        if self.size > 1:
            distributed.barrier()


ALONE = World()


@contextmanager
def joined_world(*, is_on_gpu: bool) -> Iterator[World]:
    """Join the processes that ``torchrun`` started; without it this process is alone.

    Args:
        is_on_gpu: Whether each computes on a GPU of its own.
    """
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        yield ALONE
        return
    if is_on_gpu:
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    distributed.init_process_group("nccl" if is_on_gpu else "gloo", timeout=_PATIENCE)
    try:
        yield World(distributed.get_rank(), distributed.get_world_size())
    finally:
        distributed.destroy_process_group()
