from __future__ import annotations

from pathlib import Path

import pytest

from core.evaluate import METRICS, Item, MeasuredAnswer, Query, QuestionSet, Relevant, located, measure, metrics, read_questions
from tests.retrieval_samples import SAMPLE, shop

TOTAL = Relevant("app/models/order.rb", "Order", "total", member_lines=(10, 19))


def source(identifier: str, *ranges: tuple[int, int], path: str = "app/models/order.rb") -> Item:
    return Item("model", identifier, path, 1, 90, tokens=10, ranges=ranges)


def shown(*sources: Item) -> float:
    return metrics(MeasuredAnswer((), sources, 100), [TOTAL])["context_member_recall"]


@pytest.mark.parametrize("identifier", ["Order#total", "Order.total", "Order::total"])
def test_a_member_is_met_by_its_own_unit_however_the_language_writes_it(identifier: str) -> None:
    own = Item("method", identifier, "app/models/order.rb", 10, 19)
    found = metrics(MeasuredAnswer((own,), (own,), 100), [TOTAL])
    assert found["member_recall@10"] == 1.0
    assert found["context_member_recall"] == 1.0


def test_a_member_is_met_by_most_of_its_lines_and_not_by_its_signature() -> None:
    assert shown(source("Order", (1, 10))) == 0.0
    assert shown(source("Order", (1, 14))) == 1.0
    assert shown(source("Order", (10, 12)), source("Order#tax", (18, 30))) == 1.0
    assert shown(source("Order", (10, 19), path="lib/order.rb")) == 0.0
    assert shown(source("Order")) == 1.0, "without ranges all lines of the source are shown"


def test_the_class_alone_in_a_ranking_is_not_its_member() -> None:
    found = metrics(MeasuredAnswer((Item("model", "Order", "app/models/order.rb", 1, 90),), (), 100), [TOTAL])
    assert found["mrr"] == 1.0
    assert found["member_recall@10"] == 0.0


def test_questions_without_labelled_members_have_no_such_metric_and_do_not_enter_its_mean() -> None:
    plain, own = Relevant("app/models/order.rb", "Order"), Item("method", "Order#total", "app/models/order.rb", 10, 19)
    queries = (Query("1", "?", relevant=(plain,)), Query("2", "?", relevant=(TOTAL,)))
    report = measure("a", QuestionSet("", "", queries), lambda query: MeasuredAnswer((own,), (own,), 10, 0.1))
    assert tuple(report.results[0].metrics) == METRICS
    assert report.means()["member_recall@10"] == 1.0
    only_plain = report.means(lambda query: query.id == "1")
    assert "member_recall@10" not in only_plain
    assert "–" in measure("a", QuestionSet("", "", queries[:1]), lambda query: MeasuredAnswer((own,), (), 10, 0.1)).to_text()


def test_every_member_that_the_questions_about_the_sample_label_has_its_lines_in_the_index() -> None:
    questions = read_questions(SAMPLE.parent / "questions" / "sample.json")
    named = [
        entry
        for query in located(questions, shop().heads.values()).queries
        for entry in query.relevant
        if entry.member and Path(SAMPLE / entry.file).exists()
    ]
    assert named
    assert all(0 < entry.member_lines[0] <= entry.member_lines[1] for entry in named)
