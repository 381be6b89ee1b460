"""Other weights: what they do to one ranking, and on demand to a whole question set. They hold on every page."""

from __future__ import annotations

import streamlit as st

from core.model.run import SearchRun
from core.present.answer.evaluation import mean_table
from core.present.answer.signal_meanings import EFFECTS, MEANINGS
from core.present.answer.weight_shift import moved, shifted
from core.present.export.rows import weights
from core.settings import house
from core.workbench import Workbench
from pages.parts import configs
from pages.parts.asking import earlier
from pages.parts.limits import in_force
from pages.parts.panel import panel

_TAKEN = "rank.saturation"  # the setting is what is kept; the slider says what is taken


def show(bench: Workbench, run: SearchRun) -> None:
    """Show how the ranking changes under other weights."""
    left, right = st.columns([4, 8], gap="medium")
    usual = dict(weights(bench.settings))
    with left:
        configs.offered(bench)
        _sliders({name: usual[name] for name in EFFECTS if name in usual}, usual)
        with st.expander("All signals and searches", icon=":material/tune:"):
            for said, part in (("Signal weights", "rank."), ("Search weights", "search.")):
                st.caption(said)
                _sliders({name: usual[name] for name in usual if name.startswith(part) and name not in EFFECTS}, usual)
    changed = configs.in_force()
    with right:
        within = in_force(bench)
        router = {"route.router": "llm"} if run.plan.requests else {}  # its answer is kept: nothing is sent again
        as_usual = (
            bench.ask(run.question, budget=run.context.budget, after=earlier(), settings=router, **within) if changed else run
        )
        other = bench.ask(run.question, budget=run.context.budget, after=earlier(), settings={**router, **changed}, **within)
        st.caption(f"{moved(as_usual, other)} {', '.join(f'{name}={value}' for name, value in changed.items())}")
        _measured(bench, changed)
        panel(shifted(as_usual, other, bench.name), key="shifted")


def _measured(bench: Workbench, changed: dict[str, str]) -> None:
    """Measure both weights on a question set when asked to: one ranking that got better proves nothing."""
    with st.expander("Measure on a question set", icon=":material/fact_check:"), st.form("what_if_set", border=False):
        usual = bench.fitting_questions(house() / "data" / "questions")
        path = st.text_input("Question set", str(usual or ""), key="what_if_path", placeholder="/path/to/questions.json")
        if not st.form_submit_button("Measure", icon=":material/play_arrow:"):
            return
        with st.spinner("Running every question twice …", show_time=True):
            means = {
                "current settings": bench.evaluate(path).means(),
                "changed settings": bench.evaluate(path, settings=changed).means(),
            }
        panel(mean_table(means), key="what_if_means")


def _sliders(shown: dict[str, float], usual: dict[str, float]) -> None:
    """Show sliders in two columns; what they hold is in the address, so that it travels."""
    columns, changed = st.columns(2), configs.in_force()
    for number, (name, value) in enumerate(shown.items()):
        key = name.replace(".", "_")
        st.session_state[key] = _slid(name, float(changed.get(name, value)))
        columns[number % 2].slider(
            EFFECTS.get(name) or name.rpartition(".")[2].replace("_", " "), 0.0, 1.0 if name == _TAKEN else 2.0, step=0.05,
            key=key, help=MEANINGS.get(name.rpartition(".")[2]), on_change=_moved, args=(name, usual[name]),
        )  # fmt: skip


def _moved(name: str, usual: float) -> None:
    value = round(_slid(name, st.session_state[name.replace(".", "_")]), 2)
    rest = {one: other for one, other in configs.in_force().items() if one != name}
    configs.put({**rest, name: value} if value != round(usual, 2) else rest)


def _slid(name: str, value: float) -> float:
    """Return what a slider shows of a setting, and the setting of what it shows."""
    return round(max(0.0, min(1.0, 1 - value)), 2) if name == _TAKEN else value
