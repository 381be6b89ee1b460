"""What Ruby's literals stand for: the letters of strings and symbols, numbers, names of constants.

The only place that reads them: who reads a file and who evaluates a tree hold values in different wrappers, and ask here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TypeVar

from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

N = TypeVar("N", bound=Node)

_MAX_DIGITS = 40  # of a whole number: more than any setting has
_BASES = ("0x", "0b", "0o", "0d")
_MARKS = {
    "n": "\n", "t": "\t", "s": " ", "r": "\r", "e": "\x1b", "a": "\a", "b": "\b", "v": "\v", "f": "\f", "\n": "", "\r\n": "",
}  # fmt: skip
_OF_CONTROL = ("c", "C", "M")  # `\cA`, `\M-a`: what they make is no letter
_BYTE, _OCTAL = re.compile(r"x([0-9a-fA-F]{1,2})"), re.compile(r"([0-7]{1,3})")
_POINTS = re.compile(r"u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F \t]{1,200})\})")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


def pieces(node: N) -> Iterator[str | N]:
    """Yield a string or symbol in order: what is written as Ruby reads it, and the nodes of its interpolations."""
    for part in node.named_children:
        if part.type == "interpolation":
            yield part
        elif part.type == "escape_sequence":
            yield _escaped(text_of(part))
        else:
            written = text_of(part)
            yield _unquoted(written, node) if "\\" in written else written


def integer(node: Node) -> int | None:
    """Return a whole number in any of Ruby's bases; none for one with more digits than any setting has."""
    digits = text_of(node).replace("_", "").lower()
    if len(digits) > _MAX_DIGITS or not digits.isascii():
        return None
    if digits.isdigit():
        return int(digits, 8 if len(digits) > 1 and digits[0] == "0" and not set(digits) & {"8", "9"} else 10)
    try:
        return int(digits.removeprefix("0d"), 0) if digits[:2] in _BASES else None
    except ValueError:
        return None


def decimal(node: Node) -> float | None:
    """Return a number with a point or an exponent; none for one that is larger than any that can be stored."""
    try:
        value = float(text_of(node).replace("_", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def constant_name(node: Node) -> str:
    """Return a constant as it is written, without blanks: `Shop::Order`, or `::Order` for one that is looked up at the top."""
    return "".join(text_of(node).split())


def _escaped(written: str) -> str:
    """Return what a backslash and what follows it mean in double quotes; as written where that is no letter."""
    rest = written[1:]
    if rest in _MARKS:
        return _MARKS[rest]
    if rest.startswith(_OF_CONTROL):
        return written
    if (number := _BYTE.fullmatch(rest)) is not None:
        return _letter(int(number[1], 16), written)
    if (number := _OCTAL.fullmatch(rest)) is not None:
        return _letter(int(number[1], 8), written)
    if (points := _POINTS.fullmatch(rest)) is not None:
        return "".join(_letter(int(point, 16), written) for point in (points[1] or points[2]).split())
    return rest


def _letter(point: int, written: str) -> str:
    """Return the letter of a number; as written where no text may hold it: half of a pair, or beyond the last."""
    return written if 0xD800 <= point <= 0xDFFF or point > 0x10FFFF else chr(point)


def _unquoted(written: str, node: Node) -> str:
    r"""Return what stands in single quotes, where a backslash only takes the meaning of `\` and of the end of the string."""
    if node.type in ("bare_string", "bare_symbol"):
        marks = "\\ "
    else:
        head = text_of(node)
        mark = head[2:3] if head.startswith("%") else "'"
        marks = f"\\{mark}{_CLOSING.get(mark, '')}"
    return re.sub(rf"\\([{re.escape(marks)}])", r"\1", written)
