"""Import a folder twice with the command line: seconds, photos a second, calls of the model.

    python benchmarks/import_twice.py --photos DIR

Claims: the second import encodes nothing and takes under 10 % of the first one's time.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any


def import_folder(photos: Path, library: str) -> dict[str, Any]:
    """Import a folder in a process of its own.

    Args:
        photos: Folder of photos.
        library: Folder of the library.

    Returns:
        What the command printed, with ``wall_seconds`` of the whole process.
    """
    command = [sys.executable, "-m", "engine.cli", "--library", library]
    started = time.perf_counter()
    command += ["import", str(photos), "--json"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    report: dict[str, Any] = json.loads(done.stdout)
    return {**report, "wall_seconds": round(time.perf_counter() - started, 2)}


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as library:
        first = import_folder(arguments.photos, library)
        second = import_folder(arguments.photos, library)
    figures = {
        "photos": first["indexed"],
        "first_seconds": first["wall_seconds"],
        "photos_per_second": round(first["indexed"] / first["wall_seconds"], 1),
        "second_seconds": second["wall_seconds"],
        "second_share": round(second["wall_seconds"] / first["wall_seconds"], 3),
        "second_model_calls": second["model_calls"],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
