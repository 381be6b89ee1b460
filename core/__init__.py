"""Orienteer's core: extraction, index, retrieval and analysis, usable without any page.

The names below are imported when they are first asked for, so that a command loads no more than it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.errors import MissingExtra, SettingsError, SourceError, StoreError, WorkbenchError
    from core.model import CodeUnit, Manifest, Relation
    from core.settings import Settings, read_settings
    from core.workbench import Workbench, cheat_sheet, index_checkout, indexes, open_workbench

__all__ = [
    "CodeUnit",
    "Manifest",
    "MissingExtra",
    "Relation",
    "Settings",
    "SettingsError",
    "SourceError",
    "StoreError",
    "Workbench",
    "WorkbenchError",
    "cheat_sheet",
    "index_checkout",
    "indexes",
    "open_workbench",
    "read_settings",
]
_HOMES = ("core.errors", "core.model", "core.settings", "core.workbench")


def _offered(name: str) -> object:
    """Return one of the names that this package offers, from the package that has it."""
    if name not in __all__:
        raise AttributeError(f"module 'core' has no attribute '{name}'")
    return next(getattr(home, name) for home in map(import_module, _HOMES) if hasattr(home, name))


if not TYPE_CHECKING:  # else any name would be taken for one that is offered
    __getattr__ = _offered
