"""Commands about one unit, column or entry point, and the searches by name and by text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from core.cli import completing
from core.cli.command import Command, Decorated, exit_code_option, exit_if, note, option, show
from core.cli.options import (
    depth_option,
    format_option,
    index_option,
    kind_option,
    language_option,
    limit_option,
    opened,
    path_option,
    repository_option,
    tests_option,
    type_option,
    where_of,
    where_option,
)

_SHOWN = 40  # rows of a search as text
unit_argument = click.argument("unit", shell_complete=completing.units)


@click.command(cls=Command)
@unit_argument
@index_option
@depth_option
@kind_option
@format_option("markdown")
def show_(unit: str, index: str | None, depth: int, kinds: tuple[str, ...], format_: str) -> None:
    """Show a unit: its code, facts, relations, history."""
    from core.present.export import text

    bench = opened(index)
    sheet = bench.sheet(unit, depth=depth, kinds=kinds)
    asked, known = unit.strip().lower(), bench.find(unit, limit=_SHOWN)
    namesakes = [head for head in known if asked in (head.identifier.lower(), head.name.lower()) and not head.is_test]
    if others := [f"{one.type} {one.identifier} ('{one.key}')" for one in namesakes if one.key != sheet.unit.key]:
        note(f"This is the {sheet.unit.type}. The name also means: {', '.join(others)}.")
    show(text.as_json(sheet) if format_ == "json" else text.sheet(sheet, markdown=format_ == "markdown"))


def _neighbour_options(command: Decorated) -> Decorated:
    """Declare what `deps` and `dependents` take alike, in the order of their help."""
    mentions = option("--mentions", is_flag=True, help="List the mentions that are not resolved.")
    options = (
        index_option,
        depth_option,
        kind_option,
        tests_option,
        mentions,
        limit_option(),
        exit_code_option(),
        format_option(),
    )
    for declare in (*reversed(options), unit_argument):
        command = declare(command)
    return command


@click.command(cls=Command)
@_neighbour_options
def deps(**given: Any) -> int:
    """List what a unit uses, with file and line."""
    return _neighbours(**given, forwards=True)


@click.command(cls=Command)
@_neighbour_options
def dependents(**given: Any) -> int:
    """List what uses a unit, with file and line."""
    return _neighbours(**given, forwards=False)


def _neighbours(
    unit: str, index: str | None, depth: int, kinds: tuple[str, ...], tests: bool, mentions: bool, limit: int | None,
    format_: str, *, forwards: bool,
) -> int:  # fmt: skip
    from core.present.export import text
    from core.workbench.sheets import unresolved_mentions

    bench = opened(index)
    asked = bench.dependencies if forwards else bench.dependents
    every = asked(unit, depth, kinds, tests=tests)
    rows = replace(every, rows=every.rows[:limit])
    show(text.as_json(rows) if format_ == "json" else text.neighbours(rows))
    if mentions and format_ != "json":
        show("\n".join(["", "Unresolved mentions:", *(f"  {place}" for place in unresolved_mentions(bench, unit))]))
    if format_ == "json" and not rows.rows:
        note(rows.sentence)
    more = {"--mentions": "unresolved" in rows.sentence and not mentions, "--include-tests": "in tests" in rows.sentence}
    if format_ != "json" and (flags := [flag for flag, has in more.items() if has]):
        note(f"To list more: {' '.join(flags)}")
    if len(rows.rows) < len(every.rows):
        note(f"Showing {len(rows.rows)} of {len(every.rows):,} rows: raise --limit.")
    return exit_if(not rows.rows)


@click.command(cls=Command)
@click.argument("start", shell_complete=completing.units)
@click.argument("end", shell_complete=completing.units)
@index_option
@option("--depth", type=click.IntRange(1), metavar="N", help="Longest path, in relations.")
@kind_option
@exit_code_option("Exit with 1 when there is no path.")
@format_option()
def path(start: str, end: str, index: str | None, depth: int | None, kinds: tuple[str, ...], format_: str) -> int:
    """Find the shortest path of relations between units."""
    from core.present.export import text
    from core.workbench.limit_values import check_kinds

    bench = opened(index)
    check_kinds(bench, kinds)
    found = bench.analyse.path(bench.head(start).key, bench.head(end).key, kinds=kinds)
    if depth and len(found.items) > depth:
        note(f"The shortest path has {len(found.items)} relations, more than {depth}.")
        show("[]" if format_ == "json" else "nothing")
        return exit_if(True)
    show(text.as_json(found) if format_ == "json" else text.result(found))
    return exit_if(not found.to_rows())


@click.command(cls=Command)
@click.argument("letters", metavar="NAME...", nargs=-1, required=True, shell_complete=completing.units)
@index_option
@type_option
@limit_option(12)
@exit_code_option()
@format_option()
def find(letters: tuple[str, ...], index: str | None, types: tuple[str, ...], limit: int, format_: str) -> int:
    """Find units, files and routes by parts of their name.

    For example 'comments create', 'OrCo' or '/orders/:id'. Exact names come first: types, then members, then files and
    routes. Tests and vendored code come last.
    """
    from core.present.export import text

    found = opened(index).find(" ".join(letters), limit=limit, types=types)
    rows = [{"unit": head.key, "file": head.file_path, "line": head.start_line} for head in found]
    written = [{**row, "line": row["line"] or None} for row in rows]  # a folder has no lines
    show(text.as_json(rows) if format_ == "json" else text.table(written))
    return exit_if(not rows)


@click.command(cls=Command)
@click.argument("words", metavar="TEXT...", nargs=-1, required=True)
@index_option
@option("-e", "--regex", is_flag=True, help="Read TEXT as a regular expression (RE2), per line.")
@type_option
@path_option
@language_option
@repository_option
@where_option
@limit_option(help_=f"Maximum rows (default: {_SHOWN}; all with -f json).")
@exit_code_option()
@format_option()
def search(
    words: tuple[str, ...], index: str | None, regex: bool, where: tuple[str, ...], limit: int | None, format_: str,
    **limits: tuple[str, ...],
) -> int:  # fmt: skip
    """Search names and code for a text, word for word."""
    from core.present.export import text

    found = opened(index).search(" ".join(words), regex=regex, where=where_of(where), **limits)
    rows = found.to_rows()
    shown = rows[: limit or (len(rows) if format_ == "json" else _SHOWN)]
    show(text.as_json(shown) if format_ == "json" else "\n".join([found.sentence, *([text.table(shown)] if shown else [])]))
    if len(shown) < len(rows):
        note(f"Showing {len(shown)} of {len(rows):,}. For more, raise --limit.")
    return exit_if(not rows)


@click.command(cls=Command)
@click.argument("name", shell_complete=completing.units)
@option("--to", "new", default="", metavar="NEW", help="New name: list what has it already.")
@index_option
@limit_option(_SHOWN)
@exit_code_option("Exit with 1 when the new name is taken.")
@format_option()
def rename(name: str, new: str, index: str | None, limit: int, format_: str) -> int:
    """List the lines to change for a new name.

    NAME is a method, class, route or column (users.email). Each line is certain, possible (the name on a value of unknown type)
    or in a text. Tests come last.
    """
    from core.present.export import text

    found = opened(index).rename(name, new)
    show(text.as_json(found) if format_ == "json" else text.rename(found, limit))
    return exit_if(bool(found.collisions))


show_.name = "show"


@click.command(cls=Command)
@click.argument("name", metavar="TABLE.COLUMN")
@index_option
@exit_code_option("Exit with 1 when nothing uses it.")
@format_option()
def column(name: str, index: str | None, format_: str) -> int:
    """List what reads and writes a column of the database.

    NAME is TABLE.COLUMN or Model.column. For a TABLE or Model alone: what creates and deletes its rows.
    """
    from core.present.export import columns, text

    sheet = opened(index).column(name)
    if format_ == "json":
        show(text.as_json(columns.as_values(sheet)))
    else:
        show(columns.sheet(sheet))
    return exit_if(not sheet.uses)


@click.command(cls=Command)
@click.argument("entry", metavar="ENTRY...", nargs=-1, required=True, shell_complete=completing.units)
@index_option
@option("--depth", type=click.IntRange(1, 12), default=4, show_default=True, help="How many calls deep to follow.")
@option("-b", "--budget", type=click.IntRange(1), metavar="TOKENS", help="Token budget: show the steps that matter most.")
@option("--reverse", is_flag=True, help="List the entry points that reach ENTRY.")
@option("--destroy", is_flag=True, help="Show what is deleted with a record of model ENTRY.")
@option("--whole", is_flag=True, help="Keep calls without an effect.")
@option("--steps", type=click.IntRange(1), default=600, show_default=True, help="Most steps to follow.")
@exit_code_option("Exit with 1 when there are no steps.")
@format_option("mermaid")
def flow(
    entry: tuple[str, ...],
    index: str | None,
    depth: int,
    budget: int | None,
    reverse: bool,
    destroy: bool,
    whole: bool,
    steps: int,
    format_: str,
) -> int:
    """Trace what happens when ENTRY runs, step by step.

    ENTRY is a route (POST /comments), an action (comments#create), a job, a mail, a task or any method. With --reverse it
    may also be FILE:LINE.
    """
    from core.flow.text import flow_text, reach_text
    from core.present.export import flows, text
    from core.text.tokens import count_tokens

    bench, name = opened(index), " ".join(entry)
    if reverse:
        reach = bench.reached_from(name)
        if format_ == "json":
            show(text.as_json(reach))
        elif format_ == "mermaid":
            show(flows.reach_mermaid(reach))
        else:
            show(reach_text(reach, budget or 0, count_tokens))
        return exit_if(not reach.chains)
    found = bench.destroyed(name, depth=depth) if destroy else bench.flow(name, depth=depth, whole=whole, steps=steps)
    if format_ == "text":
        show(flow_text(found, budget or 0, count_tokens))
    else:
        show(flows.flow_json(found) if format_ == "json" else flows.flow_mermaid(found))
    return exit_if(not found.steps)
