"""``imgtext train``: learn from what the user said, and prove it; here or on another machine."""

import os
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError

from engine.console import Json, print_figures, print_json, run_with_progress, say, to_path
from engine.errors import TrainingError
from engine.jobs import Job, Progress
from engine.library import Library
from engine.settings import limit_of
from engine.training.methods import METHODS, read_settings
from engine.training.package import CONFIG, packaged_run
from engine.training.process import Command, RunEnd, TrainingProcess
from engine.training.progress import Stopped
from engine.training.report import Report
from engine.training.runs import Run, RunStatus
from engine.training.settings import Device, Effort, RunSettings

_FROM_CAPTIONS: Final = "dual-encoder"  # what a training set is for, unless a method is named

training_set_app = typer.Typer(help="What is learned from, to take along.", no_args_is_help=True)


def train(
    context: typer.Context,
    method: Annotated[str, typer.Argument(help=" | ".join(METHODS))] = "",
    config: Annotated[
        Path | None,
        typer.Option(parser=to_path, help="A run.toml in an exported training set."),
    ] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="The most rounds.")] = None,
    device: Annotated[Device, typer.Option(help="Where to compute.")] = Device.AUTO,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal results.")] = 0,
    effort: Annotated[Effort, typer.Option(help="How thorough.")] = Effort.BALANCED,
    options: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A method's setting.")
    ] = None,
    resume: Annotated[bool, typer.Option(help="Go on with the last unfinished run.")] = False,
    as_json: Json = False,
) -> None:
    """Learn from captions and labels; nothing that answers now is changed.

    With --config it learns from an exported training set, without the library; under `torchrun` in
    several processes together.
    """
    if bool(method) == bool(config):
        raise typer.BadParameter("name a method or give --config, one of them", param_hint="METHOD")
    if config is not None:
        _train_package(config, as_json=as_json)
        return
    settings = _settings(
        method=method,
        epochs=epochs,
        device=device,
        seed=seed,
        effort=effort,
        options=dict(map(_pair, options or ())),
    )
    with Library(context.obj, writable=True) as library:
        run = _unfinished(library, method) if resume else None
        if run is None:
            _check_device(settings.device)
            run = run_with_progress(library.learning.begin(settings))
        end = run_with_progress(follow(run))
    _tell(run, end, as_json=as_json)
    if end.report is None:
        say("The run was stopped; `imgtext train --resume` goes on with it.")
    elif not as_json:
        say(f"Nothing has changed yet; `imgtext models adopt {end.report.version}` lets it answer.")


