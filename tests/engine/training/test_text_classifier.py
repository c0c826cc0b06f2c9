"""S1, element by element: each test bears the id of the requirement in the specification."""

import io
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from torch import nn
from torch.nn import functional

from engine.images.prepare import prepare_picture
from engine.jobs import run
from engine.models.classifier import (
    START_SCALE,
    Alignment,
    CosineClassifier,
    ImageExtractor,
    TextExtractor,
    TextSupervisedClassifier,
    class_rows,
)
from engine.models.text_label_model import TextSupervisedLabels
from engine.training.caption_pairs import Pair
from engine.training.caption_providers import CaptionProvider, Handwritten, MatchedPairs, Photo
from engine.training.examples import Example, ExampleCaption, TrainingSet
from engine.training.label_captions import captions_of
from engine.training.progress import Stopped
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from engine.training.text_classifier import TextClassifier
from engine.training.text_classifier_options import Similarity
from engine.training.text_classifier_task import TextClassifierTask
from engine.training.text_losses import (
    classification_loss,
    contrastive_similarity_loss,
    cosine_similarity_loss,
    group_log_probabilities,
)
from engine.training.trainer import FitPlace, fit
from tests.engine.training.made_set import made_set
from tests.engine.training.small_text_classifier import (
    CPU,
    WordTexts,
    all_train,
    learn,
    new_task,
    save_three_labels,
    unit,
)
from tests.engine.training.test_trainer import Watch

# -- S1-1a: every image comes with a caption -----------------------------------------------------


def test_s1_1a_a_photo_without_a_caption_gets_its_labels_templates() -> None:
    found = captions_of(Example("00", 0, labels=("polar bear",)))
    assert len(found) > 1
    assert all("polar bear" in caption.text for caption in found)
    assert {(caption.source, caption.weight) for caption in found} == {("template", 0.3)}


def test_s1_1a_a_real_caption_takes_the_place_of_templates() -> None:
    own = ExampleCaption("Rex in the snow")
    assert captions_of(Example("00", 0, labels=("dog",), captions=(own,))) == [own]
    foreign = ExampleCaption("雪地里的一只狗")
    found = captions_of(Example("00", 0, labels=("dog",), captions=(foreign,)))
    assert found == captions_of(Example("00", 0, labels=("dog",)))


def test_s1_1a_every_photo_of_a_label_is_learned_with_a_caption() -> None:
    data = made_set({"dog": 4, "cat": 4})
    bare = tuple(replace(example, captions=()) for example in data.examples)
    lesson = new_task(replace(data, examples=bare)).lesson
    assert bool((lesson.captions.weights.sum(dim=1) > 0).all())
    assert lesson.captions.template_photos == 8


# -- S1-1b: two extractors, both part of the network ---------------------------------------------


