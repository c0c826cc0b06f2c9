"""A program to be killed: imports photos over and over while somebody types and imports captions.

    python -m tests.engine.indexing.typing_program FOLDER

It prints what was typed, a line each, once the catalog has promised to keep it.
"""

import itertools
import sys
import threading
from pathlib import Path

from engine.catalog.annotations import Annotations
from engine.catalog.changes import Caption
from engine.exchange.exchange import Exchange
from engine.tables import write_table
from tests.engine.indexing.workbench import Workbench


def main() -> None:
    """Import until the end of time."""
    bench = Workbench(Path(sys.argv[1]))
    start = int(sys.argv[2])
    annotations = Annotations(bench.database)
    threading.Thread(target=_type, args=(bench, annotations, start), daemon=True).start()
    for _ in itertools.count():
        bench.run()
        # What was imported is forgotten, so that there is something to be done again.
        bench.importer.files.return_unencoded_to_pending("another model")


def _type(bench: Workbench, annotations: Annotations, start: int) -> None:
    exchange = Exchange(annotations, bench.importer.photos)
    for number in itertools.count(start):
        contents = sorted(bench.importer.photos.all_hashes())
        if not contents:
            continue
        content = contents[number % len(contents)]
        if number % 3:
            annotations.add_captions([Caption(content, f"caption {number}")])
            annotations.add_label([content], f"label {number}")
        else:
            hash_ = bench.importer.photos.all_hashes()[content].hex()
            words = {"caption": exchange.import_captions, "label": exchange.import_labels}
            for word, take_up in words.items():
                table = bench.folder / f"{word}s.csv"
                write_table(table, ("file", word, "content"), [("", f"{word} {number}", hash_)])
                take_up(table)
        annotations.rate([content], number % 5 + 1)
        sys.stdout.write(f"{content} {number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
