"""An index on a server has every verb of one that is here, with the same answers; what the checkout knows is asked there."""

from __future__ import annotations

import inspect
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, is_dataclass
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="Serving needs FastAPI: pip install 'orienteer[serve]'")

from core.api.application import build_application, guarded
from core.errors import SettingsError, SourceError
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from core.workbench import Workbench, index_checkout, open_workbench
from core.workbench.served import ServedWorkbench
from tests.shared import checkout, free_port

pytestmark = [
    pytest.mark.needs_git,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: its package is called git"),
]
SHOP = {
    "Gemfile": "gem 'rails'\n",
    "Gemfile.lock": "GEM\n  specs:\n    rails (7.1.0)\n\nDEPENDENCIES\n  rails\n",
    ".ruby-version": "3.3.0\n",
    "README.md": "# Shop\n\nThis shop sells books to people who read.\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  resources :orders\nend\n",
    "app/models/order.rb": (
        "# Books.\nclass Order < ApplicationRecord\n  has_many :lines\n\n  def close!\n    Mail.send_to(self)\n  end\nend\n"
    ),
    "app/models/line.rb": "class Line < ApplicationRecord\n  belongs_to :order\nend\n",
    "app/models/mail.rb": "class Mail\n  def self.send_to(order)\n    order.lines\n  end\nend\n",
    "app/controllers/orders_controller.rb": (
        "class OrdersController < ApplicationController\n  def show\n    Order.find(params[:id]).close!\n  end\nend\n"
    ),
    "test/order_test.rb": "class OrderTest < ActiveSupport::TestCase\n  def test_close\n    Order.new.close!\n  end\nend\n",
    "db/schema.rb": (
        'ActiveRecord::Schema.define do\n  create_table "orders" do |t|\n    t.string "state"\n  end\n'
        '  create_table "lines" do |t|\n    t.integer "order_id"\n  end\nend\n'
    ),
    "orienteer.toml": (
        '[[architecture.forbidden]]\nname = "no requests to models"\nfrom = ["app/controllers"]\nto = ["app/models"]\n'
    ),
}
LOG = (
    'Started GET "/orders/7" for 127.0.0.1 at 2026-03-02 10:00:00 +0000\nProcessing by OrdersController#show as HTML\n'
    '  Parameters: {"id"=>"7"}\nCompleted 200 OK in 12ms (Views: 3.0ms | ActiveRecord: 2.0ms)\n'
)
LCOV = "TN:\nSF:app/models/order.rb\nDA:5,3\nDA:6,0\nend_of_record\n"
QUESTIONS = {
    "queries": [
        {"id": "a", "query": "where is an order closed?", "relevant": [{"file": "app/models/order.rb", "unit": "Order"}]},
        {"id": "b", "query": "who is told of an order?", "relevant": [{"file": "app/models/mail.rb", "unit": "Mail"}]},
    ]
}
DIFF = (
    "--- a/app/models/order.rb\n+++ b/app/models/order.rb\n@@ -6 +6 @@\n-    Mail.send_to(self)\n+    Mail.send_to(self, 1)\n"
)


