"""What a reader says of an answer: this is right, this is not. It makes a question of a set that evaluation uses at once."""

from __future__ import annotations

import streamlit as st

from core.present.html.elements import Markup, el
from core.present.html.grid import boxed_grid
from core.present.html.links import page_url, unit_url
from core.workbench import Workbench
from core.workbench.judgements import JudgedQuestion, forget_judged, judge, judgements
from pages.parts.panel import panel


def buttons(bench: Workbench, question: str, key: str) -> None:
    """Offer to say of the chosen unit that it is the right answer, or not; pressed once more, it is taken back."""
    said = judgements(bench).of(question)
    with st.container(horizontal=True, gap="xsmall"):
        for verdict, label, icon in (("right", "Right answer", "check"), ("wrong", "Not this", "close")):
            on = key in (said.right if verdict == "right" else said.wrong)
            st.button(
                label, key=f"judge_{verdict}", icon=f":material/{icon}:", type="primary" if on else "tertiary",
                on_click=_judged, args=(bench, question, key, "" if on else verdict),
                help="Kept with the index as a question of your own set, which Evaluation measures.",
            )  # fmt: skip


def judged_set(bench: Workbench) -> None:
    """Show the questions that were judged, to measure, to download and to remove."""
    known = judgements(bench)
    if not known.questions:
        return
    st.subheader(f"Judged by readers: {len(known.questions)}", anchor=False)
    rows = [el("tr", *_cells(bench, one)) for one in known.questions.values()]
    panel(boxed_grid(("Question", "Right", "Not this"), rows), key="judged")
    measure = page_url("evaluation", index=bench.name, question_set=str(known.path))
    panel(el("a", "Measure these", href=measure, data_go=True, class_="small"), key="measure_judged")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = known.path.read_text(encoding="utf-8")
        st.download_button("Question set", text, "judged.json", key="judged_set", type="tertiary", on_click="ignore")
        chosen = st.selectbox("Remove", [*known.questions], key="judged_question", index=None, placeholder="A question …")
        if chosen:
            st.button("Remove it", key="forget_judged", on_click=_forgotten, args=(bench, chosen))


def _cells(bench: Workbench, one: JudgedQuestion) -> list[Markup]:
    asked = el("a", one.question, href=page_url("query", index=bench.name, q=one.question), data_go=True)
    return [el("td", asked), *(el("td", *_units(bench, keys)) for keys in (one.right, one.wrong))]


def _units(bench: Workbench, keys: tuple[str, ...]) -> list[Markup]:
    return [
        el("div", el("a", bench.heads[key].identifier, href=unit_url(key, bench.name), data_go=True))
        if key in bench.heads
        else el("div", key, " (not in this index any more)", class_="dim")
        for key in keys
    ]


def _judged(bench: Workbench, question: str, key: str, verdict: str) -> None:
    judge(bench, question, key, verdict)


def _forgotten(bench: Workbench, question: str) -> None:
    forget_judged(bench, question)
    st.session_state["judged_question"] = None
