"""The command that keeps an index current: until Ctrl-C, or as a service of the user."""

from __future__ import annotations

import os
from pathlib import Path

import click

from core.cli.options import Folder, set_option

_ASKED = ("install", "print", "status", "stop", "logs")


@click.command()
@click.argument("path", type=Folder())
@click.option("--name", help="The name of the index; default: the folder's name.")
@click.option("--no-vectors", is_flag=True, help="Word vectors only: leave those of sentences for a later run.")
@click.option("--interval", type=click.FloatRange(0.05), default=1.0, show_default=True, help="Seconds between two looks.")
@click.option(
    "--service", "service", type=click.Choice(_ASKED), is_flag=False, flag_value="install", metavar=f"[{'|'.join(_ASKED)}]",
    help="As a service of systemd or launchd: write and start it, print its file, ask for it, stop it, show its log.",
)  # fmt: skip
@set_option
def watch(path: Path, name: str | None, no_vectors: bool, interval: float, service: str | None, sets: tuple[str, ...]) -> None:
    """Index the checkout at PATH now and after every change, until Ctrl-C, or as a service."""
    if service:
        options = [*(["--no-vectors"] if no_vectors else []), *(["--interval", str(interval)] if interval != 1.0 else [])]
        _service(path, name, service, [*options, *(part for pair in sets for part in ("--set", pair))])
        return
    from core.cli.interrupts import ending_soon, tell_interrupted
    from core.cli.options import parse_sets
    from core.errors import WorkbenchError
    from core.settings import read_settings
    from core.workbench.checkouts import IndexReport
    from core.workbench.checkouts import watch as keep_current

    def told(news: IndexReport | WorkbenchError) -> None:
        if isinstance(news, IndexReport):
            click.echo(news.sentence)
        else:
            click.echo(f"orienteer: {news}", err=True)

    try:
        with ending_soon(status=0):
            keep_current(path, read_settings(parse_sets(sets)), told, name=name, vectors=not no_vectors, interval=interval)
    except KeyboardInterrupt:
        tell_interrupted("No longer watching; the index stands as it was last published.", err=False)


def _service(path: Path, name: str | None, asked: str, options: list[str]) -> None:
    """Do what is asked of the service of a checkout; status 1 when it does not run."""
    from core.serving import background
    from core.workbench.checkouts import checked_root, name_of

    root = checked_root(path)
    service = background.background_service(root, name or name_of(root), options, os.environ)
    if service.left_out and asked in ("install", "print"):
        told = f"Not written down, as they may hold a secret: {', '.join(service.left_out)}. Give them to the service yourself."
        click.echo(told, err=True)
    if asked == "print":
        click.echo(service.text, nl=False)
    elif asked == "install":
        click.echo(background.install(service))
    elif asked == "stop":
        click.echo(background.stop(service))
    elif asked == "logs":
        click.echo(background.log(service))
    else:
        text, runs = background.state(service)
        click.echo(text)
        raise SystemExit(0 if runs else 1)


COMMANDS = (watch,)
