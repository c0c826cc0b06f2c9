"""Logging: one rotating file in the library's folder; warnings of libraries go there too."""

import contextlib
import logging
import logging.handlers
from pathlib import Path

LOG_BYTES = 2_000_000
LOG_FILES = 3

logger = logging.getLogger("engine")


class _LogFile(logging.handlers.RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        """Stay silent: a full disk must not print a traceback at the user."""


def start_log_file(folder: Path) -> logging.Handler:
    """Write everything that the engine logs to ``folder/imgtext.log``.

    Args:
        folder: Made if it is missing.

    Returns:
        The handler, for :func:`stop_log_file`.

    Raises:
        OSError: The file cannot be opened for writing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    handler = _LogFile(
        folder / "imgtext.log",
        maxBytes=LOG_BYTES,
        backupCount=LOG_FILES,
        encoding="utf-8",
        errors="backslashreplace",
        delay=True,
    )
    handler.setFormatter(
        logging.Formatter("%(asctime)s %(levelname)s %(name)s [%(process)d] %(message)s")
    )
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    return handler


def stop_log_file(handler: logging.Handler) -> None:
    """Close the log file."""
    logger.removeHandler(handler)
    with contextlib.suppress(OSError):  # a full disk, which has been told already
        handler.close()
