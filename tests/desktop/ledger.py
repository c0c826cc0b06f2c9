"""Fills a library's ledger without reading a photo."""

import os
from collections.abc import Mapping
from pathlib import Path

from engine.catalog.files import FolderChange
from engine.catalog.photos import Outcome
from engine.catalog.records import FileStat, FileState, FoundFile, Root
from engine.indexing.scan import scan_root
from engine.jobs import run
from engine.library import Library

STAT = FileStat(1234, 2, 3, 4)


def add_scanned(library: Library, folder: Path) -> Root:
    """Add a folder and list what is in it; every photo waits to be read."""
    root = library.roots.add(os.fsencode(folder))
    run(scan_root(root, roots=library.roots, files=library.files))
    return root


def scan_again(library: Library) -> None:
    """Bring the ledger in line with the disk."""
    for root in library.roots.all():
        run(scan_root(root, roots=library.roots, files=library.files))


def add_failed(library: Library, path: bytes, reasons: Mapping[bytes, str]) -> Root:
    """Add a root (that need not exist) with files that could not be read."""
    root = library.roots.add(path)
    found = [FoundFile(name, STAT) for name in reasons]
    library.files.apply(root, [(b"2024", FolderChange(added=found))])
    known = library.files.in_folder(root, b"2024")
    unread = {known[name].id: (FileState.FAILED, reason) for name, reason in reasons.items()}
    library.photos.commit(Outcome(model="none", first_row=0, unread=unread))
    return root


def add_skipped(library: Library, path: bytes, count: int) -> Root:
    """Add a root (that need not exist) with files that are no photos."""
    root = library.roots.add(path)
    found = [FoundFile(f"{number:06}.txt".encode(), STAT, "not a photo") for number in range(count)]
    library.files.apply(root, [(b"", FolderChange(added=found))])
    return root
