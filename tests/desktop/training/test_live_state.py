"""What a run says becomes curves, figures and steps."""

from engine.training.answers import Answer
from engine.training.progress import Stage, TrainingProgress
from imgtext_desktop.training.live_state import LiveState


def learned(epoch: int, metric: float | None, fit: int = 0, **more: object) -> TrainingProgress:
    values = {"validation": {}, "losses": {"loss": 1.0 / (epoch + 1)}, "best_epoch": epoch} | more
    return TrainingProgress(
        Stage.LEARNING,
        fit=fit,
        fits=2,
        epoch=epoch,
        epochs=10,
        step=epoch,
        steps=10,
        metric=metric,
        **values,  # type: ignore[arg-type]
    )


def test_a_round_is_a_point_and_values_within_a_round_are_none() -> None:
    state = LiveState()
    state.take([learned(0, 0.4), learned(0, None), learned(1, 0.6, best_epoch=1)])
    assert [(point.round, point.exam) for point in state.points] == [(0, 0.4), (1, 0.6)]
    assert state.start is not None
    assert state.start.exam == 0.4
    assert state.best is not None
    assert state.best.round == 1
    assert state.is_in_percent


def test_what_a_user_can_read_is_shown_in_place_of_what_the_method_decides_by() -> None:
    state = LiveState()
    state.take([learned(1, -0.7, validation={"loss": 0.7, "accuracy": 0.9}, train_metric=-0.1)])
    (point,) = state.points
    assert point.exam == 0.9
    assert point.learned is None, "it is not the same measure"
    state = LiveState()
    state.take([learned(1, -0.7)])
    assert not state.is_in_percent


def test_the_latest_answers_are_kept() -> None:
    answer = Answer("a dog", "00", "01", "00", is_right_before=False, is_right_after=True)
    state = LiveState()
    state.take([learned(1, 0.5, answers=(answer,)), learned(1, None), learned(2, 0.6)])
    assert state.answers == (answer,)


def test_each_trial_begins_a_new_curve() -> None:
    state = LiveState()
    state.take([learned(0, 0.4), learned(1, 0.5), learned(0, 0.3, fit=1)])
    assert [point.exam for point in state.points] == [0.3]
    assert [[point.exam for point in curve] for curve in state.earlier] == [[0.4, 0.5]]


def test_the_loss_that_is_minimised_is_named_first() -> None:
    state = LiveState()
    state.take([learned(1, None, losses={"captions": 2.0, "loss": 3.0, "contrastive": 1.0})])
    assert state.terms == ["loss", "captions", "contrastive"]
    assert state.losses("loss") == [(1.0, 3.0)]


def test_steps_keep_their_notes() -> None:
    state = LiveState()
    state.take([TrainingProgress(Stage.READING), TrainingProgress(Stage.PREPARING, note="3")])
    assert state.stage is Stage.PREPARING
    assert state.notes == {Stage.PREPARING: "3"}
    assert Stage.READING in state.seconds
