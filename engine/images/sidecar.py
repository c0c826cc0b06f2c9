"""The ``.xmp`` file beside a photo: which one it is, what it says, and writing into it.

A photo's own file is never touched.
"""

import contextlib
import errno
import os
import secrets
import stat
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from engine.errors import SidecarError
from engine.images.formats import looks_like_photo
from engine.metadata.fields import Fields
from engine.metadata.xml_tree import MAX_BYTES, XmlError, parse_leniently
from engine.metadata.xmp import xmp_fields
from engine.metadata.xmp_edit import EMPTY_PACKET, XmpEdit, edit_packet
from engine.paths import printable

_SUFFIX = b".xmp"

# Raw files, to which a sidecar without the photo's suffix belongs before all others.
_RAW_SUFFIXES = frozenset(
    b".3fr .arw .cr2 .cr3 .crw .dcr .dng .erf .fff .iiq .k25 .kdc .mef .mos .mrw .nef .nrw .orf"
    b" .pef .raf .raw .rw2 .rwl .sr2 .srf .srw .x3f".split()
)

# How often another program may change a sidecar under our hands.
_TRIES = 3


def pair_sidecars(names: Iterable[bytes]) -> dict[bytes, bytes]:
    """Find the sidecars of the photos of one folder.

    The rule: ``IMG.jpg.xmp`` (darktable, digiKam) belongs to ``IMG.jpg``. Where there is none,
    ``IMG.xmp`` (Lightroom, Capture One) belongs to the raw file of that stem, else to the only
    photo of that stem; with two raw files, or two photos and no raw file, to none of them, as
    nobody can tell to which. Differences of case or Unicode form count only where there is no
    exact match.

    Args:
        names: The names of all files in the folder.

    Returns:
        The sidecar's name for each photo that has one.
    """
    names = sorted(names)
    # Of twins that differ in the case of the suffix, the later, ".xmp", counts.
    sidecars = {name[: -len(_SUFFIX)]: name for name in names if name.lower().endswith(_SUFFIX)}
    photos = [name for name in names if looks_like_photo(name)]
    pairs = _match({photo: photo for photo in photos}, sidecars)
    rivals: dict[bytes, list[bytes]] = {}
    for photo in photos:
        rivals.setdefault(_fold(_stem(photo)), []).append(photo)
    taken = frozenset(pairs.values())
    free = {stem: name for stem, name in sidecars.items() if name not in taken}
    owners = {stem: _owner(group) for stem, group in rivals.items()}
    stems = {
        photo: _stem(photo) for photo in owners.values() if photo is not None and photo not in pairs
    }
    return pairs | _match(stems, free)


