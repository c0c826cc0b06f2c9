import ctypes
import os
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have one screen")


def _start(library: Path, **environment: str) -> tuple[int, str]:
    """Start the program where a window cannot be shown; return its status and its words."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    command = [sys.executable, "-m", "imgtext_desktop", "--library", library]
    done = subprocess.run(
        command, env={**kept, **environment}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_without_a_screen_it_names_the_command_line(tmp_path: Path) -> None:
    status, words = _start(tmp_path / "library")
    assert status == 1
    assert words.startswith("There is no screen")
    assert "`imgtext import FOLDER`" in words
    assert len(words.splitlines()) == 1


def test_without_libraries_of_the_system_it_says_what_to_install(tmp_path: Path) -> None:
    plugin = Path(PySide6.__file__).with_name("Qt") / "plugins/platforms/libqxcb.so"
    try:
        ctypes.CDLL(str(plugin))
    except OSError:
        pass
    else:
        pytest.skip("this system has them")
    status, words = _start(tmp_path / "library", DISPLAY=":0")
    assert status == 1
    assert "`sudo apt install libxcb-cursor0" in words
    assert len(words.splitlines()) == 1
