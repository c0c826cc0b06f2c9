"""Captions suggested for photos of a library, by the three ways, and what becomes of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from PIL import Image

from engine.catalog.changes import Caption, CaptionSource
from engine.errors import DownloadError, EngineError, ModelError
from engine.jobs import run
from engine.library import Library
from engine.models.captioner import Captioner
from engine.models.versions import Card, Slot
from engine.training.caption_providers import Proposal
from engine.training.caption_suggestions import CaptionSuggestions
from tests.engine.indexed import draw_scene
from tests.engine.training.test_caption_providers import blip, save_tokenizer
from tests.engine.training.tiny_library import take_up

_PHOTOS = 4


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library of drawn photos: 0.jpg to 3.jpg."""
    (tmp_path / "photos").mkdir()
    for number in range(_PHOTOS):
        draw_scene(number).save(tmp_path / "photos" / f"{number}.jpg", quality=92)
    with Library(tmp_path / "library", writable=True) as library:
        take_up(library, tmp_path / "photos")
        yield library


@pytest.fixture
def suggestions(library: Library) -> CaptionSuggestions:
    return library.suggestions


@pytest.fixture
def ids(library: Library) -> list[int]:
    """Contents of 0.jpg to 3.jpg."""
    rows = library.browse.rows(library.browse.ids().tolist()).values()
    return [row.content_id or 0 for row in sorted(rows, key=lambda row: row.path)]


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """Small copies of 0.jpg and 2.jpg with texts, something foreign, something broken."""
    folder = tmp_path / "pairs"
    folder.mkdir()
    draw_scene(0).resize((160, 120)).save(folder / "small.png")
    draw_scene(2).transpose(Image.Transpose.ROTATE_90).save(folder / "turned.png")
    draw_scene(99).save(folder / "foreign.png")
    (folder / "broken.png").write_bytes(b"no picture")
    lines = ["small.png,a cove", "small.png,  a  cove", "small.png,the sea", "turned.png,a hill"]
    lines += ["foreign.png,a stranger", "broken.png,nothing"]
    (folder / "captions.csv").write_text("\n".join(["file,caption", *lines]))
    return folder


def test_photos_take_the_texts_of_matching_pictures(
    suggestions: CaptionSuggestions, ids: list[int], collection: Path
) -> None:
    found = run(suggestions.matched(suggestions.photos_of([*ids, 12345]), str(collection)))
    texts = [(one.content_id, one.text) for one in found.proposals]
    assert texts == [(ids[0], "a cove"), (ids[0], "the sea"), (ids[2], "a hill")]
    assert {(one.source, one.weight) for one in found.proposals} == {(CaptionSource.PAIRS, 0.6)}
    match = found.proposals[0].match
    assert match is not None
    assert match.name == "small.png"
    assert (match.bits or 0) <= 6
    assert match.thumbnail.startswith(b"\xff\xd8")
    assert [name for name, _ in found.unreadable] == ["broken.png"]
    assert found.compared == 3


def test_a_list_of_addresses_is_downloaded_and_a_web_that_does_not_answer_is_told(
    suggestions: CaptionSuggestions, ids: list[int], collection: Path, tmp_path: Path
) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("https://a.example/1.png, a cove\nhttps://a.example/gone.png, gone\n")

    def get(address: str) -> bytes:
        if address.endswith("1.png"):
            return (collection / "small.png").read_bytes()
        raise DownloadError(f"{address} cannot be downloaded.")

    photos = suggestions.photos_of(ids)
    found = run(suggestions.matched(photos, str(listed), get=get))
    assert [one.text for one in found.proposals] == ["a cove"]
    assert [name for name, _ in found.unreadable] == ["https://a.example/gone.png"]
    with pytest.raises(DownloadError, match="cannot be downloaded"):
        run(suggestions.matched(photos, "https://a.example/page", get=get))


@pytest.mark.parametrize("kind", ["empty", "no pairs", "all gone", "no row"])
def test_what_is_no_collection_is_told_in_a_sentence(
    suggestions: CaptionSuggestions, ids: list[int], tmp_path: Path, kind: str
) -> None:
    folder = tmp_path / "pairs"
    folder.mkdir()
    if kind == "no pairs":
        draw_scene(1).save(folder / "1.png")
    elif kind != "empty":
        row = "\ngone.png,words" if kind == "all gone" else ""
        (folder / "captions.csv").write_text(f"file,caption{row}")
    with pytest.raises(EngineError, match=r"; |first says"):
        run(suggestions.matched(suggestions.photos_of(ids), str(folder)))


