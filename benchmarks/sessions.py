"""Drive sessions at the same time while the index that they read is rebuilt; tell errors and the slowest page.

    python -m benchmarks.sessions [SESSIONS] [SECONDS]

copies the sample, indexes it, starts a workbench on this machine only, and opens SESSIONS (default 20, at most 40) browser
contexts that walk through the pages for SECONDS (default 60, at most 600), while the checkout is edited and indexed again
and again. Needs Playwright and Chromium.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Error, async_playwright

from core.settings import read_settings
from core.workbench.indexing import index_checkout
from tests.browser.conftest import Server
from tests.page_index import sample_index

WALK = (
    "?index=sample", "query?index=sample&q=How+does+Order+work%3F", "unit?index=sample&unit=model:Order",
    "graph?index=sample&unit=model:Order", "graph?index=sample", "hubs?index=sample&view=cycles", "structure?index=sample",
    "change?index=sample", "budget?index=sample&q=What+uses+Order%3F", "indexes?index=sample&view=coverage",
)  # fmt: skip
_DRAWN = "[data-testid=stApp][data-test-script-state=notRunning]"
_WRONG = "[data-testid=stException], [data-testid=stAlertContentError], [role=dialog]"


async def main(sessions: int, seconds: float) -> int:
    """Print what happened; return the number of errors."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        checkout = sample_index(home)
        server = Server(home)
        server.wait()
        try:
            return await _driven(server.url, home, checkout, sessions, seconds)
        finally:
            server.stop()


async def _driven(url: str, home: Path, checkout: Path, sessions: int, seconds: float) -> int:
    errors: list[str] = []
    times: list[tuple[float, str]] = []
    end = time.monotonic() + seconds
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        walks = [_walk(browser, url, number, end, errors, times) for number in range(sessions)]
        rebuilt, *_ = await asyncio.gather(_rebuild(home, checkout, end), *walks)
        await browser.close()
    times.sort()
    print(
        f"{sessions} sessions, {seconds:.0f} s, {len(times)} pages drawn, index rebuilt {rebuilt} times, {len(errors)} errors"
    )
    if times:
        print(f"median {times[len(times) // 2][0]:.1f} s, slowest {times[-1][0]:.1f} s ({times[-1][1]})")
    for error in errors[:10]:
        print(error)
    return len(errors)


async def _walk(browser: Browser, url: str, number: int, end: float, errors: list[str], times: list[Any]) -> None:
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(120_000)
    page = await context.new_page()
    step = number
    while time.monotonic() < end:
        path = WALK[step % len(WALK)]
        start = time.monotonic()
        try:
            await page.goto(f"{url}/{path}")
            await page.wait_for_selector("h1")
            await page.wait_for_selector(_DRAWN)
            if await page.locator(_WRONG).count():
                errors.append(f"{path}: {await page.locator(_WRONG).first.inner_text()}")
            times.append((time.monotonic() - start, path))
        except Error as problem:
            errors.append(f"{path}: {str(problem).splitlines()[0]}")
        step += 1
    await context.close()


async def _rebuild(home: Path, checkout: Path, end: float) -> int:
    """Edit and index again until the end; return how many times."""
    settings, count = read_settings({"home": str(home)}), 0
    while time.monotonic() < end:
        count += 1
        (checkout / "app" / "models" / "turn.rb").write_text(f"class Turn\n  def number\n    {count}\n  end\nend\n")
        await asyncio.to_thread(index_checkout, checkout, settings, name="sample", vectors=False)
        await asyncio.sleep(2)
    return count


if __name__ == "__main__":
    asked = [*sys.argv[1:3], *("20", "60")[len(sys.argv) - 1 :]]
    sys.exit(min(1, asyncio.run(main(min(40, int(asked[0])), min(600.0, float(asked[1]))))))
