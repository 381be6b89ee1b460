from __future__ import annotations

from pathlib import Path

import pytest

from core.evaluate import METRICS, Item, MeasuredAnswer, Query, QuestionSet, Relevant, located, measure, metrics, read_questions
from core.evaluate.questions import LabelledLines
from tests.retrieval_samples import SAMPLE, shop

ORDER = "app/models/order.rb"
TOTAL = Relevant(ORDER, "Order", "total", lines=LabelledLines(ORDER, ((10, 19),)))


def source(identifier: str, *ranges: tuple[int, int], path: str = "app/models/order.rb") -> Item:
    return Item("model", identifier, path, 1, 90, tokens=10, ranges=ranges)


def shown(*sources: Item) -> float:
    return metrics(MeasuredAnswer((), sources, 100), [TOTAL])["evidence_recall"]


@pytest.mark.parametrize("identifier", ["Order#total", "Order.total", "Order::total"])
def test_a_member_is_met_by_its_own_unit_however_the_language_writes_it(identifier: str) -> None:
    own = Item("method", identifier, "app/models/order.rb", 10, 19)
    found = metrics(MeasuredAnswer((own,), (own,), 100), [TOTAL])
    assert found["member_recall@10"] == 1.0
    assert found["evidence_recall"] == 1.0


def test_evidence_is_four_fifths_of_the_lines_and_not_a_signature() -> None:
    assert shown(source("Order", (1, 10))) == 0.0
    assert shown(source("Order", (1, 16))) == 0.0
    assert shown(source("Order", (1, 17))) == 1.0
    assert shown(source("Order", (10, 13)), source("Order#tax", (16, 30))) == 1.0
    assert shown(source("Order", (10, 19), path="lib/order.rb")) == 0.0
    assert shown(source("Order")) == 1.0, "without ranges all lines of the source are shown"


def test_lines_that_are_labelled_win_over_the_member_and_need_no_index() -> None:
    entry = Relevant(ORDER, "Order", "total", start_line=12, end_line=13)
    asked = QuestionSet("", "", (Query("1", "?", relevant=(entry,)),))
    assert located(asked, shop().stores.index) == asked
    answer = MeasuredAnswer((), (source("Order", (12, 13)),), 100)
    assert metrics(answer, [entry])["evidence_recall"] == 1.0


def asked_lines(file: str, unit: str = "", member: str = "") -> list[int]:
    questions = QuestionSet("", "", (Query("1", "?", relevant=(Relevant(file, unit, member),)),))
    (entry,) = located(questions, shop().stores.index).queries[0].relevant
    return [line for first, last in entry.lines.ranges for line in range(first, last + 1)]


def test_a_class_asks_for_what_it_declares_a_short_one_for_all_and_the_unknown_for_nothing() -> None:
    text = (SAMPLE / ORDER).read_text("utf-8").split("\n")
    declared = [text[line - 1] for line in asked_lines(ORDER, "Order")]
    assert declared[0].startswith("class Order")
    assert any("belongs_to" in line for line in declared)
    assert all(line.strip() and not line.strip().startswith("#") for line in declared)
    inside = asked_lines(ORDER, "Order", "recalculate")
    assert inside == list(range(inside[0], inside[-1] + 1))
    assert not set(inside[1:]) & set(asked_lines(ORDER, "Order"))
    short = asked_lines("app/models/coupon.rb", "Coupon")
    assert short == list(range(short[0], short[-1] + 1))
    assert not asked_lines("app/models/nowhere.rb", "Nowhere")


def test_fragments_are_the_tokens_in_short_runs_of_lines() -> None:
    long, short = (
        Item("model", "Order", ORDER, 1, 30, tokens=300),
        Item("model", "Cart", "b.rb", 1, 9, tokens=100, ranges=((1, 1), (2, 9))),
    )
    found = metrics(MeasuredAnswer((), (long, short), 500), [TOTAL])
    assert found["sources"] == 2
    assert found["fragments"] == pytest.approx(100 / 9 / 400)


def test_precision_counts_relevant_files_among_the_best_five() -> None:
    ranked = (*(Item("model", f"Other{n}", f"{n}.rb") for n in range(3)), source("Order"), source("Order#tax"))
    entries = [TOTAL, Relevant(ORDER, "Order"), Relevant("x.rb", "X")]
    assert metrics(MeasuredAnswer(ranked, (), 0), entries)["precision@5"] == 1 / 2


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


def test_every_place_that_the_questions_about_the_sample_label_has_lines_in_the_index() -> None:
    questions = read_questions(SAMPLE.parent / "questions" / "sample.json")
    placed = located(questions, shop().stores.index)
    named = [entry for query in placed.queries for entry in query.relevant if Path(SAMPLE / entry.file).exists()]
    assert named
    assert [entry for entry in named if not entry.start_line and not entry.lines.ranges] == []
