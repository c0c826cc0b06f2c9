"""IPTC-IIM: what picture editors wrote before XMP. Source: IIM 4.2, chapters 3 to 6."""

import re

from engine.metadata.fields import (
    Fields,
    Moment,
    clean_keywords,
    clean_line,
    clean_text,
    decode_text,
    parse_moment,
)

_MARKER = 0x1C
_ENCODING = (1, 90)
_TITLE, _KEYWORDS, _DATE, _TIME = (2, 5), (2, 25), (2, 55), (2, 60)
_HEADLINE, _CAPTION = (2, 105), (2, 120)
_WANTED = frozenset((_ENCODING, _TITLE, _KEYWORDS, _DATE, _TIME, _HEADLINE, _CAPTION))

# ISO 2022 escapes, as IIM 1:90 wants them: UTF-8 in its three levels, and ISO 8859-1.
_UTF_8 = (b"\x1b%G", b"\x1b%/G", b"\x1b%/H", b"\x1b%/I")
_LATIN_1 = (b"\x1b.A", b"\x1b-A")

_MAX_DATASETS = 10_000
_DATE_DIGITS = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})")
_TIME_DIGITS = re.compile(r"(\d{2}):?(\d{2}):?(\d{2})\s*([+-]\d{2}:?\d{2})?")


def iptc_fields(data: bytes) -> Fields:
    """Read a block of IPTC-IIM.

    Args:
        data: The block, from its first data set on.

    Returns:
        What it says; of a damaged block what comes before the damage.
    """
    sets = _datasets(data)

    def text(key: tuple[int, int]) -> str | None:
        return next((value for raw in sets.get(key, ()) if (value := _decode(raw, sets))), None)

    return Fields(
        taken=_moment(text(_DATE), text(_TIME)),
        keywords=clean_keywords(_decode(raw, sets) for raw in sets.get(_KEYWORDS, ())) or None,
        title=clean_line(text(_TITLE)) or clean_line(text(_HEADLINE)),
        description=clean_text(text(_CAPTION)),
    )


def _datasets(data: bytes) -> dict[tuple[int, int], list[bytes]]:
    """Split the block; texts by record and data set."""
    sets: dict[tuple[int, int], list[bytes]] = {}
    # Bytes of padding may stand before the first data set.
    place = max(data[:16].find(_MARKER), 0)
    for _ in range(_MAX_DATASETS):
        if place + 5 > len(data) or data[place] != _MARKER:
            break
        size = int.from_bytes(data[place + 3 : place + 5], "big")
        start = place + 5
        if size & 0x8000:
            width = min(size & 0x7FFF, 8)
            size = int.from_bytes(data[start : start + width], "big")
            start += width
        key = (data[place + 1], data[place + 2])
        if key in _WANTED:
            sets.setdefault(key, []).append(data[start : start + size])
        place = start + size
    return sets


def _decode(raw: bytes, sets: dict[tuple[int, int], list[bytes]]) -> str:
    """Decode by the encoding that the block declares; many declare none, or a wrong one."""
    raw = raw.rstrip(b"\0")
    encoding = sets.get(_ENCODING, [b""])[0]
    if encoding.startswith(_LATIN_1) and not encoding.startswith(_UTF_8):
        return raw.decode("latin-1")
    return decode_text(raw)


def _moment(day: str | None, time: str | None) -> Moment | None:
    date = _DATE_DIGITS.fullmatch((day or "").strip())
    if date is None:
        return None
    clock = _TIME_DIGITS.fullmatch((time or "").strip())
    text = "-".join(date.groups())
    if clock is None:
        return parse_moment(text)
    # Programs that do not know the zone write +0000, so that this one says nothing.
    zone = "" if clock[4] in (None, "+0000", "+00:00") else clock[4]
    return parse_moment(f"{text}T{clock[1]}:{clock[2]}:{clock[3]}{zone}") or parse_moment(text)
