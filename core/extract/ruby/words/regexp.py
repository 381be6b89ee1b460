"""Ruby's regular expressions for Python's `re`: the same matches, or the reason why there is no translation.

A pattern comes from the code that is analysed, and Python's matcher tries every way of matching, so a pattern is counted
before it is compiled: `choices` is an upper bound of the ways in which it can be tried on a word of `LONGEST_WORD` letters,
at every place where it may start. A pattern with more than `MOST_CHOICES` of them (`(a+)+`, `a*a*a*`) is refused, so that
matching one word takes at most so many attempts, whatever the word is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST_WORD = 64
"""The longest word, in letters, that translated patterns may be tried on."""

MOST_CHOICES = 10_000
"""The most attempts that one pattern may need for one word."""

_LONGEST_PATTERN = 500
_DEEPEST_GROUP = 20
_FOREVER = 10**12
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_REPEAT = re.compile(r"\{(\d{1,4})?(,)?(\d{1,4})?\}")
_GROUP = re.compile(r"\?(?:<?[=!]|:|>|<(?P<name>[A-Za-z_]\w*)>|'(?P<quoted>[A-Za-z_]\w*)')")
_OPTIONS = re.compile(r"\?(?P<on>[mix]*)(?:-(?P<off>[mix]*))?(?P<end>[:)])")
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


class Untranslatable(ValueError):
    """A Ruby pattern that Python cannot match alike, or that could take too long; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern and the most attempts that it can need for one word."""

    compiled: re.Pattern[str]
    choices: int


def translated(literal: str) -> Pattern:
    """Return a regexp literal with its slashes or `%r{}` and flags; raises `Untranslatable` with the reason."""
    source, flags = _split(literal)
    if len(source) > _LONGEST_PATTERN:
        raise Untranslatable(f"a pattern of {len(source):,} characters")
    reader = _Reader(source, "x" in flags, named=re.search(r"\(\?<[A-Za-z_]|\(\?'", source) is not None)
    written, choices = reader.alternatives(0)
    if reader.at < len(source):
        raise Untranslatable("a bracket that nothing opens")
    choices *= 1 if written.startswith(r"\A") and "|" not in written else LONGEST_WORD
    if choices > MOST_CHOICES:
        raise Untranslatable("a pattern that can be tried in too many ways")
    modes = re.MULTILINE | (re.IGNORECASE if "i" in flags else 0) | (re.DOTALL if "m" in flags else 0)
    try:
        return Pattern(re.compile(written, modes), choices)
    except (re.error, OverflowError, RecursionError) as problem:
        raise Untranslatable(f"a pattern that Python does not know: {problem}") from problem


def _split(literal: str) -> tuple[str, str]:
    start = 3 if literal.startswith("%r") else 1
    opening = literal[start - 1 : start]
    end = literal.rfind(_PAIRS.get(opening, opening)) if opening else -1
    if end < start:
        raise Untranslatable("a pattern without an end")
    return literal[start:end], literal[end + 1 :]


@dataclass
class _Reader:
    """Reads a pattern from left to right; every method returns Python's text and the number of choices."""

    text: str
    extended: bool = False
    named: bool = False  # with a named group, plain brackets only group
    at: int = 0
    groups: list[str] = field(default_factory=list)

    def alternatives(self, depth: int) -> tuple[str, int]:
        """Read up to the end of the group: branches between bars."""
        if depth > _DEEPEST_GROUP:
            raise Untranslatable("groups nested too deeply")
        extended = self.extended
        branches = [self._branch(depth)]
        while self._next("|"):
            branches.append(self._branch(depth))
        self.extended = extended
        return "|".join(text for text, _ in branches), min(sum(choices for _, choices in branches), _FOREVER)

    def _branch(self, depth: int) -> tuple[str, int]:
        parts, total = [], 1
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            if self.extended and self._skip_layout():
                continue
            text, choices = self._repeated(*self._atom(depth))
            parts.append(text)
            total = min(total * choices, _FOREVER)
        return "".join(parts), total

    def _skip_layout(self) -> bool:
        found = re.compile(r"\s+|#[^\n]*").match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found is not None

    def _next(self, mark: str) -> bool:
        found = self.text.startswith(mark, self.at)
        self.at += len(mark) if found else 0
        return found

    def _atom(self, depth: int) -> tuple[str, int]:
        mark = self.text[self.at]
        self.at += 1
        if mark == "(":
            return self._group(depth)
        if mark == "[":
            return f"[{self._class(depth)}]", 1
        if mark == "\\":
            return self._escape(), 1
        if mark in "*+?":
            raise Untranslatable("a repetition of nothing")
        if mark == "#" and self.text.startswith("{", self.at):
            raise Untranslatable("a pattern with a value that only running Ruby knows")
        return mark if mark in ".^$" else re.escape(mark), 1

    def _repeated(self, text: str, choices: int) -> tuple[str, int]:
        """Read the quantifiers after an atom."""
        while self.at < len(self.text):
            found = _REPEAT.match(self.text, self.at)
            if self.text[self.at] in "*+?":
                low, high = {"*": (0, LONGEST_WORD), "+": (1, LONGEST_WORD), "?": (0, 1)}[self.text[self.at]]
                written = self.text[self.at]
                self.at += 1
            elif found and (found[1] or found[3]):
                low = int(found[1] or 0)
                high = int(found[3]) if found[3] else LONGEST_WORD if found[2] else low
                written, self.at = found[0], found.end()
            else:
                break
            written += self._manner(written)
            choices = min(
                (min(high, LONGEST_WORD) - low + 1 if high > low else 1) * choices ** min(high, LONGEST_WORD), _FOREVER
            )
            text = f"(?:{text}{written})"
        return text, choices

    def _manner(self, written: str) -> str:
        """Read the `?` or `+` that makes a repetition lazy or possessive; after braces Ruby means other things by them."""
        mark = self.text[self.at : self.at + 1]
        if written.endswith("}"):
            if mark and mark in "?+" and "," not in written:
                raise Untranslatable(f"`{written}{mark}`, which Ruby reads in its own way")
            if mark == "+":
                return ""  # a repetition of the repetition: the caller reads it
        if mark and mark in "?+":
            self.at += 1
            return mark
        return ""

    def _group(self, depth: int) -> tuple[str, int]:
        if self._next("?#"):
            end = self.text.find(")", self.at)
            self.at = end + 1 if end >= 0 else len(self.text)
            return "", 1
        if options := _OPTIONS.match(self.text, self.at):
            return self._with_options(options, depth)
        opening = "(?:" if self.named else "("
        if self.text.startswith("?", self.at):
            found = _GROUP.match(self.text, self.at)
            if found is None:
                raise Untranslatable("a kind of group that Python does not know")
            self.at = found.end()
            name = found["name"] or found["quoted"]
            opening = f"(?P<{name}>" if name else f"({found[0]}"
        inner, choices = self.alternatives(depth + 1)
        if not self._next(")"):
            raise Untranslatable("a group without an end")
        return f"{opening}{inner})", choices

    def _with_options(self, found: re.Match[str], depth: int) -> tuple[str, int]:
        """Read `(?i:…)`, and `(?i)`, which holds up to the end of the group around it."""
        self.at = found.end()
        on, off, before = found["on"], found["off"] or "", self.extended
        self.extended = (before or "x" in on) and "x" not in off
        inner, choices = self.alternatives(depth + 1)
        self.extended = before
        if found["end"] == ":" and not self._next(")"):
            raise Untranslatable("a group without an end")
        modes = on.replace("x", "").replace("m", "s")
        less = off.replace("x", "").replace("m", "s")
        return f"(?{modes}{'-' + less if less else ''}:{inner})", choices

    def _escape(self) -> str:
        mark = self.text[self.at : self.at + 1]
        self.at += 1
        if mark in ESCAPES:
            return ESCAPES[mark]
        if mark in CLASSES:
            return f"[{CLASSES[mark]}]"
        if mark in "WSDH" and mark:
            return f"[^{CLASSES[mark.lower()]}]"
        if mark == "k" and (found := re.compile(r"<(\w+)>").match(self.text, self.at)):
            self.at = found.end()
            return f"(?P={found[1]})" if not found[1].isdigit() else f"(?:\\{found[1]})"
        if mark in "123456789" and mark:
            return f"(?:\\{mark})"
        return re.escape(self._character(mark))

    def _character(self, mark: str) -> str:
        """Return the character that an escape stands for."""
        if mark in CONTROLS:
            return CONTROLS[mark]
        found = re.compile(r"([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]{1,6})\}").match(self.text, self.at) if mark == "u" else None
        found = re.compile(r"([0-9A-Fa-f]{1,2})").match(self.text, self.at) if mark == "x" else found
        if found:
            self.at = found.end()
            return chr(min(int(found[found.lastindex or 0], 16), 0x10FFFF))
        if not mark or mark in "pPgGKXRcCMux0kNO":
            raise Untranslatable(f"`\\{mark}`, which Python does not know")
        return mark

    def _class(self, depth: int) -> str:
        """Read what stands between square brackets, the closing one included; a class inside is part of it."""
        if depth > _DEEPEST_GROUP:
            raise Untranslatable("classes nested too deeply")
        parts = ["^"] if self._next("^") else []
        while not self._next("]"):
            if self.at >= len(self.text):
                raise Untranslatable("a class without an end")
            parts.append(self._member(depth))
        if parts in ([], ["^"]):
            raise Untranslatable("an empty class")
        return "".join(parts)

    def _member(self, depth: int) -> str:
        posix = re.compile(r"\[:(\^?)(\w+):\]").match(self.text, self.at)
        if posix:
            if posix[1] or posix[2] not in NAMED:
                raise Untranslatable(f"`{posix[0]}`, which Python does not know")
            self.at = posix.end()
            return NAMED[posix[2]]
        if self.text.startswith(("&&", "[^"), self.at):
            raise Untranslatable("a class made of other classes")
        if self._next("["):
            return self._class(depth + 1)
        mark = self.text[self.at]
        self.at += 1
        if mark == "-":
            return "-"
        if mark != "\\":
            return re.escape(mark)
        mark = self.text[self.at : self.at + 1]
        self.at += 1
        if mark in CLASSES:
            return CLASSES[mark]
        if mark and mark in "WSDHB":
            raise Untranslatable(f"`\\{mark}` inside of a class")
        return re.escape("\b" if mark == "b" else self._character(mark))
