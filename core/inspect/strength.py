"""How strongly one unit hangs on another, by the kind and certainty of the relation between them."""

from __future__ import annotations

from functools import cache

from core.model import CERTAINTIES
from core.vocabulary import kind_order, relation_kind

_VIEWS = frozenset({"view_template", "file"})
_VIEW_GROUP = 4  # whatever a template does to a unit, it only shows it


@cache
def strength(kind: str, certainty: str, source_type: str) -> tuple[int, int, int]:
    """Return a key that sorts strong relations first: by group, then certainty, then kind within the group.

    The order is inheritance and mixins, associations, calls and what runs by itself, references, views, tests.
    """
    group = relation_kind(kind).group
    if source_type in _VIEWS:
        group = max(group, _VIEW_GROUP)
    return group, CERTAINTIES.index(certainty) if certainty in CERTAINTIES else len(CERTAINTIES), kind_order(kind)
