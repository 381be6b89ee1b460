"""Store what was extracted, so that it can be searched at once and never half-written.

An index is a folder of complete generations, of which one is current. `publish` writes a generation that answers by words,
names and graph; `embed_pending` follows with one that has vectors as well. Products are passed in (`core.ports.Products`):
this stage knows how an index is laid out, not which vector store or embedder fills it. Writing whole generations costs more
disk than updating in place, and buys that readers never wait and that nothing can be half done.

Names are imported when they are first asked for: a run that finds nothing changed needs neither DuckDB nor NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.index.caches import FactsFile
    from core.index.embed import embed_pending
    from core.index.opening import Opened, open_current, open_generation
    from core.index.place import Listed, Place, list_indexes, remove
    from core.index.publishing import Checkout, publish

__all__ = [
    "Checkout",
    "FactsFile",
    "Listed",
    "Opened",
    "Place",
    "embed_pending",
    "list_indexes",
    "open_current",
    "open_generation",
    "publish",
    "remove",
]

_HOMES = {
    "Checkout": "core.index.publishing",
    "FactsFile": "core.index.caches",
    "Listed": "core.index.place",
    "Opened": "core.index.opening",
    "Place": "core.index.place",
    "embed_pending": "core.index.embed",
    "list_indexes": "core.index.place",
    "open_current": "core.index.opening",
    "open_generation": "core.index.opening",
    "publish": "core.index.publishing",
    "remove": "core.index.place",
}


def __getattr__(name: str) -> Any:
    """Return a public name from the module that it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
