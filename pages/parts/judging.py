"""What a reader says of an answer: this is right, this is not, this is missing, so good it was. It makes a question set."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import SettingsError, SourceError
from core.model.judged import JudgedQuestion
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import Row, boxed_grid
from core.present.html.labels import unit_link
from core.present.html.links import anchor, page_url
from core.workbench import Workbench
from core.workbench.judgements import forget_judged, judge, judgements, rate, report_gap
from pages.parts.panel import panel


def buttons(bench: Workbench, question: str, key: str) -> None:
    """Offer to say of the chosen unit that it is the right answer, or not; pressed once more, it is taken back."""
    said = judgements(bench).of(question)
    with st.container(horizontal=True, gap="xsmall"):
        for verdict, label, icon in (("right", "Correct", "check"), ("wrong", "Incorrect", "close")):
            on = key in (said.right if verdict == "right" else said.wrong)
            st.button(
                label, key=f"judge_{verdict}", icon=f":material/{icon}:", type="primary" if on else "tertiary",
                on_click=_judged, args=(bench, question, key, "" if on else verdict),
                help="Saves your verdict to your own question set. Measure it under Evaluation.",
            )  # fmt: skip
        with st.popover("Rate answer", icon=":material/rate_review:", type="tertiary"):
            _whole(bench, question, said)


def _whole(bench: Workbench, question: str, said: JudgedQuestion) -> None:
    """Offer to say how good the answer is and what it lacks."""
    st.caption("Rate the whole answer. Ratings stay on this machine.")
    st.feedback("stars", key="rate_answer", on_change=_rated, args=(bench, question))
    if said.ratings:
        st.caption(f"Your ratings: {', '.join(str(one.score) for one in said.ratings)} of 5.")
    st.text_input(
        "Missing from the answer",
        key="missing_unit",
        placeholder="A unit such as PaymentGateway",
        on_change=_missed,
        args=(bench, question),
    )
    if said.missing:
        st.caption(f"Reported missing: {', '.join(one.unit for one in said.missing)}.")
    if problem := st.session_state.pop("judging_problem", ""):
        st.warning(problem)


def judged_set(bench: Workbench) -> None:
    """Show what was said of answers, to measure, to download and to remove, and what answers still lack."""
    known = judgements(bench)
    if not known.questions:
        return
    st.subheader(f"Rated questions ({len(known.questions)})", anchor=False)
    st.caption(f"{known.sentence} Stored on this machine in {known.path}.")
    rows = [_cells(bench, one) for one in known.questions.values()]
    panel(boxed_grid(("Question", "Correct", "Incorrect", "Missing", "Rating"), rows), key="judged")
    measure = page_url("settings", index=bench.name, view="evaluation", question_set=str(known.path))
    panel(anchor(measure, "Measure this set", class_="small"), key="measure_judged")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = known.path.read_text(encoding="utf-8")
        st.download_button(
            "Download as question set", text, "judged.json", key="judged_set", type="tertiary", on_click="ignore"
        )
        chosen = st.selectbox("Remove", [*known.questions], key="judged_question", index=None, placeholder="Choose a question")
        if chosen:
            st.button("Remove it", key="forget_judged", on_click=_forgotten, args=(bench, chosen))
        with st.popover("Remove all", type="tertiary"):
            said = f"Remove all {len(known.questions)} questions"
            st.button(said, key="forget_all_judged", on_click=_forgotten, args=(bench, ""))
    if st.button("Find gaps in answers", key="find_gaps", icon=":material/troubleshoot:"):
        _gaps(bench)


def _gaps(bench: Workbench) -> None:
    """Ask the judged questions again and show what they lack, each with its cause and what to do."""
    with st.spinner("Running all rated questions …", show_time=True):
        found = bench.gaps()
    st.caption(found.sentence)
    if found.gaps:
        rows = [(gap.times, gap.subject, gap.cause, gap.sentence, gap.advice) for gap in found.gaps]
        panel(boxed_grid(("Count", "Missing", "Cause", "Explanation", "Suggestion"), rows), key="gaps")


def _cells(bench: Workbench, one: JudgedQuestion) -> Row:
    asked = anchor(page_url("search", index=bench.name, q=one.question), one.question)
    units = (_units(bench, keys) for keys in (one.right, one.wrong, [each.unit for each in one.missing]))
    return asked, *units, " ".join(str(each.score) for each in one.ratings)


def _units(bench: Workbench, keys: Sequence[str]) -> Markup:
    known = (
        el("div", unit_link(key, bench.name)) if key in bench.heads else el("div", key, " (not in this index)", class_="dim")
        for key in keys
    )
    return joined(*known)


def _judged(bench: Workbench, question: str, key: str, verdict: str) -> None:
    judge(bench, question, key, verdict)


def _forgotten(bench: Workbench, question: str) -> None:
    forget_judged(bench, question)
    st.session_state["judged_question"] = None


def _rated(bench: Workbench, question: str) -> None:
    if (stars := st.session_state["rate_answer"]) is not None:
        rate(bench, question, stars + 1)


def _missed(bench: Workbench, question: str) -> None:
    name = st.session_state["missing_unit"]
    if not name.strip():
        return
    try:
        report_gap(bench, question, name)
    except (SettingsError, SourceError) as problem:
        st.session_state["judging_problem"] = str(problem)
    else:
        st.session_state["missing_unit"] = ""
