"""Drive sessions at the same time while the index that they read is rebuilt; tell errors, the slowest page and the memory.

    python -m benchmarks.sessions [SESSIONS] [SECONDS] [INDEX] [PAUSE]

makes an index, starts a workbench on this machine only, and opens SESSIONS (default 20, at most 40) browser contexts that walk
through the pages for SECONDS (default 300, at most 600), each in one session that follows links as a reader does, while the
index is built again and again by another process, PAUSE seconds (default 2) after the last time. INDEX is `sample` (default:
a copy of the shop, edited each time) or `synthetic` (10,000 units, 60,000 relations). Each walk begins at another page. The
memory of a session is what the workbench has more with all sessions open than with the first, both after a round through
every page. Needs Playwright, Chromium, Linux.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, Error, Page, async_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.browser_times import DRAWN, WRONG, memory, processor_time
from benchmarks.page_times import largest
from tests.browser.conftest import Server
from tests.page_index import ROOT, sample_index

WALK = (
    "?index=INDEX", "search?index=INDEX&q=How+does+QUESTION+work%3F", "code?index=INDEX&unit=UNIT",
    "code?index=INDEX&unit=UNIT&side=around", "health?index=INDEX&view=hubs", "map?index=INDEX",
    "health?index=INDEX&view=cycles", "map?index=INDEX&view=matrix", "health?index=INDEX&view=hotspots",
    "search?index=INDEX&q=What+uses+QUESTION%3F&view=why&explain=budget", "map?index=INDEX&view=treemap",
    "settings?index=INDEX&view=coverage",
)  # fmt: skip
_FOLLOW = """path => {
  history.pushState({}, "", "/" + path)
  window.dispatchEvent(new PopStateEvent("popstate", { state: {} }))
}"""
_AT_REST = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_PATIENCE = 60.0  # seconds


@dataclass(slots=True)
class Account:
    """What happened: seconds and address of every page that was drawn, by session, and what went wrong."""

    drawn: dict[int, list[tuple[float, str]]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    rebuilt: int = 0

    def told(self, seconds: float) -> str:
        """Return the figures in words."""
        every = sorted(one for pages in self.drawn.values() for one in pages)
        least, most = (choose(len(pages) for pages in self.drawn.values()) for choose in (min, max))
        return (
            f"{len(self.drawn)} sessions, {seconds:.0f} s, {len(every)} pages drawn ({least} to {most} a session), "
            f"index rebuilt {self.rebuilt} times, {len(self.errors)} errors\n"
            f"median {every[len(every) // 2][0]:.2f} s, 95th percentile {every[len(every) * 95 // 100][0]:.2f} s, "
            f"slowest {every[-1][0]:.2f} s ({every[-1][1]})"
        )


class Visitor:
    """One session in a browser context of its own, which knows from the server's messages when a script has run."""

    def __init__(self, page: Page, number: int) -> None:
        self.page = page
        self.number = number
        self._ran = asyncio.Event()
        page.on("websocket", lambda socket: socket.on("framereceived", self._heard))

    async def follow(self, path: str) -> None:
        """Go to a page inside the session and wait until it has run and is drawn."""
        self._ran.clear()
        await self.page.evaluate(_FOLLOW, path)
        await asyncio.wait_for(self._ran.wait(), _PATIENCE)
        await self.page.wait_for_selector(DRAWN)
        await self.page.evaluate(_AT_REST)

    def _heard(self, frame: bytes | str) -> None:
        message = ForwardMsg.FromString(frame) if isinstance(frame, bytes) else ForwardMsg()
        if message.WhichOneof("type") == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
            self._ran.set()