@training_set_app.command("export")
def export_training_set(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", parser=to_path, help="A new or empty folder.")
    ],
    method: Annotated[
        str, typer.Option(help=f"{' | '.join(METHODS)}; without it for {_FROM_CAPTIONS}.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write what is learned from into a folder, to learn on another machine."""
    settings = _settings(method=method or _FROM_CAPTIONS)
    with Library(context.obj, writable=False) as library:
        if not method:
            _check_captions(library)
        data = run_with_progress(library.learning.export_set(settings, folder))
    figures = {
        "exported": str(folder),
        "photos": len(data),
        "labelled": len(data.labelled()),
        "captioned": len(data.captioned()),
    }
    print_figures(figures, as_json=as_json)
    if not as_json:
        say(f"Next: `imgtext train --config {folder / CONFIG}`")


def _check_captions(library: Library) -> None:
    """Let the user name a method where there is only something for another one.

    Raises:
        TrainingError: There are labels and no captions.
    """
    ready = [name for name in METHODS if library.learning.readiness(name).can_start]
    if ready and _FROM_CAPTIONS not in ready:
        raise TrainingError(
            "There are labels to learn from and too few captions; name the method that shall learn "
            f"from them with --method ({', '.join(ready)})."
        )


def _train_package(config: Path, *, as_json: bool) -> None:
    """Learn from an exported training set."""
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        from engine.training.together import train_together

        run, end = train_together(config)
    else:
        run = packaged_run(config)
        report = run.report
        end = RunEnd(RunStatus.FINISHED, report=report)
        if report is None:
            end = run_with_progress(follow(run))
    if run is None:
        return
    _tell(run, end, as_json=as_json)
    if end.report is None:
        say("The run was stopped; the same command goes on with it.")
    elif not as_json:
        made = run.spec.models / end.report.version
        say(f"Take it home with `imgtext models add {made}`.")


def _tell(run: Run, end: RunEnd, *, as_json: bool) -> None:
    """Print what came of a run.

    Raises:
        TrainingError: Nothing did.
    """
    if end.report is None and end.status is not RunStatus.STOPPED:
        raise TrainingError(end.sentence)
    if as_json:
        print_json(_document(run, end.report))
    elif end.report is not None:
        _print(end.report)


def follow(run: Run) -> Job[RunEnd]:
    """Do a run in its process; closing the job stops it, and it can be resumed.

    Yields:
        Progress of the stages of a run, in rounds.
    """
    process = TrainingProcess(run)
    process.send(Command.WINDOW_IDLE)
    values = process.follow()
    try:
        for value in values:
            if isinstance(value, RunEnd):
                return value
            yield Progress(
                value.stage,
                done=value.fit * value.epochs + value.epoch,
                total=value.fits * value.epochs or None,
            )
    finally:
        values.close()
    raise AssertionError("a run ends with its end")


def _settings(**values: Any) -> RunSettings:
    if values["method"] not in METHODS:
        raise typer.BadParameter(
            f"there is no method “{values['method']}”; choose one of {', '.join(METHODS)}.",
            param_hint="METHOD",
        )
    try:
        settings = RunSettings(**values)
        read_settings(settings)
    except ValidationError as error:
        problem = error.errors()[0]
        raise typer.BadParameter(
            f"{limit_of(problem)}.", param_hint=f"--{problem['loc'][0]}"
        ) from error
    except TrainingError as error:
        raise typer.BadParameter(str(error), param_hint="--set") from error
    return settings


def _check_device(device: Device) -> None:
    """Look whether a graphics processor that is asked for is there, before a run is made for it.

    Raises:
        TrainingError: It is not.
    """
    if device in (Device.CUDA, Device.MPS):
        from engine.training.device import choose_device  # brings torch

        choose_device(device)


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise typer.BadParameter(f"“{text}” is not KEY=VALUE.", param_hint="--set")
    return key.strip(), value


def _unfinished(library: Library, method: str) -> Run | None:
    for run in library.learning.unfinished():
        if run.spec.settings.method == method:
            return run
    raise TrainingError(f"There is no unfinished run of {method}; start one without --resume.")


def _document(run: Run, report: Report | None) -> dict[str, Any]:
    if report is None:
        return {
            "run": run.name,
            "version": None,
            "stopped": Stopped.CANCELLED,
            "train": {},
            "held_out": {"before": {}, "after": {}},
            "general": {"before": None, "after": None},
        }
    general = report.general
    return {
        "run": report.run,
        "version": report.version,
        "stopped": report.stopped,
        "verdict": report.verdict,
        "train": dict(report.train),
        "held_out": {
            "photos": report.examined,
            "questions": report.questions,
            "searched": report.searched,
            "before": {name: value.before for name, value in report.measures.items()},
            "after": {name: value.after for name, value in report.measures.items()},
            "pure": {name: value.pure for name, value in report.measures.items()},
            "gain_range": {name: value.gain_range for name, value in report.measures.items()},
        },
        "general": {
            "before": None if general is None else general.before,
            "after": None if general is None else general.after,
        },
        "mix": report.mix,
        "notes": list(report.notes),
    }


def _print(report: Report) -> None:
    figures: dict[str, object] = {"version": report.version, "verdict": report.verdict}
    for name, value in report.measures.items():
        low, high = value.gain_range
        figures[name] = (
            f"{100 * value.before:.1f} -> {100 * value.after:.1f} % "
            f"({100 * low:+.1f} to {100 * high:+.1f} points)"
        )
    print_figures(figures, as_json=False)
    for note in report.notes:
        say(note)
