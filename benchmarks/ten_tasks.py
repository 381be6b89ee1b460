"""Do ten tasks of a first week in a real Chromium, and record clicks, seconds and whether the answer is there.

    python -m benchmarks.ten_tasks [INDEX] [OUT.json]

starts a workbench on $ORIENTEER_HOME (default: data/indexes) and looks at INDEX, the sample with its made-up history
(default: harbour, of `make demo`). A click is a click or a key; text is typed with 60 ms per character. The seconds run from
the home page at rest until the page with the answer is at rest. The answer is right where all its words are on the first two
screens. Needs Playwright and Chromium.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from playwright.sync_api import Error, sync_playwright

from tests.browser.conftest import Server
from tests.browser.settling import listening, settled

_TYPED = 60  # milliseconds per character
_SCREENS = 2  # of 900 pixels in which the answer has to be


class Task(NamedTuple):
    """Steps from the home page (`key X`, `type TEXT`, `click SELECTOR`, `save SELECTOR`), and what its answer has to name."""

    name: str
    steps: tuple[str, ...]
    answer: tuple[str, ...]


def _asked(question: str) -> tuple[str, ...]:
    return ("key /", f"type {question}", "key Enter")


def _door(name: str) -> str:
    return f"click nav[aria-label=Pages] >> text={name}"


def _tab(name: str) -> str:
    return f"click nav.tabs a:has-text('{name}')"


TASKS = (
    Task("where is it computed", _asked("where is the postage of an order calculated"), ("Shipping::Rates",)),
    Task("where is it changed", _asked("where is stock given back when an order is cancelled"), ("Inventory::GiveBack",)),
    Task("who is mailed", _asked("who gets an email when an order is placed"), ("OrderMailer#confirmation",)),
    Task("who calls it", _asked("Order#recalculate"), ("Dependents", "before_save :recalculate")),
    Task("worst cycle, first cut", (_door("Health"), "click [data-set^='cuts=']"), ("freed",)),
    Task("what changed", (_door("Changes"),), ("Folder or file", "Goran Bell")),
    Task("main parts for a slide", (_door("Map"), "click button:has-text('domain')", "save text=Save as PNG"), ("account",)),
    Task("rename", (*_asked("Order#recalculate"), _tab("Neighbours"), _tab("Rename")), ("Certain",)),
    Task("who knows this", (*_asked("app/models/order.rb"), _tab("History")), ("commits", "Chidi Lund")),
    Task("explain this folder", _asked("app/services"), ("Payments::Gateway", "main author")),
)  # fmt: skip


class Done(NamedTuple):
    """One task as it went: clicks, seconds, whether its answer was in sight, and what stopped it."""

    task: str
    clicks: int
    seconds: float
    right: bool
    stopped: str


def main(index: str = "harbour", out: str = "") -> None:
    """Print one line per task, and write them all to a file where one is named."""
    server = Server(Path(os.environ.get("ORIENTEER_HOME", "data/indexes")).resolve())
    server.wait()
    print(f"{'task':28}{'clicks':>7}{'seconds':>9}  right")
    try:
        with sync_playwright() as playwright:
            found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
            done = [_done(browser, f"{server.url}/?index={index}", task) for task in TASKS]
            browser.close()
    finally:
        server.stop()
    if out:
        Path(out).write_text(json.dumps([one._asdict() for one in done], indent=1) + "\n", encoding="utf-8")


def _done(browser: Any, home: str, task: Task) -> Done:
    page = browser.new_page(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    page.set_default_timeout(60_000)
    page.goto(home)
    listening(page)
    started, stopped = monotonic(), ""
    try:
        for step in task.steps:
            _take(page, step)
        settled(page)
        page.wait_for_load_state("networkidle")
    except Error as problem:
        stopped = str(problem).split("\n", 1)[0]
    seconds = monotonic() - started
    clicks = sum(not step.startswith("type ") for step in task.steps)
    shown = page.evaluate(_IN_SIGHT, 900 * _SCREENS)
    right = not stopped and all(words.lower() in shown.lower() for words in task.answer)
    done = Done(task.name, clicks, round(seconds, 1), right, stopped)
    print(f"{task.name:28}{clicks:>7}{seconds:>9.1f}  {'yes' if right else f'no {stopped}'}", flush=True)
    page.close()
    return done


def _take(page: Any, step: str) -> None:
    kind, _, what = step.partition(" ")
    if kind == "key":
        page.keyboard.press(what)
    elif kind == "type":
        page.keyboard.type(what, delay=_TYPED)
        page.wait_for_selector("[role=option][aria-selected=true]")
    elif kind == "save":
        with page.expect_download():
            page.click(what)
    else:
        page.click(what)
    if kind != "type" and what != "/":
        page.wait_for_timeout(300)  # until the run that the click begins has begun
        settled(page)


_IN_SIGHT = """most => {
  const seen = [], walk = root => root.querySelectorAll("*").forEach(one => {
    if (one.shadowRoot) walk(one.shadowRoot)
    const box = one.getBoundingClientRect()
    if (box.height && box.top < most) for (const node of one.childNodes) if (node.nodeType === 3) seen.push(node.data)
  })
  walk(document)
  return seen.join(" ")
}"""
"""The words above a height, those of shadow trees too."""

if __name__ == "__main__":
    main(*sys.argv[1:])
