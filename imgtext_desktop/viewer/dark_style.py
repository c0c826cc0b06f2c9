"""The style sheet of what is always dark, whatever the window's appearance."""

from importlib import resources
from string import Template

from imgtext_desktop import tokens


def dark_style_sheet() -> str:
    """Return the window's style sheet in the dark colours."""
    folder = resources.files("resources") / "styles"
    sheets = sorted(folder.iterdir(), key=lambda sheet: sheet.name)
    text = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
    return Template(text).substitute(tokens.DARK.as_mapping())
