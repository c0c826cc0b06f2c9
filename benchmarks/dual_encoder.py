"""What the dual encoder brings: ``python -m benchmarks.dual_encoder --data DIR [--quick]``.

``DIR`` holds ``flickr8k`` and ``coco`` (photos and captions.csv). Flickr8k is halved by duplicate
group, twice a seed; one half is learned from (49 of its photos choose: epoch, regulariser, mix),
the other is the gallery and only measured. COCO is never learned from. Every arm is fitted in this
process on the same features, halves and seeds. One JSON document goes to stdout, a table to stderr.

``last`` is the last epoch, ``best`` the one that validation chose, ``mixed`` that one mixed with
the zero-shot scores as validation chose, less how near a photo lies to captions of all kinds (CSLS;
``not scaled`` without that). ``among all`` also searches the half that was learned from, which is
what a library is. The arm ``low`` is what the program ships.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.cached_features import CACHE
from benchmarks.captioned_photos import snapshot
from benchmarks.dual_encoder_arms import ARMS, FULL, SHIPPED, Arm, ArmTask, Captioning
from engine.evaluation.metrics import retrieval_ranks
from engine.models import packages
from engine.models.bridge import mean_posterior, normalise, read_tensors
from engine.models.efficientnet import POOLED_DIM, read_classifier
from engine.models.embedded import EmbeddedModel
from engine.models.mixed_space import MixedSpace
from engine.training.checkpoint import LAST, load_checkpoint
from engine.training.dual_encoder import cca_sides, search_part
from engine.training.dual_encoder_options import EFFORTS, DualEncoderOptions
from engine.training.dual_encoder_task import DualEncoderTask, Material
from engine.training.examples import TrainingSet
from engine.training.general_retrieval import GeneralQuestions, class_features
from engine.training.kept_texts import KeptTexts
from engine.training.learned_captions import learned_space
from engine.training.retrieval_exam import Sides, choose_share
from engine.training.settings import Effort
from engine.training.splits import Indices, Parts
from engine.training.tower_kits import StoredMaps, StoredTexts
from engine.training.trainer import FitPlace, fit
from engine.training.usable_captions import CaptionPairs

CPU = torch.device("cpu")
_VALIDATION = 49
_CUTS = (1, 5, 10)
_RESAMPLES = 2000
AMONG_ALL = ", among all"


@dataclass(frozen=True)
class Asked:
    """Questions to a version: captions, and the photos that they are looked for among."""

    photos: Indices
    captions: Indices
    owners: NDArray[np.int64]

    def hits(self, sides: Sides) -> NDArray[np.float64]:
        """Return, for each photo asked for, hits at 1, 5, 10 of its captions, then of itself."""
        to_photo = retrieval_ranks(
            sides.texts, sides.photos, query_groups=self.owners, gallery_groups=self.photos
        )
        asked, rows = np.unique(self.owners, return_inverse=True)
        own = sides.photos[np.searchsorted(self.photos, asked)]
        to_text = retrieval_ranks(own, sides.texts, query_groups=asked, gallery_groups=self.owners)
        counts = np.bincount(rows)
        columns = [np.bincount(rows, weights=to_photo <= k) / counts for k in _CUTS]
        columns += [(to_text <= k).astype(np.float64) for k in _CUTS]
        return 100 * np.stack(columns, axis=1)


class Benchmark:
    """The data of all arms.

    Args:
        data: Folder of the data sets.
        cache: Folder to keep features in.
        options: What every arm has in common.
    """

    def __init__(self, data: Path, cache: Path, options: Mapping[str, object]) -> None:
        self.model = EmbeddedModel.load()
        self.options = options
        self.flickr = snapshot(data / "flickr8k", cache, self.model)
        self.names = [example.content_hash for example in self.flickr.examples]
        self.every = np.arange(len(self.flickr))
        self.coco = snapshot(data / "coco", cache, self.model)
        self.texts = StoredTexts(KeptTexts(self.model, cache), self.model.dimensions["text"])
        self.pairs, self.kit = self._read(self.flickr)
        self.coco_pairs, self.coco_kit = self._read(self.coco)
        self.zero_shot = self._base(self.flickr)
        self.coco_zero_shot = self._base(self.coco)
        self.questions = GeneralQuestions.read()

    def halves(self, seed: int) -> Iterator[Parts]:
        """Yield both ways to halve the photos by duplicate group."""
        groups = np.random.default_rng(seed).permutation(np.unique(self.flickr.groups))
        first = np.isin(self.flickr.groups, groups[: len(groups) // 2])
        for is_train in (first, ~first):
            learned = np.random.default_rng(seed).permutation(np.flatnonzero(is_train))
            yield Parts(
                np.sort(learned[_VALIDATION:]),
                np.sort(learned[:_VALIDATION]),
                np.flatnonzero(~is_train).astype(np.int64),
            )

    def fit(self, arm: Arm, parts: Parts, seed: int) -> Iterator[tuple[str, ArmTask]]:
        """Fit an arm; yield its task at the best and at the last epoch."""
        options = DualEncoderOptions.model_validate({**self.options, **arm.options})
        torch.manual_seed(seed)
        material = Material(self.pairs, self.texts, self.kit, options, CPU, self.names)
        task = ArmTask(material, parts, arm)
        with tempfile.TemporaryDirectory() as folder:
            fit(task, options, _Silent(), FitPlace(Path(folder), seed, CPU))
            yield "best", task
            load_checkpoint(Path(folder) / LAST, task.module, {})
            yield "last", task

    def asked(self, photos: Indices, among: Indices | None = None) -> Asked:
        """Return the questions about photos of Flickr8k, among these or among others too."""
        captions = self.pairs.of(photos)
        return Asked(photos if among is None else among, captions, self.pairs.owners[captions])

    def sides(self, task: DualEncoderTask, asked: Asked) -> Sides:
        """Return what a fit makes of photos and captions of Flickr8k."""
        return Sides(task.photo_vectors(asked.photos), task.caption_vectors(asked.captions))

    def base(self, asked: Asked) -> Sides:
        """Return what the zero-shot model makes of them."""
        return Sides(self.zero_shot.photos[asked.photos], self.zero_shot.texts[asked.captions])

    def space(self, new: Callable[[Asked], Sides], task: DualEncoderTask) -> MixedSpace:
        """Choose a mix by validation photos, as the program does: among those learned from."""
        gallery = np.union1d(task.train, task.validation)
        asked = self.asked(task.validation, gallery)
        learned = self.asked(task.train)
        space = replace(
            learned_space(task, lambda captions: self.zero_shot.texts[captions]),
            new_captions=new(learned).texts,
        )
        base = self.base(asked)
        share = choose_share(base, new(asked), space, owners=asked.owners, gallery=gallery)
        return replace(space, share=share)

    def coco_hits(self, task: DualEncoderTask, space: MixedSpace, *, is_cca: bool) -> list[float]:
        """Return R@1, R@5 and R@10 of COCO's captions, percent."""
        every = np.arange(len(self.coco))
        asked = Asked(every, np.arange(len(self.coco_pairs.texts)), self.coco_pairs.owners)
        with self._looking_at_coco(task):
            new = cca_sides(task, every, asked.captions) if is_cca else self.sides(task, asked)
        mixed = self.coco_zero_shot.mixed(new, space)
        return [float(value) for value in asked.hits(mixed).mean(axis=0)[:3]]

    @contextmanager
    def _looking_at_coco(self, task: DualEncoderTask) -> Iterator[None]:
        kept = task.material
        task.material = replace(task.material, pairs=self.coco_pairs, photos=self.coco_kit)
        yield
        task.material = kept

    def _read(self, data: TrainingSet) -> tuple[CaptionPairs, StoredMaps]:
        pairs = CaptionPairs.read(data, self.model.unknown_share, languages="English")
        kit = StoredMaps(data)
        kit.prepare(pairs.photos)
        return pairs, kit

    def _base(self, data: TrainingSet) -> Sides:
        pairs = self.pairs if data is self.flickr else self.coco_pairs
        photos = self.model.derive(data.features, self.model.fit_statistics(data.features))["text"]
        return Sides(photos, self.texts.vectors(pairs.texts))


