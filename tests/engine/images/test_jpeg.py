from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import ImageError
from engine.images.decode import decode

ToFile = Callable[..., bytes]
Pixels = NDArray[np.uint8]


@pytest.mark.parametrize("side", [16, 999])
def test_a_jpeg_without_its_end_marker_is_read_but_not_one_that_lacks_pixels(
    side: int, picture: Pixels, to_file: ToFile
) -> None:
    rng = np.random.default_rng(3)
    noisy = (picture // 2 + rng.integers(0, 100, picture.shape)).astype(np.uint8)
    data = to_file(noisy, "JPEG", quality=90)
    whole = decode(data, min_side=side).image
    ended = decode(data[:-2], min_side=side).image
    assert (np.asarray(ended) == np.asarray(whole)).all()
    for missing in (8, 30, 400, 4000):
        with pytest.raises(ImageError, match="ends too early"):
            decode(data[:-missing], min_side=side)
