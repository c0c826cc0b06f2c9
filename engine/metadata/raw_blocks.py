"""The blocks of metadata that a photo file carries, not yet read."""

from dataclasses import dataclass

from engine.metadata.fields import Fields

# The most that one block may take; what is larger is no text.
MAX_BLOCK = 16 * 1024 * 1024
_MAX_BLOCKS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class RawBlocks:
    """Blocks by kind, the more trustworthy of a kind first.

    Attributes:
        exif: Blocks of EXIF, or whole files of tags.
        gps: Blocks of EXIF that hold the position alone.
        xmp: Packets of XMP.
        iptc: Blocks of IPTC-IIM.
        texts: What the format itself says, such as a PNG file's title.
    """

    exif: tuple[bytes, ...] = ()
    gps: tuple[bytes, ...] = ()
    xmp: tuple[bytes, ...] = ()
    iptc: tuple[bytes, ...] = ()
    texts: tuple[Fields, ...] = ()

    def __add__(self, other: "RawBlocks") -> "RawBlocks":
        return RawBlocks(
            exif=self.exif + other.exif,
            gps=self.gps + other.gps,
            xmp=self.xmp + other.xmp,
            iptc=self.iptc + other.iptc,
            texts=self.texts + other.texts,
        )

    @property
    def is_full(self) -> bool:
        """Whether a file carries so much that no more is to be gathered."""
        blocks = (*self.exif, *self.gps, *self.xmp, *self.iptc)
        return len(blocks) + len(self.texts) >= _MAX_BLOCKS or sum(map(len, blocks)) > MAX_BLOCK
