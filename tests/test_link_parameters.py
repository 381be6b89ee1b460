"""What travels along a link, and that every panel says so to the browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.present.html.link_parameters import travelled
from tests.app_pages import opened

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

STATE = {
    "index": ["shop"], "unit": ["model:Order"], "q": ["Who pays?"], "after": ["What is Order?"], "types": ["model", "job"],
    "set": ["rank.table=1.5"], "view": ["why"], "pick": ["model:Order"], "tests": [""],
}  # fmt: skip


@pytest.mark.parametrize(
    ("link", "arrives"),
    [
        ("/search", "unit=model%3AOrder&q=Who+pays%3F&after=What+is+Order%3F&pick=model%3AOrder&types=model&types=job"),
        ("/search?q=Why%3F", "q=Why%3F&index=shop&unit=model%3AOrder&types=model&types=job&set=rank.table%3D1.5"),
        ("/code?index=shop&unit=job:Pay", "index=shop&unit=job%3APay&q=Who+pays%3F"),
        ("/search?conversation=first", "conversation=first&index=shop&unit=model%3AOrder&types=model"),
        ("/code?index=bank&unit=model:Account", "index=bank&unit=model%3AAccount&q=Who+pays%3F&set=rank.table%3D1.5"),
        ("/code?unit=&side=around", "/code?side=around&index=shop&q=Who+pays%3F"),
    ],
)
def test_a_link_takes_along_what_it_does_not_say_itself(link: str, arrives: str) -> None:
    assert arrives in travelled(link, STATE)


def test_what_belongs_to_one_page_or_one_index_stays_there() -> None:
    assert "view=" not in travelled("/map", STATE)
    other = travelled("/?index=bank", STATE)
    assert other == "/?index=bank&q=Who+pays%3F&set=rank.table%3D1.5"


def test_every_panel_tells_the_browser_what_travels(shell: AppTest) -> None:
    at = opened(shell, "search", q="How does Order work?", unit="model:Order", types="model", view="why", explain="budget")
    data = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    wanted = {"index": ["sample"], "unit": ["model:Order"], "q": ["How does Order work?"], "types": ["model"]}
    assert len(data) > 3
    assert all(one["travels"]["state"] == wanted for one in data)
