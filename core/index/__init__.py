"""Store what was extracted, so that it can be searched at once and never half-written.

An index is a folder of complete generations, of which one is current. `publish` writes a generation that answers by words,
names and graph; `embed_pending` follows with one that has vectors as well. Products are passed in (`core.ports.Products`):
this stage knows how an index is laid out, not which vector store or embedder fills it. Writing whole generations costs more
disk than updating in place, and buys that readers never wait and that nothing can be half done.
"""

from core.index.caches import FactsFile
from core.index.embed import embed_pending
from core.index.opening import Opened, open_current, open_generation
from core.index.place import Listed, Place, list_indexes, remove
from core.index.publish import Checkout, publish

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
