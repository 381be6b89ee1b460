"""Sets: several indexes that are asked as one."""

from __future__ import annotations

import click

from core.cli.options import format_option, set_option


@click.command("set", context_settings={"ignore_unknown_options": False})
@click.argument("words", metavar="[NAME [=] [MEMBER…]]", nargs=-1)
@click.option("--remove", is_flag=True, help="Forget the set; its members stay.")
@format_option()
@set_option
def set_(words: tuple[str, ...], remove: bool, format_: str, sets: tuple[str, ...]) -> None:
    """Publish a set of indexes, to be asked as one with -i NAME: orienteer set shop = web, billing, mobile

    Without members the set is published again when one of them has a newer index; without NAME the sets are listed.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.options import parse_sets
    from core.cli.progress import shown_progress
    from core.errors import SettingsError
    from core.present.export import text
    from core.settings import read_settings
    from core.workbench.sets import publish_set, remove_set, set_rows

    settings = read_settings(parse_sets(sets))
    name, *members = [word for part in words for word in part.replace("=", " ").replace(",", " ").split()] or [""]
    if remove:
        if not name or members:
            raise SettingsError("--remove takes the name of one set: orienteer set NAME --remove")
        remove_set(name, settings)
        click.echo(f"Removed the set '{name}'; its members stay.")
        return
    if name:
        with ending_soon(), shown_progress() as progress:
            report = publish_set(name, members, settings, progress)
        click.echo(text.as_json(report.manifest) if format_ == "json" else report.sentence)
        return
    rows = set_rows(settings)
    click.echo(text.as_json(rows) if format_ == "json" else text.table(rows) if rows else "There are no sets.")
    raise SystemExit(0 if rows else 1)


COMMANDS = (set_,)