class _Silent:
    def report(self, progress: object) -> None:
        pass

    def check(self) -> None:
        pass

    def check_epoch(self) -> None:
        pass


def bridges(data: TrainingSet) -> dict[str, NDArray[np.float32]]:
    """Return what both parts of the zero-shot bridge alone make of photos."""
    classifier = read_classifier(packages.IMAGE_WEIGHTS.verify())
    tensors = read_tensors()
    rows = data.features[:, :POOLED_DIM].astype(np.float64)
    logits = rows @ classifier.weight.T + classifier.bias
    conse = mean_posterior(logits) @ tensors["class_texts"] - tensors["class_texts"].mean(axis=0)
    ridge = normalise(rows - classifier.feature_mean) @ tensors["ridge_map"]
    return {
        "ConSE": normalise(conse).astype(np.float32),
        "ridge": normalise(ridge).astype(np.float32),
    }


def measure(bench: Benchmark, arms: Mapping[str, Arm], seeds: int) -> dict[str, Any]:
    """Fit and measure every arm on every half."""
    hits: dict[str, list[NDArray[np.float64]]] = {}
    facts: dict[str, list[dict[str, Any]]] = {}
    alone = bridges(bench.flickr)
    for seed in range(seeds):
        for half, parts in enumerate(bench.halves(seed)):
            asked = bench.asked(parts.held_out)
            base = bench.base(asked)
            random = np.random.default_rng(seed)
            noise = random.standard_normal(base.photos.shape).astype(np.float32)
            hits.setdefault("random", []).append(asked.hits(Sides(noise, base.texts)))
            hits.setdefault("zero-shot", []).append(asked.hits(base))
            among_all = bench.asked(parts.held_out, bench.every)
            hits.setdefault(f"zero-shot{AMONG_ALL}", []).append(
                among_all.hits(bench.base(among_all))
            )
            for name, photos in alone.items():
                sides = Sides(photos[asked.photos], base.texts)
                hits.setdefault(name, []).append(asked.hits(sides))
            for name, arm in arms.items():
                start = time.perf_counter()
                found = _measure_arm(bench, arm, parts, seed)
                fact = found.pop("facts")
                fact["seconds"] = round(time.perf_counter() - start, 1)
                facts.setdefault(name, []).append(fact)
                for kind, value in found.items():
                    label = kind if kind.startswith("CCA") else f"{name}, {kind}"
                    if not kind.startswith("CCA") or name == SHIPPED:
                        hits.setdefault(label, []).append(value)
                print(f"seed {seed} half {half} {name}: {fact}", file=sys.stderr, flush=True)
            _print_table(hits)
    return {"hits": hits, "facts": facts}


