"""Commands that find what answers a question, for people and for models."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from core.cli import completing
from core.cli.command import Command, Decorated, exit_code_option, exit_if, note, option, say, show
from core.cli.conversations import conversation_of, conversation_option, total_option
from core.cli.options import (
    budget_option,
    config_option,
    format_option,
    index_option,
    language_option,
    opened,
    path_option,
    repository_option,
    set_option,
    tests_option,
    type_option,
    where_of,
    where_option,
    words_or_input,
)
from core.model.analyses import COMMANDS
from core.model.doubt import NONE
from core.model.where import Limits
from core.text.counts import counted_as

if TYPE_CHECKING:
    from core.answer.extractive import IndexAnswer
    from core.model.run import SearchRun
    from core.workbench import Workbench

_LINES = 12
"""Lines that the index itself answers, before the places."""
_NAMED = 0.85  # least confidence of a name for the next command
_NARROWEST = 40
_ASKS_FOR_A_LIST = re.compile(r"(?:which|what|show|list|find|are|is|how many)\b")


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """What `ask` and `context` take: a question, its limits, and how the result is printed."""

    words: tuple[str, ...]
    index: str | None = None
    format_: str = "text"
    sources: bool = False
    only_sources: bool = False
    verbose: bool = False
    why: str | None = None
    budget: int | None = None
    types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    tests: bool = False
    after: tuple[str, ...] = ()
    conversation: str | None = None
    total: int | None = None
    router: str | None = None
    config: str | None = None
    sets: tuple[str, ...] = field(default=())

    @property
    def text(self) -> str:
        """The words as one question."""
        return " ".join(self.words)

    @property
    def named(self) -> str:
        """The option that names the index, as it is added to a command; empty for the usual one."""
        return f" -i {self.index}" if self.index else ""

    def opened(self, *settings: str) -> Workbench:
        """Open the index with the settings of the question and these."""
        router = (f"route.router={self.router}",) if self.router else ()
        return opened(self.index, (*settings, *self.sets, *router), self.config)

    def run(self, bench: Workbench) -> SearchRun:
        """Ask it, in its conversation if it has one."""
        limits: Limits = {
            "types": self.types, "paths": self.paths, "languages": self.languages, "exclude": self.exclude,
            "include_tests": self.tests, "repositories": self.repositories, "where": where_of(self.where),
        }  # fmt: skip
        if self.conversation:
            talk = conversation_of(bench, self.conversation, self.total, self.after, **limits)
            run = talk.ask(self.text, budget=self.budget)
            note(talk.conversation.sentence)
            return run
        return bench.ask(self.text, budget=self.budget, after=self.after, **limits)


_QUESTION = (
    click.argument("words", metavar="QUESTION...", nargs=-1, required=True, callback=words_or_input),
    index_option,
    budget_option,
    type_option,
    path_option,
    language_option,
    repository_option,
    where_option,
    option(
        "--exclude", multiple=True, metavar="UNIT", shell_complete=completing.units, help="Leave this unit out; repeatable."
    ),
    tests_option,
    option("--after", multiple=True, metavar="QUESTION", help="Earlier question that this one follows up on; repeatable."),
    conversation_option,
    total_option,
    option("--router", type=click.Choice(["rules", "llm"]), help="What splits a question: rules or a model (route.url)."),
    option("--why", metavar="UNIT", shell_complete=completing.units, help="Explain the rank of UNIT, or why it is missing."),
    exit_code_option(),
    config_option,
    set_option,
)


def _question(command: Decorated) -> Decorated:
    """Declare what `ask` and `context` take alike, in the order of their help."""
    for declare in reversed(_QUESTION):
        command = declare(command)
    return command


@click.command(cls=Command)
@_question
@format_option(also=("markdown", "xml"))
@option("-s", "--sources", is_flag=True, help="Append the sources with their scores.")
@option("--only-sources", is_flag=True, hidden=True, help="As without it: the places, not the code.")
@option("-v", "--verbose", is_flag=True, help="Add each stage, its time and what was dropped.")
def ask(**given: Any) -> int:
    """List the places that answer QUESTION, with reasons.

    Prints ten places with file, line and reason. "who uses X?" lists the users of X before them. QUESTION may hold filters:
    type:job path:app -path:lib lang:ruby is:test changed:<30d.
    QUESTION needs no quotes unless the shell reads its characters. "-" reads a report, log or stack trace from standard input.
    The code itself, packed into a token budget for a model: orienteer context QUESTION
    """
    from core.present.export import answer, places
    from core.workbench.index_answer import index_answer

    question = QuestionOptions(**given)
    if question.format_ in ("markdown", "xml"):
        say(f"'ask -f {question.format_}' is now: orienteer context -f {question.format_}")
        return _packed(question)
    bench = question.opened()
    run = question.run(bench)
    listed = False
    if question.why:
        show(bench.why_not(run, question.why).sentence)
    elif question.format_ == "json":
        show(answer.as_json(run))
    else:
        answered = index_answer(bench, run)
        listed = answered.alone and run.doubt.level != NONE
        room = max(get_terminal_size((120, 24)).columns, _NARROWEST)
        for line in (run.doubt.sentence, *_answered(answered, question, room)):
            if line:
                show(line)
        if not listed:
            show(places.places_text(run, room))
        if question.verbose:
            show(f"\n{answer.stages_text(run)}")
        if question.sources:
            show(f"\n{answer.sources_text(run)}")
    _add_notes(bench, run, question)
    if question.format_ == "text" and not question.why and not listed:
        for step in _next(bench, run, question):
            say(f"Next: {step}")
    return _status(run)


@click.command(cls=Command)
@_question
@format_option("markdown", "xml")
@option("-s", "--sources", is_flag=True, help="Append the sources with their scores.")
@option("--only-sources", is_flag=True, help="Print the ranking, not the code.")
@option("-v", "--verbose", is_flag=True, help="Add each stage, its time and what was dropped.")
def context(**given: Any) -> int:
    """Print the code for QUESTION within a token budget.

    The ranking and the evidence, to be read by a model. For a short list of places: orienteer ask QUESTION
    """
    return _packed(QuestionOptions(**given))


def _packed(question: QuestionOptions) -> int:
    from core.present.export import answer

    form = question.format_
    bench = question.opened(*(("assemble.format=xml",) if form == "xml" else ()))
    run = question.run(bench)
    if question.why:
        show(bench.why_not(run, question.why).sentence)
    elif form == "json":
        show(answer.as_json(run))
    else:
        shown = {"sources": question.sources, "code": not question.only_sources, "verbose": question.verbose}
        show(answer.as_text(run, form, **shown))
    _add_notes(bench, run, question)
    return _status(run)


def _add_notes(bench: Workbench, run: SearchRun, question: QuestionOptions) -> None:
    if near := bench.asked_before(question.text):
        say(f"asked before: {'; '.join(near)}")
    for text in run.notes:
        note(text)


def _status(run: SearchRun) -> int:
    return exit_if(not run.ranked or run.doubt.level == NONE)


def _answered(found: IndexAnswer, question: QuestionOptions, room: int) -> Iterator[str]:
    """Yield what the index itself answers: the list or the users that a question asks for, or the first line of its flow."""
    from core.present.export.places import fitted_line

    lines = [line.says for line in found.lines]
    if found.listed and lines:
        yield lines[0]
        yield from (fitted_line(line, room) for line in lines[1:])
        yield "Read first:"
        return
    yield from lines[: _LINES if found.alone else 1]
    if found.alone and len(lines) > _LINES:
        more = counted_as(len(lines) - _LINES, "more line")
        yield f"{more}: orienteer answer --no-llm {shlex.quote(question.text)}{question.named}"


def _next(bench: Workbench, run: SearchRun, question: QuestionOptions) -> Iterator[str]:
    """Yield commands that go on from here, each ready to be pasted."""
    from core.flow.entries import traced_entry
    from core.model import split_key

    named = question.named
    said = run.plan.question.lower().replace("-", " ").strip()
    if _ASKS_FOR_A_LIST.match(said) and run.plan.intent != "trace":
        for analysis in COMMANDS:
            if re.search(rf"\b{analysis.replace('-', ' ')}\b", said):
                yield f"orienteer analyze {analysis}{named}"
    if not run.ranked or run.doubt.level == NONE:
        yield f"orienteer search {shlex.quote(question.text)}{named}"
        return
    asked = next((one.unit_keys[0] for one in run.plan.entities if one.unit_keys and one.confidence >= _NAMED), "")
    if run.plan.direction == "in" and asked:
        yield f"orienteer dependents {shlex.quote(split_key(asked)[1])}{named}"
    elif entry := traced_entry(run.plan, bench.index):
        yield f"orienteer flow {shlex.quote(split_key(entry)[1])}{named}"
    else:
        yield f"orienteer show {shlex.quote(split_key(run.ranked[0].unit_key)[1])}{named}"
