"""Moved to `core.links`; this name is kept until nothing imports it."""

from core.links import EDITORS, editor_url, page_url, unit_url

__all__ = ["EDITORS", "editor_url", "page_url", "unit_url"]