def _measure_arm(bench: Benchmark, arm: Arm, parts: Parts, seed: int) -> dict[str, Any]:
    asked = bench.asked(parts.held_out)
    base = bench.base(asked)
    found: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    for epoch, task in bench.fit(arm, parts, seed):
        own = bench.sides(task, asked)
        found[epoch] = asked.hits(own)
        if epoch == "last":
            if arm.captioning is not Captioning.NONE:
                figures = task.caption_figures()
                facts |= {
                    "forward": round(figures.forward, 1),
                    "backward": round(figures.backward, 1),
                    "unigram": round(figures.unigram, 1),
                    "captioned": round(float(np.mean(task.selected)), 2),
                }
            continue
        space = bench.space(lambda questions, task=task: bench.sides(task, questions), task)  # type: ignore[misc]
        plain = MixedSpace.plain(space.share)
        among_all = bench.asked(parts.held_out, bench.every)
        all_base, all_own = bench.base(among_all), bench.sides(task, among_all)
        found |= {
            "mixed": asked.hits(base.mixed(own, space)),
            "mixed, not scaled": asked.hits(base.mixed(own, plain)),
            f"mixed{AMONG_ALL}": among_all.hits(all_base.mixed(all_own, space)),
            f"mixed, not scaled{AMONG_ALL}": among_all.hits(all_base.mixed(all_own, plain)),
        }
        facts |= {"share": space.share, "coco": bench.coco_hits(task, space, is_cca=False)}
        if task.cca is not None:
            cca = cca_sides(task, asked.photos, asked.captions)
            cca_space = bench.space(
                lambda questions, task=task: cca_sides(task, questions.photos, questions.captions),  # type: ignore[misc]
                task,
            )
            found["CCA"] = asked.hits(cca)
            found["CCA, mixed"] = asked.hits(base.mixed(cca, cca_space))
            facts |= {
                "regulariser": task.regulariser,
                "cca share": cca_space.share,
                "cca coco": bench.coco_hits(task, cca_space, is_cca=True),
            }
    found["facts"] = facts
    return found