def _commit(root: Path, message: str) -> None:
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-C", str(root)]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", message]):
        subprocess.run([*git, *command], check=True)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    root = checkout(folder / "checkouts" / "shop", **SHOP)
    _commit(root, "Open the shop")
    index_checkout(root, "shop", home=folder, vectors=False)
    (root / "app/models/line.rb").write_text("class Line < ApplicationRecord\n  belongs_to :order\n\n  def price = 1\nend\n")
    _commit(root, "Lines have a price")
    index_checkout(root, "shop", home=folder, vectors=False)
    (folder / "questions.json").write_text(json.dumps(QUESTIONS))
    (folder / "lcov.info").write_text(LCOV)
    (folder / "rails.log").write_text(LOG)
    bench = open_workbench("shop", home=folder)
    bench.keep_coverage([folder / "lcov.info"])
    bench.keep_recordings([folder / "rails.log"])
    (root / "README.md").write_text("# Shop\n\nThis shop sells books and pens to people who read.\n")
    return folder


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[str]:
    import uvicorn

    port, indexes = free_port(), ServedIndexes(read_settings({"home": str(home)}), "shop")
    running = uvicorn.Server(uvicorn.Config(guarded(build_application(indexes), "127.0.0.1", ""), port=port, log_level="error"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}/shop"
    running.should_exit = True
    thread.join(5)


@pytest.fixture(scope="module")
def benches(home: Path, server: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Workbench, Workbench]:
    """The index here, and the same from a server, as on a machine that has no checkout."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        there = open_workbench(server)
    assert isinstance(there, ServedWorkbench)
    return open_workbench("shop", home=home), there


def _run(bench: Workbench, _: Path) -> object:
    run = bench.ask("where is an order closed?", budget=1_000)
    return run.ranked, run.context


def _talk(bench: Workbench, _: Path) -> object:
    return bench.conversation(budget=2_000).ask("where is an order closed?").context


def _explained(bench: Workbench) -> object:
    return bench.why_not(bench.ask("where is an order closed?"), "Line")


CALLS: dict[str, Callable[[Workbench, Path], object]] = {
    "analyse": lambda one, _: (one.analyse.hubs().to_rows(), one.analyse.cycles().to_rows()),
    "analysis": lambda one, _: [one.analysis(what).to_rows() for what in ("hubs", "cochange", "hotspots")],
    "answer": lambda one, _: one.answer("where is an order closed?", model=False).text,
    "answering": lambda one, _: one.answering("where is an order closed?", model=False).sending(),
    "ask": _run,
    "asked_before": lambda one, _: one.asked_before("where is an order closed now?"),
    "check": lambda one, _: (one.check().to_rows(), one.check().declared),
    "children": lambda one, _: one.children,
    "code_owners": lambda one, _: one.code_owners,
    "column": lambda one, _: one.column("orders.state"),
    "columns": lambda one, _: one.columns("Order"),
    "compare": lambda one, _: one.compare(),
    "compare_commits": lambda one, _: one.compare_commits("HEAD~1").differences,
    "conversation": _talk,
    "coverage": lambda one, _: one.coverage(),
    "coverage_reports": lambda one, _: one.coverage_reports(),
    "dependencies": lambda one, _: one.dependencies("Order"),
    "dependents": lambda one, _: one.dependents("Order"),
    "destroyed": lambda one, _: one.destroyed("Order"),
    "evaluate": lambda one, home: [
        (result.query.id, result.metrics) for result in one.evaluate(home / "questions.json", baselines=["grep"]).results
    ],
    "executed": lambda one, _: (one.executed("Order"), one.executed("Line")),
    "find": lambda one, _: one.find("ord"),
    "fitting_questions": lambda one, home: one.fitting_questions(home),
    "flow": lambda one, _: one.flow("OrdersController#show"),
    "freshness": lambda one, _: one.freshness(),
    "generations": lambda one, _: one.generations(),
    "gaps": lambda one, _: one.gaps(),
    "arrow": lambda one, _: one.arrow("SELECT key FROM units ORDER BY key").to_pylist(),
    "graph": lambda one, _: sorted(one.graph.edges()),
    "graph_store": lambda one, _: one.graph_store.traverse_forward("model:Order"),
    "head": lambda one, _: one.head("Order"),
    "heads": lambda one, _: one.heads,
    "histories": lambda one, _: one.histories,
    "impact": lambda one, _: one.impact(name="Order"),
    "line": lambda one, _: one.line("app/models/order.rb", 6),
    "line_history": lambda one, _: one.line_history("Line"),
    "linked": lambda one, _: one.linked("app/models/order.rb"),
    "manifest": lambda one, _: one.manifest,
    "metrics": lambda one, _: one.metrics,
    "name": lambda one, _: one.name,
    "observed": lambda one, _: one.observed("OrdersController#show"),
    "overview": lambda one, _: one.overview,
    "packages": lambda one, _: one.packages(),
    "not_own": lambda one, _: one.not_own,
    "plot": lambda one, _: [(str(plot), plot.svg) for plot in (one.plot.hubs(), one.plot.around("Order"))],
    "problems": lambda one, _: one.problems,
    "proposal": lambda one, _: one.proposal(),
    "query": lambda one, _: one.query("SELECT key FROM units ORDER BY key"),
    "questions": lambda one, home: one.questions(home / "questions.json"),
    "reached_from": lambda one, _: one.reached_from("Mail"),
    "recorded": lambda one, _: (one.recorded.recordings, one.recorded.figures),
    "recordings": lambda one, _: one.recordings(),
    "related_to": lambda one, _: one.related_to("Order"),
    "relations": lambda one, _: one.relations,
    "rename": lambda one, _: one.rename("Order", "Purchase"),
    "parts": lambda one, _: one.parts().to_rows(),
    "report": lambda one, _: [part.title for part in one.report().parts],
    "report_part": lambda one, _: one.report_part("/hubs").title,
    "review": lambda one, _: (one.review("HEAD~1..HEAD"), one.review(diff=DIFF)),
    "runtime": lambda one, _: one.runtime().to_rows(),
    "search": lambda one, _: one.search("close"),
    "sheet": lambda one, _: one.sheet("Order"),
    "similar": lambda one, _: one.similar("Order"),
    "sql": lambda one, _: one.sql("SELECT key FROM units ORDER BY key").to_dict(),
    "status": lambda one, _: one.status(coverage=True),
    "subgraph_for_types": lambda one, _: sorted(one.subgraph_for_types(["model"]).edges()),
    "tests": lambda one, _: one.tests("Order"),
    "tests_for": lambda one, _: (one.tests_for(DIFF), one.tests_for(commits="HEAD~1..HEAD")),
    "tune": lambda one, home: one.tune(home / "questions.json"),
    "unit": lambda one, _: one.unit("Order"),
    "verdict": lambda one, _: one.verdict("Line", "used by"),
    "why": lambda one, _: one.why(one.ask("where is an order closed?"), "Order"),
    "why_not": lambda one, _: _explained(one),
}
"""A call of each verb; below stand those that are of one machine, or that change something."""
OWN = {
    "beside", "catalog", "directory", "help", "index", "pages", "read_files", "renewed", "save_report", "settings", "stores",
    "with_everything",
}  # fmt: skip
CHANGING = {
    "conversations", "forget_conversation", "forget_coverage", "forget_judged", "forget_recording", "judge", "judged",
    "keep_coverage", "keep_recordings", "rate", "report_gap",
}  # fmt: skip


def test_every_verb_is_called() -> None:
    verbs = {name for name, _ in inspect.getmembers(Workbench) if not name.startswith("_")}
    assert verbs - OWN - CHANGING == set(CALLS)
    assert {name for name in vars(Workbench) if not name.startswith("_")} <= set(dir(ServedWorkbench))


@pytest.mark.parametrize("verb", sorted(CALLS))
def test_a_verb_answers_the_same_here_and_over_there(verb: str, benches: tuple[Workbench, Workbench], home: Path) -> None:
    here, there = benches
    ours, theirs = CALLS[verb](here, home), CALLS[verb](there, home)
    assert _told(theirs) == _told(ours)
    assert type(theirs) is type(ours)


def test_what_only_the_checkout_knows_is_there(benches: tuple[Workbench, Workbench]) -> None:
    there = benches[1]
    assert [one.rule for one in there.check().new] == ["no requests to models"]
    assert there.freshness().differing == ("README.md",)
    assert [one.subject for one in there.line_history("Line").commits] == ["Lines have a price", "Open the shop"]
    assert list(there.generations()) == [1, 2]
    assert any(row["name"] == "Ruby" and row["version"] == "3.3.0" for row in there.overview.stack)
    assert "Tests ran" in there.flow("Order#close!", whole=True).sentence
    assert there.executed("Order#close!") == ((5,), (6,))


def test_signatures_are_the_same() -> None:
    for name in CALLS:
        ours, theirs = (getattr(kind, name) for kind in (Workbench, ServedWorkbench))
        if inspect.isfunction(ours):
            taken = [list(inspect.signature(one).parameters.values())[1:] for one in (ours, theirs)]
            assert taken[0] == taken[1], name


def test_reports_are_kept_and_forgotten_over_there(benches: tuple[Workbench, Workbench], tmp_path: Path) -> None:
    here, there = benches
    report = tmp_path / "more.info"
    report.write_text(LCOV.replace("DA:6,0", "DA:6,1"))
    (kept,) = there.keep_coverage([report])
    assert kept.source == str(report)
    assert [one.source for one in here.coverage_reports()] == [one.source for one in there.coverage_reports()]
    assert there.executed("Order#close!") == here.executed("Order#close!") == ((5, 6), ())
    there.forget_coverage(str(report))
    assert len(here.coverage_reports()) == 1
    for name in ("nothing.info", "no\0file"):
        with pytest.raises(SourceError, match="No coverage report"):
            there.forget_coverage(name)
    report.write_text("nothing")
    with pytest.raises(SourceError, match=r"more\.info' is invalid"):
        there.keep_coverage([report])


def test_recordings_are_kept_and_forgotten_over_there(benches: tuple[Workbench, Workbench], tmp_path: Path) -> None:
    here, there = benches
    log = tmp_path / "more.log"
    log.write_text(LOG * 3)
    (kept,) = there.keep_recordings([log])
    assert kept.source == str(log)
    assert there.recordings() == here.recordings()
    assert there.observed("OrdersController#show").figures.calls == here.observed("OrdersController#show").figures.calls == 4
    there.forget_recording(str(log))
    assert there.observed("OrdersController#show").figures.calls == 1
    with pytest.raises(SourceError, match="No recording"):
        there.forget_recording("nothing.log")
    log.write_text("nothing")
    with pytest.raises(SourceError, match=r"more\.log' has an unknown format"):
        there.keep_recordings([log])


def test_a_file_of_rules_and_a_baseline_are_those_of_who_asks(benches: tuple[Workbench, Workbench], tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('[[forbidden]]\nname = "other"\nfrom = ["app/controllers"]\nto = ["app/models"]\n')
    ours, theirs = (one.check(rules) for one in benches)
    assert ours.to_rows() == theirs.to_rows()
    assert {row["rule"] for row in theirs.to_rows()} == {"other"}
    with pytest.raises(SettingsError, match="cannot be read"):
        benches[1].check(baseline=tmp_path / "missing.json")


def _told(value: object) -> object:
    """Return a value as it can be compared: dataclasses by their fields, but the address of a page."""
    if is_dataclass(value) and not isinstance(value, type):
        try:
            return {name: _told(one) for name, one in asdict(value).items() if name != "pages"}
        except TypeError:
            return {name: _told(getattr(value, name)) for name in value.__dataclass_fields__ if name != "pages"}
    if isinstance(value, dict):
        return {str(key): _told(one) for key, one in value.items() if key not in ("pages", "trace", "seconds")}
    if isinstance(value, list | tuple):
        return [_told(one) for one in value]
    return value
