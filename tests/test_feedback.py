"""What is said of answers is kept, shown, exported and forgotten on every face, and what answers lack has a cause."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from click.testing import CliRunner, Result
from starlette.testclient import TestClient

from core import Workbench, open_workbench
from core.api.application import build_application, guarded
from core.cli import cli
from core.errors import SettingsError, StoreError
from core.mcp.calls import called
from core.mcp.toolset import FEEDBACK_TOOLS, chosen
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from core.text.tokens import count_tokens
from core.workbench import gaps, judgements
from core.workbench.gaps import CAUSES, DOUBT, LEFT_OUT, LIMIT, RECALL, UNKNOWN, WORDS, WRONG
from tests.app_pages import html, opened
from tests.page_index import sample_index
from tests.shared import copied, made_once

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

ASKED = "How does Order work?"


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample's index, beside which these tests write."""
    return copied(made_once(tmp_path_factory, "sample", sample_index), tmp_path_factory.mktemp("feedback") / "home")


@pytest.fixture
def bench(home: Path) -> Workbench:
    return open_workbench("sample", settings={"home": str(home)})


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    return lambda *arguments: CliRunner().invoke(cli, [*arguments, "-i", "sample"])


def test_what_is_said_is_kept_beside_the_index_and_is_a_question_set(bench: Workbench, home: Path) -> None:
    bench.judge(ASKED, "model:Order", "right")
    bench.rate(ASKED, 2, "too long")
    bench.report_gap(ASKED, "Refund")
    bench.report_gap(ASKED, "TaxTable", "model")
    kept = bench.report_gap(ASKED, "TaxTable", "model").of(ASKED)
    assert [(one.unit, one.times) for one in kept.missing] == [("model:Refund", 1), ("model:TaxTable", 2)]
    assert kept.ratings[0].comment == "too long"
    again = open_workbench("sample", settings={"home": str(home)}).judged
    assert again.of(ASKED) == kept
    assert again.sentence == "1 question judged: units 1 right, 0 wrong, 2 missing; 1 rated, 2.0 of 5 on average."
    queries = json.loads(again.path.read_text("utf-8"))["queries"]
    assert [entry["unit"] for entry in queries[0]["relevant"]] == ["Order", "Refund"]
    assert bench.evaluate(again.path).results[0].metrics["mrr"] == 1.0
    assert bench.forget_judged().questions == {}


def test_a_question_set_has_the_places_that_units_have_now(bench: Workbench) -> None:
    path = bench.judge(ASKED, "model:Order", "right").path
    told = json.loads(path.read_text("utf-8"))
    told["queries"][0]["relevant"][0] |= {"start_line": 90_000, "end_line": 90_001}
    path.write_text(json.dumps(told), encoding="utf-8")
    assert bench.evaluate(path).results[0].query.relevant[0].start_line < 1_000


def test_what_cannot_be_kept_is_one_sentence(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    for said in (
        lambda: bench.rate(ASKED, 6),
        lambda: bench.rate(" ", 3),
        lambda: bench.rate(ASKED, 3, "x" * 2_001),
        lambda: bench.report_gap(ASKED, " "),
    ):
        with pytest.raises(SettingsError):
            said()
    monkeypatch.setattr(judgements, "MOST_QUESTIONS", 1)
    bench.rate(ASKED, 3)
    with pytest.raises(SettingsError, match=r"[Aa]t most"):
        bench.rate("Another?", 3)
    bench.judged.path.write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match="Remove the file to start again"):
        bench.rate(ASKED, 3)


