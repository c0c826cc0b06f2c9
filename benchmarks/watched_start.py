"""Starts the window as a user does, and tells by JSON when it was painted and what was loaded.

    python -m benchmarks.watched_start LIBRARY STARTED

``STARTED`` is ``time.time_ns()`` just before this process was made. The person's own settings are
left alone. Run by ``cold_start`` and by a test.
"""

import gc
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow


def main() -> None:
    """Start, print what was seen, end."""
    library, started = sys.argv[1], int(sys.argv[2])
    gc.disable()  # as imgtext_desktop.__main__ does
    from imgtext_desktop import app

    # isort: split
    from benchmarks.start_watch import StartWatch
    from imgtext_desktop.preferences import window_settings

    seen: dict[str, Any] = {"imported_ms": (time.time_ns() - started) / 1e6}
    build = app.build_main_window

    def build_watched(*arguments: Any) -> "MainWindow":
        window = build(*arguments)
        StartWatch(window, started, seen)
        return window

    vars(app).update(build_main_window=build_watched)
    sys.argv = ["imgtext-desktop", "--library", library]
    with tempfile.TemporaryDirectory() as config:
        window_settings.window_settings_path = lambda: Path(config, "window.json")
        try:
            app.main()
        except SystemExit as end:
            seen["exit"] = end.code
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
