"""The command that asks a booted Rails application what it consists of."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.command import Command, option, say, show
from core.cli.options import Folder, set_option


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
