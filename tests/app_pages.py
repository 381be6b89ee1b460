"""The pages as Streamlit runs them in a test, and what their panels show."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.page_index import ROOT

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

PAGES = ROOT / "pages"


def opened(shell: AppTest, page: str, **parameters: str) -> AppTest:
    shell.run()
    for name, value in parameters.items():
        shell.query_params[name] = value
    return shell.switch_page(str(PAGES / f"{page}.py")).run()


def panels(at: AppTest) -> list[dict[str, Any]]:
    """What the panels of the page were told."""
    return [json.loads(element.proto.json) for element in at.get("bidi_component")]


def html(at: AppTest) -> str:
    """Everything that the panels of the page show."""
    return "".join(told.get("html", "") for told in panels(at))
