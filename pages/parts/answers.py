"""The views of one run: ranked units with their code, the answer, the context, and the reasons."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.model import local
from core.model.run import SearchRun
from core.present.answer.hit_list import hit_account, hit_list, understanding
from core.present.answer.limits import nothing_found
from core.present.answer.stages import losers, run_views, sources_table, token_bar, waterfall
from core.present.answer.why import nearly, score_rows, why_html
from core.present.export.answer import as_json
from core.present.export.rows import dropped_rows, hit_rows, source_rows, step_rows
from core.present.export.snippets import question_snippet
from core.present.html.code_pane import Excerpt, code_pane
from core.present.html.elements import el, joined
from core.present.html.empty import pictured, saved
from core.present.html.links import page_url
from core.present.unit.excerpts import context_marks, picked_unit, unit_caption
from core.workbench import Workbench
from core.workbench.listed_answers import is_told_apart
from pages.parts import budgets, in_words, judging, whatifs
from pages.parts.asking import earlier
from pages.parts.code import code, snippet
from pages.parts.limits import in_force
from pages.parts.panel import panel, tabs
from pages.parts.problems import tell
from pages.parts.tables import offered

_TALL = "max-height:calc(100vh - 17rem)"


def show(bench: Workbench, run: SearchRun) -> None:
    """Show the view that the address names, below the choice of views with what each would show.

    Without a name it is the first, or the answer where that is a list that has nothing to do with what was found.
    """
    choices = run_views(run)
    view = tabs("view", choices, "answer" if is_told_apart(run.question) else "")
    {
        "results": results,
        "answer": in_words.show,
        "context": context,
        "why": why,
    }[view](bench, run)


@st.fragment
def results(bench: Workbench, run: SearchRun) -> None:
    """Show the ranked units and beside them the code of the chosen one with the lines that went into the context."""
    if not run.ranked:
        panel(nothing_found(run.plan.filters), key="nothing")
        return
    chosen = picked_unit(run, local(st.query_params.get("pick", ""), bench.name))
    left, right = st.columns([5, 7], gap="medium")
    with left:
        panel(
            el("div", hit_list(run, chosen), class_="boxed scrolls", style=_TALL, data_keep="hits"),
            key="hits",
            within=True,
        )
    with right:
        panel(unit_caption(run.heads[chosen], bench.name), key="chosen")
        unit = bench.unit(chosen)
        judging.buttons(bench, run.question, chosen)
        code(bench, unit, context_marks(unit, run), name="hit")
        with st.expander("Why this result?", icon=":material/balance:"):
            panel(hit_account(run, chosen), key="account")
    offered(hit_rows(run), "results")


def context(bench: Workbench, run: SearchRun) -> None:
    """Show where the tokens went and the text that a model would get, to copy or download."""
    budget = page_url("search", index=bench.name, q=run.question, after=earlier(), view="why", explain="budget")
    more = el("a", "What more tokens would add", href=budget, data_go=True, class_="small")
    bar = joined(saved("tokens", more), pictured(token_bar(run.context)))
    panel(bar, key="tokens")
    left, right = st.columns([5, 7], gap="medium")
    with left:
        listed = el("div", sources_table(run.context, bench.name), class_="boxed scrolls", data_keep="sources", style=_TALL)
        panel(listed, key="sources")
        offered(source_rows(run.context), "sources")
    with right:
        panel(code_pane([Excerpt("context.md", 1, run.context.text, "markdown")], name="context"), key="context_text")
        with st.container(horizontal=True, gap="xsmall"):
            st.download_button("Markdown", run.context.text, "context.md", key="context_md", on_click="ignore", type="tertiary")
            st.download_button("JSON", as_json(run), "answer.json", key="context_json", on_click="ignore", type="tertiary")
            with st.popover("Python", type="tertiary"):
                python = question_snippet(
                    bench.name, run.question, {"budget": run.context.budget, **in_force(bench)}, earlier()
                )
                snippet(python, "context_python")


def stages(bench: Workbench, run: SearchRun) -> None:
    """Show how the question was read, and each stage with its time, its candidates and what it dropped."""
    panel(understanding(run, bench.name), key="understood")
    panel(joined(saved("stages"), pictured(waterfall(run.trace), class_="boxed")), key="waterfall")
    offered(step_rows(run), "steps")
    st.subheader(f"Dropped candidates ({len(run.dropped):,})", anchor=False)
    panel(losers(run, bench.name), key="losers")
    offered(dropped_rows(run), "let_go")


def why(bench: Workbench, run: SearchRun) -> None:
    """Explain the ranking: how the question was read, each stage, a missing result, other settings, the token budget."""
    ways = {"dropped": dropped, "stages": stages, "settings": whatifs.show, "budget": budgets.show}
    ways[tabs("explain", [(name, "") for name in ways])](bench, run)


def dropped(bench: Workbench, run: SearchRun) -> None:
    """Explain what became of a unit that a reader expected."""
    name = st.text_input(
        "Why isn't X here?", key="why", bind="query-params", placeholder="A unit you expected, such as Order#total"
    )
    if name:
        try:
            explained = bench.why_not(run, name)
            panel(why_html(explained, run, bench.name), key="explanation")
            if rows := score_rows(explained, run):
                offered(rows, "why_not")
        except WorkbenchError as problem:
            tell(problem, "why")
    others = nearly(run, bench.name, earlier())
    if others:
        panel(others, key="nearly")
    if run.dropped:
        st.caption(f"Dropped candidates ({len(run.dropped):,})")
        offered(dropped_rows(run), "let_go")
