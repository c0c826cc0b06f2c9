"""What the program did when: one row a run, kept also when it is killed."""

import json
import time
from collections.abc import Mapping

from engine.catalog.database import Database


class Runs:
    """The table of runs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(self, kind: str) -> int:
        """Record that a run begins; runs that never ended are marked as interrupted."""
        with self._database.write() as connection:
            connection.execute(
                "UPDATE runs SET outcome = 'interrupted' WHERE outcome = 'running' AND kind = ?",
                (kind,),
            )
            cursor = connection.execute(
                "INSERT INTO runs (kind, started_ns) VALUES (?, ?)", (kind, time.time_ns())
            )
        return int(cursor.lastrowid or 0)

    def end(self, run: int, outcome: str, counts: Mapping[str, float]) -> None:
        """Record how a run ended.

        Args:
            run: What :meth:`start` returned.
            outcome: ``"done"``, ``"cancelled"`` or ``"failed"``.
            counts: Figures of the run.
        """
        with self._database.write() as connection:
            connection.execute(
                "UPDATE runs SET ended_ns = ?, outcome = ?, counts = ? WHERE id = ?",
                (time.time_ns(), outcome, json.dumps(dict(counts)), run),
            )
