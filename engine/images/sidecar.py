"""The ``.xmp`` file beside a photo: which one it is, what it says, and writing into it.

A photo's own file is never touched.
"""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator

from engine.errors import SidecarError
from engine.images.sidecar_names import SUFFIX, find_sidecar
from engine.metadata.fields import Fields
from engine.metadata.xml_tree import MAX_BYTES, XmlError, parse_leniently
from engine.metadata.xmp import xmp_fields
from engine.metadata.xmp_edit import EMPTY_PACKET, XmpEdit, edit_packet
from engine.paths import printable

# How often another program may change a sidecar under our hands.
_TRIES = 3


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
                path = photo + SUFFIX
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
