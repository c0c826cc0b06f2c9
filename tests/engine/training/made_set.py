"""Snapshots without photos: features drawn around a centre for each label."""

from typing import TYPE_CHECKING

import numpy as np

from engine.models import registry
from engine.training.examples import Example, ExampleCaption, TrainingSet

if TYPE_CHECKING:
    from collections.abc import Sequence


def made_set(
    counts: dict[str, int], *, unsaid: int = 0, seed: int = 0, copies: int = 1, noise: float = 1.0
) -> TrainingSet:
    """Draw photos with one label each, and some of which nothing is said.

    Args:
        counts: Photos by label.
        unsaid: Photos without a word.
        seed: Of all that is drawn.
        copies: Each photo is there so many times, as one duplicate group.
        noise: How far photos lie from the centre of their label, beside its distance of 1.
    """
    random = np.random.default_rng(seed)
    centres = {name: random.normal(size=2048) for name in [*counts, ""]}
    examples: list[Example] = []
    features: list[np.ndarray] = []
    wanted: Sequence[str] = [
        *(name for name, count in counts.items() for _ in range(count)),
        *[""] * unsaid,
    ]
    for group, name in enumerate(wanted):
        row = np.maximum(0, centres[name] + noise * random.normal(size=2048))
        for _ in range(copies):
            examples.append(
                Example(
                    content_hash=f"{seed:04x}{len(examples):028x}",
                    group=group,
                    labels=(name,) if name else (),
                    captions=(ExampleCaption(f"a photo with {name}"),) if name else (),
                )
            )
            features.append(row)
    rows = np.array(features, np.float16).reshape(len(features), registry.FEATURE_DIMENSION)
    return TrainingSet(registry.built_in_version(), tuple(examples), rows)
