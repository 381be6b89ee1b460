"""Weights are learned on one's own questions, measured on questions that were held out, and never put in force silently."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from core import Workbench, open_workbench
from core.cli import cli
from core.errors import SettingsError
from core.evaluate import MetricDifference
from core.evaluate.learning import LEARNED, Candidates, candidates, learned
from core.evaluate.matching import Item
from core.evaluate.questions import Query, Relevant
from core.settings import RankSettings
from core.workbench import index_checkout
from core.workbench.configurations import configurations
from core.workbench.tuning import HELPED, NOT, TOO_FEW, Tuning
from tests.page_index import ROOT, sample_index
from tests.shared import copied, made_once

SPOILED = {"importance": 5.0}
"""What is much used comes first, whatever is asked."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(made_once(tmp_path_factory, "sample", sample_index), tmp_path_factory.mktemp("tuned") / "home")


@pytest.fixture(scope="module")
def bench(home: Path) -> Workbench:
    return open_workbench("sample", settings={"home": str(home)})


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty questions of the sample's set."""
    whole = json.loads((ROOT / "data" / "questions" / "sample.json").read_text("utf-8"))
    path = tmp_path_factory.mktemp("questions") / "some.json"
    path.write_text(json.dumps({**whole, "queries": whole["queries"][:50]}), encoding="utf-8")
    return path


def test_weights_that_are_wrong_are_mended_and_this_is_seen_on_held_out_questions(bench: Workbench, some: Path) -> None:
    found = bench.tune(some, folds=2, weights=SPOILED)
    assert found.verdict == HELPED
    assert found.differences[0].low > 0
    assert found.changes["rank.importance"] < SPOILED["importance"] / 2
    assert found.steady is not None
    assert found.steady["importance"] == 2
    assert found.sentence.startswith(
        "Helped: 2 folds over 50 questions, each measured with weights learned without it: ndcg@10"
    )
    assert configurations(bench) == ()


def test_what_luck_could_give_is_no_help(bench: Workbench, some: Path) -> None:
    found = bench.tune(some, folds=2)
    assert found.verdict == NOT
    assert "Did not help" in str(found)
    assert found.to_json()["verdict"] == NOT


def test_repositories_are_the_folds_where_there_are_several(bench: Workbench, some: Path, home: Path, tmp_path: Path) -> None:
    index_checkout(ROOT / "data" / "sample", "other", home=home, vectors=False)
    whole = json.loads(some.read_text("utf-8"))
    few = tmp_path / "few.json"
    few.write_text(json.dumps({**whole, "queries": whole["queries"][:10]}), encoding="utf-8")
    found = bench.tune(few, others=[(open_workbench("other", settings={"home": str(home)}), few)])
    assert found.questions == 20
    assert found.folds == ("other", "sample")
    with pytest.raises(SettingsError, match="given twice"):
        bench.tune(some, others=[(bench, some)])


def test_few_questions_teach_nothing(bench: Workbench) -> None:
    bench.judge("How does Order work?", "model:Order", "right")
    found = bench.tune()
    assert (found.verdict, found.changes, found.to_rows()) == (TOO_FEW, {}, [])
    assert str(found).startswith("Too few questions: 1 with an answer, 20 needed.")
    bench.forget_judged()
    with pytest.raises(SettingsError, match="leave nothing to measure"):
        bench.tune(folds=1)


def test_the_command_keeps_what_helped_only_where_it_is_told_to(
    bench: Workbench, home: Path, some: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))

    def tuned(verdict: str, *arguments: str) -> tuple[int, str]:
        differences = (MetricDifference("ndcg@10", 0.5, 0.6, 0.1, 0.05, 0.15, ("a",), ()),)
        made = Tuning(verdict, 30, ("fold 1", "fold 2"), differences, 0.1, {"table": 0.1}, {"table": 0.2}, {"table": 2})
        monkeypatch.setattr(Workbench, "tune", lambda *_, **__: made)
        done = CliRunner().invoke(cli, ["tune", str(some), "-i", "sample", *arguments])
        return done.exit_code, done.output

    assert tuned(NOT, "--save", "mine", "--exit-code")[0] == 1
    assert tuned(HELPED)[0] == 0
    assert configurations(bench) == ()
    assert json.loads(tuned(HELPED, "-f", "json")[1])["changes"] == {"rank.table": 0.2}
    assert tuned(HELPED, "--keep", "mine", "--exit-code")[0] == 0
    assert [str(one) for one in configurations(bench)] == ["rank.table=0.2"]


def test_a_weight_moves_only_where_that_orders_better() -> None:
    usual = {name: float(getattr(RankSettings(), name)) for name in LEARNED}
    items = [Item("model", "Loud", "a.rb"), Item("model", "Meant", "b.rb")]

    def found(meant: Mapping[str, float]) -> Candidates:
        query = Query("one", "?", relevant=(Relevant("b.rb", "Meant"),))
        return candidates(query, items, [{"keyword": 1.0}, meant], [{}, {}])

    better = learned([found({"coverage": 1.0})] * 6, usual, 0.7)
    assert (better["keyword"] < usual["keyword"]) or (better["coverage"] > usual["coverage"])
    assert learned([found({"coverage": 1.0})] * 4, usual, 0.7) == usual, "of four questions nothing can be told"
    assert learned([found({"keyword": 2.0})] * 6, usual, 0.7) == usual
