"""Conversations on the command line: the options by which a question belongs to one, and the command that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli.options import format_option, index_option, opened
from core.errors import SettingsError, StoreError

if TYPE_CHECKING:
    from core.workbench import Workbench
    from core.workbench.turns import OpenConversation

conversation_option = click.option(
    "--conversation", metavar="NAME",
    help="Ask in this conversation, which is begun or resumed: what it has shown is not shown again.",
)  # fmt: skip
total_option = click.option("--total", type=click.IntRange(1), help="Tokens of all turns of the conversation; default 8000.")


@dataclass(frozen=True, slots=True)
class AskedLimits:
    """Limits of a question, which hold for the further turns of its conversation."""

    types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: bool = False
    repositories: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def conversation_of(
    bench: Workbench, name: str, total: int | None, after: tuple[str, ...], limits: AskedLimits | None = None
) -> OpenConversation:
    """Return the conversation of that name; raises `SettingsError` beside `--after`, which it makes superfluous."""
    if after:
        raise SettingsError("A conversation has its earlier questions itself. Leave out --after, or --conversation.")
    given = limits or AskedLimits()
    return bench.conversation(
        name, budget=total, types=given.types, paths=given.paths, exclude=given.exclude, include_tests=given.tests,
        repositories=given.repositories, languages=given.languages, where=given.where,
    )  # fmt: skip


@click.command()
@click.argument("name", required=False)
@index_option
@click.option(
    "--notebook", type=click.Path(path_type=Path), metavar="FILE", help="Write NAME as a notebook that asks it again."
)
@click.option("--remove", is_flag=True, help="Remove NAME.")
@format_option()
def conversations(name: str | None, index: str | None, notebook: Path | None, remove: bool, format_: str) -> None:
    """List the conversations about an index, or show the turns of NAME."""
    from core.model.wire import plain
    from core.present.export import text
    from core.workbench.conversations import resumed

    bench = opened(index)
    if name is None:
        if notebook or remove:
            raise SettingsError("Name the conversation: orienteer conversations NAME. Without a name they are listed.")
        found = bench.conversations()
        said = (
            "\n".join(one.sentence for one in found) or "There is no conversation. Begin one: orienteer ask --conversation NAME"
        )
        click.echo(text.as_json([plain(one) for one in found]) if format_ == "json" else said)
        raise SystemExit(0 if found else 1)
    one = resumed(bench, name)
    if notebook:
        _write(notebook, name, bench)
    elif remove:
        bench.forget_conversation(name)
        click.echo(f"Removed the conversation '{name}'.")
    else:
        click.echo(text.as_json(plain(one)) if format_ == "json" else str(bench.conversation(name)))


def _write(path: Path, name: str, bench: Workbench) -> None:
    from core.present.export.notebooks import conversation_notebook

    try:
        path.write_text(conversation_notebook(bench.conversation(name).conversation), encoding="utf-8")
    except OSError as problem:
        raise StoreError(f"{path} cannot be written: {problem.strerror}. Choose another place.") from problem
    click.echo(f"Wrote {path}")


COMMANDS = (conversations,)
