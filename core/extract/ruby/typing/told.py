"""What the bodies of all files tell of types: what methods return, and what instance variables and constants are given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from core.extract.facts import FileFacts
from core.extract.ruby.linking.names import Names

Given = tuple[str, str, bool, tuple[str, ...]]
"""A term, the file that it stands in, whether it is evaluated on a class, and the names of the scopes around it."""


class Told:
    """The terms that files have for methods, instance variables and constants."""

    def __init__(self, files: Sequence[FileFacts], names: Names) -> None:
        self.returns: dict[tuple[str, int], list[str]] = defaultdict(list)  # by path and position of the method
        self.held: dict[tuple[str, str], list[Given]] = defaultdict(list)  # by class and instance variable
        self.constants: dict[str, list[Given]] = defaultdict(list)
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
