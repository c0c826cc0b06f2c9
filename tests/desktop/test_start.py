"""The window starts in a new process, as a user starts it."""

import json
import subprocess
import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


def test_nothing_heavy_is_loaded_before_the_window_is_painted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.watched_start", str(tmp_path / "library")]
    command.append(str(time.time_ns()))
    done = subprocess.run(command, capture_output=True, cwd=REPOSITORY, check=False)
    assert done.returncode == 0, done.stderr.decode()
    seen = json.loads(done.stdout)
    assert seen["exit"] == 0
    assert not seen["is_late"]
    assert seen["window_ms"] > 0
    assert seen["heavy_modules"] == []


def test_each_new_process_imports_next_to_nothing_of_the_window() -> None:
    code = "import sys, imgtext_desktop.__main__; print('PySide6' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=REPOSITORY, check=True, text=True
    )
    assert done.stdout.strip() == "False"