async def main(sessions: int, seconds: float, index: str, pause: float) -> int:
    """Print what happened; return the number of errors."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ["ORIENTEER_HOME"] = str(home)
        checkout = sample_index(home) if index == "sample" else home
        problem = "" if index == "sample" else await _rebuild(checkout, index, 0)
        if problem:
            raise SystemExit(problem)
        server = Server(home)
        server.wait()
        try:
            return await _driven(server, checkout, index, sessions, (seconds, pause))
        finally:
            server.stop()


async def _driven(server: Server, checkout: Path, index: str, sessions: int, times: tuple[float, float]) -> int:
    (seconds, pause), pid, account, end = times, server.process.pid, Account(), asyncio.Event()
    words = {"INDEX": index, "UNIT": largest(index), "QUESTION": "Order" if index == "sample" else "Service"}
    walk = tuple(_filled(path, words) for path in WALK)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        first, one = await _measured(browser, server, walk, 0, account), memory(pid)
        others = await asyncio.gather(*(_measured(browser, server, walk, number, account) for number in range(1, sessions)))
        print(f"memory: {one:.0f} MB with one session, {(memory(pid) - one) / max(1, len(others)):.2f} MB for each further one")
        account.drawn.clear()
        spent = processor_time(pid)
        asyncio.get_running_loop().call_later(seconds, end.set)
        walks = [_walk(visitor, walk, end, account) for visitor in (first, *others)]
        await asyncio.gather(_rebuild_until(end, checkout, index, account, pause), *walks)
        await browser.close()
    print(account.told(seconds))
    print(f"workbench: {processor_time(pid) - spent:.0f} s of processor time, {memory(pid):.0f} MB at the end")
    print(*account.errors[:10], sep="\n")
    return len(account.errors)


def _filled(path: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        path = path.replace(word, value)
    return path


async def _measured(browser: Browser, server: Server, walk: tuple[str, ...], number: int, account: Account) -> Visitor:
    """Open a session and let it see every page once."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(120_000)
    visitor = Visitor(await context.new_page(), number)
    await visitor.page.goto(f"{server.url}/{walk[0]}")
    await visitor.page.wait_for_selector("h1")
    await visitor.page.wait_for_selector(DRAWN)
    for path in walk[1:]:
        await _follow(visitor, path, account)
    return visitor


async def _walk(visitor: Visitor, walk: tuple[str, ...], end: asyncio.Event, account: Account) -> None:
    step = visitor.number
    while not end.is_set():
        await _follow(visitor, walk[step % len(walk)], account)
        step += 1


async def _follow(visitor: Visitor, path: str, account: Account) -> None:
    start = time.monotonic()
    try:
        await visitor.follow(path)
        wrong = visitor.page.locator(WRONG)
        if await wrong.count():
            account.errors.append(f"{path}: {await wrong.first.inner_text()}")
        account.drawn.setdefault(visitor.number, []).append((time.monotonic() - start, path))
    except TimeoutError:
        account.errors.append(f"{path}: has not run after {_PATIENCE:.0f} s")
    except Error as problem:
        account.errors.append(f"{path}: {str(problem).splitlines()[0]}")


async def _rebuild_until(end: asyncio.Event, checkout: Path, index: str, account: Account, pause: float) -> None:
    while not end.is_set():
        problem = await _rebuild(checkout, index, account.rebuilt + 1)
        account.errors += [problem] if problem else []
        account.rebuilt += not problem
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(end.wait(), pause)


async def _rebuild(checkout: Path, index: str, count: int) -> str:
    """Build the index again in a process of its own, as the command does; return what went wrong, nothing if all went well."""
    command = ["-c", "from core.cli import main; main()", "index", str(checkout), "--name", index, "--no-vectors"]
    if index == "sample":
        turn = f"class Turn\n  def number\n    {count}\n  end\nend\n"
        (checkout / "app" / "models" / "turn.rb").write_text(turn)
    else:
        command = ["benchmarks/synthetic.py", index]
    quiet = asyncio.subprocess.DEVNULL
    made = await asyncio.create_subprocess_exec(
        sys.executable, *command, cwd=ROOT, stdout=quiet, stderr=asyncio.subprocess.PIPE
    )
    _, told = await made.communicate()
    return told.decode() if made.returncode else ""


if __name__ == "__main__":
    asked = [*sys.argv[1:5], *("20", "300", "sample", "2")[len(sys.argv) - 1 :]]
    sys.exit(min(1, asyncio.run(main(min(40, int(asked[0])), min(600.0, float(asked[1])), asked[2], float(asked[3])))))
