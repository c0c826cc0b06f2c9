"""A root with its ledger, for tests of scans."""

import os
from pathlib import Path

from engine.catalog.database import Database
from engine.catalog.files import Files
from engine.catalog.records import FileState
from engine.catalog.roots import Roots
from engine.indexing.scan import ScanResult, Surroundings, scan_root
from engine.indexing.walk import Part
from engine.jobs import run


class Ledger:
    """A root with its ledger."""

    def __init__(self, folder: Path) -> None:
        self.top = folder / "photos"
        self.top.mkdir()
        self.database = Database(folder / "catalog.db", writable=True)
        self.files = Files(self.database)
        self.roots = Roots(self.database)
        self.roots.add(os.fsencode(self.top))

        self.patterns: tuple[str, ...] = ()

    def scan(self, part: Part | None = None) -> ScanResult:
        root, around = self.roots.all()[0], Surroundings(patterns=self.patterns)
        return run(scan_root(root, roots=self.roots, files=self.files, around=around, part=part))

    def write(self, name: str, content: bytes = b"x") -> Path:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def write_old(self, name: str, content: bytes = b"x") -> Path:
        """Write a file that a scan of a part takes for whole."""
        path = self.write(name, content)
        os.utime(path, (1e9, 1e9))
        return path

    def states(self) -> dict[str, tuple[FileState, str]]:
        top = os.fsencode(self.top)
        return {
            os.fsdecode(os.path.relpath(line.path, top)): (line.state, line.reason)
            for line in self.files.lines()
        }

    def settle(self) -> None:
        """Pretend that every pending file was read and found to be broken."""
        with self.database.write() as connection:
            connection.execute("UPDATE files SET state = 'failed' WHERE state = 'pending'")
