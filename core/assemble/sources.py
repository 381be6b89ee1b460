"""What of each unit is shown: its block of text, and the account of its lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

from core.assemble.formats import ShownUnit
from core.assemble.hosts import Host, Run
from core.assemble.worth import Member
from core.model.run import Source


def in_order(hosts: Iterable[Host]) -> list[Host]:
    """Return the hosts that show something: best first, and after them those of which only one line is shown."""
    return sorted((host for host in hosts if host.shown), key=lambda host: host.is_line)


def block_of(host: Host) -> ShownUnit:
    """Return the block of a host that shows something."""
    unit, first = host.anatomy.unit, max(1, host.anatomy.unit.start_line)
    runs = tuple((first + start, host.anatomy.lines[start:end]) for start, end in shown_runs(host))
    last = max(unit.end_line, first + len(host.anatomy.lines) - 1) if unit.start_line == 0 else unit.end_line
    return ShownUnit(unit.type, unit.identifier, unit.language, unit.file_path, first, last, runs, host.evidence, host.is_line)


def shown_runs(host: Host) -> tuple[Run, ...]:
    """Return the runs of lines that the shown pieces make, joined across blank lines."""
    if host.runs is None:
        host.runs = _joined(host)
    return host.runs


def _joined(host: Host) -> tuple[Run, ...]:
    lines, runs = host.anatomy.lines, list[Run]()
    for piece in (host.anatomy.pieces[number] for number in sorted(host.shown)):
        start, end = _trimmed(lines, piece.start, piece.end)
        if runs and not any(line.strip() for line in lines[runs[-1][1] : start]):
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        elif start < end:
            runs.append((start, end))
    return tuple(runs)


def sources_of(host: Host, count: Callable[[str], int]) -> list[Source]:
    """Return a source for the host and one for each ranked member that shows lines; no line is counted twice."""
    shown = _lines_of(shown_runs(host))
    claimed: set[int] = set()
    found = []
    for member in sorted(host.members, key=lambda member: (member.end - member.start, member.start, member.key)):
        inside = shown[bisect_left(shown, member.start) : bisect_left(shown, member.end)]
        lines = [line for line in inside if line not in claimed]
        if lines and _shows_body(member, lines):
            claimed.update(lines)
            found.append(_source(host, member, lines, count))
    own = [line for line in shown if line not in claimed]
    whole = Member(host.key, 0, len(host.anatomy.lines), host.relevance)
    found.append(_source(host, whole, own, count))
    return sorted(found, key=lambda source: (source.start_line, -source.end_line, source.unit_key))


def _shows_body(member: Member, lines: list[int]) -> bool:
    return len(lines) > 1 or member.end - member.start == 1


def _source(host: Host, member: Member, lines: list[int], count: Callable[[str], int]) -> Source:
    unit, first = host.anatomy.unit, max(1, host.anatomy.unit.start_line)
    ranges = tuple((first + start, first + end - 1) for start, end in _runs_of(lines))
    truncated = (member.key != host.key or _hidden(host)) and _misses(host, member, lines)
    start, end = (ranges[0][0], ranges[-1][1]) if ranges else (first, first)
    level = _level(host) if member.key == host.key else ("members" if truncated else "whole")
    tokens = host.anatomy.tokens_in(lines, count)
    return Source(member.key, unit.file_path, start, end, host.section, level, tokens, truncated, host.score, ranges)


def _misses(host: Host, member: Member, lines: list[int]) -> bool:
    """Tell whether lines of the member that are not blank are not among these."""
    having, text = set(lines), host.anatomy.lines
    within = range(max(0, member.start), min(member.end, len(text)))
    return any(line not in having and text[line].strip() for line in within)


def _level(host: Host) -> str:
    kinds = {host.anatomy.pieces[number].kind for number in host.shown}
    if not _hidden(host):
        return "whole"
    return "members" if "body" in kinds else "outline" if kinds - {"frame"} else "line"


def _hidden(host: Host) -> bool:
    return any(piece.kind != "tail" for number, piece in enumerate(host.anatomy.pieces) if number not in host.shown)


def _lines_of(runs: Iterable[Run]) -> list[int]:
    return [line for start, end in runs for line in range(start, end)]


def _runs_of(lines: list[int]) -> list[Run]:
    runs: list[Run] = []
    for line in lines:
        if runs and runs[-1][1] == line:
            runs[-1] = (runs[-1][0], line + 1)
        else:
            runs.append((line, line + 1))
    return runs


def _trimmed(lines: tuple[str, ...], start: int, end: int) -> Run:
    while end > start and not lines[end - 1].strip():
        end -= 1
    while start < end and not lines[start].strip():
        start += 1
    return start, end
