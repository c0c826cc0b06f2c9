from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.indexing.vectors import DerivedVectors, FeatureStore, Vectors

Array = npt.NDArray[Any]


class Centring:
    """A real, tiny deriver: centres by the library's mean, counts what it is asked for."""

    dimensions: Mapping[str, int] = {"text": 2, "visual": 4}

    def __init__(self) -> None:
        self.fitted: list[int] = []
        self.derived = 0

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        self.fitted.append(len(features))
        return {"mean": features.astype(np.float32).mean(axis=0)}

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        self.derived += len(features)
        centred = features.astype(np.float32) - statistics["mean"]
        return {"text": centred[:, :2], "visual": centred}


def _open(vectors: DerivedVectors) -> Vectors:
    opened = vectors.open()
    assert opened is not None
    return opened


def test_features_are_read_back_and_a_killed_batch_is_overwritten(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    store = FeatureStore(tmp_path / "features.f16", 4)
    first, lost, second = (rng.normal(size=(n, 4)).astype(np.float16) for n in (3, 5, 2))
    store.write(first, at_row=0)
    store.write(lost, at_row=3)
    store.write(second, at_row=3)
    np.testing.assert_array_equal(store.read(0, 5), np.concatenate([first, second]))


def test_vectors_follow_the_features_and_are_fitted_anew_when_the_library_doubles(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    features = rng.normal(size=(10, 4)).astype(np.float16)
    store, deriver = FeatureStore(tmp_path / "features.f16", 4), Centring()
    vectors = DerivedVectors(tmp_path, deriver.dimensions)
    for stop in (3, 5, 6, 10):
        store.write(features[:stop], at_row=0)
        vectors.update(store, stop, deriver, growth=2.0)
        assert not vectors.is_behind(stop)
    assert deriver.fitted == [3, 6]
    assert deriver.derived == 3 + 2 + 6 + 4  # nothing twice but for the one refit
    opened = _open(vectors)
    expected = features.astype(np.float32) - opened.statistics["mean"]
    np.testing.assert_array_equal(opened.spaces["visual"], expected)
    np.testing.assert_array_equal(opened.spaces["text"], expected[:, :2])
    assert [path.name for path in tmp_path.glob("derived-*")] == ["derived-000000006"]


class Rotating(Centring):
    """Its statistics are a matrix in Fortran order, as linear algebra returns it."""

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        matrix = np.linalg.qr(features.astype(np.float32).T @ features).Q
        return {"matrix": np.asfortranarray(matrix)}

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        turned = features.astype(np.float32) @ statistics["matrix"]
        return {"text": turned[:, :2], "visual": turned}


def test_a_query_meets_the_statistics_that_the_vectors_were_derived_with(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    features = rng.normal(size=(9, 4)).astype(np.float16)
    store, deriver = FeatureStore(tmp_path / "features.f16", 4), Rotating()
    store.write(features, at_row=0)
    vectors = DerivedVectors(tmp_path, deriver.dimensions)
    vectors.update(store, 9, deriver, growth=2.0)
    opened = _open(vectors)
    query = deriver.derive(features, opened.statistics)
    np.testing.assert_array_equal(opened.spaces["visual"], query["visual"])


def test_deleted_or_unfinished_vectors_are_derived_again_without_the_encoder(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    store, deriver = FeatureStore(tmp_path / "features.f16", 4), Centring()
    store.write(rng.normal(size=(7, 4)).astype(np.float16), at_row=0)
    vectors = DerivedVectors(tmp_path, deriver.dimensions)
    vectors.update(store, 7, deriver, growth=2.0)
    before = np.array(_open(vectors).spaces["visual"])
    (tmp_path / "derived-000000007" / "statistics.safetensors").unlink()
    assert vectors.open() is None
    assert vectors.is_behind(7)
    vectors.update(store, 7, deriver, growth=2.0)
    np.testing.assert_array_equal(_open(vectors).spaces["visual"], before)


def test_a_kill_between_the_spaces_is_made_up_for(tmp_path: Path, rng: np.random.Generator) -> None:
    store, deriver = FeatureStore(tmp_path / "features.f16", 4), Centring()
    store.write(rng.normal(size=(8, 4)).astype(np.float16), at_row=0)
    vectors = DerivedVectors(tmp_path, deriver.dimensions)
    vectors.update(store, 8, deriver, growth=2.0)
    whole = {name: np.array(rows) for name, rows in _open(vectors).spaces.items()}
    visual = tmp_path / "derived-000000008" / "visual.f32"
    visual.write_bytes(visual.read_bytes()[: 5 * 16 + 3])  # torn in the middle of a row
    assert vectors.is_behind(8)
    vectors.update(store, 8, deriver, growth=2.0)
    for name, rows in whole.items():
        np.testing.assert_array_equal(_open(vectors).spaces[name], rows)


def test_damaged_features_are_counted_also_those_of_a_version_without_checksums(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    store = FeatureStore(tmp_path / "features.f16", 4)
    features = rng.normal(size=(6, 4)).astype(np.float16)
    store.write(features[:4], at_row=0)
    (tmp_path / "features.crc32").unlink()
    assert store.count_damaged(4) == 0
    store.write(features[4:], at_row=4)  # takes up the rows before
    assert store.count_damaged(6) == 0
    content = bytearray(store.path.read_bytes())
    content[1 * 8] ^= 1
    content[5 * 8 + 7] ^= 128
    store.path.write_bytes(content)
    assert store.count_damaged(6) == 2
    assert store.count_damaged(5) == 1
    (tmp_path / "features.crc32").unlink()
    content[2 * 8 : 2 * 8 + 2] = b"\x00\x7c"  # infinity
    store.path.write_bytes(content)
    assert store.count_damaged(6) == 1


def test_derived_rows_that_are_no_unit_vectors_are_counted(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    class Unit(Centring):
        def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
            spaces = super().derive(features, statistics)
            return {
                name: v / np.linalg.norm(v, axis=1, keepdims=True) for name, v in spaces.items()
            }

    store, deriver = FeatureStore(tmp_path / "features.f16", 4), Unit()
    store.write(rng.normal(size=(5, 4)).astype(np.float16), at_row=0)
    vectors = DerivedVectors(tmp_path, deriver.dimensions)
    assert vectors.count_damaged() == 0
    vectors.update(store, 5, deriver, growth=2.0)
    assert vectors.count_damaged() == 0
    (file,) = tmp_path.glob("derived-*/visual.f32")
    rows = np.fromfile(file, np.float32).reshape(5, 4)
    rows[1], rows[3], rows[4] = np.nan, 2 * rows[3], 0
    rows.tofile(file)
    assert vectors.count_damaged() == 2
