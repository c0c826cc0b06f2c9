import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.indexing import watch
from engine.indexing.walk import Part
from engine.indexing.watch import Changes, Pace, Watcher, merge_changes

FAST = Pace(quiet=0.3, longest=1.0, look=0.2, rare=3600.0)
_SECONDS = 30.0


class Heard:
    """A watcher in a thread of its own, and what it has told."""

    def __init__(self, library: Path, pace: Pace = FAST) -> None:
        self.roots: list[bytes] = []
        self.told: list[Changes] = []
        self.notes: list[str] = []
        self.news = threading.Condition()
        self.stop = threading.Event()
        self.watcher = Watcher(
            lambda: self.roots,
            library=library,
            stop=self.stop,
            note=self.notes.append,
            pace=pace,
        )
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        for changes in self.watcher.changes():
            with self.news:
                self.told.append(changes)
                self.news.notify_all()

    def begin(self, *roots: Path) -> None:
        """Start, and make sure that it listens: a mark in each root is heard."""
        self.roots = [os.fsencode(root) for root in roots]
        self.thread.start()

    def wait_for(self, root: Path, folder: str | None) -> None:
        """Wait until a folder of a root was told of, None for all of the root."""

        def is_told() -> bool:
            parts = [told[os.fsencode(root)] for told in self.told if os.fsencode(root) in told]
            if folder is None:
                return None in parts
            return any(part and os.fsencode(folder) in part.folders for part in parts)

        with self.news:
            assert self.news.wait_for(is_told, _SECONDS), self.told

    def listen(self, root: Path) -> None:
        """Wait until changes in a root are heard."""
        deadline = time.monotonic() + _SECONDS
        mark = root / "mark"
        mark.mkdir(exist_ok=True)
        while not any(os.fsencode(root) in told for told in self.told):
            assert time.monotonic() < deadline
            (mark / "mark.jpg").write_bytes(b"x")
            with self.news:
                self.news.wait(0.1)


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[Heard]:
    heard = Heard(tmp_path / "photos" / "library")
    yield heard
    heard.stop.set()
    heard.thread.join(_SECONDS)
    assert not heard.thread.is_alive()


@pytest.fixture
def top(tmp_path: Path) -> Path:
    top = tmp_path / "photos"
    (top / "sub").mkdir(parents=True)
    (top / "library").mkdir()
    return top


def test_new_changed_and_deleted_files_name_their_folder(heard: Heard, top: Path) -> None:
    heard.begin(top)
    heard.listen(top)
    for step in (
        lambda: (top / "sub/a.jpg").write_bytes(b"x"),
        lambda: (top / "sub/a.jpg").write_bytes(b"longer"),
        lambda: (top / "sub/a.jpg").rename(top / "sub/b.jpg"),
        (top / "sub/b.jpg").unlink,
    ):
        heard.told.clear()
        step()
        heard.wait_for(top, "sub")
    (top / "new/deep").mkdir(parents=True)
    heard.wait_for(top, "new")
    assert any(b"new" in part.trees for told in heard.told for part in told.values() if part)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_no_text_is_heard_and_ends_nothing(heard: Heard, top: Path) -> None:
    heard.begin(top)
    heard.listen(top)
    heard.told.clear()
    for number in range(3):
        Path(os.fsdecode(os.fsencode(top) + b"/sub/\xff%d.jpg" % number)).write_bytes(b"x")
    heard.wait_for(top, "")
    assert any(b"" in part.trees for told in heard.told for part in told.values() if part)
    heard.told.clear()
    (top / "sub/a.jpg").write_bytes(b"x")
    heard.wait_for(top, "sub")
    assert heard.notes == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_the_limit_of_the_system_is_told(tmp_path: Path) -> None:
    """In a user namespace of its own, whose limit may be lowered."""
    for number in range(20):
        (tmp_path / "photos" / str(number)).mkdir(parents=True)
    code = (
        "import os, sys, threading\n"
        "from engine.indexing.watch import open_watch\n"
        "open('/proc/sys/user/max_inotify_watches', 'w').write('5')\n"
        "open_watch([sys.argv[1]], threading.Event())\n"
    )
    command = ["unshare", "-r", sys.executable, "-c", code, os.fspath(tmp_path / "photos")]
    root = Path(engine.__path__[0]).parent
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if "open_watch" not in done.stderr:
        pytest.skip("no right to lower the limit")
    assert "limit" in done.stderr.splitlines()[-1]


def test_what_nobody_wants_is_not_told_of(heard: Heard, top: Path) -> None:
    heard.begin(top)
    heard.listen(top)
    heard.told.clear()
    for folder in (".git", "@eaDir", "library", ".Trash-1000"):
        (top / folder).mkdir(exist_ok=True)
        (top / folder / "x.jpg").write_bytes(b"x")
    (top / ".hidden.jpg").write_bytes(b"x")
    (top / "sub/last.jpg").write_bytes(b"x")
    heard.wait_for(top, "sub")
    parts = [part for told in heard.told for part in told.values()]
    folders = {folder for part in parts if part for folder in part.folders}
    assert folders <= {b"", b"sub", b"mark"}
    assert None not in parts
    (top / ".imgtextignore").write_text("*.png")  # counts for everything
    heard.wait_for(top, None)


