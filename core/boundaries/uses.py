"""What code of one repository means by names of a package that another repository of the set is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set

from core.model import Relation, UnitHead, in_set, split_key
from core.model.boundary import UsedName
from core.vocabulary import NOT_CODE

_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ENDS = re.compile(r"::|\.|#")
_MEMBERS = frozenset({"method", "function", "scope"})


class PackageNames:
    """The units of a package, tests apart, by what code elsewhere calls them, with the keys that they have in a set."""

    def __init__(self, heads: Iterable[UnitHead], repository: str) -> None:
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_last: dict[str, list[str]] = defaultdict(list)
        self._methods: dict[tuple[str, str], list[str]] = defaultdict(list)
        for head in heads:
            if head.is_test or head.type in NOT_CODE:
                continue
            key = in_set(head.key, repository)
            self._by_name[head.identifier].append(key)
            self._by_last[head.name].append(key)
            if head.type in _MEMBERS:
                owner = _last(split_key(head.parent)[1])
                self._methods[_snake(owner), head.name].append(key)

    @property
    def marks(self) -> frozenset[str]:
        """Words of which a file of Ruby has one that uses the package: its outermost constants, and what holds its clients."""
        tops = {name.partition("::")[0] for name in self._by_name if name[:1].isupper()}
        return frozenset({_ENDS.split(name)[0] for name in tops} | {owner for owner, _ in self._methods if "_" in owner})

    @property
    def modules(self) -> frozenset[str]:
        """The outermost modules of a package of Python."""
        return frozenset(name.partition(".")[0] for name in self._by_name if "." in name)

    def constant(self, name: str) -> str:
        """Return the unit that a constant means, or the longest part of it that is one; empty for none."""
        parts = name.split("::")
        for end in range(len(parts), 0, -1):
            if len(found := self._by_name.get("::".join(parts[:end]), [])) == 1:
                return found[0]
        return ""

    def method(self, receiver: str, name: str) -> str:
        """Return the method that a call means on a constant or on what is called like a class: `publishing_api.get`."""
        found = self._by_name.get(f"{receiver}.{name}", [])
        if not found and "_" in receiver:  # one word, such as `response`, is called so for many reasons
            found = self._methods.get((receiver.lower(), name), [])
        return found[0] if len(found) == 1 else ""

    def imported(self, module: str, name: str) -> str:
        """Return what an import brings: a name of a dotted module, else the only unit of the name; empty for none."""
        for identifier in (f"{module}.{name}" if name else module, f"{module}:{name}"):
            if len(found := self._by_name.get(identifier, [])) == 1:
                return found[0]
        found = self._by_last.get(name, []) if name else []
        return found[0] if len(found) == 1 else ""


def _snake(name: str) -> str:
    return _SNAKE.sub("_", name).lower()


def _last(identifier: str) -> str:
    return _ENDS.split(identifier)[-1]


def use_relations(used: Sequence[UsedName], names: PackageNames, package: str, own: Set[str]) -> list[Relation]:
    """Return what uses of names mean among those of a package; `own` are the names of the using side, whole and last parts."""
    found: dict[tuple[str, str, str, str, int], Relation] = {}
    for one in used:
        if not one.package and not one.member and one.name in own:
            continue
        for relation in _meant(one, names, package):
            found.setdefault((relation.source, relation.target, relation.kind, relation.file_path, relation.line), relation)
    return list(found.values())


def _meant(one: UsedName, names: PackageNames, package: str) -> Iterable[Relation]:
    where = (one.file_path, one.line)
    if one.package:
        target = names.imported(one.package, one.name)
        yield Relation(
            one.unit, target or package, "imports", *where, "declared" if target else "inferred", "boundary", one.package
        )
    elif one.member:
        if target := names.method(one.name, one.member):
            sure = one.name[:1].isupper()
            via = "" if sure else f"named:{one.name}"
            yield Relation(one.unit, target, "calls", *where, "declared" if sure else "inferred", "boundary", via)
    elif target := names.constant(one.name):
        yield Relation(one.unit, target, "references", *where, "declared", "boundary")
