"""Code that tries to be a part of the page: names, comments, documents and file names with markup, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.workbench import index_checkout
from tests.browser.conftest import Server
from tests.browser.settling import settled
from tests.shared import checkout, made_once

pytestmark = pytest.mark.browser

_RUN = "window.injected=(window.injected||0)+1"
ATTACKS = (
    f"<img src=x onerror={_RUN}>", f"</script><script>{_RUN}</script>", f"<svg onload={_RUN}>",
    f'"><iframe srcdoc="<script>{_RUN}</script>">',
    f"[click](javascript:{_RUN})", f"<details open ontoggle={_RUN}>", "{{constructor.constructor('window.injected=1')()}}",
    f"<math><mtext></form><form><mglyph><style></math><img src onerror={_RUN}>", f"![x](x'onerror='{_RUN})",
    f"<a href=javascript:{_RUN}>x</a>",
)  # fmt: skip
_PAGES = (
    "query?index=hostile&q=what+does+evil+do", "unit?index=hostile&unit=model:Evil", "graph?index=hostile&unit=model:Evil",
    "overview?index=hostile", "structure?index=hostile", "hubs?index=hostile", "findings?index=hostile",
    "budget?index=hostile&q=evil", "file?index=hostile&path=app/models/evil.rb&line=9",
)  # fmt: skip
_INTRUDERS = "img[src=x], iframe[srcdoc*=injected], [onerror*=injected], [onload*=injected], a[href^='javascript:']"
_STRANGE = f'() => document.querySelectorAll("{_INTRUDERS}").length'


def hostile(home: Path) -> None:
    """Index a small application that says nothing else."""
    root = home / "checkouts" / "hostile"
    comments = "\n".join(f"  # {attack}\n  # @param x [{attack}] {attack}" for attack in ATTACKS)
    methods = "\n".join(
        f"  # {attack}\n  def evil_{number}\n    helper('{attack}')\n  end" for number, attack in enumerate(ATTACKS)
    )
    validations = "\n".join(f"  validates :name, format: {{ message: {attack!r} }}" for attack in ATTACKS)
    documents = "\n\n".join(f"# {attack}\n\n{attack}" for attack in ATTACKS)
    checkout(
        root,
        **{
            "app/models/evil.rb": f"{comments}\nclass Evil < ApplicationRecord\n{validations}\n{methods}\nend\n",
            f"app/models/{ATTACKS[0].replace('/', ' ')}.rb": "class Trap\n  def trap = Evil.new.evil_1\nend\n",
            "app/views/evil/show.html.erb": "\n".join(ATTACKS) + "<%= render 'evil' %>",
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


def test_no_page_runs_what_the_code_says(context, hostile_server) -> None:
    page = context.new_page()
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    for address in _PAGES:
        page.goto(f"{hostile_server.url}/{address}")
        settled(page)
        for frame in page.frames:
            assert frame.evaluate("window.injected") is None, address
            assert frame.evaluate(_STRANGE) == 0, address
        assert page.locator("[data-testid=stException]").count() == 0, address
