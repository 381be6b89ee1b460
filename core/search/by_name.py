"""Direct look-up: the units that the question names."""

from __future__ import annotations

from core.model.entity_kinds import DOES, IN_ORDER
from core.model.run import Hit, Plan
from core.open_index import OpenIndex
from core.search.search_space import SearchSpace, hits_of
from core.vocabulary import BY_PATH

_EXACT = 0.85  # least confidence of a name that is compared with another
_NEXT = 0.06  # each further unit of the same name is a little less likely meant
_INSIDE = 0.4  # a unit of the file that the question names


def by_name(plan: Plan, space: SearchSpace) -> list[Hit]:
    """Return the units of the plan's entities; the score is the confidence of the match, 0..1."""
    best: dict[str, tuple[float, str]] = {}
    for entity in plan.entities:
        for place, key in enumerate(entity.unit_keys):
            score = entity.confidence * (_share(place) if entity.kind != "path" else _INSIDE if place else 1.0)
            if score > best.get(key, (0.0, ""))[0] and space.allows(key):
                named = f"named in the question as '{entity.text}' ({entity.kind})"
                does = DOES.get(entity.kind)
                best[key] = (score, does.format(entity.text) if does else named)
    rows = [(key, score, evidence) for key, (score, evidence) in best.items()]
    return hits_of("direct", rows, space.settings.search.candidates)


def looked_up(plan: Plan, index: OpenIndex) -> tuple[str, ...]:
    """Return the units that a bare question names exactly: one of this name, else the files of this name, in their order.

    A name in other inflections, or one that many units end in, is only a hint at what is meant.
    """
    entity = next((entity for entity in plan.entities if entity.unit_keys), None)
    if plan.strategy != "direct" or entity is None:
        return ()
    heads = [index.heads[index.position[key]] for key in entity.unit_keys]
    if entity.kind == "path":
        return tuple(head.key for head in heads if head.type in BY_PATH)
    same = heads[0].identifier.casefold() == entity.text.casefold()
    alone = entity.kind in ("qualified", "route") and len(heads) == 1
    return entity.unit_keys[:1] if same or alone else ()


def listed(plan: Plan) -> tuple[str, ...]:
    """Return the units that a question asks for as a whole, associated records or what is scheduled, in their order."""
    return tuple(dict.fromkeys(key for entity in plan.entities if entity.kind in IN_ORDER for key in entity.unit_keys))


def named_alone(plan: Plan) -> tuple[str, ...]:
    """Return the one unit that a question names exactly, or all that it compares; nothing where it asks for a type."""
    named = [one for one in plan.entities if one.confidence >= _EXACT and len(one.unit_keys) == 1]
    if plan.intent == "compare" and len(named) > 1:
        return tuple(dict.fromkeys(one.unit_keys[0] for one in named))
    alone = [one for one in named if one.kind == "exact" and one.confidence >= 1]
    return alone[0].unit_keys if len(alone) == 1 and not plan.target_types else ()


def _share(place: int) -> float:
    return max(0.3, 1 - _NEXT * place)
