"""EXIF: what the camera wrote. Source: Exif 3.0 (CIPA DC-008), section 4.6; TIFF/EP for raw files.

The maker's own notes are not read.
"""

import re
from collections.abc import Mapping

from engine.metadata.fields import (
    Fields,
    Moment,
    believable_altitude,
    believable_iso,
    believable_position,
    believable_rating,
    clean_keywords,
    clean_line,
    clean_text,
    decode_text,
    is_factory_text,
    parse_moment,
    positive,
    rating_of_percent,
)
from engine.metadata.tiff_tags import Tag, TagReader

_DESCRIPTION, _MAKE, _MODEL = 0x010E, 0x010F, 0x0110
_RATING, _RATING_PERCENT = 0x4746, 0x4749
_EXPOSURE_TIME, _F_NUMBER, _ISO = 0x829A, 0x829D, 0x8827
_EXIF_DIRECTORY, _GPS_DIRECTORY = 0x8769, 0x8825
# Where the sensitivity is more than the older tag holds.
_RECOMMENDED_EXPOSURE, _STANDARD_OUTPUT, _ISO_SPEED = 0x8832, 0x8831, 0x8833
_ISO_OVERFLOW = 65535
_TIME_TAKEN, _TIME_DIGITIZED = 0x9003, 0x9004
_OFFSET_TAKEN, _OFFSET_DIGITIZED = 0x9011, 0x9012
_FRACTION_TAKEN, _FRACTION_DIGITIZED = 0x9291, 0x9292
_SHUTTER_APEX, _APERTURE_APEX, _FOCAL_LENGTH = 0x9201, 0x9202, 0x920A
_USER_COMMENT = 0x9286
_XP_TITLE, _XP_COMMENT, _XP_KEYWORDS, _XP_SUBJECT = 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F
_LENS_RANGE, _LENS_MODEL, _DNG_LENS_RANGE = 0xA432, 0xA434, 0xC630

_GPS_LATITUDE_REF, _GPS_LATITUDE, _GPS_LONGITUDE_REF, _GPS_LONGITUDE = 1, 2, 3, 4
_GPS_ALTITUDE_REF, _GPS_ALTITUDE = 5, 6

_NO_LENS = re.compile(r"(?:unknown|none|null|n/?a|no lens|0\.?0* ?mm.*|\W*)", re.IGNORECASE)

# A machine's record, not a comment, is longer.
_MAX_COMMENT = 2_000


def exif_fields(data: bytes) -> Fields:
    """Read a block of EXIF, or a whole TIFF or raw file.

    Args:
        data: The block, with or without its ``Exif`` prefix.

    Returns:
        What it says; nothing if it is no EXIF.
    """
    reader = TagReader.open(data)
    if reader is None:
        return Fields()
    tags = reader.directory(reader.first)
    gps = reader.directory(_number(tags, _GPS_DIRECTORY))
    # Raw files keep some of the camera's tags in the first directory.
    tags |= reader.directory(_number(tags, _EXIF_DIRECTORY))
    return _fields(tags).completed_by(_position(gps))


def gps_fields(data: bytes) -> Fields:
    """Read a block whose first directory is the one of the position, as in Canon's CR3 files."""
    reader = TagReader.open(data)
    return Fields() if reader is None else _position(reader.directory(reader.first))


def _fields(tags: Mapping[int, Tag]) -> Fields:
    return Fields(
        taken=_moment(tags, _TIME_TAKEN, _FRACTION_TAKEN, _OFFSET_TAKEN),
        digitized=_moment(tags, _TIME_DIGITIZED, _FRACTION_DIGITIZED, _OFFSET_DIGITIZED),
        make=clean_line(_text(tags, _MAKE)),
        model=clean_line(_text(tags, _MODEL)),
        lens=_lens(tags),
        exposure_time=_exposure_time(tags),
        f_number=_f_number(tags),
        iso=_iso(tags),
        focal_length=positive(_number(tags, _FOCAL_LENGTH), most=100_000),
        rating=_rating(tags),
        keywords=clean_keywords(_wide_text(tags, _XP_KEYWORDS).split(";")) or None,
        title=clean_text(_wide_text(tags, _XP_TITLE)),
        description=_description(tags),
    )


def _text(tags: Mapping[int, Tag], number: int) -> str:
    tag = tags.get(number)
    return "" if tag is None else decode_text(tag.raw.partition(b"\0")[0])


def _number(tags: Mapping[int, Tag], number: int) -> float | None:
    tag = tags.get(number)
    return None if tag is None else tag.number()


def _wide_text(tags: Mapping[int, Tag], number: int) -> str:
    """Read one of Windows' own tags: UTF-16, little-endian whatever the file's order."""
    tag = tags.get(number)
    return "" if tag is None else tag.raw.decode("utf-16-le", "replace").partition("\0")[0]


def _moment(tags: Mapping[int, Tag], time: int, fraction: int, offset: int) -> Moment | None:
    return parse_moment(
        _text(tags, time), fraction=_text(tags, fraction), offset=_text(tags, offset)
    )


def _exposure_time(tags: Mapping[int, Tag]) -> float | None:
    seconds = positive(_number(tags, _EXPOSURE_TIME), most=1_000_000)
    apex = _number(tags, _SHUTTER_APEX)
    if seconds is None and apex is not None and abs(apex) < 20:
        seconds = 2.0**-apex
    return seconds


