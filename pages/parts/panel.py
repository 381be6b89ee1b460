"""The one component of the pages: it shows HTML from the core, whose links stay inside the session."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.present.html.elements import Markup

_HERE = Path(__file__).parent
_PANEL = st.components.v2.component(
    "orienteer_panel",
    html='<div class="panel"></div>',
    css=(_HERE / "panel.css").read_text(encoding="utf-8"),
    js=(_HERE / "panel.js").read_text(encoding="utf-8"),
)


def panel(html: Markup, key: str, scroll_to: str = "", go_to: str = "") -> None:
    """Show the markup; `scroll_to` is the id of a line of a code pane to bring into sight (see panel.js for links).

    `go_to` is an address of the pages that is opened at once, as if a link to it had been followed.
    """
    _PANEL(key=key, data={"html": str(html), "scroll": scroll_to, "go": go_to})
