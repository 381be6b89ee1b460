"""What Qdrant holds of a point, the same on its server and in its engine: a number for the id, and what is known beside it."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid5

from core.ports import Metadata

POINT_ID = "point_id"
"""The name of an id among what is known of a point: Qdrant's own are numbers or UUIDs."""
INDEXED = ("repository", "type", "language")
"""Fields that get an index before any point is there, so that a filter finds its points while the graph is searched."""
EF = 200
"""How many points a search of the graph keeps in view; with fewer the 50 nearest miss some."""
_IDS = UUID("6c0f1c1e-7f0d-5c43-9f4d-9a3f3f1f2b10")  # any: ids of one namespace must not meet


Payload = Mapping[str, str | int | float | bool]
"""What Qdrant stores beside a vector."""


def number_of(id_: str) -> str:
    """Return the UUID that stands for an id, always the same."""
    return str(uuid5(_IDS, id_))


def payload_of(id_: str, metadata: Metadata) -> dict[str, object]:
    """Return what Qdrant keeps beside a vector."""
    return {**metadata, POINT_ID: id_}


def about_of(payload: Payload) -> Metadata:
    """Return what is known of a point."""
    return {name: value for name, value in payload.items() if name != POINT_ID}
