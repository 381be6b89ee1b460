"""What Ruby's values are here: Python's own for plain ones, and small types for those that only Ruby has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node
from core.extract.ruby.words.inflect import Inflections

_MAX_TEXT = 100_000  # letters of code that is kept as it is written

Value = object
"""What a name or an expression may stand for: a plain value of Python, one of the kinds below, or what a program hands out."""

Options = dict[Value, Value]
"""A hash of Ruby, as the options of a call."""


class Symbol(str):
    """A Ruby symbol; equal to the string of the same letters, as Rails' declarations treat it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Code:
    """Ruby that was not evaluated, as it is written."""

    source: str


def code(node: Node) -> Code:
    """Return a node as it is written, at most as much of it as a value may hold."""
    return Code(text_of(node)[:_MAX_TEXT])


@dataclass(frozen=True, slots=True)
class Const:
    """The name of a constant, as it is written."""

    name: str


@dataclass(frozen=True, slots=True)
class Regex:
    """A regular expression, with its slashes."""

    source: str


@dataclass(frozen=True)
class Block:
    """Statements to run later, with the variables around them: a block, lambda or method."""

    node: Node
    frame: Frame


def _no_constant(_name: str) -> Value:
    return None


@dataclass(frozen=True)
class Frame:
    """What a name means at one place: local variables, constants elsewhere, the file, the conditions and guards around it.

    `condition` is undecided Ruby that runs at boot; `guards` are the heads of blocks that decide per request.
    """

    path: str
    variables: dict[str, Value] = field(default_factory=dict)
    inflections: Inflections = field(default_factory=Inflections)
    constant: Callable[[str], Value] = _no_constant
    condition: str = ""
    unrolled: bool = False
    guards: tuple[str, ...] = ()

    def bind(self, values: Mapping[str, Value]) -> Frame:
        """Return a frame with these local variables added."""
        return replace(self, variables={**self.variables, **values})

    def under(self, condition: str) -> Frame:
        """Return the frame inside a condition that was not decided."""
        return replace(self, condition=f"{self.condition} && {condition}" if self.condition else condition)


def plain(value: Value) -> Value:
    """Return a value as JSON has it: symbols and regular expressions as text, code and constants as they are written."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {plain(key) if isinstance(key, (str, Const, Code)) else str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Block):
        return (value.node.text or b"").decode(errors="replace")
    return value.name if isinstance(value, Const) else value.source if isinstance(value, (Code, Regex)) else value


def is_known(value: Value) -> bool:
    """Tell whether a value, and everything in it, could be evaluated."""
    if isinstance(value, list):
        return all(is_known(part) for part in value)
    if isinstance(value, dict):
        return all(is_known(part) for part in value.values())
    return not isinstance(value, Code)
