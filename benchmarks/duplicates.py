"""Are copies of a picture found, and other shots of the scene left out?

    python benchmarks/duplicates.py --data DIR [--photos 300] [--half b] [--seed 1]

Photos below DIR are split in two halves by name; the limits of ``engine.images.sameness`` were
chosen on half "a". Of each drawn photo, copies are made (saved again at quality 30 to 95, resized
to 25 to 170 %, turned, mirrored, toned) and other shots (cropped, tilted, shifted, with a part of
the scene moved, with everything swaying, each with fresh noise). All are looked up together, as in
a library. ``strangers`` are pairs of different photos taken for one picture: look at them, the data
may hold a picture twice. Other shots whose change cannot be seen (the sky moved in the sky) are
counted as ``no_visible_change``, not as errors.
"""

import argparse
import hashlib
import io
import json
import random
import resource
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from engine.images.hashing import perceptual_hash
from engine.images.near_hashes import ORIENTATIONS, RADIUS, near_pairs, turn_distances
from engine.images.orientation import turn
from engine.images.sameness import Look, compare
from engine.images.thumbnails import make_thumbnail
from engine.jobs import run

Edit = Callable[[Image.Image, random.Random], Image.Image]

RESAMPLING = (
    Image.Resampling.BOX,
    Image.Resampling.BILINEAR,
    Image.Resampling.BICUBIC,
    Image.Resampling.LANCZOS,
)
VISIBLE = 12.0  # levels, over 4 % of the side


def saved(image: Image.Image, quality: int) -> Image.Image:
    """Save as JPEG and open again."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return Image.open(io.BytesIO(file.getvalue())).convert("RGB")


def resized(image: Image.Image, share: float, draw: random.Random) -> Image.Image:
    """Scale both sides with one of the usual filters."""
    size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
    return image.resize(size, draw.choice(RESAMPLING))


def copied(share: float, quality: int, orientation: int = 1) -> Edit:
    """Resize, turn and save again."""
    return lambda image, draw: saved(turn(resized(image, share, draw), orientation), quality)


def squashed(image: Image.Image, draw: random.Random) -> Image.Image:
    """Change the proportions."""
    return saved(image.resize((image.width // 2, image.height * 2 // 3)), draw.choice((50, 85)))


def toned(image: Image.Image, draw: random.Random) -> Image.Image:
    """Shift the colours a little, as another program's colour profile does."""
    gains = [draw.uniform(0.96, 1.04) for _ in range(3)]
    values = np.asarray(image, np.float64) * gains + draw.uniform(-3, 3)
    return saved(Image.fromarray(np.clip(values, 0, 255).astype(np.uint8)), 80)


COPIES: dict[str, Edit] = {
    "quality 30": copied(1, 30),
    "quality 60": copied(1, 60),
    "quality 95": copied(1, 95),
    "75 %, quality 30": copied(0.75, 30),
    "50 %, quality 75": copied(0.5, 75),
    "37 %, quality 50": copied(0.37, 50),
    "25 %, quality 85": copied(0.25, 85),
    "25 %, quality 40": copied(0.25, 40),
    "170 %, quality 85": copied(1.7, 85),
    "squashed": squashed,
    "toned": toned,
    "256 colours": lambda image, _: image.quantize(256).convert("RGB"),
    "turned right, quality 80": copied(1, 80, 6),
    "turned left, 50 %, quality 60": copied(0.5, 60, 8),
    "upside down, quality 50": copied(1, 50, 3),
    "mirrored, quality 80": copied(1, 80, 2),
    "mirrored and turned, 50 %": copied(0.5, 80, 7),
}


def cropped(
    image: Image.Image, left: float, top: float, right: float, bottom: float
) -> Image.Image:
    """Cut shares of the sides off."""
    width, height = image.size
    box = (left * width, top * height, (1 - right) * width, (1 - bottom) * height)
    return image.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3])))


def tilted(degrees: float) -> Edit:
    """Tilt the camera."""

    def edit(image: Image.Image, draw: random.Random) -> Image.Image:
        angle = degrees * draw.choice((-1, 1))
        margin = degrees / 50
        turned = image.rotate(angle, Image.Resampling.BICUBIC)
        return cropped(turned, margin, margin, margin, margin)

    return edit


