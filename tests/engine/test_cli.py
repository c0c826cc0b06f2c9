import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.catalog.records import FileState
from engine.cli import main
from engine.library import Library
from tests.conftest import IS_STRESS, DrawPhoto

STATES = ("indexed", "pending", "failed", "skipped", "offline")


class Command:
    """Runs the command, in a process of its own where a test is about that, else in this one."""

    def __init__(self, library: Path) -> None:
        self.library = library
        self.has_own_process = False

    def start(self, *arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "engine", "--library", self.library, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )

    def run(self, *arguments: str | Path) -> tuple[int, str, str]:
        if self.has_own_process:
            process = self.start(*arguments)
            out, err = process.communicate(timeout=200)
            return process.returncode, out, err
        at_ctrl_c = signal.getsignal(signal.SIGINT)
        words = ["imgtext", "--library", str(self.library), *map(str, arguments)]
        printed, said = io.StringIO(), io.StringIO()
        with (
            pytest.MonkeyPatch.context() as patch,
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(said),
        ):
            patch.setattr(sys, "argv", words)
            try:
                main()
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
            finally:
                signal.signal(signal.SIGINT, at_ctrl_c)
        return code, printed.getvalue(), said.getvalue()

    def json(self, *arguments: str | Path) -> Any:
        code, out, err = self.run(*arguments, "--json")
        assert code == 0, err
        return json.loads(out)

    def sentence(self, *arguments: str | Path, code: int = 1) -> str:
        """Run what must fail; return its one sentence."""
        found, out, err = self.run(*arguments)
        assert found == code, (out, err)
        assert out == ""
        assert "Traceback" not in err
        return err.strip()


@pytest.fixture
def imgtext(tmp_path: Path) -> Command:
    return Command(tmp_path / "library")


def test_the_main_job(imgtext: Command, tmp_path: Path, draw_photo: DrawPhoto) -> None:
    imgtext.has_own_process = True  # as a user has it
    photos = [draw_photo(tmp_path / "photos" / f"{n}.jpg", n, (320, 240)) for n in range(5)]
    (tmp_path / "photos" / "notes.txt").write_text("x")

    first = imgtext.json("import", tmp_path / "photos")
    assert {name: first[name] for name in ("discovered", *STATES, "model_calls")} == {
        "discovered": 6,
        "indexed": 5,
        "pending": 0,
        "failed": 0,
        "skipped": 1,
        "offline": 0,
        "model_calls": 5,
    }
    assert {"moved", "removed", "seconds"} <= set(first)
    imgtext.has_own_process = False
    assert imgtext.json("scan")["model_calls"] == 0

    status = imgtext.json("status", "--files")
    assert status["totals"]["files"] == sum(status["totals"][state] for state in STATES) == 6
    assert {(Path(f["path"]).name, f["state"]) for f in status["files"]} == {
        *((photo.name, "indexed") for photo in photos),
        ("notes.txt", "skipped"),
    }
    assert all(file["reason"] for file in status["files"] if file["state"] == "skipped")

    found = imgtext.json("search", "--image", photos[3], "-n", "2")
    assert found["confident"] is None
    assert [hit["rank"] for hit in found["results"]] == [1, 2]
    assert found["results"][0]["path"] == str(photos[3])
    words = imgtext.json("search", "coloured squares", "--not", "a dog", "--image", photos[0])
    assert len(words["results"]) == 5

    assert [root["path"] for root in imgtext.json("roots", "list")] == [str(tmp_path / "photos")]
    assert imgtext.json("roots", "remove", tmp_path / "photos") == {"removed": 6}
    assert all(photo.exists() for photo in photos)


def test_bad_input_is_one_sentence(imgtext: Command, tmp_path: Path, draw_photo: DrawPhoto) -> None:
    assert "no library" in imgtext.sentence("search", "a dog")
    assert "does not exist" in imgtext.sentence("import", tmp_path / "nothing")
    draw_photo(tmp_path / "photos" / "a.png", 1)
    imgtext.json("import", tmp_path / "photos")
    assert "describe a photo" in imgtext.sentence("search", "")
    assert "describe a photo" in imgtext.sentence("search")
    assert "-n" in imgtext.sentence("search", "a dog", "-n", "0", code=2)
    assert "No such command" in imgtext.sentence("fly", code=2)
    (tmp_path / "letter.jpg").write_text("Dear Anna")
    assert "letter.jpg cannot be searched with" in imgtext.sentence(
        "search", "--image", tmp_path / "letter.jpg"
    )
    assert "no model version" in imgtext.sentence(
        "evaluate", "classify", "--photos", tmp_path / "photos", "--model", "embedded-0"
    )
    with Library(imgtext.library, writable=True):
        assert "in use by another" in imgtext.sentence("import", tmp_path / "photos")
        assert imgtext.json("search", "a dog")["results"]  # reading needs no lock


