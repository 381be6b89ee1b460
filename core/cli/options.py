"""Options that several commands share, and the opening of the index that they name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from os import PathLike, fsdecode
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli import completing
from core.cli.command import Decorated, option, output_option, unknown
from core.errors import SettingsError, StoreError

if TYPE_CHECKING:
    from core.workbench import Workbench


class Folder(click.Path):
    """The path of a folder. An empty text is refused: an unset variable would otherwise mean the working folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; fails for an empty text."""
        if value == "":
            self.fail("The path is empty. Give the path of a checkout.", param, ctx)
        return Path(fsdecode(super().convert(value, param, ctx)))


def _only(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> str | None:
    """Return the one index that is named; raises `SettingsError` when there are several, of which one would be ignored."""
    if len(names) > 1:
        said = f"A command opens one index, and -i names {len(names)}: {', '.join(names)}."
        raise SettingsError(f"{said} Give one of them, or group them: orienteer group NAME {' '.join(names)}")
    return names[0] if names else None


def no_index(name: str, known: list[str]) -> str:
    """Return that there is no such index, with the next step."""
    return unknown("index", name, known) if known else f"No index '{name}'. Make one: orienteer index PATH"


def _existing(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> str | None:
    """Return the one index that is named; raises `StoreError` when there is none of that name."""
    from core.settings import read_settings
    from core.workbench import listed_indexes

    name = _only(context, parameter, names)
    known = [listed.name for listed in listed_indexes(read_settings())] if name else []
    if name and name not in known:
        raise StoreError(no_index(name, known))
    return name


def _index_option(
    read: Callable[[click.Context, click.Parameter, tuple[str, ...]], str | None],
) -> Callable[[Decorated], Decorated]:
    return option(
        "-i", "--index", "index", multiple=True, callback=read, metavar="NAME", shell_complete=completing.indexes,
        is_eager=True, help="Index to use (default: the one for this folder).",
    )  # fmt: skip


index_option = _index_option(_only)
served_index_option = _index_option(_existing)  # a server would say at its first request only that there is no such index
kind_option = option(
    "--kind", "kinds", multiple=True, metavar="KIND", shell_complete=completing.kinds,
    help="Only relations of this kind, such as calls; repeatable.",
)  # fmt: skip
depth_option = option("--depth", type=click.IntRange(1, 20), default=1, show_default=True, help="Steps to follow.")
type_option = option(
    "--type", "types", multiple=True, metavar="TYPE", shell_complete=completing.types,
    help="Only units of this type; repeatable.",
)  # fmt: skip
path_option = option("--path", "paths", multiple=True, metavar="GLOB", help="Only files that match; repeatable.")
language_option = option("--language", "languages", multiple=True, metavar="NAME", help="Only this language; repeatable.")
repository_option = option(
    "--repository", "repositories", multiple=True, metavar="NAME", help="Only this member of a group; repeatable."
)
budget_option = option("-b", "--budget", type=click.IntRange(1), metavar="TOKENS", help="Token budget (default: 8000).")
tests_option = option(
    "--include-tests", "tests", is_flag=True, old=("--tests",), old_off=("--no-tests",), help="Include tests."
)  # fmt: skip
config_option = option("--config", "config", metavar="NAME", help="Settings saved with the index under this name.")
set_option = option(
    "--set", "sets", multiple=True, metavar="NAME=VALUE", shell_complete=completing.settings,
    help="Override a setting; repeatable.",
)  # fmt: skip
where_option = option(
    "--where", multiple=True, metavar="NAME=VALUE", help="Only units with this value, such as package=web; repeatable.",
)  # fmt: skip


HOST_HELP = "Address; anything but localhost needs $ORIENTEER_TOKEN."


def limit_option(default: int | None = None, help_: str = "Maximum rows.") -> Callable[[Decorated], Decorated]:
    """Return the `-n` option."""
    return option(
        "-n", "--limit", type=click.IntRange(1), default=default, show_default=default is not None, metavar="N", help=help_
    )


def words_or_input(_context: click.Context, _parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a question, for `-` the text of the standard input."""
    return (sys.stdin.read(),) if words == ("-",) else words


def where_of(given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return `NAME=VALUE` pairs as values by name; raises `SettingsError` for anything else."""
    found: dict[str, tuple[str, ...]] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not value.strip():
            raise SettingsError(f"--where takes NAME=VALUE, such as importance=high, not '{pair}'.")
        found[name.strip()] = (*found.get(name.strip(), ()), value.strip())
    return found


def format_option(*more: str, text: str = "text", also: tuple[str, ...] = ()) -> Callable[[Decorated], Decorated]:
    """Return the options `-f`, with text, json and the formats named, and `-o`; `also` are formats of old."""
    formats = [*((text,) if text else ()), *more, "json"]
    shown = click.Choice([*formats, *also])
    form = option(
        "-f", "--format", "format_", type=shown, default=formats[0], show_default=True, metavar=f"[{'|'.join(formats)}]",
        help="Output format.",
    )  # fmt: skip
    return lambda command: output_option(form(command))


def parse_sets(sets: tuple[str, ...], takes: str = "--set takes NAME=VALUE, such as rank.recency=0") -> dict[str, str]:
    """Return `NAME=VALUE` pairs as a dictionary; raises `SettingsError` for anything else, with what the option `takes`."""
    pairs = {}
    for pair in sets:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise SettingsError(f"{takes}, not '{pair}'.")
        pairs[name.strip()] = value.strip()
    return pairs


def opened(index: str | None, sets: tuple[str, ...] = (), config: str | None = None) -> Workbench:
    """Open the index that the options name, with the settings of a configuration of it; those of --set come first."""
    from core.workbench import open_workbench

    given = parse_sets(sets)
    bench = open_workbench(index, settings=given)
    if config is None:
        return bench
    from core.workbench.configurations import configuration

    return open_workbench(bench.name, settings={**configuration(bench, config).changes, **given})
