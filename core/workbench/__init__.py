"""Open the parts that the settings name and offer them as one object, for pages, notebooks and the command line."""

from __future__ import annotations

from core.model.shown import draw_with
from core.workbench.bench import Workbench
from core.workbench.opening import index_checkout, indexes, listed_indexes, open_workbench

__all__ = ["Workbench", "index_checkout", "indexes", "listed_indexes", "open_workbench"]


def _register_drawings() -> None:
    from core.present.notebook import register_drawings

    register_drawings()


draw_with(_register_drawings)
