"""Saving a copy of a library in one file, and going back to it.

The file is a ZIP archive of what cannot be made again: the catalog, the settings, the stored
features and the models that were trained here. Photos are not in it; thumbnails and vectors are
derived. ``manifest.json`` names every member with its SHA-256.

Going back is safe at every moment: the copy is unpacked and checked beside the library, then put
in its place by renames that the next opening finishes if they are interrupted. What was there
before is kept in ``backups``.
"""

import hashlib
import json
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from engine.catalog.database import Database
from engine.errors import LibraryError, OldCatalogError, OutputError
from engine.folder import CATALOG, PARTS, READY, VECTORS, finish_restore, refuse_own, take_lock
from engine.jobs import Job, Progress

_MANIFEST: Final = "manifest.json"
_FORMAT: Final = "imgtext-library-1"
_ONLY_FEATURES: Final = "features.f16"  # of all that lies in vectors
_CHUNK: Final = 1 << 22  # bytes
_UNPACKED: Final = "restoring"  # being filled
_MOST_MEMBERS: Final = 100_000
# What zipfile raises where bytes of an archive are wrong: also for what it takes for a method of
# compression or of encryption that it does not know.
_UNSOUND: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, OverflowError),
    *(NotImplementedError, RuntimeError, struct.error),
)


def save_copy(database: Database, folder: Path, target: Path) -> Job[int]:
    """Save a copy of a library, and check it.

    Args:
        database: The library's open catalog.
        folder: The library's folder.
        target: The new file; one that is there is replaced once the new one is whole.

    Yields:
        Progress in bytes, of the stages ``"saving"`` and ``"checking"``.

    Returns:
        The size of the file in bytes.

    Raises:
        LibraryError: It cannot be written, or what was written is not what was read.
        OutputError: What is there is no saved copy, or lies in the library.
    """
    _check_target(target)
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    snapshot = target.with_name(f".{target.name}.{os.getpid()}.db")
    try:
        try:
            # First the catalog: features that are stored meanwhile do it no harm.
            database.copy_to(snapshot)
            yield from _pack(snapshot, folder, new)
            yield from _check(new)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
            snapshot.unlink(missing_ok=True)
    except OSError as error:
        raise LibraryError(
            f"The copy {target} cannot be written ({error.strerror}); choose another place."
        ) from error
    return target.stat().st_size


def restore_copy(source: Path, folder: Path) -> Job[None]:
    """Put a saved copy in the place of a library that is not open.

    Args:
        source: What :func:`save_copy` wrote.
        folder: The library's folder; it may be missing. What it holds goes to ``backups``.

    Yields:
        Progress in bytes, of the stages ``"checking"`` and ``"restoring"``.

    Raises:
        LibraryError: The library is in use, the copy is damaged or no copy, or the disk is full.
            Nothing was changed.
    """
    lock = take_lock(folder)
    try:
        yield from _check(source)
        unpacked = folder / _UNPACKED
        shutil.rmtree(unpacked, ignore_errors=True)
        try:
            yield from _unpack(source, unpacked)
            _check_catalog(unpacked / CATALOG, source)
            unpacked.replace(folder / READY)
        finally:
            shutil.rmtree(unpacked, ignore_errors=True)
        finish_restore(folder)
    except OSError as error:
        raise LibraryError(
            f"The copy {source} cannot be put into {folder} ({error.strerror}); free some space "
            "or make the folder writable, then try again. Nothing is lost."
        ) from error
    finally:
        lock.release()


def _check_target(target: Path) -> None:
    """Refuse to put a copy in the place of something else, such as a photo or the catalog.

    Raises:
        OutputError: There is such a thing.
    """
    refuse_own(target)
    if os.path.lexists(target) and not (target.is_file() and zipfile.is_zipfile(target)):
        raise OutputError(
            f"{target} is there already and is no saved copy of a library; choose another name."
        )


