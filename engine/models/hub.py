"""Models from a hub such as huggingface.co, when the user asks for one: the only use of a network.

A file arrives under another name and gets its own once its checksum is right, so what was cut off
goes on where it was. Nothing is a version before the whole folder has been checked and loaded.
"""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from engine.errors import ModelError
from engine.jobs import Job, Progress
from engine.models.checkpoint_folders import SMALL_FILES, SPARE_BYTES, WEIGHTS_INDEX
from engine.models.versions import WEIGHTS

if TYPE_CHECKING:
    import httpx2

DOWNLOADING: Final = "downloading model, MB"
ENDPOINT: Final = "https://huggingface.co"
_HUB_NAME: Final = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
_DOWNLOAD: Final = ".download"
_NOTE: Final = "download"  # no file of a model is called so
_PART: Final = ".part"
_MB: Final = 1_000_000
_SAFE: Final = frozenset({WEIGHTS, WEIGHTS_INDEX})
# Turns pickled weights into safetensors; transformers looks for its offers as well.
_CONVERTER: Final = "SFconvertbot"


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file of a model on the hub.

    Attributes:
        name: Its name; only files at the top of a model are taken.
        size: Bytes.
        sha256: Of its bytes, hexadecimal; empty for small files, which have a Git hash.
        git_hash: SHA-1 as Git computes it, hexadecimal.
    """

    name: str
    size: int
    sha256: str
    git_hash: str

    def is_sound(self, path: Path) -> bool:
        """Tell whether a file is this one."""
        if path.stat().st_size != self.size:
            return False
        with path.open("rb") as file:
            if self.sha256:
                return hashlib.file_digest(file, "sha256").hexdigest() == self.sha256
            head = f"blob {self.size}\0".encode()
            return hashlib.sha1(head + file.read()).hexdigest() == self.git_hash


class Hub:
    """A hub.

    Args:
        client: Speaks HTTP; by default that of huggingface_hub.
        endpoint: Its address.
    """

    def __init__(self, client: "httpx2.Client | None" = None, endpoint: str = ENDPOINT) -> None:
        self._client = client
        self._endpoint = endpoint

    def download(self, model: str, folder: Path, name: str = "") -> Job[Path]:
        """Download a model, or what is missing of it.

        Args:
            model: Its name on the hub, such as ``openai/clip-vit-base-patch32``.
            folder: Where to; made if it is missing. What is there of it already is kept.
            name: What it is called, for :func:`stopped_downloads`.

        Yields:
            Progress of the stage ``"downloading model, MB"``.

        Returns:
            The folder.

        Raises:
            ModelError: It is no such name, there is no network, no such model or no room, it has no
                safetensors, or the connection was cut: then the next call goes on.
        """
        if not _HUB_NAME.fullmatch(model):
            raise ModelError(
                f"“{model}” is no model of the hub; name it as OWNER/NAME, such as "
                "openai/clip-vit-base-patch32."
            )
        yield Progress(DOWNLOADING)
        with _sentences(model, lambda: 0, 0):
            revision, files = self._files(model)
        total = sum(file.size for file in files)
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            there = sum(_size(folder / file.name) or _size(_part(folder, file)) for file in files)
            if shutil.disk_usage(folder.parent).free < total - there + SPARE_BYTES:
                raise ModelError(
                    f"The model takes {(total - there) / 1e6:,.0f} MB and the library's disk has "
                    "less room; free some space, then add it again."
                )
            folder.mkdir(exist_ok=True)
            note = {"model": model, "name": name or model, "total": total}
            (folder / _NOTE).write_text(json.dumps(note), encoding="utf-8")
            done = 0
            for file in files:
                for part in self._fetch(model, revision, file, folder, before=done, total=total):
                    yield Progress(DOWNLOADING, done=(done + part) // _MB, total=-(-total // _MB))
                done += file.size
        except OSError as error:
            raise ModelError(
                f"The model cannot be stored in {folder} ({error.strerror}); check the disk, then "
                "try again."
            ) from error
        return folder

    def _files(self, model: str) -> tuple[str, Sequence[HubFile]]:
        """Ask what a model consists of; its revision and the files that are needed."""
        revision, files = self._tree(model)
        names = {file.name for file in files}
        if not names & _SAFE and (conversion := self._conversion(model)):
            revision, files = self._tree(model, f"/revision/{quote(conversion, safe='')}")
            names = {file.name for file in files}
        if not names & _SAFE:
            raise ModelError(
                f"{model} is not there as safetensors, the only format that is read; choose "
                "another model."
            )
        patterns = [*SMALL_FILES, WEIGHTS if WEIGHTS in names else "model-*.safetensors"]
        wanted = [f for f in files if any(fnmatch(f.name, pattern) for pattern in patterns)]
        return revision, sorted(wanted, key=lambda file: file.size)

    def _tree(self, model: str, revision: str = "") -> tuple[str, list[HubFile]]:
        """Return the commit and the files at the top of a revision, by default the main one."""
        told = self._json(f"{model}{revision}", {"blobs": "true"})
        files = [_hub_file(values) for values in told["siblings"] if _is_top(values["rfilename"])]
        return str(told["sha"]), files

    def _conversion(self, model: str) -> str:
        """Return where the hub's own robot offers an old model as safetensors, if it does."""
        import httpx2

        asked = {"type": "pull_request", "status": "open", "author": _CONVERTER}
        try:
            offers = self._json(f"{model}/discussions", asked)["discussions"]
        except httpx2.HTTPStatusError:  # its maker lets nobody offer anything
            return ""
        for offer in offers:
            if offer["isPullRequest"] and offer["author"]["name"] == _CONVERTER:
                return f"refs/pr/{int(offer['num'])}"
        return ""

    def _json(self, what: str, params: Mapping[str, str]) -> dict[str, Any]:
        answer = self._http.get(f"{self._endpoint}/api/models/{what}", params=params)
        answer.raise_for_status()
        told: dict[str, Any] = answer.json()
        return told

    def _fetch(  # noqa: PLR0913
        self, model: str, revision: str, file: HubFile, folder: Path, *, before: int, total: int
    ) -> Iterator[int]:
        """Fetch a file that is not there; yield how much of it is."""
        goal, part = folder / file.name, _part(folder, file)
        if _size(goal) == file.size:
            return
        url = f"{self._endpoint}/{model}/resolve/{revision}/{file.name}"
        done = _size(part)
        with _sentences(model, lambda: before + _size(part), total), part.open("ab") as target:
            headers = {"Accept-Encoding": "identity"}
            if done:
                headers["Range"] = f"bytes={done}-"
            with self._http.stream("GET", url, headers=headers, follow_redirects=True) as answer:
                if done < file.size:
                    answer.raise_for_status()
                    if done and answer.status_code != 206:  # it gives the whole file
                        target.truncate(0)
                        done = 0
                    for chunk in answer.iter_bytes():
                        target.write(chunk)
                        done += len(chunk)
                        yield done
        if _size(part) < file.size:
            raise _cut(model, before + _size(part), total)
        if not file.is_sound(part):
            part.unlink()
            raise ModelError(f"{file.name} of {model} arrived damaged; download the model again.")
        os.replace(part, goal)

    @property
    def _http(self) -> "httpx2.Client":
        if self._client is None:
            from huggingface_hub import get_session

            self._client = get_session()
        return self._client