def test_a_stream_of_files_is_told_of_in_batches(heard: Heard, top: Path) -> None:
    heard.begin(top)
    heard.listen(top)
    heard.told.clear()
    begun = time.monotonic()
    number = 0
    while len([told for told in heard.told if told]) < 2:  # though it never falls quiet
        assert time.monotonic() - begun < _SECONDS
        (top / "sub" / f"{number}.jpg").write_bytes(b"x")
        number += 1
        threading.Event().wait(0.02)
    heard.told.clear()
    heard.wait_for(top, "sub")  # and once more for the youngest


def test_a_root_that_goes_and_returns_is_scanned_whole(
    heard: Heard, top: Path, tmp_path: Path
) -> None:
    heard.begin(top)
    heard.listen(top)
    heard.told.clear()
    away = top.rename(tmp_path / "away")
    heard.wait_for(top, None)
    heard.told.clear()
    away.rename(top)
    heard.wait_for(top, None)
    heard.told.clear()
    heard.listen(top)  # and is heard again


def test_a_root_that_is_added_meanwhile_is_watched(heard: Heard, top: Path, tmp_path: Path) -> None:
    second = tmp_path / "second"
    second.mkdir()
    heard.begin(top)
    heard.listen(top)
    heard.roots = [*heard.roots, os.fsencode(second)]
    heard.wait_for(second, None)
    heard.told.clear()
    heard.listen(second)


def test_it_stops_at_once_also_with_nothing_to_watch(tmp_path: Path) -> None:
    heard = Heard(tmp_path / "library")
    heard.begin(tmp_path / "missing")
    heard.stop.set()
    heard.thread.join(_SECONDS)
    assert not heard.thread.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError('OS file watch limit reached. about ["{}/sub"]'), "max_user_watches"),
        (RuntimeError("something else about {}"), "cannot be watched"),
    ],
)
def test_what_the_system_refuses_is_said_once_and_the_others_are_watched(
    top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    second = tmp_path / "second"
    second.mkdir()
    real = watch.open_watch

    def refuse(paths: list[str], stop: threading.Event) -> watch.Events:
        if os.fspath(top) in paths:
            raise type(error)(str(error).format(top))
        return real(paths, stop)

    monkeypatch.setattr(watch, "open_watch", refuse)
    heard = Heard(tmp_path / "library", Pace(quiet=0.3, longest=1.0, look=0.2, rare=0.5))
    heard.begin(top, second)
    heard.listen(second)
    heard.wait_for(top, None)  # though it is not watched, it is looked at from time to time
    heard.stop.set()
    heard.thread.join(_SECONDS)
    (note,) = heard.notes
    assert words in note
    assert os.fspath(top) in note


@pytest.mark.skipif(sys.platform != "linux", reason="told from Linux's table of disks")
def test_a_network_disk_is_not_watched(
    top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "mount_table", lambda: {b"/": "ext4", os.fsencode(top): "nfs4"})
    heard = Heard(tmp_path / "library", Pace(quiet=0.3, longest=1.0, look=0.2, rare=0.5))
    heard.begin(top)
    heard.wait_for(top, None)
    heard.stop.set()
    heard.thread.join(_SECONDS)
    assert ["network disk" in note for note in heard.notes] == [True]


def test_changes_add_up() -> None:
    one, two = Part(frozenset({b"a"})), Part(frozenset({b"b"}), frozenset({b"b"}))
    merged = merge_changes({b"/x": one, b"/y": None}, {b"/x": two, b"/y": one, b"/z": two})
    assert merged == {
        b"/x": Part(frozenset({b"a", b"b"}), frozenset({b"b"})),
        b"/y": None,
        b"/z": two,
    }


_LISTEN = """
import os, sys
from pathlib import Path
from tests.engine.indexing.test_watch import Heard
top = Path(sys.argv[1])
heard = Heard(top.parent / "library")
heard.begin(top)
heard.listen(top)
try:
    for folder in sys.argv[2:]:
        (top / folder / "new.jpg").write_bytes(b"x")
    for folder in sys.argv[2:]:
        heard.wait_for(top, folder)
    (top / "later").mkdir()
    heard.wait_for(top, "later")
    (top / "closed").chmod(0o755)
    for folder in ("later", "closed"):
        (top / folder / "deep").mkdir()
        heard.wait_for(top, folder + "/deep")
        heard.told.clear()
        (top / folder / "deep" / "new.jpg").write_bytes(b"x")
        heard.wait_for(top, folder + "/deep")
finally:
    heard.stop.set()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="as Linux does")
def test_a_closed_folder_keeps_no_other_from_being_heard(top: Path) -> None:
    # Permissions do not bind root, unless it gives that right away.
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    prefix = drop if os.geteuid() == 0 else []
    if prefix and shutil.which("setpriv") is None:
        pytest.skip("permissions do not bind root")
    folders = [f"{number}/sub" for number in range(12)]
    for folder in (*folders, "6/closed", "closed"):
        (top / folder).mkdir(parents=True)
    for folder in ("6/closed", "closed"):
        (top / folder).chmod(0)
    program = [*prefix, sys.executable, "-c", _LISTEN, os.fspath(top), *folders, "", "6"]
    try:
        done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=60)
    finally:
        (top / "6/closed").chmod(0o755)
        (top / "closed").chmod(0o755)
    assert done.returncode == 0, done.stderr
