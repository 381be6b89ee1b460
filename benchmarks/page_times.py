"""Measure every page on an index: seconds until its script has run, first and again.

    python benchmarks/page_times.py [INDEX] [UNIT] [QUESTION]

opens each page of INDEX (default: synthetic, see synthetic.py) in a process of its own, so that the first time is cold, then
again in a new session, then leaves: wall and CPU seconds of the thread that runs the script, without the browser, and the
memory of the process. What is loaded beside the page for the first question is waited for in between and not counted. What
a reader waits for is in browser_times.py, what a session weighs in sessions.py.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
from pathlib import Path
from time import perf_counter, thread_time

ROOT = Path(__file__).parents[1]
PAGES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("home", "home", {}),
    ("search", "search", {"q": "QUESTION"}),
    ("search, context", "search", {"q": "QUESTION", "view": "context"}),
    ("search, settings", "search", {"q": "QUESTION", "view": "why", "explain": "settings"}),
    ("search, token budget", "search", {"q": "QUESTION", "view": "why", "explain": "budget"}),
    ("code, everything", "code", {}),
    ("code, unit", "code", {"unit": "UNIT"}),
    ("code, flow", "code", {"unit": "UNIT", "side": "flow"}),
    ("code, neighbours", "code", {"unit": "UNIT", "side": "around"}),
    ("code, similar", "code", {"unit": "UNIT", "side": "around", "around": "similar"}),
    ("code, file", "code", {"path": "FILE"}),
    ("map", "map", {}),
    ("map, matrix", "map", {"view": "matrix"}),
    ("map, treemap", "map", {"view": "treemap"}),
    ("health, cycles", "health", {}),
    ("health, hotspots", "health", {"view": "hotspots"}),
    ("health, unused", "health", {"view": "findings"}),
    ("health, misplaced", "health", {"view": "findings", "list": "misplaced"}),
    ("health, hubs", "health", {"view": "hubs"}),
    ("health, rules", "health", {"view": "rules"}),
    ("changes", "changes", {}),
    ("changes, together", "changes", {"view": "together"}),
    ("settings", "settings", {}),
    ("settings, coverage", "settings", {"view": "coverage"}),
    ("settings, evaluation", "settings", {"view": "evaluation"}),
)


def main(index: str = "synthetic", unit: str = "", question: str = "How does billing work?") -> None:
    """Print one line per page."""
    unit = unit or largest(index)
    print(f"{'page':26}{'first wall':>12}{'first CPU':>12}{'again wall':>12}{'again CPU':>12}{'MB':>8}")
    for name, page, parameters in PAGES:
        given = filled(parameters, index, unit, question)
        row = _child(index, page, given)
        print(f"{name:26}" + "".join(f"{value:12.2f}" for value in row["seconds"]) + f"{row['megabytes']:8.0f}", flush=True)


def measure(index: str, page: str, parameters: dict[str, str]) -> dict[str, object]:
    """Open a page in two new sessions; return wall and CPU seconds of both, and the memory at its highest."""
    from streamlit.testing.v1 import AppTest

    seconds: list[float] = []
    _clocked(seconds)
    for _ in range(2):
        at = AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=120)
        at.switch_page(str(ROOT / "pages" / f"{page}.py"))
        at.query_params["index"] = index
        for name, value in parameters.items():
            at.query_params[name] = value
        at.run()
        _rested()
        if at.exception or at.error:
            raise SystemExit(f"{page}: {[problem.value for problem in (*at.exception, *at.error)]}")
    return {"seconds": seconds, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def _clocked(seconds: list[float]) -> None:
    """Have the seconds and processor seconds of every script that runs noted: what reads it for a test takes as long again."""
    from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

    run = ScriptRunner._run_script

    def timed(runner: ScriptRunner, asked: object) -> None:
        wall, cpu = perf_counter(), thread_time()
        run(runner, asked)
        seconds.extend((perf_counter() - wall, thread_time() - cpu))

    ScriptRunner._run_script = timed


def _rested() -> None:
    """Wait for what is loaded beside the page."""
    from pages.parts.frame import WARMING

    for thread in threading.enumerate():
        if thread.name == WARMING:
            thread.join()


def filled(parameters: dict[str, str], index: str, unit: str, question: str) -> dict[str, str]:
    """Return the parameters of an address with the unit, its file and the question for their placeholders."""
    from core import open_workbench

    path = open_workbench(index).head(unit).file_path if "FILE" in parameters.values() else ""
    words = {"UNIT": unit, "FILE": path, "QUESTION": question}
    return {key: words.get(value, value) for key, value in parameters.items()}


def _child(index: str, page: str, parameters: dict[str, str]) -> dict[str, list[float]]:
    command = [sys.executable, __file__, "--one", index, page, json.dumps(parameters)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}  # the pages are no package that could be installed
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    return json.loads(done.stdout.splitlines()[-1])


def largest(index: str) -> str:
    """Return the unit that most others use: the worst one to open."""
    from core import open_workbench

    return str(open_workbench(index).overview.central[0]["unit"])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(sys.argv[2], sys.argv[3], json.loads(sys.argv[4]))), flush=True)
        os._exit(0)  # a thread of the page may still be loading an index, which an orderly exit would interrupt half way
    else:
        main(*sys.argv[1:4])