def folder_name(model: str) -> str:
    """Return the name of the folder that a model is downloaded to."""
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in model) + _DOWNLOAD


@dataclass(frozen=True, slots=True)
class StoppedDownload:
    """A download that was cut off or stopped, and can go on.

    Attributes:
        model: The model's name on the hub.
        name: What it is called.
        done: Bytes that are there.
        total: Bytes in all.
    """

    model: str
    name: str
    done: int
    total: int


def stopped_downloads(folder: Path) -> list[StoppedDownload]:
    """Return the downloads that are not complete.

    Args:
        folder: Where each has a folder of its own, see :func:`folder_name`.
    """
    found = []
    for note in sorted(folder.glob(f"*{_DOWNLOAD}/{_NOTE}")):
        files = [path for path in note.parent.iterdir() if path != note]
        try:
            said = json.loads(note.read_text(encoding="utf-8"))
            done = sum(map(_size, files))
            found.append(
                StoppedDownload(str(said["model"]), str(said["name"]), done, int(said["total"]))
            )
        except (OSError, ValueError, KeyError, TypeError):  # begun anew, it is written anew
            continue
    return found


@contextmanager
def _sentences(model: str, done: Callable[[], int], total: int) -> Iterator[None]:
    """Turn what the network says into a sentence."""
    import httpx2

    try:
        yield
    except httpx2.HTTPStatusError as error:
        raise ModelError(
            f"The hub does not give {model} (HTTP {error.response.status_code}); check its name."
        ) from error
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        raise ModelError(
            "Downloads need a network; connect this computer, then try again."
        ) from error
    except httpx2.HTTPError as error:
        raise _cut(model, done(), total) from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"The hub's answer about {model} cannot be read; try later.") from error


def _cut(model: str, done: int, total: int) -> ModelError:
    share = f"{100 * done / total:.0f} %" if total else "its beginning"
    return ModelError(f"The download of {model} stopped at {share}; start it again to go on.")


def _hub_file(values: dict[str, Any]) -> HubFile:
    large = values.get("lfs") or {}
    return HubFile(
        str(values["rfilename"]),
        int(values["size"]),
        str(large.get("sha256", "")),
        str(values.get("blobId", "")),
    )


def _is_top(name: str) -> bool:
    return name == os.path.basename(name) and name not in ("", ".", "..") and "\\" not in name


def _part(folder: Path, file: HubFile) -> Path:
    return folder / f"{file.name}{_PART}"


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
