"""The design tokens: colours, sizes, type. Values only; ``theme`` applies them."""

from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one appearance, as ``#RRGGBB``.

    Text colours hold a contrast of 4.5 on every ground they are used on, edges and marks 3; a
    test computes it.
    """

    canvas: str
    panel: str
    field: str
    surface: str
    raised: str
    hover: str
    line: str
    track: str
    edge: str
    text: str
    text2: str
    text3: str
    accent: str
    on_accent: str
    accent_hover: str
    accent_text: str
    accent_tint: str
    good: str
    good_tint: str
    warn: str
    warn_tint: str
    bad: str
    bad_tint: str
    offline: str
    offline_tint: str

    def as_mapping(self) -> MappingProxyType[str, str]:
        """Return the colours by name."""
        return MappingProxyType({field.name: getattr(self, field.name) for field in fields(self)})


LIGHT: Final = Colours(
    canvas="#F7F8F9",
    panel="#EDEFF2",
    field="#FFFFFF",
    surface="#FFFFFF",
    raised="#FFFFFF",
    hover="#E2E6EA",
    line="#D8DCE1",
    track="#DDE1E6",
    edge="#7D8690",
    text="#181B1F",
    text2="#4A515A",
    text3="#5F6771",
    accent="#0B6A8B",
    on_accent="#FFFFFF",
    accent_hover="#085672",
    accent_text="#085672",
    accent_tint="#D9ECF3",
    good="#1A6E3C",
    good_tint="#DFF1E5",
    warn="#875000",
    warn_tint="#FBEED3",
    bad="#B3261E",
    bad_tint="#FBE4E2",
    offline="#56606B",
    offline_tint="#E2E6EA",
)

DARK: Final = Colours(
    canvas="#131517",
    panel="#1A1D20",
    field="#16191B",
    surface="#212529",
    raised="#2A2F34",
    hover="#2E3439",
    line="#343A41",
    track="#343A41",
    edge="#78828C",
    text="#ECEEF0",
    text2="#B7BEC6",
    text3="#98A1AB",
    accent="#5EC3E4",
    on_accent="#05222D",
    accent_hover="#86D3EC",
    accent_text="#93DAF0",
    accent_tint="#163A48",
    good="#74D193",
    good_tint="#17331F",
    warn="#F0B65F",
    warn_tint="#3B2C12",
    bad="#FF9289",
    bad_tint="#421E1B",
    offline="#A9B2BC",
    offline_tint="#2E3439",
)

SCRIM: Final = "#101214"  # under white text on a photo, at 80 %
SCRIM_ALPHA: Final = 0.80
BAND_ALPHA: Final = 0.72

# Pixels at 100 %.
RADIUS_CONTROL: Final = 6
RADIUS_CHIP: Final = 8
RADIUS_CARD: Final = 10
RADIUS_POPOVER: Final = 12
HEIGHT_SMALL: Final = 26
HEIGHT_CONTROL: Final = 32
HEIGHT_LARGE: Final = 40
SIDEBAR_WIDTH: Final = 240
RAIL_WIDTH: Final = 64
HEADER_HEIGHT: Final = 68
INSPECTOR_WIDTH: Final = 320


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """A text style: size relative to the system font's 13 px, and weight."""

    pixels: int
    weight: int = 400


MICRO: Final = TypeStyle(11, 600)
CAPTION: Final = TypeStyle(12)
BODY: Final = TypeStyle(13)
SUBTITLE: Final = TypeStyle(15, 600)
TITLE: Final = TypeStyle(20, 600)
NUMBER: Final = TypeStyle(24, 600)
DISPLAY: Final = TypeStyle(28, 600)
BODY_PIXELS: Final = 13
