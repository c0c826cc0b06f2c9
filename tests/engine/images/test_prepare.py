import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.errors import ImageError
from engine.images.hashing import content_hash
from engine.images.prepare import KnownPhoto, PreparedPhoto, prepare_photo, prepare_picture
from engine.metadata.photo_metadata import PhotoMetadata

ToFile = Callable[..., bytes]
posix_only = pytest.mark.skipif(os.name != "posix", reason="POSIX files")


def _prepare(path: Path) -> PreparedPhoto:
    photo = prepare_photo(os.fsencode(path))
    assert isinstance(photo, PreparedPhoto)
    return photo


def test_everything_is_made_from_one_file(
    tmp_path: Path, picture: NDArray[np.uint8], to_file: ToFile
) -> None:
    path = tmp_path / "photo.png"
    data = to_file(picture)
    path.write_bytes(data)
    photo = _prepare(path)
    assert photo.content_hash == content_hash(data)
    assert (photo.size, photo.width, photo.height, photo.format) == (len(data), 160, 120, "png")
    assert len(photo.perceptual_hash) == 8
    assert photo.thumbnail.startswith(b"\xff\xd8")
    assert photo.pixels.shape == (224, 224, 3)
    assert photo.pixels.dtype == np.uint8
    small = np.asarray(Image.fromarray(photo.pixels).resize((160, 120)), np.int16)
    assert np.abs(small - picture).max() < 12
    in_memory = prepare_picture(data)
    assert in_memory.perceptual_hash == photo.perceptual_hash
    assert (in_memory.pixels == photo.pixels).all()


def test_a_known_photo_is_not_decoded(tmp_path: Path) -> None:
    data = b"\x89PNG\r\n\x1a\n and then nothing that could be decoded"
    path = tmp_path / "photo.png"
    path.write_bytes(data)
    known = prepare_photo(os.fsencode(path), frozenset({content_hash(data), b"another"}))
    assert known == KnownPhoto(content_hash(data), len(data), PhotoMetadata())
    with pytest.raises(ImageError):
        prepare_photo(os.fsencode(path), frozenset({b"another"}))


@pytest.mark.parametrize("name", ["text.jpg", "png.jpg", "jpeg.heic"])
def test_the_content_decides_not_the_name(name: str, tmp_path: Path, to_file: ToFile) -> None:
    path = tmp_path / name
    image = Image.new("RGB", (60, 40), "teal")
    if name == "text.jpg":
        path.write_text("I am not a photo")
        with pytest.raises(ImageError, match="text") as caught:
            _prepare(path)
        assert caught.value.skip
    else:
        kind = name.partition(".")[0]
        path.write_bytes(to_file(image, kind.upper()))
        assert _prepare(path).format == kind


@posix_only
@pytest.mark.parametrize(
    "name",
    [b"line\nbreak.png", b"latin1-\xe9.png", b"bad-\xff\xfe.png", b"-rf.png", b"%s {0}.png"],
)
def test_any_name_can_be_read(name: bytes, tmp_path: Path, to_file: ToFile) -> None:
    path = os.path.join(os.fsencode(tmp_path), name)
    try:
        with open(path, "wb") as file:
            file.write(to_file(Image.new("RGB", (60, 40), "teal")))
    except OSError:
        pytest.skip("this file system refuses the name")
    photo = prepare_photo(path)
    assert isinstance(photo, PreparedPhoto)
    assert photo.width == 60


@posix_only
def test_what_is_no_regular_file_is_never_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    (tmp_path / "folder.png").mkdir()
    for path in (pipe, tmp_path / "folder.png", Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(ImageError, match="not a photo") as caught:
            _prepare(path)
        assert caught.value.skip
    with socket.socket(socket.AF_UNIX) as server:
        address = os.path.relpath(tmp_path / "socket.png")
        server.bind(address)
        with pytest.raises(ImageError, match="not a photo"):
            _prepare(tmp_path / "socket.png")


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    def sentence(path: Path) -> str:
        with pytest.raises(ImageError) as caught:
            _prepare(path)
        assert not caught.value.skip
        return str(caught.value)

    assert "no longer there" in sentence(tmp_path / "gone.jpg")
    (tmp_path / "empty.jpg").touch()
    assert "empty" in sentence(tmp_path / "empty.jpg")
    assert "too long" in sentence(tmp_path / ("n" * 300 + ".jpg"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_locked_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "locked.png"
    path.write_bytes(b"\x89PNG")
    path.chmod(0)
    with pytest.raises(ImageError, match="permissions"):
        _prepare(path)


@posix_only
def test_links_in_a_circle_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.png").symlink_to(tmp_path / "b.png")
    (tmp_path / "b.png").symlink_to(tmp_path / "a.png")
    with pytest.raises(ImageError, match="circle"):
        _prepare(tmp_path / "a.png")


def test_a_huge_file_of_nothing_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "sparse.jpg"
    for size, match in ((3 * 1024**3, "larger than 512 MB"), (400 * 1024**2, "does not begin")):
        with open(path, "wb") as file:
            file.truncate(size)
        with pytest.raises(ImageError, match=match):
            _prepare(path)


def test_a_file_that_grows_is_left_for_later(
    tmp_path: Path, to_file: ToFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "download.png"
    path.write_bytes(to_file(Image.new("RGB", (60, 40))))
    real = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        status = real(descriptor)
        with open(path, "ab") as file:  # after the look at the file comes the next piece of it
            file.write(b"more")
        return status

    monkeypatch.setattr(os, "fstat", fstat)
    with pytest.raises(ImageError, match="still being written"):
        _prepare(path)


def test_the_workers_import_nothing_heavy() -> None:
    code = "import sys, engine.images.prepare; print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    loaded = set(output.decode().split())
    assert not loaded & {"torch", "transformers", "timm", "faiss", "pydantic", "sqlite3", "typer"}
