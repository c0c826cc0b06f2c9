"""How a model wants to see a picture: squashed, or the middle of it, at a size of its own.

Decoding processes frame pictures, and models say how; neither knows the other. Imports nothing
heavier than Pillow and numpy.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image


@dataclass(frozen=True, slots=True)
class Framing:
    """How a picture becomes the square that a model reads.

    Attributes:
        side: Pixels a side of the square.
        edge: The shorter edge of the picture is brought to so many pixels, at least ``side``, and
            the middle is cut out; 0 squashes the whole picture instead.
        resampling: One of Pillow's filters.
        also: How a second network of the same model wants it; None where there is none. Both
            squares are then one below the other, the narrower one padded.
    """

    side: int = 224
    edge: int = 0
    resampling: int = Image.Resampling.BICUBIC
    also: "Framing | None" = None

    def apply(self, image: Image.Image) -> NDArray[np.uint8]:
        """Frame an upright picture of mode RGB; uint8 [side, side, 3], higher for two squares."""
        own = self._square(image)
        return own if self.also is None else join(own[None], self.also.apply(image)[None])[0]

    def together_with(self, other: "Framing") -> "Framing":
        """Return both ways to see a picture, or this one where they are the same."""
        return self if other == self else replace(self, also=other)

    def split(self, pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Take framed pictures apart, uint8 [n, h, w, 3]: the squares of both networks."""
        if self.also is None:
            return pixels, pixels
        side, other = self.side, self.also.side
        return pixels[:, :side, :side], pixels[:, side:, :other]

    @property
    def largest_side(self) -> int:
        """Pixels a side of the largest square."""
        return self.side if self.also is None else max(self.side, self.also.side)

    def _square(self, image: Image.Image) -> NDArray[np.uint8]:
        size, way = (self.side, self.side), Image.Resampling(self.resampling)
        # The part is cut out while the picture is reduced: a long strip is never laid out whole.
        framed = image.resize(size, way, box=self._middle(image) if self.edge else None)
        return np.array(framed, dtype=np.uint8)

    def apply_to_pixels(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Frame an upright picture, uint8 [h, w, 3]; as :meth:`apply`."""
        return self.apply(Image.fromarray(pixels))

    def to_json(self) -> dict[str, int]:
        """Return it, without the second network's, as a JSON document."""
        values = {"side": self.side, "edge": self.edge, "resampling": self.resampling}
        return {name: int(value) for name, value in values.items()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` returned.

        Raises:
            ValueError: It is no way to see a picture.
        """
        side, edge = int(values["side"]), int(values["edge"])
        resampling = Image.Resampling(int(values["resampling"]))
        if side < 1 or 0 < edge < side:
            raise ValueError("no square")
        return cls(side, edge, resampling)

    def _middle(self, image: Image.Image) -> tuple[float, float, float, float]:
        """Return what is cut out, in pixels of the picture."""
        shown = min(image.size) * self.side / self.edge
        left, top = (image.width - shown) / 2, (image.height - shown) / 2
        return left, top, left + shown, top + shown


def join(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Put squares, uint8 [n, s, s, 3], one below the other; see :meth:`Framing.split`."""
    sides = first.shape[1], second.shape[1]
    joined = np.zeros((len(first), sum(sides), max(sides), 3), np.uint8)
    joined[:, : sides[0], : sides[0]] = first
    joined[:, sides[0] :, : sides[1]] = second
    return joined


SQUASHED = Framing()
"""How the embedded model sees a picture."""
