"""Extracts and builds the translations with Qt's tools; all else is in pyproject.toml.

The window's sources -> .ts (lupdate, `python setup.py extract_translations`) -> .qm (lrelease, in
every build). English has plural forms only.
"""

import subprocess
import sys
from pathlib import Path
from typing import ClassVar

from setuptools import Command, setup
from setuptools.command.build import build

FOLDER = Path("resources/translations")
SOURCES = "imgtext_desktop"
OPTIONS = {"en": ["-pluralonly"], "zh_CN": []}


def tool(name: str) -> Path:
    """Return one of Qt's tools, which come with PySide6."""
    import PySide6

    suffix = ".exe" if sys.platform == "win32" else ""
    return Path(PySide6.__file__).with_name(name + suffix)


class ExtractTranslations(Command):
    """Run lupdate: new strings are added to each .ts file, those that are gone dropped."""

    user_options: ClassVar = [("folder=", None, "where the .ts files are")]

    def initialize_options(self) -> None:
        """Override: the defaults."""
        self.folder = str(FOLDER)

    def finalize_options(self) -> None:
        """Override: nothing to do."""

    def run(self) -> None:
        """Override: extract."""
        for language, options in OPTIONS.items():
            target = Path(self.folder, f"imgtext_{language}.ts")
            # No locations: they would change with every line of code.
            fixed = ["-extensions", "py", "-locations", "none", "-no-obsolete"]
            languages = ["-source-language", "en", "-target-language", language]
            command = [tool("lupdate"), *fixed, *languages, *options, SOURCES, "-ts", target]
            subprocess.run([str(part) for part in command], check=True)


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
            subprocess.run([tool("lrelease"), source, "-qm", target], check=True)

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


setup(
    cmdclass={
        "build": Build,
        "build_translations": BuildTranslations,
        "extract_translations": ExtractTranslations,
    }
)
