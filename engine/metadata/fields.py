"""What one block of metadata may say of a photo, and which values are believed.

Every value passes here on its way in: what is out of range, blank or a known artefact of an unset
clock becomes "not said". Owns no format: EXIF, IPTC and XMP are read by their own modules.
"""

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

# More than any person types; what is longer is a machine's.
MAX_TEXT = 100_000
_MAX_KEYWORD = 1_000
_MAX_KEYWORDS = 10_000

_MAX_FACTORY_TEXT = 100

# The year of the oldest photograph that is left.
_FIRST_YEAR = 1826
# The zero of Unix clocks, seen from any time zone; and of older Macintosh and of FAT clocks, which
# a photo of that day would not show to the second.
_EPOCH_DAYS = frozenset((date(1969, 12, 31), date(1970, 1, 1)))
_EPOCH_MOMENTS = frozenset((datetime(1904, 1, 1), datetime(1980, 1, 1)))
# A clock that is set to another time zone.
_CLOCK_TOLERANCE = timedelta(days=1)

_MOMENT = re.compile(
    r"(\d{4})[-:/.](\d{1,2})[-:/.](\d{1,2})"
    r"(?:[T\s]\s*(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,](\d+))?)?)?"
    r"\s*(Z|[+-]\d{1,2}:?\d{2})?(?!\d)"
)
_OFFSET = re.compile(r"([+-])(\d{1,2}):?(\d{2})")
_FRACTION = re.compile(r"\s*(\d{1,9})\s*\Z")

# A longer run without a space is no word, and stays as it is.
_WORD = re.compile(r"(?<!\S)\S{1,200}(?!\S)")

# What cameras write where a caption belongs.
_FACTORY_TEXT = re.compile(
    r"(?:olympus|konica|minolta|samsung|sony|pentax|polaroid|nikon|kodak|casio|vivitar|sanyo"
    r"|jenoptik|digital|still|camera|dsc|imaging|\W)+"
    r"|exif[_ ]?jpeg[_ ]?(?:picture|t\d+)?|jpeg|default|untitled|screenshot|binary comment"
    r"|charset=.*|file written by adobe.*|dcim\\.*|<.*>|.*\.jpe?g"
    r"|oznor\w*|hdr(?:pl)?|cof|dav|edf|mde|ptr|rbt|sdr|vid",
    re.IGNORECASE,
)