class Words(nn.Module):
    """A text tower that can be trained: an embedding for each text."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self._places = {text: place for place, text in enumerate(texts)}
        self.table = nn.Embedding(len(texts), 8)

    def forward(self, texts: Sequence[str]) -> torch.Tensor:
        rows: torch.Tensor = self.table(torch.tensor([self._places[text] for text in texts]))
        return rows


@pytest.fixture
def network() -> TextSupervisedClassifier:
    torch.manual_seed(0)
    return TextSupervisedClassifier(
        ImageExtractor(torch.zeros(6), torch.randn(6, 8), tower=nn.Linear(4, 6)),
        TextExtractor(Words(["a dog", "a cat", "the sea"]), torch.zeros(8)),
        CosineClassifier(torch.randn(2, 8)),
    )


def test_s1_1b_the_network_holds_both_extractors(network: TextSupervisedClassifier) -> None:
    names = {name for name, _ in network.named_parameters()}
    assert {"image_extractor.projection", "image_extractor.tower.weight"} <= names
    assert "text_extractor.tower.table.weight" in names
    assert network.image_extractor(torch.randn(5, 4)).shape == (5, 8)
    assert network.text_extractor(["a cat", "a dog", "a cat"]).shape == (3, 8)
    held = new_task(made_set({"dog": 2, "cat": 2})).module
    assert isinstance(held, TextSupervisedClassifier)
    assert {"image_extractor.projection", "text_extractor.text_mean"} <= held.state_dict().keys()


# -- S1-1c: the similarity loss ------------------------------------------------------------------


@pytest.mark.parametrize("form", Similarity)
def test_s1_1c_the_loss_falls_as_an_image_nears_its_caption(form: Similarity) -> None:
    images, texts, weights = unit(4, 8), unit(4, 2, 8, seed=1), torch.ones(4, 2)
    classes = functional.one_hot(torch.tensor([0, 0, 1, 2])).float()

    def loss(vectors: torch.Tensor) -> float:
        if form is Similarity.COSINE:
            return float(cosine_similarity_loss(vectors, texts, weights))
        return float(contrastive_similarity_loss(vectors, texts, weights, classes))

    nearer = functional.normalize(images + 0.3 * texts.mean(dim=1), dim=1)
    assert loss(nearer) < loss(images)


def test_s1_1c_captions_of_the_same_class_are_no_negatives() -> None:
    images, texts = unit(2, 8), unit(2, 1, 8, seed=1)
    weights, same = torch.ones(2, 1), torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    assert float(contrastive_similarity_loss(images, texts, weights, same)) == 0
    other = torch.eye(2)
    assert float(contrastive_similarity_loss(images, texts, weights, other)) > 0
    images.requires_grad_()
    contrastive_similarity_loss(images, texts, weights, same).backward()
    assert images.grad is not None
    assert bool(images.grad.isfinite().all())


# -- S1-1d: the classification loss --------------------------------------------------------------


def test_s1_1d_it_is_the_cross_entropy_with_the_annotated_labels() -> None:
    logits, labels = torch.randn(6, 3), torch.tensor([0, 1, 2, 2, 1, 1])
    groups = [torch.arange(3)]
    loss = classification_loss(
        group_log_probabilities(logits, groups),
        functional.one_hot(labels).float(),
        groups,
        torch.ones(3),
    )
    torch.testing.assert_close(loss, functional.cross_entropy(logits, labels))


def test_s1_1d_a_rare_class_counts_as_much_as_a_frequent_one() -> None:
    data = made_set({"dog": 12, "cat": 3})
    lesson = new_task(data).lesson
    task = new_task(data)
    counted = (lesson.targets * task._balance).sum(dim=0)
    torch.testing.assert_close(counted[0], counted[1])


# -- S1-1e: their sum ----------------------------------------------------------------------------


def test_s1_1e_the_loss_is_the_weighted_sum_of_both() -> None:
    data = made_set({"dog": 4, "cat": 4})
    with torch.no_grad():
        terms = new_task(data, similarity_weight=0.5).losses(torch.arange(8))
    torch.testing.assert_close(terms["loss"], terms["classification"] + 0.5 * terms["similarity"])
    assert min(float(terms["classification"]), float(terms["similarity"])) > 0
    for ablation in ("similarity_weight", "classification_weight"):
        other = new_task(data, **{ablation: 0}).losses(torch.arange(8))
        kept = {"similarity_weight": "classification", "classification_weight": "similarity"}
        torch.testing.assert_close(other["loss"], other[kept[ablation]])


# -- S1-1f: until a stop condition is met --------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "stopped"),
    [
        ({"epochs": 3, "patience": 0}, Stopped.MAX_EPOCHS),
        (
            {"epochs": 50, "patience": 2, "learning_rate": 1e-12, "projection_rate": 1e-12},
            Stopped.CONVERGED,
        ),
        ({"epochs": 50, "enough": 0.9, "learning_rate": 0.02}, Stopped.THRESHOLD),
    ],
)
def test_s1_1f_it_learns_until_a_stop_condition_is_met(
    tmp_path: Path, options: dict[str, object], stopped: Stopped
) -> None:
    data = made_set({"dog": 8, "cat": 8}, seed=3)
    photos = np.arange(16)
    is_checked = photos % 4 == 0
    parts = Parts(photos[~is_checked], photos[is_checked], np.zeros(0, np.int64))
    task = new_task(data, parts, updates=2, **options)
    fitted = fit(task, task._options, Watch(), FitPlace(tmp_path, 0, CPU))
    assert fitted.stopped is stopped


def test_s1_1f_each_step_lowers_the_loss() -> None:
    task = new_task(made_set({"dog": 6, "cat": 6}))
    before = task.losses(torch.arange(12))
    learn(task)
    after = task.losses(torch.arange(12))
    assert all(after[name] < before[name] for name in ("classification", "similarity"))


# -- S1-3: several captions with weights ---------------------------------------------------------


@pytest.mark.parametrize("form", Similarity)
def test_s1_3_weights_matter_and_only_their_ratios(form: Similarity) -> None:
    images, texts = unit(3, 8), unit(3, 2, 8, seed=1)

    def loss(weights: torch.Tensor) -> torch.Tensor:
        if form is Similarity.COSINE:
            return cosine_similarity_loss(images, texts, weights)
        return contrastive_similarity_loss(images, texts, weights, torch.eye(3))

    equal, uneven = torch.ones(3, 2), torch.tensor([[1.0, 0.1]]).repeat(3, 1)
    assert abs(float(loss(equal) - loss(uneven))) > 1e-3
    torch.testing.assert_close(loss(uneven), loss(7 * uneven))
    if form is Similarity.COSINE:
        mean = 1 - (images[:, None] * texts).sum(dim=2).mean()
        torch.testing.assert_close(loss(equal), mean)


def test_s1_3_a_missing_caption_is_nothing() -> None:
    images, texts = unit(2, 8), unit(2, 2, 8, seed=1)
    padded = cosine_similarity_loss(images, texts, torch.tensor([[1.0, 0.0], [0.0, 0.0]]))
    torch.testing.assert_close(padded, 1 - images[0] @ texts[0, 0])


# -- S1-4, S1-5: the classifier begins as text ---------------------------------------------------


def test_s1_4_before_a_step_the_logits_are_scaled_cosines_with_the_texts() -> None:
    data = made_set({"dog": 3, "cat": 3})
    task = new_task(data)
    texts = torch.from_numpy(WordTexts().encode(["a photo with dog", "a photo with cat"]))
    prototypes = functional.normalize(texts, dim=1)  # of the names in their order: cat, dog
    features = torch.from_numpy(task.alignment.read(data.features))
    vectors = task.module.image_extractor(features)
    expected = START_SCALE * vectors @ prototypes.flip(0).T
    torch.testing.assert_close(task.module(features)[:, :2], expected)


def test_s1_4_without_a_step_it_is_better_than_chance() -> None:
    """The classifier's own rows of animals and vehicles stand for photos; nothing is learned."""
    from engine.models import packages, registry
    from engine.models.efficientnet import read_classifier

    rows = read_classifier(packages.IMAGE_WEIGHTS.verify()).weight
    places = {"dog": range(151, 161), "bird": range(7, 17), "vehicle": (436, 511, 609, 656, 817)}
    mean = Alignment.embedded().feature_mean
    centred = rows - rows.mean(axis=0)
    features = np.zeros((25, 2048), np.float16)
    labels = [label for label, found in places.items() for _ in found]
    features[:, :1280] = centred[[place for found in places.values() for place in found]] + mean
    data = TrainingSet(
        registry.built_in_version(),
        tuple(Example(f"{n:02x}", n, labels=(label,)) for n, label in enumerate(labels)),
        features,
    )
    method = TextClassifier(data, RunSettings(method="text-classifier"), CPU)
    task = method.task(all_train(data))
    found = task.probabilities(torch.from_numpy(task.alignment.read(features))).argmax(dim=1)
    names = [task.lesson.labels[place] for place in found.tolist()]
    assert np.mean([name == label for name, label in zip(names, labels, strict=True)]) > 0.8


