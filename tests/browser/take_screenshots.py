"""Take the pictures of the documentation from a running workbench.

python tests/browser/take_screenshots.py http://127.0.0.1:8501 INDEX UNIT "QUESTION" docs/prefix
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page, sync_playwright

PAGES = {
    "overview": "/?index={index}",
    "query": "/query?index={index}&q={question}",
    "stages": "/query?index={index}&q={question}&view=stages",
    "unit": "/unit?index={index}&unit={unit}",
    "graph": "/graph?index={index}&unit={unit}",
    "map": "/graph?index={index}",
    "hubs": "/hubs?index={index}",
    "cycles": "/hubs?index={index}&view=cycles",
    "structure": "/structure?index={index}",
    "change": "/change?index={index}",
    "budget": "/budget?index={index}&q={question}",
    "evaluation": "/evaluation?index={index}",
    "indexes": "/indexes?index={index}",
}


def settle(page: Page) -> None:
    """Wait until the script has run to its end and everything is drawn."""
    page.wait_for_selector("h1")
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_selector("[data-testid=stSkeleton]", state="detached")
    page.wait_for_timeout(1500)


def main(url: str, index: str, unit: str, question: str, prefix: str) -> None:
    """Write PREFIX-PAGE-light.png and -dark.png, 1440 by 900."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for scheme in ("light", "dark"):
            context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
            context.set_default_timeout(120_000)
            page = context.new_page()
            for name, path in PAGES.items():
                page.goto(url + path.format(index=quote(index), unit=quote(unit), question=quote(question)))
                settle(page)
                page.screenshot(path=f"{prefix}-{name}-{scheme}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    Path(sys.argv[5]).parent.mkdir(parents=True, exist_ok=True)
    main(*sys.argv[1:6])
