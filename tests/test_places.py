"""Every line of a file that the pages name opens here at that line; the editor is the second link."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from core.model import Relation
from core.present.architecture.evidence import evidence_list
from core.present.html.empty import nothing
from core.present.html.links import PageLinks, file_url, unit_url
from core.present.html.places import cut_between_places, place_link, with_places
from core.present.html.tables import plain_html
from tests.app_pages import html, opened

st = pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")

_NAMED = re.compile(r"[\w./-]+\.(?:rb|py|ts|js|erb|yml|go|rs|rake):\d+")


class Unlinked(HTMLParser):
    """Collects the places that stand in a text that is no link and no code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._inside = 0
        self.found: list[str] = []
        self.feed(text.replace("<wbr>", ""))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside += tag in ("a", "code", "pre", "script", "title")

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag in ("a", "code", "pre", "script", "title")

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.found += _NAMED.findall(data)


def test_a_place_opens_here_first_and_in_the_editor_second() -> None:
    links = re.findall(r'href="([^"]+)"', place_link("app/a b.rb", 7, "shop", "vscode", "/repo"))
    assert links == ["/code?index=shop&amp;path=app%2Fa+b.rb&amp;line=7", "vscode://file/repo/app/a%20b.rb:7"]
    assert place_link("a.rb", 7).count("<a") == 1


def test_a_line_of_a_file_is_on_the_page_of_the_file() -> None:
    assert unit_url("file:app/a.rb", "shop", 7) == file_url("app/a.rb", "shop", 7)
    assert unit_url("file:app/a.rb", "shop") == "/code?index=shop&unit=file%3Aapp%2Fa.rb"
    assert PageLinks("http://h:1", "shop").unit("file:app/a.rb", 7) == "http://h:1/code?index=shop&path=app%2Fa.rb&line=7"


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        ("written in .codec.yml:1, app/a.rb:35 and app/b_c.html.erb:2-9.", ["1", "35", "2-9"]),
        ("at 12:30 of http://127.0.0.1:8501 in Foo::Bar:3 or 3.5:1", []),
    ],
)
def test_the_places_of_a_sentence_are_links(sentence: str, lines: list[str]) -> None:
    assert re.findall(r"line=([\d-]+)", with_places(sentence, "shop")) == lines
    assert re.sub("<[^>]+>", "", with_places(sentence)) == sentence
    assert re.findall(r"line=([\d-]+)", nothing(sentence)) == lines


def test_the_line_of_a_row_leads_to_its_file_and_a_cell_that_is_a_place_too() -> None:
    rows = [{"name": "x", "file_path": "a.rb", "line": 3, "evidence": "lib/b.rb:4"}]
    shown = plain_html(rows, {"file:a.rb"}, "shop")
    assert re.findall(r'href="/code[^"]+line=[^"]+"', shown) == [
        'href="/code?index=shop&amp;path=a.rb&amp;line=3"', 'href="/code?index=shop&amp;path=lib%2Fb.rb&amp;line=4"',
    ]  # fmt: skip
    assert "path=" not in plain_html([{"line": 3}], {"file:a.rb"}, "shop")


def test_lines_in_a_cell_are_links_and_none_is_cut_in_two() -> None:
    lines = ", ".join(f"app/models/order.rb:{number}" for number in range(10, 40))
    assert re.findall(r"line=(\d+)", plain_html([{"lines": lines}])) == ["10", "11", "12"]
    assert cut_between_places(lines, 20) == "app/models/order.rb:10…"
    assert cut_between_places("a b c", 3) == "a b…"


def test_evidence_leads_to_its_line() -> None:
    relation = Relation("model:A", "model:B", "calls", "a.rb", 9)
    assert 'href="/code?path=a.rb&amp;line=9" data-go=""' in evidence_list((relation,), "vscode", "/r")


@pytest.mark.parametrize(
    ("page", "parameters"),
    [
        ("home", {}), ("code", {"unit": "model:Order"}), ("code", {"unit": "model:Order", "side": "data"}),
        ("code", {"unit": "model:Order", "side": "uses"}), ("code", {"unit": "model:Order", "side": "flow"}),
        ("code", {"unit": "folder:app/models"}), ("health", {"view": "cycles"}), ("health", {"view": "findings"}),
        ("code", {"unit": "controller:OrdersController", "side": "around", "around": "path", "to": "model:Order"}),
        ("code", {"unit": "model:Order", "side": "around", "around": "impact"}),
        ("health", {"view": "findings", "list": "schema"}), ("health", {"view": "findings", "list": "view queries"}),
        ("settings", {"view": "coverage"}),
    ],
)  # fmt: skip
def test_no_page_names_a_line_that_cannot_be_opened(shell: object, page: str, parameters: dict[str, str]) -> None:
    at = opened(shell, page, **parameters)
    assert not at.exception
    assert Unlinked(html(at)).found == []
