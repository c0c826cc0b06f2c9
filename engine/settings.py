"""Settings of one library, in ``settings.json``; the environment (``IMGTEXT_...``) wins.

A file that cannot be understood never stops the program: it is set aside and defaults are used.
"""

import json
import logging
import os
import stat
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails, to_jsonable_python

from engine.errors import LibraryError, SettingsError
from engine.paths import printable

logger = logging.getLogger(__name__)

S = TypeVar("S", bound=BaseModel)

_ENVIRONMENT = "IMGTEXT_"
_MOST_BYTES = 1 << 20  # of a settings file; ours take less than 1 KB


class CodeBits(StrEnum):
    """Lengths that codes of photos can have."""

    SHORT = "32"
    MIDDLE = "64"
    LONG = "128"
    LONGEST = "256"


class Settings(BaseModel):
    """What a user may change.

    Field titles and descriptions are shown to them; ``unit`` stands behind a number, ``zero`` is
    what 0 means.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    # pydantic-settings does this too, but loading it takes a tenth of the window's start.
    @model_validator(mode="before")
    @classmethod
    def _let_environment_win(cls, values: dict[str, Any]) -> dict[str, Any]:
        variables = {name: environment_name(name) for name in cls.model_fields}
        return values | {name: os.environ[text] for name, text in variables.items() if text}

    decode_workers: int = Field(
        default=0,
        ge=0,
        le=64,
        title="Reading processes",
        description="How many photos are read at once while importing; 0 means one per core.",
        json_schema_extra={"zero": "One per core"},
    )
    decode_seconds: float = Field(
        default=30.0,
        gt=0,
        le=86_400,
        allow_inf_nan=False,
        title="Longest time for one photo",
        description="Seconds after which a photo that cannot be read is given up.",
        json_schema_extra={"unit": "s"},
    )
    decode_megabytes: int = Field(
        default=1500,
        ge=300,
        le=1_000_000,
        title="Most memory for one photo",
        description="Megabytes that reading one photo may take.",
        json_schema_extra={"unit": "MB"},
    )
    batch_size: int = Field(
        default=32,
        ge=1,
        le=1024,
        title="Photos per step",
        description="How many photos are encoded and saved at once while importing.",
    )
    skip_patterns: tuple[str, ...] = Field(
        default=(),
        max_length=1000,
        title="Files and folders to skip",
        description=(
            "One pattern a line, as in a .gitignore file; a file .imgtextignore in a folder that "
            "you added holds patterns for it alone."
        ),
    )

    @field_validator("skip_patterns", mode="before")
    @classmethod
    def _split_lines(cls, value: object) -> object:
        """Take a variable of the environment, which is one text."""
        return value.splitlines() if isinstance(value, str) else value

    @field_validator("skip_patterns")
    @classmethod
    def _check_patterns(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        for line in lines:
            if not is_pattern(line):
                raise ValueError(f"“{line}” is no pattern")
        return lines

    code_bits: CodeBits = Field(
        default=CodeBits.LONG,
        title="Length of look-alike codes",
        description=(
            "Longer codes tell look-alikes apart better and take more room. They are made again "
            "when you next ask for look-alikes; a version that you adopted keeps its own."
        ),
    )

    @field_validator("code_bits", mode="before")
    @classmethod
    def _take_numbers(cls, value: object) -> object:
        """Take a number, as one would write it in the file."""
        return str(value) if isinstance(value, int) else value

    write_sidecars: bool = Field(
        default=False,
        title="Write sidecars",
        description=(
            "After each edit, labels, stars and captions are also written to an .xmp file beside "
            "the photo, for other programs. Photos are never changed."
        ),
    )

    pairs_weight: float = Field(
        default=0.6,
        gt=0,
        le=10,
        allow_inf_nan=False,
        title="Weight of captions from a collection",
        description=(
            "How much learning trusts a caption that was taken over from a matching picture "
            "without your review. Your own captions weigh 1."
        ),
        json_schema_extra={"step": 0.1},
    )
    generated_weight: float = Field(
        default=0.3,
        gt=0,
        le=10,
        allow_inf_nan=False,
        title="Weight of captions that a program wrote",
        description=(
            "How much learning trusts a caption that a captioner wrote and that you have not "
            "reviewed. Your own captions weigh 1."
        ),
        json_schema_extra={"step": 0.1},
    )

    @property
    def worker_count(self) -> int:
        """Decoding processes to start."""
        return self.decode_workers or os.cpu_count() or 1


def load_settings(path: Path) -> Settings:
    """Read the settings of a library.

    Args:
        path: The JSON file; it may be missing.

    Returns:
        The settings, as :func:`load_values` keeps them.

    Raises:
        SettingsError: A variable of the environment cannot be used.
    """
    return load_values(path, Settings)


def load_values(path: Path, kind: type[S]) -> S:
    """Read settings of any kind.

    Args:
        path: A JSON file; it may be missing.
        kind: What it holds; all its fields have defaults.

    Returns:
        The settings. Values that are not understood are replaced by their defaults, and the file
        is copied to one with the suffix ``.bad`` so that nothing is lost.

    Raises:
        SettingsError: A variable of the environment cannot be used.
    """
    defaults = _defaults(kind)
    try:
        content = _read(path)
    except FileNotFoundError:
        return defaults
    except OSError as error:
        reason = error.strerror or str(error)
        logger.warning(
            "%s cannot be read (%s), defaults are used; correct or delete it.", _name(path), reason
        )
        return defaults
    values = _parse(content)
    if values is None:
        _set_aside(path, content)
        logger.warning(
            "%s is not understood, defaults are used; correct or delete it.", _name(path)
        )
        return defaults
    # Only fields: pydantic takes other names for options of its own.
    values = {name: value for name, value in values.items() if name in kind.model_fields}
    good = {name: value for name, value in values.items() if _is_good(name, value, kind)}
    if bad := values.keys() - good.keys():
        _set_aside(path, content)
        names = ", ".join(sorted(bad))
        logger.warning(
            "Some settings were not understood, defaults are used: %s; correct them in %s.",
            names,
            printable(os.fsencode(path)),
        )
    return kind(**good)


def save_values(path: Path, changes: Mapping[str, object], kind: type[S]) -> S:
    """Change some settings and keep the others, also those of other versions of the program.

    The file is replaced in one step: a crash leaves the old one or the new one.

    Args:
        path: The JSON file; it may be missing.
        changes: New values by name; None takes a value out, so that its default counts.
        kind: What the file holds.

    Returns:
        The settings as they are now.

    Raises:
        ValidationError: A value is not allowed; nothing is written.
        LibraryError: The file cannot be written.
        SettingsError: A variable of the environment cannot be used.
    """
    try:
        values = _parse(_read(path)) or {}
    except OSError:
        values = {}
    wanted = {name: value for name, value in changes.items() if value is not None}
    kind.model_validate(wanted)
    values = {name: value for name, value in values.items() if name not in changes}
    values |= to_jsonable_python(wanted)
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(values, indent=2), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise LibraryError(
            f"The settings cannot be saved in {path.parent} ({error.strerror}); make the folder "
            "writable or free some space."
        ) from error
    return load_values(path, kind)


def is_pattern(line: str) -> bool:
    """Tell whether a line can be used as a pattern of files to skip, see gitignore(5)."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def limit_of(problem: ErrorDetails) -> str:
    """Say what a value must be, in place of pydantic's own phrases.

    Args:
        problem: One of ``ValidationError.errors()``.
    """
    limits: dict[str, Any] = problem.get("ctx", {})
    kind = problem["type"]
    if kind == "value_error":
        return str(limits["error"])
    for part, words in _LIMITS.items():
        if kind.startswith(part):
            shown = {name: f"{value}".removesuffix(".0") for name, value in limits.items()}
            return words.format_map(shown).replace("'", "")
    return "it must be another value"


