"""Real tricky files: set IMGTEXT_CASES to the folder that holds manifest.tsv and files/."""

import importlib.util
import io
import os
from functools import lru_cache

import numpy as np
import pytest
from PIL import Image

from engine.errors import ImageError
from engine.images.pool import DecodePool
from engine.images.prepare import PreparedPhoto
from tests.tricky_files import CASES, assert_true_colours, manifest, tricky_file


@lru_cache
def _results() -> dict[bytes, object]:
    """All files, through one pool: what one does to the others would show."""
    paths = [os.fsencode(tricky_file(row["local_name"])) for row in manifest()]
    with DecodePool(workers=2) as pool:
        return dict(pool.map(((path, frozenset()) for path in paths), look_ahead=16))


@pytest.mark.parametrize("row", manifest() if CASES else [], ids=lambda row: row["local_name"])
def test_a_tricky_file(row: dict[str, str]) -> None:
    result = _results()[os.fsencode(tricky_file(row["local_name"]))]
    expected = row["expected_class"]
    if isinstance(result, ImageError):
        assert "fault of the program" not in str(result)
        is_heif = "HEIC" in str(result) and importlib.util.find_spec("pi_heif") is None
        assert is_heif or expected in ("SKIP", "EITHER", "RAW", "RAW_PREVIEW"), str(result)
        return
    assert isinstance(result, PreparedPhoto)
    assert expected != "SKIP"
    if row["true_width"]:
        assert (result.width, result.height) == (int(row["true_width"]), int(row["true_height"]))
    if row["mean_rgb_srgb"]:
        for pixels in (result.pixels, np.asarray(Image.open(io.BytesIO(result.thumbnail)))):
            assert_true_colours(pixels, row)
