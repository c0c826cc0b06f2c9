"""Model versions on disk: immutable folders, each with a card that says what it is.

Layout of ``models/<version>/``::

    config.json        what kind of model it is and how it is built
    model.safetensors  its weights
    card.json          where it comes from, how good it is, the SHA-256 of every other file

A folder is written under another name and renamed when it is complete. Torch is not needed here.
"""

import errno
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Self

from engine.errors import ModelError
from engine.jobs import Job, Progress, run

CARD, CONFIG, WEIGHTS = "card.json", "config.json", "model.safetensors"
COPYING: Final = "copying model, MB"
UNFINISHED: Final = ".unfinished"
_CHUNK: Final = 4_000_000
_MB: Final = 1_000_000
_FORMAT = 1


class Slot(StrEnum):
    """What a version can be used as; each is adopted and rolled back for itself."""

    RETRIEVAL = "retrieval"
    LABELS = "labels"
    CODES = "codes"


@dataclass(frozen=True, slots=True)
class Card:
    """The facts of a version.

    Attributes:
        version: Its name, which is the folder's.
        slot: What it can be used as.
        kind: What made it: a method's name, ``pretrained``, ``embedded``.
        parent: The version it was made from; empty for none.
        feature_space: Version of the model whose stored features it reads; its own name if it
            encodes photos itself.
        title: What the user calls it.
        created: Seconds since 1970.
        as_of: When what it learned from was read, which may be long before; 0 if nobody noted it.
        learned: Photos, captions and labels it learned from, by name.
        metrics: ``before`` and ``after`` of its exam by measure, ``general`` where there is one.
        learned_from: Content hashes of the photos it learned from, hexadecimal.
        files: SHA-256 of every other file of the folder, by name.
        languages: Which it understands, as shown; empty where its parent tells.
        licence: What its maker calls the licence; empty for none that is known.
    """

    version: str
    slot: Slot
    kind: str
    parent: str = ""
    feature_space: str = ""
    title: str = ""
    created: float = 0.0
    learned: Mapping[str, int] = field(default_factory=dict)
    metrics: Mapping[str, Any] = field(default_factory=dict)
    learned_from: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    languages: str = ""
    licence: str = ""
    as_of: float = 0.0

    @property
    def knows_until(self) -> float:
        """Seconds since 1970; what the user said or renamed later it does not know."""
        return self.as_of or self.created

    def to_json(self) -> str:
        """Return the text of ``card.json``."""
        return json.dumps({"format": _FORMAT, **asdict(self)}, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the text of a card.

        Raises:
            ValueError: It is none.
        """
        values: dict[str, Any] = json.loads(text)
        try:
            if values.pop("format") != _FORMAT:
                raise ValueError("a card of another format")
            if not _is_name(values["version"]):
                raise ValueError("a path in place of a name")  # a card may come from anywhere
            return cls(
                **values
                | {"slot": Slot(values["slot"]), "learned_from": tuple(values["learned_from"])}
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError("no card") from error


class VersionStore:
    """The versions of one library.

    Args:
        folder: ``models`` of the library; made when it is needed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def cards(self) -> list[Card]:
        """Return the card of every complete version, oldest first; damaged ones are left out."""
        found = []
        for path in self.folder.glob(f"*/{CARD}"):
            if path.parent.name.endswith(UNFINISHED):
                continue
            try:
                found.append(_read_card(path.parent))
            except ModelError:
                continue
        return sorted(found, key=lambda card: (card.created, card.version))

    def card(self, version: str) -> Card:
        """Return the card of a version.

        Raises:
            ModelError: There is no such version, or its card is damaged.
        """
        return _read_card(self.path(version))

    def path(self, version: str) -> Path:
        """Return the folder of a version.

        Raises:
            ModelError: There is no such version.
        """
        path = self.folder / version
        if not _is_name(version) or not (path / CARD).is_file():
            raise ModelError(
                f"There is no model version “{version}” in this library; "
                "`imgtext models list` shows those that are there."
            )
        return path

    def check(self, version: str) -> Path:
        """Return the folder of a version after comparing every file with its card.

        Raises:
            ModelError: There is no such version, or a file is missing or altered.
        """
        path = self.path(version)
        check_files(path, _read_card(path))
        return path

    def add(self, card: Card, write: Callable[[Path], Mapping[str, object]]) -> Card:
        """Make a version.

        Args:
            card: Its facts; ``version``, ``created`` and ``files`` are filled in.
            write: Writes the files into the folder that it is given, and returns what goes into
                ``config.json`` beside the kind.

        Returns:
            The complete card.

        Raises:
            OSError: The disk refuses; nothing is left behind.
        """
        created = time.time()
        unfinished = self.folder / f"{card.kind}-{os.getpid()}{UNFINISHED}"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        try:
            config = {
                "kind": card.kind,
                "base": card.feature_space,
                **write(unfinished),
            }
            (unfinished / CONFIG).write_text(json.dumps(config, indent=1), encoding="utf-8")
            files = {path.name: sha256_of(path) for path in sorted(unfinished.iterdir())}
            digest = hashlib.sha256(json.dumps([created, files]).encode()).hexdigest()[:8]
            stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(created))
            facts = asdict(card) | {
                "slot": card.slot,
                "version": f"{card.kind}-{stamp}-{digest}",
                "created": created,
                "files": files,
            }
            complete = Card(**facts)
            (unfinished / CARD).write_text(complete.to_json(), encoding="utf-8")
            os.replace(unfinished, self.folder / complete.version)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
        return complete

    def remove(self, version: str) -> None:
        """Delete a version's folder.

        Raises:
            ModelError: There is no such version.
        """
        path = self.path(version)
        gone = path.with_name(path.name + UNFINISHED)  # so that half of it is never taken for it
        os.replace(path, gone)
        shutil.rmtree(gone, ignore_errors=True)

    def size(self, version: str) -> int:
        """Return the bytes that a version's folder takes."""
        return sum(file.stat().st_size for file in self.path(version).rglob("*") if file.is_file())

    def export(self, version: str, target: Path) -> Path:
        """Copy a version to a folder within ``target``.

        Returns:
            The folder that was made.

        Raises:
            ModelError: There is no such version, it is damaged, or the target refuses.
        """
        return run(_copy(self.check(version), target, version))

    def take(self, source: Path) -> Job[Card]:
        """Copy a version from a folder, as :meth:`export` wrote it; closed, it leaves nothing.

        Raises:
            ModelError: The folder holds no version, or a file is missing or altered.
        """
        card = _read_card(source)
        yield Progress(COPYING)
        check_files(source, card)
        if not (self.folder / card.version / CARD).is_file():
            self.folder.mkdir(parents=True, exist_ok=True)
            yield from _copy(source, self.folder, card.version)
        return card


