"""A folder of pictures with texts, and how it is named where captions are asked for."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from PySide6.QtWidgets import QLineEdit, QSlider

from imgtext_desktop.suggesting.source_dialog import SourceDialog
from tests.journeys.user import Key, User, open_dialogs


def make_pairs(folder: Path, photos: Sequence[Path]) -> Path:
    """Make a folder of copies, each with two texts."""
    folder.mkdir()
    lines = ["file,caption"]
    for number, photo in enumerate(photos):
        with Image.open(photo) as image:
            image.convert("RGB").save(folder / f"{number}.png")
        lines += [f"{number}.png,what {number} shows", f"{number}.png,the same {number}"]
    (folder / "captions.csv").write_text("\n".join(lines))
    return folder


def choose_pairs(user: User, place: Path) -> None:
    (dialog,) = open_dialogs(user, SourceDialog)
    user.wait(dialog.isActiveWindow)
    user.click(user.button("Taken over from matching pictures on this computer", dialog))
    slider = dialog.findChild(QSlider, "thresholdSlider")
    assert slider is not None
    slider.setFocus()
    user.press(Key.Key_End)  # only the same pictures: drawn ones are alike
    field = dialog.findChild(QLineEdit, "placePairs")
    assert field is not None
    field.setFocus()
    field.selectAll()
    user.type(str(place))
    user.press(Key.Key_Return)
    user.wait(lambda: not user.window.findChildren(SourceDialog))
    user.return_to_window()
