"""What folders and tables of captions may look like, and what is said about bad ones."""

import os
import sys
import unicodedata
from pathlib import Path

import pytest

from engine.errors import EngineError, EvaluationError
from engine.evaluation.captions import (
    CaptionTable,
    label_text,
    list_files,
    read_captions,
    read_labels,
)


def make(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"")
    return folder


def read(tmp_path: Path, content: str | bytes, *names: str) -> CaptionTable:
    folder = make(tmp_path / "photos", *names)
    table = tmp_path / "captions.csv"
    table.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_captions(table, folder=folder, files=list_files(folder))


def test_files_are_sorted_and_hidden_ones_left_out(tmp_path: Path) -> None:
    make(tmp_path, "b.jpg", "a/2.jpg", ".DS_Store", ".cache/3.jpg")
    assert list_files(tmp_path) == [tmp_path / "a/2.jpg", tmp_path / "b.jpg"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_a_pipe_or_a_loop_of_links_cannot_hang_the_list(tmp_path: Path) -> None:
    make(tmp_path, "a.jpg")
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert list_files(tmp_path) == [tmp_path / "a.jpg"]


def test_folder_missing_or_no_folder_or_empty(tmp_path: Path) -> None:
    file = make(tmp_path, "file.jpg") / "file.jpg"
    (tmp_path / "empty").mkdir()
    for folder, words in [
        (tmp_path / "gone", "does not exist"),
        (file, "is not a folder"),
        (tmp_path / "empty", "holds no photos"),
        (tmp_path / ("x" * 300), "cannot be read"),
    ]:
        with pytest.raises(EvaluationError, match=words):
            list_files(folder)


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="root may read every folder"
)
def test_folder_that_may_not_be_opened(tmp_path: Path) -> None:
    closed = make(tmp_path, "closed/a.jpg") / "closed"
    closed.chmod(0)
    try:
        with pytest.raises(EvaluationError, match="cannot be read"):
            list_files(tmp_path)
    finally:
        closed.chmod(0o700)


def test_captions_by_name_by_relative_and_by_full_path(tmp_path: Path) -> None:
    full = tmp_path / "photos" / "sub" / "c.jpg"
    content = f'file,caption\na.jpg,A dog.\nsub/b.jpg,"A cat, asleep."\nb.jpg,A cat.\n{full},Sea\n'
    table = read(tmp_path, content, "a.jpg", "sub/b.jpg", "sub/c.jpg")
    assert table.texts == ["A dog.", "A cat, asleep.", "A cat.", "Sea"]
    assert table.positions == [0, 1, 1, 2]


def test_spreadsheet_table_with_mark_more_columns_and_line_breaks(tmp_path: Path) -> None:
    content = '\ufeffweight, Caption ,FILE\r\n1,"Two\r\nlines",a.jpg\r\n\r\n2,\U0001f600,a.jpg\r\n'
    assert read(tmp_path, content, "a.jpg").texts == ["Two\r\nlines", "\U0001f600"]


def test_name_in_other_letters_of_the_same_look(tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "café.jpg")
    assert read(tmp_path, "file,caption\ncafé.jpg,Coffee\n", name).positions == [0]


def test_rows_that_do_not_count_are_counted(tmp_path: Path) -> None:
    content = "file,caption\na.jpg,A dog.\ngone.jpg,A cat.\na.jpg,\na.jpg\n,Nothing\n"
    table = read(tmp_path, content, "a.jpg")
    assert (table.texts, table.unmatched, table.empty) == (["A dog."], 2, 2)


def test_name_that_two_photos_have(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="2 photos in sub-folders have that name"):
        read(tmp_path, "file,caption\na.jpg,A dog.\n", "x/a.jpg", "y/a.jpg")
    assert read(tmp_path, "file,caption\ny/a.jpg,A dog.\n").positions == [1]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("file,caption\n", "holds no captions"),
        ("a.jpg,A dog.\n", "lacks the columns file,caption"),
        ("file,caption\nz.jpg,A dog.\n", "No row of"),
        ("file,caption\na.jpg, \n", "No row of"),
    ],
    ids=["no rows", "no header", "other", "blank"],
)
def test_table_without_a_caption_is_one_sentence(tmp_path: Path, content: str, words: str) -> None:
    with pytest.raises(EngineError, match=words) as caught:
        read(tmp_path, content, "a.jpg")
    assert "captions.csv" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_sub_folders_are_labels_however_deep(tmp_path: Path) -> None:
    labelled = read_labels(make(tmp_path, "cat/1.jpg", "cat/2020/2.jpg", "dog/1.jpg", "x.jpg"))
    assert labelled.labels == ["cat", "cat", "dog"]
    assert labelled.files == [tmp_path / n for n in ("cat/1.jpg", "cat/2020/2.jpg", "dog/1.jpg")]
    assert labelled.unlabelled == [tmp_path / "x.jpg"]


def test_fewer_than_two_labels(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="no sub-folder with photos"):
        read_labels(make(tmp_path, "1.jpg"))
    with pytest.raises(EvaluationError, match="only the sub-folder “cat”"):
        read_labels(make(tmp_path, "cat/1.jpg"))


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("n01440764_tench", "tench"),
        ("n02112018-Pomeranian", "Pomeranian"),
        ("ice-cream_van", "ice cream van"),
        ("cat", "cat"),
        ("1995", "1995"),
        ("___", "___"),
        ("猫", "猫"),
        ("b\udce9b\udce9", "b?b?"),
    ],
)
def test_label_as_text(label: str, text: str) -> None:
    assert label_text(label) == text


@pytest.mark.skipif("IMGTEXT_DATA" not in os.environ, reason="needs the folder of real photos")
@pytest.mark.parametrize(("name", "photos"), [("flickr8k", 498), ("coco", 79)])
def test_every_caption_of_the_real_photos_is_matched(name: str, photos: int) -> None:
    folder = Path(os.environ["IMGTEXT_DATA"]) / name
    files = list_files(folder / "photos")
    table = read_captions(folder / "captions.csv", folder=folder / "photos", files=files)
    assert len(files) == len(set(table.positions)) == photos
    assert len(table.texts) >= 5 * photos
    assert (table.unmatched, table.empty) == (0, 0)