# By the beginning of the names that pydantic gives.
_LIMITS: Final = {
    "int_": "it must be a whole number",
    "float_": "it must be a number",
    "finite_number": "it must be a finite number",
    "bool_": "it must be true or false",
    "string_": "it must be a text",
    "greater_than_equal": "it must be {ge} or more",
    "greater_than": "it must be more than {gt}",
    "less_than_equal": "it must be {le} or less",
    "less_than": "it must be less than {lt}",
    "multiple_of": "it must be a multiple of {multiple_of}",
    "enum": "it must be {expected}",
    "too_long": "there must be at most {max_length}",
    "extra_forbidden": "there is no such setting",
    "missing": "it is missing",
}


def environment_name(name: str) -> str:
    """Return the variable of the environment that wins over a setting, or an empty text."""
    variable = _ENVIRONMENT + name.upper()
    return variable if variable in os.environ else ""


def _defaults(kind: type[S]) -> S:
    """Return the settings without a file: the environment and the defaults."""
    try:
        return kind()
    except ValidationError as error:
        problem = error.errors()[0]
        name = environment_name(str(problem["loc"][0]))
        value = printable(os.fsencode(os.environ.get(name, "")))[:40]
        raise SettingsError(
            f"The environment variable {name} is “{value}”, which cannot be used "
            f"({limit_of(problem)}); correct or unset it."
        ) from error


def _read(path: Path) -> bytes:
    """Read at most a little more than a settings file can hold, and never from a pipe."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is no file")
    with path.open("rb") as file:
        return file.read(_MOST_BYTES + 1)


def _parse(content: bytes) -> dict[str, object] | None:
    """Return what a file holds by name, or None if it is no settings file."""
    try:
        values = json.loads(content) if len(content) <= _MOST_BYTES else None
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _is_good(name: str, value: object, kind: type[S]) -> bool:
    try:
        kind(**{name: value})
    except (ValidationError, RecursionError):
        return False
    return True


def _name(path: Path) -> str:
    return f"The settings file {printable(os.fsencode(path))}"


def _set_aside(path: Path, content: bytes) -> None:
    try:
        path.with_name(path.name + ".bad").write_bytes(content)
    except OSError as error:
        logger.warning("The settings file could not be set aside: %s", error)
