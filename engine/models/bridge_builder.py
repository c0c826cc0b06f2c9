"""Makes the shipped part of the bridge anew: ``python -m engine.models.bridge_builder``.

Needed only when the scene captions, the recipe or the text model change; embedding the 6000 texts
takes half a minute, which no start of the program should.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

from engine.models import bridge, packages
from engine.models.efficientnet import read_classifier
from engine.models.minilm import TextFiles, TextNetwork

_SCENES: Final = resources.files("resources") / "embedded" / "class_scenes.tsv"


@dataclass(frozen=True)
class ClassWording:
    """What an ImageNet class is called and looks like.

    Attributes:
        name: The first of its WordNet names: "great white shark".
        definition: All names and the WordNet definition.
        scenes: Three captions of everyday photos with it.
    """

    name: str
    definition: str
    scenes: tuple[str, ...]

    @property
    def photo(self) -> str:
        """The name as a caption."""
        return f"a photo of a {self.name}."


@dataclass(frozen=True)
class ClassVectors:
    """The vectors of the wordings; float32, unit rows.

    Attributes:
        names: [c, 384].
        photos: [c, 384], the names as captions.
        definitions: [c, 384].
        scenes: [c, 3, 384].
    """

    names: NDArray[np.float32]
    photos: NDArray[np.float32]
    definitions: NDArray[np.float32]
    scenes: NDArray[np.float32]

    def mean_texts(self) -> bridge.Array:
        """Average over the kinds of text, a kind counting once however many texts it has.

        Returns:
            float64 [c, 384], unit rows.
        """
        labels = (self.names + self.photos) / 2
        scenes = bridge.normalise(self.scenes.mean(axis=1))
        return bridge.normalise(labels + self.definitions + scenes)

    def query_mean(self) -> bridge.Array:
        """Average the scene captions: float64 [384]."""
        mean: bridge.Array = self.scenes.mean(axis=(0, 1), dtype=np.float64)
        return mean


def read_wordings() -> list[ClassWording]:
    """Read the wordings of the 1000 classes, in the classifier's order."""
    from timm.data.imagenet_info import ImageNetInfo

    info = ImageNetInfo()
    wordings = []
    for index, line in enumerate(_SCENES.read_text(encoding="utf-8").splitlines()):
        number, *scenes = line.split("\t")
        if int(number) != index:
            raise ValueError(f"class_scenes.tsv: line {index + 1} is not class {index}")
        name = info.index_to_description(index).split(",")[0].strip()
        definition = info.index_to_description(index, detailed=True)
        wordings.append(ClassWording(name, definition, tuple(scenes)))
    return wordings


def embed_wordings(wordings: Sequence[ClassWording], network: TextNetwork) -> ClassVectors:
    """Encode the wordings of classes.

    Args:
        wordings: Any classes.
        network: The text model.
    """
    scenes = network.encode([scene for wording in wordings for scene in wording.scenes])
    return ClassVectors(
        names=network.encode([wording.name for wording in wordings]),
        photos=network.encode([wording.photo for wording in wordings]),
        definitions=network.encode([wording.definition for wording in wordings]),
        scenes=scenes.reshape(len(wordings), -1, scenes.shape[1]),
    )


def build(vectors: ClassVectors, rows: NDArray[np.float32]) -> dict[str, NDArray[np.float16]]:
    """Make the shipped arrays, named as in :class:`engine.models.bridge.Bridge`.

    Args:
        vectors: The vectors of all classes.
        rows: float32 [c, f], the classifier's rows.
    """
    texts = vectors.mean_texts()
    tensors: dict[str, NDArray[np.floating]] = {
        "class_texts": texts,
        "ridge_map": bridge.fit_ridge(rows, texts),
        "query_mean": vectors.query_mean(),
    }
    return {name: tensor.astype(np.float16) for name, tensor in tensors.items()}


def main() -> int:
    """Write ``resources/embedded/bridge.safetensors`` in the source tree.

    A new file has a new hash, which belongs into ``bridge.SHA256``.
    """
    vectors = embed_wordings(read_wordings(), TextNetwork(TextFiles.verify()))
    tensors = build(vectors, read_classifier(packages.IMAGE_WEIGHTS.verify()).weight)
    Path(str(bridge.RESOURCE)).write_bytes(save(tensors))
    return 0


if __name__ == "__main__":
    sys.exit(main())
