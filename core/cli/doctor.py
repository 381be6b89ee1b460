"""The command that checks every part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from core.cli.command import Command, fail, option, show
from core.cli.options import format_option, set_option

if TYPE_CHECKING:
    from core.settings import Settings


@click.command(cls=Command)
@option("--installed", is_flag=True, help="List stores and embedders; check nothing else.")
@set_option
@format_option()
def doctor(installed: bool, format_: str, sets: tuple[str, ...]) -> int:
    """Check every configured part and every index.

    Embeds a text, and writes, reads and clears each store in a place of its own. Prints a next step for each fault, and
    exits with 1 when there is one.
    """
    from dataclasses import asdict

    from core.cli.options import parse_sets
    from core.present.export import text
    from core.settings import read_settings
    from core.workbench.doctor import examine

    settings = read_settings(parse_sets(sets))
    if installed:
        _list_installed(settings, format_)
        return 0
    found = examine(settings)
    if format_ == "json":
        show(text.as_json([asdict(part) for part in found]))
    else:
        marks = {True: click.style("ok   ", fg="green"), False: click.style("FAULT", fg="red")}
        show("\n".join(f"{marks[part.fine]}  {part.part} {part.name}: {part.told}" for part in found))
    return 0 if all(part.fine for part in found) else 1


def _list_installed(settings: Settings, format_: str) -> None:
    """List embedders, stores, lexical indexes, rerankers and routers; the servers that the settings name are asked."""
    from dataclasses import asdict

    from core.backends.listing import available
    from core.present.export import text

    rows = [asdict(row) for row in available(settings, ask=True)]
    if format_ == "json":
        show(text.as_json(rows))
        return
    away = [row for row in rows if row["reachable"] not in {"", "yes"}]
    show(text.table([{**row, "reachable": "no"} if row in away else row for row in rows]))
    for row in away:
        fail(str(row["reachable"]))