def test_s1_5_the_first_rows_are_the_normalised_means_of_their_classes_texts() -> None:
    texts = unit(4, 2, 8)
    weights = torch.tensor([[1.0, 1.0], [3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    targets = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    rows = class_rows(texts, weights, targets)
    first = texts[0].mean(dim=0) + 0.75 * texts[1, 0] + 0.25 * texts[1, 1]
    second = texts[2, 0] + texts[3].mean(dim=0)
    expected = functional.normalize(torch.stack([first, second]), dim=1)
    torch.testing.assert_close(rows, expected)


def test_s1_5_a_row_depends_on_the_captions_of_its_own_images_only() -> None:
    data = made_set({"dog": 3, "cat": 3})
    before = new_task(data).module.classifier.weight
    examples = list(data.examples)
    examples[0] = replace(examples[0], captions=(ExampleCaption("something else"),))
    after = new_task(replace(data, examples=tuple(examples))).module.classifier.weight
    assert torch.equal(before[0], after[0])  # cat
    assert not torch.allclose(before[1], after[1])  # dog


# -- S1-6: where captions come from (each way has its own tests in test_caption_providers) --------


def test_s1_6_captions_of_every_way_are_learned_with_their_weights() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (6, 8, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(picture).resize((320, 240)).save(file, "JPEG")
    prepared = prepare_picture(file.getvalue())
    photo = Photo(0, prepared.perceptual_hash, np.ones(1, np.float32), lambda: prepared.pixels)
    pairs = [Pair("other size", ("matched words",), file.getvalue)]
    ways: list[CaptionProvider] = [
        Handwritten(lambda _: ["typed words"]),
        MatchedPairs(pairs, lambda pixels: np.zeros((len(pixels), 1), np.float32)),
    ]
    captions = tuple(
        ExampleCaption(found.text, found.source, found.weight)
        for way in ways
        for found in run(way.propose([photo]))
    )
    data = made_set({"dog": 2, "cat": 2})
    examples = (replace(data.examples[0], captions=captions), *data.examples[1:])
    lesson = new_task(replace(data, examples=examples)).lesson
    words = [lesson.captions.texts[place] for place in lesson.captions.index[0].tolist()]
    assert words == ["typed words", "matched words"]
    torch.testing.assert_close(lesson.captions.weights[0], torch.tensor([1.0, 0.6]))


# -- which loss reaches what ---------------------------------------------------------------------


def test_the_classification_loss_never_reaches_the_texts(
    network: TextSupervisedClassifier,
) -> None:
    texts = network.text_extractor(["a dog", "a cat"])
    network.classifier = CosineClassifier(
        class_rows(texts[:, None], torch.ones(2, 1), torch.eye(2))
    )
    functional.cross_entropy(network(torch.randn(2, 4)), torch.tensor([0, 1])).backward()
    assert all(part.grad is None for part in network.text_extractor.parameters())
    for part in (*network.image_extractor.parameters(), *network.classifier.parameters()):
        assert part.grad is not None


@pytest.mark.parametrize("is_frozen", [False, True])
def test_the_similarity_loss_reaches_both_extractors_unless_frozen(
    network: TextSupervisedClassifier, is_frozen: bool
) -> None:
    network.text_extractor.requires_grad_(not is_frozen)
    images = network.image_extractor(torch.randn(3, 4))
    texts = network.text_extractor(["a dog", "a cat", "the sea"])[:, None]
    cosine_similarity_loss(images, texts, torch.ones(3, 1)).backward()
    assert all(part.grad is not None for part in network.image_extractor.parameters())
    has_gradient = [part.grad is not None for part in network.text_extractor.parameters()]
    assert has_gradient == [not is_frozen]
    assert all(part.grad is None for part in network.classifier.parameters())


# -- S1-7, S1-8 to S1-11: use, in this process and another ---------------------------------------


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TrainingSet, TextClassifierTask]:
    return save_three_labels(tmp_path_factory.mktemp("version"))


def test_s1_7_a_photo_gets_the_trained_networks_answer(
    saved: tuple[Path, TrainingSet, TextClassifierTask],
) -> None:
    folder, data, task = saved
    model = TextSupervisedLabels(folder)
    found = model.probabilities(data.features)
    features = torch.from_numpy(task.alignment.read(data.features))
    expected = task.probabilities(features, task.blend).numpy()
    np.testing.assert_allclose(found, expected, atol=1e-5)
    right = [
        model.labels[best] == data.examples[row].labels[0]
        for row, best in enumerate(found[:90].argmax(axis=1))
    ]
    assert np.mean(right) > 0.95


def test_s1_8_to_11_a_fresh_process_gives_the_same_answers(
    saved: tuple[Path, TrainingSet, TextClassifierTask], tmp_path: Path
) -> None:
    folder, data, _ = saved
    np.save(tmp_path / "features.npy", np.asarray(data.features))
    program = (
        "import sys, numpy as np\n"
        "from pathlib import Path\n"
        "from engine.models.label_model import load_label_model\n"
        "model = load_label_model(Path(sys.argv[1]))\n"
        "found = model.probabilities(np.load(sys.argv[2]))\n"
        "assert 'torch' not in sys.modules\n"
        "np.save(sys.argv[3], found)\n"
    )
    places = [str(folder), str(tmp_path / "features.npy"), str(tmp_path / "found.npy")]
    subprocess.run([sys.executable, "-c", program, *places], check=True, timeout=120)
    here = TextSupervisedLabels(folder).probabilities(data.features)
    np.testing.assert_array_equal(np.load(tmp_path / "found.npy"), here)
