import importlib
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.errors import ImageError
from engine.images.pool import DecodePool
from engine.images.prepare import KnownPhoto, PreparedPhoto, prepare_photo

Misbehave = Callable[..., KnownPhoto]

HERE = Path(__file__).parent
posix_only = pytest.mark.skipif(os.name != "posix", reason="signals and named pipes")


@pytest.fixture
def misbehave(monkeypatch: pytest.MonkeyPatch) -> Misbehave:
    """The task of these tests, importable in the processes of a pool."""
    monkeypatch.syspath_prepend(HERE)
    return importlib.import_module("decode_tasks").misbehave  # type: ignore[no-any-return]


def _tasks(*names: bytes) -> Iterator[tuple[bytes, frozenset[bytes]]]:
    return ((name, frozenset()) for name in names)


def _run(pool: DecodePool, *names: bytes) -> dict[bytes, object]:
    return dict(pool.map(_tasks(*names), look_ahead=4))


def _text(result: object) -> str:
    assert isinstance(result, KnownPhoto)
    return result.content_hash.decode()


def test_photos_come_out_as_without_a_pool(tmp_path: Path, draw_photo: Callable[..., Path]) -> None:
    paths = [os.fsencode(draw_photo(tmp_path / f"{i}\n.png", i)) for i in range(12)]
    first = prepare_photo(paths[0])
    with DecodePool(workers=2) as pool:
        tasks = ((path, frozenset({first.content_hash})) for path in paths)
        results = dict(pool.map(tasks, look_ahead=3))
        assert _run(pool) == {}
    assert results.keys() == set(paths)
    assert results[paths[0]] == KnownPhoto(first.content_hash, first.size, first.metadata)
    for path in paths[1:]:
        alone, pooled = prepare_photo(path), results[path]
        assert isinstance(alone, PreparedPhoto)
        assert isinstance(pooled, PreparedPhoto)
        assert (pooled.content_hash, pooled.thumbnail) == (alone.content_hash, alone.thumbnail)
        assert np.array_equal(pooled.pixels, alone.pixels)


@posix_only
def test_a_bad_file_costs_itself_only(misbehave: Misbehave, expected_log: list[str]) -> None:
    expected_log.append("ZeroDivisionError")
    bad = [b"segfault", b"abort", b"killed", b"exit", b"hog", b"bug", b"broken", b"spin", b"hang"]
    good = [b"good %d" % i for i in range(27)]
    mixed = [name for i, each in enumerate(bad) for name in (*good[3 * i : 3 * i + 3], each)]
    with DecodePool(misbehave, workers=2, seconds=2, megabytes=500) as pool:
        results = _run(pool, *mixed)
    assert results.keys() == {*good, *bad}
    for name in good:
        assert _text(results[name]).startswith(name.decode())
    errors = {name: results[name] for name in bad}
    assert all(isinstance(error, ImageError) for error in errors.values())
    sentences = {name: str(error) for name, error in errors.items()}
    assert "crashed" in sentences[b"segfault"]
    assert "crashed" in sentences[b"abort"]
    assert "crashed" in sentences[b"exit"]
    assert "out of memory" in sentences[b"killed"]
    assert "memory" in sentences[b"hog"]
    # On a busy machine the clock may run out before the computing time.
    spun = sentences[b"spin"]
    assert "2 seconds of computing" in spun or "after 8 seconds" in spun
    assert "after 8 seconds" in sentences[b"hang"]
    assert "fault of the program" in sentences[b"bug"]
    assert sentences[b"broken"] == "The file is broken."
    skipped = {
        name for name, error in errors.items() if isinstance(error, ImageError) and error.skip
    }
    assert skipped == {b"broken"}


@posix_only
def test_who_dies_over_a_large_file_leaves_the_room_to_the_next(misbehave: Misbehave) -> None:
    bad = [b"large segfault", b"large spin", b"large broken", b"large hog"]
    good = [b"large %d" % i for i in range(6)]
    with DecodePool(misbehave, workers=3, seconds=2, megabytes=500) as pool:
        results = _run(pool, *bad, *good)
    assert all(isinstance(results[name], ImageError) for name in bad)
    assert all(_text(results[name]).startswith(name.decode()) for name in good)


@posix_only
def test_waiting_for_room_is_not_counted_as_time(misbehave: Misbehave) -> None:
    with DecodePool(misbehave, workers=2, seconds=1, megabytes=500) as pool:
        # All of them wait for the first, which takes all its time and then is given up.
        results = _run(pool, b"large hang", b"large 1", b"large 2", b"large 3")
    assert isinstance(results.pop(b"large hang"), ImageError)
    assert all(not isinstance(result, ImageError) for result in results.values())


@posix_only
def test_the_death_of_an_idle_worker_costs_nothing(misbehave: Misbehave) -> None:
    with DecodePool(misbehave, workers=1) as pool:
        before = _text(_run(pool, b"first")[b"first"])
        os.kill(int(before.split()[-1]), signal.SIGKILL)
        after = _text(_run(pool, b"second")[b"second"])
    assert after.startswith("second")
    assert after.split()[-1] != before.split()[-1]


@posix_only
def test_workers_keep_out_of_the_way(
    misbehave: Misbehave, capfd: pytest.CaptureFixture[str]
) -> None:
    with DecodePool(misbehave, workers=1) as pool:
        results = _run(pool, b"interrupt", b"noise", b"conditions")
    assert _text(results[b"interrupt"]).startswith("interrupt")
    assert _text(results[b"conditions"]) == "19 1"
    assert capfd.readouterr() == ("", "")


