"""Code that tries to be a part of the page: names, comments, documents and file names with markup, in a real browser."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.present.report.page import document_html
from core.workbench import index_checkout
from tests.browser.conftest import Server
from tests.browser.settling import settled
from tests.shared import checkout, made_once
from tests.thorough import sampled

pytestmark = pytest.mark.browser

_RUN = "window.injected=(window.injected||0)+1"
ATTACKS = (
    f"<img src=x onerror={_RUN}>", f"</script><script>{_RUN}</script>", f"<svg onload={_RUN}>",
    f'"><iframe srcdoc="<script>{_RUN}</script>">',
    f"[click](javascript:{_RUN})", f"<details open ontoggle={_RUN}>", "{{constructor.constructor('window.injected=1')()}}",
    f"<math><mtext></form><form><mglyph><style></math><img src onerror={_RUN}>", f"![x](x'onerror='{_RUN})",
    f"<a href=javascript:{_RUN}>x</a>",
)  # fmt: skip
_PIECES = (
    "<", ">", '"', "'", "`", "&lt;", "&#60;", "</", "<!--", "]]>", "<img src=x onerror=", "<svg/onload=", "javascript:",
    "data:text/html,", "](", "![", "[", "<b", "\\", "{{", "}}", "${", "<style>", "</textarea>", "</title>", "<a href=",
    "\u2028", "\u202e", _RUN,
)  # fmt: skip


def made_up(count: int, seed: int = 7) -> list[str]:
    """Return texts that are put together at random from what breaks out of markup, always the same ones, each in one line."""
    chance = random.Random(seed)
    return ["".join(chance.choices(_PIECES, k=chance.randint(3, 12))) for _ in range(count)]


_PAGES = (
    *(f"search?index=hostile&q=what+does+evil+do&view={view}" for view in ("results", "answer", "context")),
    *(f"search?index=hostile&q=evil&view=why&explain={way}" for way in ("dropped", "stages", "settings", "budget")),
    "search?index=hostile&q=what+happens+when+Evil%23evil_0+is+called%3F&view=answer", "search?index=hostile&text=evil",
    *(f"code?index=hostile&unit=model:Evil&side={side}" for side in ("used+by", "uses", "flow", "data", "inside", "around")),
    "code?index=hostile&unit=Evil%23evil_0&side=flow", "code?index=hostile&unit=folder:app/models", "code?index=hostile",
    "code?index=hostile&path=README.md", "code?index=hostile&path=app/views/evil/show.html.erb",
    "code?index=hostile&path=app/models/evil.rb&line=9", "?index=hostile", "map?index=hostile", "map?index=hostile&view=matrix",
    "map?index=hostile&view=treemap", "health?index=hostile", "health?index=hostile&view=hubs",
    "health?index=hostile&view=hotspots", "health?index=hostile&view=findings", "changes?index=hostile",
    "settings?index=hostile", "settings?index=hostile&view=evaluation",
)  # fmt: skip
_INTRUDERS = "img[src=x], iframe[srcdoc*=injected], [onerror*=injected], [onload*=injected], a[href^='javascript:']"
_STRANGE = f'() => document.querySelectorAll("{_INTRUDERS}").length'


def hostile(home: Path) -> None:
    """Index a small application that says nothing else."""
    root = home / "checkouts" / "hostile"
    attacks = (*ATTACKS, *made_up(30))
    comments = "\n".join(f"  # {attack}\n  # @param x [{attack}] {attack}" for attack in attacks)
    methods = "\n".join(
        f"  # {attack}\n  def evil_{number}\n    helper({attack!r})\n  end" for number, attack in enumerate(attacks)
    )
    validations = "\n".join(f"  validates :name, format: {{ message: {attack!r} }}" for attack in attacks)
    documents = "\n\n".join(f"# {attack}\n\n{attack}" for attack in attacks)
    checkout(
        root,
        **{
            "app/models/evil.rb": f"{comments}\nclass Evil < ApplicationRecord\n{validations}\n{methods}\nend\n",
            f"app/models/{ATTACKS[0].replace('/', ' ')}.rb": "class Trap\n  def trap = Evil.new.evil_1\nend\n",
            "app/views/evil/show.html.erb": "\n".join(attacks) + "<%= render 'evil' %>",
            "config/routes.rb": "Rails.application.routes.draw do\n  get '/<img src=x onerror=1>', to: 'evil#show'\nend\n",
            "README.md": documents,
        },
    )
    index_checkout(root, home=home, vectors=False)


@pytest.fixture
def hostile_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(made_once(tmp_path_factory, "hostile", hostile))
    running.wait()
    yield running
    running.stop()


def intruders(page: Any) -> list[object]:
    """Return what of the code became a part of the page."""
    return [
        found for frame in page.frames if (found := (frame.evaluate("window.injected"), frame.evaluate(_STRANGE))) != (None, 0)
    ]


def test_no_page_runs_what_the_code_says(context, hostile_server) -> None:
    page = context.new_page()
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    for address in sampled(_PAGES, 3):
        page.goto(f"{hostile_server.url}/{address}")
        settled(page)
        assert intruders(page) == [], address
        assert page.locator("[data-testid=stException]").count() == 0, address


def test_no_fragment_and_no_document_runs_what_the_code_says(context, tmp_path_factory: pytest.TempPathFactory) -> None:
    testing = pytest.importorskip("fastapi.testclient")
    from core.api.application import build_application
    from core.serving.indexes import ServedIndexes
    from core.settings import read_settings

    home = made_once(tmp_path_factory, "hostile", hostile)
    indexes = ServedIndexes(read_settings({"home": str(home)}), "hostile")
    page = context.new_page()
    with testing.TestClient(build_application(indexes)) as client:
        for asked in ("what does evil do?", *ATTACKS, *made_up(20, seed=8)):
            told = client.post("/chat", data={"query": asked})
            assert told.status_code == 200, asked
            page.set_content(f"<html><body>{told.text}</body></html>")
            assert intruders(page) == [], asked
    bench = indexes.workbench("hostile")
    document = bench.report(["/search?q=what+does+evil+do", "/code?unit=model:Evil", "/health?view=hubs"], title=ATTACKS[0])
    page.set_content(document_html(document, "http://127.0.0.1:1"))
    page.wait_for_timeout(300)
    assert intruders(page) == []
