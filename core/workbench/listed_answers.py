"""What the index answers in lists: units of a type, commands that documents give, variables of the environment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.answer.extractive import AnswerLine
from core.model import split_key
from core.model.asked import COLLECTED, HOW_TO
from core.search.collected import MOST

if TYPE_CHECKING:
    from core.analyse.environment import EnvironmentVariable
    from core.model import UnitHead
    from core.model.run import SearchRun
    from core.workbench.open_bench import OpenBench

_ENVIRONMENT = re.compile(
    r"(?:which|what|list|show)\b.{0,20}\b(?:environment(?:al)?\s+variables?|env\s+vars?)\b"
    r"(?:\s+(?:does|do|are|is)(?:\s+\w+){0,4}?(?:\s+(?:read|use|used|need|needed|expect|there|set|look\s+at))?)?\s*[?.!]*",
    re.IGNORECASE,
)
"""A question that asks for all variables of the environment."""
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_MOST = 40
_COMMANDS = 8  # lines of code of a section
_SHOWN = 3  # sections


def listed_answer(bench: OpenBench, run: SearchRun) -> Iterator[AnswerLine]:
    """Yield what a question asks for as a list, each with its line; nothing for other questions."""
    if _ENVIRONMENT.fullmatch(" ".join(run.plan.question.split())):
        yield from _environment(bench)
        return
    for entity in run.plan.entities:
        heads = [bench.head(key) for key in entity.unit_keys]
        if entity.kind == COLLECTED:
            said = f"{entity.text}: {f'the first {MOST}' if len(heads) >= MOST else len(heads)}."
            yield AnswerLine(said[:1].upper() + said[1:])
            yield from map(_unit, heads)
        elif entity.kind == HOW_TO:
            for head in _apart(heads)[:_SHOWN]:
                yield from _section(bench, head)


def _apart(heads: Sequence[UnitHead]) -> list[UnitHead]:
    """Return sections without those that lie inside of one before them."""
    found: list[UnitHead] = []
    for head in heads:
        if not any(one.file_path == head.file_path and one.start_line <= head.start_line <= one.end_line for one in found):
            found.append(head)
    return found


def _unit(head: UnitHead) -> AnswerLine:
    says = f"- {head.type} {head.identifier} ({head.file_path}:{head.start_line})"
    return AnswerLine(says, head.key, head.file_path, head.start_line)


def _section(bench: OpenBench, head: UnitHead) -> Iterator[AnswerLine]:
    """Yield where a section stands, then the first lines of code that it gives."""
    _, identifier = split_key(head.key)
    yield AnswerLine(f"- {identifier} ({head.file_path}:{head.start_line})", head.key, head.file_path, head.start_line)
    inside, told = False, 0
    lines = bench.index.texts.lines(head.file_path)[head.start_line - 1 : head.end_line]
    for number, line in enumerate(lines, head.start_line):
        if _FENCE.match(line):
            inside = not inside
        elif inside and line.strip() and told < _COMMANDS:
            told += 1
            yield AnswerLine(f"    {line.rstrip()}", head.key, head.file_path, number)


def _environment(bench: OpenBench) -> Iterator[AnswerLine]:
    found = bench.analyse.environment()
    yield AnswerLine(" ".join(found.notes) or found.title)
    read = [row for row in found if row.reads]
    yield from map(_variable, read[:_MOST])
    if len(read) > _MOST:
        yield AnswerLine(f"… {len(read) - _MOST} more: orienteer analyse environment")


def _variable(row: EnvironmentVariable) -> AnswerLine:
    default = f", else {' or '.join(row.defaults)}" if row.defaults else ""
    says = f"- {row.name}{default} ({row.file_path}:{row.line}): {row.finding}"
    return AnswerLine(says, row.units[0] if row.units else "", row.file_path, row.line)
