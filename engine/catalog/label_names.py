"""What the labels that a classifier has learned are called now, within a transaction.

A version keeps the names that it learned. When the user renames a label, that is noted with its
time, and whatever was learned before is called by the new name from then on.
"""

import sqlite3
from collections.abc import Callable


def names_since(connection: sqlite3.Connection, learned_ns: int) -> Callable[[str], str]:
    """Return what turns a name that was learned at a time into what it is called now.

    Args:
        connection: Of the catalog.
        learned_ns: The time, nanoseconds since 1970.
    """
    renamings = connection.execute(
        "SELECT name, new_name FROM label_renamings WHERE renamed_ns > ? "
        "ORDER BY renamed_ns, rowid",
        (learned_ns,),
    ).fetchall()

    def called(name: str) -> str:
        for old, new in renamings:
            if name == old:
                name = new
        return name

    return called


def call_anew(connection: sqlite3.Connection) -> None:
    """Bring what classifiers guess up to date after a renaming has come or gone."""
    for set_id, learned_ns in connection.execute(
        "SELECT id, learned_ns FROM guess_sets"
    ).fetchall():
        called = names_since(connection, learned_ns)
        for table in ("guesses", "guess_groups"):
            known = connection.execute(
                f"SELECT DISTINCT name, called FROM {table} WHERE set_id = ?", (set_id,)
            ).fetchall()
            connection.executemany(
                f"UPDATE {table} SET called = ? WHERE set_id = ? AND name = ?",
                [(called(name), set_id, name) for name, old in known if called(name) != old],
            )
