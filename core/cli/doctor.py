"""The command that tries every part."""

from __future__ import annotations

import click

from core.cli.options import format_option, set_option


@click.command()
@set_option
@format_option()
def doctor(format_: str, sets: tuple[str, ...]) -> None:
    """Try every part that the settings name, and every index, and say the next step for each fault.

    The embedder embeds a text; the stores are written, read and cleared in a place of their own. A fault ends it with 1.
    """
    from dataclasses import asdict

    from core.cli.options import parse_sets
    from core.present.export import text
    from core.settings import read_settings
    from core.workbench.doctor import examine

    found = examine(read_settings(parse_sets(sets)))
    if format_ == "json":
        click.echo(text.as_json([asdict(part) for part in found]))
    else:
        for part in found:
            click.echo(f"{'ok   ' if part.fine else 'FAULT'}  {part.part} {part.name}: {part.told}")
    raise SystemExit(0 if all(part.fine for part in found) else 1)


COMMANDS = (doctor,)
