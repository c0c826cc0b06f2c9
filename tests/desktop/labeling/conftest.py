import pytest

from engine.catalog.files import FolderChange
from engine.catalog.photos import Outcome
from engine.catalog.records import FileStat, FoundFile, NewContent
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
