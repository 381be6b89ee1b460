"""What the index answers in lists: units of a type, commands of documents, variables of the environment, services of others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from core.analyse.windows import YEAR, said
from core.answer.extractive import AnswerLine
from core.inspect.outside_services import CLIENT, OutsideLine, OutsideService, outside_services
from core.model import file_key, split_key
from core.model.entity_kinds import COLLECTED, FOLDER, HOW_TO
from core.search.lookups import MOST
from core.search.templates import LookUp, lookup_named
from core.text.counts import counted_as
from core.text.words import split_identifier, stem
from core.workbench.folders import folder_sheet

if TYPE_CHECKING:
    from core.analyse.environment import EnvironmentVariable
    from core.model import UnitHead
    from core.model.run import SearchRun
    from core.workbench.open_bench import OpenBench


_FENCE = re.compile(r"^\s*(?:```|~~~)")
_MOST_CHANGED = 20
_LATELY = 90  # days
_MOST = 40
_COMMANDS = 8  # lines of a section
_SHOWN = 3  # sections
_PLACES = 3  # of a service


def listed_answer(bench: OpenBench, run: SearchRun) -> Iterator[AnswerLine]:
    """Yield what a question asks for as a list, each with its line; nothing for other questions."""
    if asked := lookup_named(run.plan.question, *_LISTS):
        yield from _LISTS[asked.name](bench, asked)
        return
    for entity in run.plan.entities:
        heads = [bench.head(key) for key in entity.unit_keys]
        if entity.kind == COLLECTED:
            said = f"{entity.text}: {f'the first {MOST}' if len(heads) >= MOST else len(heads)}."
            yield AnswerLine(said[:1].upper() + said[1:])
            yield from map(_unit, heads)
        elif entity.kind == FOLDER:
            yield from _folder(bench, heads)
        elif entity.kind == HOW_TO:
            for head in _apart(heads)[:_SHOWN]:
                yield from _section(bench, head)


def _folder(bench: OpenBench, heads: Sequence[UnitHead]) -> Iterator[AnswerLine]:
    """Yield what a folder holds, who uses it and what it uses, then its main classes."""
    folder, *classes = heads
    yield AnswerLine(f"{folder.file_path}:", folder.key, folder.file_path)
    yield from (AnswerLine(sentence) for sentence in folder_sheet(bench, folder.file_path).sentences)
    yield from map(_unit, classes)


def is_told_apart(question: str) -> bool:
    """Tell whether the list that answers a question is none of units that were found, so that it is to be shown before them."""
    return lookup_named(question, *_LISTS) is not None


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
    """Yield where a section stands, then the first lines of code that it gives, or of its text where it gives none."""
    _, identifier = split_key(head.key)
    yield AnswerLine(f"- {identifier} ({head.file_path}:{head.start_line})", head.key, head.file_path, head.start_line)
    code: list[tuple[int, str]] = []
    text: list[tuple[int, str]] = []
    rows = text
    for number, line in enumerate(
        bench.index.texts.lines(head.file_path)[head.start_line : head.end_line], head.start_line + 1
    ):
        if _FENCE.match(line):
            rows = text if rows is code else code
        elif line.strip():
            rows.append((number, line.rstrip()))
    told = code or text
    for number, line in told[:_COMMANDS]:
        yield AnswerLine(f"    {line}", head.key, head.file_path, number)
    if len(told) > _COMMANDS:
        yield AnswerLine(f"    … {counted_as(len(told) - _COMMANDS, 'more line')}")


def _environment(bench: OpenBench, _: LookUp) -> Iterator[AnswerLine]:
    found = bench.analyse.environment()
    yield AnswerLine(" ".join(found.said) or found.title)
    read = [row for row in found if row.reads]
    yield from map(_variable, read[:_MOST])
    if len(read) > _MOST:
        yield AnswerLine(f"… {len(read) - _MOST} more: orienteer analyze environment -i {bench.name}")


def _variable(row: EnvironmentVariable) -> AnswerLine:
    default = f", else {' or '.join(row.defaults)}" if row.defaults else ""
    says = f"- {row.name}{default} ({row.file_path}:{row.line}): {row.finding}"
    return AnswerLine(says, row.units[0] if row.units else "", row.file_path, row.line)


def _services(bench: OpenBench, _: LookUp) -> Iterator[AnswerLine]:
    """Yield what is asked, clients of known services before hosts; without any, where it was looked for."""
    found = outside_services(bench.index)
    clients = sum(one.kind == CLIENT for one in found)
    if found:
        yield AnswerLine(
            f"Clients of {clients} services that are known by name, {len(found) - clients} hosts that the code asks."
        )
    else:
        yield AnswerLine(
            "No line names one: no address of an interface and, in Ruby, Python and JavaScript, no client of a known service. "
            "Addresses that are settings are not seen."
        )
    yield from map(_service, found[:_MOST])
    if len(found) > _MOST:
        yield AnswerLine(f"… {len(found) - _MOST} more.")


def _service(one: OutsideService) -> AnswerLine:
    by_file: dict[str, OutsideLine] = {}
    for line in one.lines:
        by_file.setdefault(line.file_path, line)
    first, count = one.lines[0], len(one.lines)
    places = ", ".join(f"{line.file_path}:{line.line}" for line in list(by_file.values())[:_PLACES])
    files = f" of {len(by_file)} files" if len(by_file) > 1 else ""
    more = f", … ({count} lines{files})" if count > _PLACES else ""
    return AnswerLine(f"- {one.name}: {places}{more}", first.unit, first.file_path, first.line)


def changed_files(bench: OpenBench, asked: LookUp) -> Iterator[AnswerLine]:
    """Yield the files that changed most in the year before the last commit, or `lately`, with their commits and last change.

    What a question is `about` has its words in the path.
    """
    days = _LATELY if asked.what else YEAR
    about = {stem(word.lower()) for word in split_identifier(asked.said.get("about", ""))}
    last: dict[str, str] = {}
    inside: dict[str, str] = {}  # a unit of the file, for files that are none themselves
    for key, history in bench.index.histories.items():
        head = bench.heads.get(key)
        if head is not None and history.last_change:
            last[head.file_path] = max(last.get(head.file_path, ""), history.last_change[:10])
            inside.setdefault(head.file_path, key)
    if not last:
        yield AnswerLine("What changed is not known: the checkout has no git, or its history was not read.")
        return
    files = [
        file
        for file in bench.analyse.tiles(days=days)
        if file.kind == "file" and file.commits and about <= set(map(stem, split_identifier(file.id)))
    ]
    files.sort(key=lambda file: (-file.commits, file.id))
    with_words = f" with '{asked.said['about']}' in the path" if about else ""
    yield AnswerLine(f"{counted_as(len(files), 'file')}{with_words} changed. Counts {said(days)} ({max(last.values())}).")
    for file in files[:_MOST_CHANGED]:
        unit = key if (key := file_key(file.id)) in bench.heads else inside.get(file.id, "")
        commits = counted_as(file.commits, "commit")
        yield AnswerLine(f"- {file.id}: {commits}, last {last.get(file.id, 'not known')}", unit, file.id, 1)
    if len(files) > _MOST_CHANGED:
        yield AnswerLine(f"… {len(files) - _MOST_CHANGED} more: orienteer analyze hotspots -i {bench.name}")


_LISTS: Mapping[str, Callable[[OpenBench, LookUp], Iterator[AnswerLine]]] = {
    "environment": _environment,
    "services": _services,
    "changes": changed_files,
}
"""What lists the answer to a look-up of `lookups.toml`."""
