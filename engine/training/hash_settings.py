"""What can be set of how a hash model learns, whatever it learns from. No torch."""

from enum import StrEnum

from pydantic import Field

from engine.training.settings import LoopOptions


class Estimator(StrEnum):
    """How the gradient passes the hash."""

    META = "meta"  # the learned network
    SCALAR = "scalar"  # a learned step size
    FROZEN_META = "frozen-meta"  # the network with random weights that are not learned
    STE = "ste"  # straight through
    CLIP = "clip"  # straight through where |f| <= 1
    TANH = "tanh"  # times the derivative of tanh
    GREEDY = "greedy"  # straight through, cubic penalty instead of the squared one
    SOFT = "soft"  # the classifier sees tanh(slope * f) instead of the code
    CONTINUATION = "continuation"  # the same with a slope that grows


class Crossing(StrEnum):
    """How the meta loss passes the hash."""

    SMOOTH = "smooth"  # the classifier sees tanh(slope * f)
    STE = "ste"  # straight through
    SELF = "self"  # by the meta network itself, as MetaQuant's paper has it


class MetaBatch(StrEnum):
    """Which photos the meta loss is taken on."""

    NEXT = "next"
    SAME = "same"
    HELD_OUT = "held_out"  # photos to learn from that are put aside for this


class Rule(StrEnum):
    """The optimiser of all three updates' first two; the meta network's is Adam."""

    ADAM = "adam"
    SGD = "sgd"


class HashOptions(LoopOptions):
    """How a hash model learns.

    A benchmark chose what stands here on validation photos; the meta network's slope and rate are
    the specification's, which do as well there as any.
    """

    epochs: int = Field(default=60, ge=1, le=10_000)
    batch_size: int = Field(default=128, ge=1, le=65_536)
    weight_decay: float = Field(default=0.0, ge=0, le=10, allow_inf_nan=False)
    mixed_precision: bool = False

    estimator: Estimator = Estimator.META
    optimizer: Rule = Rule.ADAM
    # Weight of the mean squared error between features and code.
    mse_weight: float = Field(default=0.1, ge=0, le=100, allow_inf_nan=False)
    # Width of the hidden layer of the neural network.
    hidden: int = Field(default=256, ge=1, le=8192)
    meta_learning_rate: float = Field(default=0.01, ge=0, le=1, allow_inf_nan=False)
    meta_hidden: int = Field(default=64, ge=1, le=1024)
    meta_batch: MetaBatch = MetaBatch.NEXT
    crossing: Crossing = Crossing.SMOOTH
    # Of tanh(slope * f) where the code is relaxed.
    slope: float = Field(default=2.0, gt=0, le=100, allow_inf_nan=False)
    # Updates before the meta network's output is used; at most a tenth of all.
    meta_warm_up: int = Field(default=50, ge=0, le=1_000_000)
    # Of an epoch: few photos are gone through several times before the stop set is asked.
    fewest_updates: int = Field(default=1, ge=1, le=100_000)
    # Training is complete when the stop set's loss is below so much of that of guessing, after so
    # many updates.
    stop_threshold: float = Field(default=0.35, ge=0, le=1, allow_inf_nan=False)
    judged_after: int = Field(default=0, ge=0, le=1_000_000)
