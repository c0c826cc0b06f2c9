"""Downloads, from a server of our own behind a Unix socket: cut, resumed, damaged, refused."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from engine.errors import ModelError
from engine.jobs import run
from engine.library import Library
from engine.models.hub import Hub, folder_name
from tests.checkpoints import make_clip
from tests.hub_server import MODEL, Server, served

if sys.platform == "win32":
    pytest.skip("needs Unix sockets", allow_module_level=True)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_clip(tmp_path_factory.mktemp("hub") / "tiny-clip")


@pytest.fixture
def both(checkpoint: Path, tmp_path: Path) -> Iterator[tuple[Server, Hub]]:
    with served(checkpoint, tmp_path / "s") as both:
        yield both


@pytest.fixture
def server(both: tuple[Server, Hub]) -> Server:
    return both[0]


@pytest.fixture
def hub(both: tuple[Server, Hub]) -> Hub:
    return both[1]


def test_a_cut_download_adds_nothing_and_goes_on_where_it_was(
    server: Server, hub: Hub, tmp_path: Path
) -> None:
    with Library(tmp_path / "library", writable=True) as library:
        learning = library.learning
        server.cut_after = 100_000
        with pytest.raises(ModelError, match=r"stopped at \d\d %; start it again"):
            run(learning.download(MODEL, hub=hub))
        assert not learning.versions()
        kept = library.models.store.folder / folder_name(MODEL) / "model.safetensors.part"
        assert kept.stat().st_size == 100_000
        (stopped,) = learning.stopped_downloads()
        assert (stopped.model, stopped.name) == (MODEL, "tiny-clip")
        assert 100_000 < stopped.done < stopped.total
        server.cut_after = None
        server.asked.clear()
        card = run(learning.download(MODEL, hub=hub))
        weights = [wanted for place, wanted in server.asked if place.endswith(".safetensors")]
        assert weights == ["bytes=100000-"]
        assert not any("config.json" in place for place, _ in server.asked)
        assert (card.title, card.kind) == ("tiny-clip", "pretrained")
        assert [known.problem for known in learning.versions()] == [""]
        library.models.store.check(card.version)
        assert not kept.parent.exists()
        assert not learning.stopped_downloads()


def test_without_room_nothing_is_downloaded(
    server: Server, hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(ModelError, match="has less room; free some space"):
        run(hub.download(MODEL, tmp_path / "models" / "new"))
    assert not list((tmp_path / "models").iterdir())
    assert not any("/resolve/" in place for place, _ in server.asked)


def test_progress_is_told_and_closing_keeps_what_came(hub: Hub, tmp_path: Path) -> None:
    job = hub.download(MODEL, tmp_path / "new")
    told = [next(job) for _ in range(4)]
    job.close()
    assert (told[-1].total, told[-1].done) == (1, 0)  # megabytes
    assert any((tmp_path / "new").iterdir())


@pytest.mark.parametrize(
    ("model", "said"),
    [("maker/nothing", "does not give maker/nothing"), (MODEL, "arrived damaged")],
)
def test_what_cannot_be_downloaded_is_told_in_a_sentence(
    model: str, said: str, server: Server, hub: Hub, tmp_path: Path
) -> None:
    server.spoil = True
    with pytest.raises(ModelError, match=said):
        run(hub.download(model, tmp_path / "new"))
    assert not (tmp_path / "new" / "model.safetensors").exists()
    assert not (tmp_path / "new" / "model.safetensors.part").exists()


def test_an_old_model_comes_as_the_hubs_own_robot_converted_it(
    server: Server, hub: Hub, tmp_path: Path
) -> None:
    server.converter = "SFconvertbot"
    folder = run(hub.download(MODEL, tmp_path / "new"))
    assert (folder / "model.safetensors").read_bytes() == (
        server.folder / "model.safetensors"
    ).read_bytes()
    assert not list(folder.glob("*.bin"))


@pytest.mark.parametrize(("by", "is_closed"), [("somebody", False), ("SFconvertbot", True)])
def test_what_the_robot_does_not_offer_is_not_there_as_safetensors(
    by: str, is_closed: bool, server: Server, hub: Hub, tmp_path: Path
) -> None:
    server.converter, server.is_closed = by, is_closed
    with pytest.raises(ModelError, match="not there as safetensors"):
        run(hub.download(MODEL, tmp_path / "new"))
    assert not (tmp_path / "new").exists()


def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("no route")

    client = httpx2.Client(transport=httpx2.MockTransport(refuse))
    with client, pytest.raises(ModelError, match="need a network"):
        run(Hub(client, "http://hub").download(MODEL, tmp_path / "new"))
    assert not (tmp_path / "new").exists()
