import io

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from engine.images.sameness import Look, compare
from engine.images.thumbnails import make_thumbnail
from tests.engine.indexed import draw_scene


def look(image: Image.Image) -> Look:
    found = Look.read(make_thumbnail(image))
    assert found is not None
    return found


def is_same(first: Image.Image, second: Image.Image) -> bool:
    difference = compare(look(first), look(second))
    return difference is not None and difference.is_same_picture


def saved(image: Image.Image, quality: int) -> Image.Image:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB")


@pytest.mark.parametrize("share", [1.0, 0.5, 0.25])
@pytest.mark.parametrize("quality", [30, 60, 95])
def test_copies_agree(share: float, quality: int) -> None:
    scene = draw_scene(3, (800, 600))
    size = (round(800 * share), round(600 * share))
    assert is_same(scene, saved(scene.resize(size, Image.Resampling.LANCZOS), quality))


def test_other_colours_and_other_tone_do_not_agree() -> None:
    scene = draw_scene(3)
    assert is_same(scene, ImageEnhance.Brightness(scene).enhance(1.04))
    assert not is_same(scene, ImageEnhance.Brightness(scene).enhance(1.4))
    assert not is_same(scene, ImageEnhance.Color(scene).enhance(0))
    recoloured = np.asarray(scene).copy()
    recoloured[100:220, 150:300] = recoloured[100:220, 150:300, ::-1]  # a thing in another colour
    assert not is_same(scene, Image.fromarray(recoloured))


def test_what_is_too_small_or_damaged_cannot_be_told() -> None:
    assert compare(look(draw_scene(1, (31, 40))), look(draw_scene(1, (31, 40)))) is None
    assert Look.read(b"") is None
    assert Look.read(make_thumbnail(draw_scene(1))[:50]) is None


def test_a_turned_look_is_the_look_of_the_turned_picture() -> None:
    scene = draw_scene(5)
    difference = compare(look(scene).turned(6), look(scene.transpose(Image.Transpose.ROTATE_270)))
    assert difference is not None
    assert difference.is_same_picture
    upright = compare(look(scene), look(scene.transpose(Image.Transpose.ROTATE_270)))
    assert upright is not None
    assert not upright.is_same_picture
