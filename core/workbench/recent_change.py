"""What changed of late, as a list: the files that commits touched most before the last one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.analyse.windows import YEAR, said
from core.answer.extractive import AnswerLine
from core.model import file_key
from core.text.counts import counted_as

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_MOST = 20
_LATELY = 90  # days


def changed_files(bench: OpenBench, what: str) -> Iterator[AnswerLine]:
    """Yield the files that changed most in the year before the last commit, or `lately`, with their commits and last change."""
    days = _LATELY if what else YEAR
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
    found = [one for one in bench.analyse.tiles(days=days) if one.kind == "file" and one.commits]
    found.sort(key=lambda one: (-one.commits, one.id))
    yield AnswerLine(f"{counted_as(len(found), 'file')} changed. Counts {said(days)} ({max(last.values())}).")
    for one in found[:_MOST]:
        unit = key if (key := file_key(one.id)) in bench.heads else inside.get(one.id, "")
        commits = f"{one.commits:,} commit{'s' if one.commits > 1 else ''}"
        yield AnswerLine(f"- {one.id}: {commits}, last {last.get(one.id, 'not known')}", unit, one.id, 1)
    if len(found) > _MOST:
        yield AnswerLine(f"… {len(found) - _MOST} more: orienteer analyze hotspots -i {bench.name}")