def read_config(folder: Path) -> dict[str, Any]:
    """Read ``config.json`` of a version.

    Raises:
        ModelError: It is missing or damaged.
    """
    try:
        config: dict[str, Any] = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        config["kind"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{folder} holds no model of this program; choose another.") from error
    return config


def check_files(folder: Path, card: Card) -> None:
    """Compare every file with the card.

    Raises:
        ModelError: One is missing, altered or none of the card's.
    """
    for name, digest in card.files.items():
        if not _is_name(name):
            raise ModelError(f"The model in {folder} names a file that cannot be its own: {name}.")
        try:
            is_same = sha256_of(folder / name) == digest
        except OSError as error:
            raise ModelError(
                f"The model in {folder} lacks {name}; copy the folder again or train anew."
            ) from error
        if not is_same:
            raise ModelError(
                f"{name} of the model in {folder} is damaged; copy the folder again or train anew."
            )


def copy_files(pairs: Iterable[tuple[Path, Path]]) -> Job[None]:
    """Copy files, a chunk at a time.

    Args:
        pairs: Each file, and where it goes.

    Yields:
        Progress of the stage ``"copying model, MB"``.

    Raises:
        OSError: The disk refuses.
    """
    pairs = list(pairs)
    total = sum(source.stat().st_size for source, _ in pairs)
    done = 0
    for source, goal in pairs:
        goal.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as file, goal.open("wb") as copy:
            while chunk := file.read(_CHUNK):
                copy.write(chunk)
                done += len(chunk)
                yield Progress(COPYING, done=done // _MB, total=-(-total // _MB))


def _copy(source: Path, target: Path, version: str) -> Job[Path]:
    goal = target / version
    unfinished = target / f"{version}{UNFINISHED}"
    try:
        if goal.exists():
            raise ModelError(f"{goal} exists already; choose another folder.")
        if target.exists() and not target.is_dir():
            raise ModelError(f"{target} is a file; name a folder for the model.")
        shutil.rmtree(unfinished, ignore_errors=True)
        target.mkdir(parents=True, exist_ok=True)
        files = [path for path in source.rglob("*") if path.is_file()]
        yield from copy_files([(path, unfinished / path.relative_to(source)) for path in files])
        os.replace(unfinished, goal)
    except OSError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ModelError(
                f"The model cannot be copied to {target} ({error.strerror}); free some space or "
                "choose another folder."
            ) from error
        raise ModelError(
            f"The model cannot be copied to {target} ({error.strerror}); choose another folder."
        ) from error
    except GeneratorExit:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return goal


def _read_card(folder: Path) -> Card:
    try:
        return Card.from_json((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(
            f"{folder} holds no model version of this program; choose a folder with a {CARD} in it."
        ) from error


def _is_name(text: str) -> bool:
    """Tell whether a text is the name of one file or folder, and no path."""
    return bool(text) and text == os.path.basename(text) and text not in (".", "..")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
