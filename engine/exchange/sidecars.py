"""Labels, ratings and captions to and from what photos and their sidecars say.

Only sidecars are written, never photos. Words of other programs in a sidecar are kept: of its
keywords only those go that this program has written and the user has taken away since.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.catalog.annotations import Annotated, Annotations
from engine.catalog.changes import Caption, CaptionSource, Change, Rating
from engine.catalog.files import Files
from engine.catalog.metadata import Metadata
from engine.catalog.photos import Photos
from engine.catalog.records import PhotoPath
from engine.errors import SidecarError
from engine.exchange.exchange import ExchangeReport
from engine.images.sidecar import write_sidecar
from engine.jobs import Job, Progress
from engine.metadata.photo_metadata import PhotoMetadata
from engine.metadata.xmp_edit import XmpEdit
from engine.paths import printable


@dataclass(slots=True)
class WriteReport:
    """What was written.

    Attributes:
        written: How many photos have a sidecar that says what the library says.
        problems: A sentence for each photo whose sidecar could not be written.
    """

    written: int = 0
    problems: list[str] = field(default_factory=list)


class Sidecars:
    """Writes sidecars, and takes up what they and the photos say.

    Args:
        annotations: What the user says.
        photos: Which photos there are.
        files: Which labels were written.
        metadata: What files say.
    """

    def __init__(
        self, annotations: Annotations, photos: Photos, files: Files, metadata: Metadata
    ) -> None:
        self._annotations = annotations
        self._photos = photos
        self._files = files
        self._metadata = metadata

    def write(self, content_ids: Iterable[int] | None = None) -> Job[WriteReport]:
        """Write the sidecars of photos that something is said of.

        Args:
            content_ids: Only of these contents; None for all.

        Yields:
            Progress of the stage ``"writing sidecars"``.

        Returns:
            What was written; what could not be stays in the library.
        """
        report = WriteReport()
        paths = self._photos.all_paths(content_ids)
        said = self._annotations.of({path.content_id for path in paths})
        before = self._files.written_labels()
        known = self._metadata.of([path.file_id for path in paths])
        for done, path in enumerate(paths):
            one, old = said[path.content_id], before.get(path.file_id, ())
            edit = _edit(one, old, known.get(path.file_id, PhotoMetadata()))
            if edit is not None:
                self._write_one(path, edit, one, report)
            yield Progress("writing sidecars", done=done + 1, total=len(paths))
        return report

    def take(self) -> ExchangeReport:
        """Take keywords as labels, ratings as stars and descriptions as captions.

        Returns:
            What was added. A photo that has stars keeps them.
        """
        paths = self._photos.all_paths()
        known = self._metadata.of([path.file_id for path in paths])
        labels: list[tuple[int, str]] = []
        captions: list[Caption] = []
        ratings: dict[int, Rating] = {}
        for path in paths:
            said = known.get(path.file_id, PhotoMetadata())
            labels += [(path.content_id, word) for word in said.keywords]
            if said.description:
                captions.append(Caption(path.content_id, said.description))
            if said.rating is not None and said.rating > 0:
                ratings.setdefault(path.content_id, Rating(path.content_id, said.rating))
        changes = [
            self._annotations.add_labels(labels),
            self._annotations.add_captions(captions),
            self._annotations.apply(Change(added=tuple(ratings.values()))),
        ]
        removed = tuple(value for change in changes for value in change.removed)
        added = tuple(value for change in changes for value in change.added)
        asked = len(set(labels)) + len(captions) + len(ratings)
        return ExchangeReport(
            added=len(added), unchanged=asked - len(added), change=Change(removed, added)
        )

    def _write_one(
        self, path: PhotoPath, edit: XmpEdit, said: Annotated, report: WriteReport
    ) -> None:
        if path.is_offline:
            report.problems.append(f"{printable(path.path)} is not connected.")
            return
        try:
            write_sidecar(path.path, edit)
        except SidecarError as error:
            report.problems.append(str(error))
            return
        self._files.set_written_labels(path.file_id, [label.name for label in said.labels])
        report.written += 1


def _edit(said: Annotated, written: tuple[str, ...], known: PhotoMetadata) -> XmpEdit | None:
    """Return what a sidecar shall say, or None where there is nothing to say.

    Args:
        said: What the user says now.
        written: Labels that were written before.
        known: What the file and its sidecar say.
    """
    labels = [label.name for label in said.labels]
    captions = [c.text for c in said.captions if c.source is CaptionSource.MANUAL]
    if not (labels or captions or said.stars or written):
        return None
    gone = set(written) - set(labels)
    keywords = [word for word in known.keywords if word not in gone]
    keywords += [label for label in labels if label not in keywords]
    return XmpEdit(
        rating=said.stars or None,
        keywords=tuple(keywords),
        description=captions[0] if captions else None,
    )
