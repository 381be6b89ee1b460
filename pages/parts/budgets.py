"""The account of one context."""

from __future__ import annotations

import streamlit as st

from core.markup import el
from core.present.allowance import bought, encodings, section_bars, worth
from core.present.glance import numbers
from core.present.stages import losers, token_bar
from core.tokens import count_tokens
from core.workbench import Workbench
from pages.parts.asking import answered, examples, take_question
from pages.parts.panel import panel

_STEP = 500
_ENCODINGS = ("cl100k_base", "o200k_base")


def show(bench: Workbench) -> None:
    """Show the account of the question that the address names, under the shares that the sliders choose."""
    question = take_question()
    if not question.strip():
        examples(bench, "budget")
        st.stop()
    budget, settings = _shares(bench)
    run = answered(bench, question, budget=budget, settings=settings)
    context = run.context
    shortened = sum(source.truncated for source in context.sources)
    pairs = [
        ("tokens used", context.tokens), ("free", max(0, budget - context.tokens)), ("units in", len(context.sources)),
        ("of them shortened", shortened), ("ranked, left out", len(context.dropped)),
    ]  # fmt: skip
    panel(numbers(pairs), key="budget_numbers")
    panel(token_bar(context), key="budget_bar")
    panel(el("div", section_bars(context), class_="boxed"), key="sections")
    st.caption("A line marks the allowance of a section; what a section leaves unused goes on to the next one.")
    left, right = st.columns([7, 5], gap="medium")
    with left:
        st.subheader("What each source brings", anchor=False)
        panel(worth(run, bench.name), key="worth")
    with right:
        st.subheader(f"What {_STEP} more would buy", anchor=False)
        more = bench.ask(question, budget=budget + _STEP, settings=settings)
        panel(bought(run, more, bench.name), key="bought")
        st.subheader("Other tokenizers", anchor=False)
        counts = {name: count_tokens(context.text, encoding=name) for name in _ENCODINGS}
        panel(encodings(counts, bench.settings.assemble.encoding), key="encodings")
    st.subheader("What was left out, and why", anchor=False)
    panel(losers(run, bench.name, limit=60), key="left_out")


def _shares(bench: Workbench) -> tuple[int, dict[str, float]]:
    chosen = bench.settings.assemble
    sliders = (
        ("structural", "Structure", chosen.structural), ("supporting", "Supporting", chosen.supporting),
        ("framework", "Framework", chosen.framework),
    )  # fmt: skip
    columns = st.columns(4, gap="medium")
    with columns[0]:
        budget = st.slider("Budget in tokens", 500, 32000, chosen.budget, step=500, key="budget_size", bind="query-params")
    settings = {}
    for column, (name, label, value) in zip(columns[1:], sliders, strict=True):
        with column:
            share = st.slider(f"{label}, share", 0.0, 0.9, value, step=0.05, key=f"share_{name}", bind="query-params")
            settings[f"assemble.{name}"] = share
    return int(budget), settings
