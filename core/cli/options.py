"""Options that several commands share, and the opening of the index that they name."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike, fsdecode
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from core.errors import SettingsError

if TYPE_CHECKING:
    from core.workbench import Workbench


class Folder(click.Path):
    """The path of a folder, which an empty text is not: a variable that is not set would else mean where you stand."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; fails for an empty text."""
        if value == "":
            self.fail("The path is empty. Give the path of a checkout.", param, ctx)
        return Path(fsdecode(super().convert(value, param, ctx)))


Command = TypeVar("Command", bound=Callable[..., object])


def _only(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> str | None:
    """Return the one index that is named; raises `SettingsError` when there are several, of which one would be ignored."""
    if len(names) > 1:
        said = f"One index is asked at a time, and -i names {len(names)}: {', '.join(names)}."
        raise SettingsError(f"{said} Give one of them, or make a set of them: orienteer set NAME {' '.join(names)}")
    return names[0] if names else None


index_option = click.option(
    "-i", "--index", "index", multiple=True, callback=_only, metavar="NAME",
    help="The index; default: that of the repository you stand in.",
)  # fmt: skip
kind_option = click.option("--kind", "kinds", multiple=True, metavar="K", help="Only relations of this kind; repeatable.")
depth_option = click.option(
    "--depth", type=click.IntRange(1, 20), default=1, show_default=True, help="How many steps to follow."
)
router_option = click.option(
    "--router",
    type=click.Choice(["rules", "llm"]),
    help="Who splits the question: the rules, or the model that route.url names.",
)
config_option = click.option(
    "--config", "config", metavar="NAME", help="A configuration that is kept with the index, as pages make them."
)
set_option = click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="Another value of a setting; repeatable.")


where_option = click.option(
    "--where", multiple=True, metavar="NAME=VALUE",
    help="Only units of this namespace, package, change_frequency, importance or source_type; repeatable.",
)  # fmt: skip


def where_of(given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return `NAME=VALUE` pairs as values by name; raises `SettingsError` for anything else."""
    found: dict[str, tuple[str, ...]] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not value.strip():
            raise SettingsError(f"--where {pair} is not NAME=VALUE, for instance importance=high.")
        found[name.strip()] = (*found.get(name.strip(), ()), value.strip())
    return found


def format_option(*more: str) -> Callable[[Command], Command]:
    """Return the `-f` option with text, json and the formats named."""
    return click.option(
        "-f", "--format", "format_", type=click.Choice(["text", *more, "json"]), default="text", show_default=True
    )


def parse_sets(sets: tuple[str, ...]) -> dict[str, str]:
    """Return `NAME=VALUE` pairs as a dictionary; raises `SettingsError` for anything else."""
    pairs = {}
    for pair in sets:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise SettingsError(f"--set takes NAME=VALUE, for instance rank.recency=0; '{pair}' has no such form.")
        pairs[name.strip()] = value.strip()
    return pairs


def opened(index: str | None, sets: tuple[str, ...] = (), config: str | None = None) -> Workbench:
    """Open the index that the options name, with the settings of a configuration of it; those of --set stand above these."""
    from core.workbench import open_workbench

    said = parse_sets(sets)
    bench = open_workbench(index, settings=said)
    if config is None:
        return bench
    from core.workbench.configurations import configuration

    return open_workbench(bench.name, settings={**configuration(bench, config).changes, **said})
