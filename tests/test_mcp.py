"""What an agent gets: tools with closed arguments, short answers with lines, resources, prompts, over stdio and HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.mcp.answers import handle, marks_of, seen_keys
from core.mcp.arguments import checked
from core.mcp.calls import Reply, called
from core.mcp.toolset import MOST_TOKENS, TOOLS, chosen
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from core.text.tokens import count_tokens
from tests.page_index import sample_index
from tests.shared import made_once

pytest.importorskip("mcp", reason="Agents need the protocol's library: pip install 'orienteer[mcp]'")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


@pytest.fixture(scope="module")
def indexes(home: Path) -> ServedIndexes:
    return ServedIndexes(read_settings({"home": str(home)}), "sample")


@pytest.fixture(scope="module")
def call(indexes: ServedIndexes) -> Callable[..., Reply]:
    return lambda name, **arguments: called(indexes, TOOLS, f"codebase_{name}", arguments)


def test_the_tools_have_the_names_that_agents_know_and_fit_into_few_tokens() -> None:
    names = {tool.name.removeprefix("codebase_") for tool in TOOLS}
    assert names >= {
        "retrieve", "lookup", "dependencies", "dependents", "search", "framework", "structure", "recent_changes",
        "graph_analysis", "pagerank",
    }  # fmt: skip
    assert _tokens(chosen(every=False)) <= 1_000
    assert _tokens(TOOLS) <= 1_900
    assert all(tool.schema["additionalProperties"] is False for tool in TOOLS)


def _tokens(tools: object) -> int:
    told = [{"name": one.name, "description": one.says, "inputSchema": one.schema} for one in tools]  # type: ignore[attr-defined]
    return count_tokens(json.dumps(told, separators=(",", ":")))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"identifier": "Order", "deph": 2}, "Did you mean 'depth'?"),
        ({"identifier": "Order", "depth": "2"}, "has to be a whole number, not '2'"),
        ({"identifier": "Order", "depth": True}, "has to be a whole number, not True"),
        ({"identifier": "Order", "depth": 11}, "from 1 to 10, not 11"),
        ({"identifier": 7}, "has to be a text, not 7"),
        ({"identifier": "Order", "via": ["calls", 1]}, "has to be a list of texts"),
        ({"identifier": "x" * 2_000}, "may have 1,000 characters"),
        ({}, "needs 'identifier'"),
    ],
)
def test_an_argument_that_is_unknown_missing_or_of_another_kind_is_said_with_what_is_right(
    call: Callable[..., Reply], arguments: dict[str, object], sentence: str
) -> None:
    reply = call("dependents", **arguments)
    assert reply.error == "invalid_argument"
    assert sentence in reply.text


def test_users_are_told_in_lines_that_name_file_and_line(call: Callable[..., Reply]) -> None:
    reply = call("dependents", identifier="Order")
    assert not reply.error
    assert " use Order (" in reply.text
    assert "app/controllers/orders_controller.rb:" in reply.text


def test_a_list_goes_on_where_it_was_cut(call: Callable[..., Reply]) -> None:
    whole = json.loads(call("dependents", identifier="Order", json=True, max_tokens=20_000).text)
    first = call("dependents", identifier="Order", limit=3).text
    assert f"{whole['total'] - 3} of {whole['total']} more: offset=3" in first
    rest = json.loads(call("dependents", identifier="Order", offset=3, json=True, max_tokens=20_000).text)
    assert rest["rows"] == whole["rows"][3:]


def test_a_question_shows_code_and_its_handle_leaves_that_out_of_the_next(call: Callable[..., Reply]) -> None:
    first = json.loads(call("retrieve", query="how is an order refunded?", json=True).text)
    assert "refund" in first["context"]
    again = json.loads(call("retrieve", query="how is an order refunded?", seen=first["seen"], json=True).text)
    assert not {row["unit"] for row in first["rows"]} & {row["unit"] for row in again["rows"]}
    assert set(marks_of(first["seen"])) < set(marks_of(again["seen"]))


@pytest.mark.parametrize("handle_", ["s1.AAA", "nonsense", "s2.AAAA", "s1.äää"])
def test_a_text_that_is_no_handle_is_refused(call: Callable[..., Reply], handle_: str) -> None:
    assert "is not a valid handle" in call("retrieve", query="refunds", seen=handle_).text


@given(st.lists(st.text(), max_size=30))
def test_a_handle_names_the_units_that_were_shown_and_no_order(keys: list[str]) -> None:
    marks = marks_of(handle(keys))
    assert set(seen_keys(keys, marks)) == set(keys)
    assert handle(reversed(keys)) == handle(keys)


@pytest.mark.parametrize("name", [tool.name.removeprefix("codebase_") for tool in TOOLS])
@pytest.mark.parametrize("as_json", [False, True])
def test_every_tool_answers_within_its_limit_of_tokens(call: Callable[..., Reply], name: str, as_json: bool) -> None:
    usual: dict[str, object] = {
        "query": "how is an order refunded?", "identifier": "Order", "keyword": "refund", "concept": "callbacks",
        "analysis": "hubs", "statement": "SELECT key, source_code FROM units",
        "entry": "OrdersController#index",
        **({"diff": "--- a/app/new.rb\n+++ b/app/new.rb\n@@ -0,0 +1 @@\n+class New; end\n"} if name == "review" else {}),
    }  # fmt: skip
    tool = next(one for one in TOOLS if one.name == f"codebase_{name}")
    arguments = {argument.name: usual[argument.name] for argument in tool.arguments if argument.name in usual}
    limit = "budget" if "budget" in {argument.name for argument in tool.arguments} else "max_tokens"
    for most in (400, 1_600):
        reply = call(name, **arguments, json=as_json, **{limit: most})
        assert not reply.error, reply.text
        assert count_tokens(reply.text) <= most + (limit == "budget") * (1_000 if as_json else 250)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_question_with_the_largest_budget_and_handle_stays_below_what_clients_take(
    call: Callable[..., Reply], as_json: bool
) -> None:
    seen = handle([], range(1, 1_800))
    reply = call("retrieve", query="how is an order refunded?", budget=18_000, seen=seen, json=as_json)
    assert not reply.error, reply.text
    assert 12_000 < count_tokens(reply.text) <= MOST_TOKENS
    assert "seen" in reply.text
    assert not as_json or json.loads(reply.text)["rows"]


def test_empty_answers_and_unknown_names_say_what_it_means(call: Callable[..., Reply]) -> None:
    assert call("lookup", identifier="Ordr").error == "not_found"
    assert "Did you mean 'Order'" in call("lookup", identifier="Ordr").text
    assert "no match in" in call("search", keyword="zzz_not_there").text
    assert call("retrieve", query="x", index="nowhere").error == "no_index"
    assert call("framework", concept="callbacks").text.startswith("Not analysed:")


def test_a_unit_is_found_by_a_line_of_its_file(call: Callable[..., Reply]) -> None:
    told = json.loads(call("lookup", identifier="Order", json=True).text)
    at = f"{told['file']}:{told['lines'][0] + 1}"
    assert told["file"] in call("lookup", identifier=at).text


def test_a_diff_reaches_what_uses_the_lines_it_changes(call: Callable[..., Reply], indexes: ServedIndexes) -> None:
    unit = indexes.workbench().unit("Order#refundable?") if "method:Order#refundable?" in indexes.workbench().heads else None
    unit = unit or next(
        indexes.workbench().unit(key)
        for key in indexes.workbench().heads
        if key.startswith("method:Order#") and indexes.workbench().dependents(key).rows
    )
    diff = (
        f"--- a/{unit.file_path}\n+++ b/{unit.file_path}\n@@ -{unit.start_line},1 +{unit.start_line},1 @@\n"
        "-  def old\n+  def new\n--- /dev/null\n+++ b/app/new.rb\n@@ -0,0 +1,1 @@\n+class New\n"
    )
    reply = call("impact", diff=diff)
    assert f"Touched: {unit.key}." in reply.text
    assert "Not in the index: app/new.rb." in reply.text
    assert "no hunk" in call("impact", diff="nothing").text
    assert "either 'diff'" in call("impact").text


def test_sql_only_reads_and_is_ended_when_it_takes_too_long(call: Callable[..., Reply], indexes: ServedIndexes) -> None:
    assert "type | n" in call("sql", statement="SELECT type, count(*) AS n FROM units GROUP BY 1").text
    for statement in (
        "DROP TABLE units",
        "COPY units TO '/tmp/x'",
        "SELECT * FROM read_text('/etc/passwd')",
        "ATTACH '/tmp/x'",
    ):
        assert call("sql", statement=statement).error == "invalid_argument"
    endless = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = -1"
    with pytest.raises(SettingsError, match="took longer than"):
        indexes.workbench().query(endless, seconds=0.05)


def test_a_server_reads_its_index_before_anybody_asks(home: Path, tmp_path: Path) -> None:
    indexes = ServedIndexes(read_settings({"home": str(home)}), "sample")
    indexes.warm().join(60)
    begun = indexes.workbench().index
    assert {"heads", "links", "hosts"} <= begun._made._values.keys()
    nothing = ServedIndexes(read_settings({"home": str(tmp_path)}))
    nothing.warm().join(60)
    assert called(nothing, TOOLS, "codebase_lookup", {"identifier": "Order"}).error == "no_index"


def test_a_tool_that_is_not_served_is_no_answer(indexes: ServedIndexes) -> None:
    with pytest.raises(LookupError, match="Did you mean 'codebase_lookup'"):
        called(indexes, chosen(every=False), "codebase_lokup", {})
    with pytest.raises(LookupError, match="No tool 'codebase_sql'"):
        called(indexes, chosen(every=False), "codebase_sql", {})


def test_the_arguments_that_are_declared_are_those_that_are_checked() -> None:
    for tool in TOOLS:
        defaults = {argument.name: "x" for argument in tool.arguments if argument.required}
        values = checked(tool.name, tool.arguments, defaults).values
        assert list(values) == list(tool.schema["properties"])  # type: ignore[call-overload]
        assert values.get("max_tokens", values.get("budget")) in range(100, MOST_TOKENS)


def _with_client(server: object, work: Callable[[object], Awaitable[None]], **options: object) -> None:
    from mcp import Client

    async def run() -> None:
        async with Client(server, **options) as client:  # type: ignore[arg-type]
            await work(client)

    with ThreadPoolExecutor(1) as other:  # a browser test may have left an event loop in this thread
        other.submit(asyncio.run, run()).result()


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_client_over_stdio_reads_tools_units_files_and_prompts(home: Path, mode: str) -> None:
    from mcp import StdioServerParameters
    from mcp.shared.exceptions import MCPError

    environment = {**os.environ, "ORIENTEER_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[1])}
    command = StdioServerParameters(command=sys.executable, args=["-m", "orienteer", "mcp", "-i", "sample"], env=environment)

    async def work(client: object) -> None:
        tools = (await client.list_tools()).tools  # type: ignore[attr-defined]
        assert [tool.name for tool in tools] == [tool.name for tool in chosen(every=False)]
        assert all(tool.annotations.read_only_hint and not tool.annotations.open_world_hint for tool in tools)
        answer = await client.call_tool("codebase_lookup", {"identifier": "Order"})  # type: ignore[attr-defined]
        assert "app/models/order.rb" in answer.content[0].text
        wrong = await client.call_tool("codebase_lookup", {"identifier": "Ordr"})  # type: ignore[attr-defined]
        assert wrong.is_error
        stages: list[tuple[float, str | None]] = []

        async def heard(progress: float, _: float | None, message: str | None) -> None:
            stages.append((progress, message))

        asked = {"query": f"which service refunds an order ({mode})?"}  # a run that is kept has no stages
        await client.call_tool("codebase_retrieve", asked, progress_callback=heard)  # type: ignore[attr-defined]
        assert [number for number, _ in stages] == list(range(1, len(stages) + 1))
        assert {"rank", "assemble"} <= {message for _, message in stages}
        unit = await client.read_resource("orienteer://sample/unit/model:Order")  # type: ignore[attr-defined]
        assert unit.contents[0].text.startswith("class Order")
        with pytest.raises(MCPError, match=r"has no file '\.\./\.\./secret'"):
            await client.read_resource("orienteer://sample/file/../../secret")  # type: ignore[attr-defined]
        prompt = await client.get_prompt("explain_flow", {"what": "an order is refunded"})  # type: ignore[attr-defined]
        assert "an order is refunded" in prompt.messages[0].content.text
        told = await client.get_prompt("answer_question", {"question": "how is an order refunded?"})  # type: ignore[attr-defined]
        assert "[S1] " in told.messages[0].content.text
        assert "**Question:** how is an order refunded?" in told.messages[0].content.text

    _with_client(command, work, mode=mode)


def _http(indexes: ServedIndexes, token: str, headers: dict[str, str]) -> int:
    from starlette.testclient import TestClient

    from core.mcp.http import http_application
    from core.mcp.server import build_server

    application = http_application(build_server(indexes, chosen(every=False)), "127.0.0.1", token)
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    usual = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    with TestClient(application, base_url="http://127.0.0.1:8765") as client:
        return int(client.post("/mcp", json=asked, headers=usual | headers).status_code)


def test_http_checks_host_origin_and_token(indexes: ServedIndexes) -> None:
    token = "a secret of enough letters"
    assert _http(indexes, "", {}) == 200
    assert _http(indexes, "", {"Host": "evil.example:8765"}) == 421
    assert _http(indexes, "", {"Origin": "http://evil.example"}) == 403
    assert _http(indexes, token, {}) == 401
    assert _http(indexes, token, {"Authorization": "Bearer wrong"}) == 401
    assert _http(indexes, token, {"Authorization": f"Bearer {token}"}) == 200


def test_an_address_that_others_reach_needs_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    from core.serving.guard import checked_token
    from core.settings import TOKEN, read_settings

    monkeypatch.delenv(TOKEN, raising=False)
    assert checked_token("127.0.0.1") == ""
    with pytest.raises(SettingsError, match="is reachable from other machines"):
        checked_token("0.0.0.0")
    monkeypatch.setenv(TOKEN, "short")
    assert read_settings() == read_settings()  # a secret is no setting
    with pytest.raises(SettingsError, match="at least 16"):
        checked_token("0.0.0.0")
