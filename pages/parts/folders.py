"""A folder: explained in sentences, with what is directly in it, its main classes and entry points."""

from __future__ import annotations

import streamlit as st

from core.present.html.elements import el, joined
from core.present.html.links import anchor, page_url
from core.present.unit.breadcrumbs import breadcrumbs
from core.present.unit.folder import folder_classes, folder_contents, folder_entries, folder_sentences
from core.workbench import Workbench
from core.workbench.file_tree import TOP
from core.workbench.folders import folder_sheet
from pages.parts.code import here
from pages.parts.frame import kept
from pages.parts.panel import panel


def show(bench: Workbench, path: str = TOP) -> None:
    """Show the folder of a path; `.` is the whole checkout."""
    found = kept(bench, f"folder {path}", lambda: folder_sheet(bench, path))
    st.title(bench.name if path == TOP else path.rpartition("/")[2], anchor=False)
    if path != TOP:
        panel(breadcrumbs(path, None, bench.heads, here(bench)), key="way")
    links = [
        anchor(page_url("map", index=bench.name, at="" if path == TOP else path), "On the map"),
        anchor(page_url("changes", index=bench.name, within="" if path == TOP else path), "Recent commits"),
    ]
    panel(joined(folder_sentences(found.sentences, bench.name), el("p", *links, class_="row small")), key="explained")
    left, right = st.columns([6, 5], gap="medium")
    with left:
        panel(folder_contents(found.inside, bench.name), key="contents")
    with right:
        if found.classes:
            panel(folder_classes(found.classes, bench.name), key="classes")
        if found.entries:
            panel(folder_entries(found.entries, bench.name), key="folder_entries")
