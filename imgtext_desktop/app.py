"""Starts the window, in a readable order.

Nothing imported here may load torch, transformers, timm, faiss or pyqtgraph: the window is shown
first, the model loads behind it, in a process of its own.
"""

import argparse
import ctypes
import gc
import os
import sys
from functools import partial
from pathlib import Path
from typing import Final

# The engine before Qt, which looks into the source of every module that is imported after it: so
# the start is a tenth of a second shorter.
from engine import paths
from engine.errors import EngineError
from engine.library import Library

# isort: split
import PySide6
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from imgtext_desktop.context import Context
from imgtext_desktop.crash_reporter import CrashReporter
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.notifier import Notifier
from imgtext_desktop.preferences.window_settings import WindowSettings, load_window_settings
from imgtext_desktop.session import Session
from imgtext_desktop.single_instance import SingleInstance
from imgtext_desktop.theme import Theme
from imgtext_desktop.translation import install_translation

_SWITCH_SECONDS: Final = 0.001


def build_main_window(library_path: Path, settings: WindowSettings | None = None) -> MainWindow:
    """Build the window over a library; a QApplication must be running.

    Args:
        library_path: The library's folder; made if it is missing.
        settings: The window's settings; by default those of the user.

    Returns:
        The window, not shown yet; closing it closes the library.

    Raises:
        LibraryError: The library cannot be used.
    """
    settings = settings or load_window_settings()
    # As long may a worker that computes in Python keep the window waiting, each time; the default
    # is five times as much.
    sys.setswitchinterval(_SWITCH_SECONDS)
    library = Library(library_path, writable=True, is_hosted=True)
    theme = Theme()
    theme.choose(settings.appearance)
    context = Context(library=library, jobs=JobRunner(), notifier=Notifier(), theme=theme)
    window = MainWindow(context, settings)
    theme.apply(settings.appearance)
    return window


def main() -> None:
    """Run the window and exit."""
    arguments = _parse_arguments()
    _require_display()
    app = QApplication(sys.argv[:1])
    app.setApplicationName(paths.APP_NAME)
    app.setApplicationDisplayName("imgtext")
    app.setDesktopFileName(paths.APP_NAME)
    app.setStyle("Fusion")
    settings = load_window_settings()
    install_translation(app, settings.language)
    folder = arguments.library or Path(settings.last_library or paths.default_library())
    sys.exit(run_window(app, folder.expanduser(), settings))


def run_window(app: QApplication, folder: Path, settings: WindowSettings) -> int:
    """Show the window over a library until it is closed, or an older one that is open.

    Returns:
        The exit status: 1 if the library cannot be used, which has been said.
    """
    instance = SingleInstance(folder)
    if instance.knock():
        return 0
    reporter = CrashReporter(folder / "logs")
    try:
        folder.joinpath("logs").mkdir(parents=True, exist_ok=True)
        reporter.install()
        session = Session(folder, lambda: build_main_window(folder, settings))
        session.opened.connect(partial(_watch, reporter))
        session.open()
    except (EngineError, OSError) as error:
        reporter.uninstall()
        return _refuse(folder, error)
    session.failed.connect(lambda error: app.exit(_refuse(folder, error)))
    instance.knocked.connect(session.come_to_front)
    instance.listen()
    QTimer.singleShot(0, _collect_garbage_again)
    code = app.exec()
    session.close()
    instance.close()
    reporter.uninstall()
    return code


def _watch(reporter: CrashReporter, window: MainWindow) -> None:
    """Let mistakes be told over a window as long as it is there."""
    reporter.parent_window = window
    window.context.jobs.failed.connect(reporter.report)
    window.closed.connect(partial(setattr, reporter, "parent_window", None))


def _collect_garbage_again() -> None:
    """Begin with what comes now: what the start has made lasts, and going through it takes time."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def _refuse(folder: Path, error: Exception) -> int:
    sentence = in_user_words(str(error))
    if isinstance(error, OSError):
        sentence = QApplication.translate(
            "App", "The library folder %1 cannot be used: %2. Choose another with --library."
        )
        sentence = sentence.replace("%1", str(folder)).replace("%2", error.strerror or "")
    sys.stderr.write(sentence + "\n")
    QMessageBox.critical(None, "imgtext", sentence)
    return 1


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="imgtext-desktop", description="Find any of your photos by describing it."
    )
    default = os.environ.get("IMGTEXT_LIBRARY")
    parser.add_argument(
        "--library", type=Path, default=Path(default) if default else None, metavar="DIR"
    )
    return parser.parse_args()


def _require_display() -> None:
    """Say what to do where Qt would abort: there is no screen, or no library to reach it."""
    if sys.platform != "linux":
        return
    platform, wayland = os.environ.get("QT_QPA_PLATFORM"), os.environ.get("WAYLAND_DISPLAY")
    if not platform and not wayland and not os.environ.get("DISPLAY"):
        sys.exit(
            "There is no screen to show the window on. Without one use the command line: "
            '`imgtext import FOLDER`, then `imgtext search "a dog on the beach"`.'
        )
    if platform == "xcb" or not (platform or wayland):
        plugin = Path(PySide6.__file__).with_name("Qt") / "plugins/platforms/libqxcb.so"
        try:
            ctypes.CDLL(str(plugin))  # Qt loads it too, so this costs nothing
        except OSError as error:  # few systems have all that it needs
            sys.exit(
                f"The window needs libraries that this system lacks ({error}); install them (on "
                "Debian and Ubuntu: `sudo apt install libxcb-cursor0 libxcb-icccm4 "
                "libxcb-keysyms1 libxkbcommon-x11-0`), or use the command line: "
                '`imgtext import FOLDER`, then `imgtext search "a dog on the beach"`.'
            )


if __name__ == "__main__":
    main()
