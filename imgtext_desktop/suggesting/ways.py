"""The ways to suggested captions, and the job that goes one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from engine.catalog.changes import CaptionSource
from engine.catalog.records import FileState, PhotoRow
from engine.errors import EngineError
from engine.jobs import Job, Progress
from engine.library import Library
from engine.training.caption_providers import LEAST_COSINE, Proposal
from engine.training.caption_suggestions import Suggested
from engine.training.web_pairs import fetch
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.suggesting.session import Item


class Way(Enum):
    """Where captions come from."""

    OWN = auto()
    PAIRS = auto()
    WEB = auto()
    CAPTIONER = auto()
    KEPT = auto()


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user chose.

    Attributes:
        way: The way.
        place: The folder, file or address that it needs.
        cosine: How alike two pictures must be that are no copies.
    """

    way: Way = Way.PAIRS
    place: str = ""
    cosine: float = LEAST_COSINE


@dataclass(frozen=True, slots=True)
class Chances:
    """What can be chosen for some photos.

    Attributes:
        ids: The photos.
        own_problem: Why the program itself writes no captions; empty if it does.
        kept: How many suggestions were kept without a review.
    """

    ids: tuple[int, ...]
    own_problem: str
    kept: int


@dataclass(frozen=True, slots=True)
class Found:
    """What came out.

    Attributes:
        items: Photos with suggestions, in the order in which they were asked for.
        asked: For how many photos.
        unreadable: Pictures that could not be used, with the reason.
        compared: Pictures of the collection.
    """

    items: tuple[Item, ...]
    asked: int
    unreadable: tuple[tuple[str, str], ...] = ()
    compared: int = 0


def read_chances(library: Library, ids: Sequence[int]) -> Chances:
    """Tell what can be chosen for photos."""
    problem = ""
    try:
        library.suggestions.check_own()
    except EngineError as error:
        problem = in_user_words(str(error))
    kept = library.suggestions.unreviewed(library.browse.content_ids(ids))
    return Chances(tuple(ids), problem, len(kept))


def photos_without_caption(library: Library, most: int) -> list[int]:
    """Return the newest photos that have no caption, one file of each."""
    ids: list[int] = library.browse.ids().tolist()
    found: dict[int, int] = {}
    for start in range(0, len(ids), 1000):
        rows = library.browse.rows(ids[start : start + 1000])
        said = library.annotations.of(row.content_id for row in rows.values() if row.content_id)
        for id_, row in rows.items():
            if row.content_id and not said[row.content_id].captions:
                found.setdefault(row.content_id, id_)
        if len(found) >= most:
            break
    return list(found.values())[:most]


def suggest(
    library: Library, ids: Sequence[int], choice: Choice, take: Callable[[Item], object]
) -> Job[Found]:
    """Suggest captions for photos.

    Args:
        library: The library.
        ids: The photos.
        choice: The way.
        take: Takes each photo with its suggestion as soon as it is written, in the worker.

    Raises:
        EngineError: What was chosen cannot be used; the sentence says why.
    """
    yield Progress("reading photos")
    rows = library.browse.rows(ids)
    by_content = {
        row.content_id: row for id_ in ids if (row := rows.get(id_)) and row.content_id is not None
    }
    known = _own_words(library, list(by_content))

    def take_one(proposal: Proposal) -> None:
        for item in _items([proposal], by_content, known):
            take(item)

    suggested = yield from _go(library, list(by_content), choice, take_one)
    items = tuple(_items(suggested.proposals, by_content, known))
    return Found(items, len(by_content), suggested.unreadable, suggested.compared)


def _go(
    library: Library,
    contents: Sequence[int],
    choice: Choice,
    take: Callable[[Proposal], object],
) -> Job[Suggested]:
    suggestions = library.suggestions
    if choice.way is Way.KEPT:
        return Suggested(tuple(suggestions.unreviewed(contents)))
    photos = suggestions.photos_of(contents)
    if choice.way is Way.OWN:
        return (yield from suggestions.written(photos, take=take))
    if choice.way is Way.CAPTIONER:
        return (yield from suggestions.generated(photos, Path(choice.place), take=take))
    get = fetch if choice.way is Way.WEB else None
    return (yield from suggestions.matched(photos, choice.place, cosine=choice.cosine, get=get))


def _own_words(library: Library, contents: Sequence[int]) -> set[tuple[int, str]]:
    """Return what the user has said already, which nobody needs to suggest."""
    return {
        (caption.content_id, caption.text)
        for said in library.annotations.of(contents).values()
        for caption in said.captions
        if caption.source is CaptionSource.MANUAL
    }


def _items(
    proposals: Sequence[Proposal], rows: dict[int, PhotoRow], known: set[tuple[int, str]]
) -> list[Item]:
    by_content: dict[int, list[Proposal]] = {}
    for one in proposals:
        if (one.content_id, one.text) not in known:
            by_content.setdefault(one.content_id, []).append(one)
    return [
        Item(
            file_id=row.id,
            content_id=content_id,
            content_hash=row.content_hash or b"",
            path=row.path,
            is_offline=row.state is FileState.OFFLINE,
            proposals=tuple(found),
        )
        for content_id, row in rows.items()
        if (found := by_content.get(content_id))
    ]
