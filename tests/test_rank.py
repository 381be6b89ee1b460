from __future__ import annotations

from itertools import pairwise

import pytest

from core.model.run import SearchRun
from core.pipeline.answer import ask
from core.search import covered_files
from core.settings import changed
from core.settings.retrieval import read_rules
from tests.retrieval_samples import DEFAULTS, stores


def run(question: str, **settings: float) -> SearchRun:
    chosen = DEFAULTS
    for name, value in settings.items():
        chosen = changed(chosen, f"rank.{name}", value)
    return ask(question, stores(), chosen, budget=0)


def test_a_file_covers_the_words_that_its_units_share() -> None:
    words = ("basket", "coupon", "qzxv")
    found = covered_files(words, stores())
    assert found["app/models/basket.rb"] > 0
    assert all(0 < share < 1 for share in found.values()), "no file holds a word that is nowhere"
    assert covered_files((), stores()) == {}


def test_what_is_covered_is_the_same_when_it_is_asked_again() -> None:
    words = ("order", "refund")
    assert covered_files(words, stores()) == covered_files(words, stores())


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("db/migrate/20200101_create_users.rb", "migrations"),
        ("shop/orders/migrations/0001_initial.py", "migrations"),
        ("lib/tasks/clean.rake", "tasks"),
        ("public/javascripts/menu.js", "browser"),
        ("examples/tutorial/main.rs", "examples"),
        ("extra/mail.rb", "scripts"),
        ("config/locales/en.yml", "locales"),
        ("app/models/order.rb", ""),
        ("src/bin/serve.rs", ""),
        ("app/models/sample.rb", ""),
        ("shop/tools.py", ""),
    ],
)
def test_places_that_serve_the_rest_are_told_by_their_path(path: str, place: str) -> None:
    found = [name for name, rules in read_rules().places.items() if rules.pattern and rules.pattern.search(path)]
    assert found[:1] == ([place] if place else [])


def test_units_of_such_a_place_lose_their_share_and_say_so() -> None:
    found = {unit.unit_key: unit for unit in run("Where are stale baskets swept away?").ranked}
    heads = run("Where are stale baskets swept away?").heads
    aside = [unit for key, unit in found.items() if heads[key].file_path.startswith("lib/tasks/")]
    assert aside
    assert all(unit.signals["aside"] == 1 and unit.parts["aside"] < 0 for unit in aside)
    code = [unit for key, unit in found.items() if heads[key].file_path.startswith("app/models/")]
    assert code
    assert all(unit.parts["aside"] == 0 for unit in code)


def test_routes_and_templates_stand_back_until_they_are_asked_for() -> None:
    for question, back in (("How does somebody see a basket?", True), ("Which page and which route show a basket?", False)):
        answer = run(question)
        found = [unit for unit in answer.ranked if answer.heads[unit.unit_key].type in ("route", "view_template")]
        assert found
        assert all((unit.parts["aside"] < 0) == back for unit in found if "direct" not in unit.found_by), question


def test_a_question_that_asks_for_such_a_place_lets_it_stand() -> None:
    answer = run("Which rake tasks sweep baskets?")
    assert all(unit.parts["aside"] == 0 for unit in answer.ranked if answer.heads[unit.unit_key].file_path.endswith(".rake"))


def test_the_share_that_is_lost_can_be_set() -> None:
    answer = run("Where are stale baskets swept away?", aside=0)
    assert all(unit.parts["aside"] == 0 for unit in answer.ranked)


def test_scores_of_what_was_looked_up_fall_in_its_order() -> None:
    run = ask("What happens when a return request is submitted?", stores(), DEFAULTS, budget=0)
    lifted = [unit for unit in run.ranked if unit.parts.get("exact", 0.0) > 0]
    assert len(lifted) > 1
    scores = [unit.score for unit in run.ranked]
    assert all(first >= second - 0.06 for first, second in pairwise(scores))  # but for diversity
