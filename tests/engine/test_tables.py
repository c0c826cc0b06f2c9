import os
from pathlib import Path

import pytest

from engine.errors import TableError
from engine.tables import read_table, write_table


def _read(folder: Path, content: str | bytes) -> list[dict[str, str]]:
    table = folder / "table.csv"
    table.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_table(table, ("file", "caption"), ("weight",)))


def test_columns_in_any_order_and_case(tmp_path: Path) -> None:
    rows = _read(tmp_path, "other, Caption ,FILE\r\nx,  Two words,a.jpg\r\n\r\n,,b.jpg\n")
    assert rows == [
        {"file": "a.jpg", "caption": "Two words", "weight": ""},
        {"file": "b.jpg", "caption": "", "weight": ""},
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_what_spreadsheets_separate_columns_with(tmp_path: Path, delimiter: str) -> None:
    lines = [("\ufefffile", "caption", "weight"), ("a.jpg", "one, two; three", "0.5"), ("b.jpg",)]
    content = "\n".join(
        delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in line)
        for line in lines
    )
    assert _read(tmp_path, content) == [
        {"file": "a.jpg", "caption": "one, two; three", "weight": "0.5"},
        {"file": "b.jpg", "caption": "", "weight": ""},
    ]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    rows = [
        (os.fsdecode(b"/photos/\xff.jpg"), 'a "quoted", long\nsentence', "1.0"),
        ("/photos/小狗.jpg", "奶奶 🐶; a\tb", "0.3"),
    ]
    write_table(tmp_path / "table.csv", ("file", "caption", "weight"), rows)
    read = _read(tmp_path, (tmp_path / "table.csv").read_bytes())
    assert [tuple(row.values()) for row in read] == rows
    assert os.listdir(tmp_path) == ["table.csv"]


def test_a_table_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "table.csv").mkdir()
    (tmp_path / "table.csv" / "kept").touch()
    for table in (tmp_path / "table.csv", tmp_path / "gone" / "table.csv"):
        with pytest.raises(TableError, match="cannot be written"):
            write_table(table, ("file",), [])
    assert os.listdir(tmp_path) == ["table.csv"]
    assert os.listdir(tmp_path / "table.csv") == ["kept"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\n", "is empty"),
        (b"a.jpg,A dog.\n", "lacks the columns file,caption"),
        (b"file,weight\na.jpg,1\n", "lacks the columns file,caption"),
        ("file,caption\na.jpg,Möwe\n".encode("latin-1"), "not UTF-8"),
        ("file,caption\na.jpg,A dog.\n".encode("utf-16"), "not UTF-8"),
        (b"file,caption\na.jpg," + b"x" * (1 << 21), "not a CSV table"),
    ],
    ids=["empty", "blank", "no header", "other", "latin", "16", "long"],
)
def test_a_bad_table_is_one_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    with pytest.raises(TableError, match=words) as caught:
        _read(tmp_path, content)
    assert str(tmp_path / "table.csv") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_table(tmp_path: Path) -> None:
    for table in (tmp_path / "gone.csv", tmp_path):
        with pytest.raises(TableError, match="cannot be read"):
            list(read_table(table, ("file",)))
