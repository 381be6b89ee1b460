"""Ruby's literals without anything inside of them: numbers, escapes, and code as it is written."""

from __future__ import annotations

from core.extract.ruby.evaluate.kinds import Code, Value
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

_MAX_TEXT = 100_000
_MAX_DIGITS = 40


_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\s": " ", "\\e": "\x1b", "\\r": "\r", "\\0": "\0"}


def escape(written: str) -> str:
    """Return the character of an escape sequence in a string of double quotes."""
    return _ESCAPES.get(written, written[1:])


def integer(node: Node) -> Value:
    """Return a whole number in any of Ruby's bases; code for one of more digits than any setting has."""
    digits = text_of(node).replace("_", "").lower()
    if len(digits) > _MAX_DIGITS or not digits.isascii():
        return Code(short(node))
    if digits.isdigit():
        return int(digits, 8 if len(digits) > 1 and digits[0] == "0" and not set(digits) & {"8", "9"} else 10)
    try:
        return int(digits, 0) if digits[:2] in ("0x", "0b", "0o") else Code(short(node))
    except ValueError:
        return Code(short(node))


def decimal(node: Node) -> Value:
    """Return a number with a point, or code where Python reads it differently."""
    try:
        return float(text_of(node).replace("_", ""))
    except ValueError:
        return Code(short(node))


def short(node: Node) -> str:
    """Return the source of a node, at most as much of it as a value may hold."""
    return text_of(node)[:_MAX_TEXT]
