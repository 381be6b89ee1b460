from __future__ import annotations

import pytest

from core.model.run import Plan, SearchRun
from tests.retrieval_samples import shop


def after(first: str, second: str) -> Plan:
    return shop().ask(second, budget=500, prior=_run(first)).plan


def _run(question: str) -> SearchRun:
    return shop().ask(question, budget=500)


@pytest.mark.parametrize(
    ("first", "second", "meant"),
    [
        ("what does Shipping::Rates do?", "and where is it called?", "where is Shipping::Rates called?"),
        ("what does Shipping::Rates do?", "Who calls that?", "Who calls Shipping::Rates?"),
        ("what does Shipping::Rates do?", "is it used by Order?", "is Shipping::Rates used by Order?"),
        ("how does OrderMailer work?", "and its callers?", "callers of OrderMailer?"),
        ("how does OrderMailer work?", "what does this class inherit?", "what does OrderMailer inherit?"),
        ("how do Basket and Order differ?", "who uses them?", "who uses Basket and Order?"),
        ("what is Order#recalculate_postage?", "and what do they call?", "what do Order#recalculate_postage call?"),
        ("who calls OrderMailer?", "what about BasketMailer?", "who calls BasketMailer?"),
        ("who calls OrderMailer?", "and BasketMailer?", "who calls BasketMailer?"),
        ("who calls OrderMailer?", "and for the BasketMailer?", "who calls BasketMailer?"),
    ],
)
def test_a_follow_up_is_read_as_it_is_meant(first: str, second: str, meant: str) -> None:
    plan = after(first, second)
    assert plan.question == meant
    assert f"Understood after the earlier question as: {meant}" in plan.notes


@pytest.mark.parametrize(
    "second",
    [
        "how does Order know when it is paid?",
        "where is it decided that a basket lapses?",
        "is it possible to pay twice?",
        "which class that sends mail is tested?",
        "who calls Order?",
        "how is postage computed?",
    ],
)
def test_a_question_that_stands_for_itself_is_left_alone(second: str) -> None:
    assert after("what does Shipping::Rates do?", second) == _run(second).plan


def test_a_deed_has_no_name_but_the_subject_stays() -> None:
    plan = after("what does Shipping::Rates do?", "and who is allowed to do that?")
    assert plan.question == "and who is allowed to do that?"
    assert plan.entities[-1].unit_keys[0] == "service:Shipping::Rates"


def test_a_follow_up_to_a_follow_up_has_the_subject_of_both() -> None:
    first = _run("who calls OrderMailer?")
    second = shop().ask("what about BasketMailer?", budget=500, prior=first)
    third = shop().ask("and what does it call?", budget=500, prior=second)
    assert third.plan.question == "what does BasketMailer call?"
    assert third.plan.direction == "out"


def test_the_first_unit_of_an_answer_is_the_subject_when_nothing_was_named() -> None:
    first = _run("where do I find the amounts for sending parcels?")
    named = [entity for entity in first.plan.entities if entity.unit_keys]
    plan = after(first.question, "and who calls it?")
    expected = named[0].unit_keys[0] if named else first.ranked[0].unit_key
    assert expected in {entity.unit_keys[0] for entity in plan.entities if entity.unit_keys}


def test_a_follow_up_keeps_its_own_limits() -> None:
    run = shop().ask("and who calls it? type:job", budget=500, prior=_run("what does Notifications::Deliver do?"))
    assert run.plan.question == "who calls Notifications::Deliver?"
    assert run.plan.filters.types == ("job",)
    assert run.question == "and who calls it? type:job"


def test_the_callers_of_what_was_asked_about_before_come_first() -> None:
    run = shop().ask("and where is it called?", budget=500, prior=_run("how is a refund settled?"))
    assert run.plan.intent == "trace"
    callers = [unit.unit_key for unit in run.ranked[:4] if "graph" in unit.found_by]
    assert "method:Admin::RefundsController#approve" in callers
