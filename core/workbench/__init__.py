"""Open the parts that the settings name and offer them as one object, for pages, notebooks and the command line."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from core.model.shown import draw_with

if TYPE_CHECKING:
    from core.workbench.bench import Workbench
    from core.workbench.opening import cheat_sheet, index_checkout, indexes, listed_indexes, open_workbench

__all__ = ["Workbench", "cheat_sheet", "index_checkout", "indexes", "listed_indexes", "open_workbench"]


def _register_drawings() -> None:
    from core.present.notebook import register_drawings

    register_drawings()


draw_with(_register_drawings)


def _offered(name: str) -> object:
    """Return one of the names that this package offers; commands that open no index do not load what opens one."""
    if name not in __all__:
        raise AttributeError(f"module 'core.workbench' has no attribute '{name}'")
    return getattr(import_module("core.workbench.opening"), name)


if not TYPE_CHECKING:  # else any name would be taken for one that is offered
    __getattr__ = _offered
