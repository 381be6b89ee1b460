"""The parts of a unit's page."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.users import Users
from core.model.sheet import UnitSheet
from core.present.architecture.overview import unit_rows
from core.present.export.rows import relation_rows
from core.present.export.snippets import unit_snippet
from core.present.html.code_pane import parse_lines
from core.present.html.elements import Markup, el, joined
from core.present.html.empty import nothing
from core.present.html.links import page_url
from core.present.unit.sheet import chunk_list, fact_lists, fact_marks, member_list, relation_list
from core.present.unit.sides import column_list, executed_marks, history_html, measured_tests, observed_html, similar_list
from core.text.counts import counted_as
from core.vocabulary import BY_PATH
from core.workbench import Workbench
from core.workbench.domain import central
from core.workbench.members import has_commits
from pages.parts.code import code, snippet
from pages.parts.frame import kept, remembered
from pages.parts.panel import panel, tabs
from pages.parts.tables import table

_CHOICES = 20  # units to begin with


def choose(bench: Workbench, page: str = "unit") -> None:
    """Offer the most central units to somebody who has not chosen one yet."""
    st.caption("Press / to find a unit, or start with the most-used ones.")
    columns = (("fan_in", "dependents"), ("fan_out", "dependencies"), ("lines", "lines"))
    found = kept(bench, "central", lambda: central(bench, _CHOICES))
    panel(el("div", unit_rows(found, columns, bench.name, limit=_CHOICES, page=page), class_="boxed"), key="central")


def both_sides(bench: Workbench, key: str) -> tuple[Users, Users]:
    """Return who uses a unit and what it uses, for the page and for each part of it that runs again."""
    return kept(bench, f"both sides of {key}", lambda: (bench.analyse.users(key), bench.analyse.used(key)))


@st.fragment
def source(bench: Workbench, sheet: UnitSheet) -> None:
    """Show the code with the declared facts marked and the lines of the address in sight."""
    choices = [("unit", ""), ("file", "")]
    scope = tabs("shown", choices, within=True)
    lines = parse_lines(st.query_params.get("line", ""))
    marks = (*fact_marks(sheet.facts, sheet.unit.file_path), *executed_marks(bench.executed(sheet.unit.key)))
    code(bench, sheet.unit, marks, name="unit", whole=scope == "file", first=lines[0] or sheet.unit.start_line, lines=lines)


@st.fragment
def relations(bench: Workbench, sheet: UnitSheet) -> None:
    """Show one side of the unit's relations, its facts, members, tests or chunks."""
    users, used = both_sides(bench, sheet.unit.key)
    choices: list[tuple[str, str | int]] = [
        ("used by", len(users)),
        ("uses", len(used)),
        ("facts", sum(map(len, sheet.facts.values()))),
        ("inside", len(sheet.members)),
        ("tests", len(users.tests)),
        *([("columns", "")] if bench.index.columns else []),
        *([("runtime", "")] if bench.recorded.recordings else []),
        ("history", ""),
        ("similar", ""),
        ("chunks", len(sheet.chunks)),
    ]
    side = tabs("side", choices, within=True)
    rows = {"used by": sheet.dependents, "uses": sheet.dependencies, "tests": sheet.tests}
    some = bool(rows[side]) if side in rows else dict(choices)[side] != 0
    body = _side(bench, sheet, side) if some else nothing(_silent(bench, sheet, side))
    if side == "tests":
        body = joined(
            measured_tests(bench.tests(sheet.unit.key), bench.name),
            relation_list(rows[side], heads=bench.heads, **_where(bench)),
        )
    if side == "used by" and users.apart:
        body = joined(nothing(f"{counted_as(len(users), 'dependent')}, not counting {users.apart}."), body)
    panel(el("div", body, class_="scrolls", style="max-height:calc(100vh - 15rem)", data_keep="side"), key="side_list")


def _where(bench: Workbench) -> dict[str, str]:
    return {"index": bench.name, "editor": bench.settings.editor, "root": bench.manifest.root}


def _side(bench: Workbench, sheet: UnitSheet, side: str) -> Markup:
    where = _where(bench)
    if side == "facts":
        return fact_lists(sheet.facts, sheet.runtime)
    if side == "inside":
        return member_list((bench.heads[key] for key in sheet.members), bench.name)
    if side == "history":
        pairs = remembered(bench, Analysis.cochange) if has_commits(bench.manifest) else ()
        told = bench.histories.get(sheet.unit.key)
        own = None
        if told and told.commits_total and sheet.unit.type not in BY_PATH:
            own = kept(bench, f"lines of {sheet.unit.key}", lambda: bench.line_history(sheet.unit.key))
        return history_html(told, pairs, sheet.unit.file_path, bench.heads, bench.name, own)
    if side == "runtime":
        return observed_html(bench.observed(sheet.unit.key), bench.name)
    if side == "columns":
        columns = kept(bench, f"columns of {sheet.unit.key}", lambda: bench.columns(sheet.unit.key))
        return column_list(columns, **where) if columns else nothing("No known column reads or writes.")
    if side == "chunks":
        return chunk_list(sheet.chunks)
    if side == "similar":
        found = kept(bench, f"similar to {sheet.unit.key}", lambda: bench.similar(sheet.unit.key))
        return similar_list(found, bench.heads, bench.name) if found else nothing("No similar units.")
    rows = {"used by": sheet.dependents, "uses": sheet.dependencies, "tests": sheet.tests}[side]
    more = nothing(sheet.used_by_more) if side == "used by" and sheet.used_by_more else Markup("")
    return kept(bench, f"{side} of {sheet.unit.key}", lambda: joined(more, relation_list(rows, heads=bench.heads, **where)))


def _silent(bench: Workbench, sheet: UnitSheet, side: str) -> str:
    """Return what an empty side means: none, unknown and not analysed are told apart."""
    if side in ("facts", "inside", "tests"):
        return bench.verdict(sheet.unit.key, side)
    words = {
        "used by": sheet.used_by_none,
        "uses": sheet.uses_none,
        "chunks": "Too small, or of a type without chunks."
        if bench.manifest.cut
        else f"No chunks yet: they come with vectors. Run: orienteer index {bench.manifest.root}",
    }
    return words[side]


def actions(bench: Workbench, sheet: UnitSheet) -> None:
    """Offer the unit's relations as a table and the calls that give the same in Python."""
    with st.expander("Table and Python", icon=":material/table:"):
        rows = relation_rows(sheet.dependents, "used by") + relation_rows(sheet.dependencies, "uses")
        if rows:
            table(rows, "relations", index=bench.name)
        name = sheet.unit.key
        snippet(unit_snippet(bench.name, name), "unit_python")
        panel(
            el("a", "Open in Graph", href=page_url("graph", index=bench.name, unit=name), data_go=True),
            key="to_graph",
        )
