"""Pictures with texts from the web, downloaded because the user asked for it.

Nothing here is called unless the user names addresses and starts the download. What comes is
written into a folder of pictures with ``captions.csv``, which is then read like any other.
"""

import hashlib
import http.client
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import urljoin, urlsplit

from engine.catalog.changes import tidy
from engine.errors import DownloadError, ImageError, TableError
from engine.images.formats import sniff
from engine.jobs import Job, Progress
from engine.tables import write_table
from engine.training.caption_pairs import CAPTIONS

_MOST_BYTES: Final = 32 * 1024 * 1024
_SECONDS: Final = 10.0
# A text shorter than this names a button or an icon.
_FEWEST_LETTERS: Final = 4

# Returns the content of an address; raises DownloadError.
Fetch = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class WebPair:
    """An address of a picture and what is said of it."""

    address: str
    text: str


def fetch(address: str) -> bytes:
    """Download what lies at an address.

    Raises:
        DownloadError: It is no web address, cannot be reached or is too large.
    """
    if not is_address(address):
        raise DownloadError(f"{address} is no web address; it must begin with https://.")
    request = urllib.request.Request(address, headers={"User-Agent": "imgtext-desktop"})
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            content: bytes = answer.read(_MOST_BYTES + 1)
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)  # what urllib wraps says it shorter
        raise DownloadError(
            f"{address} cannot be downloaded ({reason}); check the address and the connection."
        ) from error
    if len(content) > _MOST_BYTES:
        raise DownloadError(f"{address} is larger than {_MOST_BYTES >> 20} MB; leave it out.")
    return content


def pairs_of_page(address: str, content: bytes) -> list[WebPair]:
    """Find the pictures of a web page that have a text: a figure's caption, or else ``alt``."""
    reader = _PageReader(address)
    reader.feed(content.decode("utf-8", "replace"))
    reader.close()
    return reader.pairs


def pairs_of_list(text: str) -> list[WebPair]:
    """Read lines of an address, a tab or comma, and a text; others are left out."""
    found = []
    for line in text.splitlines():
        parts = line.replace("\t", ",", 1).split(",", 1)
        if len(parts) == 2 and is_address(parts[0].strip()):
            found.append(WebPair(parts[0].strip(), tidy(parts[1].strip().strip('"'))))
    return [pair for pair in found if pair.text]


def is_address(source: str) -> bool:
    """Tell whether this is a web address."""
    return urlsplit(source).scheme.lower() in ("http", "https")


def list_of_addresses(file: Path) -> list[WebPair]:
    """Read a file of addresses with texts; empty if it is something else.

    Raises:
        TableError: It cannot be read.
    """
    try:
        with file.open("rb") as stream:
            content = stream.read(_MOST_BYTES)
    except OSError as error:
        raise TableError(
            f"{file} cannot be read ({error.strerror}); check its name and that you may open it."
        ) from error
    return [] if b"\0" in content else pairs_of_list(content.decode("utf-8", "replace"))


def find_pairs(address: str, *, get: Fetch = fetch) -> Job[list[WebPair]]:
    """Download a page, or a list of addresses with texts, and tell what pictures it names.

    Raises:
        DownloadError: It cannot be downloaded, or names no picture with a text.
    """
    yield Progress("downloading pictures", detail=address)
    content = get(address)
    pairs = pairs_of_list(content.decode("utf-8", "replace")) or pairs_of_page(address, content)
    if not pairs:
        raise DownloadError(
            f"{address} names no picture with a text; choose a page with captioned pictures, or a "
            "list with an address, a comma and a text on each line."
        )
    return pairs


def download_pairs(
    pairs: Sequence[WebPair], folder: Path, *, get: Fetch = fetch
) -> Job[list[tuple[str, str]]]:
    """Download pictures into a folder that can be read as a collection.

    Args:
        pairs: What to download.
        folder: Made if it is missing.
        get: Downloads one address.

    Yields:
        Progress of the stage ``"downloading pictures"``.

    Returns:
        Addresses that gave no picture, with the reason.

    Raises:
        DownloadError: None gave a picture.
        TableError: The folder cannot be written.
    """
    rows: list[tuple[str, str]] = []
    failed: list[tuple[str, str]] = []
    names: dict[str, str] = {}
    for done, pair in enumerate(pairs):
        yield Progress("downloading pictures", done, len(pairs), pair.address)
        try:
            if pair.address not in names:
                names[pair.address] = _keep(get(pair.address), folder)
        except (DownloadError, ImageError) as error:
            failed.append((pair.address, str(error)))
            continue
        rows.append((names[pair.address], pair.text))
    if not rows:
        raise DownloadError(
            f"None of the {len(pairs)} addresses gave a picture with a text; check the addresses "
            "and the connection."
        )
    write_table(folder / CAPTIONS, ("file", "caption"), rows)
    return failed


def _keep(content: bytes, folder: Path) -> str:
    """Write a picture under the name of its content; returns the name."""
    name = f"{hashlib.sha256(content).hexdigest()[:16]}.{sniff(content)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    except OSError as error:
        raise TableError(
            f"{folder} cannot be written ({error.strerror}); choose another place."
        ) from error
    return name


class _PageReader(HTMLParser):
    """Collects pictures with their texts."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._in_figure: list[tuple[str, str]] | None = None
        self._caption: list[str] | None = None
        self._words: list[str] = []
        self.pairs: list[WebPair] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "figure":
            self._in_figure, self._words = [], []
        elif tag == "figcaption":
            self._caption = self._words
        elif tag == "img":
            values = dict(attrs)
            found = (values.get("src") or "", values.get("alt") or "")
            if self._in_figure is None:
                self._add([found], "")
            else:
                self._in_figure.append(found)

    def handle_endtag(self, tag: str) -> None:
        if tag == "figcaption":
            self._caption = None
        elif tag == "figure" and self._in_figure is not None:
            self._add(self._in_figure, " ".join(self._words))
            self._in_figure = None

    def handle_data(self, data: str) -> None:
        if self._caption is not None:
            self._caption.append(data)

    def _add(self, pictures: list[tuple[str, str]], caption: str) -> None:
        for source, alternative in pictures:
            text = tidy(caption) or tidy(alternative)
            address = urljoin(self._address, source)
            is_web = urlsplit(address).scheme in ("http", "https")
            if source and is_web and len(text) >= _FEWEST_LETTERS:
                self.pairs.append(WebPair(address, text))
