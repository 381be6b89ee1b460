"""Name the script that runs: `orienteer ui`, or `streamlit run app.py` in a checkout."""

import gc
from importlib import import_module
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from orienteer.packages import own

gc.set_threshold(50_000, 20, 50)  # an open index is a million objects that stay: by default all are walked again and again

_PAGES = Path(__file__).resolve().parent / "pages"
own("pages", _PAGES)
from core.runtime.allocation import few_arenas  # noqa: E402 - the packages are found by now
from core.serving.guard import RequestGuard  # noqa: E402
from core.serving.modules import load_modules  # noqa: E402
from pages.parts.requests import routes  # noqa: E402

few_arenas()
# Before the first request: scripts of two pages that import the same packages at once are given half of them.
load_modules()
for _name in ("pandas", "plotly.graph_objects", "networkx"):
    import_module(_name)

_named = [name for name in (st.get_option("browser.serverAddress"),) if name]
_guard = Middleware(RequestGuard, host=st.get_option("server.address") or "", token="", names=_named)
app = st.App(_PAGES / "shell.py", routes=routes(), middleware=[_guard])
