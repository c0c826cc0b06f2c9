"""What is known of a photo beside its pixels, as every part of the engine passes it on."""

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoMetadata:
    """What is known of a photo beside its pixels; None where nothing is.

    Attributes:
        taken: When it was taken, by the clock of the place (no time zone), to the microsecond
            where the camera says.
        utc_offset: Minutes by which that clock was ahead of UTC.
        camera: Maker and model, such as ``"Canon EOS 5D"``.
        lens: The lens.
        latitude: Degrees north, -90 to 90; given together with the longitude.
        longitude: Degrees east, -180 to 180.
        altitude: Metres above the sea.
        exposure_time: Seconds.
        f_number: Focal length over aperture.
        iso: Sensitivity.
        focal_length: Millimetres, real ones.
        rating: 1 to 5 stars, 0 where it was said that there are none, -1 for rejected.
        keywords: Keywords, in order, each once.
        title: A short name.
        description: A caption.
    """

    taken: datetime | None = None
    utc_offset: int | None = None
    camera: str | None = None
    lens: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    altitude: float | None = None
    exposure_time: float | None = None
    f_number: float | None = None
    iso: int | None = None
    focal_length: float | None = None
    rating: int | None = None
    keywords: tuple[str, ...] = ()
    title: str | None = None
    description: str | None = None

    @property
    def taken_ns(self) -> int | None:
        """When it was taken, nanoseconds since 1970 in UTC.

        A clock without a time zone is taken for one of this computer's.
        """
        if self.taken is None:
            return None
        zone = None if self.utc_offset is None else timezone(timedelta(minutes=self.utc_offset))
        try:
            moment = self.taken.replace(tzinfo=zone) if zone else self.taken.astimezone()
            return int(moment.timestamp()) * 10**9 + self.taken.microsecond * 1000
        except (OverflowError, OSError, ValueError):  # a year that the system's clock lacks
            return None