def test_a_captioner_writes_about_photos_and_what_is_done_survives_a_stop(
    library: Library, ids: list[int], tmp_path: Path
) -> None:
    folder = tmp_path / "captioner"
    folder.mkdir()
    torch.manual_seed(0)
    save_tokenizer(folder)
    blip(folder)
    library.change_settings({"generated_weight": 0.5})
    taken: list[Proposal] = []
    suggestions = library.suggestions
    photos = suggestions.photos_of([*ids, *ids])
    library.thumbnails.path(library.photos.hashes([ids[1]])[ids[1]]).unlink()
    job = suggestions.generated(photos * 2, folder, take=taken.append)
    while len(taken) < _PHOTOS - 1:
        next(job)
    job.close()
    assert [one.content_id for one in taken] == [ids[0], ids[2], ids[3]]
    for one in taken:
        assert one.source is CaptionSource.GENERATED
        assert one.weight == pytest.approx(max(1e-3, 0.5 * one.confidence))


@pytest.mark.parametrize("kind", ["empty", "pickle"])
def test_what_is_no_captioner_is_told(tmp_path: Path, kind: str) -> None:
    if kind == "pickle":
        (tmp_path / "pytorch_model.bin").write_bytes(b"\x80\x04N.")
    words = {"empty": "holds no model that writes captions", "pickle": "are a pickle"}
    with pytest.raises(ModelError, match=words[kind]):
        Captioner.load(tmp_path)


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (None, "No captioner is adopted"),
        ({}, "does not write captions"),
        ({"captioner": {}, "captions": {"is_enough": False}}, "not enough captions yet"),
    ],
)
def test_the_own_decoder_says_why_it_does_not_write(
    library: Library, ids: list[int], config: dict[str, object] | None, sentence: str
) -> None:
    if config is not None:
        shape = {"base": library.model, "dimension": 2, "encodes": False}
        card = Card(version="", slot=Slot.RETRIEVAL, kind="dual-encoder")
        version = library.models.store.add(card, lambda _: shape | config).version
        library.slots.switch(Slot.RETRIEVAL, version)
        library.models.look_again()
    with pytest.raises(ModelError, match=sentence):
        run(library.suggestions.written(library.suggestions.photos_of(ids)))


def test_what_the_user_says_of_suggestions_is_one_edit_each(
    library: Library, suggestions: CaptionSuggestions, ids: list[int]
) -> None:
    said = library.annotations
    first, second = ids[:2]
    weak = [
        Proposal(first, "a dog", CaptionSource.GENERATED, 0.2),
        Proposal(first, "a cat", CaptionSource.PAIRS, 0.6),
        Proposal(second, "a cat", CaptionSource.PAIRS, 0.6),
    ]
    said.add_captions([Caption(first, "my words")])
    suggestions.keep(weak)
    assert sorted(one.text for one in suggestions.unreviewed(ids)) == ["a cat", "a cat", "a dog"]

    change = suggestions.settle(first, ["a cat"], ["a dog", "a cat"])
    captions = said.of([first])[first].captions
    assert {(one.text, one.source) for one in captions} == {
        ("my words", CaptionSource.MANUAL),
        ("a cat", CaptionSource.MANUAL),
    }
    suggestions.settle(second, [], ["a cat"])
    assert said.of([second])[second].captions == ()

    said.apply(change.inverse)
    assert {one.text for one in suggestions.unreviewed([first])} == {"a dog", "a cat"}


def test_what_was_rejected_is_not_suggested_again_until_that_is_undone(
    library: Library, suggestions: CaptionSuggestions, ids: list[int], collection: Path
) -> None:
    def suggested() -> list[str]:
        found = run(suggestions.matched(suggestions.photos_of(ids), str(collection)))
        return [one.text for one in found.proposals]

    change = suggestions.settle(ids[0], ["a cove"], ["a cove", "the sea"])
    suggestions.settle(ids[2], [], ["a hill"])
    assert suggested() == ["a cove"]
    library.annotations.apply(change.inverse)
    assert suggested() == ["a cove", "the sea"]
