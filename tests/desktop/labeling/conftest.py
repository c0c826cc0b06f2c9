import pytest

from engine.catalog.files import FolderChange
from engine.catalog.photos import Outcome
from engine.catalog.records import FileStat, FoundFile, NewContent
from engine.catalog.slots import Guess
from imgtext_desktop.context import Context
from imgtext_desktop.labeling.edits import Edits

PHOTOS = 4


@pytest.fixture
def ids(context: Context) -> list[int]:
    """A library of four photos; the last one waits to be read."""
    library = context.library
    root = library.roots.add(b"/photos")
    stat = FileStat(1, 1, 1, 1)
    found = [FoundFile(b"%d.jpg" % n, stat) for n in range(PHOTOS)]
    library.files.apply(root, [(b"", FolderChange(added=found))])
    ids = sorted(int(id_) for id_ in library.browse.ids())
    contents = [NewContent(bytes([n]) * 16, 1, 4, 3, "JPEG", bytes(8)) for n in range(PHOTOS - 1)]
    indexed = {id_: content.hash for id_, content in zip(ids, contents, strict=False)}
    library.photos.commit(Outcome("m", 0, encoded=contents, indexed=indexed))
    return ids


@pytest.fixture
def edits(context: Context) -> Edits:
    return Edits(context)


@pytest.fixture
def guesses(context: Context, ids: list[int]) -> dict[int, list[Guess]]:
    """What the adopted classifier guesses of the contents 1, 2 and 3."""
    found = {
        1: [Guess("beach", 0.62, True), Guess("dog", 0.871, True), Guess("kayak", 0.2, False)],
        2: [Guess("dog", 0.999, True)],
        3: [Guess("grandma", 0.7, True)],
    }
    context.library.guesses.add("v1", PHOTOS - 1, found)
    context.library.slots.switch("labels", "v1")
    return found
