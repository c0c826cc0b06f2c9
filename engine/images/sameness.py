"""Whether two thumbnails show the same picture: the pixels must agree, not only the look.

A copy that was saved again, resized or turned differs from its original by compression noise, by
blur, by a fraction of a pixel and by a shade of colour. Another shot of the scene differs by more
than that somewhere: it is shifted, or a part of it has changed. Both pictures are brought to one
small grid; tone and a sub-pixel affine shift are fitted (Lucas and Kanade, 1981) and must be small;
what is left must be small everywhere, measured against the edges at that place. The limits were
chosen with ``benchmarks/duplicates.py`` on one half of the photos and measured on the other.
"""

import io
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
from PIL import Image

from engine.images.orientation import turn

Float = npt.NDArray[np.float64]
Grid = npt.NDArray[np.uint8] | Float

_SIDE = 128
_SMALLEST = 32  # pictures with a shorter side have too few pixels to tell
_COARSE = 8
_LUMA = np.array([0.299, 0.587, 0.114])  # ITU-R BT.601

# Of 8-bit levels and of shares of the side (in 1/128); see the module's words.
_LEAST_DETAIL = 3.0  # a sky, a blank page
_MOST_SHIFT = 0.65
_MOST_SHIFT_PIXELS = 1.0  # of the grid, which is coarser for small pictures
_MOST_RESIDUAL = 1.05
_MOST_LOCAL_RESIDUAL = 1.5
_LEAST_CORRELATION = 0.975  # of the detail
_MOST_LOCAL_COLOUR = 20.0
_MOST_TONE = 16.0
_CONTRAST = (0.85, 1.18)
_CLEARLY = 1.1  # beyond so many times the limit on the small grid, the large one need not be asked


