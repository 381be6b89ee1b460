"""What the marks of Ruby's regular expressions mean in Python's, for ASCII as Ruby's own `\\w`, `\\d` and `\\s` do."""

from __future__ import annotations

from collections.abc import Mapping

ESCAPES: Mapping[str, str] = {
    "A": r"\A", "z": r"\Z", "Z": r"(?=\n?\Z)", "b": r"\b", "B": r"\B", "R": r"(?>\r\n|[\n-\r\x85\u2028\u2029])",
}  # fmt: skip
"""Places and line breaks, by the letter after the backslash."""

CLASSES: Mapping[str, str] = {"w": "a-zA-Z0-9_", "d": "0-9", "s": r" \t\r\n\f\v", "h": "0-9a-fA-F"}
"""Kinds of characters as members of a class, by the letter after the backslash; the capital letter is everything else."""

CONTROLS: Mapping[str, str] = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b"}
"""Characters that are written as a letter."""

NAMED: Mapping[str, str] = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r" \t\r\n\f\v",
    "blank": r" \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9a-fA-F", "word": "a-zA-Z0-9_", "cntrl": r"\x00-\x1f\x7f",
    "graph": "!-~", "print": " -~",
}  # fmt: skip
"""POSIX classes by name, as members of a class."""
