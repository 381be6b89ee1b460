"""The command that measures the answers on a question set."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.command import Command, exit_code_option, exit_if, option, say, show
from core.cli.options import budget_option, config_option, format_option, index_option, opened, set_option
from core.errors import SettingsError


def _demanded(_ctx: click.Context, _option: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    wrong = next((pair for pair in pairs if "=" not in pair), "")
    if wrong:
        raise SettingsError(f"--at-least takes METRIC=NUMBER, such as evidence=.6, not '{wrong}'.")
    return dict(pair.split("=", 1) for pair in pairs)


@click.command(cls=Command)
@click.argument("questions", type=click.Path(path_type=Path))
@index_option
@budget_option
@option(
    "--method",
    "baselines",
    old=("--baseline",),
    multiple=True,
    metavar="NAME",
    help="Compare with grep, file, naive, random …; repeatable.",
)
@option(
    "--at-least",
    "demanded",
    multiple=True,
    callback=_demanded,
    metavar="METRIC=N",
    help="Exit with 1 below this mean, such as evidence=.6.",
)
@option("--against", type=click.Path(path_type=Path), metavar="RUN.json", help="List what is worse than in this run.")
@exit_code_option("Exit with 1 when something is worse than --against.")
@format_option()
@config_option
@set_option
def evaluate(
    questions: Path, index: str | None, budget: int | None, baselines: tuple[str, ...], demanded: dict[str, str],
    against: Path | None, format_: str, config: str | None, sets: tuple[str, ...],
) -> int:  # fmt: skip
    """Measure the answers to questions with known answers.

    QUESTIONS is a JSON file. `-f json -o RUN.json` writes a run that --against compares with later.
    """
    from core.evaluate.against import shortfalls, worse
    from core.present.export import text

    report = opened(index, sets, config).evaluate(questions, budget=budget, baselines=baselines)
    lost = worse(report, against) if against else []
    below = shortfalls(report, demanded)
    if format_ == "json":
        show(text.as_json({**report.to_json(), **({"worse": lost} if against else {})}))
    else:
        show(report.to_text())
        if against:
            show(f"\nWorse than in {against}:\n{text.table(lost)}" if lost else f"\nNothing is worse than in {against}.")
    for sentence in below:
        say(sentence)
    return 1 if below else exit_if(bool(lost))
