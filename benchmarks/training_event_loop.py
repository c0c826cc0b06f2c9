"""How long the window's event loop is held up while the program learns.

    QT_QPA_PLATFORM=offscreen python -m benchmarks.training_event_loop --photos FOLDER [--method M]
    ... --photos FOLDER --captions FILE.csv --method dual-encoder --effort quick

``FOLDER`` holds a sub-folder of photos for each label, or photos that the captions are about.
Claim: while a run learns on two cores and somebody scrolls and types, the gap between two turns of
a timer of 5 ms stays under 33 ms (p99). Prints JSON, three phases as ``event_loop`` does:
``learning`` (a whole run, its page shown first, then the library in use), ``used`` and ``idle``;
how long the run took, under ``seconds``, and the most memory that one process beside the window had
by its end.
"""

import argparse
import json
import os
import resource
import shutil
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from benchmarks.event_loop import Pulse, User, open_window, summary, used_and_idle, wait, wait_for
from engine.training.runs import RunStatus
from engine.training.settings import Effort, RunSettings
from imgtext_desktop.main_window import MainWindow


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--each", type=int, default=20, help="photos of each label")
    parser.add_argument("--captions", type=Path, help="of the photos, in place of labels")
    parser.add_argument("--method", default="text-classifier")
    parser.add_argument("--effort", type=Effort, default=Effort.BALANCED)
    parser.add_argument("--seconds", type=float, default=15, help="of being used, and of idling")
    options = parser.parse_args()
    app = QApplication([])
    app.setStyle("Fusion")
    with open_window(0) as (window, folder):
        labels = 0
        if options.captions:
            add_photos(window, options.photos)
            window.context.library.exchange.import_any(options.captions)
        else:
            labels = label_photos(window, options.photos, folder / "copies", options.each)
        photos = len(window.context.library.photos.all_paths())
        pulse = Pulse(window)
        user = User(window, pulse)
        window.navigation.show_training()
        wait_for(3)
        window.navigation.show_library()
        phases = {}
        started = time.perf_counter()
        user.start()
        pulse.start()
        window.learning.supervisor.start(RunSettings(method=options.method, effort=options.effort))
        wait(lambda: window.learning.supervisor.is_running)
        wait(lambda: not window.learning.supervisor.is_running)
        phases["learning"] = pulse.stop()
        seconds = time.perf_counter() - started
        (run,) = window.context.library.learning.runs.all()
        assert run.state.status is RunStatus.FINISHED, run.state.sentence
        phases |= used_and_idle(pulse, user, options.seconds)
    figures = {
        "cores": os.cpu_count(),
        "method": options.method,
        "labels": labels,
        "photos": photos,
        "seconds": round(seconds, 1),
        "child_megabytes": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024),
        **{name: summary(slots) for name, slots in phases.items()},
    }
    print(json.dumps(figures, indent=2))


def add_photos(window: MainWindow, folder: Path) -> None:
    """Import a folder."""
    window.add_folders([os.fsencode(folder)])
    wait(lambda: not window.imports.is_running)


def label_photos(window: MainWindow, photos: Path, copies: Path, each: int) -> int:
    """Import some photos of each sub-folder and label them by it; return how many labels."""
    library = window.context.library
    kinds = sorted(folder for folder in photos.iterdir() if folder.is_dir())
    for kind in kinds:
        (copies / kind.name).mkdir(parents=True)
        for photo in sorted(kind.iterdir())[:each]:
            shutil.copy(photo, copies / kind.name)
    add_photos(window, copies)
    library.annotations.add_labels(
        (path.content_id, Path(os.fsdecode(path.path)).parent.name)
        for path in library.photos.all_paths()
    )
    return len(kinds)


if __name__ == "__main__":
    main()
