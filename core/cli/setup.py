"""Commands about settings: write a file of them, show what is in force."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli.options import format_option, set_option

if TYPE_CHECKING:
    from core.settings import Settings

_DEFAULTS = "none"


@click.command()
@click.option("--preset", metavar="NAME", help=f"The stores and the embedder; '{_DEFAULTS}': those that need no server.")
@click.option("--db", type=click.Choice(["postgresql", "mysql"]), help="The database of the preset self_hosted.")
@click.option("--catalog-at", metavar="URL", help="The database for tables and graph, such as postgresql://USER@HOST/DATABASE.")
@click.option("--vectors-at", metavar="URL", help="The server or folder for vectors.")
@click.option("--embedder", metavar="NAME", help="Another embedder than the preset's, such as minilm.")
@click.option(
    "--file", "file", type=click.Path(path_type=Path, dir_okay=False), default="orienteer.toml", show_default=True,
    help="The file to write.",
)  # fmt: skip
@set_option
def init(
    preset: str | None,
    db: str | None,
    catalog_at: str | None,
    vectors_at: str | None,
    embedder: str | None,
    file: Path,
    sets: tuple[str, ...],
) -> None:
    """Write a commented settings file; asks what is not given, where there is a terminal to ask.

    A file that is there is never overwritten.
    """
    from core.cli.options import parse_sets
    from core.errors import SettingsError
    from core.settings import preset_name
    from core.workbench.setup import write_settings

    if file.exists():
        raise SettingsError(
            f"There is a '{file}' already, and it stays as it is. Change it by hand, or write another with --file."
        )
    asks = preset is None and sys.stdin.isatty()
    if preset is None and not asks:
        raise SettingsError(f"There is nobody to ask here. Name a preset with --preset ({_known()}, or {_DEFAULTS}).")
    chosen = _asked_preset() if asks else preset or ""
    chosen = "" if chosen == _DEFAULTS else preset_name(f"{chosen}:{db}" if db else chosen)
    given = {"index.catalog_at": catalog_at, "index.vectors_at": vectors_at, "embed.embedder": embedder}
    beside = {name: value for name, value in given.items() if value}
    if embedder:
        beside["embed.model"] = ""  # that of the preset is another embedder's
    if asks and chosen:
        beside = {**_asked(chosen), **beside}
    settings = write_settings(file, chosen, _checked({**beside, **parse_sets(sets)}))
    click.echo(f"Wrote {file}.")
    _tell_next(settings, chosen)


@click.command("settings")
@click.option("--all", "every", is_flag=True, help="Those that have their default, too.")
@click.option("--presets", "presets", is_flag=True, help="The presets, and what each stands for.")
@set_option
@format_option()
def settings_(every: bool, presets: bool, format_: str, sets: tuple[str, ...]) -> None:
    """Show the settings in force that are not as by default, each with where it comes from."""
    from dataclasses import asdict

    from core.cli.options import parse_sets
    from core.present.export import text
    from core.workbench.setup import preset_rows, settings_in_force

    found = preset_rows() if presets else settings_in_force(parse_sets(sets), every=every)
    rows = [asdict(row) for row in found]
    if format_ == "json":
        click.echo(text.as_json(rows))
    else:
        click.echo(text.table(rows) if rows else "All settings are as by default.")


def _known() -> str:
    from core.settings import PRESETS

    return ", ".join(PRESETS)


def _asked_preset() -> str:
    from core.settings import PRESETS

    click.echo("Where the index is kept, and who embeds:")
    click.echo(f"  {_DEFAULTS:<20} Chroma and DuckDB in a folder, MiniLM on this machine: the defaults, no server")
    for name, preset in PRESETS.items():
        click.echo(f"  {name:<20} {preset.note}")
    asked: str = click.prompt("Preset", type=click.Choice([_DEFAULTS, *PRESETS]), default=_DEFAULTS, show_choices=False)
    return asked


def _asked(preset: str) -> dict[str, str]:
    """Return the addresses that somebody types, where a preset wants some."""
    from core.settings import preset_values

    values, beside = preset_values(preset), {}
    for name, wanted, what in (
        ("index.catalog_at", values["index.catalog"] != "sqlite", f"Database ({values['index.catalog']}://USER@HOST/DATABASE)"),
        ("index.vectors_at", values["index.vectors"] == "qdrant", "Server of Qdrant"),
    ):
        if wanted:
            told = click.prompt(what, default=values.get(name) or None)
            if told != values.get(name):
                beside[name] = told
    if not click.confirm(
        f"Embed with {values['embed.embedder']} ({values['embed.model']})? Else with MiniLM here", default=True
    ):
        beside |= {"embed.embedder": "minilm", "embed.model": ""}
    return beside


def _checked(values: dict[str, str]) -> dict[str, str]:
    """Return the values; raises `SettingsError` when an address holds a password."""
    from core.ports import without_password
    from core.settings import CATALOG_KEY, VECTORS_KEY

    for name, variable in (("index.catalog_at", CATALOG_KEY), ("index.vectors_at", VECTORS_KEY)):
        without_password(values.get(name, ""), name, variable)
    return values


def _tell_next(settings: Settings, preset: str) -> None:
    from core.backends.listing import available
    from core.settings import PRESETS

    installs = sorted({row.install for row in available(settings) if row.chosen and row.install})
    steps = [*installs, "orienteer doctor", "orienteer index ."]
    for step in steps:
        click.echo(f"  next: {step}")
    if preset and PRESETS[preset].never:
        click.echo(f"Never tried by those who wrote it: {PRESETS[preset].never}.", err=True)


COMMANDS = (init, settings_)
