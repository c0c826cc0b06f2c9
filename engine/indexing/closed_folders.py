"""Folders that may not be read, such as ``lost+found``: watching all that lies around them.

A system that watches a folder with all below it stops at the first that is closed, and what it has
not come to by then is never heard of.
"""

import os
from collections.abc import Callable, Iterable, Iterator

Batch = Iterable[tuple[int, str]]
Open = Callable[[list[str], bool], Iterator[Batch]]  # folders, and whether with all below them

_ADDED = 1  # watchfiles.Change.added


def around_closed(paths: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return what to watch alone, and what with all below it, so that no folder in it is closed.

    Args:
        paths: Folders, absolute.
    """
    alone: list[str] = []
    whole: list[str] = []
    for top in paths:
        closed: set[str] = set()

        def note(error: OSError, closed: set[str] = closed) -> None:
            closed.add(error.filename)

        for _ in os.walk(top, onerror=note):
            pass
        above = {parent for path in closed for parent in _parents(path, top)}
        alone += sorted(above)
        for parent in sorted(above):
            with os.scandir(parent) as entries:
                below = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
            whole += [path for path in below if path not in above | closed]
        if not above and top not in closed:
            whole.append(top)
    return alone, whole


def listen_around(paths: list[str], open_folders: Open) -> Iterator[Batch]:
    """Watch folders in which some are closed; begins at once.

    Args:
        paths: Folders, absolute.
        open_folders: Begins to watch; its first step may wait.

    Returns:
        Batches of events. A folder that is new or no longer closed is heard from then on.

    Raises:
        OSError: The system refuses one.
    """
    return _turns(paths, open_folders, *_open(paths, open_folders))


def _turns(
    paths: list[str], open_folders: Open, known: set[str], parts: list[Iterator[Batch]]
) -> Iterator[Batch]:
    while True:
        for batches in zip(*parts, strict=False):
            events = [event for batch in batches for event in batch]
            yield events
            if any(_is_to_be_heard(event, known) for event in events):
                break
        else:
            return
        before = parts
        known, parts = _open(paths, open_folders)
        for part in before:  # what has happened meanwhile
            yield next(part, ())


def _open(paths: list[str], open_folders: Open) -> tuple[set[str], list[Iterator[Batch]]]:
    alone, whole = around_closed(paths)
    kinds = [(alone, False), (whole, True)]
    parts = [open_folders(folders, is_whole) for folders, is_whole in kinds if folders]
    return {*alone, *whole}, parts


def _is_to_be_heard(event: tuple[int, str], known: set[str]) -> bool:
    """Tell whether an event is of a folder, in one that is watched alone, that is not watched."""
    kind, path = event
    if not os.path.isdir(path) or os.path.dirname(path) not in known:
        return False
    return kind == _ADDED or (path not in known and os.access(path, os.R_OK | os.X_OK))


def _parents(path: str, top: str) -> Iterator[str]:
    while path != top:
        path = os.path.dirname(path)
        yield path