def moved(size: float, distance: float) -> Edit:
    """Move a part of the scene; size and distance are shares of the shorter side."""

    def edit(image: Image.Image, draw: random.Random) -> Image.Image:
        side, step = (round(share * min(image.size)) for share in (size, distance))
        x, y = (draw.randrange(step, length - side - step) for length in image.size)
        mask = Image.new("L", (side, side), 0)
        ImageDraw.Draw(mask).ellipse((side * 0.1, side * 0.1, side * 0.9, side * 0.9), fill=255)
        mask = mask.filter(ImageFilter.GaussianBlur(side * 0.06))
        to = draw.choice(((x - step, y), (x + step, y), (x, y - step), (x, y + step)))
        scene = image.copy()
        scene.paste(image.crop((x, y, x + side, y + side)), to, mask)
        return scene

    return edit


def swaying(amplitude: float) -> Edit:
    """Move every part of the scene a little, each its own way, as wind and parallax do."""

    def edit(image: Image.Image, draw: random.Random) -> Image.Image:
        fields, (width, height) = 6, image.size
        shift = [
            [
                (
                    draw.gauss(0, amplitude * min(image.size)),
                    draw.gauss(0, amplitude * min(image.size)),
                )
                for _ in range(fields + 1)
            ]
            for _ in range(fields + 1)
        ]

        def corner(column: int, row: int) -> tuple[float, float]:
            dx, dy = shift[row][column]
            return width * column / fields + dx, height * row / fields + dy

        mesh = [
            (
                (
                    width * column // fields,
                    height * row // fields,
                    width * (column + 1) // fields,
                    height * (row + 1) // fields,
                ),
                (
                    *corner(column, row),
                    *corner(column, row + 1),
                    *corner(column + 1, row + 1),
                    *corner(column + 1, row),
                ),
            )
            for row in range(fields)
            for column in range(fields)
        ]
        return image.transform(image.size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)

    return edit


