"""The interface over HTTP: the first design's addresses, every verb, problems, streams, jobs, and a workbench elsewhere."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("fastapi", reason="Serving needs FastAPI: pip install 'orienteer[serve]'")
from fastapi.testclient import TestClient

from core.api.application import build_application, guarded
from core.api.stream import Tell, _events
from core.api.work import Work
from core.cli import cli
from core.errors import SettingsError, SourceError, StoreError
from core.mcp.calls import called
from core.mcp.toolset import TOOLS
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from core.workbench import Workbench, open_workbench
from tests.page_index import sample_index
from tests.shared import free_port, made_once

INDEX = "/api/v1/indexes/sample"
QUESTION = "how is an order refunded?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    indexes = ServedIndexes(read_settings({"home": str(home)}), "sample")
    with TestClient(guarded(build_application(indexes), "127.0.0.1", ""), base_url="http://127.0.0.1:3000") as one:
        yield one


def test_the_addresses_of_the_first_design_answer_in_its_shapes(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/api/projects").json() == {"projects": ["sample"], "count": 1}
    told = client.post("/api/chat", json={"query": QUESTION}).json()
    assert set(told) == {"answer", "sources"}
    assert all(set(source) == {"file", "line", "identifier"} for source in told["sources"])
    assert any("refund" in source["file"] for source in told["sources"])
    assert client.post("/api/chat", json={}).status_code == 400
    assert client.post("/chat", data={"query": ""}).status_code == 400
    fragment = client.post("/chat", data={"query": "<script>alert(1)</script> refund"})
    assert fragment.headers["content-type"].startswith("text/html")
    assert "<script>" not in fragment.text


def test_the_same_question_finds_the_same_units_here_and_over_http(client: TestClient, home: Path) -> None:
    here = open_workbench("sample", home=home).ask(QUESTION, budget=2_000)
    there = client.post(f"{INDEX}/ask", json={"question": QUESTION, "budget": 2_000}).json()
    assert there["context"] == here.context.text
    assert [row["identifier"] for row in there["ranked"]] == [
        ranked.unit_key.partition(":")[2] for ranked in here.ranked[: len(there["ranked"])]
    ]


@pytest.mark.parametrize("budget", [400, 1_500, 8_000])
def test_the_same_question_finds_the_same_lines_through_python_http_the_command_line_and_agents(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch, budget: int
) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    served = ServedIndexes(read_settings({"home": str(home)}), "sample")
    for question in (QUESTION, "what depends on Order?", "where is the total computed?", "zzz"):
        run = open_workbench("sample", home=home).ask(question, budget=budget)
        here = [(source.unit_key, [list(span) for span in source.ranges]) for source in run.context.sources]
        http = client.post(f"{INDEX}/ask", json={"question": question, "budget": budget}).json()
        line = CliRunner().invoke(cli, ["ask", question, "-i", "sample", "--budget", str(budget), "-f", "json"])
        for told in (http, json.loads(line.stdout)):
            assert [(f"{one['type']}:{one['identifier']}", one["ranges"]) for one in told["sources"]] == here
            assert told["context"] == run.context.text
        agent = {"query": question, "budget": budget}
        told = json.loads(called(served, TOOLS, "codebase_retrieve", {**agent, "json": True}).text)
        assert [(row["unit"], row["lines"]) for row in told.get("rows", [])] == here
        assert run.context.text in called(served, TOOLS, "codebase_retrieve", agent).text


@pytest.mark.parametrize(
    ("address", "holds"),
    [
        ("", "generation"),
        ("/unit?name=Order", "app/models/order.rb"),
        ("/dependencies?name=Order", "is_test"),
        ("/dependents?name=Order&kind=references", "references"),
        ("/search?words=refund", "refund"),
        ("/search?words=class%20%5Cw%2B%20%3C&regex=true&path=app/models/**&language=ruby", "model:Order"),
        ("/path?start=OrdersController&end=Order", "rows"),
        ("/analyses/hubs?limit=3", "columns"),
        ("/analyses/cycles?level=file&types=true", "columns"),
        ("/analyses/unused?type=scope", "columns"),
        ("/overview", "by_type"),
        ("/flow?entry=OrdersController%23index", "steps"),
        ("/columns/orders.state", "orders"),
    ],
)
def test_every_verb_is_told_once_for_a_generation(client: TestClient, address: str, holds: str) -> None:
    answer = client.get(f"{INDEX}{address}")
    assert answer.status_code == 200
    assert holds in answer.text
    again = client.get(f"{INDEX}{address}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("method", "address", "body", "status", "says"),
    [
        ("GET", "/api/v1/indexes/nowhere", None, 404, "No index 'nowhere'"),
        ("GET", f"{INDEX}/unit?name=Ordr", None, 404, "Did you mean 'Order'"),
        ("GET", f"{INDEX}/dependents?name=Order&depth=11", None, 422, "query.depth"),
        ("GET", f"{INDEX}/search?words=(&regex=true", None, 400, "is not a valid pattern"),
        ("GET", f"{INDEX}/analyses/habs", None, 400, "Did you mean 'hubs'"),
        ("GET", f"{INDEX}/analyses/hubs?type=scope", None, 400, "has no types"),
        ("POST", f"{INDEX}/ask", {"question": "x", "budgt": 1}, 422, "budgt"),
        ("POST", f"{INDEX}/ask", {"question": "x", "budget": True}, 422, "body.budget"),
        (
            "POST",
            f"{INDEX}/ask",
            {"question": "x", "known": {"shown": [{"unit_key": "a", "file_path": "b", "ranges": [[-9, 10**22]]}]}},
            422,
            "at most 1,000,000 may be known",
        ),
        ("POST", f"{INDEX}/ask", {"question": "x", "settings": {"home": "/"}}, 400, "cannot be changed for one question"),
        ("POST", f"{INDEX}/ask", {"question": "x", "where": {"importence": ["high"]}}, 400, "Did you mean 'importance'"),
        ("POST", f"{INDEX}/sql", {"statement": "DROP TABLE units"}, 400, "read-only"),
        ("POST", f"{INDEX}/sql", {"statement": " -- nothing"}, 400, "The query is empty"),
        ("POST", f"{INDEX}/impact", {}, 400, "either a unified diff"),
        ("POST", f"{INDEX}/review", {}, 400, "No single change to review"),
        ("POST", f"{INDEX}/evaluate", {"questions": []}, 400, "has no questions"),
        ("POST", f"{INDEX}/evaluate", {"questions": {"queries": []}}, 400, "has no questions"),
        ("POST", f"{INDEX}/evaluate", {"questions": {"queries": [{"id": "a"}]}}, 400, "that was sent, question 'a'"),
        ("POST", f"{INDEX}/evaluate", {"questions": [1]}, 400, "has no list 'queries'"),
        ("POST", f"{INDEX}/tests", {}, 400, "No single change given"),
        ("POST", f"{INDEX}/tests", {"diff": "x"}, 400, "has no hunk"),
        ("POST", f"{INDEX}/tests", {"commits": "a..b"}, 404, "is not a commit"),
        ("GET", f"{INDEX}/tests?name=Ordr", None, 404, "Did you mean 'Order'"),
        ("DELETE", f"{INDEX}/tests/coverage?name=x", None, 404, "No coverage report 'x'"),
        ("POST", f"{INDEX}/tests/coverage?name=x", None, 400, "The coverage report 'x' is invalid"),
        ("POST", f"{INDEX}/answer", {"question": ""}, 422, "body.question"),
        ("POST", f"{INDEX}/answer/sending", {"question": "x", "agree": "yes"}, 422, "body.agree"),
        ("GET", "/api/v1/jobs/none", None, 404, "No job 'none'"),
        ("PUT", "/health", None, 405, ""),
    ],
)
def test_a_problem_has_its_status_and_says_what_to_do(
    client: TestClient, method: str, address: str, body: object, status: int, says: str
) -> None:
    answer = client.request(method, address, json=body)
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert says in answer.text


def test_what_is_too_large_or_meant_for_another_is_refused(client: TestClient, home: Path) -> None:
    assert client.post(f"{INDEX}/ask", content=b"x" * 3_000_000).status_code == 413
    assert client.get("/health", headers={"Host": "evil.example"}).status_code == 421
    assert client.get("/health", headers={"Origin": "http://evil.example"}).status_code == 403
    indexes = ServedIndexes(read_settings({"home": str(home)}), "sample")
    with TestClient(guarded(build_application(indexes), "0.0.0.0", "a secret of enough letters")) as other:
        assert other.get("/health").status_code == 200
        assert other.get("/api/projects").status_code == 401
        assert other.get("/api/projects", headers={"Authorization": "Bearer a secret of enough letters"}).status_code == 200


def test_an_answer_streams_its_stages_its_context_and_its_end(client: TestClient) -> None:
    told = client.post(f"{INDEX}/ask/stream", json={"question": QUESTION, "budget": 1_000}).text
    events = [dict(line.split(": ", 1) for line in block.split("\n")) for block in told.strip().split("\n\n")]
    names = [event["event"] for event in events]
    assert names[:5] == ["stage"] * 5
    assert names[-1] == "done"
    assert [json.loads(event["data"])["step"] for event in events[:5]] == ["classify", "search", "fuse", "rank", "assemble"]
    context = "\n\n".join(json.loads(event["data"])["text"] for event in events if event["event"] == "context")
    assert context == client.post(f"{INDEX}/ask", json={"question": QUESTION, "budget": 1_000}).json()["context"]
    wrong = client.post(f"{INDEX}/ask/stream", json={"question": "x", "types": ["modl"]}).text
    assert wrong.startswith("event: problem")


def test_an_answer_that_takes_too_long_is_given_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    indexes, released = ServedIndexes(read_settings({"home": str(home)}), "sample"), threading.Event()
    monkeypatch.setattr(Workbench, "search", lambda *_, **__: released.wait(20))
    with TestClient(build_application(indexes, seconds=0.3), base_url="http://127.0.0.1") as slow:
        answer = slow.get(f"{INDEX}/search?words=x")
        assert (answer.status_code, answer.json()["title"]) == (503, "Timeout.")
        released.set()
        endless = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = -1"
        assert slow.post(f"{INDEX}/sql", json={"statement": endless}).status_code in (400, 503)


def test_a_job_reads_the_checkout_again_and_the_next_answer_is_of_its_generation(tmp_path: Path) -> None:
    checkout = sample_index(tmp_path)
    indexes = ServedIndexes(read_settings({"home": str(tmp_path)}), "sample")
    with TestClient(build_application(indexes), base_url="http://127.0.0.1") as client:
        assert client.get(f"{INDEX}/search", params={"words": "quite_new"}).json()["found"] == []
        (checkout / "app/models/order.rb").open("a").write("\nclass QuiteNew\n  def quite_new = 1\nend\n")
        begun = client.post(f"{INDEX}/jobs", json={})
        assert begun.status_code == 202
        assert client.post(f"{INDEX}/jobs", json={}).status_code in (202, 409)
        while client.get(begun.headers["location"]).json()["state"] == "running":
            time.sleep(0.05)
        assert client.get(begun.headers["location"]).json()["state"] == "done"
        assert client.get(f"{INDEX}/search", params={"words": "quite_new"}).json()["found"]


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[str]:
    import uvicorn

    indexes = ServedIndexes(read_settings({"home": str(home)}), "sample")
    port = free_port()
    running = uvicorn.Server(uvicorn.Config(guarded(build_application(indexes), "127.0.0.1", ""), port=port, log_level="error"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    running.should_exit = True
    thread.join(5)


def test_an_index_of_a_server_opens_as_one_here(server: str, home: Path, own_cache: None) -> None:
    here, there = open_workbench("sample", home=home), open_workbench(f"{server}/sample")
    assert there.dependents("Order") == here.dependents("Order")
    assert there.analyse.hubs().to_rows() == here.analyse.hubs().to_rows()
    ours, theirs = here.ask(QUESTION, budget=2_000), there.ask(QUESTION, budget=2_000)
    assert (theirs.ranked, theirs.context) == (ours.ranked, ours.context)
    assert theirs.to_frame().equals(ours.to_frame())
    assert there.renewed() is there
    assert open_workbench(server).directory == there.directory
    with pytest.raises(SourceError, match="No index 'nowhere'"):
        open_workbench(f"{server}/nowhere")
    with pytest.raises(SettingsError, match="not a server address"):
        open_workbench("http://")


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_a_server_that_is_away_is_said_in_one_sentence() -> None:
    with pytest.raises(StoreError, match=r"cannot be reached: .* Start it: orienteer serve"):
        open_workbench(f"http://127.0.0.1:{free_port()}/shop")


def test_a_reader_who_leaves_a_stream_leaves_nothing_that_waits() -> None:
    async def read_and_leave() -> list[str]:
        going_on = threading.Event()

        def job(tell: Tell) -> None:
            tell("stage", {})
            going_on.wait(5)

        events = _events(Work(1, 5.0), job)
        assert (await anext(events)).startswith("event: stage")
        following = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await asyncio.sleep(0)
        going_on.set()
        return [repr(task) for task in asyncio.all_tasks() if "Queue.get" in repr(task)]

    with ThreadPoolExecutor(1) as other:  # a browser test may have left an event loop in this thread
        assert other.submit(asyncio.run, read_and_leave()).result() == []
