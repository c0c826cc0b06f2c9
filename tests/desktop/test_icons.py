from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from pytestqt.qtbot import QtBot

from imgtext_desktop.icons import icon


def test_an_icon_is_as_large_as_it_is_asked_for_in_any_state(qtbot: QtBot) -> None:
    star = icon("star", "#102030")
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled):
        pixmap = star.pixmap(QSize(18, 18), 2.0, mode)
        assert pixmap.size() == QSize(36, 36)
        image = pixmap.toImage()
        drawn = [image.pixelColor(x, y).alpha() for x in range(36) for y in range(36)]
        assert any(drawn)
        assert not all(drawn)


def test_no_room_is_no_icon_and_no_warning(qtbot: QtBot) -> None:
    for size in (QSize(0, 0), QSize(18, 0), QSize(-1, 4)):
        assert icon("star", "#102030").pixmap(size).isNull()
