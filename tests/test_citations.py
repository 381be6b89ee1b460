"""Citations, checked sentence by sentence as a text arrives: what holds is kept, what does not is struck."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.answer.citations import sentences
from core.model.answer import NumberedSource

SOURCES = {
    "S1": NumberedSource("S1", "model:Order", "app/models/order.rb", ((1, 20), (30, 44))),
    "S2": NumberedSource("S2", "method:Order#total", "app/models/order.rb", ((22, 27),)),
    "S12": NumberedSource("S12", "doc_section:Refunds", "README.md", ((5, 5),)),
}
GOOD = (
    "[S1]",
    "[S1:1-20]",
    "[S1:3]",
    "[S1:30-44]",
    "[S2:22-27]",
    "[S12:5]",
    "[ S2 : 22 – 23 ]",
    "[S1:L4-L6]",
    "[S1:1-2, S2:22]",
)
BAD = (
    "[S3]",
    "[S1:21]",
    "[S1:15-31]",
    "[S2:1-3]",
    "[S12:5-6]",
    "[S99:1-2]",
    "[S1:20-1]",
    "[S2:0]",
    "[S1:x]",
    "[S012:9]",
    "[S1:44-45; S4]",
)


def told(text: str, pieces: int = 7) -> list[str]:
    return [text[at : at + pieces] for at in range(0, len(text), pieces)]


@pytest.mark.parametrize("number", range(250))
def test_a_citation_that_holds_is_kept_and_one_that_does_not_is_struck(number: int) -> None:
    good, bad = GOOD[number % len(GOOD)], BAD[number % len(BAD)]
    ending = (".", "!", ".", "")[number % 4]
    text = f"The order {number} adds up its lines{ending} {good} Its customer pays nothing more {bad}."
    first, *rest = sentences(told(text, 1 + number % 9), SOURCES)
    whole = [first, *rest]
    cited = [citation for sentence in whole for citation in sentence.cited]
    struck = [citation for sentence in whole for citation in sentence.struck]
    assert len(cited) == good.count("S")
    assert struck
    assert all(citation.fault for citation in struck)
    assert "[" not in " ".join(sentence.text for sentence in whole)


def _drawn_citation(chance: random.Random) -> tuple[str, bool]:
    """Return a citation and whether its lines were shown, decided line by line and not as the checker does."""
    label = chance.choice(["S1", "S2", "S12", "S3", "S13"])
    first = chance.randint(0, 50)
    last = chance.choice([first, chance.randint(0, 50)])
    shown = SOURCES.get(label, NumberedSource(label, "", "", ()))
    form = chance.choice(["{label}", "{label}:{first}", "{label}:{first}-{last}", " {label} : L{first} – L{last} "])
    text = form.format(label=label, first=first, last=last)
    if "first" not in form:
        return text, label in SOURCES
    end = last if "last" in form else first
    lines = set(range(first, end + 1))
    return text, bool(lines) and any(lines <= set(range(start, stop + 1)) for start, stop in shown.ranges)


@pytest.mark.parametrize("number", range(250))
def test_none_of_many_drawn_citations_is_wrongly_accepted_or_refused(number: int) -> None:
    chance = random.Random(number)
    text, wanted = "", []
    for sentence in range(chance.randint(1, 4)):
        drawn = [_drawn_citation(chance) for _ in range(chance.randint(0, 3))]
        bracket = f" [{chance.choice([', ', '; ']).join(one for one, _ in drawn)}]" if drawn else ""
        text += f"Statement {sentence} says how it works{bracket}. "
        wanted.append((len({one.replace(" ", "") for one, holds in drawn if holds}), sum(not holds for _, holds in drawn)))
    found = list(sentences(told(text, chance.randint(1, 9)), SOURCES))
    assert [(min(len(one.cited), 1), len(one.struck)) for one in found] == [(min(good, 1), bad) for good, bad in wanted]
    assert "[" not in "".join(one.text for one in found)


@given(st.text("ab. \n[S1:3]!?-#`", max_size=80), st.integers(1, 9), st.integers(1, 9))
@settings(max_examples=200)
def test_however_a_text_arrives_its_sentences_are_the_same(text: str, first: int, second: int) -> None:
    assert list(sentences(told(text, first), SOURCES)) == list(sentences(told(text, second), SOURCES))


def test_sentences_end_where_a_reader_ends_them() -> None:
    text = (
        "# How it works\n\n"
        "Orders are closed by `Order#close!`, e.g. by hand. [S1:3]\nA job follows it [S2:22]. It may fail!\n\n"
        "```ruby\norder.close! # never cited.\n```\n1. First the lines are summed. [S2]\n- Then what:\n"
    )
    found = list(sentences(told(text), SOURCES))
    assert [sentence.text for sentence in found] == [
        "# How it works", "Orders are closed by `Order#close!`, e.g. by hand.", "A job follows it.", "It may fail!",
        "```ruby", "order.close! # never cited.", "```", "1. First the lines are summed.", "- Then what:",
    ]  # fmt: skip
    assert [sentence.states for sentence in found] == [False, True, True, True, False, False, False, True, False]
    assert [len(sentence.cited) for sentence in found] == [0, 1, 1, 0, 0, 0, 0, 1, 0]
