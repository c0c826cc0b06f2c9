"""The schema, as ordered steps. ``user_version`` counts the steps taken.

A step is never edited once released: a change is a new step at the end, and a test opens a
database of each older version.
"""

import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x696D6774  # "imgt": tells our files from other SQLite databases

STEPS: Final[tuple[str, ...]] = (
    # 1: roots, the ledger of files, contents, stored features, runs
    """
    CREATE TABLE roots (
        id INTEGER PRIMARY KEY,
        path BLOB NOT NULL UNIQUE,           -- absolute, os.fsencode
        added_ns INTEGER NOT NULL,
        problem TEXT NOT NULL DEFAULT ''     -- why it is offline, '' if it is not
    );
    CREATE TABLE contents (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- ids are never given to another photo
        hash BLOB NOT NULL UNIQUE,           -- BLAKE2b-128 of the file
        size INTEGER NOT NULL,               -- bytes
        width INTEGER NOT NULL,              -- upright
        height INTEGER NOT NULL,
        format TEXT NOT NULL,
        perceptual_hash BLOB NOT NULL,       -- 64 bits
        added_ns INTEGER NOT NULL
    );
    CREATE INDEX contents_size ON contents(size);
    CREATE TABLE files (
        id INTEGER PRIMARY KEY,
        root_id INTEGER NOT NULL REFERENCES roots(id) ON DELETE CASCADE,
        folder BLOB NOT NULL,                -- relative to the root, X'' for the root itself
        name BLOB NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('indexed', 'pending', 'failed', 'skipped')),
        reason TEXT NOT NULL DEFAULT '',
        is_offline INTEGER NOT NULL DEFAULT 0,
        content_id INTEGER REFERENCES contents(id),
        UNIQUE (root_id, folder, name),
        CHECK (state <> 'indexed' OR content_id IS NOT NULL)
    );
    CREATE INDEX files_content ON files(content_id);
    CREATE INDEX files_by_date ON files(mtime_ns, id) WHERE state <> 'skipped';
    CREATE INDEX files_pending ON files(id) WHERE state = 'pending';
    CREATE TABLE feature_rows (
        model TEXT NOT NULL,                 -- model version
        row INTEGER NOT NULL,                -- row of the stored features
        content_id INTEGER NOT NULL REFERENCES contents(id),
        PRIMARY KEY (model, row),
        UNIQUE (model, content_id)
    ) WITHOUT ROWID;
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        started_ns INTEGER NOT NULL,
        ended_ns INTEGER,
        outcome TEXT NOT NULL DEFAULT 'running',
        counts TEXT NOT NULL DEFAULT '{}'    -- JSON
    );
    """,
    # 2: what the user says of photos; it belongs to the content and is never deleted with a file
    """
    CREATE TABLE captions (
        content_id INTEGER NOT NULL REFERENCES contents(id),
        text TEXT NOT NULL,
        source TEXT NOT NULL,
        weight REAL NOT NULL,
        added_ns INTEGER NOT NULL,
        PRIMARY KEY (content_id, text)
    ) WITHOUT ROWID;
    CREATE TABLE labels (
        content_id INTEGER NOT NULL REFERENCES contents(id),
        name TEXT NOT NULL,
        added_ns INTEGER NOT NULL,
        PRIMARY KEY (content_id, name)
    ) WITHOUT ROWID;
    CREATE INDEX labels_by_name ON labels(name);
    CREATE TABLE ratings (
        content_id INTEGER PRIMARY KEY REFERENCES contents(id),
        stars INTEGER NOT NULL,              -- 1 to 5
        added_ns INTEGER NOT NULL
    );
    """,
    # 3: pairs of photos that the user says are not the same picture
    """
    CREATE TABLE not_duplicates (
        content_id_a INTEGER NOT NULL REFERENCES contents(id),
        content_id_b INTEGER NOT NULL REFERENCES contents(id),
        PRIMARY KEY (content_id_a, content_id_b),
        CHECK (content_id_a < content_id_b)
    ) WITHOUT ROWID;
    """,
    # 4: what files say of themselves, with their sidecars
    """
    ALTER TABLE files ADD COLUMN date_ns INTEGER NOT NULL DEFAULT 0; -- when taken, else mtime_ns
    ALTER TABLE files ADD COLUMN sidecar BLOB NOT NULL DEFAULT X'';  -- name of its .xmp file
    ALTER TABLE files ADD COLUMN sidecar_ns INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE files ADD COLUMN written_labels TEXT NOT NULL DEFAULT '[]'; -- by us, to its sidecar
    UPDATE files SET date_ns = mtime_ns;
    CREATE TABLE metadata (
        file_id INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
        taken TEXT,                          -- wall clock of the place, ISO 8601
        utc_offset INTEGER,                  -- minutes
        camera TEXT,
        lens TEXT,
        latitude REAL,                       -- degrees
        longitude REAL,
        altitude REAL,                       -- metres
        exposure_time REAL,                  -- seconds
        f_number REAL,
        iso INTEGER,
        focal_length REAL,                   -- millimetres
        rating INTEGER,                      -- -1 rejected, 0 none, 1 to 5
        keywords TEXT NOT NULL,              -- JSON
        title TEXT,
        description TEXT
    );
    """,
    # 5: the whole library by date without sorting; an index in part counts only for a query that
    # has its very words
    """
    DROP INDEX files_by_date;
    CREATE INDEX files_by_date ON files(date_ns, id) WHERE state IN ('indexed', 'pending');
    DROP INDEX files_pending;
    CREATE INDEX files_pending ON files(date_ns, id) WHERE state = 'pending'; -- as they are seen
    """,
    # 6: where other disks are mounted within roots, so that one that is away is no empty folder
    """
    CREATE TABLE mounts (
        root_id INTEGER NOT NULL REFERENCES roots(id) ON DELETE CASCADE,
        folder BLOB NOT NULL,                -- relative to the root, X'' for the root itself
        PRIMARY KEY (root_id, folder)
    ) WITHOUT ROWID;
    """,
    # 7: problems that the user does not want to hear of; when a file could last not be read
    """
    ALTER TABLE files ADD COLUMN is_ignored INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE files ADD COLUMN tried_ns INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX files_ignored ON files(state) WHERE is_ignored;
    """,
    # 8: which model version answers, what a trained one guesses, and what the user denied
    """
    CREATE TABLE slots (
        slot TEXT PRIMARY KEY,               -- 'retrieval', 'labels', 'codes'
        version TEXT NOT NULL,               -- '' for none of the user's
        previous TEXT NOT NULL DEFAULT '',   -- what rolling back returns to
        wanted TEXT                          -- being prepared, or NULL
    );
    CREATE TABLE guess_sets (
        id INTEGER PRIMARY KEY,
        version TEXT NOT NULL UNIQUE,        -- of the slot 'labels'
        rows INTEGER NOT NULL DEFAULT 0      -- stored features that it has looked at
    );
    CREATE TABLE guesses (
        set_id INTEGER NOT NULL REFERENCES guess_sets(id) ON DELETE CASCADE,
        content_id INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        probability REAL NOT NULL,
        is_shown INTEGER NOT NULL,           -- above the label's threshold
        PRIMARY KEY (set_id, content_id, name)
    ) WITHOUT ROWID;
    CREATE INDEX guesses_by_name ON guesses(set_id, name, is_shown);
    CREATE TABLE rejections (
        content_id INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
        name TEXT NOT NULL,                  -- of a label that the photo has not
        added_ns INTEGER NOT NULL,
        PRIMARY KEY (content_id, name)
    ) WITHOUT ROWID;
    """,
    # 9: which labels of a classifier exclude each other
    """
    CREATE TABLE guess_groups (
        set_id INTEGER NOT NULL REFERENCES guess_sets(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        number INTEGER NOT NULL,             -- labels of one number exclude each other
        PRIMARY KEY (set_id, name)
    ) WITHOUT ROWID;
    """,
    # 10: labels that were renamed after a classifier had learned them
    """
    CREATE TABLE label_renamings (
        name TEXT NOT NULL,
        new_name TEXT NOT NULL,
        renamed_ns INTEGER NOT NULL
    );
    ALTER TABLE guess_sets ADD COLUMN learned_ns INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE guesses ADD COLUMN called TEXT NOT NULL DEFAULT '';  -- by the user, now
    ALTER TABLE guess_groups ADD COLUMN called TEXT NOT NULL DEFAULT '';
    UPDATE guesses SET called = name;
    UPDATE guess_groups SET called = name;
    DROP INDEX guesses_by_name;
    CREATE INDEX guesses_by_name ON guesses(set_id, called, is_shown);
    """,
    # 11: suggested captions that the user did not want
    """
    CREATE TABLE declined_captions (
        content_id INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        added_ns INTEGER NOT NULL,
        PRIMARY KEY (content_id, text)
    ) WITHOUT ROWID;
    """,
)

NEWEST: Final = len(STEPS)


def migrate(connection: sqlite3.Connection) -> None:
    """Take the steps that the database lacks, each in its own transaction.

    Args:
        connection: In autocommit mode, at a version that is not newer than ours.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, step in enumerate(STEPS[version:], start=version + 1):
        connection.executescript(
            f"BEGIN IMMEDIATE; {step}"
            f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number}; COMMIT;"
        )
