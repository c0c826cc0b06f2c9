"""Which ``.xmp`` file beside photos belongs to which of them; nothing is opened."""

import os
import unicodedata
from collections.abc import Collection, Iterable

from engine.images.formats import looks_like_photo

SUFFIX = b".xmp"

# Raw files, to which a sidecar without the photo's suffix belongs before all others.
_RAW_SUFFIXES = frozenset(
    b".3fr .arw .cr2 .cr3 .crw .dcr .dng .erf .fff .iiq .k25 .kdc .mef .mos .mrw .nef .nrw .orf"
    b" .pef .raf .raw .rw2 .rwl .sr2 .srf .srw .x3f".split()
)


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
    sidecars = {name[: -len(SUFFIX)]: name for name in names if name.lower().endswith(SUFFIX)}
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
