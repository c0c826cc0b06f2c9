"""Versions in words."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QObject

from engine.models.recommended import RecommendedModel
from engine.models.versions import Card, Slot
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.models.overview import Line, Overview, Standing

ICONS: Final = {Slot.RETRIEVAL: "quotes", Slot.LABELS: "tag-simple", Slot.CODES: "fingerprint"}
BUILT_IN_ICON: Final = "cube"
OTHER_ICON: Final = "package"
_SEPARATOR: Final = " · "
_PRETRAINED: Final = "pretrained"

translate = QCoreApplication.translate


def joined(*parts: str) -> str:
    """Return the parts that are not empty with dots between them."""
    return _SEPARATOR.join(part for part in parts if part)


def size_text(size: int) -> str:
    """Return a number of bytes in words."""
    digits = 0 if size < 1_000_000_000 else 1
    return QLocale().formattedDataSize(size, digits, QLocale.DataSizeFormat.DataSizeSIFormat)


def percent_text(share: float) -> str:
    """Return a share of 0 to 1 as percent."""
    number = QLocale().toString(round(100 * share))
    return translate("Versions", "%1 %", "a share").replace("%1", number)


def icon_name(line: Line) -> str:
    """Return the icon of a version."""
    if line.is_built_in:
        return BUILT_IN_ICON
    return OTHER_ICON if line.version.card.kind == _PRETRAINED else ICONS[line.slot]


def built_in_name() -> str:
    """Return what the model that comes with the program is called."""
    return translate("Versions", "Built-in model")


def slot_name(slot: Slot) -> str:
    """Return what versions of a slot are called."""
    return {
        Slot.RETRIEVAL: translate("Versions", "My words"),
        Slot.LABELS: translate("Versions", "My labels"),
        Slot.CODES: translate("Versions", "My look-alikes"),
    }[slot]


def none_name(slot: Slot) -> str:
    """Return what the program does without a version in a slot, in words."""
    if slot is Slot.LABELS:
        return translate("Versions", "no guesses")
    return translate("Versions", "no codes")


def name_text(line: Line, cards: Sequence[Card]) -> str:
    """Return what a version is called.

    Args:
        line: The version.
        cards: All versions: two of one day are told apart by the time.
    """
    card = line.version.card
    if line.is_built_in:
        return built_in_name()
    if card.title:
        return card.title
    day = _day(card)
    twins = [other for other in cards if other.slot is card.slot and _day(other) == day]
    if len(twins) > 1:
        minutes = [other for other in twins if other.created // 60 == card.created // 60]
        pattern = translate("Versions", "HH:mm")
        if len(minutes) > 1:
            pattern = translate("Versions", "HH:mm:ss")
        day = joined(day, QLocale().toString(_moment(card).time(), pattern))
    name = translate("Versions", "%1, %2", "name and day of a version")
    return name.replace("%1", slot_name(card.slot)).replace("%2", day)


def line_text(overview: Overview, line: Line) -> str:
    """Return what stands below a version's name in the list."""
    version = line.version
    if line.is_built_in:
        return joined(
            translate("Versions", "English"),
            translate("Versions", "comes with the program"),
            size_text(version.size) if version.size else "",
        )
    parts = [_origin(overview, line), languages_text(version.card.languages)]
    if version.problem:
        return in_user_words(version.problem)
    if line.slot is Slot.LABELS:
        parts.append(_Counts().adds(line.version.card))
    if line.standing is Standing.STORED and line.slot is not Slot.CODES:
        parts.append(translate("Versions", "is prepared when you adopt it"))
    parts.append(size_text(version.size))
    return joined(*parts)


def languages_text(languages: str) -> str:
    """Return the languages that a model understands, as the engine names them, in words."""
    known = {
        "English": translate("Versions", "English"),
        "Chinese": translate("Versions", "Chinese"),
        "English and Chinese": translate("Versions", "English and Chinese"),
        "more than 100 languages": translate("Versions", "more than 100 languages"),
    }
    return known.get(languages, languages)


def licence_text(licence: str) -> str:
    """Return a model's licence in words; empty for none that is known."""
    return translate("Versions", "licence %1").replace("%1", licence) if licence else ""


