"""Which units a document mentions: the code names in its text, resolved when everything else is linked.

A question in plain words is often answered by prose first, and the prose names the code. Documents do not depend on what
they mention, so these relations count for finding and reading, not for the analyses of dependencies.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.extract.facts import FileFacts, Reference
from core.extract.mentions import CALLED, IN_PATH
from core.extract.repository import Repository
from core.model import TEST, CodeUnit, Relation, split_key
from core.model.paths import is_outside
from core.vocabulary import COMMON, is_member

KIND = "mentions"

_SEPARATORS = re.compile(r"::|#|\.|/")
_NOT_MEANT = frozenset(
    {"file", "folder", "doc_section", "readme", "route", "migration", "table", "package", "crate", "factory", TEST}
)
_WORD = re.compile(r"[^\W\d_A-Z]+")  # as ordinary words are written
_CAPITAL = re.compile(r"[A-Z][a-z]+")  # as `Order`, and as words at the start of a sentence
_MEMBERS = COMMON | {"scope", "impl"}


def mention_relations(units: Sequence[CodeUnit], repository: Repository) -> list[Relation]:
    """Return a relation of kind `mentions` from each section of a document to each unit that a name in it can only mean.

    A name means the unit whose identifier it is or ends; of a plain name that several units have, the only one that is no
    member. What several could be meant by is left out. A path means its file. In documents outside of the checkout, which
    speak of other things too, a name must say more (see `_telling`).
    """
    names = _Names(units)
    by_key = {unit.key: unit for unit in units}
    sources = {(unit.file_path, unit.start_line): unit.key for unit in units if unit.type in ("doc_section", TEST)}
    openings = {unit.file_path: unit.key for unit in sorted(units, key=_reading_order) if unit.type in ("file", "readme")}

    def of_document(facts: FileFacts) -> Iterator[Relation]:
        met: set[tuple[str, str]] = set()
        for reference in _telling(facts, names, by_key) if is_outside(facts.path) else facts.references:
            section = facts.definitions[reference.scope] if reference.scope >= 0 else None
            source = sources.get((facts.path, section.start_line)) if section else openings.get(facts.path)
            target = names.meant(reference.name)
            if source and target and (source, target) not in met:
                met.add((source, target))
                yield Relation(source, target, KIND, facts.path, reference.line, "inferred", via="name")

    return repository.guard.gathered("document mentions", repository.of("markdown", "text"), of_document)


def _telling(facts: FileFacts, names: _Names, by_key: Mapping[str, CodeUnit]) -> Sequence[Reference]:
    """Return the names of a document from elsewhere that mean code; a capital alone does where another name surely does."""
    known = [one for one in facts.references if (key := names.meant(one.name)) and _says_enough(one, by_key[key])]
    sure = any(_CAPITAL.fullmatch(one.name) is None for one in known)
    return [one for one in known if sure or _CAPITAL.fullmatch(one.name) is None]


def _says_enough(reference: Reference, unit: CodeUnit) -> bool:
    """Tell whether a name in a document from elsewhere means the only unit that has it.

    An ordinary word or a part of a path does not, and neither does the plain name of a member, which is that of a field, a
    parameter or a column as well, unless it is written as a call. A longer name of a member has to name what it is in.
    """
    parts = _parts(reference.name)
    if reference.receiver == IN_PATH:
        return False
    if "/" in reference.name or (reference.receiver == CALLED and len(parts) == 1):
        return True
    member = is_member(unit.type, split_key(unit.parent)[0] if unit.parent else "")
    if len(parts) == 1:
        return not member and _WORD.fullmatch(reference.name) is None
    return not member or _parts(unit.identifier)[-2:] == parts[-2:]


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