def difference(first: list[Any], second: list[Any], columns: slice) -> dict[str, float]:
    """Return the mean paired difference of a sum of columns, with its 95 % interval.

    The bootstrap draws photos over all halves and seeds.
    """
    change = (np.concatenate(first) - np.concatenate(second))[:, columns].sum(axis=1)
    draws = np.random.default_rng(0).integers(0, len(change), (_RESAMPLES, len(change)))
    low, high = np.percentile(change[draws].mean(axis=1), [2.5, 97.5])
    return {
        "difference": round(float(change.mean()), 2),
        "low": round(float(low), 2),
        "high": round(float(high), 2),
    }


def general_check(bench: Benchmark, parts: Parts) -> list[dict[str, float]]:
    """Tell, for CCA at several shares, what the general check says beside the drop on COCO."""
    arm = Arm(Captioning.NONE, options={"epochs": 1, "learning_rate": 1e-9})
    _, task = next(bench.fit(arm, parts, 0))
    trained = search_part(task)
    texts = bench.texts.vectors([*bench.questions.sentences, *bench.questions.names])
    features = class_features(trained.scaling)
    statistics = bench.model.fit_statistics(bench.flickr.features)
    classes = bench.model.derive(features.astype(np.float16), statistics)["text"]
    photos = parts.held_out
    base = Sides(bench.zero_shot.photos[photos], texts)
    new = Sides(task.photo_vectors(photos), trained.encode_text(texts))
    learned = learned_space(task, lambda captions: bench.zero_shot.texts[captions])
    rows = []
    for share in (0.1, 0.3, 0.5, 0.7, 1.0):
        space = replace(learned, share=share)
        mixed = space.photos(classes, trained.derive_text(features))
        check = bench.questions.check(base, base.mixed(new, space), (classes, mixed))
        assert check is not None
        coco = bench.coco_hits(task, space, is_cca=False)
        rows.append(
            {
                "share": share,
                "general_before": round(check.before, 3),
                "general_after": round(check.after, 3),
                "is_worse": check.is_worse,
                "coco R@10": round(coco[2], 1),
            }
        )
    return rows


