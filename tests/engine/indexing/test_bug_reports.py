"""Reports from comparable programs, tried on ours with the tricky files that go with them."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.catalog.browse import Browse
from engine.images.prepare import PreparedPhoto, prepare_photo
from tests.conftest import DrawPhoto
from tests.engine.indexing.workbench import Workbench

CASES = os.environ.get("IMGTEXT_CASES")

pytestmark = pytest.mark.skipif(not CASES, reason="IMGTEXT_CASES names no folder")


def _copy(bench: Workbench, *names: str, prefix: str = "") -> None:
    for name in names:
        source = Path(CASES or "", "files", name)
        shutil.copy(source, bench.top / f"{prefix}{source.name}")


def _states(bench: Workbench) -> dict[str, str]:
    return {os.fsdecode(os.path.basename(line.path)): line.state for line in bench.files.lines()}


def test_a01_one_bad_file_does_not_stop_the_good_ones(
    bench: Workbench, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    expected_log += ["corrupt.heic", "65536x65536.png"]
    for number in range(30):
        draw_photo(bench.top / f"{number:02}.jpg", number)
    _copy(bench, "broken/corrupt.heic", "bomb/65536x65536.png", prefix="15-")
    bench.run()
    states = _states(bench)
    bad = {name for name, state in states.items() if state != "indexed"}
    assert bad == {"15-corrupt.heic", "15-65536x65536.png"}
    assert len(states) == 32
    assert bench.run().model_calls == 0  # and neither is tried again


def test_a02_each_reason_goes_with_its_file(bench: Workbench, expected_log: list[str]) -> None:
    expected_log += [str(bench.top / "truncated.png"), str(bench.top / "zero_byte.jpg")]
    _copy(bench, "broken/truncated.png", "wrong/zero_byte.jpg")
    bench.run()
    reasons = {os.fsdecode(line.path): line.reason for line in bench.files.lines()}
    assert reasons.keys() == {str(bench.top / name) for name in ("truncated.png", "zero_byte.jpg")}
    assert all(reasons.values())


def test_a06_the_content_decides_not_the_name(bench: Workbench) -> None:
    _copy(bench, "wrong/jpeg_named.png", "wrong/jpeg_named.jp2")
    shutil.copy(bench.top / "jpeg_named.png", bench.top / "copy.HEIC")
    bench.run()
    assert set(_states(bench).values()) == {"indexed"}


def test_a07_one_bad_field_costs_only_itself(bench: Workbench) -> None:
    _copy(bench, "meta/exif_invalid.jpg", "meta/exif_loop.jpg", "meta/exif_bad.jpg")
    bench.run()
    assert set(_states(bench).values()) == {"indexed"}


def test_a08_no_date_is_no_wrong_date(bench: Workbench) -> None:
    dates = Path(CASES or "", "files", "dates")
    _copy(bench, *(f"dates/{file.name}" for file in dates.iterdir()))
    bench.run()
    ids = [int(id_) for id_ in Browse(bench.database).ids()]
    assert len(ids) == len(list(dates.iterdir()))
    taken = [said.taken for said in bench.importer.metadata.of(ids).values() if said.taken]
    assert all(moment.year not in (0, 1969, 1970) for moment in taken)


def test_a19_results_stay_with_their_files(
    bench: Workbench, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    bad = {1, 17, 40}
    for number in range(1, 41):
        path = bench.top / f"{number:02}.jpg"
        if number in bad:
            _copy(bench, "wrong/zero_byte.jpg")
            (bench.top / "zero_byte.jpg").rename(path)
            expected_log.append(path.name)
        else:
            draw_photo(path, number, (320, 240))
    bench.run()
    for number in set(range(1, 41)) - bad:
        path = bench.top / f"{number:02}.jpg"
        photo = prepare_photo(os.fsencode(path))
        assert isinstance(photo, PreparedPhoto)
        alone = bench.encoder.encode_images(photo.pixels[None])[0]
        np.testing.assert_array_equal(bench.features_of(path), alone)
