"""What the index itself answers to a question, line by line: what the whole is, the steps of a flow, users and uses."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from core.answer.extractive import AnswerLine, IndexAnswer
from core.errors import SourceError
from core.flow.entries import traced_entry
from core.flow.text import weightiest_lines
from core.model import split_key
from core.model.entity_kinds import ASSOCIATED
from core.model.overview import installed
from core.open_index.associations import ties_between
from core.search import is_overview_question
from core.search.requested_types import asks_for_folders
from core.settings.retrieval import read_rules
from core.text.counts import counted_as
from core.workbench.domain import nouns
from core.workbench.flows import flow
from core.workbench.journeys import journeys
from core.workbench.listed_answers import listed_answer
from core.workbench.project import sentence_of, stack
from core.workbench.sheets import neighbour_list

if TYPE_CHECKING:
    from core.model.run import SearchRun
    from core.workbench.open_bench import OpenBench

_STEPS, _DEPTH = 14, 4
_NEIGHBOURS = 10
_NOUNS, _READ = 12, 12
_NAMED = 2  # units that a name may mean
_SURE = 0.8  # how sure a name has to be read


def index_answer(bench: OpenBench, run: SearchRun) -> IndexAnswer:
    """Return what the whole is to a question about it, associations, lists, the flow that a question traces, users or uses.

    Nothing for other questions.
    """
    if is_overview_question(run.plan, read_rules(bench.settings.search.rules)) and not asks_for_folders(run.plan.question):
        return IndexAnswer(tuple(_whole(bench)), alone=True)
    if tied := tuple(_associations(bench, run)):
        return IndexAnswer(tied, alone=True)
    if listed := tuple(listed_answer(bench, run)):
        return IndexAnswer(listed, alone=True)
    entry = traced_entry(run.plan, bench.index)
    if entry:
        return IndexAnswer(tuple(_steps(bench, entry)))
    return IndexAnswer(tuple(_neighbours(bench, run)), listed=True)


def _associations(bench: OpenBench, run: SearchRun) -> Iterator[AnswerLine]:
    """Yield how the records of a question that asks for it are associated, each with the line that declares it."""
    index = bench.index
    asked = [entity.unit_keys for entity in run.plan.entities if entity.kind == ASSOCIATED]
    for tie in dict.fromkeys(tie for keys in asked for tie in ties_between(index, keys)):
        ends = (index.heads[one].identifier for one in (tie.source, tie.target))
        says = f"- {f' {tie.kind} '.join(ends)} ({tie.file_path}:{tie.line})"
        yield AnswerLine(says, index.keys[tie.source], tie.file_path, tie.line)


def _whole(bench: OpenBench) -> Iterator[AnswerLine]:
    """Yield what the project says of itself, what it is made of and about, what it does, and what to read in order."""
    said, said_in = sentence_of(bench)
    if said:
        yield AnswerLine(said, said_in, bench.head(said_in).file_path, 1)
    if made := stack(bench):
        yield AnswerLine(f"Built with {', '.join(map(installed, made))}.")
    if about := nouns(bench):
        yield AnswerLine(f"It is about {', '.join(str(row['noun']) for row in about[:_NOUNS])}.")
    for row in journeys(bench):
        says = f"- {row['kind']} {row['title']} {row['sets_off']} ({row['file_path']}:{row['line']})"
        yield AnswerLine(says, str(row["entry"]), str(row["file_path"]), int(str(row["line"])))
    yield AnswerLine("Read in this order:")
    order = bench.analyse.reading_order().to_rows()
    for row in order[:_READ]:
        type_, identifier = split_key(str(row["unit"]))
        line = bench.head(str(row["unit"])).start_line or 1
        says = f"- {type_} {identifier} ({row['file_path']}:{line}): {row['reason']}"
        yield AnswerLine(says, str(row["unit"]), str(row["file_path"]), line)
    if len(order) > _READ:
        yield AnswerLine(
            f"… and {counted_as(len(order) - _READ, 'more unit')}: orienteer analyze reading-order -i {bench.name}"
        )


def _steps(bench: OpenBench, entry: str) -> Iterator[AnswerLine]:
    try:
        found = flow(bench, entry, depth=_DEPTH, whole=False)
    except SourceError:
        return  # nothing of it is in the index
    if not found.steps:
        return
    yield AnswerLine(found.sentence)
    for step, line in weightiest_lines(found, _STEPS):
        inner = bench.index.around(step.file_path, step.line) if step.line else None
        indent = len(line) - len(line.lstrip())
        yield AnswerLine(f"{' ' * indent}- {line.strip()}", inner.key if inner else "", step.file_path, step.line)


def _neighbours(bench: OpenBench, run: SearchRun) -> Iterator[AnswerLine]:
    plan = run.plan
    if plan.intent != "trace" or plan.direction not in ("in", "out"):
        return
    named = next((one for one in plan.entities if one.unit_keys and one.confidence >= _SURE), None)
    keys = named.unit_keys[:_NAMED] if named else ()
    for key in keys:
        most = _NEIGHBOURS // len(keys)
        yield from _around(bench, key, set(plan.target_types), forwards=plan.direction == "out", most=most)


def _around(bench: OpenBench, key: str, types: Collection[str], *, forwards: bool, most: int) -> Iterator[AnswerLine]:
    """Yield how many there are, and the first `most`, each with its first line; only of these types if any is of one."""
    found = neighbour_list(bench, key, forwards=forwards)
    first = {row["unit"]: row for row in reversed(found.rows)}
    rows = [first[unit] for unit in dict.fromkeys(row["unit"] for row in found.rows)]
    wanted = [row for row in rows if _type_around(bench, row["unit"]) in types] or rows
    yield AnswerLine(found.sentence)
    for row in wanted[:most]:
        type_, identifier = split_key(row["unit"])
        says = f"- {type_} {identifier} {row['kind']} ({row['file_path']}:{row['line']}): {row['text'].strip()[:160]}"
        yield AnswerLine(says, row["unit"] if not forwards else key, row["file_path"], row["line"])
    if rest := len(rows) - min(len(wanted), most):
        command = f"orienteer {'deps' if forwards else 'dependents'} {shlex.quote(key)} -i {bench.name}"
        yield AnswerLine(f"… {counted_as(rest, 'more place')}: {command}")


def _type_around(bench: OpenBench, unit: str) -> str:
    index = bench.index
    return split_key(index.keys[index.hosts[index.position[unit]]])[0]
