import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from engine.console import STOPPED, _PlainProgress, to_path
from engine.jobs import Progress

ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no signals there")

# Interrupts itself when the command line imports the catalog.
WHILE_LOADING = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "engine.catalog.database":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from engine.__main__ import main
main()
"""

# Interrupts itself in a job, and again while the job ends.
TWICE = """
import os, signal
from engine.console import leave_at_ctrl_c, run_with_progress
def job():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        yield
    finally:
        os.kill(os.getpid(), signal.SIGINT)
        print("still here")
leave_at_ctrl_c()
run_with_progress(job())
"""


def _run(script: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@ON_POSIX
def test_ctrl_c_while_modules_load_is_quiet() -> None:
    assert _run(WHILE_LOADING) == (130, "", "")


@ON_POSIX
def test_a_second_ctrl_c_leaves_at_once() -> None:
    assert _run(TWICE) == (130, "", STOPPED + "\n")


def test_progress_without_a_terminal_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    now = 0.0

    def clock() -> float:
        return now

    report = _PlainProgress(clock)
    for second in range(12):
        now = float(second)
        report(Progress("importing", done=second, total=20))
    report(Progress("importing", done=12, total=20))
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == ["importing: 5 of 20", "importing: 10 of 20"]


def test_an_empty_path_is_not_the_folder_at_hand() -> None:
    with pytest.raises(typer.BadParameter, match="this path is empty"):
        to_path("")
    assert to_path(".") == Path()


@pytest.fixture
def full_disk() -> Iterator[object]:
    if not Path("/dev/full").exists():
        pytest.skip("no full disk there")
    with open("/dev/full", "w", encoding="utf-8") as file:
        yield file


def test_an_output_that_takes_no_more_is_one_sentence(full_disk: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "--library", tmp_path, "doctor"],
        stdout=full_disk,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert "output cannot be written" in sentence
