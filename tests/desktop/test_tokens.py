"""The palette's contrast, computed by the formula of WCAG 2.2 (relative luminance)."""

import re
from importlib import resources

import pytest
from PySide6.QtGui import QColor

from imgtext_desktop import tokens
from imgtext_desktop.tokens import DARK, LIGHT, Colours

TEXT, MARK = 4.5, 3.0

_PLAIN = ("canvas", "panel", "field", "surface", "raised")
# What each token is drawn on.
_GROUNDS = {
    "edge": (MARK, _PLAIN),
    "text": (
        TEXT,
        (*_PLAIN, "hover", "track", "accent_tint", "good_tint", "warn_tint", "bad_tint"),
    ),
    "text2": (TEXT, (*_PLAIN, "hover", "track", "accent_tint", "offline_tint", "warn_tint")),
    "text3": (TEXT, (*_PLAIN, "hover")),
    "accent": (MARK, (*_PLAIN, "hover", "track", "accent_tint")),
    "on_accent": (TEXT, ("accent", "accent_hover")),
    "accent_text": (TEXT, (*_PLAIN, "hover", "accent_tint")),
    "good": (TEXT, (*_PLAIN, "hover", "good_tint")),
    "warn": (TEXT, (*_PLAIN, "hover", "warn_tint")),
    "bad": (TEXT, (*_PLAIN, "hover", "bad_tint")),
    "offline": (TEXT, (*_PLAIN, "hover", "offline_tint")),
}

APPEARANCES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _ratio(colours: Colours, token: str, ground: str) -> float:
    return _contrast(QColor(getattr(colours, token)), QColor(getattr(colours, ground)))


def test_the_formula() -> None:
    assert _contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert _contrast(QColor("#767676"), QColor("white")) == pytest.approx(4.54, abs=0.01)


@APPEARANCES
@pytest.mark.parametrize("token", _GROUNDS)
def test_each_token_is_seen_on_every_ground_it_is_used_on(colours: Colours, token: str) -> None:
    least, grounds = _GROUNDS[token]
    ratios = {ground: round(_ratio(colours, token, ground), 2) for ground in grounds}
    assert min(ratios.values()) >= least, ratios


@APPEARANCES
def test_style_sheets_put_no_text_on_a_ground_that_hides_it(colours: Colours) -> None:
    found = 0
    for sheet in (resources.files("resources") / "styles").iterdir():
        for selector, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet.read_text("utf-8")):
            text = re.search(r"(?<![\w-])color:\s*\$(\w+)", rule)
            ground = re.search(r"background(?:-color)?:\s*\$(\w+)", rule)
            if text is None or ground is None or ":disabled" in selector:
                continue
            found += 1
            ratio = _ratio(colours, text[1], ground[1])
            assert ratio >= TEXT, (sheet.name, selector.strip(), round(ratio, 2))
    assert found


def test_no_token_is_left_out() -> None:
    grounds = {ground for _, used in _GROUNDS.values() for ground in used}
    decoration = {"line"}
    assert set(LIGHT.as_mapping()) == set(_GROUNDS) | grounds | decoration


@pytest.mark.parametrize("alpha", [tokens.SCRIM_ALPHA, tokens.BAND_ALPHA])
def test_white_text_is_read_on_a_scrim_over_a_white_photo(alpha: float) -> None:
    scrim = QColor(tokens.SCRIM)
    mixed = QColor.fromRgbF(
        *(alpha * part + 1 - alpha for part in (scrim.redF(), scrim.greenF(), scrim.blueF()))
    )
    assert _contrast(QColor("white"), mixed) >= TEXT
