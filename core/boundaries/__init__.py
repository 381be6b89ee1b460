"""Relations across the boundaries of a set, from what its repositories say of themselves; no file is read here."""

from core.boundaries.documents import documented
from core.boundaries.messages import message_relations, messages_by_unit
from core.boundaries.packages import dependencies, package_relations, table_relations
from core.boundaries.requests import Answered, answered
from core.boundaries.uses import PackageNames, use_relations

__all__ = [
    "Answered",
    "PackageNames",
    "answered",
    "dependencies",
    "documented",
    "message_relations",
    "messages_by_unit",
    "package_relations",
    "table_relations",
    "use_relations",
]
