"""The verbs on checkouts, for the faces: index one, keep it current, ask the application in it."""

from core.pipeline.cluster import cluster_at
from core.pipeline.indexing import IndexReport, checked_root, index_checkout, index_checkouts, name_of
from core.pipeline.moving import MovedIndex, move_index
from core.pipeline.probing import plan, take
from core.pipeline.watching import watch

__all__ = [
    "IndexReport", "MovedIndex", "checked_root", "cluster_at", "index_checkout", "index_checkouts", "move_index", "name_of",
    "plan", "take", "watch",
]  # fmt: skip
