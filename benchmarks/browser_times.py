"""Measure every page as a reader meets it: seconds in a real Chromium until the page can be used, and its longest freeze.

    python -m benchmarks.browser_times [INDEX] [UNIT] [QUESTION] [PAGE …]

starts a workbench of its own for each page of INDEX (default: synthetic, see synthetic.py), so that the first visit is cold:
nothing is open, and the browser has no copy of Streamlit's files. Then the page is opened again in another tab: a new session
on a server that is warm, in a browser that knows the files. A page can be used when its script has run, everything is drawn
and the browser has time to spare. `server` is the processor time of the workbench for a visit, `freeze` the longest time
without any answer to the reader (a long task of the browser) after the heading has come, `at start` the longest before that,
which is Streamlit's own. `MB` is the memory of the workbench after both visits. Needs Playwright, Chromium and Linux.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.page_times import PAGES, filled, largest
from tests.browser.conftest import Server

DRAWN = "[data-testid=stApp][data-test-script-state=notRunning]"
WRONG = "[data-testid=stException], [data-testid=stAlertContentError], [role=dialog]"
_HEADING = "h1"
_WAITING = "[data-testid=stSkeleton], [data-testid=stSpinner]"
_LISTEN = """
window.__long = []
new PerformanceObserver(list => window.__long.push(...list.getEntries().map(one => [one.startTime, one.duration])))
  .observe({ type: "longtask", buffered: true })
"""
_AT_REST = "() => new Promise(done => requestAnimationFrame(() => requestIdleCallback(() => done(performance.now()))))"
_TICK = os.sysconf("SC_CLK_TCK")


def main(index: str = "synthetic", unit: str = "", question: str = "How does billing work?", *names: str) -> None:
    """Print one line per page, or per page named."""
    unit = unit or largest(index)
    heads = ("first", "server", "again", "server", "freeze", "at start", "MB")
    print(f"{'page':26}" + "".join(f"{head:>10}" for head in heads), flush=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for name, page, parameters in PAGES:
            if names and name not in names:
                continue
            given = filled(parameters, index, unit, question)
            row = _measured(browser, f"{page if page != 'overview' else ''}?{urlencode({'index': index, **given})}")
            print(f"{name:26}" + "".join(f"{value:10.2f}" for value in row[:-1]) + f"{row[-1]:10.0f}", flush=True)
        browser.close()


def _measured(browser: Browser, path: str) -> list[float]:
    """Return first seconds and server seconds, the same again, the longest freeze after and during the start, and MB."""
    server = Server(Path(os.environ["ORIENTEER_HOME"]) if "ORIENTEER_HOME" in os.environ else Path("data/indexes").resolve())
    server.wait()
    try:
        pid = server.process.pid
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script(_LISTEN)
        context.set_default_timeout(120_000)
        first, again = (_visit(context, f"{server.url}/{path}", pid) for _ in range(2))
        context.close()
        return [*first[:2], *again[:2], max(first[2], again[2]), max(first[3], again[3]), memory(pid)]
    finally:
        server.stop()


def _visit(context: BrowserContext, url: str, pid: int) -> tuple[float, float, float, float]:
    """Return the seconds until the page can be used, the server's processor time, and the longest freezes."""
    page = context.new_page()
    start, spent = monotonic(), processor_time(pid)
    page.goto(url)
    page.wait_for_selector(_HEADING)
    heading: float = page.evaluate("performance.now()")
    page.wait_for_selector(DRAWN)
    page.wait_for_function(f"!document.querySelector({_WAITING!r})")
    page.evaluate(_AT_REST)
    seconds, spent = monotonic() - start, processor_time(pid) - spent
    if page.locator(WRONG).count():
        raise SystemExit(f"{url}: {page.locator(WRONG).first.inner_text()}")
    page.wait_for_timeout(1000)  # a freeze that comes late is a freeze all the same
    tasks: list[Any] = page.evaluate("window.__long")
    page.close()
    starting = max((length for begun, length in tasks if begun < heading), default=0.0)
    return seconds, spent, max((length for begun, length in tasks if begun >= heading), default=0.0) / 1000, starting / 1000


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def memory(pid: int) -> float:
    """Return the megabytes of memory that a process holds now."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


if __name__ == "__main__":
    main(*sys.argv[1:])
