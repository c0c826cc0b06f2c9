import sqlite3
from functools import partial
from pathlib import Path

import pytest

from engine.catalog.annotations import Annotations
from engine.catalog.changes import Annotation, Caption, CaptionSource, Change, tidy
from engine.catalog.database import Database
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import NewContent

PHOTOS = range(1, 5)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    """A catalog of a few photos."""
    database = Database(tmp_path / "catalog.db", writable=True)
    contents = [NewContent(bytes([n]) * 16, n, 4, 3, "JPEG", bytes(8)) for n in PHOTOS]
    Photos(database).commit(Outcome(model="m", first_row=0, encoded=contents))
    return database


@pytest.fixture
def annotations(database: Database) -> Annotations:
    return Annotations(database)


def _said(annotations: Annotations) -> set[tuple[object, ...]]:
    def key(value: Annotation) -> tuple[object, ...]:
        parts = [getattr(value, name) for name in type(value).__slots__]
        return type(value), *parts

    return {key(value) for value in annotations.all()}


def test_what_is_said_of_photos(annotations: Annotations) -> None:
    annotations.add_captions([Caption(1, "a dog on the beach"), Caption(1, "Biscuit")])
    annotations.add_label([1, 2], "dog")
    annotations.add_label([1], "beach")
    annotations.rate([2, 3], 4)
    said = annotations.of([1, 2, 3, 4])
    assert {caption.text for caption in said[1].captions} == {"a dog on the beach", "Biscuit"}
    assert [label.name for label in said[1].labels] == ["beach", "dog"]
    assert [said[photo].stars for photo in PHOTOS] == [0, 4, 4, 0]
    assert annotations.label_counts() == {"dog": 2, "beach": 1}


def test_every_edit_can_be_undone_and_redone(annotations: Annotations) -> None:
    annotations.add_captions([Caption(1, "old words", CaptionSource.GENERATED, 0.3)])
    annotations.add_label([1, 2], "dog")
    annotations.add_label([2], "hound")
    annotations.rate([1], 2)
    (caption,) = annotations.of([1])[1].captions
    edits = [
        partial(annotations.add_captions, [Caption(2, "x"), Caption(1, "old words")]),
        partial(annotations.edit_caption, caption, "new words"),
        partial(annotations.edit_caption, caption, ""),
        partial(annotations.add_label, [1, 2, 3], "Dog"),
        partial(annotations.remove_label, [1, 3], "dog"),
        partial(annotations.drop_label, "dog"),
        partial(annotations.rename_label, "dog", "Hound"),
        partial(annotations.rename_label, "dog", "DOG"),
        partial(annotations.rate, [1, 2], 5),
        partial(annotations.rate, [1, 2], 0),
    ]
    for edit in edits:
        before = _said(annotations)
        change = edit()
        after = _said(annotations)
        assert change
        assert before != after
        assert annotations.apply(change.inverse) == change.inverse
        assert _said(annotations) == before
        annotations.apply(change)
        assert _said(annotations) == after
        annotations.apply(change.inverse)


def test_what_was_denied_of_a_label_goes_with_its_name(annotations: Annotations) -> None:
    annotations.add_label([1], "dog")
    annotations.add_label([3], "hound")
    annotations.reject_guess([2, 3], "dog")
    renamed = annotations.rename_label("dog", "hound")
    said = annotations.of([1, 2, 3])
    assert [said[photo].rejected for photo in (1, 2, 3)] == [(), ("hound",), ()]
    annotations.apply(renamed.inverse)
    assert annotations.of([2])[2].rejected == ("dog",)


def test_undo_leaves_alone_what_was_there_before_and_what_came_since(
    annotations: Annotations,
) -> None:
    annotations.add_label([1], "dog")
    added = annotations.add_label([1, 2], "dog")
    assert added.content_ids == {2}
    annotations.apply(added.inverse)
    assert annotations.label_counts() == {"dog": 1}

    rated = annotations.rate([3], 2)
    annotations.rate([3], 5)
    annotations.apply(rated.inverse)
    assert annotations.of([3])[3].stars == 5


def test_an_edit_that_changes_nothing_is_no_edit(annotations: Annotations) -> None:
    annotations.add_captions([Caption(1, "words")])
    annotations.rate([1], 3)
    (caption,) = annotations.of([1])[1].captions
    nothing = [
        annotations.add_captions([Caption(1, "  words "), Caption(1, " \n")]),
        annotations.edit_caption(caption, "words "),
        annotations.add_label([1], " \t"),
        annotations.add_label([], "dog"),
        annotations.remove_label([1], "dog"),
        annotations.rename_label("cat", "dog"),
        annotations.rate([1], 3),
        annotations.rate([2], 0),
    ]
    assert not any(nothing)


def test_a_generated_caption_never_replaces_the_users_own(annotations: Annotations) -> None:
    annotations.add_captions([Caption(1, "words")])
    assert not annotations.add_captions([Caption(1, "words", CaptionSource.GENERATED, 0.3)])
    assert annotations.of([1])[1].captions[0].source is CaptionSource.MANUAL


def test_the_spelling_that_was_there_first_stays(annotations: Annotations) -> None:
    annotations.add_label([1], "Grandma")
    annotations.add_labels([(2, "grandma"), (3, "GRANDMA "), (3, "Straße"), (4, "STRASSE")])
    assert annotations.label_counts() == {"Grandma": 3, "Straße": 2}


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("cafe\u0301", "café"),
        (" two\n lines\t", "two lines"),
        ("bell\x07 and\x00nul", "bell and nul"),
        ("not text \udcff", "not text ?"),
        ("奶奶 👵🏽", "奶奶 👵🏽"),
    ],
)
def test_words_are_tidied(typed: str, stored: str) -> None:
    assert tidy(typed) == stored == tidy(stored)


def test_more_photos_than_sql_takes_variables(database: Database) -> None:
    contents = [
        NewContent(number.to_bytes(16), 1, 4, 3, "JPEG", bytes(8))
        for number in range(10**6, 10**6 + 40_000)
    ]
    Photos(database).commit(Outcome(model="m", first_row=10, encoded=contents))
    with database.read() as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM contents")]
    annotations = Annotations(database)
    change = annotations.add_label(ids, "all")
    assert annotations.label_counts() == {"all": len(ids)}
    assert not annotations.apply(Change(added=change.added))
    assert annotations.remove_label(ids, "all").content_ids == set(ids)


def test_what_the_user_typed_waits_for_the_disk(database: Database) -> None:
    with database.write(is_durable=True) as connection:
        assert _synchronous(connection) == 2
    with database.write() as connection:
        assert _synchronous(connection) == 1


def _synchronous(connection: sqlite3.Connection) -> int:
    value: int = connection.execute("PRAGMA synchronous").fetchone()[0]
    return value
