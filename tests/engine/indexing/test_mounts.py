import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalog.records import FileState
from engine.indexing.mounts import is_mounted, mount_table
from tests.engine.indexing.ledger import Ledger

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="mounts as Linux does")


class Disk:
    """A small disk in memory, mounted at a folder."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def mount(self, *options: str) -> None:
        command = ["mount", *(options or ("-t", "tmpfs", "tmpfs"))]
        done = subprocess.run([*command, self.place], capture_output=True, check=False)
        if done.returncode:
            pytest.skip("no right to mount disks here")

    def unmount(self) -> None:
        subprocess.run(["umount", self.place], check=True)


@pytest.fixture
def disk(ledger: Ledger) -> Iterator[Disk]:
    place = ledger.top / "the disk"
    place.mkdir()
    disk = Disk(place)
    yield disk
    while is_mounted(os.fsencode(place)):
        disk.unmount()


def test_names_in_the_table_are_whole(disk: Disk) -> None:
    disk.mount()
    assert mount_table()[os.fsencode(disk.place)] == "tmpfs"
    assert is_mounted(os.fsencode(disk.place))
    assert not is_mounted(os.fsencode(disk.place.parent))


@pytest.mark.parametrize("absence", ["empty", "gone", "with other files"])
def test_a_disk_in_a_root_that_is_away_loses_nothing(
    ledger: Ledger, disk: Disk, absence: str
) -> None:
    disk.mount()
    for name in ("a.jpg", "the disk/b.jpg", "the disk/sub/c.jpg"):
        ledger.write(name)
    ledger.scan()
    ledger.settle()
    # What is written to a disk in memory is gone with it: keep it mounted elsewhere.
    held = ledger.top.parent / "held"
    held.mkdir()
    holder = Disk(held)
    holder.mount("--bind", str(disk.place))
    before = ledger.states()

    disk.unmount()
    if absence == "gone":
        disk.place.rmdir()
    elif absence == "with other files":
        ledger.write("the disk/local.jpg")
    for _ in range(2):
        result = ledger.scan()
        assert result.removed.total() == 0
        assert result.unreadable == [
            (os.fsencode(disk.place), "the disk that was connected here is away; connect it again")
        ]
    states = ledger.states()
    assert states.pop("the disk/local.jpg", None) in (None, (FileState.PENDING, ""))
    assert {name: state for name, (state, _) in states.items()} == {
        "a.jpg": FileState.FAILED,
        "the disk/b.jpg": FileState.OFFLINE,
        "the disk/sub/c.jpg": FileState.OFFLINE,
    }
    disk.place.mkdir(exist_ok=True)
    disk.mount("--bind", str(held))
    holder.unmount()
    assert ledger.scan().unreadable == []
    assert ledger.states() == before
    (disk.place / "b.jpg").unlink()  # really gone
    assert ledger.scan().removed.total() == 1


def test_photos_copied_from_a_disk_into_its_place_are_there(ledger: Ledger, disk: Disk) -> None:
    disk.mount()
    ledger.write("the disk/b.jpg")
    ledger.scan()
    disk.unmount()
    path = ledger.write("the disk/b.jpg")
    assert ledger.scan().unreadable == []
    assert ledger.states() == {"the disk/b.jpg": (FileState.PENDING, "")}
    path.unlink()
    ledger.write("a.jpg")
    assert ledger.scan().removed.total() == 1  # it is a folder like any other now


def test_a_folder_mounted_twice_is_walked_once_and_a_loop_never(ledger: Ledger, disk: Disk) -> None:
    ledger.write("x/a.jpg")  # sorts behind "the disk"
    disk.mount("--bind", str(ledger.top / "x"))
    ledger.scan()
    assert set(ledger.states()) == {"x/a.jpg"}
    disk.unmount()
    disk.mount("--bind", str(ledger.top))
    ledger.scan()
    assert set(ledger.states()) == {"x/a.jpg"}