# All but tab and line feed; XML allows none of them, and no program shows them.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Moment:
    """A time as the photographer's clock showed it.

    Attributes:
        wall: The local time, without a time zone.
        utc_offset: Minutes by which local time is ahead of UTC, where it is known.
    """

    wall: datetime
    utc_offset: int | None = None

    def refined_by(self, other: "Moment | None") -> "Moment":
        """Take fraction and offset of another reading of the same second where ours has none."""
        if other is None or self.wall.replace(microsecond=0) != other.wall.replace(microsecond=0):
            return self
        return Moment(
            wall=self.wall if self.wall.microsecond else other.wall,
            utc_offset=other.utc_offset if self.utc_offset is None else self.utc_offset,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What one block of metadata, or one sidecar, says; None where it says nothing.

    Attributes:
        taken: When the picture was taken.
        digitized: When it became a file; for a camera the same.
        make: The camera's maker, as written.
        model: The camera's model, as written.
        lens: The lens.
        latitude: Degrees north.
        longitude: Degrees east.
        altitude: Metres above the sea.
        exposure_time: Seconds.
        f_number: Focal length over aperture.
        iso: Sensitivity.
        focal_length: Millimetres, real ones.
        rating: 1 to 5 stars, 0 for none, -1 for rejected.
        keywords: Keywords; empty where the block says that there are none.
        title: A short name; empty where the block says that there is none.
        description: A caption; empty where the block says that there is none.
    """

    taken: Moment | None = None
    digitized: Moment | None = None
    make: str | None = None
    model: str | None = None
    lens: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    altitude: float | None = None
    exposure_time: float | None = None
    f_number: float | None = None
    iso: int | None = None
    focal_length: float | None = None
    rating: int | None = None
    keywords: tuple[str, ...] | None = None
    title: str | None = None
    description: str | None = None

    def completed_by(self, other: "Fields") -> "Fields":
        """Take from another block of the same kind what this one does not say."""
        gaps = [name for name in Fields.__slots__ if getattr(self, name) is None]
        return replace(self, **{name: getattr(other, name) for name in gaps})


def decode_text(raw: bytes) -> str:
    """Decode text of no declared encoding: Unicode if it can be that, else Windows-1252."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        head = raw[: error.start]
        # A length limit may have cut the last character.
        if error.reason == "unexpected end of data" and not head.isascii():
            return head.decode("utf-8-sig")
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def clean_text(text: str | None, *, limit: int = MAX_TEXT) -> str | None:
    """Return a text without what cannot be shown; None if nothing is left.

    Args:
        text: Any text.
        limit: How many characters to keep.
    """
    if text is None:
        return None
    text = text[: 4 * limit].replace("\r\n", "\n").replace("\r", "\n")
    text = _compose(_CONTROL.sub("", text)).strip()[:limit].rstrip()
    return text or None


def _compose(text: str) -> str:
    """Bring text to Unicode's form C, word by word: the time grows with the square of a run."""
    if text.isascii():
        return text
    return _WORD.sub(lambda match: unicodedata.normalize("NFC", match[0]), text)


def is_factory_text(text: str) -> bool:
    """Tell whether a camera or an app wrote a text where a caption belongs."""
    return len(text) <= _MAX_FACTORY_TEXT and _FACTORY_TEXT.fullmatch(text) is not None


def clean_line(text: str | None, *, limit: int = _MAX_KEYWORD) -> str | None:
    """Return a text as one line with single spaces; None if nothing is left."""
    return clean_text(" ".join(text[: 4 * limit].split()), limit=limit) if text else None


def clean_keywords(texts: Iterable[str]) -> tuple[str, ...]:
    """Return keywords without blank and repeated ones, in their order."""
    kept: dict[str, None] = {}
    for text in texts:
        keyword = clean_line(text)
        if keyword is not None:
            kept[keyword] = None
        if len(kept) >= _MAX_KEYWORDS:
            break
    return tuple(kept)


def parse_moment(text: str | None, *, fraction: str = "", offset: str = "") -> Moment | None:
    """Read a date, with or without a time, in the writings of EXIF and XMP.

    Args:
        text: Such as ``"2019:06:09 12:57:32"`` or ``"2019-06-09T12:57:32.835+02:00"``.
        fraction: Digits after the decimal point of the seconds, where they are kept apart.
        offset: ``"+02:00"``, where it is kept apart.

    Returns:
        The moment, or None if there is none or it cannot be the true one: an unset clock, a time
        before photography or in the future.
    """
    match = _MOMENT.match((text or "").strip())
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    digits = match[7] or ""
    if not digits and (apart := _FRACTION.match(fraction)):
        digits = apart[1]
    micros = int((digits + "000000")[:6])
    try:
        # A leap second has no place in a datetime.
        wall = datetime(year, month, day, hour, minute, min(second, 59), micros)
    except ValueError:
        return None
    if not _is_believable(wall):
        return None
    return Moment(wall, parse_offset(match[8] or offset))


def parse_offset(text: str) -> int | None:
    """Read ``"Z"`` or ``"+02:00"``; minutes ahead of UTC, or None."""
    text = text.strip()
    if text == "Z":
        return 0
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    minutes = int(match[2]) * 60 + int(match[3])
    minutes = -minutes if match[1] == "-" else minutes
    return minutes if -12 * 60 <= minutes <= 14 * 60 else None


def _is_believable(wall: datetime) -> bool:
    if wall.year < _FIRST_YEAR or wall.date() in _EPOCH_DAYS or wall in _EPOCH_MOMENTS:
        return False
    return wall <= datetime.now() + _CLOCK_TOLERANCE


def believable_position(
    latitude: float | None, longitude: float | None
) -> tuple[float, float] | tuple[None, None]:
    """Return a position in degrees, or a pair of None if it is no place on Earth.

    Latitude and longitude 0 are what receivers write that have no position yet.
    """
    if latitude is None or longitude is None:
        return None, None
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):  # also false for "not a number"
        return None, None
    return (None, None) if latitude == 0 and longitude == 0 else (latitude, longitude)


def believable_altitude(metres: float | None) -> float | None:
    """Return an altitude between the deepest sea and the edge of space."""
    return metres if metres is not None and -12_000 <= metres <= 100_000 else None


def positive(number: float | None, *, most: float) -> float | None:
    """Return a number above 0 and up to a limit; None for any other."""
    return number if number is not None and 0 < number <= most else None


def believable_iso(number: float | None) -> int | None:
    """Return a sensitivity."""
    value = positive(number, most=10_000_000)
    return None if value is None else max(1, round(value))


def believable_rating(number: float | None) -> int | None:
    """Return -1 (rejected), 0 (none) or 1 to 5 stars."""
    if number is None or not -1 <= number <= 5:
        return None
    return round(number)


def rating_of_percent(number: float | None) -> int | None:
    """Turn Microsoft's percentage (1, 25, 50, 75 and 99 are its stars) into stars."""
    if number is None or not 0 <= number <= 100:
        return None
    return 0 if number < 1 else 1 + math.floor((number + 12) / 25)


def parse_number(text: str) -> float | None:
    """Read ``"0.5"`` or ``"1/2"``; None for what is no finite number."""
    head, slash, tail = text.strip()[:64].partition("/")
    try:
        number = float(head) / float(tail) if slash else float(head)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return number if math.isfinite(number) else None
