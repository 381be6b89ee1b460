"""The command that keeps an index current: until Ctrl-C, or as a service of the user."""

from __future__ import annotations

import os
from pathlib import Path

import click

from core.cli.command import Command, exit_code_option, exit_if, fail, note, option, show
from core.cli.options import Folder, set_option

_ASKED = ("install", "print", "status", "stop", "logs")


@click.command(cls=Command)
@click.argument("path", type=Folder())
@option("--name", help="Name of the index (default: folder name).")
@option("--no-vectors", is_flag=True, help="Skip sentence vectors.")
@option("--interval", type=click.FloatRange(0.05), default=1.0, show_default=True, metavar="S", help="Seconds between checks.")
@option(
    "--service", "service", type=click.Choice(_ASKED), is_flag=False, flag_value="install", metavar=f"[{'|'.join(_ASKED)}]",
    help="Run as a systemd or launchd service.",
)  # fmt: skip
@exit_code_option("Exit with 1 when --service status finds it stopped.")
@set_option
def watch(path: Path, name: str | None, no_vectors: bool, interval: float, service: str | None, sets: tuple[str, ...]) -> int:
    """Keep the index of PATH current, until Ctrl-C.

    --service installs and starts a service of systemd or launchd; print shows its file, status, stop and logs manage it.
    """
    if service:
        options = [*(["--no-vectors"] if no_vectors else []), *(["--interval", str(interval)] if interval != 1.0 else [])]
        return _service(path, name, service, [*options, *(part for pair in sets for part in ("--set", pair))])
    from core.cli.interrupts import ending_soon, tell_interrupted
    from core.cli.options import parse_sets
    from core.errors import WorkbenchError
    from core.settings import read_settings
    from core.workbench.checkouts import IndexReport
    from core.workbench.checkouts import watch as keep_current

    def told(news: IndexReport | WorkbenchError) -> None:
        if isinstance(news, IndexReport):
            show(news.sentence)
        else:
            fail(str(news))

    try:
        with ending_soon(status=0):
            keep_current(path, read_settings(parse_sets(sets)), told, name=name, vectors=not no_vectors, interval=interval)
    except KeyboardInterrupt:
        tell_interrupted("Stopped watching. The index is as last published.", err=False)
    return 0


def _service(path: Path, name: str | None, asked: str, options: list[str]) -> int:
    """Do what is asked of the service of a checkout; returns the exit status."""
    from core.serving import background
    from core.workbench.checkouts import checked_root, name_of

    root = checked_root(path)
    service = background.background_service(root, name or name_of(root), options, os.environ)
    if service.left_out and asked in ("install", "print"):
        note(
            f"Not written, because they may contain a secret: {', '.join(service.left_out)}. Set them for the service yourself."
        )
    if asked == "print":
        show(service.text.rstrip("\n"))
    elif asked == "install":
        show(background.install(service))
    elif asked == "stop":
        show(background.stop(service))
    elif asked == "logs":
        show(background.log(service))
    else:
        text, runs = background.state(service)
        show(text)
        return exit_if(not runs)
    return 0
