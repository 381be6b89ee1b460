"""Open the parts that the settings name and offer them as one object, for pages, notebooks and the command line.

Names are imported when they are first asked for: a run that finds nothing changed needs neither DuckDB nor NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from core.model.shown import draw_with

if TYPE_CHECKING:
    from core.workbench.bench import Workbench
    from core.workbench.opening import index_checkout, indexes, listed_indexes, open_workbench

__all__ = ["Workbench", "index_checkout", "indexes", "listed_indexes", "open_workbench"]

_HOMES = {
    "Workbench": "core.workbench.bench",
    "index_checkout": "core.workbench.opening",
    "indexes": "core.workbench.opening",
    "listed_indexes": "core.workbench.opening",
    "open_workbench": "core.workbench.opening",
}


def __getattr__(name: str) -> Any:
    """Return a public name from the module that it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def _register_drawings() -> None:
    from core.present.notebook import register_drawings

    register_drawings()


draw_with(_register_drawings)
