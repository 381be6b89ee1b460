"""The command that the process of an index job runs."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("job", hidden=True)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def job(folder: Path) -> None:
    """Do the job in FOLDER, as the workbench and the interface over HTTP begin it."""
    from core.cli.interrupts import ending_soon
    from core.serving.jobs.job import DONE
    from core.serving.jobs.work import do
    from core.settings import read_settings

    with ending_soon():
        ended = do(folder, read_settings())
    click.echo(ended.says)
    raise SystemExit(0 if ended.state == DONE else 2)


COMMANDS = (job,)
