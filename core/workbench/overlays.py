"""What the places of a map can be coloured by: one row each, with its value for every place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from core.analyse.health import FileHealth
from core.model.text_table import Flat
from core.present.architecture.place_map import MapLink, Overlaid, PlaceMap
from core.present.drawings.treemap import heat_of
from core.workbench.executed import kept_reports, measured_in

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

Lines = Collection[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """What the values of a place are made of: its files with code, the links from it, its broken and its measured lines."""

    files: Sequence[FileHealth]
    links: Sequence[MapLink]
    broken: int | None
    executed: Callable[[], tuple[int, int]]
    """Lines that tests ran, and those that they did not."""


class Overlay(NamedTuple):
    """One way to colour a map: what the colour means, the value of a place (None where unknown), how it is written."""

    legend: str
    value: Callable[[PlaceFacts], float | str | None]
    number: str
    unit: str = ""
    unknown: str = "no data"


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _changes(place: PlaceFacts) -> int | None:
    """Return the commits to the files; None where no history of them is known."""
    return sum(one.commits for one in place.files) if any(one.authors for one in place.files) else None


def _owner(place: PlaceFacts) -> str | None:
    owners = Counter(name for one in place.files if (name := one.code_owner or one.main_author))
    return min(owners, key=lambda name: (-owners[name], name)) if owners else None


def _not_run(place: PlaceFacts) -> float | None:
    ran, never = place.executed()
    return _share(never, ran + never)


OVERLAYS: Mapping[str, Overlay] = {
    "cycles": Overlay(
        "share of files in a dependency cycle",
        lambda place: _share(sum(one.cycle > 0 for one in place.files), len(place.files)), "{:.0%}", "in cycles",
    ),
    "upward": Overlay(
        "lines from here against the inferred layering", lambda place: sum(link.up for link in place.links), "{:,.0f}",
        "lines upward",
    ),
    "churn": Overlay("commits of the last year, per file", _changes, "{:,.0f}", "file changes", "no history"),
    "owners": Overlay("owner of most files, by CODEOWNERS or commits", _owner, "{}"),
    "coverage": Overlay("share of measured lines that no test runs", _not_run, "{:.0%}", "not run", "not measured"),
    "rules": Overlay("lines that violate a rule", lambda place: place.broken, "{:,.0f}", "violations", "no rules"),
}  # fmt: skip
"""By the name that addresses use."""


def overlaid(bench: OpenBench, found: PlaceMap, name: str, broken: Lines | None) -> Overlaid:
    """Return the values of an overlay for the places of a map; `broken` as `broken_lines` returns it."""
    row = OVERLAYS[name]
    values = {place: row.value(facts) for place, facts in _facts(bench, found, broken).items()}
    notes = {
        place: row.unknown if value is None else f"{row.number.format(value)} {row.unit}".strip()
        for place, value in values.items()
    }
    heat, hottest = heat_of({place: float(value) for place, value in values.items() if isinstance(value, int | float)})
    return Overlaid(row.legend, values, notes, heat, row.number.format(hottest) if hottest else "", row.unknown)


def place_rows(bench: OpenBench, found: PlaceMap, broken: Lines | None) -> list[dict[str, Flat]]:
    """Return one row per place with its value of every overlay, in the order of the map."""
    facts = _facts(bench, found, broken)
    return [
        {"place": place, "files": len(facts[place].files), **{name: row.value(facts[place]) for name, row in OVERLAYS.items()}}
        for place in found.places
    ]


def _facts(bench: OpenBench, found: PlaceMap, broken: Lines | None) -> dict[str, PlaceFacts]:
    every = {one.file: one for one in bench.analyse.files()}
    within = _files(bench, found)
    lines = None if broken is None else Counter(path for path, _ in broken)
    facts = {}
    for place in found.places:
        files = [every[path] for path in within[place] if path in every]
        links = [link for (source, _), link in found.links.items() if source == place]
        broken_here = None if lines is None else sum(lines[path] for path in within[place])
        facts[place] = PlaceFacts(files, links, broken_here, partial(executed_lines, bench, within[place]))
    return facts


def _files(bench: OpenBench, found: PlaceMap) -> dict[str, list[str]]:
    """Return the files of each place: on a map of folders its names are files, on others they name what units are in."""
    if found.level == "folder":
        return {place: sorted(names) for place, names in found.inside.items()}
    within: dict[str, set[str]] = {}
    for key, name in bench.analyse.places(found.level).items():
        within.setdefault(name, set()).add(bench.heads[key].file_path)
    return {place: sorted({path for name in names for path in within.get(name, ())}) for place, names in found.inside.items()}


def executed_lines(bench: OpenBench, paths: Iterable[str]) -> tuple[int, int]:
    """Return how many lines of files tests ran, and how many they did not; none where no report is kept."""
    ran, never = 0, 0
    if kept_reports(bench).path.is_file():
        for path in paths:
            if (file := measured_in(bench, path)) is not None:
                lines = file.within(1, max(file.hits, default=0))
                ran, never = ran + len(lines.run), never + len(lines.never)
    return ran, never
