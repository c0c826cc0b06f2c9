"""The program as benchmarks use it: by its command line, in processes of their own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def imgtext(folder: Path, *words: str) -> Any:
    """Run ``imgtext`` on a library; return what it printed."""
    done = subprocess.run([*command(folder), *words, "--json"], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def command(folder: Path) -> list[str]:
    """Return the beginning of a command."""
    return [sys.executable, "-m", "engine.cli", "--library", str(folder)]
