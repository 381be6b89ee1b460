"""Conversations on the command line: the options by which a question belongs to one, and the command that lists them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from core.cli.command import Command, exit_code_option, exit_if, option, show
from core.cli.options import format_option, index_option, opened
from core.errors import SettingsError, StoreError

if TYPE_CHECKING:
    from core.model.where import Limits
    from core.workbench import Workbench
    from core.workbench.turns import OpenConversation

conversation_option = option("--conversation", metavar="NAME", help="Start or resume a conversation; shown code is left out.")
total_option = option(
    "--total", type=click.IntRange(1), metavar="TOKENS", help="Token budget of the conversation (default: 8000)."
)


def conversation_of(
    bench: Workbench, name: str, total: int | None, after: tuple[str, ...], **limits: Unpack[Limits]
) -> OpenConversation:
    """Return the conversation of that name; raises `SettingsError` together with `--after`."""
    if after:
        raise SettingsError("--after is not possible with --conversation, which has its earlier questions. Leave one out.")
    return bench.conversation(name, budget=total, **limits)


@click.command(cls=Command)
@click.argument("name", required=False)
@index_option
@option("--notebook", type=click.Path(path_type=Path), hidden=True, help="As -f notebook -o FILE.")
@option("--remove", is_flag=True, help="Remove NAME.")
@exit_code_option("Exit with 1 when there is no conversation.")
@format_option("notebook")
def conversations(name: str | None, index: str | None, notebook: Path | None, remove: bool, format_: str) -> int:
    """List the conversations, or show the turns of NAME.

    `-f notebook -o FILE` writes NAME as a notebook that asks its questions again.
    """
    from core.model.wire import plain
    from core.present.export import text
    from core.present.export.notebooks import conversation_notebook
    from core.workbench.conversations import resumed

    bench = opened(index)
    if name is None:
        if notebook or remove or format_ == "notebook":
            raise SettingsError("No conversation named. Name one: orienteer conversations NAME")
        found = bench.conversations()
        listed = "\n".join(one.sentence for one in found)
        listed = listed or "No conversations. Start one: orienteer ask QUESTION --conversation NAME"
        show(text.as_json([plain(one) for one in found]) if format_ == "json" else listed)
        return exit_if(not found)
    one = resumed(bench, name)
    if notebook:
        write_file(notebook, conversation_notebook(bench.conversation(name).conversation))
    elif remove:
        bench.forget_conversation(name)
        show(f"Removed the conversation '{name}'.")
    elif format_ == "notebook":
        show(conversation_notebook(bench.conversation(name).conversation))
    else:
        show(text.as_json(plain(one)) if format_ == "json" else str(bench.conversation(name)))
    return 0


def write_file(path: Path, content: str) -> None:
    """Write a text file and print its name; raises `StoreError` when the system refuses."""
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as problem:
        raise StoreError(f"'{path}' cannot be written: {problem.strerror}. Choose another place.") from problem
    show(f"Wrote {path}")
