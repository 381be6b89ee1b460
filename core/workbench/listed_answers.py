"""What the index answers in lists: units of a type, commands of documents, variables of the environment, services of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.answer.extractive import AnswerLine
from core.inspect.outside_services import CLIENT, OutsideLine, OutsideService, outside_services
from core.model import split_key
from core.model.asked import COLLECTED, HOW_TO
from core.search.collected import MOST
from core.workbench.recent_change import asks_for_change, changed_files

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
_REST = (
    r"do|does|are|is|that|which|there|here|the|this|our|whole|app|application|project|code|codebase|repository|system|site|we|it|you|"
    r"to|on|with|upon|in|of|by|being|have|has|"
    r"(?:call|ask|use|reach|integrate|depend|talk|connect|need|rely|contact|quer|request|speak)(?:s|d|ed|ied|y|ing)?"
)
_SERVICES = re.compile(
    r"(?:(?:which|what|list|show|name)(?:\s+(?:me|us|all|are|the))*\s+)"
    r"(?:external|third[- ]?party|outside|remote)(?:\s+(?:web|cloud|http))?"
    rf"\s+(?:services|apis|systems|providers|vendors|hosts|integrations)(?:\s+(?:{_REST}))*\s*[?.!]*",
    re.IGNORECASE,
)
"""A question that asks for all services of others that the code calls."""
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_MOST = 40
_COMMANDS = 8  # lines of code of a section
_SHOWN = 3  # sections
_PLACES = 3  # of a service


def listed_answer(bench: OpenBench, run: SearchRun) -> Iterator[AnswerLine]:
    """Yield what a question asks for as a list, each with its line; nothing for other questions."""
    question = _plain(run.plan.question)
    if _ENVIRONMENT.fullmatch(question):
        yield from _environment(bench)
        return
    if asks_for_services(question):
        yield from _services(bench)
        return
    if days := asks_for_change(question):
        yield from changed_files(bench, days)
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


def is_told_apart(question: str) -> bool:
    """Tell whether the list that answers a question is none of units that were found, so that it is to be shown before them."""
    plain = _plain(question)
    return bool(_ENVIRONMENT.fullmatch(plain) or asks_for_services(plain) or asks_for_change(plain))


def _plain(question: str) -> str:
    return " ".join(question.split())


def asks_for_services(question: str) -> bool:
    """Tell whether a question asks for all services of others that the code calls, not for those of one thing."""
    return _SERVICES.fullmatch(question) is not None


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
    yield AnswerLine(" ".join(found.said) or found.title)
    read = [row for row in found if row.reads]
    yield from map(_variable, read[:_MOST])
    if len(read) > _MOST:
        yield AnswerLine(f"… {len(read) - _MOST} more: orienteer analyze environment")


def _variable(row: EnvironmentVariable) -> AnswerLine:
    default = f", else {' or '.join(row.defaults)}" if row.defaults else ""
    says = f"- {row.name}{default} ({row.file_path}:{row.line}): {row.finding}"
    return AnswerLine(says, row.units[0] if row.units else "", row.file_path, row.line)


def _services(bench: OpenBench) -> Iterator[AnswerLine]:
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
