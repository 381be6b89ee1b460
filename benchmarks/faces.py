"""Ask the same questions through Python, the command line, MCP and HTTP, each its own process, and compare what is shown.

    python -m benchmarks.faces INDEX QUESTIONS [COUNT] [BUDGET …]

INDEX is asked the first COUNT (default 20) of QUESTIONS, a question set, with each BUDGET (default: 1,600 and 8,000 tokens).
`orienteer serve` and `orienteer mcp` (stdio and HTTP) run beside it; the command line is started for every question. Ends
with status 1 when a face has other units or lines than Python.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from mcp import Client, StdioServerParameters

from benchmarks.http_load import free_port
from benchmarks.mcp_tools import listens
from core.workbench import Workbench, open_workbench

Lines = list[tuple[str, list[list[int]]]]
"""Units in their order, each with the ranges of lines that are shown of it."""


def of_python(bench: Workbench, question: str, budget: int) -> Lines:
    """Return what `Workbench.ask` shows."""
    sources = bench.ask(question, budget=budget).context.sources
    return [(source.unit_key, [list(span) for span in source.ranges]) for source in sources]


def of_command_line(index: str, question: str, budget: int) -> Lines:
    """Return what `orienteer ask` shows."""
    command = [sys.executable, "-m", "orienteer", "ask", question, "-i", index, "-b", str(budget), "-f", "json"]
    return _sources(json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout))


def of_http(base: str, index: str, question: str, budget: int) -> Lines:
    """Return what `POST …/ask` shows."""
    address = f"{base}/api/v1/indexes/{index}/ask"
    return _sources(httpx.post(address, json={"question": question, "budget": budget}, timeout=60).json())


async def of_agent(client: Any, question: str, budget: int) -> Lines:
    """Return what `codebase_retrieve` shows."""
    answer = await client.call_tool("codebase_retrieve", {"query": question, "budget": budget, "json": True})
    return [(row["unit"], row["lines"]) for row in json.loads(answer.content[0].text).get("rows", [])]


def _sources(told: Mapping[str, Any]) -> Lines:
    return [(f"{one['type']}:{one['identifier']}", one["ranges"]) for one in told["sources"]]


async def compared(index: str, questions: Sequence[str], budgets: Sequence[int]) -> list[str]:
    """Print what was asked, and return a line for every face that has other lines than Python."""
    ports = [free_port(), free_port()]
    commands = (["serve", "--port", str(ports[0])], ["mcp", "-i", index, "--http", "--port", str(ports[1])])
    servers = [subprocess.Popen([sys.executable, "-m", "orienteer", *one], stderr=subprocess.DEVNULL) for one in commands]
    stdio = StdioServerParameters(command=sys.executable, args=["-m", "orienteer", "mcp", "-i", index], env=dict(os.environ))
    bench, wrong = open_workbench(index), []
    intents: Counter[str] = Counter()
    try:
        for port in ports:
            await listens(port)
        async with Client(stdio) as near, Client(f"http://127.0.0.1:{ports[1]}/mcp") as far:
            for question in questions:
                intents[bench.ask(question).plan.intent] += 1
                for budget in budgets:
                    wanted = of_python(bench, question, budget)
                    told = {
                        "command line": of_command_line(index, question, budget),
                        "HTTP": of_http(f"http://127.0.0.1:{ports[0]}", index, question, budget),
                        "MCP on stdio": await of_agent(near, question, budget),
                        "MCP on HTTP": await of_agent(far, question, budget),
                    }
                    wrong += [f"{face}, {budget} tokens: {question}" for face, lines in told.items() if lines != wanted]
    finally:
        for server in servers:
            server.terminate()
            server.wait(20)
    kinds = ", ".join(f"{name} {count}" for name, count in intents.most_common())
    print(
        f"{len(questions)} questions ({kinds}) with {', '.join(map(str, budgets))} tokens through 5 faces: {len(wrong)} differ"
    )
    return wrong


def main(given: Sequence[str]) -> int:
    """Print the counts; return 1 if a face differs."""
    index, path, count = given[0], Path(given[1]), int(given[2]) if len(given) > 2 else 20
    questions = [one["query"] for one in json.loads(path.read_text(encoding="utf-8"))["queries"]][:count]
    wrong = asyncio.run(compared(index, questions, [int(one) for one in given[3:]] or [1_600, 8_000]))
    print("\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
