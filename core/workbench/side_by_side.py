"""Several indexes in the same numbers, to be read side by side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.analyse.cycles import components
from core.text.counts import most_first
from core.vocabulary import BY_PATH, NOT_CODE

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_LANGUAGES = 4  # that are named


@dataclass(frozen=True, slots=True)
class IndexMeasures:
    """One index in numbers: what its other pages say, by the same functions.

    `units` are those of the code, without files, folders and `tests`; `lines` are those of the files with code, tests too, and
    `languages` says the shares of them. `hub` is the unit with most `users`; `cycles` counts the components of units,
    `largest_cycle` the units in the largest one; `lines_against` of `lines_between` lines lead against the order of folders.
    `not_read` counts files and places that were not read as they are. `fresh` is the state of a `Freshness`.
    """

    index: str
    files: int
    lines: int
    units: int
    tests: int
    relations: int
    languages: str
    hub: str
    users: int
    cycles: int
    largest_cycle: int
    lines_against: int
    lines_between: int
    not_read: int
    vectors: str
    commit: str
    built: str
    fresh: str


def measures(bench: OpenBench) -> IndexMeasures:
    """Return an open index in numbers; without uses between units `hub` is empty."""
    manifest, heads = bench.manifest, bench.heads.values()
    code = [head for head in heads if head.type not in BY_PATH]
    with_code = {head.file_path for head in code if head.type not in NOT_CODE}
    lines: Counter[str] = Counter()
    for head in heads:
        if head.type == "file" and head.language and head.file_path in with_code:
            lines[head.language] += head.end_line
    cycles = components(bench.analyse.structure("unit"))
    order = bench.analyse.order("folder")
    first = next(iter(bench.analyse.hubs(limit=1)), None)
    return IndexMeasures(
        index=bench.name, files=manifest.counts.get("files", 0), lines=lines.total(),
        units=sum(not head.is_test for head in code), tests=sum(head.is_test for head in code), relations=len(bench.relations),
        languages=_shares(lines), hub=first.unit if first else "", users=first.fan_in if first else 0, cycles=len(cycles),
        largest_cycle=max(map(len, cycles), default=0), lines_against=order.up, lines_between=order.up + order.down,
        not_read=sum(manifest.problems.values()), vectors=manifest.vectors, commit=manifest.git_sha[:8] or "no git",
        built=manifest.built_at[:16].replace("T", " "), fresh=bench.freshness().state,
    )  # fmt: skip


def _shares(lines: Counter[str]) -> str:
    """Return the languages with most lines and their share of them, most first, ties by name."""
    ordered = list(most_first(lines).items())[:_LANGUAGES]
    return ", ".join(f"{name} {count / lines.total():.0%}" for name, count in ordered if count / lines.total() >= 0.005)
