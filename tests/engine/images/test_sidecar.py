"""The file beside a photo: whose it is, what it says, and that writing loses nothing."""

import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import SidecarError
from engine.images.sidecar import read_sidecar, write_sidecar
from engine.images.sidecar_names import find_sidecar, pair_sidecars
from engine.metadata.fields import clean_keywords, clean_text
from engine.metadata.xml_tree import XmlError
from engine.metadata.xmp import xmp_fields
from engine.metadata.xmp_edit import EMPTY_PACKET, XmpEdit, edit_packet
from tests.engine.metadata.metadata_files import RDF, alt, bag, xmp_packet

EDIT = XmpEdit(rating=4, keywords=("Zoë & <sea>", "old house"), description='Two\nlines, "said"')

HISTORY = (
    '<darktable:history><rdf:Seq><rdf:li darktable:num="0" darktable:params="gz12&#10;eJx"/>'
    "</rdf:Seq></darktable:history>"
)
FOREIGN = xmp_packet(
    "<!-- kept -->"
    + HISTORY
    + bag("dc:subject", "one", "two")
    + bag("lr:hierarchicalSubject", "Places|one")
    + alt("dc:description", de="auf Deutsch", x_default="in English"),
    'xmp:Rating="2" crs:Exposure2012="+0.12"',
)


def _without_head(packet: bytes) -> str:
    """A packet without the instruction before it, which holds a byte order mark."""
    return packet.decode().partition("?>")[2]


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        ("a.jpg a.jpg.xmp", {"a.jpg": "a.jpg.xmp"}),
        ("a.jpg a.xmp", {"a.jpg": "a.xmp"}),
        ("a.jpg a.xmp a.jpg.xmp", {"a.jpg": "a.jpg.xmp"}),
        ("a.jpg a.cr2 a.xmp", {"a.cr2": "a.xmp"}),
        ("a.JPG a.CR2 a.XMP", {"a.CR2": "a.XMP"}),
        ("a.jpg a.cr2 a.xmp a.jpg.xmp", {"a.cr2": "a.xmp", "a.jpg": "a.jpg.xmp"}),
        ("a.jpg a.cr2 a.xmp a.cr2.xmp", {"a.cr2": "a.cr2.xmp"}),
        ("a.jpg a.png a.xmp", {}),
        ("a.nef a.dng a.xmp", {}),
        ("a.jpg a.mov a.xmp", {"a.jpg": "a.xmp"}),
        ("a.JPG a.jpg.XMP", {"a.JPG": "a.jpg.XMP"}),
        ("a.jpg A.jpg a.jpg.xmp", {"a.jpg": "a.jpg.xmp"}),
        ("a.jpg a.jpg.png a.jpg.xmp", {"a.jpg": "a.jpg.xmp"}),
        ("a.jpg.png a.jpg.xmp", {"a.jpg.png": "a.jpg.xmp"}),
        ("a.jpg a.jpg.XMP a.jpg.xmp", {"a.jpg": "a.jpg.xmp"}),
        ("é.jpg e\u0301.xmp", {"é.jpg": "e\u0301.xmp"}),
        ("é.jpg e\u0301.jpg e\u0301.xmp é.xmp", {}),
        ("a.jpg b.xmp orphan.xmp a.jpg.json", {}),
        ("a\udcff.jpg a\udcff.jpg.xmp", {"a\udcff.jpg": "a\udcff.jpg.xmp"}),
    ],
)
def test_whose_sidecar_it_is(names: str, pairs: dict[str, str]) -> None:
    files = [name.encode("utf-8", "surrogateescape") for name in names.split()]
    found = {
        photo.decode("utf-8", "surrogateescape"): name.decode("utf-8", "surrogateescape")
        for photo, name in pair_sidecars(files).items()
    }
    assert found == pairs


def test_one_photo_and_its_sidecar(tmp_path: Path) -> None:
    photo = os.fsencode(tmp_path / "a.jpg")
    for name in ("a.jpg", "a.cr2", "b.jpg", "b.jpg.xmp"):
        (tmp_path / name).touch()
    assert find_sidecar(photo) is None
    (tmp_path / "a.xmp").touch()
    assert find_sidecar(photo) is None
    assert find_sidecar(os.fsencode(tmp_path / "a.cr2")) == os.fsencode(tmp_path / "a.xmp")
    assert find_sidecar(os.fsencode(tmp_path / "gone" / "a.jpg")) is None


