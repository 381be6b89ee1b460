"""Write cycles as HTML: how large, one cycle in words, and the lines to change so that none is left."""

from __future__ import annotations

from core.analyse.cycles import Cycle
from core.analyse.view import Link
from core.present.architecture.evidence import evidence_list, unit_name
from core.present.html.elements import Markup, el, joined
from core.present.html.links import page_url
from core.present.html.places import with_places
from core.text.counts import counted_as


def _lines(count: int) -> str:
    return f"{count} line" if count == 1 else f"{count} lines"


def cycle_chips(cycles: tuple[Cycle, ...], chosen: int, limit: int = 12) -> Markup:
    """Return the cycles as a row of links that choose one, largest first."""
    chips = [
        el(
            "a", el("b", f"{cycle.size}"), el("span", f"units, {_lines(cycle.cost)} to cut", class_="label"),
            class_="chip on" if number == chosen else "chip", href=f"?cycle={number}&cuts=", data_set=f"cycle={number}",
            title=cycle.shortest, aria_current="true" if number == chosen else None,
        )
        for number, cycle in enumerate(cycles)
    ]  # fmt: skip
    rest = el("details", el("summary", f"{len(chips) - limit} smaller"), el("div", *chips[limit:], class_="chips"))
    return el("div", *chips[:limit], rest if len(chips) > limit else None, class_="chips")


def cycle_account(cycle: Cycle, index: str, editor: str, root: str) -> Markup:
    """Return one cycle: its shortest cycle, the links to cut with their lines, its relations by kind, its units."""
    kinds = [
        el("span", el("b", count), el("span", kind.replace("_", " "), class_="label"), class_="chip")
        for kind, count in cycle.kinds.items()
    ]
    units = [
        el("a", unit_name(key), href=page_url("graph", index=index, unit=key), data_go=True, class_="chip")
        for key in cycle.units
    ]
    return joined(
        el("h4", "Shortest cycle", class_="kind"),
        el("p", with_places(cycle.shortest, index)),
        el(
            "h4",
            "Links to remove",
            el(
                "span",
                f"{len(cycle.cut)} of {counted_as(cycle.links, 'link')}, {counted_as(cycle.cost, 'line')}; {cycle.method}",
                class_="dim",
            ),
            class_="kind",
        ),
        el("ul", *(el("li", _cut(link, index, editor, root)) for link in cycle.cut), class_="list boxed"),
        el("h4", "Relations", class_="kind"),
        el("div", *kinds, class_="chips"),
        el("h4", "Units", el("span", cycle.size, class_="dim"), class_="kind"),
        el(
            "div",
            *units[:60],
            el("span", f"and {len(units) - 60} more", class_="dim") if len(units) > 60 else None,
            class_="chips",
        ),
    )


def _cut(link: Link, index: str, editor: str, root: str) -> Markup:
    head = el(
        "div",
        el("a", unit_name(link.source), href=page_url("unit", index=index, unit=link.source), data_go=True),
        el("span", "→", class_="dim"),
        el("a", unit_name(link.target), href=page_url("unit", index=index, unit=link.target), data_go=True),
        el("span", _lines(len(link.evidence)), class_="dim small"),
        class_="row fact",
    )
    return el("div", head, el("div", evidence_list(link.evidence, editor, root, limit=6), style="padding-left:1rem"))
