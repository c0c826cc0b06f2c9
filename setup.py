"""Builds the translations (.ts -> .qm, by Qt's lrelease); all else is in pyproject.toml."""

import subprocess
import sys
from pathlib import Path
from typing import ClassVar

from setuptools import Command, setup
from setuptools.command.build import build

FOLDER = Path("resources/translations")


def lrelease() -> Path:
    """Return Qt's tool, which comes with PySide6."""
    import PySide6

    name = "lrelease.exe" if sys.platform == "win32" else "lrelease"
    return Path(PySide6.__file__).with_name(name)


class BuildTranslations(Command):
    """Run lrelease on each .ts file, for a wheel and for an editable install alike."""

    def initialize_options(self) -> None:
        """Override: nothing to set."""
        self.build_lib: str | None = None
        self.editable_mode = False

    def finalize_options(self) -> None:
        """Override: take over where the wheel is put together."""
        self.set_undefined_options("build_py", ("build_lib", "build_lib"))

    def run(self) -> None:
        """Override: build the files."""
        for source, target in self.get_output_mapping_pairs():
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([lrelease(), source, "-qm", target], check=True)

    def get_output_mapping_pairs(self) -> list[tuple[Path, Path]]:
        """Return source and target of each translation."""
        top = Path() if self.editable_mode else Path(self.build_lib or "")
        return [(ts, top / ts.with_suffix(".qm")) for ts in sorted(FOLDER.glob("*.ts"))]

    def get_source_files(self) -> list[str]:
        """Override: what a source distribution needs."""
        return [str(source) for source, _ in self.get_output_mapping_pairs()]

    def get_outputs(self) -> list[str]:
        """Override: what is built."""
        return [str(target) for _, target in self.get_output_mapping_pairs()]

    def get_output_mapping(self) -> dict[str, str]:
        """Override: what an editable install links; the files lie in place already."""
        return {}


class Build(build):
    """The usual build, with translations."""

    sub_commands: ClassVar = [*build.sub_commands, ("build_translations", None)]


setup(cmdclass={"build": Build, "build_translations": BuildTranslations})