def test_names_of_any_bytes_reach_json(
    imgtext: Command, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems refuse such names")
    photo = draw_photo(tmp_path / "photos" / "a.png", 1)
    name = os.path.join(os.fsencode(photo.parent), b"new\nline \xff\xfe.png")
    os.rename(photo, name)
    imgtext.json("import", photo.parent)
    (hit,) = imgtext.json("search", "anything")["results"]
    assert os.fsencode(hit["path"]) == name
    _, out, _ = imgtext.run("search", "anything")
    assert len(out.splitlines()) == 1


def test_doctor_reports_the_installation(imgtext: Command, tmp_path: Path) -> None:
    report = imgtext.json("doctor")
    assert report["problems"] == []
    assert report["versions"]["torch"]
    assert report["devices"][0] == "cpu"
    assert all(len(file["sha256"]) == 64 for file in report["model_files"])
    assert report["library"] == {"folder": str(imgtext.library), "exists": False}


def test_heavy_libraries_are_not_loaded_without_need() -> None:
    script = (
        "import sys, engine.cli; "
        "print([m for m in ('torch', 'transformers', 'timm', 'faiss') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def _start_import(imgtext: Command, photos: Path, more_than: int) -> subprocess.Popen[str]:
    """Start an import; return once it has indexed more than so many photos."""
    process = imgtext.start("import", photos, IMGTEXT_BATCH_SIZE="4")
    try:
        while _indexed(imgtext) <= more_than:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.05)
                pytest.fail(f"the import ended too early: {process.communicate()}")
    except BaseException:
        process.kill()
        process.communicate()
        raise
    return process


def _indexed(imgtext: Command) -> int:
    if not (imgtext.library / "catalog.db").exists():
        return 0
    with Library(imgtext.library, writable=False) as library:
        return library.files.counts()[FileState.INDEXED]


def test_problems_are_tried_again(
    imgtext: Command, tmp_path: Path, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    expected_log.append("The file is empty. (failed)")
    draw_photo(tmp_path / "photos" / "a.png", 1)
    for name in ("b.png", "c.png"):
        (tmp_path / "photos" / name).touch()
    assert imgtext.json("import", tmp_path / "photos")["failed"] == 2
    draw_photo(tmp_path / "photos" / "b.png", 2)
    report = imgtext.json("problems", "retry", tmp_path / "photos" / "b.png")
    assert (report["retried"], report["indexed"], report["failed"]) == (1, 2, 1)
    assert imgtext.json("problems", "retry", "--all")["retried"] == 1
    imgtext.sentence("problems", "retry", code=2)
    assert "no folder of this library" in imgtext.sentence("problems", "retry", tmp_path / "x.png")


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
def test_ctrl_c_keeps_what_is_done(imgtext: Command, tmp_path: Path, draw_photo: DrawPhoto) -> None:
    for number in range(60):
        draw_photo(tmp_path / "photos" / f"{number}.png", number, (900, 700))
    process = _start_import(imgtext, tmp_path / "photos", 0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Stopped. What was done so far is kept" in err
    done = _indexed(imgtext)
    assert 0 < done < 60
    assert imgtext.json("scan")["model_calls"] == 60 - done


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
@pytest.mark.timeout(1800)
def test_sigkill_again_and_again_costs_a_batch_at_most(
    imgtext: Command, tmp_path: Path, draw_photo: DrawPhoto, rng: np.random.Generator
) -> None:
    kills, count, batch = (25, 600, 4) if IS_STRESS else (3, 72, 4)
    for number in range(count):
        draw_photo(tmp_path / "photos" / f"{number}.png", number, (900, 700))
    done = 0
    for _ in range(kills):
        process = _start_import(imgtext, tmp_path / "photos", done)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=rng.uniform(0, 0.2))  # somewhere in the next batch
        process.kill()
        process.communicate()
        with Library(imgtext.library, writable=False) as library:
            assert [line for line in library.problems() if "vectors" not in line] == []
            rows = library.photos.row_count(library.model)
            features = library.folder / "vectors" / library.model / "features.f16"
            stored = features.stat().st_size // (2 * library.encoder.feature_dim)
            assert rows <= stored <= rows + batch  # what was encoded in vain
            done = _indexed(imgtext)
            assert done == rows
    report = imgtext.json("scan")
    assert report["model_calls"] == count - done
    assert report["indexed"] == count
    with Library(imgtext.library, writable=False) as library:
        assert library.problems() == []
