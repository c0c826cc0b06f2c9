from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.indexing.ledger import Ledger
from tests.engine.indexing.workbench import Workbench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path)
    yield bench
    bench.database.close()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger(tmp_path)
    yield ledger
    ledger.database.close()
