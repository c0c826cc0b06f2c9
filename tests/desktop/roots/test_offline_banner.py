from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from engine.catalog.records import Root
from engine.search.query import Place
from imgtext_desktop.context import Context
from imgtext_desktop.roots.offline_banner import OfflineBanner

HERE = Root(1, b"/home/ada/Pictures", "")
DISK = Root(2, b"/media/ada/Photos HD", "the folder is not there")
CARD = Root(3, b"/media/ada/card", "the folder is not there")


def _banner(context: Context, qtbot: QtBot) -> OfflineBanner:
    banner = OfflineBanner(context)
    qtbot.addWidget(banner)
    return banner


def test_one_banner_tells_of_all_missing_folders(context: Context, qtbot: QtBot) -> None:
    banner = _banner(context, qtbot)
    banner.show_roots([HERE])
    assert not banner.isVisible()
    banner.show_roots([HERE, DISK])
    assert banner.isVisible()
    assert banner.title.text() == "“Photos HD” is not connected"
    assert "Nothing was removed" in banner.words.text()
    banner.show_roots([HERE, DISK, CARD])
    assert banner.title.text() == "2 folders are not connected"
    assert banner.title.toolTip() == "/media/ada/Photos HD\n/media/ada/card"
    assert banner.title.text() in banner.accessibleName()
    retry = next(b for b in banner.findChildren(QPushButton) if b.text() == "Try again")
    assert "F5" in retry.toolTip()
    with qtbot.waitSignal(banner.retry_requested):
        retry.click()
    banner.show_roots([HERE])
    assert not banner.isVisible()


def test_it_tells_only_of_what_is_shown(context: Context, qtbot: QtBot) -> None:
    banner = _banner(context, qtbot)
    banner.show_roots([HERE, DISK, CARD])
    banner.set_place(Place(1, b"2024"))
    assert not banner.isVisible()
    banner.set_place(Place(3))
    assert banner.title.text() == "“card” is not connected"
    banner.set_place(None)
    assert banner.title.text() == "2 folders are not connected"


def test_hidden_it_comes_back_when_another_folder_is_missing(
    context: Context, qtbot: QtBot
) -> None:
    banner = _banner(context, qtbot)
    banner.show_roots([HERE, DISK])
    (close,) = banner.findChildren(QToolButton)
    close.click()
    assert not banner.isVisible()
    banner.show_roots([HERE, DISK])
    assert not banner.isVisible()
    banner.show_roots([HERE, DISK, CARD])
    assert banner.isVisible()
