"""Run the protocol's own checks against the MCP server: the conformance suite, and the inspector's command line on every tool.

    npm install --prefix FOLDER @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/inspector@2.12.0
    python -m benchmarks.official_checks INDEX UNIT FOLDER

Node 22 or newer has to be on the path. The suite runs for both revisions of the protocol that clients speak; the two of its own
tools that a server of text can have (`test_simple_text`, `test_error_handling`) are served beside Orienteer's. What it asks
of other servers is listed in `NOT_OFFERED`, with the reason; anything else that fails ends this with status 1. The inspector
calls each tool about UNIT, over stdio and over HTTP, and reads lists, a unit and a prompt.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from benchmarks.http_load import free_port
from benchmarks.mcp_tools import arguments_of, diff_of
from core.errors import SourceError
from core.mcp.arguments import Given
from core.mcp.http import http_application
from core.mcp.server import build_server
from core.mcp.tool_answer import ToolAnswer
from core.mcp.toolset import TOOLS, Answering, Tool
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from core.workbench import Workbench, open_workbench

if TYPE_CHECKING:
    from collections.abc import Iterator

REVISIONS = ("2025-11-25", "2026-07-28")
NOT_OFFERED: Mapping[str, str] = {
    "logging-set-level|tools-call-with-logging|server-stateless": "no messages of a log are sent",
    "completion-complete": "arguments are not completed",
    "tools-call-(image|audio|mixed-content|embedded-resource)": "answers are text",
    "tools-call-(with-progress|sampling|elicitation)|elicitation-.*|input-required-.*": "nothing is asked of the client",
    "resources-(read|templates-read|subscribe|unsubscribe).*|prompts-get-.*": "the suite's own resources and prompts",
    "json-schema-2020-12|http-custom-header-server-validation": "the suite's own tools",
    "tasks-.*": "an extension that is not offered",
    "http-header-validation": "one check of white space in headers, which the protocol's library refuses",
}
"""Scenarios (regular expressions) that a server cannot pass which has no such thing, and why Orienteer has not."""


class _Own(Tool):
    """A tool that the suite calls by its name."""

    __slots__ = ()

    @property
    def answering(self) -> Answering:
        """The function that answers as the suite expects."""
        return _fail if self.answers == "fail" else _say


def _say(_: Workbench, __: Given) -> ToolAnswer:
    return ToolAnswer("This is a simple text response for testing.")


def _fail(_: Workbench, __: Given) -> ToolAnswer:
    raise SourceError("This tool intentionally returns an error for testing")


_SUITES = (
    _Own("test_simple_text", "Text", "Answers with a text.", (), "say"),
    _Own("test_error_handling", "Error", "Fails.", (), "fail"),
)


def conformance(url: str, tools: Path, revision: str) -> list[str]:
    """Print the counts of one revision, and return what failed but is offered."""
    with tempfile.TemporaryDirectory() as out:
        command = [tools / "conformance", "server", "--url", url, "--requirements", revision, "-o", out]
        subprocess.run(command, capture_output=True, check=False, timeout=900)
        ran = dict(_scenarios(Path(out)))
    failed = {name for name, states in ran.items() if "FAILURE" in states}
    expected = {name for name in failed if _reason(name)}
    checks = [state for states in ran.values() for state in states]
    print(
        f"conformance {revision}: {len(ran)} scenarios, {len(ran) - len(failed)} pass, {len(expected)} want what is "
        f"not offered, {len(failed - expected)} fail; {checks.count('SUCCESS')} single checks pass"
    )
    return [f"conformance {revision}: {name}" for name in sorted(failed - expected)] + (
        [] if ran else ["the suite did not run"]
    )


def _scenarios(out: Path) -> Iterator[tuple[str, list[str]]]:
    for file in sorted(out.glob("*/checks.json")):
        name = re.sub(r"^server-|-\d{4}-\d\d-\d\dT.*$", "", file.parent.name)
        yield name, [check["status"] for check in json.loads(file.read_text(encoding="utf-8"))]


def _reason(scenario: str) -> str:
    return next((why for names, why in NOT_OFFERED.items() if re.fullmatch(names, scenario)), "")


def inspector(target: Sequence[str], index: str, unit: str, tools: Path) -> list[str]:
    """Call every tool, list and read what is there; return what did not answer."""
    asked = [["--method", f"{kind}/list"] for kind in ("tools", "prompts", "resources", "resources/templates")]
    asked += [["--method", "resources/read", "--uri", f"orienteer://{index}/unit/{open_workbench(index).head(unit).key}"]]
    diff = diff_of(open_workbench(index), unit)
    asked += [["--method", "prompts/get", "--prompt-name", "explain_flow", "--prompt-args", f"what={unit} is saved"]]
    for tool in TOOLS:
        given = [word for name, value in arguments_of(tool, unit, diff).items() for word in ("--tool-arg", f"{name}={value}")]
        asked.append(["--method", "tools/call", "--tool-name", tool.name, *given])
    wrong = []
    for words in asked:
        done = subprocess.run([tools / "mcp-inspector", "--cli", *target, *words], capture_output=True, text=True, check=False)
        wrong += [] if _answered(done) else [f"inspector {' '.join(words)}: {done.stdout[:200]} {done.stderr[-300:]}"]
    print(f"inspector over {'HTTP' if target[0].startswith('http') else 'stdio'}: {len(asked)} calls, {len(wrong)} wrong")
    return wrong


def _answered(done: subprocess.CompletedProcess[str]) -> bool:
    """Return whether stdout is one JSON value that is no error."""
    try:
        told = json.loads(done.stdout)
    except ValueError:
        return False
    return done.returncode == 0 and isinstance(told, dict) and not told.get("isError")


def main(given: Sequence[str]) -> int:
    """Print the counts; return 1 if anything failed that is offered."""
    index, unit, tools = given[0], given[1], Path(given[2]).resolve() / "node_modules" / ".bin"
    port = free_port()
    served = build_server(ServedIndexes(read_settings(), index), (*TOOLS, *_SUITES))
    running = uvicorn.Server(uvicorn.Config(http_application(served, "127.0.0.1", ""), port=port, log_level="warning"))
    threading.Thread(target=running.run, daemon=True).start()
    while not running.started:
        time.sleep(0.05)
    url = f"http://127.0.0.1:{port}/mcp"
    wrong = [line for revision in REVISIONS for line in conformance(url, tools, revision)]
    wrong += inspector([url], index, unit, tools)
    home = [f"{name}={os.environ[name]}" for name in ("ORIENTEER_HOME", "PYTHONPATH", "PATH") if name in os.environ]
    words = [word for one in home for word in ("-e", one)]
    wrong += inspector([sys.executable, "-m", "orienteer", "mcp", "-i", index, "--all", *words], index, unit, tools)
    running.should_exit = True
    print("\n".join(wrong) or "nothing was wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
