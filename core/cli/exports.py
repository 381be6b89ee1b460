"""The command that writes an index for other tools."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.command import Command, option, show
from core.cli.options import Folder, index_option, opened


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=Folder())
@option("-f", "--format", "format_", type=click.Choice(["woods"]), default="woods", help="woods: the layout of the Ruby gem.")
@index_option
def export(folder: Path, format_: str, index: str | None) -> None:
    """Write the index into DIR as JSON files.

    One file per unit, with the graph, a manifest and SUMMARY.md.
    """
    from core.present.woods import write_folder
    from core.text.counts import counted_as

    written = write_folder(opened(index).index, folder)
    show(f"Wrote {counted_as(written, 'unit')} to {folder}. To read them: orienteer index --from-woods {folder}")
