"""Keep only chosen kinds of units of what was extracted: the names are those of the setting `extract.extractors`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.errors import SettingsError, did_you_mean
from core.model import CodeUnit, Extraction
from core.vocabulary import UNIT_TYPES

EXTRACTORS = {
    "models": {"model", "concern", "table", "database_table", "database_view"},
    "controllers": {"controller", "route"},
    "services": {"service"},
    "jobs": {"job", "scheduled_job"},
    "mailers": {"mailer"},
    "components": {"component", "view_component"},
    "graphql": {"graphql_type", "graphql_mutation", "graphql_resolver", "graphql_query"},
}
"""The types of units by the name of what extracts them; a type by itself (`policy`, `policies`) is a name as well."""


def only_chosen(extraction: Extraction, names: Sequence[str]) -> Extraction:
    """Return the units of the named kinds with their members and what they lie in, and the relations among them.

    Every file is read all the same: what a unit is and whom it uses is told by all of them. Raises `SettingsError` for a
    name that is no kind of unit.
    """
    if not names:
        return extraction
    types = _types(names, extraction.units)
    by_key = {unit.key: unit for unit in extraction.units}
    kept: dict[str, bool] = {}
    for unit in extraction.units:
        kept[unit.key] = any(one.type in types for one in _up(unit, by_key))
    for unit in [by_key[key] for key, keep in kept.items() if keep]:
        kept.update((one.key, True) for one in _up(unit, by_key))
    return replace(
        extraction,
        units=tuple(unit for unit in extraction.units if kept[unit.key]),
        relations=tuple(one for one in extraction.relations if kept.get(one.source, False) and kept.get(one.target, False)),
        history=tuple(row for row in extraction.history if kept.get(row.unit_key, False)),
    )


def _types(names: Sequence[str], units: Iterable[CodeUnit]) -> set[str]:
    known = {*UNIT_TYPES, *(unit.type for unit in units)}
    plural = {_plural(type_): type_ for type_ in known} | {type_: type_ for type_ in known}
    types: set[str] = set()
    for name in names:
        if name not in EXTRACTORS and name not in plural:
            hint = did_you_mean(name, [*EXTRACTORS, *plural], f"Choose from: {_known()}.")
            raise SettingsError(f"No unit kind '{name}' (extract.extractors). {hint}")
        types |= EXTRACTORS.get(name) or {plural[name]}
    return types


def _plural(type_: str) -> str:
    return f"{type_[:-1]}ies" if type_.endswith("y") else f"{type_}s"


def _known() -> str:
    return f"{', '.join(EXTRACTORS)}, and every type of unit"


def _up(unit: CodeUnit, by_key: dict[str, CodeUnit]) -> Iterable[CodeUnit]:
    """Yield a unit and what it lies in, one after the other."""
    seen = set()
    here: CodeUnit | None = unit
    while here is not None and here.key not in seen:
        yield here
        seen.add(here.key)
        here = by_key.get(here.parent)
