"""Names of cameras as people say them, from what cameras write of themselves."""

import re

# Words that say what kind of company a maker is.
_COMPANY = re.compile(
    r"[\s,.]+(?:co|corp|corporation|company|inc|incorporated|ltd|limited|llc|gmbh|ag|kg|mobile"
    r"|communications|imaging|camera|optical|electric|electronics|computer|techwin|digital"
    r"|foundation|international|technology|technologies|tech)\b[\s,.]*\Z",
    re.IGNORECASE,
)
# Names that the rule above does not bring to the usual form.
_KNOWN = {
    "eastman kodak": "Kodak",
    "hewlett-packard": "HP",
    "seiko epson": "Epson",
    "research in motion": "BlackBerry",
    "sony ericsson": "Sony Ericsson",
    "konica minolta": "Konica Minolta",
    "gopro": "GoPro",
    "oneplus": "OnePlus",
    "dxo": "DxO",
    "tcl": "TCL",
    "zte": "ZTE",
    "vivo": "vivo",
    "oppo": "OPPO",
    "nikon": "Nikon",
    "fujifilm": "Fujifilm",
}
# A shorter name in capitals is an abbreviation: DJI, HTC, LG.
_LONGEST_ABBREVIATION = 3


def maker_name(make: str) -> str:
    """Return a maker's name without the legal form: ``"NIKON CORPORATION"`` is ``"Nikon"``."""
    name = make.strip()
    while (shorter := _COMPANY.sub("", name)) and shorter != name:
        name = shorter
    if (known := _KNOWN.get(name.lower())) is not None:
        return known
    is_one_case = name.isupper() or name.islower()
    return name.title() if is_one_case and len(name) > _LONGEST_ABBREVIATION else name


def camera_name(make: str | None, model: str | None) -> str | None:
    """Join maker and model, naming the maker once.

    Args:
        make: The maker, as written.
        model: The model, as written; often it begins with the maker.

    Returns:
        Such as ``"Canon EOS 5D"``, or None.
    """
    maker = maker_name(make) if make else ""
    if not model:
        return maker or None
    for written in (make or "", maker, maker.partition(" ")[0]):
        head, rest = model[: len(written)], model[len(written) :]
        if written and head.casefold() == written.casefold() and not rest[:1].isalnum():
            return " ".join((maker, rest.strip(" -_"))).strip()
    return f"{maker} {model}".strip()