SHOTS: dict[str, Edit] = {
    "cropped 1 % all round": lambda image, _: cropped(image, 0.01, 0.01, 0.01, 0.01),
    "cropped 2 % on one side": lambda image, _: cropped(image, 0.02, 0, 0, 0),
    "cropped 5 % all round": lambda image, _: cropped(image, 0.05, 0.05, 0.05, 0.05),
    "tilted by 1 degree": tilted(1),
    "tilted by 3 degrees": tilted(3),
    "shifted by 1.5 %": lambda image, _: cropped(image, 0.015, 0.015, 0, 0),
    "10 % of the scene moved by 4 %": moved(0.10, 0.04),
    "15 % of the scene moved by 8 %": moved(0.15, 0.08),
    "25 % of the scene moved by 5 %": moved(0.25, 0.05),
    "swaying by 0.5 %": swaying(0.005),
    "swaying by 1 %": swaying(0.01),
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the library has it.

    Attributes:
        photo: Which photo it comes from.
        kind: How; empty for the photo itself.
        is_copy: Whether it is the same picture.
        hash: Its perceptual hash.
        look: Its thumbnail.
    """

    photo: str
    kind: str
    is_copy: bool
    hash: bytes
    look: Look


def picture(photo: str, kind: str, image: Image.Image, *, is_copy: bool) -> Picture:
    """Make of a picture what indexing makes of it."""
    look = Look.read(make_thumbnail(image))
    assert look is not None
    return Picture(photo, kind, is_copy, perceptual_hash(image), look)


def noisy(image: Image.Image, draw: random.Random) -> Image.Image:
    """Add the noise of another exposure, and save as a camera does."""
    noise = np.random.default_rng(draw.randrange(1 << 30)).normal(0, 2, (*image.size[::-1], 3))
    values = np.clip(np.asarray(image, np.float64) + noise, 0, 255)
    return saved(Image.fromarray(values.astype(np.uint8)), 90)


def made(paths: list[Path], draw: random.Random) -> list[Picture]:
    """Make every picture."""
    pictures = []
    for path in paths:
        name = "/".join(path.parts[-2:])
        with Image.open(path) as file:
            image = file.convert("RGB")
        image.thumbnail((1000, 1000))
        if min(image.size) < 100:
            continue
        pictures.append(picture(name, "", image, is_copy=True))
        for kind, edit in COPIES.items():
            pictures.append(picture(name, kind, edit(image, draw), is_copy=True))
        for kind, edit in SHOTS.items():
            shot = noisy(edit(image, draw), draw)
            pictures.append(picture(name, kind, shot, is_copy=False))
    return pictures


def is_same(first: Picture, second: Picture) -> bool:
    """Decide as ``engine.search.duplicates`` does for a candidate."""
    hashes = np.frombuffer(second.hash, np.uint8)[None]
    distances = turn_distances(first.hash, hashes)[0].tolist()
    for orientation, distance in zip(ORIENTATIONS, distances, strict=True):
        if distance <= RADIUS:
            difference = compare(first.look.turned(orientation), second.look)
            if difference is not None and difference.is_same_picture:
                return True
    return False


def is_visible(first: Picture, second: Picture) -> bool:
    """Whether a change can be seen: somewhere the brightness differs over a small field."""
    difference = first.look.pixels.mean(axis=2) - second.look.pixels.mean(axis=2)
    fields = np.lib.stride_tricks.sliding_window_view(np.abs(difference), (5, 5))
    return bool(fields.mean(axis=(2, 3)).max() >= VISIBLE)


def measure(pictures: list[Picture]) -> dict[str, Any]:
    """Look every picture up among all."""
    words = np.array([np.frombuffer(picture.hash, np.uint64)[0] for picture in pictures])
    distinct, node_of = np.unique(words, return_inverse=True)
    near = run(near_pairs(distinct.view(np.uint8).reshape(-1, 8))).tolist()
    candidates = {(a, b) for a, b in near} | {(node, node) for node in range(len(distinct))}

    def is_found(a: int, b: int) -> bool:
        low, high = sorted((int(node_of[a]), int(node_of[b])))
        return (low, high) in candidates

    originals = {item.photo: index for index, item in enumerate(pictures) if not item.kind}
    total, candidate, same, unseen = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for index, item in enumerate(pictures):
        if not item.kind:
            continue
        original = originals[item.photo]
        total[item.kind] += 1
        if is_found(original, index):
            candidate[item.kind] += 1
            if is_same(pictures[original], item):
                is_seen = item.is_copy or is_visible(pictures[original], item)
                (same if is_seen else unseen)[item.kind] += 1
    plain = sorted(originals.values())
    strangers = [
        [pictures[a].photo, pictures[b].photo]
        for number, a in enumerate(plain)
        for b in plain[number + 1 :]
        if is_found(a, b) and is_same(pictures[a], pictures[b])
    ]
    found, wrong = (sum(same[kind] for kind in kinds) for kinds in (COPIES, SHOTS))
    return {
        "recall_percent": percent(found, sum(total[kind] for kind in COPIES)),
        "precision_percent": percent(found, found + wrong + len(strangers)),
        "other_shots_taken_for_copies_percent": percent(wrong, sum(total[kind] for kind in SHOTS)),
        "copies_percent": {
            kind: {
                "candidate": percent(candidate[kind], total[kind]),
                "found": percent(same[kind], total[kind]),
            }
            for kind in COPIES
        },
        "other_shots": {
            kind: {
                "of": total[kind],
                "candidates": candidate[kind],
                "taken_for_copies": same[kind],
                "no_visible_change": unseen[kind],
            }
            for kind in SHOTS
        },
        "strangers": strangers,
    }


def measure_speed(draw: random.Random, count: int = 100_000) -> dict[str, float]:
    """Compare random hashes with each other."""
    hashes = np.frombuffer(draw.randbytes(8 * count), np.uint8).reshape(-1, 8)
    wall, cpu = time.perf_counter(), time.process_time()
    run(near_pairs(hashes))
    return {
        "hashes": count,
        "seconds": round(time.perf_counter() - wall, 1),
        "cpu_seconds": round(time.process_time() - cpu, 1),
    }


def percent(part: int, whole: int) -> float | None:
    """Return a share in percent."""
    return round(100 * part / whole, 2) if whole else None


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--photos", type=int, default=300)
    parser.add_argument("--half", choices=("a", "b"), default="b")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    paths = sorted(p for p in arguments.data.rglob("*") if p.suffix.lower() in {".jpg", ".jpeg"})
    is_odd = {"a": 0, "b": 1}[arguments.half]
    half = [p for p in paths if hashlib.md5(p.name.encode()).digest()[0] % 2 == is_odd]
    folders = sorted({path.parent for path in half})
    each = max(1, arguments.photos // len(folders))  # every folder, each a kind of photos
    chosen = []
    for folder in folders:
        inside = [path for path in half if path.parent == folder]
        chosen += draw.sample(inside, min(each, len(inside)))
    document = {
        "half": arguments.half,
        "photos": len(chosen),
        "speed": measure_speed(draw),
        **measure(made(chosen, draw)),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
