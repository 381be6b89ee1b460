"""Which method a call means, where a name tells: no types are guessed, only classes, `self` and Rails' query chains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple

from core.extract.facts import FileFacts, Reference
from core.extract.rails.application.application import Application
from core.languages.active_record import QUERIES, RECORDS
from core.languages.controller_hooks import ASKED_BY_CALL
from core.model import TEST, split_key, unit_key

DELAYS = frozenset({"delay", "delay_if_production"})
"""Steps of a chain after which Delayed Job calls the rest later."""


class Callee(NamedTuple):
    """The key of a method, how surely it is meant, and how that is known (`HOST`, or nothing)."""

    key: str
    certainty: str
    via: str = ""


HOST = "typed:what includes it"
"""How a method is known that a module calls of whatever includes it: the line names no class."""


class Callees:
    """Finds the methods behind the calls of one application.

    `helper` knows the methods that all templates share, `lent` are those of them that controllers lend.
    """

    def __init__(self, app: Application, helper: Callable[[str], str | None], lent: Set[str]) -> None:
        self._app = app
        self.helper = helper
        self._lent = lent
        self._hosts: dict[str, set[str]] | None = None  # the classes that include a module or inherit from a class
        self._written: dict[str, frozenset[str]] = {}  # methods outside of any class, by file

    def forget(self) -> None:
        """Let go of what was kept of a file, which may come again with other methods."""
        self._written = {}

    def on_class(self, owner: str, name: str, chain: Sequence[str]) -> Callee | None:
        """Return what `Owner.chain.name` calls."""
        return self._after(owner, True, chain, name)

    def on_self(self, facts: FileFacts, reference: Reference, lexical: Sequence[str]) -> Callee | None:
        """Return what a call on nothing or on `self` calls, in a method, a class body or a file."""
        chain = reference.metadata.get("chain", ())
        if not lexical:
            return self._in_file(facts, reference.name) if not chain else None
        owner, level = lexical[0], level_of(facts, reference)
        found = self._after(owner, level != "instance", chain, reference.name)
        if found is None and level == "instance" and owner in self._app.bodies.of(owner).extended:
            found = self._after(owner, True, chain, reference.name)  # a function of a module runs on the module
        if found is None and not chain and not reference.receiver and reference.name in ASKED_BY_CALL:
            asked = (self.lookup(owner, name, False) for name in ASKED_BY_CALL[reference.name])
            found = _surely("inferred", next((key for key in asked if key is not None), None))
        if found is None and level == "body" and not chain:
            found = _surely("inferred", self.lookup(owner, reference.name, False))  # a block that runs on the instance
        if found is None and level == "instance" and not chain:
            found = _surely("inferred", self._of_hosts(owner, reference.name), HOST)
        if found is None and not chain and not reference.receiver and self._is_helper(owner):
            found = _surely("inferred", self.helper(reference.name))
        return found

    def _of_hosts(self, module: str, name: str) -> str | None:
        """Return the one method that all classes which include a module have of a name that the module has not."""
        constant = self._app.names.constants.get(module)
        if constant is None or constant.kind != "module" or not self._app.bodies.is_defined(name) or self._is_helper(module):
            return None
        if self._hosts is None:
            self._hosts = defaultdict(set)
            for one in self._app.units():
                for above in self._app.names.ancestors(one.name) if one.kind == "class" and not one.is_test else ():
                    self._hosts[above].add(one.name)
        found = {self._app.instance_method(host, name) for host in self._hosts.get(module, ())}
        return found.pop() if len(found) == 1 else None

    def lookup(self, owner: str, name: str, singleton: bool) -> str | None:
        """Return a method by Ruby's method resolution: the class, what it mixes in, its superclasses."""
        if not singleton:
            return self._app.instance_method(owner, name)
        if not self._app.bodies.is_defined(name) and name not in self._app.scope_names:
            return self._app.run_by_library(owner, name)
        for candidate in [owner, *self._app.names.ancestors(owner)]:
            if (key := self._app.method_key(candidate, name, True)) is not None and self._is_inherited(owner, candidate, name):
                return key
        for candidate in [owner, *self._app.names.superclasses(owner)]:
            for module in self._app.bodies.of(candidate).extended:
                if (key := self._app.instance_method(module, name)) is not None:
                    return key
        return self._app.run_by_library(owner, name)

    def _is_inherited(self, owner: str, candidate: str, name: str) -> bool:
        """Tell whether a class method of an ancestor is one of the class: a module gives only those of `class_methods`."""
        constant = self._app.names.constants.get(candidate)
        if candidate == owner or constant is None or constant.kind == "class":
            return True
        place = self._app.bodies.method(candidate, name, True)
        return place is None or "class_methods" in place.definition.metadata.get("nesting", ())

    def _after(self, owner: str, on_class: bool, chain: Sequence[str], name: str) -> Callee | None:
        """Follow a chain of calls from a class or an instance as long as what it returns is known."""
        is_model = self._is_model(owner)
        for step in chain:
            if step in DELAYS:
                continue
            if step == "class" and not on_class:
                on_class = True
            elif on_class and (step == "new" or (is_model and step in RECORDS)):
                on_class = False
            elif not (on_class and is_model and (step in QUERIES or self._is_scope(owner, step))):
                return None
        found = self.lookup(owner, "initialize" if on_class and name == "new" else name, on_class and name != "new")
        plain = list(chain) in ([], ["new"], ["class"]) and not (
            on_class and found and found == self._app.run_by_library(owner, name)
        )
        return _surely("declared" if plain else "inferred", found)

    def _is_model(self, owner: str) -> bool:
        constant = self._app.names.constants.get(owner)
        return constant is not None and not constant.hollow and self._app.types.of(constant) == "model"

    def _is_scope(self, owner: str, name: str) -> bool:
        return split_key(self.lookup(owner, name, True) or "")[0] == "scope"

    def _is_helper(self, owner: str) -> bool:
        constant = self._app.names.constants.get(owner)
        if constant is None or constant.hollow:
            return False
        lent = constant.kind == "module" and constant.name.endswith("Helper")  # also of a library that lies in the checkout
        return lent or self._app.types.of(constant) == "helper"

    def is_lent(self, key: str, lexical: Sequence[str]) -> bool:
        """Tell whether a method is one of a controller that a helper calls, as the controller lends it to views."""
        return bool(lexical) and self._is_helper(lexical[0]) and key in self._lent

    def _in_file(self, facts: FileFacts, name: str) -> Callee | None:
        if facts.path not in self._written:
            own = (one.name for one in facts.definitions if one.kind == "method" and one.parent < 0)
            self._written = {facts.path: frozenset(own)}  # files come one after the other
        own_names = self._written[facts.path]
        key = unit_key(TEST if facts.is_test else "method", f"{facts.path}#{name}")
        return Callee(key, "declared") if name in own_names else None


def _surely(certainty: str, key: str | None, via: str = "") -> Callee | None:
    return Callee(key, certainty, via) if key is not None else None


def level_of(facts: FileFacts, reference: Reference) -> str:
    """Return where a call runs: on the `instance`, on the `class`, or in the `body` of the class."""
    position = reference.scope
    while position >= 0:
        definition = facts.definitions[position]
        if definition.kind == "method":
            return "class" if definition.metadata.get("singleton") else "instance"
        if definition.kind in ("class", "module"):
            return "body"
        position = definition.parent
    return "body"
