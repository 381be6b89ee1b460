"""The command that answers in words."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from core.cli.conversations import conversation_of, conversation_option, total_option
from core.cli.options import config_option, format_option, index_option, opened, set_option

if TYPE_CHECKING:
    from core.model.answer import Answer, Sending
    from core.workbench import Workbench


@click.command()
@click.argument("question", nargs=-1, required=True)
@index_option
@click.option("--no-llm", is_flag=True, help="Answer from the sources alone, without a model.")
@click.option("--yes", is_flag=True, help="Send what the answer needs to the model that the settings name, and remember it.")
@click.option("--show-prompt", is_flag=True, help="Print what would be sent, word for word, and send nothing.")
@click.option("--after", multiple=True, metavar="QUESTION", help="An earlier question that this one follows up; repeatable.")
@conversation_option
@total_option
@config_option
@set_option
@format_option()
def answer(
    question: tuple[str, ...], index: str | None, no_llm: bool, yes: bool, show_prompt: bool, after: tuple[str, ...],
    conversation: str | None, total: int | None, config: str | None, sets: tuple[str, ...],
    format_: str,
) -> None:  # fmt: skip
    """Answer QUESTION in words, every statement with the lines that it rests on, each checked.

    A model writes it when the settings name one (answer.service, answer.model); else the best places are told.
    """
    from core.model.answer import NOTHING, Sentence

    bench = opened(index, sets, config)
    words, agree = " ".join(question), _agreeing(bench, yes, show_prompt)
    if conversation:
        asked = conversation_of(bench, conversation, total, after).answering(words, model=not no_llm, agree=agree)
    else:
        asked = bench.answering(words, model=not no_llm, agree=agree, after=after)
    for event in asked.events():
        if format_ == "text" and isinstance(event, Sentence):
            click.echo(f"{event}{event.after}", nl=False)
            sys.stdout.flush()
    found = asked.answer
    assert found is not None
    if format_ == "json":
        from core.present.export import text

        click.echo(text.as_json(found))
    else:
        click.echo(_ending(found))
    raise SystemExit(1 if found.verdict == NOTHING else 0)


def _agreeing(bench: Workbench, yes: bool, show_prompt: bool) -> Callable[[Sending], bool]:
    def agree(sending: Sending) -> bool:
        if show_prompt:
            click.echo(f"{sending.system}\n\n{sending.prompt}\n")
            return False
        click.echo(f"{sending.sentence} (--show-prompt prints all of it)", err=True)
        agreed = yes or (sys.stdin.isatty() and click.confirm("Send it, now and for later questions?", default=False, err=True))
        if agreed:
            from core.workbench.answering import remember_agreement

            remember_agreement(bench, sending)
        elif not sys.stdin.isatty():
            click.echo("note: nothing was sent. Give --yes to agree.", err=True)
        return agreed

    return agree


def _ending(found: Answer) -> str:
    """Return what the answer is worth, and its sources."""
    from core.model.answer import EXTRACTIVE

    if found.verdict == EXTRACTIVE:  # every line names its place
        return "\n".join(["", *found.notes, found.sentence])
    cited = {citation.label for sentence in found.sentences for citation in sentence.cited}
    listed = [
        f"  [{source.label}] {source.unit_key}  {source.file_path}:{source.ranges[0][0]}-{source.ranges[-1][1]}"
        for source in found.sources
        if source.label in cited
    ]
    return "\n".join(["", *found.notes, found.sentence, *(["Sources:", *listed] if listed else [])])


COMMANDS = (answer,)
