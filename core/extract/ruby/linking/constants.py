"""One constant of an application, and the places that define it."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.extract.facts import Definition, FileFacts


@dataclass(frozen=True, slots=True)
class DefinitionPlace:
    """One definition: the file and the position in it."""

    facts: FileFacts
    position: int

    @property
    def definition(self) -> Definition:
        """The definition itself."""
        return self.facts.definitions[self.position]

    @property
    def path(self) -> str:
        """The file's path."""
        return self.facts.path


@dataclass(slots=True)
class Constant:
    """A class, module or value constant with every place that defines it, its owner first."""

    name: str
    kind: str
    places: list[DefinitionPlace]
    is_test: bool = False
    hollow: bool = False  # holds nothing but other constants: a namespace, not something to depend on
    superclass: str = ""
    mixins: list[str] = field(default_factory=list)

    @property
    def owner(self) -> DefinitionPlace:
        """The place that owns the constant."""
        return self.places[0]


def outwards(name: str) -> tuple[str, ...]:
    """Return the names of a class and of all around it, innermost first."""
    parts = name.split("::")
    return tuple("::".join(parts[:count]) for count in range(len(parts), 0, -1))
