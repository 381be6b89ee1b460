"""Groups: several indexes that answer as one."""

from __future__ import annotations

import click

from core.cli.command import Command, exit_code_option, exit_if, option, show
from core.cli.options import format_option, set_option


@click.command(cls=Command)
@click.argument("words", metavar="[NAME [=] [MEMBER…]]", nargs=-1)
@option("--remove", is_flag=True, help="Remove the group; its members stay.")
@exit_code_option("Exit with 1 when there are no groups.")
@format_option()
@set_option
def group(words: tuple[str, ...], remove: bool, format_: str, sets: tuple[str, ...]) -> int:
    """Group several indexes, to use them as one.

    For example: orienteer group shop = web, billing, mobile

    Then use it as any index: orienteer ask QUESTION -i shop. NAME alone updates the group after a member was indexed
    again. Without NAME, lists the groups.
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
            raise SettingsError("--remove takes the name of one group: orienteer group NAME --remove")
        remove_set(name, settings)
        show(f"Removed the group '{name}'. Its members stay.")
        return 0
    if name:
        with ending_soon(), shown_progress() as progress:
            report = publish_set(name, members, settings, progress)
        show(text.as_json(report.manifest) if format_ == "json" else report.sentence)
        return 0
    rows = set_rows(settings)
    show(text.as_json(rows) if format_ == "json" else text.table(rows) if rows else "No groups.")
    return exit_if(not rows)
