"""The declarations of a class body after Ruby has run it, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.extract.ruby.reading.values import Value


@dataclass(frozen=True, slots=True)
class Statement:
    """A declaration as it holds for one class: arguments filled in, where it is written, how it came here."""

    name: str
    arguments: tuple[Value, ...]
    options: Mapping[str, Value]
    path: str
    line: int
    end_line: int
    via: str = ""
    nesting: tuple[str, ...] = ()
    scope: str = ""  # full name of the module or class in whose text it stands
    condition: str = ""  # what must hold when the class is loaded

    @property
    def certainty(self) -> str:
        """How surely the class has it: written out, made by a macro or module, or only if a condition holds at boot."""
        return "inferred" if self.condition else "expanded" if self.via else "declared"


@dataclass(slots=True)
class ClassBody:
    """All statements of one class, the modules mixed in with their evidence, and the modules extended.

    `answered` are calls of the application's own macros, each with the owner of the macro and whether it is a class method.
    """

    statements: list[Statement] = field(default_factory=list)
    mixed: dict[str, Statement] = field(default_factory=dict)
    extended: dict[str, Statement] = field(default_factory=dict)
    macros: dict[str, int] = field(default_factory=dict)
    answered: list[tuple[Statement, str, bool]] = field(default_factory=list)
    unanswered: list[Statement] = field(default_factory=list)  # calls that no method of the application explains

    def add(self, statement: Statement) -> None:
        """Add what Ruby runs next."""
        self.statements.append(statement)
