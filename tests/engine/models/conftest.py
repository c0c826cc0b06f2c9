"""One loaded model for all tests of this folder."""

import pytest

from engine.models.embedded import EmbeddedModel


@pytest.fixture(scope="session")
def model() -> EmbeddedModel:
    return EmbeddedModel.load()
