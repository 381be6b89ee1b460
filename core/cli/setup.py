"""Commands about settings: write a file of them, show what is in force."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli import completing
from core.cli.command import Command, note, option, show
from core.cli.options import Folder, format_option, set_option

if TYPE_CHECKING:
    from core.settings import Settings

_DEFAULTS = "none"


@click.command(cls=Command)
@option(
    "--preset", metavar="NAME", shell_complete=completing.presets,
    help=f"Stores and embedder; '{_DEFAULTS}' needs no server.",
)  # fmt: skip
@option("--db", type=click.Choice(["postgresql", "mysql"]), help="Database of the preset self_hosted.")
@option("--catalog-at", metavar="URL", help="Database for tables and graph.")
@option("--vectors-at", metavar="URL", help="Server or folder for vectors.")
@option("--embedder", metavar="NAME", help="Embedder instead of the preset's, such as minilm.")
@option(
    "-o", "--output", "file", old=("--file",), type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    default="orienteer.toml", show_default=True, help="File to write.",
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
    """Write a commented settings file.

    In a terminal it asks for what is not given. It never overwrites a file.
    """
    from core.cli.options import parse_sets
    from core.errors import SettingsError
    from core.settings import preset_name
    from core.workbench.setup import write_settings

    if file.exists():
        raise SettingsError(f"'{file}' exists and is not overwritten. Edit it, or write another with -o FILE.")
    asks = preset is None and sys.stdin.isatty()
    if preset is None and not asks:
        raise SettingsError(f"No preset given, and no terminal to ask in. Pass --preset: {_known()} or {_DEFAULTS}.")
    chosen = _asked_preset() if asks else preset or ""
    chosen = "" if chosen == _DEFAULTS else preset_name(f"{chosen}:{db}" if db else chosen)
    given = {"index.catalog_at": catalog_at, "index.vectors_at": vectors_at, "embed.embedder": embedder}
    beside = {name: value for name, value in given.items() if value}
    if embedder:
        beside["embed.model"] = ""  # that of the preset is another embedder's
    if asks and chosen:
        beside = {**_asked(chosen), **beside}
    settings = write_settings(file, chosen, _checked({**beside, **parse_sets(sets)}))
    show(f"Wrote {file}.")
    _tell_next(settings, chosen)


@click.command("settings", cls=Command)
@option("--defaults", "every", old=("--all",), is_flag=True, help="Include settings that have their default.")
@option("--presets", "presets", is_flag=True, help="List the presets.")
@set_option
@format_option()
def settings_(every: bool, presets: bool, format_: str, sets: tuple[str, ...]) -> None:
    """Show the settings that you changed, and where."""
    from dataclasses import asdict

    from core.cli.options import parse_sets
    from core.present.export import text
    from core.workbench.setup import preset_rows, settings_in_force

    found = preset_rows() if presets else settings_in_force(parse_sets(sets), every=every)
    rows = [asdict(row) for row in found]
    if format_ == "json":
        show(text.as_json(rows))
    else:
        show(text.table(rows) if rows else "All settings have their default.")


def _known() -> str:
    from core.settings import PRESETS

    return ", ".join(PRESETS)


def _asked_preset() -> str:
    from core.settings import PRESETS

    click.echo("Where to keep the index, and what makes the vectors:")
    click.echo(f"  {_DEFAULTS:<20} Chroma and DuckDB in a folder, MiniLM on this machine (default, no server)")
    for name, preset in PRESETS.items():
        click.echo(f"  {name:<20} {preset.note}")
    asked: str = click.prompt("Preset", type=click.Choice([_DEFAULTS, *PRESETS]), default=_DEFAULTS, show_choices=False)
    return asked


def _asked(preset: str) -> dict[str, str]:
    """Return the addresses that a preset needs, as typed."""
    from core.settings import preset_values

    values, beside = preset_values(preset), {}
    for name, wanted, what in (
        ("index.catalog_at", values["index.catalog"] != "sqlite", f"Database ({values['index.catalog']}://USER@HOST/DATABASE)"),
        ("index.vectors_at", values["index.vectors"] == "qdrant", "Qdrant server"),
    ):
        if wanted:
            typed = click.prompt(what, default=values.get(name) or None)
            if typed != values.get(name):
                beside[name] = typed
    if not click.confirm(
        f"Embed with {values['embed.embedder']} ({values['embed.model']})? Otherwise with MiniLM here", default=True
    ):
        beside |= {"embed.embedder": "minilm", "embed.model": ""}
    return beside


def _checked(values: dict[str, str]) -> dict[str, str]:
    """Return the values; raises `SettingsError` when an address holds a password."""
    from core.ports import checked_address
    from core.settings import CATALOG_KEY, VECTORS_KEY

    for name, variable in (("index.catalog_at", CATALOG_KEY), ("index.vectors_at", VECTORS_KEY)):
        checked_address(values.get(name, ""), name, variable)
    return values


def _tell_next(settings: Settings, preset: str) -> None:
    from core.backends.listing import available
    from core.settings import PRESETS

    installs = sorted({row.install for row in available(settings) if row.chosen and row.install})
    steps = [*installs, "orienteer doctor", "orienteer index ."]
    for step in steps:
        show(f"  next: {step}")
    if preset and PRESETS[preset].never:
        note(f"Not tested by us: {PRESETS[preset].never}.")


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for your shell.

    bash: orienteer completion bash > ~/.local/share/bash-completion/completions/orienteer

    zsh: orienteer completion zsh > "${fpath[1]}/_orienteer"

    fish: orienteer completion fish > ~/.config/fish/completions/orienteer.fish
    """
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root().command
    made = get_completion_class(shell)
    assert made is not None
    show(made(root, {}, "orienteer", "_ORIENTEER_COMPLETE").source())


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=Folder())
def notebooks(folder: Path) -> None:
    """Copy the bundled notebooks to DIR.

    They need: pip install 'orienteer[notebooks]'. A notebook that exists in DIR is never overwritten.
    """
    import shutil

    from core.errors import SettingsError
    from core.settings import house
    from core.text.counts import counted_as

    bundled = sorted((house() / "notebooks").glob("*.ipynb"))
    if existing := next((one.name for one in bundled if (folder / one.name).exists()), ""):
        raise SettingsError(f"'{folder / existing}' exists and is not overwritten. Choose another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    for one in bundled:
        shutil.copyfile(one, folder / one.name)
    show(f"Copied {counted_as(len(bundled), 'notebook')} to {folder}. Next: jupyter lab {folder}")
