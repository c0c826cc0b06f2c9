"""Captions in ``.txt`` and ``.caption`` files beside their photos, a caption a line."""

import os
from collections.abc import Sequence

from engine.errors import TableError
from engine.paths import printable

SUFFIXES = (b".txt", b".caption")


def read_beside(photo: bytes) -> list[str]:
    """Read the captions that stand beside a photo.

    ``a.txt``, ``a.caption``, ``a.jpg.txt`` and ``a.jpg.caption`` are looked for.

    Args:
        photo: Absolute path of the photo.

    Returns:
        Its captions; none without such a file.

    Raises:
        TableError: A file cannot be read or is no UTF-8 text.
    """
    stem = os.path.splitext(photo)[0]
    found: list[str] = []
    for file in (base + suffix for base in (stem, photo) for suffix in SUFFIXES):
        try:
            with open(file, encoding="utf-8-sig") as stream:
                found += [line.strip() for line in stream if line.strip()]
        except FileNotFoundError:
            continue
        except UnicodeDecodeError as error:
            raise TableError(f"{printable(file)} is not UTF-8 text; save it as UTF-8.") from error
        except OSError as error:
            raise TableError(f"{printable(file)} cannot be read ({error.strerror}).") from error
    return found


def write_beside(photo: bytes, captions: Sequence[str]) -> None:
    """Write captions beside a photo; lines that stand there already are kept.

    ``a.txt`` is written, or ``a.jpg.txt`` where another file ``a.*`` than the photo's text exists,
    so that two photos never share one.

    Args:
        photo: Absolute path of the photo.
        captions: Its captions.

    Raises:
        TableError: A file cannot be read or written.
    """
    kept = read_beside(photo)
    missing = [caption for caption in captions if caption not in kept]
    if not missing:
        return
    folder, name = os.path.split(photo)
    stem = os.path.splitext(name)[0]
    try:
        others = [
            entry
            for entry in os.listdir(folder)
            if entry != name and os.path.splitext(entry)[0] == stem and entry[-4:] != b".txt"
        ]
        file = photo + b".txt" if others else os.path.join(folder, stem) + b".txt"
        with open(file, "a+", encoding="utf-8") as stream:
            stream.seek(0)
            start = "\n" if (there := stream.read()) and not there.endswith("\n") else ""
            stream.write(start + "".join(f"{caption}\n" for caption in missing))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise TableError(
            f"The text beside {printable(photo)} cannot be written ({reason})."
        ) from error
