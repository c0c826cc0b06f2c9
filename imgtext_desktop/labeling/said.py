"""What is said of the photos that are selected, read in a worker."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.catalog.changes import Caption, CaptionSource
from engine.library import Library


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of some photos together.

    Attributes:
        count: How many contents they have; photos that wait to be read have none.
        labels: Every label that one of them has, and how many have it; by number, then name.
        captions: All captions of the one photo, the user's own first; none of several photos.
        captioned: How many have a caption of the user's own.
        stars: Their rating, 0 for none; None where they differ.
        known_labels: Every label of the library, the most frequent first.
    """

    count: int = 0
    labels: tuple[tuple[str, int], ...] = ()
    captions: tuple[Caption, ...] = ()
    captioned: int = 0
    stars: int | None = 0
    known_labels: tuple[str, ...] = ()


def load_said(library: Library, ids: Sequence[int]) -> Said:
    """Read what is said of photos.

    Args:
        library: The library.
        ids: The photos.
    """
    said = library.annotations.of(library.browse.content_ids(ids)).values()
    labels = Counter(label.name for one in said for label in one.labels)
    stars = {one.stars for one in said}
    return Said(
        count=len(said),
        labels=tuple(sorted(labels.items(), key=lambda item: (-item[1], item[0].casefold()))),
        captions=next(iter(said)).captions if len(said) == 1 else (),
        captioned=sum(
            any(caption.source is CaptionSource.MANUAL for caption in one.captions) for one in said
        ),
        stars=next(iter(stars), 0) if len(stars) <= 1 else None,
        known_labels=tuple(name for name, _ in library.annotations.label_counts().most_common()),
    )
