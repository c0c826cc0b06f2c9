"""What files and their sidecars say, through real imports."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from engine.catalog.annotations import Annotations
from engine.catalog.browse import Browse
from engine.catalog.changes import Caption
from tests.conftest import DrawPhoto
from tests.engine.indexing.workbench import Workbench
from tests.engine.metadata.metadata_files import exif_block

TAKEN, OFFSET = 0x9003, 0x9011


def _sidecar(path: Path, rating: int, *keywords: str) -> None:
    items = "".join(f"<rdf:li>{word}</rdf:li>" for word in keywords)
    path.write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" xmp:Rating="{rating}">'
        f"<dc:subject><rdf:Bag>{items}</rdf:Bag></dc:subject>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>"
    )
    os.utime(path, ns=(rating * 10**9, rating * 10**9))


@pytest.fixture
def photos(bench: Workbench, draw_photo: DrawPhoto) -> Path:
    for number in range(3):
        draw_photo(bench.top / f"{number}.jpg", number, (320, 240))
    with Image.open(bench.top / "1.jpg") as image:
        exif = exif_block({}, {TAKEN: "2001:02:03 04:05:06", OFFSET: "+02:00"})
        image.save(bench.top / "1.jpg", exif=b"Exif\0\0" + exif)
    return bench.top


def _ids(bench: Workbench) -> dict[str, int]:
    """The photos by name, newest first."""
    browse = Browse(bench.database)
    rows = browse.rows([int(id_) for id_ in browse.ids()])
    return {os.fsdecode(os.path.basename(rows[int(i)].path)): int(i) for i in browse.ids()}


def test_a_photo_is_sorted_by_the_day_it_was_taken(bench: Workbench, photos: Path) -> None:
    os.utime(photos / "0.jpg", (981_000_000, 981_000_000))  # 2001-02-01
    os.utime(photos / "2.jpg", (982_000_000, 982_000_000))  # 2001-02-12
    bench.run()
    ids = _ids(bench)
    assert list(ids) == ["2.jpg", "1.jpg", "0.jpg"]
    said = bench.importer.metadata.of(list(ids.values()))
    assert said[ids["1.jpg"]].taken_ns == 981_165_906 * 10**9
    assert said[ids["0.jpg"]].taken is None


def test_sidecars_are_read_again_when_they_change(bench: Workbench, photos: Path) -> None:
    _sidecar(photos / "0.jpg.xmp", 3, "dog")
    bench.run()

    def said() -> list[tuple[int | None, tuple[str, ...]]]:
        ids = _ids(bench)
        found = bench.importer.metadata.of(list(ids.values()))
        return [(found[i].rating, found[i].keywords) for _, i in sorted(ids.items())]

    assert said() == [(3, ("dog",)), (None, ()), (None, ())]
    _sidecar(photos / "0.jpg.xmp", 4, "dog", "beach")
    _sidecar(photos / "2.xmp", 5)
    assert bench.run().model_calls == 0
    assert said() == [(4, ("dog", "beach")), (None, ()), (5, ())]
    (photos / "0.jpg.xmp").unlink()
    bench.run()
    assert said() == [(None, ()), (None, ()), (5, ())]


def test_a_damaged_sidecar_costs_nothing_else(
    bench: Workbench, photos: Path, expected_log: list[str]
) -> None:
    (photos / "1.jpg.xmp").write_bytes(b"\0" * 100)
    expected_log.append("1.jpg.xmp")
    bench.run()
    ids = _ids(bench)
    assert bench.importer.metadata.of([ids["1.jpg"]])[ids["1.jpg"]].taken is not None


def _turn(path: Path) -> None:
    with Image.open(path) as image:
        image.transpose(Image.Transpose.ROTATE_90).save(path)


def _replace(path: Path) -> None:
    with Image.open(path) as image:
        Image.effect_mandelbrot(image.size, (-2, -1, 1, 1), 50).convert("RGB").save(path)


@pytest.mark.parametrize(("change", "is_kept"), [(_turn, True), (_replace, False)])
def test_what_is_said_of_a_photo_outlives_its_being_edited(
    bench: Workbench, photos: Path, change: Callable[[Path], None], is_kept: bool
) -> None:
    bench.run()
    browse, annotations = Browse(bench.database), Annotations(bench.database)
    photo = _ids(bench)["0.jpg"]
    (before,) = browse.content_ids([photo])
    annotations.add_captions([Caption(before, "words")])
    annotations.add_label([before], "dog")
    annotations.rate([before], 5)
    change(photos / "0.jpg")
    bench.run()
    (after,) = browse.content_ids([photo])
    assert after != before
    said = annotations.of([before, after])
    assert said[before].captions  # waits for its return
    found = said[after]
    assert [bool(found.captions), bool(found.labels), bool(found.stars)] == [is_kept] * 3
