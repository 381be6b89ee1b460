"""Write cycles as HTML: how large, one cycle in words, and the lines to change so that none is left."""

from __future__ import annotations

from core.analyse.cycles import Cycle
from core.analyse.view import Link
from core.present.architecture.evidence import evidence_list, unit_name
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import chip, words
from core.present.html.links import anchor, page_url
from core.present.html.places import with_places
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
    units = [anchor(page_url("graph", index=index, unit=key), unit_name(key), class_="chip") for key in cycle.units[:_UNITS]]
    more = el("span", f"and {cycle.size - _UNITS} more", class_="dim") if cycle.size > _UNITS else None
    cut = f"{len(cycle.cut)} of {counted_as(cycle.links, 'link')}, {counted_as(cycle.cost, 'line')}; {cycle.method}"
    return joined(
        el("h4", "Shortest cycle", class_="kind"), el("p", with_places(cycle.shortest, index)),
        el("h4", "Links to remove", el("span", cut, class_="dim"), class_="kind"),
        el("ul", *(el("li", _cut(link, index, editor, root)) for link in cycle.cut), class_="list boxed"),
        el("h4", "Relations", class_="kind"), el("div", *kinds, class_="chips"),
        el("h4", "Units", el("span", cycle.size, class_="dim"), class_="kind"), el("div", *units, more, class_="chips"),
    )  # fmt: skip


def _cut(link: Link, index: str, editor: str, root: str) -> Markup:
    ends = [anchor(page_url("unit", index=index, unit=key), unit_name(key)) for key in (link.source, link.target)]
    lines = el("span", counted_as(len(link.evidence), "line"), class_="dim small")
    head = el("div", ends[0], el("span", "→", class_="dim"), ends[1], lines, class_="row fact")
    return el("div", head, el("div", evidence_list(link.evidence, editor, root, limit=6), style="padding-left:1rem"))
