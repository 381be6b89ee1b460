"""The verbs on checkouts, for the faces: index one, keep it current, ask the application in it."""

from core.pipeline.cluster import cluster_at
from core.pipeline.indexing import index_checkout, index_checkouts
from core.pipeline.moving import MovedIndex, move_index
from core.pipeline.probing import plan, take
from core.pipeline.report import IndexReport
from core.pipeline.roots import checked_root, name_of
from core.pipeline.watching import watch

__all__ = [
    "IndexReport", "MovedIndex", "checked_root", "cluster_at", "index_checkout", "index_checkouts", "move_index", "name_of",
    "plan", "take", "watch",
]  # fmt: skip
