"""A real server on a free port with an index of the sample, and a real Chromium that may only talk to it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.page_index import ROOT, sample_index
from tests.shared import free_port, made_once

_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]  # fmt: skip
_LEFT = "cookies,local_storage,indexeddb,service_workers,websql"
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows to draw around the page: it takes half of the processor."""
_INSTALL = "pip install playwright; apt-get install -y chromium-headless-shell"


def _missing(what: str) -> None:
    """Skip with the reason and the command that helps."""
    pytest.skip(f"The browser tests need {what}. Run: {_INSTALL}")


@pytest.fixture(scope="session")
def chromium() -> str:
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        _missing("Chromium")
    return str(path)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


class Server:
    """A running workbench."""

    def __init__(self, home: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [
            sys.executable,
            "-m",
            "streamlit",
            "run",
            "app.py",
            "--server.port",
            str(self.port),
            "--server.headless",
            "true",
        ]
        environment = {**os.environ, "ORIENTEER_HOME": str(home)}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def wait(self, seconds: float = 60) -> None:
        """Wait until the server answers; a page has not been asked for by then."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2):
                    return
            except OSError:
                time.sleep(0.2)
        raise TimeoutError(f"The server did not answer within {seconds} s.")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


@pytest.fixture
def fresh_server(home: Path) -> Iterator[Server]:
    server = Server(home)
    server.wait()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server(home: Path) -> Iterator[Server]:
    running = Server(home)
    running.wait()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """One Chromium for all tests; each of them gets a context of its own."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        _missing("Playwright")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def contexts(browser: Any) -> Iterator[dict[str, Any]]:
    """The browser contexts of this process by colour scheme: what a browser keeps of the server's files is kept in them."""
    made: dict[str, Any] = {}
    yield made
    for one in made.values():
        one.close()


@pytest.fixture
def context(browser: Any, contexts: dict[str, Any], request: pytest.FixtureRequest) -> Iterator[Any]:
    """A browser context without pages, cookies and storage, in which every request to another machine fails the test."""
    scheme = getattr(request, "param", "light")
    if scheme not in contexts:
        contexts[scheme] = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
        contexts[scheme].set_default_timeout(60_000)
    made, abroad = contexts[scheme], list[str]()

    def asked(sent: Any) -> None:
        if urlsplit(sent.url).scheme in ("http", "https") and urlsplit(sent.url).hostname not in ("127.0.0.1", "localhost"):
            abroad.append(sent.url)

    made.on("request", asked)
    yield made
    made.remove_listener("request", asked)
    _forget(made)
    assert not abroad, f"Requests left the machine: {abroad}"


def _forget(context: Any) -> None:
    """Close the pages of a context and delete what they left but for the files of the server."""
    pages = list(context.pages)
    for origin in {f"{url.scheme}://{url.netloc}" for url in map(urlsplit, (page.url for page in pages)) if url.netloc}:
        context.new_cdp_session(pages[0]).send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": _LEFT})
    context.clear_cookies()
    for page in pages:
        page.close()
