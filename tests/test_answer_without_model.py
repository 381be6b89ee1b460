"""Answers without a language model: the steps of a flow, who uses a unit, what the whole is, else the best places."""

from __future__ import annotations

import pytest

from core.model.answer import EXTRACTIVE, Answer
from core.workbench import Workbench, open_workbench
from tests.page_index import sample_index
from tests.shared import made_once


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return open_workbench("sample", home=made_once(tmp_path_factory, "sample", sample_index))


def lines(answer: Answer) -> list[str]:
    assert answer.verdict == EXTRACTIVE
    return answer.text.splitlines()


def test_a_question_of_what_happens_is_answered_by_the_steps_in_order_each_with_its_line(bench: Workbench) -> None:
    answer = bench.answer("what happens when an order is cancelled by OrdersController#cancel?", model=False)
    said = lines(answer)
    assert said[0] == bench.flow("OrdersController#cancel").sentence
    places = [next(place for place, line in enumerate(said) if name in line) for name in ("POST /orders", "Order#call_off!")]
    assert places == sorted(places)
    assert "Read first:" in said
    known = {source.label: source for source in answer.sources}
    for sentence in answer.sentences:
        for citation in sentence.cited:
            source = known[citation.label]
            assert source.ranges[0][0] <= citation.first <= source.ranges[-1][1]
            assert f"{source.file_path}:{citation.first}" in sentence.text


@pytest.mark.parametrize(
    ("question", "forwards"), [("who calls Order#outstanding?", False), ("which models use Order?", False)]
)
def test_a_question_for_users_is_answered_by_the_lines_that_use_it(bench: Workbench, question: str, forwards: bool) -> None:
    said = lines(bench.answer(question, model=False))
    name = "method:Order#outstanding" if "outstanding" in question else "model:Order"
    assert f" use {name.partition(':')[2]} (" in said[0].replace(" uses ", " use ")
    users = said[1 : said.index("Read first:")]
    found = {row["unit"].partition(":")[2] for row in bench.dependents(name).rows}
    told = [line for line in users if line.startswith("- ")]
    assert told
    assert all(any(f" {user} " in line for user in found) for line in told)


def test_a_question_about_the_whole_says_what_it_is_and_what_to_read_first(bench: Workbench) -> None:
    text = bench.answer("what does this application do?", model=False).text
    assert bench.overview.says in text
    assert "It is about Order, " in text
    assert "Read in this order:\n- readme README.md" in text


def test_any_other_question_is_answered_by_the_best_places_and_lines_told_beside_are_no_known_lines(bench: Workbench) -> None:
    assert lines(bench.answer("where is shipping priced?", model=False))[0].startswith("- ")
    talk = bench.conversation("", budget=4_000)
    talk.answer("what happens when an order is cancelled by OrdersController#cancel?", model=False)
    shown = {(one.unit_key, one.file_path) for one in talk.conversation.turns[0].shown}
    assert ("route:POST /orders/:reference/cancel", "config/routes.rb") not in shown
