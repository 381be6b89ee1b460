"""The command that the process of an index job runs."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.command import Command, show


@click.command("job", cls=Command, hidden=True)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def job(folder: Path) -> int:
    """Run the index job in FOLDER, for pages and HTTP."""
    from core.cli.interrupts import ending_soon
    from core.serving.jobs.job import DONE
    from core.serving.jobs.work import do
    from core.settings import read_settings

    with ending_soon():
        ended = do(folder, read_settings())
    show(ended.says)
    return 0 if ended.state == DONE else 2
