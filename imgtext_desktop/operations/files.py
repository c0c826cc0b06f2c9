"""Handing photos to the system: open, show in their folder, copy, drag.

A path is bytes until the last moment; a URL is made of these bytes, so that any name arrives as it
is on the disk.
"""

import os
import sys
from collections.abc import Sequence
from urllib.parse import quote_from_bytes, unquote_to_bytes

from PySide6.QtCore import QMimeData, QProcess, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication


def url_of(path: bytes) -> QUrl:
    """Return the URL of a file, whatever its name."""
    if sys.platform == "win32":
        return QUrl.fromLocalFile(os.fsdecode(path))
    return QUrl.fromEncoded(b"file://" + quote_from_bytes(path).encode())


def path_of(url: QUrl) -> bytes | None:
    """Return the path of a local file's URL, or None for any other URL."""
    if not url.isLocalFile():
        return None
    if sys.platform == "win32":
        return os.fsencode(url.toLocalFile())
    encoded = bytes(url.toEncoded(QUrl.ComponentFormattingOption.FullyEncoded).data())
    # Only the path counts; a host is empty or this machine.
    rest = encoded.removeprefix(b"file://")
    return unquote_to_bytes(rest[rest.index(b"/") :])


def open_file(path: bytes) -> bool:
    """Open a file with the system's program for it.

    Returns:
        Whether the system took it.
    """
    return QDesktopServices.openUrl(url_of(path))


def show_in_folder(path: bytes) -> bool:
    """Show a file in the system's file manager, selected where that is possible.

    Returns:
        Whether the system took it.
    """
    if sys.platform == "win32":
        return _start("explorer", ["/select,", os.path.normpath(os.fsdecode(path))])
    if sys.platform == "darwin":
        return _start("open", ["-R", os.fsdecode(path)])
    return _show_by_dbus(path) or QDesktopServices.openUrl(url_of(os.path.dirname(path)))


def open_with(path: bytes, program: str) -> bool:
    """Open a file with a program of the user's choice.

    Returns:
        Whether the program started.
    """
    if sys.platform == "darwin":
        return _start("open", ["-a", program, os.fsdecode(path)])
    return _start(program, [os.fsdecode(path)])


def copy_paths(paths: Sequence[bytes]) -> None:
    """Put paths on the clipboard, one a line."""
    QGuiApplication.clipboard().setText("\n".join(os.fsdecode(path) for path in paths))


def mime_of(paths: Sequence[bytes]) -> QMimeData:
    """Return files as the clipboard and drag and drop carry them."""
    mime = QMimeData()
    mime.setUrls([url_of(path) for path in paths])
    return mime


def _start(program: str, arguments: list[str]) -> bool:
    return bool(QProcess.startDetached(program, arguments)[0])


def _show_by_dbus(path: bytes) -> bool:
    """Ask the desktop's file manager (freedesktop.org FileManager1)."""
    try:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage
    except ImportError:
        return False
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return False
    call = QDBusMessage.createMethodCall(
        "org.freedesktop.FileManager1",
        "/org/freedesktop/FileManager1",
        "org.freedesktop.FileManager1",
        "ShowItems",
    )
    call.setArguments([[bytes(url_of(path).toEncoded().data()).decode()], ""])
    return bus.call(call, timeout=2000).type() == QDBusMessage.MessageType.ReplyMessage
