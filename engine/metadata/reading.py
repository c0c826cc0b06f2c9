"""What a photo says of itself: when, where and with what it was taken, and what people added.

Brings together EXIF, XMP and IPTC by the guidelines of the Metadata Working Group (MWG 2.0,
chapters 3 and 5): the camera's EXIF comes first for what a camera knows, XMP first for what people
write. A sidecar comes before all of them. The date of the file is never taken for the photo's.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce

from engine.metadata.cameras import camera_name
from engine.metadata.carriers import read_blocks
from engine.metadata.exif import exif_fields, gps_fields
from engine.metadata.fields import Fields, Moment
from engine.metadata.iptc import iptc_fields
from engine.metadata.photo_metadata import PhotoMetadata
from engine.metadata.raw_blocks import RawBlocks
from engine.metadata.xmp import xmp_fields

# A file has one block of a kind, or a few for its parts.
_MAX_OF_A_KIND = 4

# What programs copied from the camera's EXIF, where it stands for a caption.
_FACTORY_CAPTIONS = frozenset(
    (
        "OLYMPUS DIGITAL CAMERA",
        "SONY DSC",
        "MINOLTA DIGITAL CAMERA",
        "KONICA MINOLTA DIGITAL CAMERA",
        "SAMSUNG DIGITAL CAMERA",
        "SAMSUNG",
        "DIGITAL CAMERA",
    )
)


def read_metadata(data: bytes) -> PhotoMetadata:
    """Read what a photo file says of itself.

    Never fails: what is damaged, out of range or absurd is left out, and costs nothing else.

    Args:
        data: The whole file, of any format.

    Returns:
        What it says.
    """
    return combine(read_blocks(data))


def combine(blocks: RawBlocks) -> PhotoMetadata:
    """Read blocks of metadata, such as another decoder hands out, and bring them together.

    Args:
        blocks: The blocks.

    Returns:
        What they say.
    """
    exif = _complete(exif_fields, blocks.exif).completed_by(_complete(gps_fields, blocks.gps))
    xmp = _without_factory_caption(_complete(xmp_fields, blocks.xmp))
    iptc = _without_factory_caption(_complete(iptc_fields, blocks.iptc))
    texts = reduce(Fields.completed_by, blocks.texts, Fields())
    moment = _moment(exif, xmp, iptc)
    named = exif if exif.make or exif.model else xmp
    camera = exif.completed_by(xmp)
    placed = exif if exif.latitude is not None else xmp
    written = (xmp, iptc, exif, texts)
    return PhotoMetadata(
        taken=moment.wall if moment else None,
        utc_offset=moment.utc_offset if moment else None,
        camera=camera_name(named.make, named.model),
        lens=camera.lens,
        latitude=placed.latitude,
        longitude=placed.longitude,
        altitude=placed.altitude,
        exposure_time=camera.exposure_time,
        f_number=camera.f_number,
        iso=camera.iso,
        focal_length=camera.focal_length,
        rating=xmp.rating if xmp.rating is not None else exif.rating,
        keywords=next((said.keywords for said in written if said.keywords), ()),
        title=next((said.title for said in written if said.title), None),
        description=next((said.description for said in written if said.description), None),
    )


def with_sidecar(metadata: PhotoMetadata, sidecar: Fields) -> PhotoMetadata:
    """Let a sidecar have the last word on all that it says.

    Args:
        metadata: What the photo says of itself.
        sidecar: What ``sidecar.read_sidecar`` gave.

    Returns:
        Both together. Keywords or texts that the sidecar says to be empty are.
    """
    said: dict[str, object] = {
        name: value
        for name in ("lens", "exposure_time", "f_number", "iso", "focal_length", "rating")
        if (value := getattr(sidecar, name)) is not None
    }
    if sidecar.latitude is not None:
        said |= {name: getattr(sidecar, name) for name in ("latitude", "longitude", "altitude")}
    if sidecar.model is not None:
        said["camera"] = camera_name(sidecar.make, sidecar.model)
    if sidecar.keywords is not None:
        said["keywords"] = sidecar.keywords
    for name in ("title", "description"):
        if (text := getattr(sidecar, name)) is not None:
            said[name] = text or None
    embedded = None if metadata.taken is None else Moment(metadata.taken, metadata.utc_offset)
    # When the picture became a file is no correction of when it was taken.
    moment = sidecar.taken or embedded or sidecar.digitized
    if moment is not None:
        moment = moment.refined_by(embedded)
        said |= {"taken": moment.wall, "utc_offset": moment.utc_offset}
    return replace(metadata, **said)  # type: ignore[arg-type]


def _complete(reader: Callable[[bytes], Fields], blocks: Iterable[bytes]) -> Fields:
    """Read the blocks of one kind; the first that says something counts."""
    first = list(blocks)[:_MAX_OF_A_KIND]
    return reduce(Fields.completed_by, map(reader, first), Fields())


def _moment(exif: Fields, xmp: Fields, iptc: Fields) -> Moment | None:
    """When the picture was taken; else when it became a file, which for a camera is the same."""
    moments = (exif.taken, xmp.taken, iptc.taken, exif.digitized, xmp.digitized)
    moment = next((each for each in moments if each is not None), None)
    if moment is not None:
        for other in moments:
            moment = moment.refined_by(other)
    return moment


def _without_factory_caption(said: Fields) -> Fields:
    is_factory = (said.description or "").upper() in _FACTORY_CAPTIONS
    return replace(said, description=None) if is_factory else said