def published_text(model: RecommendedModel) -> str:
    """Return what is published of a model: for those who know such figures."""
    count = QLocale().toString(model.parameters // 1_000_000)
    parameters = translate("Versions", "%1 million parameters").replace("%1", count)
    licence = licence_text(model.licence) or translate("Versions", "licence not stated")
    recall = model.recall or translate("Versions", "recall not stated")
    return joined(model.hub_id, parameters, licence, recall, model.source)


def origin_text(overview: Overview, line: Line) -> str:
    """Return what a version was made from and learned, for the card of what is in use."""
    if line.is_built_in:
        return line_text(overview, line)
    card = line.version.card
    if card.kind == _PRETRAINED:
        size = size_text(line.version.size)
        return joined(languages_text(card.languages), size, licence_text(card.licence))
    said = _Counts().learned(card)
    if said:
        said = translate("Versions", "learned from %1").replace("%1", said)
    return joined(_made(overview, line), said)


def standing_text(standing: Standing) -> str:
    """Return how a version stands, in one or two words."""
    return {
        Standing.IN_USE: translate("Versions", "In use"),
        Standing.READY: translate("Versions", "Ready"),
        Standing.STORED: translate("Versions", "Stored"),
        Standing.PREPARING: translate("Versions", "Preparing"),
        Standing.CUT_OFF: translate("Versions", "Interrupted"),
        Standing.UNUSABLE: translate("Versions", "Unusable"),
    }[standing]


def exam_of(card: Card) -> tuple[float, float] | None:
    """Return what the exam said before and after, shares of 0 to 1, or None."""
    return _pair(card, str(card.metrics.get("measure", "")))


def general_of(card: Card) -> tuple[float, float] | None:
    """Return what the general check said before and after, shares of 0 to 1, or None."""
    return _pair(card, "general")


def exam_result(overview: Overview, line: Line) -> float | None:
    """Return a version's exam: its own, or for the built-in model what the newest began from."""
    own = exam_of(line.version.card)
    if own is not None:
        return own[1]
    children = [
        card
        for card in overview.cards
        if card.parent == line.name and card.slot is line.slot and exam_of(card) is not None
    ]
    newest = max(children, key=lambda card: card.created, default=None)
    found = exam_of(newest) if newest is not None else None
    return None if found is None else found[0]


class _Counts(QObject):
    """Numbers with their nouns; only a class has plurals that Qt's tools find."""

    def adds(self, card: Card) -> str:
        """Return how many labels a version gives."""
        return self.tr("adds %Ln labels", "", card.learned.get("labels", 0))

    def learned(self, card: Card) -> str:
        """Return what a version learned from; empty if that is not known."""
        photos, captions = card.learned.get("photos", 0), card.learned.get("captions", 0)
        labels = card.learned.get("labels", 0)
        is_labels = card.slot is Slot.LABELS
        parts = (
            self.tr("%Ln photos", "", photos) if photos else "",
            self.tr("%Ln captions", "", captions) if captions and not is_labels else "",
            self.tr("%Ln labels", "", labels) if labels and is_labels else "",
        )
        return translate("Versions", ", ").join(part for part in parts if part)


def _pair(card: Card, name: str) -> tuple[float, float] | None:
    measured = card.metrics.get(name)
    try:
        return float(measured["before"]), float(measured["after"])  # type: ignore[index]
    except (TypeError, KeyError, ValueError):
        return None


def _origin(overview: Overview, line: Line) -> str:
    parent = overview.line(line.version.card.parent)
    if parent is None:
        return ""
    name = _in_sentence(overview, parent)
    return translate("Versions", "from %1", "a version").replace("%1", name)


def _made(overview: Overview, line: Line) -> str:
    parent = overview.line(line.version.card.parent)
    if parent is None:
        return ""
    name = _in_sentence(overview, parent)
    if parent.is_built_in:
        name = translate("Versions", "the built-in model", "made from")
    return translate("Versions", "Made from %1").replace("%1", name)


def _in_sentence(overview: Overview, line: Line) -> str:
    if line.is_built_in:
        return translate("Versions", "built-in model", "within a sentence")
    return name_text(line, overview.cards)


def _moment(card: Card) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(round(1000 * card.created))


def _day(card: Card) -> str:
    pattern = translate("Versions", "d MMM yyyy", "a date as QLocale.toString takes it")
    return QLocale().toString(_moment(card).date(), pattern)