def test_a_new_sidecar_says_what_was_written(tmp_path: Path) -> None:
    photo = tmp_path / "a.jpg"
    photo.write_bytes(b"the photo")
    path = write_sidecar(os.fsencode(photo), EDIT)
    assert path == os.fsencode(tmp_path / "a.jpg.xmp")
    said = read_sidecar(path)
    assert (said.rating, said.keywords, said.description) == (
        4,
        EDIT.keywords,
        EDIT.description,
    )
    assert sorted(os.listdir(tmp_path)) == ["a.jpg", "a.jpg.xmp"]
    assert photo.read_bytes() == b"the photo"
    write_sidecar(os.fsencode(photo), XmpEdit(rating=-1))
    assert read_sidecar(path).rating == -1
    assert read_sidecar(path).keywords == EDIT.keywords


def test_what_others_wrote_stays_to_the_byte() -> None:
    edited = edit_packet(FOREIGN, EDIT)
    said = xmp_fields(edited)
    assert (said.rating, said.keywords, said.description) == (
        4,
        EDIT.keywords,
        EDIT.description,
    )
    back = edit_packet(edited, XmpEdit(rating=2, keywords=("one", "two"), description="in English"))
    for part in (
        HISTORY,
        "<!-- kept -->",
        bag("lr:hierarchicalSubject", "Places|one"),
        '<rdf:li xml:lang="de">auf Deutsch</rdf:li>',
        'crs:Exposure2012="+0.12"',
        bag("dc:subject", "one", "two"),
        alt("dc:description", de="auf Deutsch", x_default="in English"),
    ):
        assert part.encode() in back
    rating = b"<xmp:Rating>2</xmp:Rating>"
    assert back.replace(b" " + rating + b"\n  ", b"") == FOREIGN.replace(b' xmp:Rating="2"', b"")


def test_nothing_is_written_where_all_is_said(tmp_path: Path) -> None:
    photo, sidecar = tmp_path / "a.jpg", tmp_path / "a.xmp"
    photo.touch()
    sidecar.write_bytes(FOREIGN)
    before = sidecar.stat()
    same = XmpEdit(rating=2, keywords=("one", "two"), description="in English")
    assert write_sidecar(os.fsencode(photo), same) == os.fsencode(sidecar)
    write_sidecar(os.fsencode(photo), XmpEdit())
    assert (sidecar.stat().st_ino, sidecar.stat().st_mtime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
    )


@pytest.mark.parametrize(
    "packet",
    [
        EMPTY_PACKET,
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- a > b --></x:xmpmeta>',
        f'<RDF xmlns="{RDF}"/>'.encode(),
        f'<rdf:RDF xmlns:rdf="{RDF}"><rdf:Description rdf:about=""/></rdf:RDF>'.encode(),
        (
            f'<rdf:RDF xmlns:rdf="{RDF}"><rdf:Description xmlns:q="http://ns.adobe.com/xap/1.0/"'
            " q:Rating='2' q:Label=\"a > b\"/></rdf:RDF>"
        ).encode(),
        (
            f'<rdf:RDF xmlns:rdf="{RDF}"><rdf:Description><d:subject xmlns:d="http://purl.org/dc/'
            'elements/1.1/"><rdf:Bag/></d:subject></rdf:Description><rdf:Description '
            'xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:Rating>1</xmp:Rating><xmp:Rating/>'
            "</rdf:Description></rdf:RDF>"
        ).encode(),
        xmp_packet("<dc:description>plain</dc:description><dc:subject>plain</dc:subject>"),
        xmp_packet(alt("dc:description", de="x"), 'dc:subject="a"'),
        xmp_packet(
            '<dc:description><rdf:Alt><rdf:li xml:lang="x-default"/></rdf:Alt></dc:description>'
        ),
        b"\xef\xbb\xbf" + FOREIGN,
        b'<?xml version="1.0" encoding="ISO-8859-1"?>'
        + _without_head(xmp_packet(bag("dc:subject", "Zoë"))).encode("latin-1"),
        '\ufeff<?xml version="1.0" encoding="UTF-16"?>'.encode("utf-16-le")
        + _without_head(FOREIGN).encode("utf-16-le"),
    ],
)
def test_every_form_of_sidecar_takes_an_edit(packet: bytes) -> None:
    edited = edit_packet(packet, EDIT)
    said = xmp_fields(edited)
    assert (said.rating, said.keywords, said.description) == (
        4,
        EDIT.keywords,
        EDIT.description,
    )
    assert edit_packet(edited, EDIT) == edited
    bare = xmp_fields(edit_packet(edited, XmpEdit(rating=0, keywords=(), description="")))
    assert (bare.rating, bare.keywords, bare.description) == (0, (), "")


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        FOREIGN[:-60],
        FOREIGN.replace(b"</rdf:Description>", b""),
        FOREIGN.replace(b"one", b"\xff\xff"),
        b"<plist/>",
        b'<!DOCTYPE x [<!ENTITY a "b">]>' + FOREIGN,
        b"\0" * 100,
    ],
)
def test_a_damaged_sidecar_is_never_overwritten(tmp_path: Path, damaged: bytes) -> None:
    photo, sidecar = tmp_path / "a.jpg", tmp_path / "a.jpg.xmp"
    photo.touch()
    sidecar.write_bytes(damaged)
    with pytest.raises(SidecarError, match="damaged"):
        write_sidecar(os.fsencode(photo), EDIT)
    assert sidecar.read_bytes() == damaged
    assert sorted(os.listdir(tmp_path)) == ["a.jpg", "a.jpg.xmp"]


