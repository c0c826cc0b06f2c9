import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.images.orientation import turn
from engine.jobs import run
from engine.search.duplicates import Group, find_duplicates
from tests.engine.indexed import Indexed, draw_scene


@pytest.fixture
def indexed(tmp_path: Path) -> Iterator[Indexed]:
    indexed = Indexed(tmp_path)
    yield indexed
    indexed.database.close()


def find(indexed: Indexed) -> list[Group]:
    indexed.index()
    return run(find_duplicates(indexed.duplicates, indexed.thumbnails))


def names(group: Group) -> list[str]:
    return [os.fsdecode(os.path.basename(copy.file.path)) for copy in group.copies]


def test_copies_are_grouped_under_the_best_original_and_others_are_not(indexed: Indexed) -> None:
    original = draw_scene(1, (960, 720))
    original.save(indexed.top / "original.jpg", quality=95)
    original.save(indexed.top / "saved again.jpg", quality=40)
    original.resize((240, 180)).save(indexed.top / "quarter.jpg", quality=75)
    original.resize((400, 400)).save(indexed.top / "squashed.webp", quality=80)
    for orientation in (2, 3, 6, 7, 8):
        picture = turn(original, orientation)
        picture.resize((picture.width // 2, picture.height // 2)).save(
            indexed.top / f"turned {orientation}.jpg", quality=80
        )
    for seed in range(2, 12):
        draw_scene(seed).save(indexed.top / f"other {seed}.jpg")
    (group,) = find(indexed)
    assert names(group)[:2] == ["original.jpg", "saved again.jpg"]
    assert sorted(names(group)[2:]) == [
        "quarter.jpg",
        "squashed.webp",
        *(f"turned {orientation}.jpg" for orientation in (2, 3, 6, 7, 8)),
    ]
    turns = {name: copy.orientation for name, copy in zip(names(group), group.copies, strict=True)}
    assert turns["quarter.jpg"] == 1
    assert all(turns[f"turned {orientation}.jpg"] == orientation for orientation in (2, 3, 6, 7, 8))
    assert [name for name, copy in zip(names(group), group.copies, strict=True) if copy.is_mirrored]
    assert group.copies[0].distance == 0
    assert not group.is_equal
    assert group.freed_bytes == sum(
        path.stat().st_size for path in indexed.top.iterdir() if path.name in names(group)[1:]
    )


def test_equal_files_are_a_group_and_one_picture_is_in_one_group_only(indexed: Indexed) -> None:
    draw_scene(1).save(indexed.top / "a.png")
    for name in ("b.png", "sub/c.png"):
        (indexed.top / name).parent.mkdir(exist_ok=True)
        shutil.copy(indexed.top / "a.png", indexed.top / name)
    draw_scene(1).save(indexed.top / "a.jpg", quality=85)
    os.utime(indexed.top / "b.png", (1, 1))  # the oldest
    draw_scene(2).save(indexed.top / "d.png")
    (group,) = find(indexed)
    assert names(group) == ["b.png", "a.png", "c.png", "a.jpg"]
    assert [copy.is_equal for copy in group.copies] == [True, True, True, False]
    (indexed.top / "a.jpg").unlink()
    (group,) = find(indexed)
    assert group.is_equal


def shifted(scene: Image.Image) -> Image.Image:
    width, height = scene.size
    return scene.crop((round(0.02 * width), 0, width, height))


def with_a_thing_moved(scene: Image.Image) -> Image.Image:
    moved = scene.copy()
    moved.paste(scene.crop((60, 60, 140, 140)), (110, 90))
    return moved


def tilted(scene: Image.Image) -> Image.Image:
    return scene.rotate(1.5, Image.Resampling.BICUBIC).crop((15, 15, 465, 345))


@pytest.mark.parametrize("again", [shifted, with_a_thing_moved, tilted])
def test_another_shot_of_the_scene_is_not_the_same_picture(indexed: Indexed, again: object) -> None:
    assert callable(again)
    for seed in range(8):
        draw_scene(seed).save(indexed.top / f"{seed}.jpg", quality=90)
        again(draw_scene(seed)).save(indexed.top / f"{seed} again.jpg", quality=90)
    assert find(indexed) == []


def test_blank_pictures_and_forms_that_differ_in_a_line_are_not_the_same(indexed: Indexed) -> None:
    for level in (0, 128, 250, 255):
        Image.new("RGB", (400, 300), (level, level, level)).save(indexed.top / f"{level}.png")
        noise = np.random.default_rng(level).normal(level, 1.5, (300, 400, 3))
        noisy = Image.fromarray(np.clip(noise, 0, 255).astype(np.uint8))
        noisy.save(indexed.top / f"noisy {level}.png")
    sky = np.broadcast_to(np.linspace(120, 200, 300)[:, None, None], (300, 400, 3))
    for number in range(3):
        noise = np.random.default_rng(number).normal(0, 2, sky.shape)
        Image.fromarray((sky + noise).astype(np.uint8)).save(indexed.top / f"sky {number}.png")
    for number in range(4):
        form = Image.new("RGB", (600, 800), "white")
        pen = ImageDraw.Draw(form)
        for line in range(12):
            text = f"Amount due {number * 7919}" if line == 6 else f"Line {line} of the form"
            pen.text((60, 60 + 55 * line), text, "black", font_size=36)
        form.save(indexed.top / f"form {number}.png")
    assert find(indexed) == []


def test_a_candidate_without_a_thumbnail_is_not_shown_as_the_same(indexed: Indexed) -> None:
    draw_scene(1).save(indexed.top / "a.png")
    draw_scene(1).save(indexed.top / "a.jpg")
    indexed.index()
    (group,) = find(indexed)
    indexed.thumbnails.path(group.copies[1].file.content_hash).unlink()
    assert find(indexed) == []
    indexed.thumbnails.path(group.copies[0].file.content_hash).write_bytes(b"\xff\xd8 cut")
    assert find(indexed) == []


def test_links_to_one_file_are_no_copies(indexed: Indexed) -> None:
    real = indexed.top / "real"
    real.mkdir()
    draw_scene(1).save(real / "a.png")
    (indexed.top / "to_file.png").symlink_to(real / "a.png")
    (indexed.top / "hardlink.png").hardlink_to(real / "a.png")
    (indexed.top / "folder").symlink_to(real)
    assert find(indexed) == []
    shutil.copy(real / "a.png", indexed.top / "copy.png")
    (group,) = find(indexed)
    assert len(group.copies) == 2
    links = {copy.file.path: copy.links for copy in group.copies}
    assert links[os.fsencode(indexed.top / "copy.png")] == ()
    ((path, others),) = ((path, others) for path, others in links.items() if others)
    assert not os.path.islink(path)
    assert os.fsencode(indexed.top / "to_file.png") in others


def test_what_the_user_said_is_not_a_duplicate_stays_apart_and_can_be_undone(
    indexed: Indexed,
) -> None:
    draw_scene(1, (960, 720)).save(indexed.top / "a.jpg", quality=95)
    draw_scene(1, (480, 360)).save(indexed.top / "b.jpg", quality=90)
    (indexed.top / "b.jpg").unlink()
    with Image.open(indexed.top / "a.jpg") as image:
        image.resize((480, 360)).save(indexed.top / "b.jpg")
        image.resize((320, 240)).save(indexed.top / "c.jpg")
    (group,) = find(indexed)
    a, b, c = group.content_ids
    change = indexed.duplicates.except_all([b, c])
    assert change.added == ((min(b, c), max(b, c)),)
    (group,) = find(indexed)
    assert group.content_ids == (a, b)  # c is the same as a, but may not stand with b
    whole = indexed.duplicates.except_all([a, b, c])
    assert len(whole.added) == 2
    assert find(indexed) == []
    assert not indexed.duplicates.except_all([c, b, a])
    indexed.duplicates.apply(whole.inverse)
    indexed.duplicates.apply(change.inverse)
    assert indexed.duplicates.exceptions() == set()
    assert len(find(indexed)[0].copies) == 3


@pytest.mark.parametrize("count", [0, 1, 3])
def test_small_libraries_show_no_copy_that_is_not_there(indexed: Indexed, count: int) -> None:
    for seed in range(count):
        draw_scene(seed).save(indexed.top / f"{seed}.png")
    assert find(indexed) == []


def test_files_that_are_gone_or_offline(indexed: Indexed, expected_log: list[str]) -> None:
    expected_log.append("is offline")
    draw_scene(1).save(indexed.top / "a.png")
    shutil.copy(indexed.top / "a.png", indexed.top / "b.png")
    indexed.index()
    away = indexed.top.with_name("away")
    indexed.top.rename(away)
    (group,) = find(indexed)
    assert [copy.file.is_offline for copy in group.copies] == [True, True]
    assert group.freed_bytes == 0
    away.rename(indexed.top)
    indexed.index()
    (indexed.top / "b.png").unlink()  # since the last scan
    assert run(find_duplicates(indexed.duplicates, indexed.thumbnails)) == []


def test_it_can_be_cancelled(indexed: Indexed) -> None:
    for seed in range(3):
        draw_scene(seed).save(indexed.top / f"{seed}.png")
    indexed.index()
    job = find_duplicates(indexed.duplicates, indexed.thumbnails)
    assert next(job).stage == "comparing hashes"
    job.close()
    stages = {
        progress.stage for progress in find_duplicates(indexed.duplicates, indexed.thumbnails)
    }
    assert stages == {"comparing hashes", "comparing pictures"}


@pytest.mark.skipif("IMGTEXT_CASES" not in os.environ, reason="IMGTEXT_CASES names no folder")
def test_real_copies_are_found_and_a_tilted_one_is_not(indexed: Indexed) -> None:
    for file in Path(os.environ["IMGTEXT_CASES"], "files", "neardup").iterdir():
        shutil.copy(file, indexed.top)
    for seed in range(20):
        draw_scene(seed).save(indexed.top / f"{seed}.jpg")
    (group,) = find(indexed)
    assert names(group) == [
        "ukbench00120.jpg",
        "ukbench00120_hflip.jpg",
        "ukbench00120_resize.jpg",
    ]
    assert [copy.orientation for copy in group.copies] == [1, 2, 1]
