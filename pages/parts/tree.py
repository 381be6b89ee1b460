"""The tree of files in the sidebar of Code: a filter, a measure, and what lies around the path that is shown."""

from __future__ import annotations

import streamlit as st

from core.present.unit.file_tree import TREE_HERE, tree_html
from core.workbench import Workbench
from core.workbench.file_tree import file_tree, measures
from pages.parts import address
from pages.parts.frame import kept
from pages.parts.panel import panel


def show(bench: Workbench, path: str) -> None:
    """Show the tree with the way to a path open."""
    with st.sidebar:
        text = st.text_input("Files", key="files_filter", placeholder="Filter by words of the path")
        offered = measures(bench)
        address.read("heat", "changes", offered)
        measure = st.segmented_control(
            "Measure", list(offered), required=True, key="heat", on_change=address.write, args=("heat", "changes"),
            label_visibility="collapsed", help="; ".join(f"{name}: {meaning}" for name, meaning in offered.items()),
        ) or "changes"  # fmt: skip
        reports = bench.coverage_reports() if measure == "coverage" else ()
        tree = kept(bench, f"tree {path} {measure} {text} {reports}", lambda: file_tree(bench, path, measure, text))
        panel(tree_html(tree, path, bench.name), key="tree", scroll_to="" if text else TREE_HERE)
