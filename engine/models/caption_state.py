"""Whether a version can write captions, as its ``config.json`` tells. No torch."""

from typing import Any, Final

from engine.errors import ModelError

# Key of config.json: what validation says of the decoders.
QUALITY: Final = "captions"


def has_learned_enough(config: dict[str, Any]) -> bool:
    """Tell whether a version's captions are worth suggesting."""
    quality = config.get(QUALITY)
    return isinstance(quality, dict) and bool(quality.get("is_enough"))


def check_captions(config: dict[str, Any]) -> None:
    """Tell why a version does not write captions.

    Raises:
        ModelError: It has no decoders, or they have learned too little.
    """
    if "captioner" not in config:
        raise ModelError(
            "The version in use does not write captions; train one with the method dual-encoder."
        )
    if not has_learned_enough(config):
        raise ModelError(
            "There are not enough captions yet to suggest more; write captions for more photos, "
            "then train again."
        )
