import base64
import io
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QColor, QColorSpace, QImage

from engine.errors import ImageError
from engine.images.reader import PictureReader
from imgtext_desktop.search.sources import (
    DataSource,
    DataUrlSource,
    FileSource,
    ImageSource,
    Source,
    load,
)
from tests.conftest import DrawPhoto

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_file_a_paste_and_a_data_url_are_the_same_to_the_model(
    reader: PictureReader, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    path = draw_photo(tmp_path / "a # %41\n.png", 3, (640, 480))
    data = path.read_bytes()
    sources: list[Source] = [
        FileSource(os.fsencode(path)),
        DataSource(data),
        ImageSource(QImage.fromData(data)),
        DataUrlSource(b"data:image/png;base64," + base64.b64encode(data)),
    ]
    pictures = [load(source, reader) for source in sources]
    for picture in pictures:
        assert picture.pixels.shape == (224, 224, 3)
        assert np.array_equal(picture.pixels, pictures[0].pixels)
        assert (picture.thumbnail.width(), picture.thumbnail.height()) == (512, 384)
    assert pictures[0].path == os.fsencode(path)
    assert pictures[0].label == "a # %41\N{REPLACEMENT CHARACTER}.png"
    assert pictures[0].original is None
    assert pictures[1].original == data
    assert pictures[2].original is not None
    assert QImage.fromData(pictures[2].original).size() == QImage.fromData(data).size()


def test_an_image_of_50_megapixels_is_kept_small(reader: PictureReader) -> None:
    image = QImage(8660, 5774, QImage.Format.Format_RGB32)
    image.fill(QColor("#3366cc"))
    picture = load(ImageSource(image, label="screen"), reader)
    assert picture.label == "screen"
    assert picture.pixels[112, 112].tolist() == [0x33, 0x66, 0xCC]
    assert picture.original is not None
    assert max(QImage.fromData(picture.original).size().toTuple()) == 2048


def test_transparent_pixels_lie_on_white_and_other_colours_become_srgb(
    reader: PictureReader,
) -> None:
    clear = QImage(20, 10, QImage.Format.Format_ARGB32_Premultiplied)
    clear.fill(0)
    assert load(ImageSource(clear), reader).pixels.min() == 255
    wide = QImage(20, 10, QImage.Format.Format_RGB32)
    wide.fill(QColor(200, 100, 50))
    wide.setColorSpace(QColorSpace(QColorSpace.NamedColorSpace.DisplayP3))
    red, _, blue = load(ImageSource(wide), reader).pixels[100, 100].tolist()
    assert red > 205
    assert blue < 45
    assert wide.pixelColor(0, 0) == QColor(200, 100, 50)


def test_a_percent_encoded_address_is_read(reader: PictureReader) -> None:
    file = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(file, "PNG")
    encoded = "".join(f"%{byte:02X}" for byte in file.getvalue()).encode()
    assert load(DataUrlSource(b"data:image/png," + encoded), reader).pixels[0, 0].tolist() == [
        255,
        0,
        0,
    ]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (FileSource(b"/nowhere/a.jpg"), "no longer there"),
        (FileSource(os.fsencode(os.getcwd())), "folder, pipe or device"),
        (DataSource(b""), "empty"),
        (DataSource(bytes(range(256)) * 4), "does not begin like any kind of photo"),
        (DataSource(b"hello, world" * 20), "This is text"),
        (ImageSource(QImage()), "picture is empty"),
        (DataUrlSource(b"data:image/png;base64,@@@"), "came incomplete"),
        (DataUrlSource(b"data:image/png"), "came incomplete"),
        (DataUrlSource(b"data:image/svg+xml,<svg/>"), "not a photo"),
    ],
)
def test_what_is_no_picture_gets_a_sentence(
    reader: PictureReader, source: Source, sentence: str
) -> None:
    with pytest.raises(ImageError, match=sentence):
        load(source, reader)
