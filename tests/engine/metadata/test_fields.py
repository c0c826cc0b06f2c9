"""Which values are believed, and how texts and names are mended."""

from datetime import datetime

import pytest

from engine.metadata.cameras import camera_name
from engine.metadata.fields import (
    Moment,
    believable_rating,
    clean_keywords,
    clean_text,
    decode_text,
    parse_moment,
    rating_of_percent,
)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2019:06:09 12:57:32", Moment(datetime(2019, 6, 9, 12, 57, 32))),
        ("2019-06-09T12:57:32.5-05:30", Moment(datetime(2019, 6, 9, 12, 57, 32, 500_000), -330)),
        ("2019-06-09T12:57Z", Moment(datetime(2019, 6, 9, 12, 57), 0)),
        ("2019/06/09", Moment(datetime(2019, 6, 9))),
        ("2019:06:09 12:57:60", Moment(datetime(2019, 6, 9, 12, 57, 59))),
        ("1935-07-01", Moment(datetime(1935, 7, 1))),
        ("1969-07-20T20:17:40", Moment(datetime(1969, 7, 20, 20, 17, 40))),
        ("2019:06:09 12:57:32+99:00", Moment(datetime(2019, 6, 9, 12, 57, 32))),
        ("0000:00:00 00:00:00", None),
        ("0001-01-01T00:00:00", None),
        ("    :  :     :  :  ", None),
        ("2019:02:30 00:00:00", None),
        ("2019:06:  ", None),
        ("2019", None),
        ("1970:01:01 00:00:00", None),
        ("1970:01:01 08:00:00", None),
        ("1969:12:31 18:00:00", None),
        ("1904:01:01 00:00:00", None),
        ("1980:01:01 00:00:00", None),
        ("2999:01:01 00:00:00", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_dates(text: str | None, moment: Moment | None) -> None:
    assert parse_moment(text) == moment


def test_fraction_and_offset_apart() -> None:
    moment = parse_moment("2019:06:09 12:57:32", fraction="07 ", offset="+02:00")
    assert moment == Moment(datetime(2019, 6, 9, 12, 57, 32, 70_000), 120)
    plain = Moment(datetime(2019, 6, 9, 12, 57, 32))
    assert parse_moment("2019:06:09 12:57:32", fraction="x", offset="local") == plain


@pytest.mark.parametrize(
    ("make", "model", "name"),
    [
        ("NIKON CORPORATION", "NIKON D5", "Nikon D5"),
        ("Canon", "Canon EOS 5D", "Canon EOS 5D"),
        ("SONY", "ILCE-7M3", "Sony ILCE-7M3"),
        ("OLYMPUS OPTICAL CO.,LTD", "C750UZ", "Olympus C750UZ"),
        ("EASTMAN KODAK COMPANY", "KODAK DC240", "Kodak DC240"),
        ("samsung", "SM-G991B", "Samsung SM-G991B"),
        ("Apple", "iPhone 13 Pro", "Apple iPhone 13 Pro"),
        ("FUJIFILM", "X-T30", "Fujifilm X-T30"),
        ("DJI", "FC3170", "DJI FC3170"),
        ("LEICA CAMERA AG", "LEICA Q2", "Leica Q2"),
        ("HUAWEI", "HUAWEIX", "Huawei HUAWEIX"),
        ("Canon", None, "Canon"),
        (None, "X100", "X100"),
        (None, None, None),
    ],
)
def test_cameras(make: str | None, model: str | None, name: str | None) -> None:
    assert camera_name(make, model) == name


def test_texts_are_mended() -> None:
    assert decode_text("Zürich".encode()) == "Zürich"
    assert decode_text("Zürich – “x”".encode("cp1252")) == "Zürich – “x”"
    assert decode_text("Zürich, né".encode()[:-1]) == "Zürich, n"  # cut by a limit
    assert decode_text("caf\xe9".encode("latin-1")) == "café"
    assert decode_text("\ufeffa".encode("utf-16-be")) == "a"
    assert clean_text(" a\0b\r\nc\x07 \ud800 ") == "ab\nc"
    assert clean_text("e\u0301") == "é"
    assert clean_text(" \0 ") is None
    assert clean_keywords([" a  b ", "a b", "", "\n"]) == ("a b",)


def test_ratings() -> None:
    assert [believable_rating(value) for value in (-1, 0, 3.0, 5, 6, -2, None)] == [
        -1,
        0,
        3,
        5,
        None,
        None,
        None,
    ]
    assert [rating_of_percent(value) for value in (0, 1, 25, 50, 75, 99, 101)] == [
        *range(6),
        None,
    ]
