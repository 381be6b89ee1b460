"""Commands about the running application: what it defines, and what was recorded of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli import completing
from core.cli.command import Command, Group, exit_code_option, exit_if, option, say, show
from core.cli.file_commands import KeptFiles
from core.cli.options import Folder, format_option, index_option, limit_option, opened, set_option

if TYPE_CHECKING:
    from core.model.observed import Recording
    from core.workbench import Workbench


_LISTS = ("routes", "actions", "jobs", "views", "code", "queries", "never", "edges")
_HIDDEN = ("unit", "file_path", "line", "total_ms", "type")


@click.group(cls=Group)
def recording() -> None:
    """Keep logs, traces and profiles: add, list, rm, show.

    No parameter, SQL value, personal address or path with an id is kept of a recording.
    """


@recording.command("show")
@click.argument("unit", nargs=-1, required=True, shell_complete=completing.units)
@index_option
@exit_code_option("Exit with 1 when it was never seen.")
@format_option()
def show_(unit: tuple[str, ...], index: str | None, format_: str) -> int:
    """Show calls, time, errors and callers of a unit."""
    return _unit(opened(index), " ".join(unit), format_)


@recording.command("top")
@click.argument("what", type=click.Choice(_LISTS))
@index_option
@limit_option(20)
@exit_code_option()
@format_option()
def top(what: str, index: str | None, limit: int, format_: str) -> int:
    """Rank what takes the time, by kind.

    `never` lists what no recording saw, `edges` the calls that only a recording knows.
    """
    return _top(opened(index), what, limit, format_)


@click.command(cls=Command, hidden=True)
@click.argument("name", nargs=-1, metavar="[UNIT]")
@index_option
@option("--keep", type=click.Path(exists=True, dir_okay=False, path_type=Path), multiple=True, help="As recording add.")
@option("--forget", multiple=True, help="As recording rm.")
@option("--list", "list_", type=click.Choice(_LISTS), help="As recording top.")
@limit_option(20)
@format_option()
def runtime(
    name: tuple[str, ...], index: str | None, keep: tuple[Path, ...], forget: tuple[str, ...], list_: str | None, limit: int,
    format_: str,
) -> int:  # fmt: skip
    """Old name of `recording`."""
    say("'runtime' is now: orienteer recording add, list, rm, show, top")
    bench, asked = opened(index), " ".join(name)
    if sum((bool(asked), list_ is not None, bool(keep or forget))) > 1:
        raise click.UsageError("More than one thing asked for. Give one of UNIT, --list, --keep, --forget.")
    if asked:
        return _unit(bench, asked, format_)
    if list_:
        return _top(bench, list_, limit, format_)
    _RECORDINGS.change(bench, keep, forget)
    return _RECORDINGS.show(bench, format_)


def _unit(bench: Workbench, name: str, format_: str) -> int:
    from core.present.export import text

    found = bench.observed(name)
    show(text.as_json(found) if format_ == "json" else str(found))
    return exit_if(found.verdict != "seen")


def _top(bench: Workbench, what: str, limit: int, format_: str) -> int:
    from core.present.export import text

    found = bench.runtime(what)
    rows = (found := found.first(limit)).to_rows()
    if format_ == "json":
        show(text.as_json({"title": found.title, "notes": found.notes, "rows": rows, "count": len(found)}))
    else:
        hidden = _HIDDEN if "name" in found.columns else ("total_ms",)
        filled = [one for one in found.columns if one == "callers" or any(row[one] not in ("", 0, None) for row in rows)]
        columns = [one for one in filled if one not in hidden]
        table = text.table([{column: row[column] for column in columns} for row in rows])
        show(f"{found.sentence}\n{table}" if rows else found.sentence)
        if len(found) > limit:
            say(f"Showing {limit} of {len(found):,} rows: raise --limit.")
    return exit_if(not rows)


def _line(one: Recording) -> str:
    from core.inspect.observed.index import span_of
    from core.text.counts import counted_as

    return (
        f"{one.source}\n  {one.format}, {counted_as(one.subjects, 'name')} ({', '.join(one.kinds)}),"
        f" {one.calls:,} requests and jobs, {counted_as(one.samples, 'sample')}, {span_of([one]) or 'no times'};"
        f" added {one.imported}" + "".join(f"\n  left out: {count:,} {why}" for why, count in one.left_out)
    )


_RECORDINGS = KeptFiles(
    "recording", "logs, traces, profiles or exports",
    add=lambda bench, files: bench.keep_recordings(files),
    forget=lambda bench, source: bench.forget_recording(source),
    every=lambda bench: bench.recordings(),
    line=_line,
)  # fmt: skip
_RECORDINGS.commands(recording)


@click.command(cls=Command)
@click.argument("path", type=Folder())
@option("--name", help="Index to update with the result (default: folder name).")
@option("--runner", default="", metavar="CMD", help="Command that runs Ruby (default: bin/rails runner).")
@option("--env", default="", metavar="ENV", help="RAILS_ENV (default: the application's own).")
@option("--timeout", "seconds", type=click.FloatRange(min=1), default=300, show_default=True, metavar="S", help="Most seconds.")
@option("--print-only", is_flag=True, help="Print the command, and run nothing.")
@set_option
def probe(path: Path, name: str | None, runner: str, env: str, seconds: float, print_only: bool, sets: tuple[str, ...]) -> None:
    """Boot a Rails application to learn what it defines.

    The next `orienteer index` merges the result. Runs the application's own code. Reads the schema of its database, never
    the rows.
    """
    from core.cli.options import parse_sets
    from core.settings import read_settings
    from core.workbench.checkouts import checked_root, name_of, plan, take

    root = checked_root(path)
    run = plan(root, name or name_of(root), read_settings(parse_sets(sets)), runner, env, seconds)
    if print_only:
        show(run.sentence)
        return
    say(f"Running: {run.sentence}")
    show(take(run).sentence)
