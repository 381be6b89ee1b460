"""The whole, gathered into few places that can be opened one by one: folders or namespaces and the links between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from core.analyse.order import PlaceOrder
from core.analyse.view import Link, View
from core.model import Relation, file_key
from core.model.text_table import Flat
from core.present.drawings.layered_graph import PER_ROW, Arrow, Box
from core.present.html.elements import Markup, el
from core.present.html.labels import kinds_of, legend
from core.present.html.links import page_url
from core.present.html.type_colours import member_hue, member_hues
from core.text.counts import counted_as

_FEW = 3  # fewer places say nothing: the largest is opened in place, whatever is in it
_MANY = 18  # none is opened in place that would make more of them
_LARGE = 0.3  # share of all names from which on a place is opened in place
_CALM = 45  # links that a reader can still tell apart
_SEPARATORS: Mapping[str, re.Pattern[str]] = {"folder": re.compile("/"), "namespace": re.compile(r"::|\.|/|\\")}
_STEPS = 5  # colours of a scale
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Numbers of lines from which on a link may be asked to be drawn."""


@dataclass(frozen=True, slots=True)
class MapLink:
    """What leads from one place to another: its lines, how many of them lead against the order, kinds and evidence."""

    lines: int
    up: int
    kinds: Mapping[str, int]
    evidence: tuple[Relation, ...]

    @property
    def back(self) -> bool:
        """Whether most lines lead against the order."""
        return 2 * self.up > self.lines


@dataclass(frozen=True, slots=True)
class PlaceMap:
    """The places inside `at` with the number of names in each, the links between them, and what is not shown.

    `links` are by (source, target); `least` is the number of lines from which on a link is drawn, `shown` are the links that
    have them. `places` are those that most lines lead to and from, then by name; `rows` says which of them stand side by side,
    `inside` has the files, namespaces or parts of each.
    """

    at: str
    level: str
    places: Mapping[str, int]
    of: int
    links: Mapping[tuple[str, str], MapLink]
    least: int
    leading_out: int
    leaves: frozenset[str]
    rows: tuple[tuple[str, ...], ...] = ()
    inside: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def shown(self) -> dict[tuple[str, str], MapLink]:
        """The links that are heavy enough to be drawn."""
        return {ends: link for ends, link in self.links.items() if link.lines >= self.least}

    @property
    def against(self) -> int:
        """The lines that go against the inferred layering."""
        return sum(link.up for link in self.links.values())

    @property
    def sentence(self) -> str:
        """What is shown of what there is."""
        places = f"{len(self.places)} of {self.of} places"
        if len(self.places) < self.of:
            places += ", those with most links"
        links = f"{len(self.shown)} of {len(self.links)} links, with {self.least} lines or more"
        if self.least == 1:
            links = f"all {len(self.links)} links" if len(self.links) > 1 else "the only link" if self.links else "no links"
        out = f". {self.leading_out:,} lines come from or go to other places" if self.leading_out else ""
        up = self.against
        order = (
            f". {up:,} of {sum(link.lines for link in self.links.values()):,} lines go against the inferred layering"
            if up
            else ""
        )
        return f"Showing {places} and {links}{out}{order}."


def place_map(view: View, order: PlaceOrder, at: str = "", least: int = 0, cap: int = 30) -> PlaceMap:
    """Return the places inside `at` (nothing: everything) and their links.

    `view` is of files for the order of folders, of namespaces for theirs. A place that holds a third of everything is opened in
    place while there are not many. `least` 0 chooses the smallest number of lines that leaves a drawing in which links can be
    told apart.
    """
    level = order.level
    home = _homes(view.nodes, level, at)
    sizes = Counter(home.values())
    between: dict[tuple[str, str], list[Link]] = {}
    touched: Counter[str] = Counter()
    for link in view.links():
        ends = home.get(link.source, ""), home.get(link.target, "")
        if ends[0] != ends[1]:
            between.setdefault(ends, []).append(link)
            touched.update({end: link.weight for end in ends})
    kept = {place: sizes[place] for place in sorted(sizes, key=lambda one: (-touched[one], one))[:cap]}
    found = {ends: _map_link(links, order) for ends, links in sorted(between.items()) if kept.keys() >= set(ends)}
    out = sum(link.weight for ends, links in between.items() if len(kept.keys() & set(ends)) == 1 for link in links)
    inside: dict[str, list[str]] = {}
    for name, place in home.items():
        inside.setdefault(place, []).append(name)
    at_row = order.on({place: inside[place] for place in kept})
    least = least or _calm(link.lines for link in found.values())
    leaves = frozenset(kept) & set(view.nodes)
    rows, named = _rows(at_row.sorted(kept), found), {place: inside[place] for place in kept}
    return PlaceMap(at, level, kept, len(sizes), found, least, out, leaves, rows, named)


