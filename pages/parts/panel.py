"""The one component of the pages: it shows HTML from the core, whose links stay inside the session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from core.present.html.elements import Markup
from core.present.html.link_parameters import rules
from core.present.html.tabs import Choice, one_of, tab_bar
from core.present.html.type_colours import hue_style
from pages.parts import address

_HERE = Path(__file__).parent
_SCRIPTS = ("panel.js", "rows.js", "picture.js", "names.js", "lines.js", "returning.js")
_STYLES = ("panel.css", "rows.css", "picture.css", "names.css")


def _text(names: tuple[str, ...]) -> str:
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


_PANEL = st.components.v2.component(
    "orienteer_panel",
    html='<div class="panel"></div>',
    css=hue_style("background", "fill") + _text(_STYLES),
    js=_text(_SCRIPTS),
)


class Lines(NamedTuple):
    """Lines of a code pane, both ends included, that the address names; from 0 for none."""

    pane: str
    start: int = 0
    end: int = 0


def panel(
    html: Markup, key: str, scroll_to: str = "", go_to: str = "", lines: Lines | None = None, within: bool = False
) -> None:
    """Show the markup, its links completed with what travels (panel.js).

    `scroll_to` is the id of a line of a code pane to bring into sight. `go_to` is an address of the pages that is opened at
    once, as if a link to it had been followed. `lines` stand out: they are no part of the markup, so that choosing others
    draws nothing anew. `within` a fragment, what a reader chooses in the panel runs that fragment alone, not the page.
    """
    marked = {"pane": lines.pane, "start": lines.start, "end": lines.end} if lines else None
    travels = {"state": address.state(st.session_state.get("last_index") or ""), **rules()}
    key = key.replace("__", "_-")  # Streamlit refuses two underscores in the key of a component, and names of units have them
    data = {"html": str(html), "scroll": scroll_to, "go": go_to, "lines": marked, "travels": travels, "within": within}
    _PANEL(key=key, data={**data, "key": key}, on_chosen_change=partial(_choose, key))


def tabs(parameter: str, choices: Sequence[Choice], usual: str = "", *, within: bool = False) -> str:
    """Show a choice as a row of links and return what the address chooses, by default the usual or the first one."""
    chosen = one_of(choices, st.query_params.get(parameter, usual))
    panel(tab_bar(parameter, choices, chosen), key=f"tabs_{parameter}", within=within)
    return chosen


def _choose(key: str) -> None:
    """Write what was chosen in a panel into the address, before the fragment around it runs."""
    name, _, value = (st.session_state[key].get("chosen") or "").partition("=")
    if name and st.query_params.get(name) != value:
        st.query_params[name] = value
