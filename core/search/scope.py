"""One scope for everything that is shown: the filters of questions (`part:orders`, `path:app/models`), as units."""

from __future__ import annotations

from core.model import file_key
from core.model.run import Filters
from core.open_index import OpenIndex
from core.search.filter_words import read_filters
from core.search.search_space import within


def scope_filters(index: OpenIndex, scope: str) -> Filters:
    """Return the filters of a scope; a word without a colon is a path. Raises `SettingsError` for an unknown name or value."""
    words = " ".join(word if ":" in word else f"path:{word}" for word in scope.split())
    return read_filters(words, index, Filters(), strict=True).filters


def units_in(index: OpenIndex, scope: str) -> frozenset[str] | None:
    """Return the keys of the units and files in a scope; None for an empty one, which is everything."""
    if not scope.strip():
        return None
    filters = scope_filters(index, scope)
    units = [head for head in index.heads if within(filters, index, head)]
    files = {head.file_path for head in units}  # a part has classes, not files: those that they are in are in it, too
    return frozenset({head.key for head in units} | {key for path in files if (key := file_key(path)) in index.by_key})
