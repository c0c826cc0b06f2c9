"""Packages that some formats need, and what is said of a photo where one is missing."""

import importlib
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import ImageError


@dataclass(frozen=True, slots=True)
class Extra:
    """A package that reads a format.

    Attributes:
        module: Its name in Python.
        probe: A function of it that fails where the package lacks the format; empty if none.
        reason: Why a photo cannot be read without it, and what to do.
    """

    module: str
    probe: str
    reason: str

    def load(self) -> Any:
        """Import it.

        Raises:
            ImageError: It is missing.
        """
        try:
            library = importlib.import_module(self.module)
            if self.probe:
                getattr(library, self.probe)()
        except ImportError:
            raise ImageError(self.reason) from None
        return library

    @property
    def is_installed(self) -> bool:
        """Whether it can be imported; the answer takes an import."""
        try:
            self.load()
        except ImageError:
            return False
        return True


HEIF: Final = Extra("pi_heif", "", "Install pi-heif (pip install pi-heif) to read HEIC photos.")
JPEG_XL: Final = Extra(
    "imagecodecs",
    "jpegxl_version",
    "Install imagecodecs (pip install imgtext-desktop[jxl]) to read JPEG XL photos.",
)
RAW: Final = Extra(
    "rawpy", "", "Install rawpy (pip install imgtext-desktop[raw]) to read camera raw photos."
)
EXTRAS: Final = (HEIF, JPEG_XL, RAW)
