"""The command about what was recorded while the application ran, and the recordings that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli.options import index_option, opened

if TYPE_CHECKING:
    from core.model.observed import Recording
    from core.workbench import Workbench

_LISTS = ("routes", "actions", "jobs", "views", "code", "queries", "never", "edges")
_HIDDEN = ("unit", "file_path", "line", "total_ms", "type")


@click.command()
@click.argument("name", nargs=-1, metavar="[UNIT]")
@index_option
@click.option(
    "--keep", type=click.Path(exists=True, dir_okay=False, path_type=Path), multiple=True, metavar="FILE",
    help="Read a log, trace, profile or export and keep what it counts with the index; repeatable.",
)  # fmt: skip
@click.option("--forget", multiple=True, metavar="FILE", help="Remove a recording that is kept; repeatable.")
@click.option(
    "--list", "list_", type=click.Choice(_LISTS),
    help="What takes the time, by kind; what was never seen; calls that only the runtime knows (edges).",
)  # fmt: skip
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="At most so many rows.")
@click.option("-f", "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
def runtime(
    name: tuple[str, ...], index: str | None, keep: tuple[Path, ...], forget: tuple[str, ...], list_: str | None, limit: int,
    format_: str,
) -> None:  # fmt: skip
    """Tell what recordings say of UNIT (calls, time, errors, callers), or a --list; without either what is kept.

    No parameter, value of SQL, address of a person or path with an id is kept of a recording.
    """
    bench, asked = opened(index), " ".join(name)
    if sum((bool(asked), list_ is not None, bool(keep or forget))) > 1:
        raise click.UsageError("Name a unit, or a --list, or recordings to keep or forget.")
    if asked:
        raise SystemExit(_unit(bench, asked, format_))
    raise SystemExit(_list(bench, list_, limit, format_) if list_ else _recordings(bench, keep, forget, format_))


def _unit(bench: Workbench, name: str, format_: str) -> int:
    from core.present.export import text

    found = bench.observed(name)
    click.echo(text.as_json(found) if format_ == "json" else str(found))
    return 0 if found.verdict == "seen" else 1


def _list(bench: Workbench, list_: str, limit: int, format_: str) -> int:
    from core.model.text_table import text_table
    from core.present.export import text

    found = bench.runtime(list_)
    rows = (found := found.first(limit)).to_rows()
    if format_ == "json":
        click.echo(text.as_json({"title": found.title, "notes": found.notes, "rows": rows, "count": len(found)}))
    else:
        told = [one for one in found.columns if one == "callers" or any(row[one] not in ("", 0, None) for row in rows)]
        columns = [one for one in told if one not in (_HIDDEN if "name" in found.columns else ("total_ms",))]
        click.echo(f"{found.sentence}\n{text_table(columns, rows, None)}" if rows else found.sentence)
        if len(found) > limit:
            click.echo(f"Showing {limit} of {len(found):,} rows (--limit).")
    return 0 if rows else 1


def _recordings(bench: Workbench, keep: tuple[Path, ...], forget: tuple[str, ...], format_: str) -> int:
    from core.present.export import text

    for one in forget:
        bench.forget_recording(one)
    bench.keep_recordings(keep)
    kept = bench.recordings()
    click.echo(text.as_json(kept) if format_ == "json" else _listed(kept))
    return 0 if kept or forget else 1


def _listed(kept: Sequence[Recording]) -> str:
    from core.inspect.observed.index import span_of

    told = [
        f"{one.source}\n  {one.format}, {one.subjects:,} names ({', '.join(one.kinds)}), {one.calls:,} requests and jobs,"
        f" {one.samples:,} samples, {span_of([one]) or 'no times'}; kept {one.imported}"
        + "".join(f"\n  left out: {count:,} {why}" for why, count in one.left_out)
        for one in kept
    ]
    return "\n".join(told) or "No recording is kept with this index. Keep one with: orienteer runtime --keep FILE"


COMMANDS = (runtime,)
