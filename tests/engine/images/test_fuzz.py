"""Damaged files of every format: they never crash, hang or lie on their side.

Set IMGTEXT_FUZZ to the number of files for a long run, such as 5000; the short one is the same
each time.
"""

import functools
import importlib
import io
import os
import sys
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.errors import ImageError
from engine.images.decode import decode
from engine.images.pool import DecodePool
from engine.images.prepare import PreparedPhoto

sys.path.insert(0, str(Path(__file__).parent))
build_heif = importlib.import_module("heif_files").build_heif
build_tiff = importlib.import_module("tiff_files").build_tiff

_EXAMPLES = int(os.environ.get("IMGTEXT_FUZZ", "0"))
_TURNED = 6
_UPRIGHT = (48, 64)


def _exif() -> Image.Exif:
    """Fresh each time, as Pillow takes the orientation out when it writes AVIF."""
    exif = Image.Exif()
    exif[271], exif[306] = "Maker", "2020:02:02 02:02:02"
    exif[274] = _TURNED
    return exif


@functools.cache
def _originals() -> dict[str, bytes]:
    """One file of each kind, stored on its side where the kind can say so."""
    noise = np.random.default_rng(0).integers(0, 256, (6, 8, 3), np.uint8)
    image = Image.fromarray(noise).resize((64, 48), Image.Resampling.BILINEAR)
    files: dict[str, bytes] = {}
    saves: dict[str, dict[str, object]] = {
        "JPEG": {"exif": _exif(), "progressive": True},
        "PNG": {"exif": _exif()},
        "WEBP": {"exif": _exif()},
        "AVIF": {"exif": _exif()},
        "TIFF": {"exif": _exif(), "compression": "tiff_lzw"},
        "GIF": {},
        "BMP": {},
        "JPEG2000": {},
        "PPM": {},
    }
    for kind, options in saves.items():
        file = io.BytesIO()
        image.save(file, kind, **options)  # type: ignore[arg-type]
        files[kind] = file.getvalue()
    deep = np.asarray(image).astype(np.uint16) * 257
    files["TIFF 16"] = build_tiff(deep, 2, compression=8, predictor=2, tags=[(274, 3, (_TURNED,))])
    files["HEIF"] = build_heif(quarter_turns=3, exif=_exif().tobytes())
    try:
        codecs = importlib.import_module("imagecodecs")
        files["JPEG XL"] = codecs.jpegxl_encode_jpeg(files["JPEG"])
    except ImportError:
        pass
    return files


@st.composite
def _damage(draw: st.DrawFn) -> tuple[str, str, bytes]:
    """What was damaged, how, and what is left."""
    files = _originals()
    kind = draw(st.sampled_from(sorted(files)))
    data = files[kind]
    how = draw(st.sampled_from(("cut", "flipped", "overwritten", "joined", "hole")))
    place = draw(st.integers(0, len(data) - 1))
    if how == "cut":
        return kind, how, data[:place]
    if how == "joined":
        other = files[draw(st.sampled_from(sorted(files)))]
        return kind, how, data + other[draw(st.integers(0, len(other))) :]
    if how == "hole":
        return kind, how, data[:place] + data[place + draw(st.integers(1, 64)) :]
    changed = bytearray(data)
    for _ in range(draw(st.integers(1, 8))):
        place = draw(st.integers(0, len(data) - 1))
        if how == "flipped":
            changed[place] ^= 1 << draw(st.integers(0, 7))
        else:
            changed[place] = draw(st.sampled_from((0, 0x7F, 0x80, 0xFF)))
    return kind, how, bytes(changed)


def _collect(count: int) -> list[tuple[str, str, bytes]]:
    found: list[tuple[str, str, bytes]] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(_damage())
    def collect(case: tuple[str, str, bytes]) -> None:
        found.append(case)

    collect()
    return found


def test_damaged_files_never_crash_hang_or_lie_on_their_side(tmp_path: Path) -> None:
    cases = _collect(_EXAMPLES or 400)
    paths = {}
    for number, case in enumerate(cases):
        path = tmp_path / str(number)
        path.write_bytes(case[2])
        paths[os.fsencode(path)] = case
    with DecodePool(workers=2, seconds=20) as pool:
        results = dict(pool.map(((path, frozenset()) for path in paths), look_ahead=16))
    assert results.keys() == paths.keys()
    for path, result in results.items():
        kind, how, _ = paths[path]
        what = f"{kind} {how} {os.fsdecode(path)}: {result}"
        if isinstance(result, ImageError):
            assert "fault of the program" not in str(result), what
            # None of these crashes a decoder today: one that does is news.
            assert "crashed" not in str(result), what
            assert "given up" not in str(result), what
            assert "seconds of computing" not in str(result), what
            # What stands behind a whole picture does not cost it.
            assert how != "joined", what
            continue
        assert isinstance(result, PreparedPhoto), what
        if how in ("cut", "joined"):
            upright = _size(kind)
            assert (result.width, result.height) == upright, what


@functools.cache
def _size(kind: str) -> tuple[int, int]:
    photo = decode(_originals()[kind], min_side=1)
    size = (photo.width, photo.height)
    assert size == ((64, 48) if kind in ("GIF", "BMP", "JPEG2000", "PPM") else _UPRIGHT)
    return size
