"""What is shown of each unit: the blocks of the text, and the account of their lines."""

from __future__ import annotations

from collections.abc import Sequence

from core.assemble.choose import Pick
from core.assemble.formats import ShownUnit
from core.assemble.unit_text import UnitText
from core.model import UnitHead
from core.model.run import Source
from core.open_index import OpenIndex


def blocks_of(picks: Sequence[Pick], index: OpenIndex) -> tuple[ShownUnit, ...]:
    """Return a block per host in the order of its first pick; one with a single member is named after that member."""
    hosts: dict[int, list[Pick]] = {}
    for pick in picks:
        hosts.setdefault(pick.host, []).append(pick)
    return tuple(_block(index.heads[host], inside) for host, inside in hosts.items())


def _block(host: UnitHead, picks: Sequence[Pick]) -> ShownUnit:
    own = next((pick for pick in picks if pick.text.unit == host), None)
    unit = host if own or len(picks) > 1 else picks[0].text.unit
    text = own.text if own else picks[0].text
    runs = sorted((pick.text.first + start, pick.text.lines[start:end]) for pick in picks for start, end in pick.runs)
    mark = "" if (own or picks[0]).is_whole else "cut"
    if unit == host and own is None:
        mark = "in part"
    if any(pick.continues for pick in picks):
        mark = "continued"
    around = "" if unit == host else f"{host.type} {host.signature or host.identifier}".strip()
    evidence = next((pick.want.evidence for pick in picks if pick.want.evidence), "")
    first = min(max(1, unit.start_line), runs[0][0])
    last = max(_last(unit, text), *(start + len(lines) - 1 for start, lines in runs))
    return ShownUnit(
        unit.type, unit.identifier, unit.language, unit.file_path, first, last, _joined(runs), evidence, mark, around
    )


def _last(unit: UnitHead, text: UnitText) -> int:
    return max(unit.end_line, text.first + len(text.lines) - 1) if unit.start_line == 0 else unit.end_line


def _joined(runs: Sequence[tuple[int, tuple[str, ...]]]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the runs in the order of lines, those that touch as one."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for first, lines in runs:
        if found and found[-1][0] + len(found[-1][1]) == first:
            found[-1] = (found[-1][0], found[-1][1] + lines)
        else:
            found.append((first, lines))
    return tuple(found)


def source_of(pick: Pick) -> Source:
    """Return the account of a pick; its ranges are the lines that no source before it shows."""
    unit, first = pick.text.unit, pick.text.first
    ranges = tuple((first + start, first + end - 1) for start, end in pick.runs)
    level = "whole" if pick.is_whole else "part"
    return Source(
        pick.want.key, unit.file_path, ranges[0][0], ranges[-1][1], pick.want.section, level, pick.tokens, not pick.is_whole,
        pick.want.score, ranges, tuple(pick.holds),
    )  # fmt: skip
