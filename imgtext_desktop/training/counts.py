"""What is counted, in words with the plural forms of each language."""

from enum import Enum, auto

from PySide6.QtCore import QObject


class Counted(Enum):
    """What there is a number of."""

    LABELS_READY = auto()
    LABELS_WITH_ENOUGH = auto()
    OF_LABEL = auto()
    CAPTIONED = auto()
    HAVE_CAPTIONS = auto()
    TOO_FEW_FOR_EXAM = auto()
    TAKE_EXAM = auto()
    SET_ASIDE = auto()
    MORE = auto()
    MINUTES = auto()
    HOURS = auto()
    EXAMINED = auto()
    EXAMINED_TOO_FEW = auto()
    CAPTIONS = auto()
    SEARCHED = auto()
    FOUND_IN_TEN = auto()
    LOOK_ALIKES = auto()
    RIGHT_LABEL = auto()


class Counts(QObject):
    """Says them; lupdate knows plural forms of tr() only."""

    def words(self, what: Counted, count: int) -> str:
        """Return a number with what it is of."""
        if what in (Counted.FOUND_IN_TEN, Counted.LOOK_ALIKES, Counted.RIGHT_LABEL):
            return self._evidence(what, count)
        return {
            Counted.LABELS_READY: self.tr("%Ln labels ready", "", count),
            Counted.LABELS_WITH_ENOUGH: self.tr("%Ln labels with enough photos", "", count),
            Counted.OF_LABEL: self.tr("“%1” has %Ln photos", "", count),
            Counted.CAPTIONED: self.tr("%Ln captioned photos", "", count),
            Counted.HAVE_CAPTIONS: self.tr("%Ln photos have captions", "", count),
            Counted.TOO_FEW_FOR_EXAM: self.tr("Only %Ln photos for the exam", "", count),
            Counted.TAKE_EXAM: self.tr("%Ln photos take the exam", "", count),
            Counted.SET_ASIDE: self.tr("%Ln photos set aside for the exam", "", count),
            Counted.MORE: self.tr("%Ln more", "", count),
            Counted.MINUTES: self.tr("About %Ln minutes", "", count),
            Counted.HOURS: self.tr("About %Ln hours", "", count),
            Counted.EXAMINED: self.tr("Exam: %Ln photos", "", count),
            Counted.EXAMINED_TOO_FEW: self.tr("The exam had %Ln photos.", "", count),
            Counted.CAPTIONS: self.tr("%Ln captions", "", count),
            Counted.SEARCHED: self.tr("Each caption was looked for among %Ln photos.", "", count),
        }[what]

    def _evidence(self, what: Counted, count: int) -> str:
        if what is Counted.FOUND_IN_TEN:
            return self.tr(
                "On %Ln photos it had never seen, the right one came up in the first 10 answers "
                "%1 of the time. Before: %2.",
                "",
                count,
            )
        if what is Counted.LOOK_ALIKES:
            return self.tr(
                "On %Ln photos it had never seen, look-alikes scored %1. Before: %2.", "", count
            )
        return self.tr(
            "On %Ln photos it had never seen, its first label was right %1 of the time. Before: "
            "%2.",
            "",
            count,
        )


def counted(what: Counted, count: int) -> str:
    """Return a number with what it is of."""
    return Counts().words(what, count)
