"""Real tricky files: set IMGTEXT_CASES to the folder that holds manifest.tsv and files/."""

import os
from datetime import datetime
from pathlib import Path

import pytest

from engine.images.sidecar import read_sidecar
from engine.images.sidecar_names import find_sidecar
from engine.metadata.photo_metadata import PhotoMetadata
from engine.metadata.reading import read_metadata, with_sidecar

CASES = os.environ.get("IMGTEXT_CASES")

pytestmark = pytest.mark.skipif(not CASES, reason="IMGTEXT_CASES names no folder")


def _read(name: str) -> PhotoMetadata:
    assert CASES
    return read_metadata(Path(CASES, "files", name).read_bytes())


def test_no_file_fails_and_no_date_is_an_artefact() -> None:
    assert CASES
    for path in Path(CASES, "files").rglob("*"):
        if path.is_file():
            taken = read_metadata(path.read_bytes()).taken
            assert taken is None or 2000 <= taken.year <= 2026, path


@pytest.mark.parametrize("name", ["zero_date.jpg", "blank_date.jpg", "no_exif.jpg"])
def test_no_date(name: str) -> None:
    assert _read(f"dates/{name}").taken is None


@pytest.mark.parametrize(
    ("name", "taken", "offset"),
    [
        ("dates/priority.jpg", datetime(2023, 2, 2, 2), None),
        ("heif/tenbit.hif", datetime(2020, 9, 14, 11, 9, 34, 641_000), -300),
        ("heif/depth_gainmap.heic", datetime(2023, 2, 21, 14, 33, 8, 302_000), 180),
        ("meta/exif_invalid.jpg", datetime(2010, 4, 13, 9, 37, 22), 120),
        ("meta/gps_empty_ifd.jpg", datetime(2020, 7, 27, 14, 46, 48, 780_685), None),
        ("meta/iptc.jpg", datetime(2021, 10, 20, 21, 1, 1), 0),
        ("raw/stripped.cr2", datetime(2005, 8, 3, 18, 59, 18), None),
    ],
)
def test_dates(name: str, taken: datetime, offset: int | None) -> None:
    said = _read(name)
    assert (said.taken, said.utc_offset) == (taken, offset)


def test_broken_blocks_say_nothing() -> None:
    for name in ("meta/exif_bad.jpg", "meta/exif_loop.jpg"):
        assert _read(name) == PhotoMetadata()


def test_places_and_words() -> None:
    said = _read("meta/gps.jpg")
    assert (said.latitude, said.longitude) == pytest.approx((43.467448, 11.885127))
    assert said.camera == "Nikon COOLPIX P6000"
    said = _read("meta/iptc.jpg")
    assert said.keywords == ("Keyword1ref2021.1", "Keyword2ref2021.1", "Keyword3ref2021.1")
    assert (said.rating, said.title) == (1, "The Title (ref2021.1)")


def test_a_sidecar() -> None:
    assert CASES
    photo = os.fsencode(Path(CASES, "files/sidecar/IMG_5910.jpg"))
    sidecar = find_sidecar(photo)
    assert sidecar is not None
    assert sidecar.endswith(b"IMG_5910.xmp")
    said = with_sidecar(PhotoMetadata(), read_sidecar(sidecar))
    assert said.rating == 3
    assert said.keywords == ("Alvin the Squirrel", "Berkley", "USA")
    assert said.title == said.description == "Squirrel at berkely"
    assert said.taken == datetime(2015, 6, 11, 10, 29, 26, 690_000)
