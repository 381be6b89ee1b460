"""Which units a document mentions: the code names in its text, resolved when everything else is linked.

A question in plain words is often answered by prose first, and the prose names the code. Documents do not depend on what
they mention, so these relations count for finding and reading, not for the analyses of dependencies.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from core.extract.facts import FileFacts
from core.extract.repository import Repository
from core.model import TEST, CodeUnit, Relation
from core.vocabulary import COMMON

KIND = "mentions"

_SEPARATORS = re.compile(r"::|#|\.|/")
_NOT_MEANT = frozenset(
    {"file", "folder", "doc_section", "readme", "route", "migration", "table", "package", "crate", "factory", TEST}
)
_MEMBERS = COMMON | {"scope", "impl"}


def mention_relations(units: Sequence[CodeUnit], repository: Repository) -> list[Relation]:
    """Return a relation of kind `mentions` from each section of a document to each unit that a name in it can only mean.

    A name means the unit whose identifier it is or ends; of a plain name that several units have, the only one that is no
    member. What several could be meant by is left out. A path means its file.
    """
    names = _Names(units)
    sources = {(unit.file_path, unit.start_line): unit.key for unit in units if unit.type in ("doc_section", TEST)}
    openings = {unit.file_path: unit.key for unit in sorted(units, key=_reading_order) if unit.type in ("file", "readme")}

    def of_document(facts: FileFacts) -> Iterator[Relation]:
        met: set[tuple[str, str]] = set()
        for reference in facts.references:
            section = facts.definitions[reference.scope] if reference.scope >= 0 else None
            source = sources.get((facts.path, section.start_line)) if section else openings.get(facts.path)
            target = names.meant(reference.name)
            if source and target and (source, target) not in met:
                met.add((source, target))
                yield Relation(source, target, KIND, facts.path, reference.line, "inferred", via="name")

    return repository.guard.gathered("document mentions", repository.of("markdown", "text"), of_document)


def _reading_order(unit: CodeUnit) -> tuple[bool, str]:
    return unit.type == "readme", unit.key


class _Names:
    """The units of a repository by the last part of their names."""

    def __init__(self, units: Iterable[CodeUnit]) -> None:
        self._files: dict[str, str] = {}
        self._by_last: dict[str, list[CodeUnit]] = defaultdict(list)
        self._within: dict[str, dict[str, list[CodeUnit]]] = {}
        self._known: dict[str, str] = {}
        for unit in units:
            if unit.type == "file":
                self._files[unit.file_path] = unit.key
            elif not unit.is_test and unit.type not in _NOT_MEANT:
                for last in _parts(unit.name or unit.identifier)[-1:]:
                    self._by_last[last].append(unit)

    def meant(self, name: str) -> str:
        """Return the key of the one unit that a name can only mean, else an empty text."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> str:
        if "/" in name:
            return self._files.get(name.removeprefix("./"), "")
        parts = _parts(name)
        candidates = self._by_last.get(parts[-1], []) if parts else []
        if len(parts) == 1:
            return _only([unit for unit in candidates if unit.type not in _MEMBERS] or candidates)
        candidates = self._with(parts[-1], candidates).get(parts[0], [])
        ending = [unit for unit in candidates if _parts(unit.identifier)[-len(parts) :] == parts]
        exact = [unit for unit in ending if unit.identifier == name]
        return _only(exact or ending or [unit for unit in candidates if _within(parts, _parts(unit.identifier))])

    def _with(self, last: str, candidates: Iterable[CodeUnit]) -> dict[str, list[CodeUnit]]:
        """Return the units of one last name by every part of their identifiers."""
        if last not in self._within:
            found: dict[str, list[CodeUnit]] = defaultdict(list)
            for unit in candidates:
                for part in dict.fromkeys(_parts(unit.identifier)):
                    found[part].append(unit)
            self._within[last] = found
        return self._within[last]


def _only(units: Sequence[CodeUnit]) -> str:
    return units[0].key if len(units) == 1 else ""


def _parts(name: str) -> list[str]:
    return [part for part in _SEPARATORS.split(name) if part]


def _within(parts: Sequence[str], all_parts: Sequence[str]) -> bool:
    """Tell whether the parts occur in this order, as in the short path by which a library exports what lies deeper."""
    rest = iter(all_parts)
    return all(part in rest for part in parts)
