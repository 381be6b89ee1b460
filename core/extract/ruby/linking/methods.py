"""The methods that the classes and modules of an application define, and what is declared for them from outside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set

from core.extract.facts import Declaration, FileFacts
from core.extract.ruby.linking.constants import Constant, DefinitionPlace
from core.extract.ruby.linking.editions import EDITIONS
from core.extract.ruby.linking.names import Names
from core.extract.ruby.reading.vocabulary import ASSOCIATIONS, DECLARING, EVENT_METHODS, FILTERS, MODEL_CALLBACKS

FROM_OUTSIDE = frozenset({"include", "prepend", "extend"}) | ASSOCIATIONS | MODEL_CALLBACKS | FILTERS
"""What is declared for a class where it is written with the class in front of it: `Group.has_many :notes`."""


def is_constant(receiver: str) -> bool:
    """Tell whether what stands before a call is a constant, also one from the root: `::Account`."""
    return receiver.removeprefix("::")[:1].isupper()


class DefinedMethods:
    """Methods by owner and name, macros by name."""

    def __init__(self, files: Sequence[FileFacts], names: Names) -> None:
        self.names = names
        self._methods: dict[tuple[str, str, bool], DefinitionPlace] = {}  # (owner, name, class-level)
        self._names_of: dict[str, list[str]] = defaultdict(list)
        self._by_name: dict[str, list[tuple[str, DefinitionPlace]]] = defaultdict(list)
        self._aliases: dict[tuple[str, str, bool], str] = {}  # other names of methods, by owner, name and level
        self._elsewhere: dict[str, list[tuple[Declaration, DefinitionPlace]]] = defaultdict(list)
        self._concerns: dict[str, bool] = {}
        self._owners: dict[str, set[str]] = {}  # of instance methods, by their names; made when it is first asked for
        for facts in files:
            self._index(facts)
        self._defined = {name for _, name, _ in self._methods}
        self._only: dict[str, tuple[str, bool] | None] = {}  # owner and level of what is alone with its name
        for (owner, name, singleton), place in self._methods.items():
            if not place.facts.is_test:
                self._only[name] = None if name in self._only else (owner, singleton)

    def is_defined(self, name: str) -> bool:
        """Tell whether any class or module defines a method of this name: most names in code are those of libraries."""
        return name in self._defined

    def only(self, name: str) -> tuple[str, bool] | None:
        """Return the owner of the only method of this name outside tests, and whether it is one of the class itself."""
        return self._only.get(name)

    def method(self, owner: str, name: str, singleton: bool) -> DefinitionPlace | None:
        """Return where a method is defined on exactly this owner."""
        return self._methods.get((owner, name, singleton))

    def name_again(self, owner: str, alias: str, name: str, singleton: bool) -> None:
        """Know that a class or module answers a method by another name too, where it defines none of that name."""
        if alias == name or (owner, alias, singleton) in self._methods:
            return
        self._aliases.setdefault((owner, alias, singleton), name)
        self._defined.add(alias)
        self._only[alias] = None if alias in self._only else (owner, singleton)

    def original(self, owner: str, name: str, singleton: bool) -> str:
        """Return the name of the method that exactly this owner answers by an alias; empty where it is none."""
        seen: set[str] = set()
        while (owner, name, singleton) in self._aliases and name not in seen:
            seen.add(name)
            name = self._aliases[owner, name, singleton]
        return name if seen and name not in seen else ""

    def owners_of(self, name: str) -> Set[str]:
        """Return the classes and modules that answer an instance method of this name, their own or an alias."""
        if not self._owners:
            for owner, method, singleton in (*self._methods, *self._aliases):
                if not singleton:
                    self._owners.setdefault(method, set()).add(owner)
        return self._owners.get(name, frozenset())

    def is_concern(self, module: Constant) -> bool:
        """Tell whether a module is one of Rails' concerns, which hundreds of modules may ask of the same one."""
        if module.name not in self._concerns:
            self._concerns[module.name] = any(
                declared.name == "extend" and {"const": "ActiveSupport::Concern"} in declared.arguments
                for place in module.places
                for declared in self.declarations_of(place)
            )
        return self._concerns[module.name]

    def instance_methods(self, owner: str) -> list[str]:
        """Return the names of the instance methods that exactly this owner defines."""
        return self._names_of.get(owner, [])

    def is_ambiguous(self, name: str) -> bool:
        """Tell whether several methods of the application that declare something have this name."""
        return len(self._by_name.get(name, ())) > 1

    def written_elsewhere(self, name: str) -> list[tuple[Declaration, DefinitionPlace]]:
        """Return `Name.include X` and the like, written outside of the class."""
        return self._elsewhere.get(name, [])

    def declarations_of(self, place: DefinitionPlace) -> list[Declaration]:
        """Return the declarations directly in a definition."""
        return self.names.declared.get((place.path, place.position), [])

    def _index(self, facts: FileFacts) -> None:
        for position, definition in enumerate(facts.definitions):
            if definition.kind == "method" and definition.parent >= 0:
                place = DefinitionPlace(facts, position)
                owner = self.names.full.get((facts.path, definition.parent), "")
                singleton = bool(definition.metadata.get("singleton"))
                known = self.names.written(owner)
                if facts.is_test and known is not None and not known.is_test:
                    continue  # a test that reopens a class of the application does not define its methods
                if self._methods.setdefault((owner, definition.name, singleton), place) is place and not singleton:
                    self._names_of[owner].append(definition.name)
                if definition.name not in EVENT_METHODS and self._is_macro(place):
                    self._by_name[definition.name].append((owner, place))
        for declared in facts.declarations:
            if is_constant(declared.receiver) and (declared.name in FROM_OUTSIDE or declared.name in EDITIONS):
                scope = declared.scope
                target = self.names.resolve(declared.receiver, self.names.scopes(facts.path, facts.definitions, scope))
                if target is not None and (target.is_test or not facts.is_test):
                    self._elsewhere[target.name].append((declared, DefinitionPlace(facts, scope)))

    def _is_macro(self, place: DefinitionPlace) -> bool:
        return not place.facts.is_test and any(
            declared.name in DECLARING and not declared.receiver for declared in self.declarations_of(place)
        )
