"""What the architecture is meant to be: rules that are declared, what breaks them, and a form to edit them."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import streamlit as st

from core.analyse.check import Check
from core.errors import WorkbenchError
from core.present.architecture.breaches import breach_list, broken_places, rule_list
from core.present.export.check import check_markdown
from core.present.export.sarif import check_sarif
from core.present.html.elements import el
from core.present.html.links import page_url
from core.workbench import Workbench
from core.workbench.declaring import RULES, declare, own_rules
from pages.parts.panel import panel
from pages.parts.tables import files, offered


def rules(bench: Workbench) -> None:
    """Show what is declared, what breaks it, and the order that was found as a proposal; edit and save the declaration."""
    root = Path(bench.manifest.root)
    try:
        found = bench.check()
    except WorkbenchError as problem:
        st.error(str(problem))
        _declaration(bench, root)
        return
    if found.declared:
        _breaches(bench, found)
    else:
        st.caption("No rules declared. Save some below to check the architecture.")
    _declaration(bench, root)


def _breaches(bench: Workbench, found: Check) -> None:
    """Show each rule and the lines that break it, or those of the rule that the address names."""
    st.caption(" ".join(found.said))
    panel(rule_list(found.declared), key="declared")
    rule, between = st.query_params.get("rule", ""), st.query_params.get("between", "")
    ruled = replace(found, items=tuple(one for one in found.items if rule in ("", one.rule)))
    if ruled:
        panel(broken_places(ruled.places(), between), key="places")
    chosen = [one for one in ruled.items if between in ("", one.between)]
    panel(breach_list(chosen, bench.settings.editor, bench.manifest.root), key="breaches")
    offered(found.to_rows(), "breaches", f"wb = open_workbench({bench.name!r})\nwb.check()")
    texts = [
        ("Markdown", "md", lambda: check_markdown(found)), ("SARIF", "sarif", lambda: check_sarif(found, version("orienteer"))),
    ]  # fmt: skip
    files(texts, "architecture", "rules")


def _declaration(bench: Workbench, root: Path) -> None:
    """Offer the rules of the checkout for editing, or the order that was found to begin with."""
    try:
        own = own_rules(root)
    except WorkbenchError as problem:
        st.error(str(problem))
        return
    proposal = bench.proposal()
    st.subheader("Rules" if own else "Proposed rules", anchor=False)
    if not own:
        st.caption(proposal.sentence)
        against = page_url("map", index=bench.name, view="matrix")
        panel(el("a", "Lines against this order in the matrix", href=against, data_go=True, class_="small"), key="against")
    text = st.text_area(
        f"Rules in {root / RULES}", own or proposal.to_toml(), key=f"rules {bench.name} {bool(own)}", height=280,
        help="Rule types: layers, allowed, protected, forbidden, independent. "
        "See the page 'Declare and check an architecture' of the documentation.",
    )  # fmt: skip
    if st.button("Save to the checkout", key="save_rules", type="primary" if own else "secondary"):
        try:
            path = declare(root, text)
        except WorkbenchError as problem:
            st.error(str(problem))
            return
        st.toast(f"Saved to {path}.")
        st.rerun()
