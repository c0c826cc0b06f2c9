"""What the user says, in sidecars and back, over real imports."""

from pathlib import Path

import pytest

from engine.catalog.annotations import Annotations
from engine.catalog.browse import Browse
from engine.catalog.changes import Caption
from engine.exchange.sidecars import Sidecars
from engine.images.sidecar import read_sidecar
from engine.jobs import run
from tests.conftest import DrawPhoto
from tests.engine.indexing.workbench import Workbench


@pytest.fixture
def bench(tmp_path: Path, draw_photo: DrawPhoto) -> Workbench:
    bench = Workbench(tmp_path)
    for number in range(2):
        draw_photo(bench.top / f"{number}.jpg", number)
    bench.run()
    return bench


def _content(bench: Workbench, name: str) -> int:
    browse = Browse(bench.database)
    rows = browse.rows([int(id_) for id_ in browse.ids()]).values()
    found = {row.path.rpartition(b"/")[2].decode(): row.content_id for row in rows}
    content = found[name]
    assert content is not None
    return content


def _sidecars(bench: Workbench) -> tuple[Annotations, Sidecars]:
    annotations = Annotations(bench.database)
    parts = bench.importer
    return annotations, Sidecars(annotations, parts.photos, parts.files, parts.metadata)


def test_words_go_to_a_sidecar_and_to_another_library(bench: Workbench, tmp_path: Path) -> None:
    annotations, sidecars = _sidecars(bench)
    photo = _content(bench, "0.jpg")
    before = (bench.top / "0.jpg").read_bytes()
    annotations.add_labels([(photo, "dog"), (photo, "Strand, Nord")])
    annotations.add_captions([Caption(photo, "小狗 on <the> beach & more")])
    annotations.rate([photo], 4)
    report = run(sidecars.write())
    assert (report.written, report.problems) == (1, [])
    assert (bench.top / "0.jpg").read_bytes() == before
    assert not (bench.top / "1.jpg.xmp").exists()
    assert bench.run().model_calls == 0

    (tmp_path / "other").mkdir()
    other = Workbench(tmp_path / "other")
    for file in bench.top.iterdir():
        (other.top / file.name).write_bytes(file.read_bytes())
    other.run()
    there, taken = _sidecars(other)
    assert taken.take().added == 4
    said = there.of([_content(other, "0.jpg")]).popitem()[1]
    assert [label.name for label in said.labels] == ["Strand, Nord", "dog"]
    assert [caption.text for caption in said.captions] == ["小狗 on <the> beach & more"]
    assert said.stars == 4
    again = taken.take()
    assert (again.added, again.unchanged) == (0, 4)
    other.database.close()


def test_a_label_taken_away_leaves_the_sidecar_and_foreign_words_stay(bench: Workbench) -> None:
    annotations, sidecars = _sidecars(bench)
    photo, sidecar = _content(bench, "0.jpg"), bench.top / "0.jpg.xmp"
    annotations.add_label([photo], "dog")
    run(sidecars.write())
    text = sidecar.read_text()
    sidecar.write_text(text.replace("<rdf:li>dog", "<rdf:li>theirs</rdf:li><rdf:li>dog"))
    bench.run()
    annotations.remove_label([photo], "dog")
    annotations.add_label([photo], "cat")
    run(sidecars.write([photo]))
    assert read_sidecar(bytes(sidecar)).keywords == ("theirs", "cat")


def test_a_sidecar_that_cannot_be_written_is_told(bench: Workbench) -> None:
    annotations, sidecars = _sidecars(bench)
    for name in ("0.jpg", "1.jpg"):
        annotations.rate([_content(bench, name)], 3)
    (bench.top / "0.jpg.xmp").write_text("not xmp")
    report = run(sidecars.write())
    assert report.written == 1
    assert len(report.problems) == 1
    assert (bench.top / "0.jpg.xmp").read_text() == "not xmp"
