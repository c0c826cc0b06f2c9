"""Decoding and encoding a folder."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import EngineError, EvaluationError, ImageError
from engine.evaluation import gallery as module
from engine.evaluation.gallery import (
    IMAGE_BATCH,
    Prepare,
    PreparedPhoto,
    derive_space,
    encode_photos,
    encode_texts,
)
from engine.jobs import Progress, run

Draw = Callable[..., Path]
COLOURS = ("red", "green", "blue", "yellow")


def photos(folder: Path, draw: Draw, count: int) -> list[Path]:
    return [
        draw(folder / f"{number:03}.png", colour, seed=number)
        for number, colour in zip(range(count), itertools.cycle(COLOURS))
    ]


def test_order_of_decoding_changes_nothing(
    tmp_path: Path, draw: Draw, encoder: Any, prepare: Prepare
) -> None:
    files = photos(tmp_path, draw, IMAGE_BATCH + 5)
    for number in (3, 20):
        files[number].write_bytes(b"no picture")

    def backwards(paths: Iterable[Path]) -> Iterator[tuple[Path, PreparedPhoto | EngineError]]:
        yield from prepare(reversed(list(paths)))

    one = run(encode_photos(files, encoder=encoder, prepare=prepare))
    other = run(encode_photos(files, encoder=encoder, prepare=backwards))
    assert one.positions.tolist() == [n for n in range(len(files)) if n not in (3, 20)]
    np.testing.assert_array_equal(one.positions, other.positions)
    np.testing.assert_array_equal(one.features, other.features)
    assert one.features.dtype == np.float16
    assert [entry["path"] for entry in one.skipped] == [str(files[3]), str(files[20])]
    assert one.skipped == other.skipped


def test_progress_ends_at_the_number_of_files(
    tmp_path: Path, draw: Draw, encoder: Any, prepare: Prepare
) -> None:
    files = photos(tmp_path, draw, IMAGE_BATCH + 1)
    seen: list[Progress] = []
    run(encode_photos(files, encoder=encoder, prepare=prepare), seen.append)
    assert [step.done for step in seen] == [0, IMAGE_BATCH, len(files)]
    assert {step.total for step in seen} == {len(files)}


def test_cancelling_ends_the_decoder(
    tmp_path: Path, draw: Draw, encoder: Any, prepare: Prepare
) -> None:
    ended: list[bool] = []

    def watched(paths: Iterable[Path]) -> Iterator[tuple[Path, PreparedPhoto | EngineError]]:
        try:
            yield from prepare(paths)
        finally:
            ended.append(True)

    files = photos(tmp_path, draw, 2 * IMAGE_BATCH)
    job = encode_photos(files, encoder=encoder, prepare=watched)
    next(job)
    next(job)
    assert not ended
    job.close()
    assert ended == [True]


def test_no_readable_photo(tmp_path: Path, encoder: Any, prepare: Prepare) -> None:
    file = tmp_path / "a.jpg"
    file.write_bytes(b"no picture")
    with pytest.raises(EvaluationError, match="None of the 1 files can be read as a photo"):
        run(encode_photos([file], encoder=encoder, prepare=prepare))


def test_an_error_of_ours_is_not_taken_for_a_bad_file(tmp_path: Path, encoder: Any) -> None:
    def broken(paths: Iterable[Path]) -> Iterator[tuple[Path, PreparedPhoto | EngineError]]:
        for path in paths:
            yield path, ImageError("a broken file")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(encode_photos([tmp_path / "a", tmp_path / "b"], encoder=encoder, prepare=broken))


def test_vectors_are_derived_by_block_as_unit_rows(
    encoder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    features = np.random.default_rng(0).random((10, 12)).astype(np.float16)
    features[4] = 0.5  # becomes zero in the text space of this encoder: no direction to give it
    statistics = encoder.fit_statistics(features)
    whole = derive_space(encoder, features, statistics=statistics, space="text")
    monkeypatch.setattr(module, "_DERIVE_ROWS", 3)
    blocks = derive_space(encoder, features, statistics=statistics, space="text")
    np.testing.assert_array_equal(whole, blocks)
    norms = np.linalg.norm(whole, axis=1)
    np.testing.assert_allclose(norms, [0.0 if row == 4 else 1.0 for row in range(10)], atol=1e-6)


def test_each_text_alone_decides_its_vector(encoder: Any) -> None:
    texts = ["red", "green blue", "white"] * 60
    rows = run(encode_texts(texts, encoder))
    np.testing.assert_array_equal(rows[::-1], run(encode_texts(texts[::-1], encoder)))
    np.testing.assert_array_equal(rows[:1], run(encode_texts(texts[:1], encoder)))
