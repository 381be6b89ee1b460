"""Drive every tool over stdio and streamable HTTP with the official client: milliseconds, tokens, two agents beside a rebuild.

    python -m benchmarks.mcp_tools INDEX UNIT [ROUNDS] [--rebuild]

starts `orienteer mcp --all` on INDEX, once on stdin and stdout and once on HTTP, and calls each tool ROUNDS times (default 5)
about UNIT (such as `Issue`), with its default limits; a review is of a comment in UNIT. The first call of a tool is told
apart: it reads what later ones have in memory. With `--rebuild` two agents go on calling, each with a server of its own, while
`orienteer index --full --no-vectors` reads the checkout again. At last the server is spoken to line by line: each line on its
stdout has to be a message of the protocol. Ends with status 1 when an answer was an error or over its limit, or a line none.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcp import Client, StdioServerParameters

from benchmarks.http_load import free_port
from core.mcp.toolset import TOOLS, Tool, chosen
from core.text.tokens import count_tokens
from core.workbench import open_workbench

if TYPE_CHECKING:
    from core.workbench import Workbench

_DEFAULT = 2_000  # tokens


def usual(unit: str) -> dict[str, object]:
    """Return a value for each argument that a tool has to be given."""
    return {
        "query": f"what happens when {unit} is saved?", "identifier": unit, "keyword": unit, "concept": "callbacks",
        "analysis": "hubs", "statement": "SELECT key, file_path FROM units", "entry": unit, "name": unit,
    }  # fmt: skip


def arguments_of(tool: Tool, unit: str, diff: str = "") -> dict[str, object]:
    """Return what a tool is called with: what it requires, the unit where it takes one, the diff where it takes no unit."""
    found = {one.name: usual(unit)[one.name] for one in tool.arguments if one.name in usual(unit)}
    return found or {one.name: diff for one in tool.arguments if one.name == "diff" and diff}


def diff_of(bench: Workbench, unit: str) -> str:
    """Return a diff that adds a comment after the first line of a unit; empty where the checkout is not there."""
    head = bench.head(unit)
    file = Path(bench.manifest.root) / head.file_path
    if not file.is_file():
        return ""
    line = file.read_text(encoding="utf-8").splitlines()[head.start_line - 1]
    where = f"--- a/{head.file_path}\n+++ b/{head.file_path}\n@@ -{head.start_line},1 +{head.start_line},2 @@\n"
    return f"{where} {line}\n+# a comment\n"


def _tools(diff: str) -> list[Tool]:
    """Return the tools that can be called: a review needs a change."""
    return [tool for tool in TOOLS if diff or tool.name != "codebase_review"]


def definition_tokens(tools: Sequence[Tool]) -> int:
    """Return the tokens of the definitions as JSON."""
    told = [{"name": one.name, "description": one.says, "inputSchema": one.schema} for one in tools]
    return count_tokens(json.dumps(told, separators=(",", ":")))


def _command(index: str, *more: str) -> list[str]:
    return ["-m", "orienteer", "mcp", "-i", index, "--all", *more]


@asynccontextmanager
async def over(face: str, index: str, *more: str, mode: str = "auto") -> Any:
    """Start a server with all tools and give a client of it, over `stdio` or `http`, of a revision of the protocol."""
    if face == "stdio":
        command = StdioServerParameters(command=sys.executable, args=_command(index, *more), env=dict(os.environ))
        async with Client(command, mode=mode) as client:
            yield client
        return
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, *_command(index, *more, "--http", "--port", str(port))], stderr=subprocess.DEVNULL
    )
    try:
        await listens(port)
        async with Client(f"http://127.0.0.1:{port}/mcp", mode=mode) as client:
            yield client
    finally:
        server.terminate()
        server.wait(20)


async def listens(port: int) -> None:
    """Wait until something listens on the port."""
    for _ in range(300):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise TimeoutError(f"Nothing listens on port {port} after 30 seconds.")


async def _asked(client: Any, tool: Tool, unit: str, diff: str) -> tuple[float, int, str]:
    """Return the milliseconds and tokens of a call, and its text when it is an error."""
    began = time.perf_counter()
    answer = await client.call_tool(tool.name, arguments_of(tool, unit, diff))
    took = (time.perf_counter() - began) * 1_000
    text = "".join(part.text for part in answer.content)
    return took, count_tokens(text), text if answer.is_error else ""


async def driven(face: str, index: str, unit: str, rounds: int) -> list[str]:
    """Call every tool, print a line for each, and return what was wrong."""
    wrong, every, sizes = [], [], []
    diff = diff_of(open_workbench(index), unit)
    async with over(face, index) as client:
        for tool in _tools(diff):
            calls = [await _asked(client, tool, unit, diff) for _ in range(rounds + 1)]
            wrong += [f"{face} {tool.name}: {said}" for _, _, said in calls if said]
            wrong += [f"{face} {tool.name}: {tokens} tokens" for _, tokens, _ in calls if tokens > _DEFAULT]
            later = [took for took, _, _ in calls[1:]]
            every += later
            sizes.append(calls[-1][1])
            print(f"{face} {tool.name}: first {calls[0][0]:.0f} ms, then {statistics.median(later):.1f} ms, {sizes[-1]} tokens")
    print(
        f"{face}: {len(every)} calls, median {statistics.median(every):.1f} ms, largest {max(every):.0f} ms; "
        f"tokens median {statistics.median(sizes):.0f}, largest {max(sizes)}",
        flush=True,
    )
    return wrong


async def beside_a_rebuild(index: str, unit: str) -> list[str]:
    """Let two agents ask while the index is built again; return what was wrong."""
    bench = open_workbench(index)
    before, root, diff = bench.manifest.generation, bench.manifest.root, diff_of(bench, unit)
    command = [sys.executable, "-m", "orienteer", "index", root, "--name", index, "--full", "--no-vectors"]
    wrong: list[str] = []
    took: list[float] = []
    async with over("stdio", index) as one, over("http", index) as two:
        rebuild = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
        ended = asyncio.ensure_future(rebuild.wait())

        async def agent(client: Any) -> None:
            while not ended.done():
                for tool in _tools(diff):
                    milliseconds, _, said = await _asked(client, tool, unit, diff)
                    took.append(milliseconds)
                    wrong.extend([f"beside a rebuild {tool.name}: {said}"] if said else [])

        await asyncio.gather(agent(one), agent(two))
    after = open_workbench(index).manifest.generation
    print(
        f"two agents, rebuild from generation {before} to {after} (status {ended.result()}): {len(took)} calls, "
        f"median {statistics.median(took):.1f} ms, largest {max(took):.0f} ms, {len(wrong)} wrong"
    )
    return wrong + ([] if ended.result() == 0 and after > before else ["the rebuild failed"])


def lines_on_stdout(index: str, unit: str) -> list[str]:
    """Return the lines of stdout that are no message of the protocol, with a word for one that lacks its answer."""
    asked: list[Mapping[str, object]] = [
        {"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/list", "params": {}},
        {"id": 2, "method": "no/such", "params": {}},
    ]  # fmt: skip
    asked += [
        {"id": 3 + number, "method": "tools/call", "params": {"name": tool.name, "arguments": arguments_of(tool, unit)}}
        for number, tool in enumerate(TOOLS)
    ]
    wanted = {one["id"] for one in asked if "id" in one}
    server = subprocess.Popen(
        [sys.executable, *_command(index)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert server.stdin
    assert server.stdout
    wrong, count = [], 0
    with server:
        for one in asked:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **one}) + "\n")
        server.stdin.write("this is no message\n")
        server.stdin.flush()
        while wanted and (line := server.stdout.readline()):
            count += 1
            message = _message(line)
            wrong += [] if message.get("jsonrpc") == "2.0" else [f"stdout: {line[:200]!r}"]
            wanted.discard(message.get("id"))
        server.stdin.close()
        rest = server.stdout.read().splitlines()
    wrong += [f"stdout: {line[:200]!r}" for line in rest if _message(line).get("jsonrpc") != "2.0"]
    print(f"stdout: {count + len(rest)} lines, {len(wrong)} of them no message of the protocol")
    return wrong + [f"stdout: no answer to {one}" for one in sorted(map(str, wanted))]


def _message(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def main(given: Sequence[str]) -> int:
    """Print the figures; return 1 if anything was wrong."""
    words = [one for one in given if not one.startswith("-")]
    index, unit, rounds = words[0], words[1], int(words[2]) if len(words) > 2 else 5
    print(f"definitions: {definition_tokens(chosen(every=False))} tokens by default, {definition_tokens(TOOLS)} in all")
    wrong = lines_on_stdout(index, unit)
    for face in ("stdio", "http"):
        wrong += asyncio.run(driven(face, index, unit, rounds))
    if "--rebuild" in given:
        wrong += asyncio.run(beside_a_rebuild(index, unit))
    print("\n".join(wrong) or "nothing was wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
