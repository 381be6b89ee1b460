"""Render declared rules and their violations as HTML: every rule with its numbers, every violation with line and code."""

from __future__ import annotations

from collections.abc import Sequence

from core.analyse.check import NEW, Breach, BrokenPlace, CheckedRule
from core.present.architecture.evidence import unit_name
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid
from core.present.html.places import place_link

_SHOWN = 200
_PLACES = 12  # more are no answer to where to begin


def rule_list(declared: Sequence[CheckedRule]) -> Markup:
    """Return the declarations as links that show only their breaches."""
    rows = [
        el(
            "tr",
            el("td", el("a", one.rule, href=f"?rule={one.rule}", data_set=f"rule={one.rule}")),
            el("td", one.form),
            el("td", el("code", one.at)),
            el("td", f"{one.lines:,}", class_="num"),
            el("td", el("span", f"{one.new:,}", class_="bad" if one.new else "good"), class_="num"),
        )
        for one in declared
    ]
    table = boxed_grid(("Rule", "Type", "Place", ("Lines", "num"), ("New", "num")), rows)
    every = el("a", "Show all violations", href="?rule=", data_set="rule=", class_="small")
    return joined(table, every if len(declared) > 1 else None)


def broken_places(places: Sequence[BrokenPlace], chosen: str) -> Markup:
    """Return which places break what is declared, most lines first, as links that show only their lines (`between`)."""
    rows = [
        el(
            "tr",
            el(
                "td",
                el(
                    "a", one.between, href=f"?between={one.between}", data_set=f"between={one.between}",
                    aria_current="true" if one.between == chosen else None,
                ),
            ),
            el("td", f"{one.lines:,}", class_="num"),
            el("td", el("span", f"{one.new:,}", class_="bad" if one.new else "good"), class_="num"),
        )
        for one in places[:_PLACES]
    ]  # fmt: skip
    table = boxed_grid(("Most violations", ("Lines", "num"), ("New", "num")), rows)
    beyond = el("p", f"Showing {_PLACES} of {len(places):,}.", class_="dim note") if len(places) > _PLACES else None
    every = el("a", "Show all lines", href="?between=", data_set="between=", class_="small") if chosen else None
    return joined(table, beyond, every)


def breach_list(breaches: Sequence[Breach], editor: str, root: str) -> Markup:
    """Return breaches with their lines and code, new ones in red."""
    rows = [
        el(
            "div",
            el(
                "div",
                el("span", one.state, class_="tag bad" if one.state == NEW else "tag"),
                el("span", f"{unit_name(one.source)} → {unit_name(one.target)}"),
                el("span", one.why, class_="dim"),
                el("span", class_="push"),
                place_link(one.file_path, one.line, editor=editor, root=root),
                class_="row wrapping",
            ),
            el("code", one.code, class_="quote"),
            class_="fact",
        )
        for one in breaches[:_SHOWN]
    ]
    more = f"Showing {_SHOWN} of {len(breaches):,}. Download for all." if len(breaches) > _SHOWN else None
    return joined(*rows, el("p", more, class_="dim note") if more else None)
