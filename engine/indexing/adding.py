"""Adding folders to a library."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from engine.catalog.records import FileState, Root
from engine.errors import RootError
from engine.indexing.pipeline import Importer, ImportReport
from engine.indexing.places import checked_root, root_of, usual_name
from engine.indexing.relink import find_relinked
from engine.indexing.skips import is_walked
from engine.jobs import Job
from engine.paths import printable


def add_and_import(
    folders: Sequence[Path], importer: Importer, *, library: Path, patterns: Sequence[str]
) -> Job[ImportReport]:
    """Add folders and import what is in them; see :meth:`engine.indexing.imports.Imports.add`.

    Args:
        folders: Existing folders.
        importer: Knows the roots, and imports.
        library: The library's own folder.
        patterns: What the user wants skipped.
    """
    paths = [checked_root(folder, library) for folder in folders]
    roots, files = importer.roots, importer.files
    before = {root.id for root in roots.all()}
    relinked: list[tuple[bytes, bytes]] = []
    for path in paths:
        moved = find_relinked(path, roots=roots.all(), files=files)
        if moved is not None:
            relinked.append((moved.path, roots.relink(moved, path).path))
        else:
            is_part = partial(is_walked, patterns=patterns)
            roots.add(usual_name(path, roots.all()), is_reached=is_part)
    # One of them may have taken in another.
    names = [usual_name(path, roots.all()) for path in paths]
    found = [root_of(path, roots.all()) for path in names]
    added = {root.id: root for root in found if root is not None}
    report = yield from importer.run(list(added.values()))
    report.relinked = relinked
    new = [root for root in added.values() if root.id not in before]
    if not report.unreadable:
        _refuse_barren(new, importer, has_others=len(added) > len(new))
    return report


def _refuse_barren(new: Sequence[Root], importer: Importer, *, has_others: bool) -> None:
    """Take folders without a picture out again.

    Raises:
        RootError: There were some.
    """
    counts = importer.files.counts_by_root()
    barren = []
    for root in new:
        states = counts.get(root.id)
        if states is None or states.total() == states[FileState.SKIPPED]:
            importer.roots.remove(root.path)
            barren.append(printable(root.path))
    if not barren:
        return
    has_others = has_others or len(new) > len(barren)
    others = " The other folders were imported." if has_others else ""
    raise RootError(
        f"{', '.join(barren)} holds no pictures that this program knows; "
        f"choose a folder with photos. It was not added.{others}"
    )
