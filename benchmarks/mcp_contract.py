"""Hold every tool of the MCP server to what it declares, by the official client, over stdio and streamable HTTP.

    python -m benchmarks.mcp_contract INDEX UNIT

starts `orienteer mcp --all --feedback` on INDEX, once for each way and revision of the protocol, and asks with the client of
the protocol's library: that names, titles, annotations and closed schemas are those declared; that each tool answers about
UNIT as text and as JSON, with every argument that it may be given beside, within its limit of tokens; that an argument which
is unknown, missing, of another kind or out of its limits is refused in one sentence; that units and files are read as resources
and every prompt is had. What is said of answers is kept beside the index: let it be a copy. Ends with status 1 when anything
was otherwise.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

from mcp.shared.exceptions import MCPError

from benchmarks.mcp_tools import arguments_of, diff_of, over
from core.mcp.prompts import PROMPTS
from core.mcp.toolset import Tool, chosen
from core.text.tokens import count_tokens
from core.workbench import Workbench, open_workbench

TOOLS = chosen(every=True, feedback=True)
WAYS = (("stdio", "legacy"), ("stdio", "auto"), ("http", "legacy"), ("http", "auto"))
_BESIDE: Mapping[str, Sequence[Mapping[str, object]]] = {
    "codebase_retrieve": ({"budget": 400}, {"types": ["method"]}, {"path": "app/**"}, {"tests": True}),
    "codebase_dependencies": ({"depth": 3, "limit": 5, "offset": 5}, {"via": ["calls"]}),
    "codebase_dependents": ({"depth": 2, "limit": 5, "offset": 5}, {"tests": True}),
    "codebase_search": ({"types": ["method"], "limit": 3, "offset": 3},),
    "codebase_graph_analysis": [{"analysis": name} for name in ("cycles", "bridges", "dead-ends", "orphans")],
    "codebase_flow": ({"reverse": True}, {"every": True}, {"every": True, "offset": 5}, {"depth": 2}),
    "codebase_impact": ({"tests": True}, {"depth": 3, "limit": 5}),
    "codebase_sql": ({"limit": 2},),
}  # fmt: skip
"""What tools are given beside what they need, each in a call of its own."""

Ask = Callable[[str, Mapping[str, object]], Awaitable[tuple[str, bool]]]


def declared(told: Sequence[Any]) -> Iterator[str]:
    """Yield where the tools that a server tells differ from those that are declared."""
    if [one.name for one in told] != [tool.name for tool in TOOLS]:
        yield f"tools: {[one.name for one in told]}"
    for one, tool in zip(told, TOOLS, strict=False):
        said = one.annotations
        if (said.read_only_hint, bool(said.destructive_hint), said.open_world_hint) != (not tool.writes, False, False):
            yield f"{tool.name}: annotations {said}"
        if (said.title or one.title) != tool.title or one.description != tool.says or one.input_schema != tool.schema:
            yield f"{tool.name}: another definition"


def refused(tool: Tool, given: Mapping[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield calls that have to be refused, each with what is wrong in it."""
    yield "unknown", {**given, "no_such_argument": 1}
    for one in tool.arguments:
        if one.required:
            yield f"without {one.name}", {name: value for name, value in given.items() if name != one.name}
        wrong = {"text": 7, "number": "7", "flag": "yes", "texts": [1]}[one.kind]
        yield f"{one.name} {wrong!r}", {**given, one.name: wrong}
        if one.kind == "number":
            yield f"{one.name} true", {**given, one.name: True}
            yield f"{one.name} -1", {**given, one.name: -1}
            if one.most:  # an offset has no end: behind the last line is an empty page
                yield f"{one.name} too large", {**given, one.name: one.most + 1}
        if one.kind == "text":
            yield f"{one.name} too long", {**given, one.name: "x" * 500_000}


