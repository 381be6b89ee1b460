"""The parts of the first page, and the treemap."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.commits import recent_commits
from core.present.answer.examples import example_questions
from core.present.architecture.coupled import commit_details
from core.present.architecture.overview import (
    folder_list,
    folder_trail,
    health_numbers,
    journey_list,
    noun_chips,
    question_links,
    reading_list,
    said_html,
    uses_by_file,
)
from core.present.architecture.parts import part_list
from core.present.drawings.all_files import MEASURES, all_files
from core.present.drawings.areas import areas_html
from core.present.export.snippets import analysis_snippet
from core.present.html.elements import Markup, joined
from core.present.html.empty import pictured, saved
from core.present.html.links import anchor, page_url
from core.present.html.tables import plain_html
from core.workbench import Workbench
from core.workbench.domain import own_heads
from core.workbench.members import commits_of, has_commits
from core.workbench.trend import trend as versions
from pages.parts.frame import kept, remembered
from pages.parts.members import chosen, of_chosen, said_only
from pages.parts.panel import panel
from pages.parts.tables import downloads, explored, offered

_READ, _COMMITS = 7, 8  # steps and commits of the first page


def field(bench: Workbench) -> None:
    """Show the field that asks or finds, and questions that this index can answer."""
    st.text_input(
        "Search", key="typed", label_visibility="collapsed", icon=":material/search:", on_change=_typed,
        placeholder="Ask a question, find a name, or paste an error message",
    )  # fmt: skip
    if asked := st.session_state.pop("asked_at_home", ""):
        st.switch_page("search.py", query_params={"index": bench.name, "q": asked})
    listed = kept(bench, "four questions", lambda: example_questions(own_heads(bench), bench.metrics, limit=4))
    panel(question_links(listed, bench.name), key="questions")


def _typed() -> None:
    st.session_state["asked_at_home"], st.session_state["typed"] = st.session_state["typed"].strip(), ""


def said(bench: Workbench) -> None:
    """Say what the project says of itself and what it is made with."""
    panel(said_html(bench.overview, bench.name), key="said")


def journeys(bench: Workbench) -> None:
    """Show requests, jobs and mails with what each sets off."""
    st.subheader("Main actions", anchor=False)
    panel(journey_list(bench.overview.journeys, bench.name), key="journeys")


def domain(bench: Workbench) -> None:
    """Show the parts of the domain, or its main classes where no parts are found."""
    st.subheader("Main parts", anchor=False)
    parts = remembered(bench, Analysis.parts).items
    shown = part_list(parts, bench.name) if parts else noun_chips(bench.overview.nouns, bench.name)
    panel(shown, key="domain")


def reading(bench: Workbench) -> None:
    """Show what to read first, in order."""
    st.subheader("What to read first", anchor=False)
    panel(reading_list(bench.overview.reading[:_READ], bench.name), key="reading")


@st.fragment
def treemap(bench: Workbench) -> None:
    """Show the files as areas by their lines: folders that open in place by how often they changed, or every file at once."""
    shown = st.segmented_control(
        "Areas", ["folders", "all files"], default="folders", required=True, key="areas", bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    (_all_files if shown == "all files" else _folders)(bench)


def _folders(bench: Workbench) -> None:
    changes = has_commits(bench.manifest)
    tiles = remembered(bench, Analysis.tiles, parts=chosen())
    top = st.query_params.get("at", ".")

    def drawn() -> Markup:
        used = {} if changes else kept(bench, "uses by file", lambda: uses_by_file(bench.heads.values(), bench.metrics))
        return areas_html(tiles, top, bench.name, used)

    if only := said_only(bench):
        st.caption(only)
    areas = kept(bench, f"all places {chosen()}", drawn) if top == "." else drawn()  # every visitor begins with all of them
    panel(joined(saved("places", folder_trail(top)), pictured(areas)), key="places", within=True)
    with st.expander("As a table", icon=":material/table:"):
        panel(folder_list(tiles, top, bench.name), key="folder_rows", within=True)
        offered(tiles.to_rows(), "places")


def _all_files(bench: Workbench) -> None:
    """Draw every file, coloured by what the reader chooses; the riskiest stand in the table."""
    measure = st.segmented_control(
        "Colour by", list(MEASURES), default="risk" if has_commits(bench.manifest) else "complexity", required=True,
        key="measure", bind="query-params", format_func=lambda name: name.replace("_", " "),
    )  # fmt: skip
    found = of_chosen(bench, remembered(bench, Analysis.files))
    if only := said_only(bench):
        st.caption(only)
    panel(joined(saved("files"), all_files(found, measure)), key="all_files")
    with st.expander("As a table", icon=":material/table:"):
        explored(bench, "files", first=measure)


def health(bench: Workbench) -> None:
    """Show the health of the code in a few numbers, each a link to its list."""
    st.subheader("Health", anchor=False)
    panel(health_numbers(kept(bench, "health numbers", lambda: versions(bench, measure=False).items), bench.name), key="health")


def trend(bench: Workbench) -> None:
    """Show the health numbers of all versions of the index."""
    with st.spinner("Measuring earlier versions …", show_time=True):
        found = kept(bench, "trend", bench.analyse.trend)
    panel(health_numbers(found.items, bench.name), key="health")
    panel(plain_html([{**row, "commit": str(row["commit"])[:10]} for row in reversed(found.to_rows())]), key="trend")
    st.caption(" ".join(found.on_page))
    downloads(found.to_frame, "trend", analysis_snippet(bench.name, "trend", {}))


def commits(bench: Workbench) -> None:
    """Show the latest commits, where the index has a history."""
    if has_commits(bench.manifest):
        st.subheader("Recent commits", anchor=False)
        latest = kept(bench, "latest commits", lambda: commits_of(bench.manifest, _COMMITS)[0][:_COMMITS])
        found = recent_commits(latest, "", "the latest commits")
        more = anchor(page_url("changes", index=bench.name), "All recent commits", class_="small")
        panel(joined(commit_details(found.items, bench.heads, bench.name), more), key="recent")
