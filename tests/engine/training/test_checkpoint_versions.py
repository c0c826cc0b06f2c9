"""A checkpoint becomes the model that answers, and goes again; nothing of the user's is lost."""

import os
from pathlib import Path

import pytest

from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.versions import Slot
from engine.search.pictures import picture_term
from engine.search.query import Query, Term
from tests.checkpoints import make_clip
from tests.conftest import DrawPhoto

COUNT = 6


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_clip(tmp_path_factory.mktemp("hub") / "tiny-clip")


@pytest.mark.timeout(300)
def test_a_checkpoint_is_added_adopted_and_removed_again(
    checkpoint: Path, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    photos = tmp_path / "photos"
    for number in range(COUNT):
        draw_photo(photos / f"{number}.png", number, (160, 120))
    strip = draw_photo(photos / "strip.png", 99, (900, 60))
    with Library(tmp_path / "library", writable=True) as library:
        run(library.add_and_import([photos]))
        card = library.learning.take(checkpoint)
        assert (card.title, card.slot, card.parent) == ("tiny-clip", Slot.RETRIEVAL, "")
        assert library.model == registry.built_in_version()
        with_built_in = library.search(Query([Term("a dog")])).hits

        # Prepared, it can be tried while the other one answers.
        run(library.learning.prepare(card.version))
        tried = library.search_with(card.version, Query([picture_term(strip)]))
        assert tried.model == card.version
        assert tried.hits[0].path == os.fsencode(strip)
        assert tried.hits[0].score > 0.97
        assert library.model == registry.built_in_version()

        run(library.learning.adopt(card.version))
        assert library.model == card.version
        assert len(library.search(Query([Term("a dog")])).hits) == COUNT + 1

        # What comes while it answers is found by it, and by the built-in model afterwards.
        new = draw_photo(photos / "new.png", 50, (120, 160))
        assert run(library.scan()).model_calls == 1
        assert library.search(Query([picture_term(new)])).hits[0].path == os.fsencode(new)
        with pytest.raises(Exception, match="answers now"):
            library.learning.remove(card.version)
        run(library.learning.roll_back(Slot.RETRIEVAL))
        assert library.model == registry.built_in_version()
        hits = library.search(Query([Term("a dog")])).hits
        assert len(hits) == COUNT + 2
        assert {hit.path for hit in hits} == {
            *(hit.path for hit in with_built_in),
            os.fsencode(new),
        }
        assert run(library.scan()).model_calls == 0

        library.learning.remove(card.version)
        assert not library.learning.versions()
        assert not library.models.vectors_folder(card.version).exists() or not any(
            path.is_file() for path in library.models.vectors_folder(card.version).rglob("*")
        )
        assert library.search(Query([Term("a dog")])).hits


def test_an_exported_checkpoint_comes_back_under_its_name(checkpoint: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library", writable=True) as library:
        version = library.learning.take(checkpoint, "My CLIP").version
        exported = library.learning.export(version, tmp_path / "to go")
        library.learning.remove(version)
        assert library.learning.take(exported).version == version
        (known,) = library.learning.versions()
        assert known.card.title == "My CLIP"
        assert known.problem == ""
