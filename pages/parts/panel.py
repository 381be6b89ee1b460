"""The one component of the pages: it shows HTML from the core, whose links stay inside the session."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.present.html.elements import Markup
from core.present.html.travels import rules
from pages.parts import address

_HERE = Path(__file__).parent
_PANEL = st.components.v2.component(
    "orienteer_panel",
    html='<div class="panel"></div>',
    css=(_HERE / "panel.css").read_text(encoding="utf-8"),
    js=(_HERE / "panel.js").read_text(encoding="utf-8"),
)


def panel(html: Markup, key: str, scroll_to: str = "", go_to: str = "") -> None:
    """Show the markup, its links completed with what travels (panel.js).

    `scroll_to` is the id of a line of a code pane to bring into sight.
    `go_to` is an address of the pages that is opened at once, as if a link to it had been followed.
    """
    travels = {"state": address.state(st.session_state.get("last_index") or ""), **rules()}
    _PANEL(key=key, data={"html": str(html), "scroll": scroll_to, "go": go_to, "travels": travels})
