"""Write what is declared and what breaks it as HTML: every rule with its numbers, every breach with its line and code."""

from __future__ import annotations

from collections.abc import Sequence

from core.analyse.check import NEW, Breach, CheckedRule
from core.present.architecture.evidence import unit_name
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid
from core.present.html.places import place_link

_SHOWN = 200


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
    table = boxed_grid(("Declared", "Form", "Where", ("Lines", "num"), ("New", "num")), rows)
    every = el("a", "Show the breaches of all of them", href="?rule=", data_set="rule=", class_="small")
    return joined(table, every if len(declared) > 1 else None)


def breach_list(breaches: Sequence[Breach], editor: str, root: str) -> Markup:
    """Return breaches with their lines and code, new ones in red."""
    rows = [
        el(
            "div",
            el(
                "div",
                el("span", one.state, class_="tag bad" if one.state == NEW else "tag"),
                el("span", f"{unit_name(one.source)} → {unit_name(one.target)}"),
                el("span", one.why, class_="dim cut", title=one.why),
                el("span", class_="push"),
                place_link(one.file_path, one.line, editor=editor, root=root),
                class_="row",
            ),
            el("code", one.code, class_="quote"),
            class_="fact",
        )
        for one in breaches[:_SHOWN]
    ]
    more = f"Showing {_SHOWN} of {len(breaches):,}; the downloads have all of them." if len(breaches) > _SHOWN else None
    return joined(*rows, el("p", more, class_="dim note") if more else None)
