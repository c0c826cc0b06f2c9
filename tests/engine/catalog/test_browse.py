import os
import time
from pathlib import Path

from engine.catalog.annotations import Annotations
from engine.catalog.browse import Browse
from engine.catalog.database import Database
from engine.catalog.files import Files, FolderChange
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import FileStat, FoundFile, NewContent
from engine.catalog.roots import Roots
from engine.catalog.slots import Guess, Guesses, Slots

STAT = FileStat(1, 2, 3, 4)


def _content(name: bytes) -> NewContent:
    return NewContent(
        hash=name * 16, size=1, width=8, height=8, format="PNG", perceptual_hash=b"\0" * 8
    )


def test_copies_are_all_files_of_a_content_wherever_they_lie(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    roots, files, photos = Roots(database), Files(database), Photos(database)
    indexed: dict[int, bytes] = {}
    for path in (b"/photos", b"/disk"):
        root = roots.add(path)
        names = {b"a\xff.jpg": b"a" * 16, b"b.jpg": b"b" * 16}
        added = [FoundFile(name, STAT) for name in names]
        files.apply(root, [(b"2024", FolderChange(added=added))])
        known = files.in_folder(root, b"2024")
        indexed |= {known[name].id: digest for name, digest in names.items()}
    contents = [_content(b"a"), _content(b"b")]
    photos.commit(Outcome(model="test", first_row=0, encoded=contents, indexed=indexed))
    browse = Browse(database)
    rows = browse.rows(list(indexed))
    content_id = next(row.content_id for row in rows.values() if row.path.endswith(b"a\xff.jpg"))
    assert content_id is not None
    assert browse.copies(content_id) == [
        os.path.join(b"/disk", b"2024", b"a\xff.jpg"),
        os.path.join(b"/photos", b"2024", b"a\xff.jpg"),
    ]
    assert browse.copies(10_000) == []
    Annotations(database).add_labels([(content_id, "dog"), (content_id, "beach")])
    labels = {row.path: row.labels for row in browse.rows(list(indexed)).values()}
    assert labels[os.path.join(b"/disk", b"2024", b"a\xff.jpg")] == ("beach", "dog")
    assert labels[os.path.join(b"/disk", b"2024", b"b.jpg")] == ()
    database.close()


def test_the_library_is_narrowed_to_labels_and_places_alike(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    root = Roots(database).add(b"/photos")
    files, photos, browse = Files(database), Photos(database), Browse(database)
    ids: dict[bytes, int] = {}
    for folder, names in ((b"2023", b"ab"), (b"2024", b"acd")):
        found = [FoundFile(bytes([name]), STAT) for name in names]
        files.apply(root, [(folder, FolderChange(added=found))])
        known = files.in_folder(root, folder)
        ids |= {folder + b"/" + name: known[name].id for name in known}
    indexed = {id_: path[-1:] * 16 for path, id_ in ids.items() if not path.endswith(b"d")}
    contents = [_content(name) for name in (b"a", b"b", b"c")]
    photos.commit(Outcome(model="test", first_row=0, encoded=contents, indexed=indexed))
    a, b, _ = (browse.content_ids([ids[path]])[0] for path in (b"2023/a", b"2023/b", b"2024/c"))
    Annotations(database).add_labels([(a, "dog"), (b, "dog"), (b, "beach")])
    assert browse.counts_by_label() == {"dog": 3, "beach": 1}  # files, as of folders

    def shown(folder: bytes, *labels: str) -> set[bytes]:
        found = set(browse.ids(root_id=root.id, folder=folder, labels=labels).tolist())
        return {path for path, id_ in ids.items() if id_ in found}

    assert shown(b"", "dog") == {b"2023/a", b"2023/b", b"2024/a"}
    assert shown(b"2024", "dog") == {b"2024/a"}
    assert shown(b"", "dog", "beach") == {b"2023/b"}
    assert shown(b"", "Dog") == set()

    def outside(folder: bytes, *labels: str) -> list[int]:
        return photos.rows_outside("test", root_id=root.id, folder=folder, labels=labels)

    assert outside(b"", "dog") == [2]
    assert outside(b"2024", "dog") == [1, 2]
    assert outside(b"", "dog", "beach") == [0, 2]
    database.close()


def test_the_library_by_date_is_read_from_an_index_and_not_sorted(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    statements: list[str] = []
    with database.read() as connection:
        connection.set_trace_callback(statements.append)
        Browse(database).ids()
        connection.set_trace_callback(None)
        query = next(text for text in statements if text.startswith("SELECT"))
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
    database.close()
    assert plan == ["SCAN files USING INDEX files_by_date"]


def test_what_the_adopted_classifier_guesses_waits_for_an_answer(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    root = Roots(database).add(b"/photos")
    files, photos, browse = Files(database), Photos(database), Browse(database)
    files.apply(root, [(b"", FolderChange(added=[FoundFile(bytes([n]), STAT) for n in b"abc"]))])
    a, b, c = (files.in_folder(root, b"")[bytes([n])].id for n in b"abc")
    # The third file is a copy of the second.
    indexed = {a: b"a" * 16, b: b"b" * 16, c: b"b" * 16}
    contents = [_content(b"a"), _content(b"b")]
    photos.commit(Outcome(model="test", first_row=0, encoded=contents, indexed=indexed))
    first, second = browse.content_ids([a, b])
    guesses, slots, said = Guesses(database), Slots(database), Annotations(database)
    guesses.add("old", 2, {first: [Guess("cat", 0.9, True)]})
    guesses.add(
        "new",
        2,
        {
            first: [Guess("beach", 0.7, True), Guess("sea", 0.8, True), Guess("dog", 0.3, False)],
            second: [Guess("sea", 0.6, True)],
        },
    )
    assert browse.guessed_ids().tolist() == []  # nothing is adopted
    slots.switch("labels", "new")
    assert browse.rows([a])[a].guesses == ("sea", "beach")
    assert sorted(browse.guessed_ids().tolist()) == [a, b, c]
    assert browse.guessed_ids("beach").tolist() == [a]
    undo = said.confirm_guesses([(first, "sea"), (second, "sea")]).inverse
    assert browse.guessed_ids().tolist() == [a]
    assert said.label_counts() == {"sea": 2}
    said.apply(undo)
    said.reject_guesses([(first, "beach"), (second, "sea")])
    assert browse.guessed_ids().tolist() == [a]
    assert browse.rows([a])[a].guesses == ("sea",)
    said.confirm_guesses([(second, "sea")])  # after all
    assert said.of([second])[second].rejected == ()
    # What excludes a label that the user gave is no question any more.
    guesses.set_groups("new", [["beach", "harbour"], ["sea"], ["dog"]])
    guesses.add("new", 2, {second: [Guess("beach", 0.7, True)]})
    assert browse.guessed_ids("beach").tolist() == [b, c]
    given = said.add_label([second], "harbour")
    assert browse.guessed_ids("beach").tolist() == []
    assert guesses.counts("new") == {"sea": 1}
    said.apply(given.inverse)
    assert browse.guessed_ids("beach").tolist() == [b, c]
    # What was learned is called as the user calls it now; two names that became one count once.
    said.add_label([first], "beach")
    said.rename_label("beach", "seaside")
    assert browse.guessed_ids("seaside").tolist() == [b, c]
    merged = said.rename_label("seaside", "harbour")
    guesses.add("new", 2, {second: [Guess("beach", 0.7, True), Guess("harbour", 0.9, True)]})
    assert browse.guessed_ids("harbour").tolist() == [b, c]
    assert browse.rows([b])[b].guesses == ("harbour",)
    assert [guess.name for guess in guesses.of("new", [second])[second]] == ["harbour"]
    assert guesses.counts("new")["harbour"] == 1
    said.apply(merged.inverse)
    assert browse.rows([b])[b].guesses == ("harbour", "seaside")
    # A version that was learned afterwards means the name as it is.
    guesses.set_groups("newest", [["beach"]], learned=time.time())
    guesses.add("newest", 2, {second: [Guess("beach", 0.8, True)]})
    assert set(guesses.counts("newest")) == {"beach"}
    database.close()
