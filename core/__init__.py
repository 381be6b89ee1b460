"""Orienteer's core: extraction, index, retrieval and analysis, usable without any page."""

from core.errors import MissingExtra, SettingsError, SourceError, StoreError, WorkbenchError
from core.model import CodeUnit, Manifest, Relation
from core.settings import Settings, read_settings
from core.workbench import Workbench, index_checkout, indexes, open_workbench

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
    "index_checkout",
    "indexes",
    "open_workbench",
    "read_settings",
]