def test_files_are_pulled_no_further_than_the_look_ahead(misbehave: Misbehave) -> None:
    pulled = 0

    def source() -> Iterator[tuple[bytes, frozenset[bytes]]]:
        nonlocal pulled
        for pulled in range(1, 31):
            yield b"%d" % pulled, frozenset()

    with DecodePool(misbehave, workers=2) as pool:
        for taken, _ in enumerate(pool.map(source(), look_ahead=5)):
            assert pulled <= taken + 5
    assert pulled == 30


def test_one_map_after_another_but_not_two_at_once(misbehave: Misbehave) -> None:
    with DecodePool(misbehave, workers=1) as pool:
        assert len(_run(pool, b"a", b"b")) == 2
        running = pool.map(_tasks(b"c", b"d"), look_ahead=2)
        next(running)
        with pytest.raises(RuntimeError, match="another map"):
            next(pool.map(_tasks(b"e"), look_ahead=1))
        running.close()
        with pytest.raises(RuntimeError, match="closed"):
            next(pool.map(_tasks(b"f"), look_ahead=1))
        pool.close()


def test_an_error_of_the_source_is_passed_on(misbehave: Misbehave) -> None:
    def source() -> Iterator[tuple[bytes, frozenset[bytes]]]:
        yield b"a", frozenset()
        raise ConnectionError("the catalog is gone")

    with (
        DecodePool(misbehave, workers=1) as pool,
        pytest.raises(ConnectionError, match="the catalog is gone"),
    ):
        list(pool.map(source(), look_ahead=1))


@posix_only
def test_closing_the_iterator_kills_what_is_under_way(misbehave: Misbehave, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with DecodePool(misbehave, workers=2) as pool:
        results = pool.map(_tasks(b"quick", os.fsencode(pipe)), look_ahead=2)
        assert next(results)[0] == b"quick"
        with open(pipe, "rb", buffering=0) as end:
            assert end.read(4) == b"here"
            results.close()
            assert end.read() == b""


ORPHANS = """
    import importlib, sys
    from engine.images.pool import DecodePool

    if __name__ == "__main__":
        sys.path.insert(0, sys.argv[1])
        task = importlib.import_module("decode_tasks").misbehave
        with DecodePool(task, workers=2) as pool:
            for result in pool.map([(p.encode(), frozenset()) for p in sys.argv[2:]], look_ahead=4):
                pass
"""


def _run_program(tmp_path: Path, *arguments: object) -> "subprocess.Popen[bytes]":
    script = tmp_path / "program.py"
    script.write_text(textwrap.dedent(ORPHANS))
    root = str(Path(prepare_photo.__code__.co_filename).parents[2])
    environment = {**os.environ, "PYTHONPATH": root}
    command = [sys.executable, str(script), str(HERE), *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdout=-1, stderr=-1)


@posix_only
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_program(end: signal.Signals, tmp_path: Path) -> None:
    pipes = [tmp_path / "one", tmp_path / "two"]
    for pipe in pipes:
        os.mkfifo(pipe)
    with (
        _run_program(tmp_path, *pipes) as program,
        open(pipes[0], "rb", buffering=0) as one,
        open(pipes[1], "rb", buffering=0) as two,
    ):
        assert one.read(4) == two.read(4) == b"here"
        program.send_signal(end)
        assert one.read() == two.read() == b""
        output, errors = program.communicate()
    assert output == b""
    # Ctrl-C comes out once, in the program itself.
    assert errors.count(b"Traceback") == (1 if end == signal.SIGINT else 0)


def test_a_pool_that_cannot_start_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    module = tmp_path / "vanishing_tasks.py"
    module.write_text("def vanish(path, known): ...")
    monkeypatch.syspath_prepend(tmp_path)
    task = importlib.import_module("vanishing_tasks").vanish
    module.unlink()
    with DecodePool(task, workers=1) as pool, pytest.raises(RuntimeError, match="do not start"):
        _run(pool, b"a")
    assert "vanishing_tasks" in capfd.readouterr().err


def test_damaged_files_of_every_kind_cost_themselves_only(
    tmp_path: Path, rng: np.random.Generator, to_file: Callable[..., bytes]
) -> None:
    image = Image.fromarray(rng.integers(0, 256, (24, 32, 3), np.uint8))
    paths = []
    for kind in ("JPEG", "PNG", "GIF", "WEBP", "AVIF", "TIFF", "BMP", "JPEG2000", "PPM"):
        original = np.frombuffer(to_file(image, kind, icc_profile=b"x" * 128), np.uint8)
        for number in range(20):
            damaged = original.copy()
            places = rng.integers(0, len(damaged), 1 + number // 2)
            damaged[places] = rng.integers(0, 256, len(places))
            paths.append(tmp_path / f"{number}.{kind}")
            paths[-1].write_bytes(damaged.tobytes())
    with DecodePool(workers=2, seconds=20) as pool:
        results = _run(pool, *map(os.fsencode, paths))
    assert len(results) == len(paths)
    assert {type(result) for result in results.values()} <= {PreparedPhoto, ImageError}
    assert not [str(r) for r in results.values() if "fault of the program" in str(r)]
