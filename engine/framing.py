"""How a model wants to see a picture: squashed, or the middle of it, at a size of its own.

Decoding processes frame pictures, and models say how; neither knows the other. Imports nothing
heavier than Pillow and numpy.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
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
    """

    side: int = 224
    edge: int = 0
    resampling: int = Image.Resampling.BICUBIC

    def apply(self, image: Image.Image) -> NDArray[np.uint8]:
        """Frame an upright picture of mode RGB; uint8 [side, side, 3]."""
        size, way = (self.side, self.side), Image.Resampling(self.resampling)
        # The part is cut out while the picture is reduced: a long strip is never laid out whole.
        framed = image.resize(size, way, box=self._middle(image) if self.edge else None)
        return np.array(framed, dtype=np.uint8)

    def apply_to_pixels(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Frame an upright picture, uint8 [h, w, 3]; uint8 [side, side, 3]."""
        return self.apply(Image.fromarray(pixels))

    def to_json(self) -> dict[str, int]:
        """Return it as a JSON document."""
        return {name: int(value) for name, value in asdict(self).items()}

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


SQUASHED = Framing()
"""How the embedded model sees a picture."""
