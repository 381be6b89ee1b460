"""Render declared rules and their violations as HTML: every rule with its numbers, every violation with line and code."""

from __future__ import annotations

from collections.abc import Sequence

from core.analyse.check import NEW, BrokenPlace, CheckedRule, ViolatingLine
from core.present.architecture.evidence import fact, unit_name
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid, more_note, paged
from core.present.html.links import set_link
from core.present.html.places import place_link

_SHOWN = 2_000


def rule_list(declared: Sequence[CheckedRule]) -> Markup:
    """Return the declarations as links that show only their breaches."""
    rows = [(set_link("rule", one.rule, one.rule), one.form, el("code", one.at), one.lines, _new(one.new)) for one in declared]
    table = boxed_grid(("Rule", "Type", "Place", ("Lines", "num"), ("New", "num")), rows)
    return joined(table, set_link("rule", "", "Show all violations", class_="small") if len(declared) > 1 else None)


def _new(count: int) -> Markup:
    return el("span", f"{count:,}", class_="bad" if count else "good")


def broken_places(places: Sequence[BrokenPlace], chosen: str) -> Markup:
    """Return which places break what is declared, most lines first, as links that show only their lines (`between`)."""
    rows = [
        (
            set_link("between", one.between, one.between, aria_current="true" if one.between == chosen else None), one.lines,
            _new(one.new),
        )
        for one in places
    ]  # fmt: skip
    table = boxed_grid(("Most violations", ("Lines", "num"), ("New", "num")), rows)
    every = set_link("between", "", "Show all lines", class_="small") if chosen else None
    return joined(table, every)


def breach_list(breaches: Sequence[ViolatingLine], editor: str, root: str) -> Markup:
    """Return breaches with their lines and code, new ones in red."""
    rows = [
        fact(
            el("span", one.state, class_="tag bad" if one.state == NEW else "tag"),
            el("span", f"{unit_name(one.source)} → {unit_name(one.target)}"), el("span", one.why, class_="dim"),
            place=place_link(one.file_path, one.line, editor=editor, root=root), code=one.code,
        )
        for one in breaches[:_SHOWN]
    ]  # fmt: skip
    return joined(paged(rows), more_note(_SHOWN, len(breaches)))
