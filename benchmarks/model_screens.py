"""The pictures of the models page; see ``screens``."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks.made_versions import LABELS, give_labels, make_labels
from engine.catalog.records import FileState
from engine.errors import ModelError
from engine.jobs import Job, Progress, run
from engine.models.hub import DOWNLOADING, Hub
from engine.models.recommended import RECOMMENDED
from engine.models.versions import COPYING, Card, Slot

if TYPE_CHECKING:
    from benchmarks.screens import Studio

_SMALLEST: Final = (960, 600)


def models(studio: "Studio") -> None:
    """What answers, versions, a model that is lost, cards to add more, and two compared."""
    window, library = studio.window, studio.window.context.library
    give_labels(library, studio.ids(FileState.INDEXED))
    old = make_labels(library, LABELS[:3], shares=(0.31, 0.58))
    run(library.learning.adopt(old))
    new = make_labels(library, LABELS[:5], shares=(0.58, 0.74))
    window.navigation.show_models()
    page = window.models.page
    studio.until(lambda: len(page.list.rows) > 2)
    studio.shoot("models")
    window.resize(*_SMALLEST)
    studio.shoot("models-small")
    window.resize(1440, 900)
    _shoot_adding(studio)
    library.slots.switch(Slot.RETRIEVAL, "dual-encoder-20260912-101500-1a2b3c4d")
    library.models.look_again()
    page.refresh()
    studio.until(page.lost_bar.isVisible)
    studio.shoot("models-lost")
    run(library.learning.leave(Slot.RETRIEVAL))
    page.refresh()
    studio.until(lambda: not page.lost_bar.isVisible())
    window.models.compare(new)
    studio.until(lambda: window.models.compare_page.verdict)
    studio.shoot("compare-labels")
    window.resize(*_SMALLEST)
    studio.shoot("compare-labels-small")
    window.resize(1440, 900)
    for version in (old, new):
        run(library.learning.leave(Slot.LABELS))
        library.learning.remove(version)
    window.navigation.show_library()


class _SlowHub(Hub):
    """Gives a fifth of a model, and then nothing more; of the second one it is cut off."""

    def download(self, model: str, folder: Path, name: str = "") -> Job[Path]:
        """Override: without a network."""
        if model == RECOMMENDED[1].hub_id:
            raise ModelError(f"The download of {name} stopped at 45 %; start it again to go on.")
        yield from _standing_still(Progress(DOWNLOADING, done=123, total=605))
        return folder


def _standing_still(progress: Progress) -> Job[None]:
    while True:
        yield progress
        time.sleep(0.05)


def _copying(_: Path) -> Job[Card]:
    yield from _standing_still(Progress(COPYING, done=900, total=1200))
    raise AssertionError("it is closed before")


def _shoot_adding(studio: "Studio") -> None:
    """Show a download, a folder that is copied, and a download that was cut off."""
    window = studio.window
    page, arrivals = window.models.page, window.models.changes.arrivals
    arrivals.hub = _SlowHub()
    fast, accurate = RECOMMENDED[:2]
    arrivals.download(accurate.hub_id, accurate.name)
    studio.until(lambda: not arrivals.is_running(accurate.hub_id))
    window.toast.hide()
    arrivals.download(fast.hub_id, fast.name)
    arrivals.take(Path("/a folder with a long name/that a friend/gave me/altclip-large"), _copying)
    studio.until(lambda: all(one.activity and one.activity.progress for one in arrivals.all[:2]))
    studio.shoot("models-adding")
    window.resize(*_SMALLEST)
    studio.settle()
    page._scroll.ensureWidgetVisible(page.add_cards)
    studio.shoot("models-adding-small")
    window.resize(1440, 900)
    for arrival in arrivals.all:
        arrivals.stop(arrival.key)
    studio.until(lambda: not any(arrivals.is_running(one.key) for one in arrivals.all))
    for arrival in arrivals.all:
        arrivals.forget(arrival.key)
    studio.until(lambda: not page.arrival_list.isVisible())
    box = page._commands.ask_to_download(fast)
    studio.shoot("models-download-question", box)
    box.reject()
