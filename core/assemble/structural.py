"""The structural overview: what the repository consists of, in as many lines as fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice

from core.open_index import Kept, OpenIndex
from core.vocabulary import BY_PATH, relation_kind

_UNCOUNTED = BY_PATH | {"method", "function", "test", "doc_section", "attribute", "association", "constant"}
_TYPES = 12
_CENTRAL = 12
_KEY = 8
_BASE = 5  # units that are made of one
_SERVICES = frozenset({"service", "job", "mailer"})
_FRAMEWORKS = ("ruby", "rails", "django", "fastapi", "flask", "tokio")
_kept: Kept[list[str]] = Kept(list)


def overview(index: OpenIndex, limit: int, count: Callable[[str], int]) -> str:
    """Return the overview in at most `limit` tokens, whole lines only, empty when not even the first line fits."""
    lines = _kept.of(index)  # they are the same for every question
    if not lines:
        lines[:] = _lines(index)
    text = ""
    for line in lines:
        longer = f"{text}\n{line}" if text else line
        if count(longer) > limit:
            break
        text = longer
    return text


def _lines(index: OpenIndex) -> list[str]:
    manifest = index.manifest
    kinds = Counter(head.type for head in index.heads if head.type not in _UNCOUNTED and not head.is_test)
    most = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(_TYPES))
    named = [
        ("Versions", _versions(index)),
        ("Key models", _central(index, frozenset({"model"}), _KEY)),
        ("Services", _central(index, _SERVICES, _KEY)),
        ("Most central", _central(index, frozenset(kinds) - {"model"} - _SERVICES, _CENTRAL)),
    ]
    lines = [f"{manifest.name}: {most}."] if most else []
    return lines + [f"{title}: {', '.join(names)}." for title, names in named if names]


def _versions(index: OpenIndex) -> list[str]:
    """Return the versions of the packages of the repository, and those of the frameworks that they are locked to."""
    keys = [head.key for head in index.heads if head.type in ("package", "crate", "go_module") and not head.is_test]
    found: list[str] = []
    for unit in index.catalog.units(keys):
        version, locked = unit.metadata.get("version"), unit.metadata.get("versions") or {}
        found += [f"{unit.name} {version}"] if version else []
        found += [f"{name} {locked[name]}" for name in _FRAMEWORKS if name in locked]
    return list(dict.fromkeys(found))[:_KEY]


def _central(index: OpenIndex, types: frozenset[str], limit: int) -> list[str]:
    """Return the weightiest units with members of some types, without what many others are made of: it says little itself."""
    units = (
        (-index.importance.get(head.key, 0.0), head.identifier, number)
        for number, head in enumerate(index.heads)
        if head.type in types and not head.is_test and number in index.members
    )
    found = (name for weight, name, number in sorted(units) if weight < 0 and not _is_base(index, number))
    return list(islice(found, limit))


def _is_base(index: OpenIndex, number: int) -> bool:
    made = {link.other for link in index.links.into(number) if relation_kind(link.kind).base}
    return sum(not index.heads[one].is_test for one in made) >= _BASE
