"""Captions as COCO JSON (cocodataset.org/#format-data, "Image Captioning")."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.catalog.changes import CaptionSource
from engine.errors import TableError
from engine.exchange.entries import CaptionEntry, PhotoName, read_source, read_weight
from engine.tables import write_whole

_EXAMPLE = '{"images": [{"id", "file_name"}], "annotations": [{"image_id", "caption"}]}'


def read_captions(
    file: Path, *, source: CaptionSource, weight: float | None
) -> Iterator[CaptionEntry]:
    """Read the captions of a COCO file; our own exports also carry source, weight and content.

    Args:
        file: The JSON file.
        source: Where captions come from that do not say it.
        weight: The weight of captions that do not say it; None for their source's.

    Raises:
        TableError: It cannot be read or is no such file.
    """
    document = _load(file)
    try:
        names = {
            image["id"]: PhotoName(str(image["file_name"]), str(image.get("content", "")))
            for image in document["images"]
        }
        for annotation in document["annotations"]:
            origin = read_source(str(annotation.get("source", "")), source, file)
            yield CaptionEntry(
                photo=names[annotation["image_id"]],
                text=str(annotation["caption"]),
                source=origin,
                weight=read_weight(str(annotation.get("weight", "")), weight, origin, file),
            )
    except (KeyError, TypeError, AttributeError) as error:
        raise TableError(f"{file} holds no COCO captions; it must look like {_EXAMPLE}.") from error


def write_captions(file: Path, entries: Iterable[CaptionEntry]) -> None:
    """Write captions as COCO JSON.

    Raises:
        TableError: It cannot be written.
    """
    ids: dict[PhotoName, int] = {}
    annotations = [
        {
            "id": number,
            "image_id": ids.setdefault(entry.photo, len(ids) + 1),
            "caption": entry.text,
            "source": entry.source,
            "weight": entry.weight,
        }
        for number, entry in enumerate(entries, start=1)
    ]
    images = [
        {"id": id_, "file_name": photo.file, "content": photo.content} for photo, id_ in ids.items()
    ]
    # ASCII, so that undecodable bytes of a path survive as \\udcXX.
    write_whole(file, [json.dumps({"images": images, "annotations": annotations}, indent=1)])


def _load(file: Path) -> Any:
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        raise TableError(
            f"{file} cannot be read ({error.strerror}); check its name and that you may open it."
        ) from error
    except (ValueError, RecursionError) as error:
        raise TableError(f"{file} is not JSON; save it as COCO captions.") from error
