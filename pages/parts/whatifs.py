"""Other weights: what they do to one ranking, and on demand to a whole question set."""

from __future__ import annotations

import streamlit as st

from core.model.run import SearchRun
from core.present.answer.evaluation import mean_table
from core.present.answer.signal_meanings import MEANINGS
from core.present.answer.weight_shift import moved, shifted
from core.present.export.rows import weights
from core.settings import house
from core.workbench import Workbench
from pages.parts.asking import earlier
from pages.parts.panel import panel


def show(bench: Workbench, run: SearchRun) -> None:
    """Show how the ranking changes under other weights."""
    left, right = st.columns([4, 8], gap="medium")
    usual = dict(weights(bench.settings))
    with left:
        chosen: dict[str, object] = {}
        for said, part in (("How much each signal counts", "rank."), ("How much each search counts", "search.")):
            st.caption(said)
            chosen |= _sliders({name: value for name, value in usual.items() if name.startswith(part)})
    changed = {name: value for name, value in chosen.items() if value != usual[name]}
    with right:
        router = {"route.router": "llm"} if run.plan.requests else {}  # its answer is kept: nothing is sent again
        settings = {**router, **changed}
        other = bench.ask(run.question, budget=run.context.budget, after=earlier(), settings=settings)
        st.caption(f"{moved(run, other)} {', '.join(f'{name}={value}' for name, value in changed.items())}")
        _measured(bench, changed)
        panel(shifted(run, other, bench.name), key="shifted")


def _measured(bench: Workbench, changed: dict[str, object]) -> None:
    """Measure both weights on a question set when asked to: one ranking that got better proves nothing."""
    with st.expander("And on a whole question set?", icon=":material/fact_check:"), st.form("what_if_set", border=False):
        usual = bench.fitting_questions(house() / "data" / "questions")
        path = st.text_input("Question set", str(usual or ""), key="what_if_path", placeholder="/path/to/questions.json")
        if not st.form_submit_button("Measure", icon=":material/play_arrow:"):
            return
        with st.spinner("Asking every question twice …", show_time=True):
            means = {"as set": bench.evaluate(path).means(), "what if": bench.evaluate(path, settings=changed).means()}
        panel(mean_table(means), key="what_if_means")


def _sliders(usual: dict[str, float]) -> dict[str, float]:
    columns = st.columns(2)
    return {
        name: columns[number % 2].slider(
            _label(name), 0.0, 2.0, value, step=0.05, key=name.replace(".", "_"), bind="query-params",
            help=MEANINGS.get(name.rpartition(".")[2]),
        )
        for number, (name, value) in enumerate(usual.items())
    }  # fmt: skip


def _label(name: str) -> str:
    return name.rpartition(".")[2].replace("_", " ")
