"""The command that asks a booted Rails application what it consists of."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.options import Folder, set_option


@click.command("probe")
@click.argument("path", type=Folder())
@click.option("--name", help="The index that will merge the answer; default: the folder's name.")
@click.option(
    "--runner", default="", metavar="CMD", help="What runs a Ruby script in the application; default: bin/rails runner."
)
@click.option("--env", default="", metavar="ENV", help="RAILS_ENV; default: as the application decides.")
@click.option(
    "--timeout", "seconds", type=click.FloatRange(min=1), default=300, show_default=True, metavar="S", help="Seconds."
)
@click.option("--print-only", is_flag=True, help="Say what would be run, and run nothing.")
@set_option
def probe(path: Path, name: str | None, runner: str, env: str, seconds: float, print_only: bool, sets: tuple[str, ...]) -> None:
    """Boot the Rails application at PATH and keep what it says of itself for the next `orienteer index`.

    This runs the application's own code. It reads the database's schema, never its rows.
    """
    from core.cli.options import parse_sets
    from core.settings import read_settings
    from core.workbench.checkouts import checked_root, name_of, plan, take

    root = checked_root(path)
    run = plan(root, name or name_of(root), read_settings(parse_sets(sets)), runner, env, seconds)
    if print_only:
        click.echo(run.sentence)
        return
    click.echo(f"Running: {run.sentence}", err=True)
    click.echo(take(run).sentence)


COMMANDS = (probe,)
