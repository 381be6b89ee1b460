"""Runs that are kept: exactly the same is served, nothing else is, however near it is; a new state of the index begins anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.model.run import SearchRun
from core.workbench import Workbench, index_checkout, open_workbench
from tests.page_index import sample_index
from tests.shared import checkout, copied, made_once

QUESTION = "how is an order refunded?"
OPPOSITE = (
    ("which models depend on {}?", "which models does {} depend on?"),
    ("what runs before {} is saved?", "what runs after {} is saved?"),
    ("which jobs are retried when {} fails?", "which jobs are not retried when {} fails?"),
    ("who calls {}?", "what does {} call?"),
    ("where is {} created?", "where is {} destroyed?"),
)
PARAPHRASED = (
    ("how does {} work?", "how {} works"),
    ("where is {} defined?", "where can I find the definition of {}?"),
    ("what validates {}?", "which validations does {} have?"),
    ("what happens when {} is saved?", "what does saving {} set off?"),
    ("who uses {}?", "Who uses {}?"),
)
NAMES = (
    "Order", "Account", "Basket", "Payment", "Refund", "Variant", "StockLevel", "Money", "Coupon", "Address", "Product",
    "Category",     "Review", "Shipment", "Invoice", "OrderLine", "Loyalty", "Current", "EventLog", "ApplicationJob",
)  # fmt: skip


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


@pytest.fixture
def home(sample: Path, tmp_path: Path) -> Path:
    return copied(sample, tmp_path / "home", "runs")


def opened(home: Path, **more: object) -> Workbench:
    return open_workbench("sample", home=home, settings={name.replace("__", "."): value for name, value in more.items()})


def was_served(run: SearchRun) -> bool:
    return run.trace[0].step == "cache"


def without_times(run: SearchRun) -> SearchRun:
    return replace(run, trace=())


def pairs() -> Iterator[tuple[str, str]]:
    for name in NAMES:
        for first, second in (*OPPOSITE, *PARAPHRASED):
            yield first.format(name), second.format(name)


def test_a_run_is_read_once_for_all_who_ask_the_same(home: Path) -> None:
    first, bench = opened(home).ask(QUESTION, budget=900), opened(home)
    served, again = bench.ask(QUESTION, budget=900), bench.ask(f" {QUESTION}", budget=900)
    assert was_served(served)
    assert was_served(again)
    assert served.context is again.context
    assert again.question == f" {QUESTION}"
    assert without_times(served).context == first.context


def test_of_200_opposite_and_paraphrased_pairs_none_is_served_the_other_ones_answer(tmp_path: Path) -> None:
    asked = list(islice(pairs(), 200))
    assert len({question for pair in asked for question in pair}) == 400
    models = {f"app/models/{name.lower()}.rb": f"class {name}\n  def save\n    Order.find(1)\n  end\nend\n" for name in NAMES}
    index_checkout(checkout(tmp_path / "small", **models), "sample", home=tmp_path, vectors=False)
    keeping, fresh = opened(tmp_path, cache__runs=1_000), opened(tmp_path, cache__runs=0)
    for first, second in asked:
        keeping.ask(first, budget=500)
        answer = keeping.ask(second, budget=500)
        assert not was_served(answer)
        assert without_times(answer) == without_times(fresh.ask(second, budget=500))
    for first, second in asked:
        for question in (first, second):
            again = keeping.ask(question, budget=500)
            assert was_served(again)
            assert again.question == question


def test_the_same_is_served_at_once_and_is_the_same(home: Path) -> None:
    first = opened(home).ask(QUESTION)
    again = opened(home).ask("  how is an   order refunded?\n")
    assert (was_served(first), was_served(again)) == (False, True)
    assert without_times(replace(again, question=QUESTION)) == without_times(first)
    assert again.trace[1:] == first.trace


@pytest.mark.parametrize(
    "other",
    [
        {"budget": 900}, {"types": ["model"]}, {"paths": ["app/models/**"]}, {"include_tests": True}, {"exclude": ["Order"]},
        {"after": ["how does checkout work?"]}, {"settings": {"rank.recency": 0}}, {"settings": {"search.rrf_k": 1}},
        {"languages": ["ruby"]},
    ],
)  # fmt: skip
def test_whatever_else_is_asked_is_answered_anew(home: Path, other: Mapping[str, object]) -> None:
    bench = opened(home)
    bench.ask(QUESTION)
    run = bench.ask(QUESTION, **other)  # type: ignore[arg-type]
    assert not was_served(run)
    assert was_served(bench.ask(QUESTION, **other))  # type: ignore[arg-type]
    assert not was_served(bench.ask(QUESTION.upper()))


def test_rules_of_the_user_that_were_changed_are_another_question(home: Path, tmp_path: Path) -> None:
    import core.settings.retrieval as retrieval

    rules = tmp_path / "rules.toml"
    rules.write_bytes(Path(retrieval.__file__).with_name("retrieval.toml").read_bytes())
    opened(home, search__rules=str(rules)).ask(QUESTION)
    assert was_served(opened(home, search__rules=str(rules)).ask(QUESTION))
    rules.write_bytes(rules.read_bytes() + b"\n# changed\n")
    assert not was_served(opened(home, search__rules=str(rules)).ask(QUESTION))


def test_few_are_kept_and_the_oldest_go(home: Path) -> None:
    bench = opened(home, cache__runs=3)
    for name in NAMES[:5]:
        bench.ask(f"who uses {name}?", budget=300)
    assert [was_served(bench.ask(f"who uses {name}?", budget=300)) for name in (NAMES[4], NAMES[3], NAMES[2])] == [True] * 3
    assert not was_served(bench.ask(f"who uses {NAMES[0]}?", budget=300))
    assert len(list((bench.beside / "cache" / "runs").glob("*/*"))) == 4
    assert not was_served(opened(home, cache__runs=0).ask(f"who uses {NAMES[4]}?", budget=300))


def test_a_new_generation_begins_anew(tmp_path: Path) -> None:
    checkout = sample_index(tmp_path)
    opened(tmp_path).ask(QUESTION)
    (checkout / "app/models/order.rb").open("a").write("\nclass QuiteNew\n  def refund = 1\nend\n")
    index_checkout(checkout, "sample", home=tmp_path, vectors=False)
    assert not was_served(opened(tmp_path).ask(QUESTION))
    assert len(list((tmp_path / "sample" / "cache" / "runs").glob("*/"))) == 1


def test_a_damaged_run_is_asked_anew_and_replaced(home: Path) -> None:
    bench = opened(home)
    bench.ask(QUESTION)
    for path in (bench.beside / "cache" / "runs").glob("*/*"):
        path.write_bytes(b"damaged")
    assert not was_served(bench.ask(QUESTION))
    assert was_served(bench.ask(QUESTION))


def test_a_near_question_is_only_suggested(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = opened(home)
    bench.ask("which models depend on Account?")
    bench.ask("how does checkout work?")
    near = "which models does Account depend on?"
    assert bench.asked_before(near) == ("which models depend on Account?",)
    assert bench.asked_before("which models depend on Account?") == ()
    assert opened(home, cache__suggest=False).asked_before(near) == ()
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    told = CliRunner().invoke(cli, ["ask", "-i", "sample", near])
    assert "asked before: which models depend on Account?" in told.stderr


def test_what_is_served_shares_its_units_with_the_index_and_says_each_text_once(home: Path) -> None:
    bench = opened(home)
    bench.ask(QUESTION)
    run = bench.ask(QUESTION)
    assert was_served(run)
    assert all(head is bench.heads[key] for key, head in run.heads.items())
    named = {id(one.unit_key) for one in run.fused for other in run.ranked if other.unit_key == one.unit_key}
    assert named == {id(one.unit_key) for one in run.ranked if one.unit_key in {other.unit_key for other in run.fused}}
