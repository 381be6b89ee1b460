"""Do the six tasks of a newcomer in a real Chromium, as a person does them: clicks, seconds and whether the answer was right.

    python -m benchmarks.tasks INDEX [TASKS.json] [--runs 2] [--width 1440] [--shots FOLDER]

starts a workbench of its own for each run, opens the overview of INDEX, types questions and clicks. TASKS.json (default:
benchmarks/tasks.json) has by index name what a newcomer asks and what was found to be right by reading the code: `computed`
(where is it computed) and `happens` (what happens) pair a question with names that answer it: one of them has to be the first
result, or all of them are told. Letters that are typed are no clicks (60 milliseconds each), Enter and every other key by
itself is one. Seconds run from the first action until the answer is drawn; whether it stands within the window is told. A
question that was asked before is served from what was kept beside the index: the first run of a fresh index says more.

The fourth task declares the proposed order of folders and takes it back: a checkout that declares an order is left alone.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from core.workbench import open_workbench
from core.workbench.declaring import RULES
from tests.browser.conftest import Server
from tests.browser.settling import listening, settled

_LETTER = 60  # milliseconds for a letter that is typed
_PATIENCE = 20_000  # milliseconds until an answer is given up
_HERE = Path(__file__).parent
_HEAD = "| task | what | right | clicks | seconds |\n|---|---|---|---:|---:|"
_WITHIN = "element => { const at = element.getBoundingClientRect(); return at.top >= 0 && at.top < innerHeight }"


@dataclass
class Person:
    """Someone before a page, who counts clicks and looks at the clock."""

    page: Page
    clicks: int = 0
    began: float = 0.0

    def begins(self, url: str) -> None:
        """Open a page, wait until it hears keys, and start to count."""
        self.page.goto(url)
        listening(self.page)
        self.clicks, self.began = 0, monotonic()

    def click(self, target: Locator) -> None:
        """Click once."""
        target.click()
        self.clicks += 1

    def press(self, key: str) -> None:
        """Press a key that is no letter of a text."""
        self.page.keyboard.press(key)
        self.clicks += 1

    def asks(self, question: str) -> None:
        """Open the palette, type a question and ask it."""
        self.press("/")
        self.page.keyboard.type(question, delay=_LETTER)
        self.press("Enter")

    def sees(self, target: Locator) -> bool:
        """Wait until something is drawn; tell whether it stands within the window."""
        target.wait_for()
        return bool(target.evaluate(_WITHIN))

    def goes(self, name: str) -> None:
        """Go to a page by the navigation, which a narrow window has to show first."""
        entry = self.page.get_by_role("link", name=name, exact=True).first
        if (folded := self.page.get_by_test_id("stExpandSidebarButton")).count():
            self.click(folded)
        self.click(entry)


@dataclass(frozen=True)
class Done:
    """A task that was done: what was asked, whether the answer was right, clicks and seconds."""

    task: str
    said: str
    right: str
    clicks: int
    seconds: float

    def row(self) -> str:
        """Return it as a row of a table."""
        return f"| {self.task} | {self.said} | {self.right} | {self.clicks} | {self.seconds:.1f} |"


Task = Callable[[Person, str, Any], Iterator[Done]]


def where_computed(person: Person, home: str, wanted: Any) -> Iterator[Done]:
    """Ask where something is computed; its definition and its callers are looked at, the callers one click away."""
    for question, *names in wanted:
        person.begins(home)
        person.asks(question)
        listed = person.page.locator(".item .name")
        person.sees(listed.first)
        found = sorted(listed.evaluate_all(_RANKED, names))
        place = f"place {found[0]}" if found else "not found"
        if found and found[0] > 1:
            person.click(person.page.locator(f".item:has(.rank:text-is('{found[0]}'))").first)
            person.page.wait_for_selector(f".item.on .rank:text-is('{found[0]}')")
        seen = person.sees(person.page.locator(".pane .l").first)
        yield _done(person, "computed", f"{question}: definition", place if seen else f"{place}, below the window")
        settled(person.page)
        person.click(person.page.locator(".pane button[data-uses]").first)
        person.sees(person.page.locator(".box[role=dialog]"))
        yield _done(person, "", "its callers", "yes")


_RANKED = """(all, names) => all.filter(one => names.includes(one.textContent))
  .map(one => Number(one.parentElement.querySelector(".rank").textContent))"""


def what_happens(person: Person, home: str, wanted: Any) -> Iterator[Done]:
    """Ask what happens: what is saved, enqueued and sent is named."""
    for question, *names in wanted:
        person.begins(home)
        person.asks(question)
        person.sees(person.page.locator(".item .name").first)
        told = person.page.locator(".effects")
        text = told.inner_text() if told.count() else ""
        missing = [name for name in names if name not in text]
        yield _done(person, "happens", question, f"{', '.join(missing)} not told" if missing else "all told")


def which_cycle(person: Person, home: str, wanted: Any) -> Iterator[Done]:
    """Look for the cycle to begin with and the first cut, then for the line to change."""
    person.begins(home)
    person.goes("Hubs and cycles")
    person.click(person.page.locator(".tabs a.tab", has_text="cycles"))
    cuts = person.page.locator("a[data-set^='cuts=']:not([aria-label])")
    seen = person.sees(cuts.first)
    yield _done(person, "cycle", f"largest cycle, cut {cuts.first.inner_text()}", "yes" if seen else "below the window")
    person.click(cuts.first)
    seen = person.sees(person.page.locator(".fact code.quote").first)
    yield _done(person, "", "what is left, and the lines to change", "yes" if seen else "below the window")


def what_breaks(person: Person, home: str, wanted: Any) -> Iterator[Done]:
    """Declare the order of folders that is proposed, and see which folder breaks it."""
    person.begins(home)
    person.goes("Structure")
    person.click(person.page.locator(".tabs a.tab", has_text="rules"))
    person.click(person.page.get_by_role("button", name="Save to the checkout"))
    places = person.page.locator("a[data-set^='between=']")
    seen = person.sees(places.first)
    yield _done(person, "breaks", places.first.inner_text(), "yes" if seen else "below the window")
    person.click(places.first)
    person.page.wait_for_selector("a[data-set^='between='][aria-current]")
    seen = person.sees(person.page.locator(".fact code.quote").first)
    yield _done(person, "", "its lines", "yes" if seen else "below the window")


def document(person: Person, home: str, wanted: Any) -> Iterator[Done]:
    """Make the document for a review."""
    person.begins(home)
    person.click(person.page.get_by_role("button", name="Report"))
    with person.page.expect_download() as download:
        person.click(person.page.locator("dialog.report button", has_text="HTML"))
    size = Path(download.value.path()).stat().st_size
    yield _done(person, "document", f"{size / 1e6:.1f} MB of HTML", "yes")


def shared(person: Person, home: str, wanted: Any) -> Iterator[Done]:
    """Copy the link of an answer and open it as a colleague does, in a browser that was never here."""
    person.begins(f"{home.replace('/?', '/search?')}&q={wanted[0][0]}")
    person.sees(person.page.locator(".item.on .name"))
    before = person.page.locator(".item.on .name").inner_text()
    person.clicks, person.began = 0, monotonic()
    person.click(person.page.get_by_role("button", name="Copy link"))
    person.page.wait_for_selector("button:has-text('Copied')")
    address = person.page.evaluate("navigator.clipboard.readText()")
    browser = person.page.context.browser
    assert browser is not None
    colleague = browser.new_context(viewport=person.page.viewport_size)
    page = colleague.new_page()
    page.goto(address)
    person.clicks += 1  # Enter after the address
    page.wait_for_selector(".item.on .name")
    same = page.locator(".item.on .name").inner_text() == before and "commit=" in address
    yield _done(person, "link", "the same answer, with its commit", "yes" if same else "another one")
    colleague.close()


TASKS: Sequence[tuple[str, Task]] = (
    ("computed", where_computed), ("happens", what_happens), ("cycle", which_cycle), ("breaks", what_breaks),
    ("document", document), ("computed", shared),
)  # fmt: skip


def _done(person: Person, task: str, said: str, right: str) -> Done:
    return Done(task, said, right, person.clicks, monotonic() - person.began)


def main() -> None:
    """Print a table for each run."""
    parser = ArgumentParser()
    parser.add_argument("index")
    parser.add_argument("tasks", nargs="?", type=Path, default=_HERE / "tasks.json")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--shots", type=Path)
    said = parser.parse_args()
    wanted = json.loads(said.tasks.read_text(encoding="utf-8"))[said.index]
    rules = Path(open_workbench(said.index).manifest.root) / RULES
    if rules.exists():
        sys.exit(f"{rules} is there already: give a checkout that declares nothing.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for number in range(said.runs):
            print(
                f"\n{said.index}, run {number + 1}\n\n| task | what | right | clicks | seconds |\n|---|---|---|---:|---:|",
                flush=True,
            )
            try:
                _run(browser, said.index, wanted, said.width, said.shots)
            finally:
                rules.unlink(missing_ok=True)
        browser.close()


def _run(browser: Browser, index: str, wanted: Any, width: int, shots: Path | None) -> None:
    server = Server(Path(os.environ["ORIENTEER_HOME"]) if "ORIENTEER_HOME" in os.environ else Path("data/indexes").resolve())
    server.wait()
    context = browser.new_context(viewport={"width": width, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(_PATIENCE)
    try:
        for number, (name, task) in enumerate(TASKS, start=1):
            page = context.new_page()
            try:
                for done in task(Person(page), f"{server.url}/?index={index}", wanted.get(name)):
                    print(done.row(), flush=True)
            except Error as problem:
                print(f"| {name} | not done: {str(problem).splitlines()[0]} | no | | |", flush=True)
            if shots:
                page.screenshot(path=shots / f"{index}-{width}-{number}.png")
            page.close()
    finally:
        context.close()
        server.stop()


if __name__ == "__main__":
    main()
