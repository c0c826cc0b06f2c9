"""Which captions of the library fit a photo."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.catalog.changes import Caption, CaptionSource
from engine.errors import EmptyLibraryError
from engine.jobs import run
from engine.library import Library
from engine.models.versions import Slot
from tests.engine.training.tiny_library import add_words, know_colours, take_up


def test_the_captions_that_fit_a_photo_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_colours(monkeypatch)
    (tmp_path / "photos").mkdir()
    for place, name in enumerate(("red", "green", "blue")):
        pixels = np.zeros((48, 64, 3), np.uint8)
        pixels[..., place] = 200
        Image.fromarray(pixels).save(tmp_path / "photos" / f"{name}.png")
    with Library(tmp_path / "library", writable=True) as library:
        take_up(library, tmp_path / "photos")
        run(library.learning.adopt(add_words(library)))
        assert library.slots.state(Slot.RETRIEVAL).version
        rows = library.browse.rows(library.browse.ids().tolist()).values()
        ids = {Path(row.path.decode()).stem: row.content_id or 0 for row in rows}
        fitting = library.fitting_captions
        assert run(fitting.find(ids["red"], 3)) == []

        library.annotations.add_captions(
            [
                Caption(ids["green"], "a green field"),
                Caption(ids["blue"], "a blue lake"),
                Caption(ids["blue"], "a red boat"),
                Caption(ids["red"], "red, says a label", CaptionSource.TEMPLATE),
            ]
        )
        best = run(fitting.find(ids["red"], 2))
        assert best[0].text == "a red boat"
        assert best[0].score > best[1].score
        assert not best[0].is_own
        assert run(fitting.find(ids["blue"], 1))[0].is_own
        with pytest.raises(EmptyLibraryError, match="not ready"):
            run(fitting.find(12345, 1))
