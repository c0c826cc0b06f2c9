"""Colours to sRGB: by a picture's ICC profile, from CIELAB, or by the plain formula."""

import io
from functools import lru_cache

from PIL import Image, ImageCms

_MOST_OFF_WHITE = 0.3  # of the luminance of white


def to_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Convert a picture to sRGB.

    Args:
        image: Mode L, RGB or CMYK.
        profile: Its ICC profile, or nothing.

    Returns:
        The picture, mode RGB. A broken profile, or one for another kind of picture, is ignored:
        colours a little off are better than no picture.
    """
    if profile and not (_is_srgb(profile) and image.mode != "CMYK"):
        try:
            converted = ImageCms.applyTransform(image, _transform(profile, image.mode))
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            converted = None
        if converted is not None:
            return converted
    return image if image.mode == "RGB" else image.convert("RGB")


def lab_to_srgb(image: Image.Image) -> Image.Image:
    """Convert a picture of mode LAB."""
    return ImageCms.applyTransform(image, _transform(None, "LAB")) or image


@lru_cache(maxsize=16)
def _is_srgb(profile: bytes) -> bool:
    """Recognise the usual sRGB profiles by their name, which spares the conversion."""
    try:
        name = ImageCms.getProfileDescription(io.BytesIO(profile))
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return False
    return name.startswith("sRGB IEC61966") and "Linear" not in name


def _open(profile: bytes) -> ImageCms.ImageCmsProfile:
    """Read an ICC profile.

    Raises:
        ValueError: Its three primaries do not make white; some writers leave them empty.
    """
    opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    found = opened.profile
    if found.is_matrix_shaper and found.xcolor_space.strip() == "RGB":
        primaries = (found.red_colorant, found.green_colorant, found.blue_colorant)
        luminance = sum(primary[0][1] for primary in primaries if primary)
        if not abs(luminance - 1) < _MOST_OFF_WHITE:
            raise ValueError("the primaries of the profile do not make white")
    return opened


@lru_cache(maxsize=16)
def _transform(profile: bytes | None, mode: str) -> ImageCms.ImageCmsTransform:
    """The conversion from a profile, or from CIELAB, to sRGB; dear to build, so kept."""
    source = ImageCms.createProfile("LAB") if profile is None else _open(profile)
    return ImageCms.buildTransform(
        source,
        ImageCms.createProfile("sRGB"),
        mode,
        "RGB",
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
    )
