import os

import pytest

from engine.exchange.path_index import PathIndex

INDEX = PathIndex(
    [
        ("/photos/a.jpg", 1),
        ("/photos/sub/b.jpg", 2),
        ("/photos/other/b.jpg", 3),
        ("/photos/copy/a2.jpg", 1),
        ("/photos/cafe\u0301.jpg", 4),
        ("/photos/back\\slash.jpg", 5),
        (os.fsdecode(b"/photos/\xff.jpg"), 6),
    ]
)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("/photos/a.jpg", {1}),
        ("a.jpg", {1}),
        ("./a.jpg", {1}),
        ("sub/b.jpg", {2}),
        ("sub\\b.jpg", {2}),
        ("photos/sub/../sub/b.jpg", {2}),
        ("b.jpg", {2, 3}),
        ("café.jpg", {4}),
        ("back\\slash.jpg", {5}),
        (os.fsdecode(b"\xff.jpg"), {6}),
        ("/elsewhere/a.jpg", set()),
        ("ub/b.jpg", set()),
        ("a.JPG", set()),
        ("", set()),
        (".", set()),
        ("/", set()),
    ],
)
def test_what_a_name_means(name: str, values: set[int]) -> None:
    assert INDEX.find(name) == values
