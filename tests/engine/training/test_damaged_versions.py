"""A model whose files are damaged does not take the search along."""

from pathlib import Path

from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.versions import WEIGHTS, Slot
from engine.search.query import Query, Term
from tests.checkpoints import make_clip
from tests.conftest import DrawPhoto

_PHOTOS = 3
_WORDS = Query([Term("a photo")])


def test_where_the_adopted_model_is_damaged_the_built_in_one_finds_photos(
    tmp_path: Path, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    expected_log.append("cannot look at new photos")
    for number in range(_PHOTOS):
        draw_photo(tmp_path / "photos" / f"{number}.png", number, (160, 120))
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        version = run(library.learning.take(make_clip(tmp_path / "tiny-clip"))).version
        run(library.learning.adopt(version))
        assert run(library.imports.scan()).model_calls == 0
        weights = library.models.store.path(version) / WEIGHTS
        whole = weights.read_bytes()
        weights.write_bytes(whole[:-100])
        registry.load.cache_clear()  # as the next process finds it
        answer = library.search(_WORDS)
        assert len(answer.hits) == _PHOTOS
        assert any("the built-in one answers meanwhile" in note for note in answer.notes)
        assert not library.search(_WORDS).notes, "once is enough"
        assert f"{WEIGHTS} of the model in" in library.models.lost
        assert library.model == registry.built_in_version()
        assert library.learning.slot(Slot.RETRIEVAL).version == version
        assert any("is damaged" in problem for problem in library.problems())
        draw_photo(tmp_path / "photos" / "new.png", 9, (160, 120))
        assert run(library.imports.scan()).model_calls == 1  # for what answers meanwhile
        assert len(library.search(_WORDS).hits) == _PHOTOS + 1
        weights.write_bytes(whole)
        library.models.look_again()
        assert library.search(_WORDS).model == version
        assert not any("is damaged" in problem for problem in library.problems())
