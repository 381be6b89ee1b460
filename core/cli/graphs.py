"""Commands about one unit, its relations and the shape of the whole."""

from __future__ import annotations

import click

from core.cli.options import Command, depth_option, format_option, index_option, kind_option, opened, where_of, where_option
from core.vocabulary import ANALYSIS_OPTIONS


@click.command()
@click.argument("unit")
@index_option
@depth_option
@kind_option
@format_option("markdown")
def show(unit: str, index: str | None, depth: int, kinds: tuple[str, ...], format_: str) -> None:
    """Show UNIT: its code, facts, relations and history."""
    from core.present.export import text

    sheet = opened(index).sheet(unit, depth=depth, kinds=kinds)
    click.echo(text.as_json(sheet) if format_ == "json" else text.sheet(sheet, markdown=format_ == "markdown"))


def _neighbour_options(command: Command) -> Command:
    """Declare what `deps` and `dependents` take alike, in the order of their help."""
    tests = click.option("--tests/--no-tests", default=False, help="Whether tests count.")
    for option in (format_option(), tests, kind_option, depth_option, index_option, click.argument("unit")):
        command = option(command)
    return command


@click.command()
@_neighbour_options
def deps(unit: str, index: str | None, depth: int, kinds: tuple[str, ...], tests: bool, format_: str) -> None:
    """List what UNIT uses, with the line that says so."""
    _neighbours(unit, index, depth, kinds, tests, format_, forwards=True)


@click.command()
@_neighbour_options
def dependents(unit: str, index: str | None, depth: int, kinds: tuple[str, ...], tests: bool, format_: str) -> None:
    """List what uses UNIT, with the line that says so."""
    _neighbours(unit, index, depth, kinds, tests, format_, forwards=False)


def _neighbours(
    unit: str, index: str | None, depth: int, kinds: tuple[str, ...], tests: bool, format_: str, *, forwards: bool
) -> None:
    from core.present.export import text

    bench = opened(index)
    asked = bench.dependencies if forwards else bench.dependents
    rows = asked(unit, depth, kinds, tests=tests)
    click.echo(text.as_json(rows) if format_ == "json" else text.neighbours(rows))
    if format_ == "json" and not rows.rows:
        click.echo(f"note: {rows.sentence}", err=True)
    raise SystemExit(0 if rows.rows else 1)


@click.command()
@click.argument("start")
@click.argument("end")
@index_option
@click.option("--depth", type=click.IntRange(1), help="Only a chain of at most so many relations.")
@kind_option
@format_option()
def path(start: str, end: str, index: str | None, depth: int | None, kinds: tuple[str, ...], format_: str) -> None:
    """Find the shortest chain of relations from START to END."""
    from core.present.export import text

    bench = opened(index)
    found = bench.analyse.path(bench.head(start).key, bench.head(end).key, kinds=kinds)
    if depth and len(found.items) > depth:
        click.echo(f"note: the shortest chain has {len(found.items)} relations, more than {depth}.", err=True)
        click.echo("[]" if format_ == "json" else "nothing")
        raise SystemExit(1)
    click.echo(text.as_json(found) if format_ == "json" else text.result(found))
    raise SystemExit(0 if found.to_rows() else 1)


@click.command()
@click.argument("letters", nargs=-1, required=True)
@index_option
@click.option("--type", "types", multiple=True, metavar="T", help="Only units of this type; repeatable.")
@click.option("--limit", type=click.IntRange(1), default=12, show_default=True)
@format_option()
def find(letters: tuple[str, ...], index: str | None, types: tuple[str, ...], limit: int, format_: str) -> None:
    """Find units, files and routes by LETTERS of their names: 'comments create', 'OrCo', '/orders/:id'."""
    from core.present.export import text

    found = opened(index).find(" ".join(letters), limit=limit, types=types)
    rows = [{"unit": head.key, "file": head.file_path, "line": head.start_line} for head in found]
    click.echo(text.as_json(rows) if format_ == "json" else text.table(rows))
    raise SystemExit(0 if rows else 1)


@click.command()
@click.argument("words", nargs=-1, required=True)
@index_option
@click.option("-e", "--regex", is_flag=True, help="WORDS are a regular expression (RE2), looked for in each line.")
@click.option("--type", "types", multiple=True, metavar="T", help="Only units of this type; repeatable.")
@click.option("--path", "paths", multiple=True, metavar="GLOB", help="Only files that match; repeatable.")
@click.option("--language", "languages", multiple=True, metavar="NAME", help="Only this language; repeatable.")
@click.option("--repository", "repositories", multiple=True, metavar="NAME", help="Only this member of a set; repeatable.")
@where_option
@click.option("--limit", type=click.IntRange(1), help="At most so many rows; default 40, and all of them as JSON.")
@format_option()
def search(
    words: tuple[str, ...], index: str | None, regex: bool, where: tuple[str, ...], limit: int | None, format_: str,
    **limits: tuple[str, ...],
) -> None:  # fmt: skip
    """Search WORDS as they are written: the units whose name or text has them, each with its first line."""
    from core.present.export import text

    found = opened(index).search(" ".join(words), regex=regex, where=where_of(where), **limits)
    rows = found.to_rows()
    shown = rows[: limit or (len(rows) if format_ == "json" else 40)]
    click.echo(
        text.as_json(shown) if format_ == "json" else "\n".join([found.sentence, *([text.table(shown)] if shown else [])])
    )
    if len(shown) < len(rows):
        click.echo(f"note: {len(shown)} of {len(rows)} are shown; --limit shows more.", err=True)
    raise SystemExit(0 if rows else 1)


@click.command()
@click.argument("what")
@index_option
@kind_option
@click.option("--level", default="", help=f"{ANALYSIS_OPTIONS['level']}.")
@click.option("--type", "type_", default="", metavar="T", help=ANALYSIS_OPTIONS["type"])
@click.option("--types", is_flag=True, help=f"{ANALYSIS_OPTIONS['types']}.")
@click.option("--limit", type=click.IntRange(1), help="At most so many rows; default 20, and all of them as JSON.")
@format_option()
def analyse(
    what: str, index: str | None, kinds: tuple[str, ...], level: str, type_: str, types: bool, limit: int | None, format_: str
) -> None:
    """Look at the whole: hubs, cycles, bridges, orphans, unused, dead-ends, pagerank, coupling, hotspots …"""
    from core.present.export import text

    most = limit or (0 if format_ == "json" else 20)
    result = opened(index).analysis(what, kinds=kinds, level=level, limit=most, type_=type_, types=types)
    click.echo(text.as_json(result) if format_ == "json" else text.result(result))
    raise SystemExit(0 if result.to_rows() else 1)


COMMANDS = (find, search, show, deps, dependents, path, analyse)
