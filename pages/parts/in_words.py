"""The answer in words: from the sources alone at once, by a language model when a reader has it written."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import WorkbenchError
from core.model.answer import Answer, Sending, Sentence
from core.model.run import SearchRun
from core.present.answer.in_words import (
    address_of,
    answer_html,
    chosen_citation,
    earlier_html,
    sending_html,
    sources_html,
    verdict_html,
    writing_html,
)
from core.present.html.code_pane import Excerpt, Mark, code_pane
from core.present.html.elements import el
from core.present.html.empty import nothing
from core.text.counts import counted_as
from core.workbench import Workbench
from core.workbench.answering import has_agreed, is_local, remember_agreement
from core.workbench.sessions import edition
from pages.parts import talks
from pages.parts.code import code
from pages.parts.panel import panel

if TYPE_CHECKING:
    from core.workbench.answering import Underway
    from core.workbench.turns import OpenConversation


def show(bench: Workbench, run: SearchRun) -> None:
    """Show the answer that was written of this run, else the one that is made of its sources, and beside it the cited lines."""
    if not run.context.sources and not run.context.known:
        panel(nothing("No results, so no answer.", "Use other words.", "Remove a filter."), key="no_answer")
        return
    name = (bench.name, edition(bench.manifest), run.question, run.context.text)
    kept = st.session_state.get("answer")
    found = kept[1] if kept is not None and kept[0] == name else None
    talking = talks.at_turn(bench)
    left, right = st.columns([7, 5], gap="medium")
    with left:
        if talking:
            _before(bench.name, *talking)
            if run.context.known:
                st.caption(f"{counted_as(len(run.context.known), 'result')} already shown in this conversation omitted.")
            found = talking[0].answered(talking[1])
        if found is None:
            found = _offered(bench, run, name, talking)
        _told(bench.name, found, run.notes)
    with right:
        _lines(bench, found)


def _before(index: str, talk: OpenConversation, turn: int) -> None:
    """Show the questions of earlier turns with what was written for them, above the turn that is looked at."""
    answers = [talk.answered(number) for number in range(1, turn)]
    for number, answer in enumerate(answers, 1):
        panel(earlier_html(number, talk.conversation.turns[number - 1], answer, index), key=f"earlier_{number}")
    panel(el("h3", f"{turn}. {talk.conversation.turns[turn - 1].question}", class_="turn"), key="this_turn")


def _underway(bench: Workbench, run: SearchRun, talking: tuple[OpenConversation, int] | None, *, model: bool) -> Underway:
    """Return the answer on its way, in a conversation built on the turns before."""
    if talking:
        return talking[0].answering_turn(talking[1], model=model, agree=lambda _: True)
    return bench.answering(run.question, model=model, run=run, agree=lambda _: True)


def _offered(bench: Workbench, run: SearchRun, name: tuple[str, ...], talking: tuple[OpenConversation, int] | None) -> Answer:
    """Offer to have the answer written, and return the one that is made of the sources alone."""
    try:
        asked = _underway(bench, run, talking, model=True)
        would = asked.sending()
        if would is None:
            st.caption("Answered from the index. Configure a model (answer.service, answer.model) to get prose.")
        elif _agreed(bench, would):
            st.session_state["answer"] = (name, _written(bench.name, asked))
            st.rerun()
    except WorkbenchError as problem:
        st.warning(str(problem))
    asked = _underway(bench, run, talking, model=False)
    for _ in asked.events():
        pass
    assert asked.answer is not None
    return asked.answer


def _agreed(bench: Workbench, would: Sending) -> bool:
    """Say what would be sent to whom, and return whether a reader has it sent now."""
    local = is_local(bench)
    panel(sending_html(would, local=local), key="sending")
    with st.expander("Full text to be sent", icon=":material/visibility:"):
        text = f"{would.system}\n\n{would.prompt}"
        panel(code_pane([Excerpt("prompt.md", 1, text, "markdown")], name="prompt", later=True), key="prompt")
    known = local or has_agreed(bench, would)
    remember = not known and st.checkbox("Do not ask again for this index", key="agree_for_later")
    sent = st.button(
        "Write the answer" if known else "Agree and send", key="write", type="primary", icon=":material/edit_note:"
    )
    if sent and remember:
        remember_agreement(bench, would)
    return sent


def _written(index: str, asked: Underway) -> Answer:
    """Show the answer as it is written and return it."""
    place, sentences = st.empty(), []
    with st.spinner("Writing …", show_time=True):
        for event in asked.events():
            if isinstance(event, Sentence):
                sentences.append(event)
                place.html(writing_html(sentences, index))
    assert asked.answer is not None
    return asked.answer


def _told(index: str, answer: Answer, notes: Collection[str]) -> None:
    """Show the answer; `notes` are on the page already."""
    chosen = chosen_citation(answer, st.query_params.get("cite", ""))
    cited = address_of(chosen[1]) if chosen else ""
    panel(verdict_html(answer, notes), key="verdict")
    panel(answer_html(answer, cited, index), key="said")
    st.download_button("Text", str(answer), "answer.md", key="answer_md", on_click="ignore", type="tertiary")


def _lines(bench: Workbench, answer: Answer) -> None:
    """Show the lines of the citation that the address names, and the other sources."""
    chosen = chosen_citation(answer, st.query_params.get("cite", ""))
    if chosen is None:
        panel(nothing("No citations.", "“Context” lists all sources."), key="no_citation")
        return
    source, citation = chosen
    unit = bench.unit(source.unit_key)
    first = citation.first or source.ranges[0][0]
    marks = [Mark(start, end, "hit", "sent to the model") for start, end in source.ranges]
    marks += [Mark(first, citation.last, "target", f"cited as {citation}")] if citation.first else []
    code(bench, unit, marks, name="cited", first=first)
    panel(sources_html(answer, citation.label), key="cited_sources")
