"""What a classifier of a few labels says of photos that are of none of them.

    python -m benchmarks.open_set --data DATA [--draws 3] [--each 8]

Claim: after learning from eight photos of each of the five ``flowers`` in a library that holds
``flickr8k`` and ``coco`` too, at most 2 % of those photos get the label of a flower, and at least
80 % of the other flowers get one. Each draw labels other photos, learns, adopts and counts what is
shown, all with the command line. Prints JSON, shares of photos a draw and their means.
"""

import argparse
import csv
import json
import os
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.commands import imgtext
from engine.library import Library


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--each", type=int, default=8, help="labelled photos of each flower")
    parser.add_argument("--method", default="text-classifier")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top, "library")
        foreign = [options.data / name / "photos" for name in ("flickr8k", "coco")]
        imgtext(folder, "import", *map(str, [options.data / "flowers", *foreign]))
        draws = [one_draw(folder, options, seed) for seed in range(options.draws)]
    means = {key: float(np.mean([draw[key] for draw in draws])) for key in draws[0]}
    print(json.dumps({"each": options.each, "draws": draws, "mean": means}, indent=2))


def one_draw(folder: Path, options: argparse.Namespace, seed: int) -> dict[str, float]:
    """Label some flowers, learn, adopt and count; the labels are taken away again."""
    rng = np.random.default_rng(seed)
    given: dict[str, str] = {}
    for kind in sorted(path for path in (options.data / "flowers").iterdir() if path.is_dir()):
        photos = sorted(kind.iterdir())
        for place in rng.choice(len(photos), options.each, replace=False):
            given[str(photos[place])] = kind.name
    table = folder.with_name("labels.csv")
    with table.open("w", newline="") as file:
        csv.writer(file).writerows([("file", "label"), *given.items()])
    imgtext(folder, "labels", "import", str(table))
    version = imgtext(folder, "train", options.method)["version"]
    imgtext(folder, "models", "adopt", version)
    with Library(folder, writable=True) as library:
        shares = count(library, set(given))
        for name in library.annotations.label_counts():
            library.annotations.drop_label(name)
    return shares


def count(library: Library, given: set[str]) -> dict[str, float]:
    """Return the share of foreign photos and of other flowers that a label is shown of."""
    guessed = set(library.browse.guessed_ids().tolist())
    right = {
        name: set(library.browse.guessed_ids(name).tolist())
        for name in library.annotations.label_counts()
    }
    shown: dict[str, list[bool]] = {"foreign": [], "flowers": [], "right": []}
    for path in library.photos.all_paths():
        name = os.fsdecode(path.path)
        if name in given:
            continue
        kind = Path(name).parent.name
        shown["flowers" if kind in right else "foreign"].append(path.file_id in guessed)
        if kind in right:
            shown["right"].append(path.file_id in right[kind])
    return {key: float(np.mean(values)) for key, values in shown.items()}


if __name__ == "__main__":
    main()
