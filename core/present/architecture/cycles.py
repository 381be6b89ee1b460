"""Write cycles as HTML: how large, one in words, and one taken apart: its units, possible cuts, the lines to change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.analyse.cycle_cuts import CutCycle, CycleCut
from core.analyse.cycles import Cycle
from core.analyse.view import Link
from core.model import split_key
from core.present.architecture.evidence import evidence_list, fact, unit_name
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import Row, grid
from core.present.html.labels import chip, words
from core.present.html.links import anchor, page_url, set_link, unit_url
from core.present.html.places import place_link, with_places
from core.present.html.tables import breakable
from core.present.html.type_colours import type_hue
from core.text.counts import counted_as

_UNITS = 60  # of one cycle that are named


def cycle_chips(cycles: tuple[Cycle, ...], chosen: int, limit: int = 12) -> Markup:
    """Return the cycles as a row of links that choose one, largest first."""
    chips = [
        el(
            "a", el("b", f"{cycle.size}"), el("span", f"units, {counted_as(cycle.cost, 'line')} to cut", class_="label"),
            class_="chip on" if number == chosen else "chip", href=f"?cycle={number}&cuts=", data_set=f"cycle={number}",
            title=cycle.shortest, aria_current="true" if number == chosen else None,
        )
        for number, cycle in enumerate(cycles)
    ]  # fmt: skip
    rest = el("details", el("summary", f"{len(chips) - limit} smaller"), el("div", *chips[limit:], class_="chips"))
    return el("div", *chips[:limit], rest if len(chips) > limit else None, class_="chips")


def cycle_account(cycle: Cycle, index: str, editor: str, root: str) -> Markup:
    """Return one cycle: its shortest cycle, the links to cut with their lines, its relations by kind, its units."""
    kinds = [chip(words(kind), count) for kind, count in cycle.kinds.items()]
    units = [anchor(unit_url(key, index), unit_name(key), class_="chip") for key in cycle.units[:_UNITS]]
    more = el("span", f"and {cycle.size - _UNITS} more", class_="dim") if cycle.size > _UNITS else None
    cut = f"{len(cycle.cut)} of {counted_as(cycle.links, 'link')}, {counted_as(cycle.cost, 'line')}; {cycle.method}"
    return joined(
        el("h4", "Shortest cycle", class_="kind"), el("p", with_places(cycle.shortest, index)),
        el("h4", "Links to remove", el("span", cut, class_="dim"), class_="kind"),
        el("ul", *(el("li", _cut_link(link, index, editor, root)) for link in cycle.cut), class_="list boxed"),
        el("h4", "Relations", class_="kind"), el("div", *kinds, class_="chips"),
        el("h4", "Units", el("span", cycle.size, class_="dim"), class_="kind"), el("div", *units, more, class_="chips"),
    )  # fmt: skip


def _cut_link(link: Link, index: str, editor: str, root: str) -> Markup:
    ends = [anchor(page_url("code", index=index, unit=key), unit_name(key)) for key in (link.source, link.target)]
    lines = el("span", counted_as(len(link.evidence), "line"), class_="dim small")
    head = el("div", ends[0], el("span", "→", class_="dim"), ends[1], lines, class_="row fact")
    return el("div", head, el("div", evidence_list(link.evidence, editor, root, limit=6), style="padding-left:1rem"))


SEPARATOR = "|"
"""Between the links of an address that are cut."""
_SIDE, _GAP = 16, 3


def knot_drawing(found: CutCycle, index: str) -> Markup:
    """Return the units as squares in the colours of their types: one block for each cycle, and one for those that are free."""
    blocks = [(f"{len(group)} in a cycle", group, "") for group in found.tied]
    if found.free:
        blocks.append((f"{len(found.free)} free", found.free, "opacity:.35"))
    shown = [
        el(
            "div",
            el("div", title, class_="dim small"),
            el("div", *(_square(key, index) for key in sorted(keys, key=split_key)), class_="squares", style=style or None),
        )
        for title, keys, style in blocks
    ]
    types = {split_key(key)[0] for _, keys, _ in blocks for key in keys}
    colours = [el("span", el("span", class_=f"swatch hue{type_hue(name)}"), words(name)) for name in sorted(types)]
    return joined(el("div", *shown, class_="knots"), el("div", *colours, class_="legend"))


def _square(key: str, index: str) -> Markup:
    type_, name = split_key(key)
    said = f"{words(type_)} {name}"
    return el("a", href=unit_url(key, index), data_go=True, class_=f"square hue{type_hue(type_)}", title=said, aria_label=said)


def cut_choices(found: CutCycle, removed: str, limit: int = 10) -> Markup:
    """Return the links that are cut, to take back, and what to cut next as rows that are ticked: `cuts` of the address."""
    taken = removed.split(SEPARATOR) if removed else []
    rows = [*(_taken(link, taken) for link in found.removed), *(_offer(cut, taken) for cut in found.cuts[:limit])]
    return grid(("", "Cut", ("Frees", "num"), ("Lines", "num"), ("Units per line", "num")), rows, "grid boxed")


def _offer(cut: CycleCut, taken: Sequence[str]) -> Row:
    name = f"{unit_name(cut.links[0].source)} → {unit_name(cut.links[0].target)}"
    if len(cut.links) > 1:
        one = {link.source for link in cut.links}
        unit = cut.links[0].source if len(one) == 1 else cut.links[0].target
        name = f"{unit_name(unit)}: all {len(cut.links)} links {'out' if len(one) == 1 else 'into it'}"
    value = _toggled(taken, cut.links)
    tick, link = set_link("cuts", value, "☐", aria_label=f"Cut {name}"), set_link("cuts", value, breakable(name))
    return tick, link, counted_as(cut.freed, "unit"), cut.lines, f"{cut.freed / cut.lines:.1f}"


def _taken(link: Link, taken: Sequence[str]) -> Row:
    name = f"{unit_name(link.source)} → {unit_name(link.target)}"
    tick = set_link("cuts", _toggled(taken, (link,)), "☑", aria_label=f"Undo cut {name}")
    return tick, breakable(name), el("td", "cut", class_="dim"), counted_as(link.weight, "line"), None


def _toggled(taken: Sequence[str], links: Sequence[Link]) -> str:
    names = [f"{link.source} → {link.target}" for link in links]
    if set(names) <= set(taken):
        return SEPARATOR.join(one for one in taken if one not in names)
    return SEPARATOR.join(dict.fromkeys((*taken, *names)))


def cut_ends(removed: str) -> list[tuple[str, str]]:
    """Return the ends of the links that an address names as cut; what is no link is left out."""
    found = (one.partition(" → ") for one in removed.split(SEPARATOR))
    return [(source, target) for source, arrow, target in found if arrow]


def plan_title(found: CutCycle) -> str:
    """Return how much the plan asks for."""
    return f"Plan: {counted_as(len(found.removed), 'link')}, {counted_as(found.lines, 'line')}"


def plan_html(found: CutCycle, line: Callable[[str, int], str], editor: str, root: str) -> Markup:
    """Return the lines to change for what is cut, each with its code."""
    rows = []
    for link in found.removed:
        rows.append(el("h4", f"{unit_name(link.source)} → {unit_name(link.target)}", class_="kind"))
        rows += [
            fact(place_link(path, number, editor=editor, root=root), code=line(path, number)) for path, number in _by_line(link)
        ]
    return joined(*rows)


def plan_rows(found: CutCycle, line: Callable[[str, int], str]) -> list[dict[str, str | int]]:
    """Return one row per line to change: the link, its kind, file, line and code."""
    return [
        {
            "from": unit_name(link.source), "to": unit_name(link.target), "kind": ", ".join(kinds), "file": path,
            "line": number, "code": line(path, number),
        }
        for link in found.removed
        for (path, number), kinds in _by_line(link).items()
    ]  # fmt: skip


def _by_line(link: Link) -> dict[tuple[str, int], list[str]]:
    """Return the kinds of relations that a link has on each line: a line is changed once."""
    found: dict[tuple[str, int], list[str]] = {}
    for one in link.evidence:
        kinds = found.setdefault((one.file_path, one.line), [])
        if one.kind not in kinds:
            kinds.append(one.kind)
    return found


def plan_markdown(found: CutCycle, line: Callable[[str, int], str], title: str) -> str:
    """Return the plan as Markdown, with every line and its code."""
    parts = [f"# {title}", found.sentence]
    rows: dict[str, list[dict[str, str | int]]] = {}
    for row in plan_rows(found, line):
        rows.setdefault(f"{row['from']} → {row['to']}", []).append(row)
    for name, listed in rows.items():
        lines = [f"- `{row['file']}:{row['line']}` {row['kind']}: `{str(row['code']).replace('`', chr(39))}`" for row in listed]
        parts.append(f"## {name}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"
