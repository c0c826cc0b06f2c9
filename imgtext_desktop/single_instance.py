"""One window a library: a second start brings the first to the front."""

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WAIT = 1000  # milliseconds


class SingleInstance(QObject):
    """The first window of a library listens; a later one knocks and leaves.

    A local socket, no network. The library's lock file, not this, keeps the library safe.

    Signals:
        knocked: Another start asked for the window.
    """

    knocked = Signal()

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        digest = hashlib.blake2b(bytes(library.absolute()), digest_size=8).hexdigest()
        self._name = f"imgtext-desktop-{digest}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def knock(self) -> bool:
        """Ask a running window to come to the front.

        Returns:
            Whether there is one.
        """
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        is_there = socket.waitForConnected(_WAIT)
        socket.disconnectFromServer()
        return is_there

    def listen(self) -> None:
        """Be the window that others knock at."""
        QLocalServer.removeServer(self._name)  # what a killed window left behind
        self._server.listen(self._name)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.close()
        self.knocked.emit()