def _match(wanted: dict[bytes, bytes], sidecars: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """Give each photo its sidecar, and each sidecar to one photo.

    Args:
        wanted: For each photo the sidecar's name without its suffix.
        sidecars: The sidecars by their names without suffix.
    """
    pairs = {photo: sidecars[name] for photo, name in wanted.items() if name in sidecars}
    exact = frozenset(wanted.values())
    loose = {_fold(stem): name for stem, name in sidecars.items() if stem not in exact}
    for photo, name in wanted.items():
        if photo not in pairs and (sidecar := loose.pop(_fold(name), None)) is not None:
            pairs[photo] = sidecar
    return pairs


def find_sidecar(photo: bytes) -> bytes | None:
    """Find the sidecar of one photo; for many photos ``pair_sidecars`` is faster.

    Args:
        photo: The path of a photo, by whose name ``looks_like_photo``.

    Returns:
        The path of its sidecar, or None if it has none or its folder cannot be read.
    """
    folder, name = os.path.split(photo)
    try:
        names = os.listdir(folder or b".")
    except OSError:
        return None
    stem = _fold(_stem(name))
    related = [other for other in names if _fold(other).startswith(stem)]
    sidecar = pair_sidecars(related).get(name)
    return None if sidecar is None else os.path.join(folder, sidecar)


def read_sidecar(path: bytes) -> Fields:
    """Read a sidecar.

    Args:
        path: The sidecar.

    Returns:
        What it says; of a damaged one what comes before the damage.

    Raises:
        SidecarError: It cannot be read, or it is no XMP at all.
    """
    data = _read(path)[0]
    if parse_leniently(data) is None:
        raise _damaged(path)
    return xmp_fields(data)


def write_sidecar(photo: bytes, edit: XmpEdit) -> bytes:
    """Write into a photo's sidecar, or into a new one named ``IMG.jpg.xmp``.

    All else that the sidecar holds is kept to the byte. At any moment either the old or the new
    file is there in full; a sidecar that says all that already is not written.

    Args:
        photo: The path of the photo.
        edit: The new values.

    Returns:
        The path of the sidecar.

    Raises:
        SidecarError: The place cannot be written, or the sidecar that is there is damaged.
    """
    for _ in range(_TRIES):
        path = find_sidecar(photo)
        try:
            if path is None:
                path = photo + _SUFFIX
                if not os.path.lexists(photo):
                    raise FileNotFoundError(errno.ENOENT, "no photo", photo)
                if _create(path, edit_packet(EMPTY_PACKET, edit)):
                    return path
            elif _update(path, edit):
                return path
        except OSError as error:
            raise _unwritable(path or photo, error) from error
    raise SidecarError(
        f"Another program keeps changing {printable(path or photo)}: close it there, then write"
        " again."
    )


def _fold(name: bytes) -> bytes:
    """Make names equal that differ in case or Unicode form only."""
    if name.isascii():
        return name.lower()
    text = unicodedata.normalize("NFC", os.fsdecode(name)).casefold()
    return unicodedata.normalize("NFC", text).encode("utf-8", "surrogatepass")


def _stem(name: bytes) -> bytes:
    return os.path.splitext(name)[0]


def _owner(rivals: Collection[bytes]) -> bytes | None:
    """Tell which of the photos of one stem a sidecar without suffix belongs to."""
    raw = [name for name in rivals if os.path.splitext(name)[1].lower() in _RAW_SUFFIXES]
    candidates = raw or list(rivals)
    return candidates[0] if len(candidates) == 1 else None


def _read(path: bytes) -> tuple[bytes, os.stat_result]:
    """Read a sidecar and tell which state of it that was."""
    try:
        # Before opening, as opening a pipe may wait for ever.
        is_file = stat.S_ISREG(os.stat(path).st_mode)
        if is_file:
            with open(path, "rb") as file:
                status = os.fstat(file.fileno())
                data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SidecarError(
            f"The sidecar {printable(path)} cannot be read: check its permissions and its disk."
        ) from error
    if not is_file or len(data) > MAX_BYTES:
        raise SidecarError(f"{printable(path)} is no sidecar: move it elsewhere.")
    return data, status


def _update(path: bytes, edit: XmpEdit) -> bool:
    """Change a sidecar; False if another program changed it meanwhile."""
    # A link stays, and its target is changed.
    path = os.path.realpath(path)
    old, status = _read(path)
    try:
        new = edit_packet(old, edit)
    except XmlError as error:
        raise _damaged(path) from error
    if new == old:
        return True
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "read-only", path)
    draft = _write_draft(path, new, stat.S_IMODE(status.st_mode))
    with _removed_on_failure(draft):
        now = os.stat(path)
        if (now.st_mtime_ns, now.st_size, now.st_ino) != (
            status.st_mtime_ns,
            status.st_size,
            status.st_ino,
        ):
            os.unlink(draft)
            return False
        os.replace(draft, path)
    _sync_folder(path)
    return True


def _create(path: bytes, content: bytes) -> bool:
    """Make a new sidecar; False if there is one all at once."""
    draft = _write_draft(path, content, None)
    with _removed_on_failure(draft):
        if os.path.lexists(path):
            os.unlink(draft)
            return False
        os.replace(draft, path)
    _sync_folder(path)
    return True


def _write_draft(path: bytes, content: bytes, mode: int | None) -> bytes:
    """Write a file beside another, down to the disk.

    Returns:
        Its path; the scanner leaves such a name alone.
    """
    draft = os.path.join(os.path.dirname(path), b".imgtext-" + secrets.token_hex(8).encode())
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(draft, flags, 0o666)
    with _removed_on_failure(draft), open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        # Some file systems have no permissions to set.
        with contextlib.suppress(OSError):
            os.chmod(draft, mode)
    return draft


@contextlib.contextmanager
def _removed_on_failure(draft: bytes) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise


def _sync_folder(path: bytes) -> None:
    """Make a renaming last; where a folder cannot be opened, the system sees to it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(os.path.dirname(path) or b".", os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _damaged(path: bytes) -> SidecarError:
    return SidecarError(
        f"The sidecar {printable(path)} is damaged and was left as it is: move it away, then write"
        " again."
    )


def _unwritable(path: bytes, error: OSError) -> SidecarError:
    name = printable(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return SidecarError(
            f"{name} may not be written: make the file and its folder writable, then write again;"
            " your changes are kept in the library."
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SidecarError(
            f"There is no space left for {name}: free some, then write again; your changes are"
            " kept in the library."
        )
    if error.errno == errno.ENAMETOOLONG:
        return SidecarError(
            f"The name of {name} is too long for a sidecar: rename the photo; your changes are"
            " kept in the library."
        )
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return SidecarError(
            f"{name} is not there: connect its drive or relink its folder, then write again; your"
            " changes are kept in the library."
        )
    return SidecarError(
        f"The disk could not take {name}: check the disk and its connection, then write again;"
        " your changes are kept in the library."
    )
