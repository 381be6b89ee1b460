"""Where in a file the reader stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.extract.ruby.reading.values import Value

BODY = "body"
"""Directly in a class, a module or the file: calls declare."""

MACRO = "macro"
"""In a class-level method: calls may declare for the class that calls the method."""

CODE = "code"
"""In a method or in a block that runs later: calls are calls."""


_LONGEST_CONDITION = 200  # letters: facts carry evidence, the source has the rest


@dataclass(frozen=True, slots=True)
class Enclosing:
    """The enclosing definition, the blocks between it and here, and what is known of the names in them.

    `selves` are local names that stand for the class (`base`, the parameter of `with_options`); `quiet` is set in every
    turn of an unrolled loop but the first, so that a reference is not counted twice. `condition` is what must hold for the
    statements here to run when a class is loaded. `branch` is the innermost branch around (see
    `core.extract.ruby.reading.steps`), `before` the byte that what is here is evaluated ahead of, -1 for none. `narrowed` are
    the terms of names of which a condition around tells the class.
    """

    scope: int = -1
    nesting: tuple[str, ...] = ()
    mode: str = BODY
    singleton: bool = False
    known: dict[str, Value] = field(default_factory=dict)
    options: dict[str, Value] = field(default_factory=dict)
    selves: frozenset[str] = frozenset()
    quiet: bool = False
    condition: str = ""
    branch: int = -1
    before: int = -1
    narrowed: Mapping[str, str] = field(default_factory=dict)

    @property
    def takes_hooks(self) -> bool:
        """Whether `before` and `after` declare something: in an event of a state machine, in the body of a class."""
        return "event" in self.nesting or (self.scope >= 0 and (self.mode == BODY or "class_eval" in self.nesting))

    def inside(self, scope: int, mode: str = BODY) -> Enclosing:
        """Return the context of a definition's body."""
        return Enclosing(scope, (), mode, known=self.known, quiet=self.quiet)

    def nested(self, block: str) -> Enclosing:
        """Return the context of a block that is read like a class body."""
        return replace(self, nesting=(*self.nesting, block))

    def under(self, condition: str) -> Enclosing:
        """Return the context of what runs only under one more condition."""
        written = " ".join(f"{self.condition} && {condition}".removeprefix(" && ").split())
        return replace(self, condition=written[:_LONGEST_CONDITION])

    def running(self) -> Enclosing:
        """Return the context of code that runs later."""
        return self if self.mode == CODE else replace(self, mode=CODE)
