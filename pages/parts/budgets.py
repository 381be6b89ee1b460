"""The account of one context."""

from __future__ import annotations

import streamlit as st

from core.model.run import SearchRun
from core.present.answer.stages import account, bought, encodings, losers, section_bars, token_bar, worth
from core.present.architecture.overview import numbers
from core.present.export.rows import dropped_rows, gain_rows, section_rows, worth_rows
from core.present.export.snippets import question_snippet
from core.present.html.elements import el, joined
from core.present.html.empty import pictured, saved
from core.text.tokens import count_tokens
from core.workbench import Workbench
from pages.parts import configs
from pages.parts.asking import answered, earlier
from pages.parts.limits import in_force
from pages.parts.panel import panel
from pages.parts.tables import offered

_STEP = 500
_FOLDED = "max-height:22rem"
_ENCODINGS = ("cl100k_base", "o200k_base")


def show(bench: Workbench, asked: SearchRun) -> None:
    """Show the account of a question, under the shares that the sliders choose."""
    question, budget = asked.question, asked.context.budget
    settings = _shares(bench)
    run = answered(bench, question, budget=budget, settings=settings) if settings else asked
    context = run.context
    shortened = sum(source.truncated for source in context.sources)
    pairs = [
        ("tokens used", context.tokens), ("free", max(0, budget - context.tokens)), ("units included", len(context.sources)),
        ("shortened", shortened), ("left out", len(context.dropped)),
    ]  # fmt: skip
    st.markdown(account(run))
    panel(numbers(pairs), key="budget_numbers")
    bars = pictured(token_bar(context), el("div", section_bars(context), class_="boxed"))
    panel(joined(saved("budget"), bars), key="sections")
    python = question_snippet(bench.name, question, {"budget": budget, "settings": settings}, earlier())
    offered(section_rows(context), "sections", python)
    st.caption("The line marks the share of each section. A section may use tokens that others leave.")
    left, right = st.columns([7, 5], gap="medium")
    with left:
        st.subheader("Value of each source", anchor=False)
        panel(el("div", worth(run, bench.name), class_="scrolls", style=_FOLDED, data_keep="worth"), key="worth")
        offered(worth_rows(run), "worth")
    with right:
        st.subheader(f"What {_STEP} more tokens would add", anchor=False)
        larger = {**configs.in_force(), **settings}
        more = bench.ask(question, budget=budget + _STEP, after=earlier(), settings=larger, **in_force(bench))
        panel(el("div", bought(run, more, bench.name), class_="scrolls", style=_FOLDED, data_keep="bought"), key="bought")
        if gained := gain_rows(run, more):
            offered(gained, "bought")
    with st.expander("Other tokenizers", icon=":material/straighten:"):
        counts = {name: count_tokens(context.text, encoding=name) for name in _ENCODINGS}
        panel(encodings(counts, bench.settings.assemble.encoding), key="encodings")
    with st.expander(f"Left out at any stage ({len(run.dropped):,})", icon=":material/content_cut:"):
        panel(losers(run, bench.name, limit=60), key="left_out")
        if run.dropped:
            offered(dropped_rows(run), "left_out")


def _shares(bench: Workbench) -> dict[str, float]:
    """Let the reader choose shares of the budget; return those that are not in force."""
    chosen = bench.settings.assemble
    sliders = (
        ("structural", "Structural", chosen.structural, "The overview of the codebase."),
        ("supporting", "Supporting", chosen.supporting, "Callers, superclasses and other neighbours of the best units."),
        ("framework", "Framework", chosen.framework, "Library code, if the index contains it."),
    )  # fmt: skip
    settings = {}
    for column, (name, label, value, about) in zip(st.columns(3, gap="medium"), sliders, strict=True):
        with column:
            share = st.slider(
                f"{label} share", 0.0, 0.9, value, step=0.05, key=f"share_{name}", bind="query-params", help=about
            )
            if share != value:
                settings[f"assemble.{name}"] = share
    return settings
