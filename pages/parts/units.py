"""A unit: its code with one side of what is known of it."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.users import Users
from core.model import UnitHead
from core.model.sheet import UnitSheet
from core.present.export.rows import relation_rows
from core.present.export.snippets import unit_snippet
from core.present.html.code_pane import parse_lines
from core.present.html.elements import Markup, el, joined
from core.present.html.empty import nothing
from core.present.html.tabs import Choice
from core.present.unit.breadcrumbs import breadcrumbs
from core.present.unit.sheet import counted, fact_lists, fact_marks, headline, lead, member_list, relation_list, summary_html
from core.present.unit.sides import column_list, executed_marks, history_html, measured_tests, observed_html
from core.text.counts import counted_as
from core.vocabulary import BY_PATH, NOT_CODE, unit_type
from core.workbench import Workbench
from core.workbench.members import has_commits
from core.workbench.observed import observed_sentence
from pages.parts import flows, graphs
from pages.parts.code import code, here
from pages.parts.frame import kept, remembered
from pages.parts.panel import panel, tabs
from pages.parts.tables import offered

_WIDE = {"flow": flows.show, "around": graphs.show}  # sides that need the whole width


def show(bench: Workbench, head: UnitHead) -> None:
    """Show the unit: what it is, its code, and the side that the address names."""
    sheet = kept(bench, f"sheet of {head.key}", lambda: bench.sheet(head.key))
    unit = sheet.unit
    st.title(unit.identifier, anchor=False)
    if unit.file_path:
        panel(breadcrumbs(unit.file_path, unit.head, bench.heads, here(bench), unit.start_line), key="way")
    users, used = both_sides(bench, unit.key)
    measures = counted(unit.key, sheet.members, users, used, bench.metrics)
    st.caption(f"{lead(unit, measures, users.tests, bench.index.tests)} {observed_sentence(bench, unit.head)}".rstrip())
    panel(headline(unit, sheet.history), key="headline")
    if sheet.summary:
        panel(summary_html(sheet.summary), key="summary")
    body(bench, sheet)


@st.fragment
def body(bench: Workbench, sheet: UnitSheet) -> None:
    """Show the code next to one side of the unit; flows and neighbours get the whole width."""
    users, used = both_sides(bench, sheet.unit.key)
    choices = _choices(bench, sheet, users, used)
    usual = "flow" if unit_type(sheet.unit.type).entry else ""  # what is started from outside is read by what it sets off
    side = tabs("side", choices, usual, within=True)
    if side in _WIDE:
        _WIDE[side](bench, sheet.unit.head)
        return
    left, right = st.columns([6, 5], gap="medium")
    with left:
        source(bench, sheet)
    with right:
        relations(bench, sheet, side)


def _choices(bench: Workbench, sheet: UnitSheet, users: Users, used: Users) -> list[Choice]:
    """Return the sides that this unit has, each with how much it holds."""
    key = sheet.unit.key
    columns = kept(bench, f"columns of {key}", lambda: bench.columns(key)) if bench.index.columns else ()
    data = sum(map(len, sheet.facts.values())) + len(columns)
    return [
        ("used by", len(users)),
        ("uses", len(used)),
        *([("flow", "")] if sheet.unit.type not in NOT_CODE else []),
        *([("data", data)] if data else []),
        *([("inside", len(sheet.members))] if sheet.members else []),
        ("tests", len(users.tests)),
        ("history", ""),
        ("around", ""),
        *([("runtime", "")] if bench.recorded.recordings else []),
    ]


def both_sides(bench: Workbench, key: str) -> tuple[Users, Users]:
    """Return who uses a unit and what it uses, for the page and for each part of it that runs again."""
    return kept(bench, f"both sides of {key}", lambda: (bench.analyse.users(key), bench.analyse.used(key)))


def source(bench: Workbench, sheet: UnitSheet) -> None:
    """Show the code with the declared facts marked and the lines of the address in sight."""
    lines = parse_lines(st.query_params.get("line", ""))
    marks = (*fact_marks(sheet.facts, sheet.unit.file_path), *executed_marks(bench.executed(sheet.unit.key)))
    code(bench, sheet.unit, marks, name="unit", first=lines[0] or sheet.unit.start_line, lines=lines)


def relations(bench: Workbench, sheet: UnitSheet, side: str) -> None:
    """Show one side of the unit as a list."""
    users, _ = both_sides(bench, sheet.unit.key)
    rows = {"used by": sheet.dependents, "uses": sheet.dependencies, "tests": sheet.tests}
    body = _side(bench, sheet, side) if rows.get(side, True) else nothing(_silent(bench, sheet, side))
    if side == "tests":
        body = joined(
            measured_tests(bench.tests(sheet.unit.key), bench.name),
            relation_list(rows[side], heads=bench.heads, **_where(bench)),
        )
    if side == "used by" and users.apart:
        body = joined(nothing(f"{counted_as(len(users), 'dependent')}, not counting {users.apart}."), body)
    panel(el("div", body, class_="scrolls", style="max-height:calc(100vh - 15rem)", data_keep="side"), key="side_list")
    if side in ("used by", "uses"):
        listed = relation_rows(rows[side], side)
        offered(listed, "relations", unit_snippet(bench.name, sheet.unit.key))


def _where(bench: Workbench) -> dict[str, str]:
    return {"index": bench.name, "editor": bench.settings.editor, "root": bench.manifest.root}


def _side(bench: Workbench, sheet: UnitSheet, side: str) -> Markup:
    where = _where(bench)
    key = sheet.unit.key
    if side == "data":
        columns = kept(bench, f"columns of {key}", lambda: bench.columns(key)) if bench.index.columns else ()
        return joined(column_list(columns, **where) if columns else None, fact_lists(sheet.facts, sheet.runtime))
    if side == "inside":
        return member_list((bench.heads[one] for one in sheet.members), bench.name)
    if side == "history":
        pairs = remembered(bench, Analysis.cochange) if has_commits(bench.manifest) else ()
        told = bench.histories.get(key)
        own = None
        if told and told.commits_total and sheet.unit.type not in BY_PATH:
            own = kept(bench, f"lines of {key}", lambda: bench.line_history(key))
        return history_html(told, pairs, sheet.unit.file_path, bench.heads, bench.name, own)
    if side == "runtime":
        return observed_html(bench.observed(key), bench.name)
    rows = {"used by": sheet.dependents, "uses": sheet.dependencies, "tests": sheet.tests}[side]
    more = nothing(sheet.used_by_more) if side == "used by" and sheet.used_by_more else Markup("")
    return kept(bench, f"{side} of {key}", lambda: joined(more, relation_list(rows, heads=bench.heads, **where)))


def _silent(bench: Workbench, sheet: UnitSheet, side: str) -> str:
    """Return what an empty side means: none, unknown and not analysed are told apart."""
    return {"used by": sheet.used_by_none, "uses": sheet.uses_none}.get(side) or bench.verdict(sheet.unit.key, side)
