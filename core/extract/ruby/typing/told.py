"""What the bodies of all files tell of types: what methods return, and what instance variables and constants are given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.extract.facts import FileFacts
from core.extract.ruby.linking.names import Names
from core.extract.ruby.reading.rbs import PART

Given = tuple[str, str, bool, tuple[str, ...]]
"""A term, the file that it stands in, whether it is evaluated on a class, and the names of the scopes around it."""


class Told:
    """The terms that files have for methods, instance variables and constants."""

    def __init__(self, files: Sequence[FileFacts], names: Names, signed: Sequence[FileFacts] = ()) -> None:
        self.returns: dict[tuple[str, int], list[str]] = defaultdict(list)  # by path and position of the method
        self.held: dict[tuple[str, str], list[Given]] = defaultdict(list)  # by class and instance variable
        self.constants: dict[str, list[Given]] = defaultdict(list)
        self.signed: dict[tuple[str, str, str], list[str]] = defaultdict(list)  # by class, `#` or `.`, and name
        self.taken: dict[tuple[str, str, str], Mapping[str, str]] = {}  # parameters, by the same
        for facts in signed:
            self._sign(facts)
        for facts in files:
            for one in () if facts.is_test else facts.references:
                if one.kind == "return":
                    self.returns[facts.path, one.scope].append(one.receiver)
                elif one.kind == "assign":
                    scopes = tuple(names.scopes(facts.path, facts.definitions, one.scope))
                    given = (one.receiver, facts.path, on_class(facts, one.scope), scopes)
                    if one.name[:1] != "@":
                        self.constants[one.name].append(given)
                    elif scopes:
                        self.held[scopes[0], one.name].append(given)

    def _sign(self, facts: FileFacts) -> None:
        """Take what a file of RBS says."""
        for row in facts.extra.get(PART, ()):
            owner, level, name, term = row["class"], row["level"], row["name"], row["gives"]
            if level == "@" and term:
                self.held[owner, name].append((term, facts.path, False, outwards(owner)))
            elif term:
                self.signed[owner, level, name].append(term)
            if row["takes"]:
                self.taken.setdefault((owner, level, name), row["takes"])


def outwards(name: str) -> tuple[str, ...]:
    """Return the names of a class and of all around it, innermost first."""
    parts = name.split("::")
    return tuple("::".join(parts[:count]) for count in range(len(parts), 0, -1))


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
