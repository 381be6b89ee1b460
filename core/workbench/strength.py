"""How strongly one unit hangs on another, by the kind and certainty of the relation between them."""

from __future__ import annotations

from core.model import CERTAINTIES

# What breaks first when the target changes: what is made of it, what stores or names it in data, what runs it, what names it.
_GROUPS = (
    ("inherits", "implements", "extends", "includes", "overrides", "derives"),
    ("belongs_to", "has_many", "has_one", "habtm", "through", "stored_in", "foreign_key"),
    ("calls", "enqueues", "delivers", "runs", "validates_with", "filters_with", "routes_to", "delegates"),
    ("references", "uses", "imports", "depends_on"),
    ("renders", "links_to", "builds", "documents"),
    ("tests",),
)
_PLACES = {kind: (group, place) for group, kinds in enumerate(_GROUPS) for place, kind in enumerate(kinds)}
_OTHERS = (3, 99)  # a kind that is not listed counts as a reference
_VIEWS = frozenset({"view_template", "file"})
_VIEW_GROUP = 4  # whatever a template does to a unit, it only shows it


def strength(kind: str, certainty: str, source_type: str) -> tuple[int, int, int]:
    """Return a key that sorts strong relations first: by group, then certainty, then kind within the group.

    The order is inheritance and mixins, associations, calls and what runs by itself, references, views, tests.
    """
    group, place = _PLACES.get(kind, _OTHERS)
    if source_type in _VIEWS:
        group = max(group, _VIEW_GROUP)
    return group, CERTAINTIES.index(certainty) if certainty in CERTAINTIES else len(CERTAINTIES), place