async def held(tool: Tool, given: Mapping[str, object], ask: Ask, counts: dict[str, int]) -> list[str]:
    """Call a tool in every way, and return what was not as declared."""
    wrong = []
    for more in ({}, *_BESIDE.get(tool.name, ())):
        for face in ({}, {"json": True}):
            counts["answers"] += 1
            said, error = await ask(tool.name, {**given, **more, **face})
            if error or count_tokens(said) > 20_000 or (face and not isinstance(json.loads(said), dict)):
                wrong.append(f"{tool.name} {more} {face}: {said[:200]}")
    if any(one.name == "max_tokens" for one in tool.arguments):
        counts["answers"] += 1
        said, error = await ask(tool.name, {**given, "max_tokens": 100})
        if error or count_tokens(said) > 150:
            wrong.append(f"{tool.name}, 100 tokens: {count_tokens(said)}")
    for what, call in refused(tool, given):
        counts["refusals"] += 1
        said, error = await ask(tool.name, call)
        if not error or "Traceback" in said or "validation error" in said or len(said) > 1_000:
            wrong.append(f"{tool.name}, {what}: {said[:200]}")
    return wrong


async def read(client: Any, bench: Workbench, unit: str, counts: dict[str, int]) -> list[str]:
    """Read resources and prompts, and return what was not as declared."""
    head = bench.head(unit)
    wrong = []
    for kind, name in (("unit", head.key), ("file", head.file_path)):
        uri = f"orienteer://{bench.name}/{kind}/{name}"
        text = (await client.read_resource(uri)).contents[0].text
        key = head.key if kind == "unit" else f"file:{name}"
        counts["resources"] += 1
        wrong += [] if text == bench.unit(key).source_code else [f"resource {uri}"]
    for uri in (f"orienteer://{bench.name}/unit/model:NoSuch", f"orienteer://{bench.name}/file/../../etc/passwd", "other://x"):
        counts["resources"] += 1
        try:
            wrong.append(f"resource {uri}: {await client.read_resource(uri)}"[:200])
        except MCPError:
            continue
    counts["listed"] += len((await client.list_resources()).resources)
    if len((await client.list_resource_templates()).resource_templates) != 2:
        wrong.append("templates")
    for one, prompt in zip((await client.list_prompts()).prompts, PROMPTS, strict=True):
        given = {argument.name: f"{unit} is saved" for argument in prompt.arguments or ()}
        if one.name == "review_change":
            given = {"diff": diff_of(bench, unit)}
        counts["prompts"] += 1
        found = await client.get_prompt(one.name, given)
        wrong += [] if found.messages[0].content.text.strip() else [f"prompt {one.name}: empty"]
    return wrong


async def contract(face: str, mode: str, index: str, unit: str) -> list[str]:
    """Hold a server to its contract, print the counts, and return what was wrong."""
    bench = open_workbench(index)
    counts = dict.fromkeys(("answers", "refusals", "resources", "listed", "prompts"), 0)
    given_all = {
        "query": f"what happens when {unit} is saved?", "score": 4, "missing_unit": unit, "diff": diff_of(bench, unit),
    }  # fmt: skip
    async with over(face, index, "--feedback", mode=mode) as client:

        async def ask(name: str, given: Mapping[str, object]) -> tuple[str, bool]:
            answer = await client.call_tool(name, dict(given))
            return "".join(part.text for part in answer.content), bool(answer.is_error)

        wrong = [*declared((await client.list_tools()).tools)]
        for tool in TOOLS:
            needed = {one.name: given_all[one.name] for one in tool.arguments if one.required and one.name in given_all}
            given = {**needed, **arguments_of(tool, unit, str(given_all["diff"]))}
            wrong += await held(tool, given, ask, counts)
        try:
            wrong.append(f"unknown tool: {await ask('codebase_lokup', {})}")
        except MCPError as problem:
            wrong += [] if "Did you mean codebase_lookup?" in str(problem) else [f"unknown tool: {problem}"]
        wrong += await read(client, bench, unit, counts)
    told = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"{face}, {mode}: {len(TOOLS)} tools, {told}; {len(wrong)} wrong", flush=True)
    return [f"{face}, {mode}: {one}" for one in wrong]


def main(given: Sequence[str]) -> int:
    """Print the counts of every way; return 1 if anything was wrong."""
    index, unit = given
    wrong = [line for face, mode in WAYS for line in asyncio.run(contract(face, mode, index, unit))]
    print("\n".join(wrong) or "nothing was wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
