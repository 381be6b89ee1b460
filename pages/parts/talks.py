"""Conversations on the page that asks: begun from a question, gone on with turn by turn, each turn a step of the address."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.model.run import SearchRun
from core.present.answer.conversation import conversation_links, turns_html
from core.present.export.notebooks import conversation_notebook
from core.workbench import Workbench
from core.workbench.conversations import checked_name, resumed
from core.workbench.turns import OpenConversation
from pages.parts.limits import in_force
from pages.parts.panel import panel


def opened(bench: Workbench) -> SearchRun | None:
    """Show the conversation that the address names and return the run of its turn; None when it names none."""
    named = at_turn(bench)
    if named is None:
        return None
    talk, turn = named
    name, turns = talk.conversation.name, talk.conversation.turns
    if problem := st.session_state.pop("turn_problem", ""):
        st.warning(problem)
    st.text_input(
        "Follow-up question", key="next_turn", on_change=_next, args=(bench, name), label_visibility="collapsed",
        icon=":material/forum:", placeholder="Ask a follow-up question",
    )  # fmt: skip
    panel(turns_html(talk.conversation, turn, bench.name), key="turns")
    with st.container(horizontal=True, gap="xsmall"):
        text = conversation_notebook(talk.conversation)
        with st.popover(
            "Token budget", icon=":material/speed:", help="Token limit for the whole conversation", type="tertiary"
        ):
            st.number_input("Tokens", 100, 1_000_000, talk.conversation.budget, 2_000, key="talk_budget")
        st.download_button("Notebook", text, f"{name}.ipynb", key="talk_notebook", on_click="ignore", type="tertiary")
    if not turns:
        st.stop()
    return talk.again(turn)


def begin(bench: Workbench, question: str, earlier: tuple[str, ...]) -> None:
    """Offer to go on with a question, and those before it, as a conversation."""
    with st.popover("Save", icon=":material/forum:", help="Save as a conversation"):
        st.text_input(
            "Conversation name",
            key="talk_name",
            on_change=_begun,
            args=(bench, (*earlier, question)),
            placeholder="checkout",
        )
        if problem := st.session_state.pop("turn_problem", ""):
            st.warning(problem)


def kept(bench: Workbench) -> None:
    """Offer the conversations that are kept with the index."""
    if found := bench.conversations():
        st.caption("Conversations")
        panel(conversation_links(found, bench.name), key="talks")


def at_turn(bench: Workbench) -> tuple[OpenConversation, int] | None:
    """Return the conversation that the address names with its turn; None when it names none."""
    name = st.query_params.get("conversation", "")
    if not name:
        return None
    talk = bench.conversation(resumed(bench, name).name)
    return talk, _turn(len(talk.conversation.turns))


def _turn(count: int) -> int:
    named = st.query_params.get("turn", "")
    return min(int(named), count) if named.isdigit() and int(named) else count


def _next(bench: Workbench, name: str) -> None:
    question = st.session_state["next_turn"].strip()
    st.session_state["next_turn"] = ""
    if not question:
        return
    try:
        talk = bench.conversation(
            name, budget=int(st.session_state["talk_budget"]) if "talk_budget" in st.session_state else None
        )
        talk.ask(question)
        _go(name, len(talk.conversation.turns))
    except WorkbenchError as problem:
        st.session_state["turn_problem"] = str(problem)


def _begun(bench: Workbench, questions: tuple[str, ...]) -> None:
    """Begin a conversation with these questions as its turns, or ask the last one in the one that there is."""
    name = st.session_state["talk_name"].strip()
    if not name:
        return
    try:
        talk = bench.conversation(checked_name(name), **in_force(bench))
        for question in questions[-1:] if talk.conversation.turns else questions:
            talk.ask(question)
        _go(name, len(talk.conversation.turns))
    except WorkbenchError as problem:
        st.session_state["turn_problem"] = str(problem)


def _go(name: str, turn: int) -> None:
    for old in ("q", "after", "pick", "cite"):
        if old in st.query_params:
            del st.query_params[old]
    st.query_params.update(conversation=name, turn=str(turn))
