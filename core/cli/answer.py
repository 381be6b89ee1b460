"""The command that answers in words."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from core.cli.command import Command, exit_code_option, exit_if, note, option, say, show
from core.cli.conversations import conversation_of, conversation_option, total_option
from core.cli.options import config_option, format_option, index_option, opened, set_option, words_or_input
from core.errors import SettingsError

if TYPE_CHECKING:
    from core.model.answer import Answer, Sending
    from core.workbench import Workbench


@click.command(cls=Command)
@click.argument("question", metavar="QUESTION...", nargs=-1, required=True, callback=words_or_input)
@index_option
@option("--no-llm", is_flag=True, help="Answer from the index alone, without a model.")
@option("--yes", is_flag=True, help="Agree to send the sources to the model; remembered.")
@option("--show-prompt", is_flag=True, help="Print what would be sent, and send nothing.")
@option("--after", multiple=True, metavar="QUESTION", help="Earlier question that this one follows up on; repeatable.")
@conversation_option
@total_option
@exit_code_option("Exit with 1 when the index has no answer.")
@config_option
@set_option
@format_option()
def answer(
    question: tuple[str, ...], index: str | None, no_llm: bool, yes: bool, show_prompt: bool, after: tuple[str, ...],
    conversation: str | None, total: int | None, config: str | None, sets: tuple[str, ...],
    format_: str,
) -> int:  # fmt: skip
    """Write an answer in sentences, with a model, and check it.

    Every statement cites the lines that it is based on, and each citation is checked. Configure the model with the settings
    answer.service and answer.model. Without one, use ask, context or --no-llm.
    """
    from core.model.answer import NOTHING, Sentence

    bench, words = opened(index, sets, config), " ".join(question)
    if not no_llm:
        _require_model(bench, words)
    agree = _agreeing(bench, yes, show_prompt)
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

        show(text.as_json(found))
    else:
        show(_ending(found))
    return exit_if(found.verdict == NOTHING)


def _require_model(bench: Workbench, words: str) -> None:
    from core.backends import writer

    if writer(bench.settings.answer) is None:
        asked = shlex.quote(words)
        raise SettingsError(
            f"No answer was written: no language model is configured. Run: orienteer ask {asked}, or orienteer context {asked}"
            " to paste the code into a model. To configure a model, set answer.service and answer.model."
        )


def _agreeing(bench: Workbench, yes: bool, show_prompt: bool) -> Callable[[Sending], bool]:
    def agree(sending: Sending) -> bool:
        if show_prompt:
            click.echo(f"{sending.system}\n\n{sending.prompt}\n")
            return False
        say(f"{sending.sentence} (--show-prompt prints all of it)")
        agreed = yes or (sys.stdin.isatty() and click.confirm("Send it, now and for later questions?", default=False, err=True))
        if agreed:
            from core.workbench.answering import remember_agreement

            remember_agreement(bench, sending)
        elif not sys.stdin.isatty():
            note("Nothing was sent. Pass --yes to agree.")
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
