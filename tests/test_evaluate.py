from __future__ import annotations

import json
from math import log2
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError, SourceError
from core.evaluate import (
    METRICS,
    Item,
    MeasuredAnswer,
    Query,
    QuestionSet,
    Relevant,
    measure,
    meets,
    metrics,
)
from core.evaluate import read_questions as read
from core.settings import Settings
from core.workbench.evaluation import WAYS, baseline, evaluate_questions
from tests.retrieval_samples import shop, stores

ORDER = Relevant("app/models/order.rb", "Order")
MONEY = Relevant("lib/money.rb", "Money", grade=1)


def item(identifier: str, path: str = "x.rb", **values) -> Item:
    return Item("model", identifier, path, **values)


@pytest.mark.parametrize(
    ("found", "entry", "expected"),
    [
        (item("Order"), ORDER, True),
        (item("Order#total"), ORDER, True),
        (item("Order.recent"), ORDER, True),
        (item("Order::Line"), ORDER, True),
        (item("OrderLine"), ORDER, False),
        (item("anything", "app/models/order.rb"), ORDER, True),
        (
            item("Order", "app/models/order.rb", start_line=1, end_line=9),
            Relevant("app/models/order.rb", "", "", 2, 10, 20),
            False,
        ),
        (
            item("Order", "app/models/order.rb", start_line=1, end_line=10),
            Relevant("app/models/order.rb", "", "", 2, 10, 20),
            True,
        ),
    ],
)
def test_a_unit_meets_an_entry_by_name_member_file_or_lines(found: Item, entry: Relevant, expected: bool) -> None:
    assert meets(found, entry) is expected


def test_the_metrics_of_a_small_answer_are_those_computed_by_hand() -> None:
    ranked = (item("Basket"), item("Order"), item("Order#total"), item("Money"))
    sources = (item("Order", tokens=60), item("Basket", tokens=20))
    found = metrics(MeasuredAnswer(ranked, sources, 100), [ORDER, MONEY])
    assert found["precision@5"] == 2 / 2
    assert found["recall@5"] == 1.0
    assert found["mention_recall"] == 0.5
    assert found["mrr"] == 0.5
    assert found["ndcg@10"] == pytest.approx((3 / log2(3) + 1 / log2(5)) / (3 + 1 / log2(3)))
    assert found["token_efficiency"] == 0.6


@given(st.lists(st.sampled_from(["Order", "Order#total", "Money", "Basket"]), max_size=12))
def test_every_metric_lies_between_0_and_1(names: list[str]) -> None:
    items = tuple(item(name, tokens=1) for name in names)
    found = metrics(MeasuredAnswer(items, items, len(items)), [ORDER, MONEY])
    assert tuple(found) == METRICS
    assert all(0 <= value <= 1 for name, value in found.items() if name != "sources")


def write(path: Path, queries: object) -> Path:
    path.write_text(json.dumps({"repo": "a/b", "commit": "c", "queries": queries}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ("none", "no list 'queries'"),
        ([{"query": "x", "relevant": []}], "'id' is missing"),
        ([{"id": "q1", "relevant": []}], "question 'q1': 'query' is missing"),
        ([{"id": "q1", "query": "x"}], "'relevant' is missing"),
        ([{"id": "q1", "query": "x", "relevant": [{"grade": 2}]}], "names neither 'file' nor 'unit'"),
        ([{"id": "q1", "query": "x", "relevant": [{"file": "a", "grade": 5}]}], "'grade' is 5"),
        ([{"id": "q1", "query": "x", "relevant": []}] * 2, "two questions with the id 'q1'"),
    ],
)
def test_what_a_question_set_lacks_is_named(queries: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message):
        read(write(tmp_path / "set.json", queries))


def test_unknown_keys_are_ignored_and_unlabelled_questions_left_out_of_the_means(tmp_path: Path) -> None:
    path = write(
        tmp_path / "set.json",
        [
            {"id": "q1", "query": "Order", "relevant": [{"file": "app/models/order.rb", "colour": "red"}], "mood": 1},
            {"id": "q2", "query": "Order", "relevant": []},
        ],
    )
    report = evaluate_questions(shop(), path, budget=1000)
    assert report.unlabelled == ("q2",)
    assert report.means()["mrr"] == 1.0
    assert len(report.to_frame()) == 2
    shape = report.to_json()["queries"][0]
    assert set(shape) == {"id", "metrics", "seconds", "ranked", "sources", "tokens_used"}
    assert set(shape["ranked"][0]) == {"type", "identifier", "file_path", "start_line", "end_line", "score"}
    json.dumps(report.to_json())


@pytest.mark.parametrize("name", WAYS)
def test_every_baseline_answers_within_the_budget(name: str) -> None:
    answer = baseline(name, Query("1", "How is the postage of an order computed?"), stores(), Settings(), 1500)
    assert answer.ranked
    assert answer.sources
    assert 0 < answer.tokens_used <= 1500


def test_chance_draws_the_same_units_for_the_same_question_and_others_for_another() -> None:
    def drawn(question: str) -> tuple[Item, ...]:
        return baseline("random", Query("1", question, ()), stores(), Settings(), 1500).ranked

    assert drawn("How is postage computed?") == drawn("How is postage computed?") != drawn("Who hears of a refund?")


def test_an_unknown_baseline_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="grep"):
        evaluate_questions(shop(), write(tmp_path / "set.json", []), baselines=["guess"])


def report_of(name: str, places: list[int]):
    queries = tuple(Query(str(number), "?", relevant=(ORDER,)) for number in range(len(places)))
    rankings = {
        query.id: (*(item(f"Other{n}") for n in range(place - 1)), item("Order"))
        for query, place in zip(queries, places, strict=True)
    }
    return measure(name, QuestionSet("", "", queries), lambda query: MeasuredAnswer(rankings[query.id], (), 0, 0.1))


def test_a_clear_difference_leaves_out_zero_and_a_small_one_does_not() -> None:
    worse, better = report_of("a", [4] * 20), report_of("b", [1] * 20)
    found = worse.compare(better, "mrr")
    assert found.is_clear
    assert found.mean == 0.75
    assert len(found.better) == 20
    assert not found.worse
    mixed = report_of("a", [1, 2] * 10).compare(report_of("b", [2, 1] * 10), "mrr")
    assert not mixed.is_clear
    assert mixed.low < 0 < mixed.high
    assert worse.compare(better, "mrr") == found


def test_only_the_same_questions_compare() -> None:
    with pytest.raises(SettingsError):
        report_of("a", [1]).compare(report_of("b", [1, 1]), "mrr")


def test_what_is_shown_of_the_evidence_does_not_fall_with_the_budget() -> None:
    path = Path(__file__).parents[1] / "data" / "questions" / "sample.json"
    means = [evaluate_questions(shop(), path, budget=budget).means()["evidence_recall"] for budget in (500, 2000, 8000)]
    assert means == sorted(means)
