"""The captions that S1 learns from: the photos' own, or templates of their labels.

A photo without a caption that the text model can read gets sentences made of its labels. They are
a source of their own with a low weight, and give way to any real caption (spec S1, product rules).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import torch

from engine.catalog.changes import DEFAULT_WEIGHTS, CaptionSource
from engine.evaluation.captions import label_text
from engine.models import minilm
from engine.training.examples import Example, ExampleCaption

TEMPLATES: Final = (
    "{}",
    "a photo of a {}.",
    "a close-up photo of a {}.",
    "a photo of one {} among others.",
    "a picture in which a {} can be seen.",
)
# The captions of a photo that count; no photo needs more.
MOST_CAPTIONS: Final = 12
# A text with a larger share of letters that the text model does not know says nothing to it.
_MOST_UNKNOWN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Wording:
    """How a text model is spoken to.

    Attributes:
        templates: Sentences about a label, with a gap for it.
        unknown_share: Tells how much of a text it cannot understand, 0 to 1.
    """

    templates: tuple[str, ...] = TEMPLATES
    unknown_share: Callable[[str], float] = minilm.unknown_share

    def is_readable(self, text: str) -> bool:
        """Tell whether the model understands enough of a text for it to say anything."""
        return self.unknown_share(text) <= _MOST_UNKNOWN


BUILT_IN: Final = Wording()


@dataclass(frozen=True, slots=True, eq=False)
class CaptionTable:
    """Captions of photos, each text encoded once.

    Attributes:
        texts: The different texts.
        index: int64 [n, m], places in ``texts``; 0 where a photo has fewer captions.
        weights: float32 [n, m]; 0 where a photo has fewer captions.
        template_photos: How many photos had to do with templates.
        unread: How many captions the text model cannot read.
    """

    texts: tuple[str, ...]
    index: torch.Tensor
    weights: torch.Tensor
    template_photos: int
    unread: int


def template_captions(labels: Iterable[str], wording: Wording = BUILT_IN) -> list[ExampleCaption]:
    """Make sentences of labels; none of a label that the text model cannot read."""
    weight = DEFAULT_WEIGHTS[CaptionSource.TEMPLATE]
    return [
        ExampleCaption(template.format(words), CaptionSource.TEMPLATE, weight)
        for label in labels
        if wording.is_readable(words := label_text(label))
        for template in wording.templates
    ]


def captions_of(example: Example, wording: Wording = BUILT_IN) -> list[ExampleCaption]:
    """Return the captions that a photo is learned with (claim S1-1a: there is always one).

    Real ones that can be read, the heaviest first; else those of its labels' templates. Only where
    neither can be read there is none, and the photo teaches by its label alone.
    """
    real = [
        caption
        for caption in example.captions
        if caption.source != CaptionSource.TEMPLATE and wording.is_readable(caption.text)
    ]
    chosen = real or template_captions(example.labels, wording)
    return sorted(chosen, key=lambda caption: -caption.weight)[:MOST_CAPTIONS]


def tabulate(
    examples: Sequence[Example],
    captions: Callable[[Example], list[ExampleCaption]] | None = None,
    *,
    wording: Wording = BUILT_IN,
) -> CaptionTable:
    """Collect the captions of photos.

    Args:
        examples: The photos, at least one.
        captions: Chooses those of a photo; as :func:`captions_of` does by default.
        wording: Of the text model.
    """
    places: dict[str, int] = {}
    choose = captions or (lambda example: captions_of(example, wording))
    rows = [choose(example) for example in examples]
    width = max(1, *map(len, rows))
    index = torch.zeros(len(rows), width, dtype=torch.int64)
    weights = torch.zeros(len(rows), width)
    for row, found in enumerate(rows):
        for column, caption in enumerate(found):
            index[row, column] = places.setdefault(caption.text, len(places))
            weights[row, column] = caption.weight
    return CaptionTable(
        texts=tuple(places),
        index=index,
        weights=weights,
        template_photos=sum(
            any(caption.source == CaptionSource.TEMPLATE for caption in found) for found in rows
        ),
        unread=sum(
            not wording.is_readable(caption.text)
            for example in examples
            for caption in example.captions
        ),
    )