def test_of_a_damaged_sidecar_what_is_whole_is_read(tmp_path: Path) -> None:
    sidecar = tmp_path / "a.xmp"
    sidecar.write_bytes(FOREIGN[: FOREIGN.index(b"auf Deutsch") + 3])
    said = read_sidecar(os.fsencode(sidecar))
    assert (said.rating, said.keywords) == (2, ("one", "two"))
    sidecar.write_bytes(b"no XML")
    with pytest.raises(SidecarError, match="damaged"):
        read_sidecar(os.fsencode(sidecar))
    with pytest.raises(SidecarError, match="cannot be read"):
        read_sidecar(os.fsencode(tmp_path / "gone.xmp"))
    with pytest.raises(SidecarError, match="no sidecar"):
        read_sidecar(os.fsencode(tmp_path))


@pytest.mark.skipif(_is_root(), reason="nothing is read-only to root")
def test_a_read_only_place_gives_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    photo, sidecar = folder / "a.jpg", folder / "a.jpg.xmp"
    photo.touch()
    sidecar.write_bytes(FOREIGN)
    sidecar.chmod(0o444)
    with pytest.raises(SidecarError, match="may not be written"):
        write_sidecar(os.fsencode(photo), EDIT)
    sidecar.unlink()
    folder.chmod(0o555)
    try:
        with pytest.raises(SidecarError, match="may not be written"):
            write_sidecar(os.fsencode(photo), EDIT)
    finally:
        folder.chmod(0o755)


def test_a_missing_place_or_a_long_name_gives_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SidecarError, match="not there"):
        write_sidecar(os.fsencode(tmp_path / "gone" / "a.jpg"), EDIT)
    with pytest.raises(SidecarError, match="not there"):
        write_sidecar(os.fsencode(tmp_path / "a.jpg"), EDIT)
    photo = tmp_path / ("a" * 251 + ".jpg")
    photo.touch()
    with pytest.raises(SidecarError, match="too long"):
        write_sidecar(os.fsencode(photo), EDIT)
    assert os.listdir(tmp_path) == [photo.name]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of Unix")
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    photo, link, target = tmp_path / "a.jpg", tmp_path / "a.jpg.xmp", tmp_path / "kept" / "real.xmp"
    photo.touch()
    target.parent.mkdir()
    target.write_bytes(FOREIGN)
    target.chmod(0o640)
    link.symlink_to(target)
    write_sidecar(os.fsencode(photo), EDIT)
    assert link.is_symlink()
    assert read_sidecar(os.fsencode(target)).rating == 4
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert os.listdir(target.parent) == ["real.xmp"]


def test_a_rating_that_is_none_is_our_bug() -> None:
    with pytest.raises(ValueError, match="no rating"):
        edit_packet(EMPTY_PACKET, XmpEdit(rating=6))
    with pytest.raises(XmlError):
        edit_packet(b"", EDIT)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    keywords=st.lists(st.text(max_size=30), max_size=6),
    description=st.text(max_size=80),
    rating=st.integers(-1, 5),
    packet=st.sampled_from([EMPTY_PACKET, FOREIGN]),
)
def test_any_words_come_back(
    keywords: list[str], description: str, rating: int, packet: bytes
) -> None:
    edit = XmpEdit(rating=rating, keywords=tuple(keywords), description=description)
    said = xmp_fields(edit_packet(packet, edit))
    assert said.rating == rating
    assert said.keywords == clean_keywords(keywords)
    assert said.description == (clean_text(description) or "")
