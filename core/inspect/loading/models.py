"""The models of an index as loading sees them: associations, scopes and class methods by name, and who holds what."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from core.extract.ruby.words.inflect import Inflections
from core.inspect.usage.inheritance import inheritance_of
from core.model import CodeUnit, UnitHead, unit_key
from core.open_index import OpenIndex

_MANY = ("has_many", "has_and_belongs_to_many")


class Held(NamedTuple):
    """An association: the model that it leads to, whether to many, whether its counter is kept, its key, its declaration."""

    target: str
    many: bool
    polymorphic: bool
    counted: bool
    key: str
    file_path: str
    line: int


class Models:
    """The models of an index by identifier."""

    def __init__(self, index: OpenIndex) -> None:
        self._index = index
        self._inheritance = inheritance_of(index)
        self._inflections = Inflections()
        self.associations: dict[str, dict[str, Held]] = {}
        self._short: dict[str, list[str]] = defaultdict(list)
        self._code: dict[str, str] = {}
        heads = [head for head in index.heads if head.type == "model" and not head.is_test]
        for unit in index.catalog.units([head.key for head in heads]):
            self._short[unit.identifier.rpartition("::")[2]].append(unit.identifier)
            self.associations[unit.identifier] = _associations(unit)
        counters = {
            (held.target, owner)
            for owner, found in self.associations.items()
            for held in found.values()
            if held.counted and not held.many
        }
        for owner, found in self.associations.items():
            for name, held in found.items():
                if held.many:
                    found[name] = held._replace(counted=(owner, held.target) in counters)
        self.names = frozenset(name for found in self.associations.values() for name in found)

    def named(self, written: str, within: str = "") -> str:
        """Return the model that a constant means in a class; empty for none, and where several have the name."""
        name = written.removeprefix("::")
        spaces = within.split("::") if within else []
        for count in range(len(spaces), -1, -1):
            if (full := "::".join([*spaces[:count], name])) in self.associations:
                return full
        found = self._short.get(name.rpartition("::")[2], []) if "::" not in name else []
        return found[0] if len(found) == 1 and not spaces else ""

    def association(self, model: str, name: str) -> Held | None:
        """Return an association of a model, its superclasses included."""
        for owner in (model, *self._above(model)):
            if held := self.associations.get(owner, {}).get(name):
                return held
        return None

    def is_back(self, owner: str, by: str, model: str, name: str) -> bool:
        """Tell whether an association of a model leads back to the record whose association `by` holds it, by its key."""
        there, back = self.association(owner, by), self.association(model, name)
        if there is None or back is None or back.many:
            return False
        own = there.key or f"{self._inflections.underscore(owner.rpartition('::')[2])}_id"
        return back.target == owner and (back.key == own or not by)

    def body(self, model: str, name: str) -> UnitHead | None:
        """Return the scope or class method of a model by its name."""
        for owner in (model, *self._above(model)):
            for type_ in ("scope", "method"):
                if head := self._index.by_key.get(unit_key(type_, f"{owner}.{name}")):
                    return head
        return None

    def code(self, head: UnitHead) -> str:
        """Return the text of a unit."""
        if head.key not in self._code:
            self._code[head.key] = self._index.catalog.units([head.key])[0].source_code
        return self._code[head.key]

    def singular(self, word: str) -> str:
        """Return the singular of a word."""
        return self._inflections.singularize(word)

    def called(self, word: str) -> str:
        """Return the model whose name in snake case is the singular of a word."""
        return self.named(self._inflections.camelize(self.singular(word)))

    def _above(self, model: str) -> list[str]:
        key = unit_key("model", model)
        return [self._index.by_key[one].identifier for one in self._inheritance.over(key)] if key in self._index.by_key else []


def _associations(unit: CodeUnit) -> dict[str, Held]:
    return {
        str(one["name"]): Held(
            str(one.get("target") or ""),
            one.get("macro") in _MANY,
            bool(one.get("polymorphic")),
            bool((one.get("options") or {}).get("counter_cache")),
            str(one.get("foreign_key") or ("" if one.get("macro") in _MANY else f"{one['name']}_id")),
            str(one["file_path"]),
            int(one["line"]),
        )
        for one in unit.metadata.get("associations", ())
    }
