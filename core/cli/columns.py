"""The command about one column of the database."""

from __future__ import annotations

import click

from core.cli.command import Command, exit_code_option, exit_if, show
from core.cli.options import format_option, index_option, opened


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
