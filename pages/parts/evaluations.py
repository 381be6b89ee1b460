"""Measuring a question set, beside baselines and another configuration."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from core.evaluate import Report, read_questions
from core.present.answer.evaluation import asked_table, mean_table, question_table
from core.present.export.snippets import evaluation_snippet
from core.present.html.empty import nothing
from core.settings import house
from core.text.counts import counted_as
from core.workbench import Workbench, open_workbench
from core.workbench.configurations import configurations, parsed
from core.workbench.evaluation import WAYS
from core.workbench.judgements import judged_path, judgements
from pages.parts import judging
from pages.parts.panel import panel
from pages.parts.tables import downloads


def show(bench: Workbench) -> None:
    """Choose a question set, measure it, show the means and every question."""
    report, python = _measured(bench)
    if report is None:
        _preview(bench)
        return
    means = {one.name: one.means() for one in (report, *report.others)}
    panel(mean_table(means, targets=True), key="means")
    times = report.seconds()
    asked = counted_as(len(report.results), "question")
    st.caption(f"{asked}, {1000 * times['median']:.0f} ms median, {1000 * times['p95']:.0f} ms p95.")
    left, right = st.columns(2, gap="medium")
    with left:
        panel(mean_table(report.by("intent"), "intent"), key="by_intent")
    with right:
        panel(mean_table(report.by("scope"), "scope"), key="by_scope")
    st.subheader("All questions, worst first", anchor=False)
    frame = report.to_frame()
    others = {one.name: {result.query.id: result.metrics for result in one.results} for one in report.others}
    rows = [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]
    panel(question_table(rows, bench.name, others), key="questions")
    downloads(frame, "evaluation", python)


def _preview(bench: Workbench) -> None:
    """Before anything is measured, show which questions would be."""
    sentence = "A question set is a JSON file of questions and the units that answer them."
    fitting = _usual(bench)
    step = "Measure the bundled set, or enter the path to another" if fitting else "Enter its path above and select Measure"
    panel(nothing(sentence, f"{step}. 50 questions take a few seconds."), key="no_report")
    judging.judged_set(bench)
    if fitting and fitting != str(judged_path(bench)):  # what was judged is listed already
        queries = read_questions(Path(fitting)).queries
        st.subheader(f"{counted_as(len(queries), 'question')} of {Path(fitting).name}", anchor=False)
        panel(asked_table(queries, bench.name), key="preview")


def _measured(bench: Workbench) -> tuple[Report | None, str]:
    """Return the report of this session and the Python that makes it; the address fills the form, and starts nothing."""
    with st.form("evaluate", border=True):
        left, middle, right = st.columns([5, 3, 2], vertical_alignment="bottom")
        path = left.text_input("Question set", _usual(bench), key="question_set", bind="query-params",
                               placeholder="/path/to/questions.json")  # fmt: skip
        if "variant" not in st.session_state and "variant" not in st.query_params:
            st.session_state["variant"] = st.query_params.get("set", "")  # the configuration in force is compared by itself
        names = ", ".join(one.name for one in configurations(bench)) or "none saved yet"
        change = middle.text_input(
            "Compare with settings", key="variant", bind="query-params", placeholder="rank.recency=0 search.rrf_k=20",
            help=f"Settings, or a saved configuration: {names}",
        )  # fmt: skip
        start = right.form_submit_button("Measure", icon=":material/play_arrow:")
        baselines = st.pills("Baselines", list(WAYS), selection_mode="multi", key="baselines", bind="query-params")
    if start:
        with st.spinner("Running all questions …", show_time=True):
            changes = _changes(bench, change)
            other = open_workbench(bench.name, settings=changes) if changes else None  # wrong ones cost no time
            report = bench.evaluate(path, baselines=baselines)
            if other is not None:
                report = replace(report, others=(replace(other.evaluate(path), name=change.strip()), *report.others))
        python = evaluation_snippet(bench.name, path, baselines, _changes(bench, change))
        st.session_state["report"] = (bench.name, report, python)
    kept = st.session_state.get("report")
    return kept[1:] if kept and kept[0] == bench.name else (None, "")


def _changes(bench: Workbench, text: str) -> dict[str, object]:
    """Return the settings that are written, or those of the configuration of that name."""
    kept = next((one.changes for one in configurations(bench) if one.name == text.strip()), None)
    return dict(kept if kept is not None else parsed(text))


def _usual(bench: Workbench) -> str:
    fitting, judged = bench.fitting_questions(house() / "data" / "questions"), judgements(bench)
    return str(fitting or (judged.path if judged.questions else ""))
