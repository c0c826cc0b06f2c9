"""Where things live, and paths as bytes.

A path is kept as the bytes the file system uses (``os.fsencode``); text is for display and JSON
only. No path passes through a URL or a strict text encoding.
"""

import os
from pathlib import Path

import platformdirs

APP_NAME = "imgtext-desktop"


def default_library() -> Path:
    """Return the folder of the user's own library (it may not exist yet)."""
    return platformdirs.user_data_path(APP_NAME, appauthor=False) / "Library"


def log_folder() -> Path:
    """Return the folder for the log of errors outside a library."""
    return platformdirs.user_log_path(APP_NAME, appauthor=False)


def to_text(path: bytes) -> str:
    """Return a path as text; undecodable bytes become lone surrogates and survive JSON."""
    return os.fsdecode(path)


def printable(path: bytes) -> str:
    """Return a path for a sentence or a log line: one line, safe for every output encoding."""
    text = os.fsencode(os.fsdecode(path)).decode("utf-8", "replace")
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
