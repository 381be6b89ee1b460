"""The command about one column of the database."""

from __future__ import annotations

import click

from core.cli.options import format_option, index_option, opened


@click.command()
@click.argument("name", metavar="TABLE.COLUMN")
@index_option
@click.option("--rename", is_flag=True, help="Every line that a new name would touch, by what it is, and what may be missing.")
@format_option()
def column(name: str, index: str | None, rename: bool, format_: str) -> None:
    """Tell who reads and writes a column, TABLE.COLUMN or Model.column; of a TABLE or Model, who makes and removes rows."""
    from core.present.export import columns, text

    sheet = opened(index).column(name)
    if format_ == "json":
        click.echo(text.as_json(columns.as_values(sheet)))
    else:
        click.echo(columns.rename(sheet) if rename else columns.sheet(sheet))
    raise SystemExit(0 if sheet.uses else 1)


COMMANDS = (column,)
