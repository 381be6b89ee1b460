"""Commands that keep what readers say of answers, tell what answers lack, and learn from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli.options import config_option, format_option, index_option, opened, parse_sets, set_option
from core.errors import SettingsError, StoreError

if TYPE_CHECKING:
    from core.workbench import Workbench


@click.command()
@click.argument("words", metavar="[QUESTION]", nargs=-1)
@index_option
@click.option("--right", multiple=True, metavar="UNIT", help="UNIT answers QUESTION; repeatable.")
@click.option("--wrong", multiple=True, metavar="UNIT", help="UNIT does not; repeatable.")
@click.option(
    "--missing", multiple=True, metavar="UNIT", help="The answer lacked UNIT, which the index need not have; repeatable."
)
@click.option("--score", type=click.IntRange(1, 5), help="How good the answer was: 1 useless, 5 all that was wanted.")
@click.option("--comment", default="", metavar="TEXT", help="What to say of the answer, with --score.")
@click.option("--gaps", is_flag=True, help="What answers still lack, with the cause of each, those that repeat first.")
@click.option("--export", type=click.Path(path_type=Path), metavar="FILE", help="Write all of it as a question set.")
@click.option("--forget", is_flag=True, help="Forget QUESTION.")
@click.option("--forget-all", is_flag=True, help="Forget everything, also which units were opened.")
@format_option()
def feedback(
    words: tuple[str, ...], index: str | None, right: tuple[str, ...], wrong: tuple[str, ...], missing: tuple[str, ...],
    score: int | None, comment: str, gaps: bool, export: Path | None, forget: bool, forget_all: bool, format_: str,
) -> None:  # fmt: skip
    """Say how good the answer to QUESTION was, or list what was said; it is kept beside the index, on this machine."""
    from core.present.export import text
    from core.workbench.personal import opened_path

    bench, question = opened(index), " ".join(words)
    said = bool(right or wrong or missing or score is not None or comment or forget)
    if said and not question:
        raise SettingsError('Of which question? Give it: orienteer feedback "QUESTION" --right UNIT')
    if comment and score is None:
        raise SettingsError("A comment goes with a score: --score 2 --comment TEXT")
    if gaps:
        found = bench.gaps()
        click.echo(text.as_json(found) if format_ == "json" else str(found))
        raise SystemExit(0 if found.gaps else 1)
    _say(bench, question, right, wrong, missing)
    if score is not None:
        bench.rate(question, score, comment)
    if forget or forget_all:
        bench.forget_judged(question if forget else "")
    if forget_all:
        opened_path(bench).unlink(missing_ok=True)
    if export:
        _write(bench, export)
    else:
        _tell(bench, question if said and not forget else "", format_)


@click.command()
@click.argument("questions", required=False, type=click.Path(path_type=Path))
@index_option
@click.option(
    "--also", multiple=True, metavar="NAME=FILE", help="Another index and its questions: folds are repositories then."
)
@click.option("--folds", type=click.IntRange(2), default=5, show_default=True, help="Parts that are held out in turn.")
@click.option("--keep", metavar="NAME", help="Keep the weights as this configuration, if they helped.")
@format_option()
@config_option
@set_option
def tune(
    questions: Path | None, index: str | None, also: tuple[str, ...], folds: int, keep: str | None, format_: str,
    config: str | None, sets: tuple[str, ...],
) -> None:  # fmt: skip
    """Learn weights of the ranking on QUESTIONS (default: those that were judged) and say whether they help.

    Each question is measured with weights learned without it. Nothing changes unless --keep is given.
    """
    from core.present.export import text
    from core.workbench import open_workbench
    from core.workbench.configurations import keep_configuration
    from core.workbench.tuning import HELPED

    bench = opened(index, sets, config)
    others = [(open_workbench(name, settings=parse_sets(sets)), Path(path)) for name, path in parse_sets(also).items()]
    found = bench.tune(questions, others=others, folds=folds)
    click.echo(text.as_json(found.to_json()) if format_ == "json" else str(found))
    if found.verdict != HELPED:
        if keep:
            click.echo(f"note: '{keep}' was not kept, because it did not help.", err=True)
        raise SystemExit(1)
    if keep:
        kept = keep_configuration(bench, keep, found.changes)
        click.echo(f"Kept as '{kept.name}': orienteer ask --config '{kept.name}' …", err=True)


def _say(bench: Workbench, question: str, right: tuple[str, ...], wrong: tuple[str, ...], missing: tuple[str, ...]) -> None:
    for verdict, names in (("right", right), ("wrong", wrong)):
        for name in names:
            bench.judge(question, name, verdict)
    for name in missing:
        bench.report_gap(question, name)


def _tell(bench: Workbench, question: str, format_: str) -> None:
    from core.model.judged import Judgements
    from core.present.export import text
    from core.present.export.judged import judged_rows, judged_text

    every = bench.judged
    shown = Judgements(every.path, {question: every.of(question)}) if question else every
    click.echo(text.as_json(judged_rows(shown)) if format_ == "json" else judged_text(shown, bench.heads))
    raise SystemExit(0 if shown.questions else 1)


def _write(bench: Workbench, path: Path) -> None:
    from core.workbench.judgements import judged_set

    try:
        path.write_bytes(judged_set(bench).read_bytes())
    except OSError as problem:
        raise StoreError(f"{path} cannot be written: {problem.strerror}. Choose another place.") from problem
    click.echo(f"Wrote {path}")


COMMANDS = (feedback, tune)
