"""Commands that answer questions and measure the answers."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.conversations import AskedLimits, conversation_of, conversation_option, total_option
from core.cli.options import (
    config_option,
    format_option,
    index_option,
    opened,
    router_option,
    set_option,
    where_of,
    where_option,
)
from core.model.doubt import NONE


@click.command()
@click.argument("words", metavar="QUESTION", nargs=-1, required=True)
@index_option
@click.option("-b", "--budget", type=int, help="Tokens of the context; default 8000.")
@format_option("markdown", "xml")
@click.option("-s", "--sources", is_flag=True, help="Also where the answer comes from, as a section at the end.")
@click.option("--only-sources", is_flag=True, help="Only where the answer comes from, not the code.")
@click.option("-v", "--verbose", is_flag=True, help="Also each stage, with times and what was dropped.")
@click.option("--type", "types", multiple=True, metavar="T", help="Only units of this type; repeatable.")
@click.option("--path", "paths", multiple=True, metavar="GLOB", help="Only files that match; repeatable.")
@click.option("--repository", "repositories", multiple=True, metavar="NAME", help="Only this member of a set; repeatable.")
@click.option("--exclude", multiple=True, metavar="UNIT", help="Leave this unit out; repeatable.")
@click.option("--language", "languages", multiple=True, metavar="NAME", help="Only this language; repeatable.")
@where_option
@click.option("--tests", is_flag=True, help="Let tests answer too.")
@click.option("--why", metavar="UNIT", help="Explain what became of a unit at each stage.")
@click.option(
    "--after", multiple=True, metavar="QUESTION", help="The question that this one follows up; repeatable, the first one first."
)
@conversation_option
@total_option
@router_option
@config_option
@set_option
def ask(
    words: tuple[str, ...],
    index: str | None,
    budget: int | None,
    format_: str,
    sources: bool,
    only_sources: bool,
    verbose: bool,
    types: tuple[str, ...],
    paths: tuple[str, ...],
    repositories: tuple[str, ...],
    exclude: tuple[str, ...],
    languages: tuple[str, ...],
    where: tuple[str, ...],
    tests: bool,
    why: str | None,
    after: tuple[str, ...],
    conversation: str | None,
    total: int | None,
    router: str | None,
    config: str | None,
    sets: tuple[str, ...],
) -> None:
    """Answer QUESTION with the code that matters, within a budget of tokens; it needs no quotes if the shell lets it pass."""
    from core.present.export import answer

    format_sets = ("assemble.format=xml",) if format_ == "xml" else ()
    router_sets = (f"route.router={router}",) if router else ()
    bench = opened(index, (*format_sets, *sets, *router_sets), config)
    question, limits = " ".join(words), AskedLimits(types, paths, exclude, tests, repositories, languages, where_of(where))
    if conversation:
        talk = conversation_of(bench, conversation, total, after, limits)
        run = talk.ask(question, budget=budget)
        click.echo(f"note: {talk.conversation.sentence}", err=True)
    else:
        run = bench.ask(
            question, budget=budget, types=types, paths=paths, exclude=exclude, include_tests=tests, repositories=repositories,
            languages=languages, where=limits.where, after=after,
        )  # fmt: skip
    if why:
        click.echo(bench.why_not(run, why).sentence)
    elif format_ == "json":
        click.echo(answer.as_json(run))
    else:
        click.echo(answer.as_text(run, format_, sources=sources, code=not only_sources, verbose=verbose))
    if near := bench.asked_before(question):
        click.echo(f"asked before: {'; '.join(near)}", err=True)
    for note in run.notes:
        click.echo(f"note: {note}", err=True)
    raise SystemExit(0 if run.ranked and run.doubt.level != NONE else 1)


@click.command()
@click.argument("questions", type=click.Path(path_type=Path))
@index_option
@click.option("-b", "--budget", type=int, help="Tokens of each context; default 8000.")
@click.option(
    "--baseline", "baselines", multiple=True, help="Also measure grep, file, naive, lexical, vectors or ranked; repeatable."
)
@format_option()
@config_option
@set_option
def evaluate(
    questions: Path,
    index: str | None,
    budget: int | None,
    baselines: tuple[str, ...],
    format_: str,
    config: str | None,
    sets: tuple[str, ...],
) -> None:
    """Measure the answers on a set of questions with known answers."""
    from core.present.export import text

    report = opened(index, sets, config).evaluate(questions, budget=budget, baselines=baselines)
    click.echo(text.as_json(report.to_json()) if format_ == "json" else report.to_text())


COMMANDS = (ask, evaluate)