def test_a_gap_has_its_cause_and_repeated_ones_come_first(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.report_gap(ASKED, "Order")
    for question in ("Who pays refunds?", "Where is money sent?"):
        bench.report_gap(question, "PaymentGatewayClient")
    bench.report_gap("How is an order refunded?", "job:LapsedBasketJob")
    bench.report_gap("How is an order refunded?", "app/models/stock_level.rb")
    bench.judge("Which stock is low?", bench.ask("Which stock is low?").ranked[0].unit_key, "right")  # never missing
    bench.judge(ASKED, bench.ask(ASKED).ranked[0].unit_key, "wrong")
    bench.rate("Which zzquarks does the zzgluon have?", 1)
    bench.rate("Who feeds the zzgluon?", 1)
    found = bench.gaps()
    assert (found.gaps[0].subject, found.gaps[0].cause, found.gaps[0].times) == ("PaymentGatewayClient", UNKNOWN, 2)
    causes = {gap.cause for gap in found.gaps}
    assert {UNKNOWN, RECALL, LIMIT, WRONG, DOUBT, WORDS} <= causes <= CAUSES.keys()
    assert found.mended == ("model:Order",)
    assert found.sentence.startswith(f"{len(found.gaps)} gaps in 7 judged questions")
    assert "2 × PaymentGatewayClient: unknown name" in str(found)
    monkeypatch.setattr(gaps, "MOST", 2)
    assert bench.gaps().left == 5


def test_a_unit_whose_file_is_not_read_is_told_with_the_reason(index_of: Callable[..., Workbench]) -> None:
    files = {
        "app/total.rb": "class Total\n  def sum = 1\nend\n",
        "app/tax_table.zig": "const x = 1;\n",
        "vendor/bundle/payment_gateway.rb": "class PaymentGateway\nend\n",
    }
    bench = index_of(files)
    for name in ("TaxTable", "PaymentGateway", "Total#round", "sum"):
        bench.report_gap(f"Where is {name}?", name)
    told = {gap.subject: (gap.cause, gap.sentence) for gap in bench.gaps().gaps}
    assert told["TaxTable"] == (LEFT_OUT, "app/tax_table.zig is of a language that is not analysed.")
    assert told["PaymentGateway"][1].startswith("vendor/bundle/payment_gateway.rb is not read")
    assert "has no unit 'Total#round'" in told["Total#round"][1]


@pytest.fixture
def index_of(tmp_path: Path) -> Callable[..., Workbench]:
    from core.workbench import index_checkout

    def made(files: dict[str, str]) -> Workbench:
        root = tmp_path / "shop"
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        index_checkout(root, home=tmp_path / "home", vectors=False)
        return open_workbench("shop", settings={"home": str(tmp_path / "home")})

    return made


def test_the_command_keeps_lists_exports_and_forgets(run: Callable[..., Result], tmp_path: Path) -> None:
    assert run("feedback", "--exit-code").exit_code == 1
    said = run("feedback", ASKED, "--right", "model:Order", "--missing", "TaxTable", "--score", "2", "--comment", "long")
    assert said.output.splitlines()[1:] == [
        ASKED, "  right: model:Order", "  missing: TaxTable (not in this index)", "  2 of 5: long",
    ]  # fmt: skip
    assert json.loads(run("feedback", "-f", "json").output)[0]["scores"] == "2"
    assert "1 × TaxTable: unknown name" in run("feedback", "--gaps").output
    run("feedback", "--export", str(tmp_path / "mine.json"))
    assert json.loads((tmp_path / "mine.json").read_text("utf-8"))["queries"][0]["query"] == ASKED
    assert run("feedback", ASKED, "--forget", "--exit-code").exit_code == 1
    for wrong in (["--score", "2"], [ASKED, "--comment", "long"]):
        assert isinstance(run("feedback", *wrong).exception, SettingsError)


def test_agents_have_the_tools_only_where_they_are_wanted_and_those_that_write_say_so(home: Path) -> None:
    from core.mcp.server import _definition

    tools = chosen(every=False, feedback=True)
    assert {tool.name for tool in set(tools) - set(chosen(every=True))} == {
        "retrieval_rate", "retrieval_report_gap", "retrieval_explain", "retrieval_suggest",
    }  # fmt: skip
    told = [{"name": one.name, "description": one.says, "inputSchema": one.schema} for one in FEEDBACK_TOOLS]
    assert count_tokens(json.dumps(told, separators=(",", ":"))) <= 400
    writes = {one.name for one in map(_definition, tools) if one.annotations and one.annotations.read_only_hint is False}
    assert writes == {"retrieval_rate", "retrieval_report_gap"}
    indexes = ServedIndexes(read_settings({"home": str(home)}), "sample")

    def call(name: str, **arguments: object) -> str:
        return called(indexes, tools, f"retrieval_{name}", arguments).text

    assert "1 rated" in call("rate", query=ASKED, score=4, comment="good")
    assert "model:TaxTable is not in the index" in call("report_gap", query=ASKED, missing_unit="TaxTable", unit_type="model")
    value = json.loads(call("explain", json=True))
    assert (value["total_ratings"], value["average_score"], value["total_gaps"]) == (1, 4.0, 1)
    assert json.loads(call("suggest", json=True))["rows"][0]["subject"] == "model:TaxTable"
    assert called(indexes, tools, "retrieval_rate", {"query": ASKED, "score": 9}).error == "invalid_argument"


def test_it_is_kept_told_and_forgotten_over_http(home: Path) -> None:
    application = build_application(ServedIndexes(read_settings({"home": str(home)})))
    client = TestClient(guarded(application, "127.0.0.1", ""), base_url="http://127.0.0.1:3000")
    address = "/api/v1/indexes/sample/feedback"

    def said(**body: object) -> dict[str, list[dict[str, object]]]:
        return cast("dict[str, list[dict[str, object]]]", client.post(address, json={"question": ASKED, **body}).json())

    assert said(unit="model:Order", verdict="right", score=4)["questions"][0]["right"] == ["model:Order"]
    assert said(unit="TaxTable", verdict="missing")["questions"][0]["missing"] == [{"unit": "TaxTable", "times": 1}]
    assert client.post(address, json={"question": ASKED}).status_code == 400
    assert client.post(address, json={"question": ASKED, "unit": "model:Order", "verdict": "nice"}).status_code == 422
    assert client.get("/api/v1/indexes/sample/gaps").json()["gaps"][0]["subject"] == "TaxTable"
    assert len(client.get(address).json()["questions"]) == 1
    assert client.delete(address, params={"question": ASKED}).json()["questions"] == []


def test_the_pages_show_what_was_said_and_forget_it(
    home: Path, bench: Workbench, shell: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    page = opened(shell, "search", q=ASKED)
    page.text_input(key="missing_unit").set_value("TaxTable").run()
    assert [one.unit for one in bench.judged.of(ASKED).missing] == ["TaxTable"]
    page = opened(shell, "settings", view="evaluation")
    assert "TaxTable (not in this index)" in html(page)
    page.button(key="find_gaps").click().run()
    assert "unknown name" in html(page)
    page.button(key="forget_all_judged").click().run()
    assert not bench.judged.questions
