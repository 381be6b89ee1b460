"""The command `report`: writes chosen views of an index as one document."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.command import Command, option, say
from core.cli.options import config_option, index_option, opened

ROWS = 25
"""Rows of each table that a report prints, unless `--every-row` is given."""


@click.command(cls=Command)
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@index_option
@option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="File to write.")
@option("--view", "views", multiple=True, metavar="ADDRESS", help="View to include, such as '/health?view=cycles'; repeatable.")
@option("--title", default="", help="Title of the document.")
@option("--every-row", "every_row", is_flag=True, help="Print every row of long tables.")
@config_option
def report(
    file: Path | None,
    index: str | None,
    output: Path | None,
    views: tuple[str, ...],
    title: str,
    every_row: bool,
    config: str | None,
) -> None:
    """Write an architecture report, as HTML or Markdown.

    FILE ends with .html or .md. It begins with a summary. Without --view it has the views of an architecture review, with
    pictures and links. Long tables end after 25 rows.
    """
    from core.text.counts import counted_as

    file = output or file
    if file is None:
        raise click.UsageError("No file to write. Name one: orienteer report -o report.html")
    bench = opened(index, config=config)
    document = bench.save_report(file, views, title=title, rows=0 if every_row else ROWS)
    tables = [table for part in document.parts for table in part.tables]
    rows = sum(len(document.printed(table)) for table in tables)
    size = counted_as(file.stat().st_size, "byte")
    say(f"Wrote {file}: {counted_as(len(document.parts), 'view')}, {counted_as(rows, 'row')}, {size}.")
    if cut := sum(1 for table in tables if document.cut(table)):
        say(f"{counted_as(cut, 'table')} cut after {ROWS} rows. For all rows, add --every-row.")
