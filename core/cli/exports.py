"""The command that writes an index for other tools."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.options import Folder, index_option, opened


@click.command()
@click.argument("folder", metavar="DIR", type=Folder())
@click.option("--format", "format_", type=click.Choice(["woods"]), default="woods", help="woods: as the Ruby gem writes it.")
@index_option
def export(folder: Path, format_: str, index: str | None) -> None:
    """Write the index into DIR as JSON files, one per unit, with graph, manifest and SUMMARY.md."""
    from core.present.woods import write_folder

    written = write_folder(opened(index).index, folder)
    click.echo(f"{written:,} units in {folder}; 'orienteer index --from-woods {folder}' reads them.")


COMMANDS = (export,)