def _f_number(tags: Mapping[int, Tag]) -> float | None:
    value = positive(_number(tags, _F_NUMBER), most=1_000)
    apex = _number(tags, _APERTURE_APEX)
    if value is None and apex is not None and 0 < apex < 20:
        value = round(2.0 ** (apex / 2), 1)
    return value


def _iso(tags: Mapping[int, Tag]) -> int | None:
    """The first sensitivity that is one: some cameras write two, of which one is 0."""
    values = tags[_ISO].numbers() if _ISO in tags else []
    values = [value for value in values if value != _ISO_OVERFLOW]
    values += [_number(tags, tag) for tag in (_RECOMMENDED_EXPOSURE, _STANDARD_OUTPUT, _ISO_SPEED)]
    return next((iso for value in values if (iso := believable_iso(value))), None)


def _rating(tags: Mapping[int, Tag]) -> int | None:
    stars = believable_rating(_number(tags, _RATING))
    return rating_of_percent(_number(tags, _RATING_PERCENT)) if stars is None else stars


def _lens(tags: Mapping[int, Tag]) -> str | None:
    name = clean_line(_text(tags, _LENS_MODEL))
    if name and not _NO_LENS.fullmatch(name):
        return name
    for tag in (_LENS_RANGE, _DNG_LENS_RANGE):
        if tag in tags and (text := lens_of_range(tags[tag].numbers())):
            return text
    return None


def lens_of_range(values: list[float | None]) -> str | None:
    """Name a lens by its range, such as ``"24–70 mm f/2.8"``.

    Args:
        values: Shortest and longest focal length in mm, smallest f-number at each.
    """
    values = [positive(value, most=100_000) for value in [*values, None, None, None, None][:4]]
    if values[0] is None or values[1] is None:
        return None
    aperture = _range(values[2:])
    return f"{_range(values[:2])} mm" + (f" f/{aperture}" if aperture else "")


def _range(ends: list[float | None]) -> str:
    return "–".join(dict.fromkeys(f"{end:.4g}" for end in ends if end is not None))


def _description(tags: Mapping[int, Tag]) -> str | None:
    """The first text that a person may have written."""
    candidates = (
        _text(tags, _DESCRIPTION),
        _user_comment(tags),
        _wide_text(tags, _XP_COMMENT),
        _wide_text(tags, _XP_SUBJECT),
    )
    for candidate in candidates:
        text = clean_text(candidate)
        if text and not is_factory_text(text):
            return text
    return None


def _user_comment(tags: Mapping[int, Tag]) -> str:
    """Read the comment by the encoding that its first 8 bytes name."""
    tag = tags.get(_USER_COMMENT)
    if tag is None:
        return ""
    name, raw = tag.raw[:8].rstrip(b"\0 ").upper(), tag.raw[8:]
    if name == b"UNICODE":
        text = raw.decode(_wide_encoding(raw, tag.order), "replace").replace("\0", "")
    elif name == b"JIS":
        text = _japanese(raw.rstrip(b"\0"))
    elif name in (b"ASCII", b""):
        text = decode_text(raw.strip(b"\0").partition(b"\0")[0])
    else:
        # No such prefix: the text begins at once.
        text = decode_text(tag.raw.partition(b"\0")[0])
    return text if len(text) <= _MAX_COMMENT else ""


def _wide_encoding(raw: bytes, order: str) -> str:
    """Tell the order of bytes of UTF-16: many programs use their own, not the file's."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # The high bytes of Latin text are 0.
    high_first, high_last = raw[::2].count(0), raw[1::2].count(0)
    if high_first != high_last:
        return "utf-16-be" if high_first > high_last else "utf-16-le"
    return "utf-16-le" if order == "<" else "utf-16-be"


def _japanese(raw: bytes) -> str:
    for encoding in ("iso2022_jp", "cp932"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return decode_text(raw)


def _position(tags: Mapping[int, Tag]) -> Fields:
    latitude, longitude = believable_position(
        _degrees(tags, _GPS_LATITUDE, _text(tags, _GPS_LATITUDE_REF), "NS"),
        _degrees(tags, _GPS_LONGITUDE, _text(tags, _GPS_LONGITUDE_REF), "EW"),
    )
    altitude = _number(tags, _GPS_ALTITUDE)
    below = tags.get(_GPS_ALTITUDE_REF)
    if altitude is not None and below is not None and below.raw[:1] in (b"\1", b"1"):
        altitude = -abs(altitude)
    # Without a position an altitude is a receiver's 0.
    altitude = None if latitude is None else believable_altitude(altitude)
    return Fields(latitude=latitude, longitude=longitude, altitude=altitude)


def _degrees(tags: Mapping[int, Tag], number: int, reference: str, letters: str) -> float | None:
    """Add up degrees, minutes and seconds; None where the hemisphere is not said."""
    if number not in tags:
        return None
    parts = [*tags[number].numbers()[:3], 0.0, 0.0][:3]
    letter = reference.strip().upper()[:1]
    if parts[0] is None or letter == "" or letter not in letters:
        return None
    # Receivers that give no seconds, or no minutes, may write 0/0.
    size = sum((part or 0.0) / 60.0**power for power, part in enumerate(parts))
    return -size if letter == letters[1] else size
