from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from core.backends.routers.answers import schema
from core.backends.routers.chat import ChatRouter
from core.errors import SettingsError
from core.model.run import SearchRun
from core.pipeline.answer import ask
from core.ports import Vocabulary
from core.settings import RouteSettings, Settings, read_settings
from tests.language_model import LanguageModel, language_model, requests, said
from tests.retrieval_samples import DEFAULTS, shop, stores

QUESTION = "how is postage computed, and who is told when a refund is made?"
SPLIT = requests("how is postage computed", "which mail is sent after a refund")


def asking(model: LanguageModel, **more: str) -> Settings:
    values = {"route.router": "llm", "route.url": model.url, "route.model": "tiny", **more}
    return read_settings(values)


def run(model: LanguageModel, question: str = QUESTION, **more: str) -> SearchRun:
    return ask(question, stores(), asking(model, **more), budget=2000)


def step(answer: SearchRun, name: str = "route"):
    return next(step.facts for step in answer.trace if step.step == name)


def test_a_question_is_split_and_every_request_is_a_step_of_the_trace() -> None:
    with language_model(said(SPLIT)) as model:
        answer = run(model)
    searches = [one.facts for one in answer.trace if one.step == "search"]
    assert [facts["request"] for facts in searches] == [request["text"] for request in SPLIT["requests"]]
    assert all(facts["hits"] for facts in searches)
    assert [request.text for request in answer.plan.requests] == [facts["request"] for facts in searches]
    found = {unit.unit_key for unit in answer.ranked[:20]}
    assert any("Shipping::Rates" in key for key in found)
    assert any("Refund" in key for key in found)
    assert answer.ranked[0].score == pytest.approx(sum(answer.ranked[0].parts.values()), abs=1e-5)


def test_it_is_said_what_was_sent_to_whom() -> None:
    with language_model(said(SPLIT)) as model:
        answer = run(model)
        host = model.url.split("/")[2]
    assert step(answer)["router"] == f"tiny at {host}"
    assert any(note.startswith(f"Sent to tiny at {host}: the question, ") and "2 requests" in note for note in answer.notes)
    (call,) = model.calls
    assert model.paths == ["/v1/chat/completions"]
    assert model.keys == [None]
    sent = json.loads(call["messages"][1]["content"])
    assert sent["question"] == QUESTION
    assert "app/models" in sent["folders"]
    assert "model" in sent["types"]
    assert call["response_format"]["json_schema"]["schema"] == schema()


def test_no_folders_are_sent_when_none_may_be() -> None:
    with language_model(said(SPLIT)) as model:
        run(model, **{"route.folders": "0"})
    assert json.loads(model.calls[0]["messages"][1]["content"])["folders"] == []


def test_the_key_comes_from_the_environment_and_shows_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_ROUTE_KEY", "sk-hidden")
    with language_model(said(SPLIT)) as model:
        answer = run(model)
        assert "sk-hidden" not in repr(asking(model))
    assert model.keys == ["Bearer sk-hidden"]
    assert "sk-hidden" not in repr(answer)
    monkeypatch.setenv("ORIENTEER_ROUTE_KEY", "two words")
    with language_model(said(SPLIT)) as model, pytest.raises(SettingsError, match="ORIENTEER_ROUTE_KEY") as problem:
        run(model)
    assert "two words" not in str(problem.value)


@pytest.mark.parametrize(
    "question", ["Order", "Order#total", "order.rb", "app/models/order.rb", "GET /orders/:id", "0x884", "wibble"]
)
def test_a_bare_name_file_route_or_code_never_leaves_the_process(question: str) -> None:
    with language_model(said(SPLIT)) as model:
        answer = run(model, question)
    assert not model.calls
    assert step(answer)["not_asked"] == "a bare name is looked up"
    plain = ask(question, stores(), DEFAULTS, budget=2000)
    assert (answer.ranked, answer.context) == (plain.ranked, plain.context)


def test_nobody_is_asked_by_default() -> None:
    answer = ask(QUESTION, stores(), DEFAULTS, budget=500)
    assert not answer.plan.requests
    assert "route" not in [one.step for one in answer.trace]


SIX = requests(*(f"request {number}" for number in range(6)))


@pytest.mark.parametrize(
    ("answer", "reason", "calls"),
    [
        ((200, b"not json", 0.0), "invalid JSON in the response (asked twice)", 2),
        (said("I think you should look at orders."), "invalid JSON in the model's answer (asked twice)", 2),
        ((200, b"{}", 0.0), "schema violation: the response has no choices[0].message.content (asked twice)", 2),
        (said(""), "schema violation: choices[0].message.content is no text (asked twice)", 2),
        (said({"wrong": 1}), "schema violation at requests: Field required (asked twice)", 2),
        (said(SIX), "schema violation at requests: List should have at most 5 items", 2),
        (said({"requests": []}), "schema violation at requests: List should have at least 1 item", 2),
        (said(requests("x", intent="guess")), "schema violation at requests.0.intent", 2),
        (said(requests("x", grep="rm -rf")), "schema violation at requests.0.grep: Extra inputs are not permitted", 2),
        (said(requests("x", paths="app")), "schema violation at requests.0.paths: Input should be a valid list", 2),
        ((500, b"trouble", 0.0), "HTTP status 500 (asked twice)", 2),
        ((429, b"slow down", 0.0), "HTTP status 429 (asked twice)", 2),
        ((401, b"key sk-secret is wrong", 0.0), "HTTP status 401; check $ORIENTEER_ROUTE_KEY", 1),
        ((400, b"", 0.0), "HTTP status 400; the service may not know this route.format", 1),
        ((302, b"", 0.0), "HTTP status 302", 1),
        ((200, b"x" * 1_100_000, 0.0), "the answer is longer than 1,000,000 bytes", 1),
    ],
)
def test_a_failure_falls_back_to_the_rules_and_is_named(answer: tuple[int, bytes, float], reason: str, calls: int) -> None:
    with language_model(answer) as model:
        told = run(model)
    plain = ask(QUESTION, stores(), DEFAULTS, budget=2000)
    assert len(model.calls) == calls
    assert step(told)["fell_back"].startswith(reason)
    assert any(reason in note and "the rules alone" in note for note in told.notes)
    assert "sk-secret" not in repr(told)
    assert (told.ranked, told.context, told.plan.intent) == (plain.ranked, plain.context, plain.plan.intent)


