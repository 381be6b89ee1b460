"""The whole, gathered into few places that can be opened one by one: folders or namespaces and the links between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.view import View
from core.model import Relation, file_key
from core.model.text_table import Flat
from core.present.drawings.layered_graph import Arrow, Box
from core.present.html.elements import Markup, el
from core.present.html.labels import kinds_of
from core.present.html.links import page_url

_FEW = 3  # fewer places say nothing: the largest is opened in place, whatever is in it
_MANY = 18  # none is opened in place that would make more of them
_LARGE = 0.3  # share of all names from which on a place is opened in place
_CALM = 45  # links that a reader can still tell apart
_SEPARATORS: Mapping[str, re.Pattern[str]] = {"folder": re.compile("/"), "namespace": re.compile(r"::|\.|/|\\")}
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Numbers of lines from which on a link may be asked to be drawn."""


@dataclass(frozen=True, slots=True)
class PlaceMap:
    """The places inside `at` with the number of names in each, the links between them, and what is not shown.

    `links` maps (source, target) to lines and kinds; `least` is the number of lines from which on a link is drawn, `shown`
    are the links that have them. `places` are the largest, by number of names, then by name.
    """

    at: str
    level: str
    places: Mapping[str, int]
    of: int
    links: Mapping[tuple[str, str], tuple[int, Mapping[str, int]]]
    least: int
    leading_out: int
    leaves: frozenset[str]

    @property
    def shown(self) -> dict[tuple[str, str], tuple[int, Mapping[str, int]]]:
        """The links that are heavy enough to be drawn."""
        return {ends: link for ends, link in self.links.items() if link[0] >= self.least}

    @property
    def sentence(self) -> str:
        """What is shown of what there is."""
        names = "files" if self.level == "folder" else "namespaces"
        places = f"{len(self.places)} of {self.of} places, ranked by their {names}"
        links = f"{len(self.shown)} of {len(self.links)} links: those of {self.least} lines or more"
        if self.least == 1:
            links = f"all {len(self.links)} links"
        out = f"; {self.leading_out:,} lines lead in or out" if self.leading_out else ""
        return f"Showing {places}; {links}{out}."


def place_map(view: View, level: str, at: str = "", least: int = 0, cap: int = 30) -> PlaceMap:
    """Return the places inside `at` (nothing: everything) and their links.

    A place that holds a third of everything is opened in place while there are not many. `least` 0 chooses the smallest number
    of lines that leaves a drawing in which links can be told apart.
    """
    home = _homes(view.nodes, level, at)
    sizes = Counter(home.values())
    kept = dict(sorted(sizes.items(), key=lambda pair: (-pair[1], pair[0]))[:cap])
    weights: Counter[tuple[str, str]] = Counter()
    kinds: dict[tuple[str, str], Counter[str]] = {}
    out = 0
    for source, links in view.out.items():
        for target, link in links.items():
            ends = home.get(source, ""), home.get(target, "")
            if ends[0] in kept and ends[1] in kept and ends[0] != ends[1]:
                weights[ends] += link.weight
                kinds.setdefault(ends, Counter()).update(link.kinds)
            elif (ends[0] in kept) != (ends[1] in kept):
                out += link.weight
    found = {ends: (weights[ends], dict(kinds[ends].most_common())) for ends in sorted(weights)}
    return PlaceMap(
        at, level, kept, len(sizes), found, least or _calm(weights.values()), out, frozenset(kept) & set(view.nodes)
    )


def evidence_between(view: View, level: str, at: str, source: str, target: str) -> tuple[Relation, ...]:
    """Return the relations that lead from one place to another, by file and line."""
    home = _homes(view.nodes, level, at)
    found = [
        relation
        for node in view.nodes
        if home.get(node) == source
        for other, link in view.out[node].items()
        if home.get(other) == target
        for relation in link.evidence
    ]
    return tuple(sorted(found, key=lambda one: (one.file_path, one.line, one.kind, one.source, one.target)))


def map_boxes(found: PlaceMap, index: str) -> tuple[list[Box], list[Arrow]]:
    """Return the places as boxes, which open them or lead to the file, and the links that are heavy enough as arrows."""
    names = "files" if found.level == "folder" else "namespaces"
    boxes = []
    for place, size in found.places.items():
        label = _label(place, found)
        if found.level == "folder" and place in found.leaves:
            boxes.append(Box(place, label, "file", page_url("unit", index=index, unit=file_key(place)), hue="hue7"))
        else:
            note = f"{size:,} {names if size > 1 else names[:-1]}"
            boxes.append(Box(place, label, note, f"?at={place}", f"at={place}", "hue0"))
    arrows = [
        Arrow(source, target, lines, f"{lines:,} lines: {', '.join(f'{kind} {count}' for kind, count in kinds.items())}")
        for (source, target), (lines, kinds) in found.shown.items()
    ]
    return boxes, arrows


def link_rows(found: PlaceMap) -> list[dict[str, Flat]]:
    """Return one row per link between the places, also of those that are too light to be drawn, the heaviest first."""
    ordered = sorted(found.links.items(), key=lambda pair: (-pair[1][0], pair[0]))
    return [
        {"from": source, "to": target, "lines": lines, "kinds": kinds_of(kinds), "drawn": lines >= found.least}
        for (source, target), (lines, kinds) in ordered
    ]


def map_trail(found: PlaceMap) -> Markup:
    """Return the places around `at` as links that open them."""
    links = [el("a", "everything", href="?at=", data_set="at=")]
    for step in _ancestors(found.at, found.level) if found.at else ():
        links += [el("span", "›", class_="dim"), el("a", step, href=f"?at={step}", data_set=f"at={step}")]
    return el("nav", *links, class_="row small", aria_label="Place")


def _homes(names: Sequence[str], level: str, at: str) -> dict[str, str]:
    """Return by name the place that it is drawn in; names outside of `at` have none."""
    above = {name: _ancestors(name, level) for name in names}
    inside = {name: steps for name, steps in above.items() if not at or at in steps}
    home = {name: _below(steps, at) for name, steps in inside.items()}
    while home:
        sizes = Counter(home.values())
        opened = {name: _below(inside[name], place) for name, place in home.items()}
        within: dict[str, set[str]] = {}
        for name, place in home.items():
            within.setdefault(place, set()).add(opened[name])
        large = [
            (-size, place)
            for place, size in sizes.items()
            if size > max(1, _LARGE * len(home)) and within[place] != {place}
            and (len(sizes) < _FEW or len(sizes) + len(within[place]) <= _MANY)
        ]  # fmt: skip
        if not large:
            break
        largest = min(large)[1]
        home = {name: opened[name] if place == largest else place for name, place in home.items()}
    return home


def _ancestors(name: str, level: str) -> tuple[str, ...]:
    """Return what the name lies in, outermost first, and the name itself last."""
    ends = [match.start() for match in _SEPARATORS[level].finditer(name) if match.start()]
    return (*(name[:end] for end in ends), name)


def _below(steps: Sequence[str], at: str) -> str:
    """Return the first step below `at`, or the last one when nothing lies below."""
    if not at:
        return steps[0]
    number = steps.index(at) + 1
    return steps[min(number, len(steps) - 1)]


def _calm(weights: Iterable[int]) -> int:
    listed = list(weights)
    return next((step for step in STEPS if sum(weight >= step for weight in listed) <= _CALM), STEPS[-1])


def _label(place: str, found: PlaceMap) -> str:
    if place == found.at:
        return "(directly here)"
    if found.at and place.startswith(found.at):
        return place[len(found.at) :].lstrip("/:.\\") or place
    return place
