"""The structural overview: what the repository consists of, in as many lines as fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.open_index import OpenIndex, per_index
from core.open_index.central import central_units
from core.vocabulary import BY_PATH

_UNCOUNTED = BY_PATH | {"method", "function", "test", "doc_section", "attribute", "association", "constant"}
_TYPES = 12
_CENTRAL = 12
_KEY = 8
_SERVICES = frozenset({"service", "job", "mailer"})
_FRAMEWORKS = ("ruby", "rails", "django", "fastapi", "flask", "tokio")


def overview(index: OpenIndex, limit: int, count: Callable[[str], int]) -> str:
    """Return the overview in at most `limit` tokens, whole lines only, empty when not even the first line fits."""
    text = ""
    for line in _lines(index):
        longer = f"{text}\n{line}" if text else line
        if count(longer) > limit:
            break
        text = longer
    return text


@per_index
def _lines(index: OpenIndex) -> list[str]:
    manifest = index.manifest
    kinds = Counter(head.type for head in index.heads if head.type not in _UNCOUNTED and not head.is_test)
    most = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(_TYPES))
    named = [
        ("Versions", _versions(index)),
        ("Key models", _named(index, frozenset({"model"}), _KEY)),
        ("Services", _named(index, _SERVICES, _KEY)),
        ("Most central", _named(index, frozenset(kinds) - {"model"} - _SERVICES, _CENTRAL)),
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


def _named(index: OpenIndex, types: frozenset[str], limit: int) -> list[str]:
    return [index.heads[number].identifier for number in central_units(index, types, limit)]
