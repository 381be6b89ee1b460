"""Sources of types in all files: what methods return, and what is assigned to instance variables and constants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.extract.facts import FileFacts, Reference
from core.extract.ruby.linking.constants import outwards
from core.extract.ruby.linking.names import Names
from core.extract.ruby.reading.passing import PASS
from core.extract.ruby.reading.rbs import PART


class GivenArguments(NamedTuple):
    """A term, the file that it stands in, whether it is evaluated on a class, the names of the scopes around it, the method.

    The method is `#` (on an instance) or `.` (on the class), and its name.
    """

    term: str
    path: str
    on_class: bool
    scopes: tuple[str, ...]
    method: tuple[str, str] = ("", "")


class PassedArguments(NamedTuple):
    """What a call gives a method: a term, and the position or keyword that it is given as."""

    at: str
    given: GivenArguments


class Told:
    """The terms that files have for methods, instance variables and constants."""

    def __init__(self, files: Sequence[FileFacts], names: Names, signed: Sequence[FileFacts] = ()) -> None:
        self.returns: dict[tuple[str, int], list[str]] = defaultdict(list)  # by path and position of the method
        self.held: dict[tuple[str, str], list[GivenArguments]] = defaultdict(list)  # by class and instance variable
        self.constants: dict[str, list[GivenArguments]] = defaultdict(list)
        self.signed: dict[tuple[str, str, str], list[str]] = defaultdict(list)  # by class, `#` or `.`, and name
        self.taken: dict[tuple[str, str, str], Mapping[str, str]] = {}  # parameters, by the same
        self.passed: dict[tuple[str, str, str], list[PassedArguments]] = defaultdict(
            list
        )  # what calls give methods, by the same
        for facts in signed:
            self._sign(facts)
        for facts in files:
            for one in () if facts.is_test else facts.references:
                if one.kind == PASS:
                    self._pass(facts, one, names)
                elif one.kind == "return":
                    self.returns[facts.path, one.scope].append(one.receiver)
                elif one.kind == "assign":
                    scopes = tuple(names.scopes(facts.path, facts.definitions, one.scope))
                    level = on_class(facts, one.scope)
                    given = GivenArguments(one.receiver, facts.path, level, scopes, method_at(facts, one.scope))
                    if one.name[:1] != "@":
                        self.constants[one.name].append(given)
                    elif scopes:
                        self.held[scopes[0], one.name].append(given)

    def _pass(self, facts: FileFacts, one: Reference, names: Names) -> None:
        """Take what a call on a class of the application gives a method."""
        scopes = tuple(names.scopes(facts.path, facts.definitions, one.scope))
        owner = names.resolve(one.receiver, scopes) if one.receiver else names.constants.get(scopes[0]) if scopes else None
        if owner is not None and owner.kind in ("class", "module"):
            term, at, level = (str(one.metadata[name]) for name in ("term", "at", "level"))
            given = GivenArguments(term, facts.path, on_class(facts, one.scope), scopes, method_at(facts, one.scope))
            self.passed[owner.name, level, one.name].append(PassedArguments(at, given))

    def _sign(self, facts: FileFacts) -> None:
        """Take what a file of RBS says."""
        for row in facts.extra.get(PART, ()):
            owner, level, name, term = row["class"], row["level"], row["name"], row["gives"]
            if level == "@" and term:
                self.held[owner, name].append(GivenArguments(term, facts.path, False, outwards(owner)))
            elif term:
                self.signed[owner, level, name].append(term)
            if row["takes"]:
                self.taken.setdefault((owner, level, name), row["takes"])


def method_at(facts: FileFacts, position: int) -> tuple[str, str]:
    """Return the method that a definition is, as `#` or `.` and its name; empty texts for none."""
    definition = facts.definitions[position] if position >= 0 else None
    if definition is None or definition.kind != "method":
        return "", ""
    return "." if on_class(facts, position) else "#", definition.name


def on_class(facts: FileFacts, position: int) -> bool:
    """Tell whether what stands in a definition runs on a class, not on an instance of it."""
    while position >= 0:
        definition = facts.definitions[position]
        if definition.kind == "method":
            return bool(definition.metadata.get("singleton"))
        if definition.kind in ("class", "module"):
            return True
        position = definition.parent
    return False