def main() -> None:
    """Print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--quick", action="store_true", help="One seed, few epochs.")
    parser.add_argument("--full", action="store_true", help="More arms; three times as long.")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--arms", nargs="+", choices=[*ARMS, *FULL], help="Only these.")
    arguments = parser.parse_args()
    start = time.perf_counter()
    options = dict(EFFORTS[Effort.QUICK if arguments.quick else Effort.BALANCED])
    if arguments.epochs:
        options["epochs"] = arguments.epochs
    bench = Benchmark(arguments.data, arguments.cache, options)
    arms = {**ARMS, **(FULL if arguments.full else {})}
    if arguments.arms:
        arms = {name: arm for name, arm in (ARMS | FULL).items() if name in arguments.arms}
    seeds = 1 if arguments.quick else arguments.seeds
    found = measure(bench, arms, seeds)
    document = _document(bench, found)
    document["general check"] = general_check(bench, next(bench.halves(0)))
    document["settings"] = {"seeds": seeds, **{k: str(v) for k, v in options.items()}}
    document["versions"] = {"torch": torch.__version__, "model": bench.model.version}
    document["seconds"] = round(time.perf_counter() - start)
    print(json.dumps(document, indent=1))


def _means(hits: Mapping[str, list[NDArray[np.float64]]]) -> dict[str, NDArray[np.float64]]:
    return {name: np.concatenate(values).mean(axis=0) for name, values in hits.items()}


def _print_table(hits: Mapping[str, list[NDArray[np.float64]]]) -> None:
    for name, values in _means(hits).items():
        row = " ".join(f"{value:6.1f}" for value in (*values, values.sum()))
        print(f"{name:34}{row}", file=sys.stderr, flush=True)


def _document(bench: Benchmark, found: Mapping[str, Any]) -> dict[str, Any]:
    hits, facts = found["hits"], found["facts"]
    columns = [f"{way} R@{k}" for way in ("t2i", "i2t") for k in _CUTS]
    means = _means(hits)
    table = {
        name: {
            **{column: round(float(v), 1) for column, v in zip(columns, values, strict=True)},
            "rsum": round(float(values.sum()), 1),
        }
        for name, values in means.items()
    }
    every, ten = slice(0, 6), slice(2, 3)
    pairs = {
        "shipped - CCA mixed, rsum": (f"{SHIPPED}, mixed", "CCA, mixed", every),
        "shipped - CCA mixed, R@10": (f"{SHIPPED}, mixed", "CCA, mixed", ten),
        "shipped - zero-shot, R@10": (f"{SHIPPED}, mixed", "zero-shot", ten),
        "CCA mixed - zero-shot, R@10": ("CCA, mixed", "zero-shot", ten),
        "shipped - not scaled, R@10": (f"{SHIPPED}, mixed", f"{SHIPPED}, mixed, not scaled", ten),
        "shipped - zero-shot among all, R@10": (
            f"{SHIPPED}, mixed{AMONG_ALL}",
            f"zero-shot{AMONG_ALL}",
            ten,
        ),
        "contrastive - CCA, rsum": ("contrastive, best", "CCA", every),
        "forward - contrastive, rsum": ("forward, last", "contrastive, last", every),
        "both - contrastive, rsum": ("both, last", "contrastive, last", every),
        "both - forward, rsum": ("both, last", "forward, last", every),
        "low - both, rsum": ("low, last", "both, last", every),
        "low - high, rsum": ("low, last", "high, last", every),
        "low - random half, rsum": ("low, last", "random half, last", every),
    }
    every_photo = np.arange(len(bench.coco))
    asked = Asked(every_photo, np.arange(len(bench.coco_pairs.texts)), bench.coco_pairs.owners)
    shipped = facts[SHIPPED]
    return {
        "gallery": len(next(bench.halves(0)).held_out),
        "table": table,
        "differences": {
            name: difference(hits[first], hits[second], columns)
            for name, (first, second, columns) in pairs.items()
            if first in hits and second in hits
        },
        "coco R@10": {
            "gallery": len(bench.coco),
            "zero-shot": round(float(asked.hits(bench.coco_zero_shot).mean(axis=0)[2]), 1),
            "shipped": round(float(np.mean([fact["coco"][2] for fact in shipped])), 1),
            "CCA mixed": round(float(np.mean([fact["cca coco"][2] for fact in shipped])), 1),
        },
        "fits": facts,
    }


if __name__ == "__main__":
    main()