def _members(folder: Path) -> Iterator[Path]:
    for part in PARTS[1:]:
        path = folder / part
        if path.is_file():
            yield path
        for file in sorted(path.rglob("*")) if path.is_dir() else ():
            if file.is_file() and (part != VECTORS or file.name == _ONLY_FEATURES):
                yield file


def _pack(snapshot: Path, folder: Path, target: Path) -> Job[None]:
    files = {CATALOG: snapshot}
    files |= {file.relative_to(folder).as_posix(): file for file in _members(folder)}
    total = sum(file.stat().st_size for file in files.values())
    done, sums = 0, dict[str, str]()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED, strict_timestamps=False) as archive:
        for name, file in files.items():
            digest = hashlib.sha256()
            info = zipfile.ZipInfo(name)
            is_text = not name.endswith((".f16", ".safetensors"))  # those do not shrink
            info.compress_type = zipfile.ZIP_DEFLATED if is_text else zipfile.ZIP_STORED
            info.external_attr = 0o600 << 16
            with file.open("rb") as stream, archive.open(info, "w", force_zip64=True) as member:
                for chunk in _chunks(stream):
                    digest.update(chunk)
                    member.write(chunk)
                    done += len(chunk)
                    yield Progress("saving", done=done, total=max(done, total))
            sums[name] = digest.hexdigest()
        archive.writestr(_MANIFEST, json.dumps({"format": _FORMAT, "sha256": sums}, indent=1))
    with target.open("rb+") as stream:
        os.fsync(stream.fileno())


def _check(source: Path) -> Job[None]:
    """Compare every member with the manifest."""
    with _open(source) as archive:
        sums = _manifest(archive, source)
        total = sum(info.file_size for info in archive.infolist())
        done = 0
        for name, expected in sums.items():
            digest = hashlib.sha256()
            try:
                with archive.open(name) as member:
                    for chunk in _chunks(member):
                        digest.update(chunk)
                        done += len(chunk)
                        yield Progress("checking", done=done, total=total)
            except _UNSOUND as error:
                raise _damaged(source) from error
            if digest.hexdigest() != expected:
                raise _damaged(source)


def _unpack(source: Path, folder: Path) -> Job[None]:
    with _open(source) as archive:
        sums = _manifest(archive, source)
        total = sum(archive.getinfo(name).file_size for name in sums)
        done = 0
        for name in sums:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(name) as member, path.open("wb") as stream:
                for chunk in _chunks(member):
                    stream.write(chunk)
                    done += len(chunk)
                    yield Progress("restoring", done=done, total=total)
                stream.flush()
                os.fsync(stream.fileno())


def _open(source: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(source)
    except _UNSOUND as error:
        raise _damaged(source) from error
    except OSError as error:
        raise LibraryError(
            f"The copy {source} cannot be read ({error.strerror}); check its name and its disk."
        ) from error


def _manifest(archive: zipfile.ZipFile, source: Path) -> dict[str, str]:
    try:
        document = json.loads(archive.read(_MANIFEST))
        sums: dict[str, str] = document["sha256"]
        is_ours = document["format"] == _FORMAT and CATALOG in sums
    except (TypeError, *_UNSOUND) as error:
        raise _damaged(source) from error
    # A name from an archive never leads out of the folder.
    is_safe = all(
        name.split("/")[0] in PARTS and ".." not in name.split("/") and "\\" not in name
        for name in sums
    )
    if not is_ours or not is_safe or len(sums) > _MOST_MEMBERS:
        raise _damaged(source)
    return sums


def _check_catalog(catalog: Path, source: Path) -> None:
    try:
        database = Database(catalog, writable=False)
    except OldCatalogError:
        return  # its checksum is right; opening the library brings it up to date
    try:
        if database.problems():
            raise _damaged(source)
    finally:
        database.close()
        for left in ("-wal", "-shm"):
            catalog.with_name(catalog.name + left).unlink(missing_ok=True)


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk


def _damaged(source: Path) -> LibraryError:
    return LibraryError(
        f"{source} is damaged or no saved copy of a library; choose another copy. "
        "Nothing was changed."
    )
