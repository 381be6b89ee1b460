"""The parts of the overview."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.present.answer.examples import example_questions
from core.present.architecture.overview import (
    count_bars,
    folder_list,
    folder_trail,
    journey_list,
    not_read,
    noun_chips,
    question_links,
    reading_list,
    said_html,
    unit_rows,
    uses_by_file,
)
from core.present.drawings.all_files import MEASURES, all_files
from core.present.drawings.areas import areas_html
from core.present.export.rows import count_rows, problem_rows
from core.present.html.elements import Markup, el, joined
from core.present.html.empty import pictured, saved
from core.workbench import Workbench
from core.workbench.domain import own_heads
from core.workbench.members import has_commits
from pages.parts.frame import kept, remembered
from pages.parts.members import of_chosen, said_only
from pages.parts.panel import panel
from pages.parts.tables import explored, offered


def questions(bench: Workbench) -> None:
    """Offer questions that this index can answer: an answer is one click away."""
    listed = kept(bench, "four questions", lambda: example_questions(own_heads(bench), bench.metrics, limit=4))
    panel(question_links(listed, bench.name), key="questions")


def said(bench: Workbench) -> None:
    """Say what the project says of itself and what it is made with."""
    panel(said_html(bench.overview, bench.name), key="said")


def journeys(bench: Workbench) -> None:
    """Show requests, jobs and mails with what each sets off."""
    st.subheader("Key actions", anchor=False)
    panel(journey_list(bench.overview.journeys, bench.name), key="journeys")
    offered(bench.overview.journeys, "journeys")


def nouns(bench: Workbench) -> None:
    """Show what it is about."""
    st.subheader("Domain concepts", anchor=False)
    panel(noun_chips(bench.overview.nouns, bench.name), key="nouns")
    offered(bench.overview.nouns, "nouns")


def reading(bench: Workbench) -> None:
    """Show what to read first, in order."""
    st.subheader("What to read first", anchor=False)
    panel(reading_list(bench.overview.reading, bench.name), key="reading")
    offered(bench.overview.reading, "reading_order")


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
    tiles = remembered(bench, Analysis.tiles)
    top = st.query_params.get("at", ".")

    def drawn() -> Markup:
        used = {} if changes else kept(bench, "uses by file", lambda: uses_by_file(bench.heads.values(), bench.metrics))
        return areas_html(tiles, top, bench.name, used)

    areas = kept(bench, "all places", drawn) if top == "." else drawn()  # every visitor begins with all of them
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
    found = of_chosen(remembered(bench, Analysis.files))
    if only := said_only(bench):
        st.caption(only)
    panel(joined(saved("files"), all_files(found, measure)), key="all_files")
    with st.expander("As a table", icon=":material/table:"):
        explored(bench, "files", first=measure)


def made_of(bench: Workbench) -> None:
    """Count the units by type and the files by language."""
    st.subheader("Composition", anchor=False)
    by = st.segmented_control(
        "Count", ["types", "languages"], default="types", required=True, key="made_of", bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    counts = bench.overview.by_type if by == "types" else bench.overview.by_language
    panel(count_bars(counts, 8), key="made_of_bars")
    offered(count_rows(counts, by.removesuffix("s")), by)


def central(bench: Workbench) -> None:
    """List the units that the rest leans on most."""
    st.subheader("Most-used code", anchor=False)
    columns = (("fan_in", "dependents"), ("fan_out", "dependencies"), ("lines", "lines"))
    panel(el("div", unit_rows(bench.overview.central, columns, bench.name), class_="boxed"), key="central")
    offered(bench.overview.central, "central_units")


def entries(bench: Workbench) -> None:
    """List where the world enters."""
    st.subheader("Entry points", anchor=False)
    columns = (("touches", "dependencies"), ("starts", "starts"))
    panel(el("div", unit_rows(bench.overview.entry_points, columns, bench.name), class_="boxed"), key="entries")
    offered(bench.overview.entry_points, "entry_points")


def not_read_as_they_are(bench: Workbench) -> None:
    """Say what is missing from the index, so that an empty answer can be told from an unread file."""
    problems = bench.overview.problems
    with st.expander(f"Parse problems ({len(problems)})", icon=":material/rule:"):
        panel(not_read(problems), key="not_read")
        offered(problem_rows(problems), "not_read")
