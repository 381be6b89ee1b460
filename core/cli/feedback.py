"""Commands about the quality of answers: measure it, rate answers, learn from the ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli import completing
from core.cli.command import Command, exit_code_option, exit_if, note, option, say, show
from core.cli.conversations import write_file
from core.cli.options import config_option, format_option, index_option, opened, parse_sets, set_option
from core.errors import SettingsError

if TYPE_CHECKING:
    from core.workbench import Workbench


@click.command(cls=Command)
@click.argument("words", metavar="[QUESTION]", nargs=-1)
@index_option
@option("--right", multiple=True, metavar="UNIT", shell_complete=completing.units, help="UNIT answers QUESTION; repeatable.")
@option("--wrong", multiple=True, metavar="UNIT", shell_complete=completing.units, help="UNIT does not; repeatable.")
@option("--missing", multiple=True, metavar="UNIT", help="UNIT was missing from the answer; repeatable.")
@option("--score", type=click.IntRange(1, 5), help="Rating from 1 (useless) to 5 (perfect).")
@option("--comment", default="", metavar="TEXT", help="Reason for the --score.")
@option("--gaps", is_flag=True, help="List what answers lack, and why, frequent first.")
@option("--export", type=click.Path(path_type=Path), hidden=True, help="As -f questions -o FILE.")
@option("--forget", is_flag=True, help="Forget the ratings of QUESTION.")
@option("--forget-all", is_flag=True, help="Forget all ratings and opened units.")
@exit_code_option("Exit with 1 when there are no ratings.")
@format_option("questions")
def feedback(
    words: tuple[str, ...], index: str | None, right: tuple[str, ...], wrong: tuple[str, ...], missing: tuple[str, ...],
    score: int | None, comment: str, gaps: bool, export: Path | None, forget: bool, forget_all: bool, format_: str,
) -> int:  # fmt: skip
    """Rate the answer to QUESTION, or list the ratings.

    Ratings stay on this machine, next to the index. `-f questions -o FILE` writes them as a question set.
    """
    from core.present.export import text
    from core.workbench.personal import opened_path

    bench, question = opened(index), " ".join(words)
    rates = bool(right or wrong or missing or score is not None or comment or forget)
    if rates and not question:
        raise SettingsError('No question to rate. Give it: orienteer feedback "QUESTION" --right UNIT')
    if comment and score is None:
        raise SettingsError("--comment needs a score: --score 2 --comment TEXT")
    if gaps:
        found = bench.gaps()
        show(text.as_json(found) if format_ == "json" else str(found))
        return exit_if(not found.gaps)
    _say(bench, question, right, wrong, missing)
    if score is not None:
        bench.rate(question, score, comment)
    if forget or forget_all:
        bench.forget_judged(question if forget else "")
    if forget_all:
        opened_path(bench).unlink(missing_ok=True)
    if export:
        write_file(export, _question_set(bench))
        return 0
    if format_ == "questions":
        show(_question_set(bench).rstrip("\n"))
        return 0
    return _list(bench, question if rates and not forget else "", format_)


@click.command(cls=Command)
@click.argument("questions", required=False, type=click.Path(path_type=Path))
@index_option
@option("--also", multiple=True, metavar="NAME=FILE", help="Another index with its questions; repeatable.")
@option("--folds", type=click.IntRange(2), default=5, show_default=True, metavar="N", help="Parts held out in turn.")
@option("--save", "keep", old=("--keep",), metavar="NAME", help="Save the weights as configuration NAME if they help.")
@exit_code_option("Exit with 1 when the weights do not help.")
@format_option()
@config_option
@set_option
def tune(
    questions: Path | None, index: str | None, also: tuple[str, ...], folds: int, keep: str | None, format_: str,
    config: str | None, sets: tuple[str, ...],
) -> int:  # fmt: skip
    """Learn ranking weights, and test whether they help.

    QUESTIONS is a question set (default: your ratings). Each question is measured with weights learned without it. Nothing
    changes without --save.
    """
    from core.present.export import text
    from core.workbench import open_workbench
    from core.workbench.configurations import keep_configuration
    from core.workbench.tuning import HELPED

    bench = opened(index, sets, config)
    others = [
        (open_workbench(name, settings=parse_sets(sets)), Path(path))
        for name, path in parse_sets(also, "--also takes NAME=FILE").items()
    ]
    found = bench.tune(questions, others=others, folds=folds)
    show(text.as_json(found.to_json()) if format_ == "json" else str(found))
    if found.verdict != HELPED:
        if keep:
            note(f"'{keep}' was not saved: the weights do not help.")
        return exit_if(True)
    if keep:
        saved = keep_configuration(bench, keep, found.changes)
        say(f"Saved as '{saved.name}'. Use it: orienteer ask QUESTION --config '{saved.name}'")
    return 0


def _say(bench: Workbench, question: str, right: tuple[str, ...], wrong: tuple[str, ...], missing: tuple[str, ...]) -> None:
    for verdict, names in (("right", right), ("wrong", wrong)):
        for name in names:
            bench.judge(question, name, verdict)
    for name in missing:
        bench.report_gap(question, name)


def _list(bench: Workbench, question: str, format_: str) -> int:
    from core.model.judged import Judgements
    from core.present.export import text
    from core.present.export.text import judged_rows, judged_text

    every = bench.judged
    shown = Judgements(every.path, {question: every.of(question)}) if question else every
    show(text.as_json(judged_rows(shown)) if format_ == "json" else judged_text(shown, bench.heads))
    return exit_if(not shown.questions)


def _question_set(bench: Workbench) -> str:
    from core.workbench.judgements import judged_set

    return judged_set(bench).read_text(encoding="utf-8")
