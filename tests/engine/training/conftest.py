"""Drawn pictures and tiny towers, made once."""

from pathlib import Path

import pytest

from engine.training.dual_encoder import DualEncoderMethod
from engine.training.examples import TrainingSet
from engine.training.settings import RunSettings
from tests.engine.training.drawn_pictures import Drawn, draw_all, save_tiny_towers
from tests.engine.training.small_dual_encoder import CPU, QUICK, MakeMethod


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    return draw_all(tmp_path_factory.mktemp("drawn"), copies=1)


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return save_tiny_towers(tmp_path_factory.mktemp("towers"))


@pytest.fixture(scope="session")
def make_method(drawn: Drawn, folders: tuple[Path, Path]) -> MakeMethod:
    def make(
        data: TrainingSet | None = None, *, from_folder: bool = False, **options: str
    ) -> DualEncoderMethod:
        named = {"text_tower": str(folders[0]), "image_tower": str(folders[1])}
        settings = RunSettings(
            method="dual-encoder", options={**QUICK, **(named if from_folder else {}), **options}
        )
        return DualEncoderMethod(drawn.data if data is None else data, settings, CPU)

    return make
