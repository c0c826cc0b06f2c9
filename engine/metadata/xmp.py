"""XMP: what picture editors write, in the photo or beside it.

Source: XMP specification, parts 1 and 2; for EXIF's properties CIPA DC-010. Changing a packet is
done by ``xmp_edit``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.metadata.exif import lens_of_range
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
    is_factory_text,
    parse_moment,
    parse_number,
    positive,
    rating_of_percent,
)
from engine.metadata.xml_tree import Node, parse_leniently

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
DC = "http://purl.org/dc/elements/1.1/"
XMP = "http://ns.adobe.com/xap/1.0/"
XML = "http://www.w3.org/XML/1998/namespace"
_EXIF = "http://ns.adobe.com/exif/1.0/"
_EXIF_EX = "http://cipa.jp/exif/1.0/"
_AUX = "http://ns.adobe.com/exif/1.0/aux/"
_TIFF = "http://ns.adobe.com/tiff/1.0/"
_PHOTOSHOP = "http://ns.adobe.com/photoshop/1.0/"
_LIGHTROOM = "http://ns.adobe.com/lightroom/1.0/"
_DIGIKAM = "http://www.digikam.org/ns/1.0/"
_MICROSOFT = (
    "http://ns.microsoft.com/photo/1.0/",
    "http://ns.microsoft.com/photo/1.0",
    "http://ns.microsoft.com/photo/1.2/",
)

SUBJECT, DESCRIPTION, RATING = f"{{{DC}}}subject", f"{{{DC}}}description", f"{{{XMP}}}Rating"

_CONTAINERS = (f"{{{RDF}}}Bag", f"{{{RDF}}}Seq", f"{{{RDF}}}Alt")
_ITEM, _VALUE, _RESOURCE = f"{{{RDF}}}li", f"{{{RDF}}}value", f"{{{RDF}}}resource"
_NESTED = f"{{{RDF}}}Description"
LANGUAGE, DEFAULT_LANGUAGE = f"{{{XML}}}lang", "x-default"

_COORDINATE = re.compile(
    r"\s*(\d+(?:\.\d*)?)(?:,\s*(\d+(?:\.\d*)?))?(?:,\s*(\d+(?:\.\d*)?))?\s*([NSEW])\s*",
    re.IGNORECASE,
)

Properties = Mapping[str, tuple[str, ...]]


def xmp_fields(packet: bytes) -> Fields:
    """Read a packet or a sidecar.

    Args:
        packet: XML, perhaps damaged.

    Returns:
        What it says; of a damaged packet what comes before the damage.
    """
    root = parse_leniently(packet)
    return Fields() if root is None else _fields(properties(root))


def find_rdf(root: Node) -> Node | None:
    """Find the element that holds all properties."""
    queue = [root]
    for node in queue:
        if node.tag == f"{{{RDF}}}RDF":
            return node
        queue.extend(node.children)
    return None


def properties(root: Node) -> dict[str, tuple[str, ...]]:
    """Gather the top-level properties.

    Returns:
        For each ``"{namespace}name"`` its texts: one for a simple property, any number for a list,
        the default language first for a text in several languages.
    """
    found: dict[str, tuple[str, ...]] = {}
    rdf = find_rdf(root)
    for holder in rdf.children if rdf is not None else ():
        for name, value in holder.attributes.items():
            found.setdefault(name, (value,))
        for child in holder.children:
            texts = tuple(_texts(child))
            if not found.get(child.tag):
                found[child.tag] = texts
    return found


def _texts(node: Node) -> Iterator[str]:
    container = next((child for child in node.children if child.tag in _CONTAINERS), None)
    if container is None:
        yield _text(node)
        return
    items = [child for child in container.children if child.tag == _ITEM]
    items.sort(key=lambda item: item.attributes.get(LANGUAGE) != DEFAULT_LANGUAGE)
    yield from map(_text, items)


def _text(node: Node) -> str:
    """The text of a simple value, also of one with qualifiers."""
    for child in node.children:
        if child.tag == _VALUE:
            return child.text
        if child.tag == _NESTED:
            inner = (grandchild for grandchild in child.children if grandchild.tag == _VALUE)
            value = next(inner, None)
            return child.attributes.get(_VALUE, "") if value is None else value.text
    return node.attributes.get(_VALUE) or node.attributes.get(_RESOURCE) or node.text


def _fields(found: Properties) -> Fields:
    latitude, longitude = believable_position(
        _coordinate(_first(found, _EXIF, "GPSLatitude")),
        _coordinate(_first(found, _EXIF, "GPSLongitude")),
    )
    return Fields(
        taken=_moment(found, (_PHOTOSHOP, "DateCreated"), (_EXIF, "DateTimeOriginal")),
        digitized=_moment(found, (XMP, "CreateDate"), (_EXIF, "DateTimeDigitized")),
        make=clean_line(_first(found, _TIFF, "Make")),
        model=clean_line(_first(found, _TIFF, "Model")),
        lens=_lens(found),
        latitude=latitude,
        longitude=longitude,
        altitude=None if latitude is None else _altitude(found),
        exposure_time=positive(_number(found, _EXIF, "ExposureTime"), most=1_000_000),
        f_number=positive(_number(found, _EXIF, "FNumber"), most=1_000),
        iso=_iso(found),
        focal_length=positive(_number(found, _EXIF, "FocalLength"), most=100_000),
        rating=_rating(found),
        keywords=_keywords(found),
        title=_prose(found, (DC, "title"), (_PHOTOSHOP, "Headline")),
        description=_description(found),
    )


def _first(found: Properties, namespace: str, name: str) -> str | None:
    return next(iter(found.get(f"{{{namespace}}}{name}", ())), None)


def _number(found: Properties, namespace: str, name: str) -> float | None:
    return parse_number(_first(found, namespace, name) or "")


def _moment(found: Properties, *names: tuple[str, str]) -> Moment | None:
    """The first believable time, made finer by the others where they are of the same second."""
    moments = [moment for name in names if (moment := parse_moment(_first(found, *name)))]
    if not moments:
        return None
    for other in moments[1:]:
        moments[0] = moments[0].refined_by(other)
    return moments[0]


def _lens(found: Properties) -> str | None:
    for namespace, name in ((_EXIF_EX, "LensModel"), (_AUX, "Lens")):
        text = clean_line(_first(found, namespace, name))
        # Lightroom gives its own number where it knows no name.
        if text and any(char.isalpha() for char in text):
            return text
    parts = (_first(found, _AUX, "LensInfo") or "").split()
    return lens_of_range([parse_number(part) for part in parts[:4]])


def _altitude(found: Properties) -> float | None:
    altitude = _number(found, _EXIF, "GPSAltitude")
    if altitude is not None and _first(found, _EXIF, "GPSAltitudeRef") == "1":
        altitude = -abs(altitude)
    return believable_altitude(altitude)


def _coordinate(text: str | None) -> float | None:
    """Read ``"50,2,51N"`` or ``"50,2.86467N"``."""
    match = _COORDINATE.fullmatch(text[:64]) if text else None
    if match is None:
        return None
    size = sum(float(part or 0) / 60.0**power for power, part in enumerate(match.groups()[:3]))
    return -size if match[4] in "SWsw" else size


def _iso(found: Properties) -> int | None:
    names = ((_EXIF_EX, "PhotographicSensitivity"), (_EXIF, "ISOSpeedRatings"))
    return next((iso for name in names if (iso := believable_iso(_number(found, *name)))), None)


def _rating(found: Properties) -> int | None:
    stars = believable_rating(_number(found, XMP, "Rating"))
    if stars is not None:
        return stars
    percents = (_number(found, namespace, "Rating") for namespace in _MICROSOFT)
    return next(
        (stars for each in percents if (stars := rating_of_percent(each)) is not None), None
    )


def _keywords(found: Properties) -> tuple[str, ...] | None:
    """The flat keywords; where there are none, the last step of those with steps."""
    if SUBJECT in found:
        texts: Sequence[str] = found[SUBJECT]
        return clean_keywords(texts)
    for name, separator in (
        (f"{{{_LIGHTROOM}}}hierarchicalSubject", "|"),
        (f"{{{_DIGIKAM}}}TagsList", "/"),
    ):
        if found.get(name):
            return clean_keywords(path.rpartition(separator)[2] for path in found[name])
    return None


def _description(found: Properties) -> str | None:
    written = _prose(found, (DC, "description"))
    # Copies of EXIF, with what cameras and apps write there.
    copied = _prose(found, (_TIFF, "ImageDescription"), (_EXIF, "UserComment"))
    return copied if not written and copied and not is_factory_text(copied) else written


def _prose(found: Properties, *names: tuple[str, str]) -> str | None:
    """The first text that is not empty; an empty one if there are only such."""
    texts = [text for name in names if (text := _first(found, *name)) is not None]
    cleaned = [clean_text(text) for text in texts]
    return next((text for text in cleaned if text), "" if texts else None)