@dataclass(frozen=True, slots=True)
class Look:
    """A thumbnail made ready to be compared.

    Attributes:
        pixels: sRGB on the grid, whatever the shape of the picture, uint8 [128, 128, 3].
        small: The same on a grid of 32 x 32, uint8 [32, 32, 3].
        side: The thumbnail's shorter side, pixels.
    """

    pixels: npt.NDArray[np.uint8]
    small: npt.NDArray[np.uint8]
    side: int

    @classmethod
    def read(cls, thumbnail: bytes) -> Self | None:
        """Decode a thumbnail.

        Returns:
            Its look, or None if the file is damaged.
        """
        try:
            with Image.open(io.BytesIO(thumbnail), formats=["JPEG"]) as image:
                side = min(image.size)
                image.draft("RGB", (_SIDE, _SIDE))
                grid = image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BILINEAR)
        except (OSError, SyntaxError, Image.DecompressionBombError):
            return None
        small = grid.reduce(_SIDE // _SMALLEST)
        return cls(np.asarray(grid), np.asarray(small), side)

    @property
    def coarse(self) -> npt.NDArray[np.uint8]:
        """Mean colours of 8 x 8 fields, uint8 [8, 8, 3]."""
        return np.asarray(Image.fromarray(self.small).reduce(_SMALLEST // _COARSE))

    def turned(self, orientation: int) -> "Look":
        """Return the look of the picture turned by an EXIF orientation."""
        pixels, small = (
            np.asarray(turn(Image.fromarray(grid), orientation))
            for grid in (self.pixels, self.small)
        )
        return Look(pixels, small, self.side)


@dataclass(frozen=True, slots=True)
class Difference:
    """How two pictures differ, once they are brought to one grid.

    Attributes:
        detail: Standard deviation of the weaker detail, in levels.
        correlation: Of the detail, 1 for equal.
        shift: The greatest displacement along an axis, in 1/128 of the side.
        shift_pixels: The same in pixels of the grid.
        residual: What the fit leaves, against the edges.
        local_residual: The greatest of a small neighbourhood.
        local_colour: The greatest difference of colour (not brightness) of a small
            neighbourhood, in levels, beyond that of the whole.
        tone: The difference of the mean colour, in levels.
        contrast: The ratio of contrast.
    """

    detail: float
    correlation: float
    shift: float
    shift_pixels: float
    residual: float
    local_residual: float
    local_colour: float
    tone: float
    contrast: float

    @property
    def is_same_picture(self) -> bool:
        """Whether one is a copy of the other."""
        return (
            self.detail >= _LEAST_DETAIL
            and self.correlation >= _LEAST_CORRELATION
            and self.shift <= _MOST_SHIFT
            and self.shift_pixels <= _MOST_SHIFT_PIXELS
            and self.residual <= _MOST_RESIDUAL
            and self.local_residual <= _MOST_LOCAL_RESIDUAL
            and self.local_colour <= _MOST_LOCAL_COLOUR
            and self.tone <= _MOST_TONE
            and _CONTRAST[0] <= self.contrast <= _CONTRAST[1]
        )


def compare(first: Look, second: Look) -> Difference | None:
    """Compare two pictures of the same orientation.

    Returns:
        How they differ, or None if one is too small to tell.
    """
    shorter = min(first.side, second.side)
    if shorter < _SMALLEST:
        return None
    difference = _difference(first.small, second.small)
    is_clear = (
        difference.residual > _CLEARLY * _MOST_RESIDUAL
        or difference.local_residual > _CLEARLY * _MOST_LOCAL_RESIDUAL
    )
    if shorter < 2 * _SMALLEST or is_clear:
        return difference
    if shorter < _SIDE:  # the smaller picture has no more detail to compare
        return _difference(_halved(first.pixels), _halved(second.pixels))
    return _difference(first.pixels, second.pixels)


def _difference(first: Grid, second: Grid) -> Difference:
    side = len(first)
    a, b = (_smoothed(grid.astype(np.float64)) for grid in (first, second))
    luma_a, luma_b = a @ _LUMA, b @ _LUMA
    detail_a, detail_b = (luma - _box(luma, side // 16) for luma in (luma_a, luma_b))
    detail = float(min(detail_a.std(), detail_b.std()))
    colour = (a - luma_a[..., None]) - (b - luma_b[..., None])
    colour -= colour.mean(axis=(0, 1))
    fit, rest, edges = _fit(luma_a, luma_b)
    # Of displacement = shift + stretch + shear, at the corner where they add up.
    shift = float(max(np.abs(fit[2::2]).sum(), np.abs(fit[3::2]).sum()))
    local = np.sqrt(_box(rest**2, 2)) / (4 + 0.25 * np.sqrt(_box(edges, 2)))
    return Difference(
        detail=detail,
        correlation=float((detail_a * detail_b).mean() / (detail_a.std() * detail_b.std() + 1e-9)),
        shift=shift * _SIDE / side,
        shift_pixels=shift,
        residual=float(rest.std() / (1 + 0.1 * np.sqrt(edges.mean()))),
        local_residual=float(local.max()),
        local_colour=float(max(np.abs(_mean_box(colour[..., i], 4)).max() for i in range(3))),
        tone=float(np.abs(a.mean(axis=(0, 1)) - b.mean(axis=(0, 1))).max()),
        contrast=float(fit[0]),
    )


def _fit(a: Float, b: Float) -> tuple[Float, Float, Float]:
    """Explain one picture by the other with a change of tone and a small affine shift.

    Args:
        a: Brightness, [side, side].
        b: The other, the same shape.

    Returns:
        Contrast, brightness, then along x and y in turn: shift, stretch, shear (pixels at the
        border); what is left, [side, side]; the squared gradient, [side, side].
    """
    gradient_y, gradient_x = np.gradient((a + b) / 2)
    y, x = np.mgrid[0 : len(a), 0 : len(a)] / (len(a) - 1) * 2 - 1
    terms = (
        b - b.mean(),
        np.ones_like(a),
        gradient_x,
        gradient_y,
        gradient_x * x,
        gradient_y * y,
        gradient_x * y,
        gradient_y * x,
    )
    design = np.stack([term.ravel() for term in terms], axis=1)
    # A trifle on the diagonal, for pictures whose gradients say nothing.
    normal = design.T @ design + 1e-3 * np.eye(len(terms))
    fit: Float = np.linalg.solve(normal, design.T @ a.ravel())
    rest: Float = (a.ravel() - design @ fit).reshape(a.shape)
    edges: Float = np.square(gradient_x) + np.square(gradient_y)
    return fit, rest, edges


def _halved(picture: Grid) -> Grid:
    half: Float = picture.reshape(len(picture) // 2, 2, len(picture) // 2, 2, 3).mean(axis=(1, 3))
    return half


def _smoothed(picture: Float) -> Float:
    """Blur with the binomial kernel 1-2-1, against compression noise."""
    padded = np.pad(picture, ((1, 1), (1, 1), (0, 0)), "edge")
    rows = padded[:-2] + 2 * padded[1:-1] + padded[2:]
    smooth: Float = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) / 16
    return smooth


def _mean_box(values: Float, radius: int) -> Float:
    """Mean over a square of ``2 * radius + 1``, through summed areas."""
    margin = (radius + 1, radius)
    total = np.pad(values, (margin, margin), "edge").cumsum(axis=0).cumsum(axis=1)
    width = 2 * radius + 1
    area = total[width:, width:] - total[:-width, width:] - total[width:, :-width]
    mean: Float = (area + total[:-width, :-width]) / width**2
    return mean


def _box(values: Float, radius: int) -> Float:
    """The same for values that are not negative; rounding must not make them so."""
    return np.maximum(_mean_box(values, radius), 0.0)