def _map_link(links: Sequence[Link], order: PlaceOrder) -> MapLink:
    evidence = tuple(one for link in links for one in link.evidence)
    evidence = tuple(sorted(evidence, key=lambda one: (one.file_path, one.line, one.kind, one.source, one.target)))
    lines = len({(one.file_path, one.line) for one in evidence})
    return MapLink(lines, order.lines_up(evidence), dict(Counter(one.kind for one in evidence).most_common()), evidence)


def _rows(ordered: Sequence[str], links: Mapping[tuple[str, str], MapLink]) -> tuple[tuple[str, ...], ...]:
    """Return places in rows, each below all that use it, as far as the order allows; long rows go on in the next one."""
    number = {place: at for at, place in enumerate(ordered)}
    level: dict[str, int] = {}
    for place in ordered:
        users = [source for source, target in links if target == place and number[source] < number[place]]
        level[place] = 1 + max((level[user] for user in users), default=-1)
    rows: dict[int, list[str]] = {}
    for place in ordered:
        rows.setdefault(level[place], []).append(place)
    return tuple(tuple(row[at : at + PER_ROW]) for _, row in sorted(rows.items()) for at in range(0, len(row), PER_ROW))


def map_boxes(
    found: PlaceMap,
    index: str,
    broken: Callable[[Sequence[Relation]], int] = lambda evidence: 0,
    members: Sequence[str] = (),
    notes: Mapping[str, str] = MappingProxyType({}),
    heat: Mapping[str, float] = MappingProxyType({}),
    tints: Mapping[str, str] = MappingProxyType({}),
) -> tuple[list[Box], list[Arrow]]:
    """Return the places as boxes, which open them or lead to the file, and the links that are heavy enough as arrows.

    `broken` counts the lines that break what is declared. Places of a set have the colour of their repository: of one of its
    `members`. `notes` are what boxes say below their names, instead of what they hold; `heat` (0 to 1) and `tints` (classes of
    colours) fill them.
    """
    names = "files" if found.level == "folder" else "namespaces"
    boxes = []
    for place, size in found.places.items():
        label = _label(place, found)
        if found.level == "folder" and place in found.leaves:
            href = page_url("code", index=index, unit=file_key(place))
            boxes.append(
                Box(place, label, notes.get(place, "file"), href, hue="hue7", heat=heat.get(place), tint=tints.get(place, ""))
            )
        else:
            note = notes.get(place) or f"{size:,} {names if size > 1 else names[:-1]}"
            opens = f"{'domain' if found.level == 'part' else 'at'}={place}"
            hue = f"hue{member_hue(place, members)}"
            boxes.append(Box(place, label, note, f"?{opens}", opens, hue, heat.get(place), tints.get(place, "")))
    arrows = [
        Arrow(source, target, link.lines, _words(link, breaches), link.back, breaches)
        for (source, target), link in found.shown.items()
        for breaches in (broken(link.evidence),)
    ]
    return boxes, arrows


def _words(link: MapLink, broken: int) -> str:
    order = f", {link.up:,} against the layering" if link.up else ""
    breach = f", {broken:,} violate a rule" if broken else ""
    return f"{counted_as(link.lines, 'line')}{order}{breach}: {kinds_of(link.kinds)}"


@dataclass(frozen=True, slots=True)
class Overlaid:
    """The values that colour the places of a map, what each place says, and its `heat` (0 to 1) where the value is a number."""

    legend: str
    values: Mapping[str, float | str | None]
    notes: Mapping[str, str]
    heat: Mapping[str, float]
    hottest: str
    unknown: str
    """What a place without a value says."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names among the values, in alphabetical order."""
        return tuple(sorted({value for value in self.values.values() if isinstance(value, str)}))

    @property
    def tints(self) -> dict[str, str]:
        """The class of the colour of each place that belongs to a name."""
        hues = member_hues(self.names)
        return {place: hues[value] for place, value in self.values.items() if isinstance(value, str)}


def overlay_legend(overlaid: Overlaid) -> Markup:
    """Return what the colours of the places stand for."""
    said = f"Colour: {overlaid.legend}"
    if overlaid.names:
        return el("div", el("p", said, class_="dim small"), legend(member_hues(overlaid.names)))
    steps = [el("span", class_="area step", style=f"--heat:{step / (_STEPS - 1):.2f}") for step in range(_STEPS)]
    scale = (
        (", 0 ", *steps, f" {overlaid.hottest} or more")
        if overlaid.hottest
        else (" (none)" if overlaid.heat else f" ({overlaid.unknown})",)
    )
    return el("p", said, *scale, class_="dim small")


def link_rows(found: PlaceMap) -> list[dict[str, Flat]]:
    """Return one row per link between the places, also of those that are too light to be drawn, the heaviest first."""
    ordered = sorted(found.links.items(), key=lambda pair: (-pair[1].lines, pair[0]))
    return [
        {
            "from": source, "to": target, "lines": link.lines, "against the order": link.up, "kinds": kinds_of(link.kinds),
            "drawn": link.lines >= found.least,
        }
        for (source, target), link in ordered
    ]  # fmt: skip


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
    ends = [match.start() for match in _SEPARATORS[level].finditer(name) if match.start()] if level in _SEPARATORS else ()
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