@pytest.mark.parametrize("answer", [(200, b"{}", 20.0), (200, b"x" * 1000, -0.02)], ids=["silent", "drop by drop"])
def test_the_time_limit_holds_for_a_silent_and_for_a_slow_service(answer: tuple[int, bytes, float]) -> None:
    with language_model(answer) as model:
        start = monotonic()
        told = run(model, **{"route.timeout": "0.3"})
        took = monotonic() - start
    assert step(told)["fell_back"] == "time-out: no answer within 0.3 s"
    assert took < 5
    assert told.ranked


def test_a_service_that_is_not_there_is_named() -> None:
    with language_model(said(SPLIT)) as model:
        settings = asking(model)
    told = ask(QUESTION, stores(), settings, budget=500)
    assert step(told)["fell_back"].startswith("no connection to 127.0.0.1:")


def test_a_second_attempt_mends_a_first_failure_and_the_answer_is_kept() -> None:
    with language_model((503, b"", 0.0), said(f"```json\n{json.dumps(SPLIT)}\n```")) as model:
        first, second = run(model), run(model, **{"rank.semantic": "0.1"})
    assert len(model.calls) == 2
    assert first.plan.requests == second.plan.requests
    assert len(first.plan.requests) == 2


def test_a_request_says_intent_types_paths_and_names() -> None:
    content = {
        "requests": [
            {
                "text": "what computes the price", "intent": "trace", "scope": "comprehensive",
                "target_types": ["service", "blob"], "paths": ["app/services/**"],
                "folders": ["app/services/shipping"], "entities": ["Shipping::Rates"], "reason": "the rates",
            }
        ]
    }  # fmt: skip
    with language_model(said(content)) as model:
        answer = run(model)
    plan = answer.plan
    assert (plan.intent, plan.scope, plan.target_types) == ("trace", "comprehensive", ("service",))
    assert plan.entities[0].unit_keys[0].endswith(":Shipping::Rates")
    assert all(answer.heads[unit.unit_key].file_path.startswith("app/services/") for unit in answer.ranked)
    assert any("'blob'" in note for note in answer.notes)
    assert step(answer, "search")["paths"] == ["app/services/**"]
    assert step(answer, "search")["for"] == "the rates"


def test_a_router_cannot_widen_the_paths_that_were_asked_for() -> None:
    with language_model(said(requests("how is postage computed", paths=["app/**"]))) as model:
        answer = shop().ask(QUESTION, paths=["app/models/**"], settings=_changes(model))
    assert answer.ranked
    assert all("app/models/" in answer.heads[unit.unit_key].file_path for unit in answer.ranked)


def test_one_question_can_be_routed_and_the_next_one_not() -> None:
    with language_model(said(SPLIT)) as model:
        assert shop().ask(QUESTION, settings=_changes(model)).plan.requests
        assert not shop().ask(QUESTION).plan.requests


def test_what_follows_up_an_earlier_question_keeps_its_subject() -> None:
    prior = shop().ask("how does Shipping::Rates work?")
    with language_model(said(requests("what uses it"))) as model:
        answer = shop().ask("and who uses it?", prior=prior, settings=_changes(model))
    assert json.loads(model.calls[0]["messages"][1]["content"])["names"] == ["Shipping::Rates"]
    assert answer.plan.entities[0].unit_keys[0].endswith(":Shipping::Rates")


def test_why_explains_a_unit_of_a_routed_run() -> None:
    with language_model(said(SPLIT)) as model:
        answer = run(model)
        assert "is number" in shop().why(answer, answer.ranked[3].unit_key).sentence


@pytest.mark.parametrize(("format_", "wanted"), [("json_object", {"type": "json_object"}), ("text", None)])
def test_a_service_that_knows_no_schemas_is_told_less(format_: str, wanted: object) -> None:
    with language_model(said(SPLIT)) as model:
        ChatRouter(RouteSettings("llm", model.url, "m", format=format_)).route("how?", Vocabulary())
    assert model.calls[0].get("response_format") == wanted


def test_without_a_router_and_a_reranker_nothing_of_them_is_imported() -> None:
    script = (
        "import sys\nimport core.pipeline.answer, core.workbench.bench\nfrom core.settings import Settings\n"
        "from core.pipeline.stores import equipped\nfrom core.open_index import Stores\n"
        "equipped(Stores(None, None, None, None, len), Settings())\n"
        "print([name for name in ('httpx', 'pydantic', 'onnxruntime', 'tokenizers', 'torch') if name in sys.modules])"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def _changes(model: LanguageModel) -> dict[str, str]:
    return {"route.router": "llm", "route.url": model.url, "route.model": "tiny"}
