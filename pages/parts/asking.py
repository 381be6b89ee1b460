"""The question box with its filters, and the run that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import streamlit as st

from core.model import local, split_key
from core.model.run import SearchRun
from core.present.answer.conversation import near_questions, questions_before
from core.present.answer.examples import example_questions
from core.present.architecture.overview import question_links
from core.search import asked_about
from core.workbench import Workbench
from core.workbench.domain import own_heads
from core.workbench.sessions import MOST_FOLLOWED, edition
from pages.parts import address, configs, talks
from pages.parts.frame import kept
from pages.parts.limits import in_force, limits
from pages.parts.panel import panel


def asked(bench: Workbench) -> SearchRun:
    """Show the question box and return the run of its question; without a question, offer examples and stop the page."""
    question = _box(bench)
    if not question.strip():
        examples(bench)
        st.stop()
    configs.told(bench)
    by_model = "llm" if st.session_state.get("router") else "rules"
    router: dict[str, object] = {"route.router": by_model} if bench.settings.route.url else {}
    run = answered(
        bench,
        question,
        budget=int(st.session_state.get("budget") or bench.settings.assemble.budget),
        settings=router,
    )
    if near := bench.asked_before(question):
        panel(near_questions(near, bench.name), key="near")
    return run


def earlier() -> tuple[str, ...]:
    """Return the questions of the address that its question follows up, the first one first."""
    return tuple(question for question in st.query_params.get_all("after") if question.strip())[-MOST_FOLLOWED:]


def answered(
    bench: Workbench,
    question: str,
    *,
    budget: int,
    settings: Mapping[str, object] | None = None,
) -> SearchRun:
    """Return the run of a question, after those of the address that it follows up.

    The settings and the limits of the address hold. The last run of this session is kept, so that looking around in it is free.
    """
    settings = {**configs.in_force(), **(settings or {})}
    within = in_force(bench)
    wanted = (bench.name, edition(bench.manifest), question, earlier(), budget, repr(within), repr(settings))
    kept = st.session_state.get("run")
    if kept is None or kept[0] != wanted:
        with st.spinner("Searching …", show_time=True):
            run = bench.ask(question, budget=budget, after=earlier(), settings=settings, **within)
            kept = (wanted, run)
        st.session_state["run"] = kept
    return cast("SearchRun", kept[1])


def take_question() -> str:
    """Show the question box, the same on every page that asks."""
    address.read("q")
    return st.text_input(
        "Question",
        key="q",
        on_change=_begin_anew,
        placeholder="Where is …? How does … work? What breaks when … changes?",
        label_visibility="collapsed",
        icon=":material/search:",
    )


def _box(bench: Workbench) -> str:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        question = take_question()
        with st.popover(
            "Filters",
            icon=":material/tune:",
            help="Filter by type, path, namespace, change, importance or tests; in words: type:job -path:lib. Set the budget.",
        ):
            limits(bench)
        if question.strip():
            # The popover of another question is another one: it does not stay open over the answer to the next.
            with st.popover(
                "Follow up", icon=":material/subdirectory_arrow_right:", help="Ask a follow-up question",
                key=f"follow_up_{len(earlier())}_{question}",
            ):  # fmt: skip
                st.text_input(
                    "Follow-up question",
                    key="follow",
                    on_change=_follow,
                    args=(question, bench.name),
                    placeholder="and who calls it?",
                )
            talks.begin(bench, question, earlier())
    if question.strip() and earlier():
        panel(questions_before(earlier(), question, bench.name), key="before")
    return question


def _begin_anew() -> None:
    """A question that is typed into the box follows none."""
    if "after" in st.query_params:
        del st.query_params["after"]
    address.write("q")


def _follow(question: str, index: str) -> None:
    following = st.session_state["follow"].strip()
    if following:
        if "pick" in st.query_params:
            chosen = split_key(local(st.query_params["pick"], index))[1]
            following = asked_about(following, chosen)
            del st.query_params["pick"]
        st.query_params.update(q=following, after=[*earlier(), question])  # one step back in the browser
    st.session_state["follow"] = ""


def examples(bench: Workbench) -> None:
    """Offer questions that this index can answer."""
    st.caption("Examples")
    listed = kept(bench, "examples", lambda: example_questions(own_heads(bench), bench.metrics))
    panel(question_links(listed, bench.name), key="examples")
    talks.kept(bench)
