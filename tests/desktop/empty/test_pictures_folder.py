import os
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths

from imgtext_desktop.empty.pictures_folder import PictureCount, count_pictures, pictures_folder


def test_pictures_are_counted_by_name_below_the_folder(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.HEIC", "c.txt", ".hidden.jpg", "sub/d.png", ".cache/e.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "loop").symlink_to(tmp_path)
    os.close(os.open(os.fsencode(tmp_path) + b"/\xff.jpg", os.O_CREAT))
    assert count_pictures(os.fsencode(tmp_path)) == PictureCount(4, is_all=True)
    assert count_pictures(os.fsencode(tmp_path), most=3) == PictureCount(3, is_all=False)
    assert count_pictures(os.fsencode(tmp_path / "gone")) == PictureCount(0, is_all=True)


def test_a_slow_disk_is_not_waited_for(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "a.jpg").touch()
    times = iter(range(100))
    found = count_pictures(os.fsencode(tmp_path), seconds=2, clock=lambda: float(next(times)))
    assert not found.is_all
    assert found.count < 5


def test_the_home_folder_is_nobody_s_pictures_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    location = QStandardPaths.StandardLocation
    places = {location.PicturesLocation: tmp_path, location.HomeLocation: tmp_path}
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda kind: str(places[kind]))
    assert pictures_folder() is None
    places[location.PicturesLocation] = tmp_path / "Pictures"
    assert pictures_folder() is None
    (tmp_path / "Pictures").mkdir()
    assert pictures_folder() == os.fsencode(tmp_path / "Pictures")
