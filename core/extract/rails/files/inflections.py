"""The inflections that an application adds in its initializers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.extract.repository import Repository
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Frame, Regex, Value
from core.extract.ruby.syntax.nodes import calls_in
from core.extract.ruby.syntax.tree import Node
from core.extract.ruby.telling import telling
from core.extract.ruby.words.inflect import UNCOUNTED, InflectionRule, Inflections, irregular_rules
from core.extract.ruby.words.regexp import LONGEST_WORD, Pattern, Untranslatable, translated
from core.model import Problem

_RULE_CALLS = ("acronym", "irregular", "uncountable", "plural", "singular")
_INFLECTS = re.compile(r"\binflections?\b")
_MOST_CHOICES = 100_000  # of all patterns together: what one word may cost, whatever an application writes


def adds_inflections(path: str, text: str) -> bool:
    """Tell whether a file is an initializer or engine that calls `inflections`."""
    return path.endswith(".rb") and ("config/" in path or "lib/" in path) and _INFLECTS.search(text) is not None


def inflections_in(root: Node, path: str) -> Iterator[list[Value]]:
    """Yield the rules that a file adds as rows of JSON values: the call, its words and patterns, its line."""
    for call in calls_in(root):
        if call.name in _RULE_CALLS and call.receiver is not None:
            given, _ = arguments(call, Frame(path))
            flat = [part for value in given for part in (value if isinstance(value, list) else [value])]
            if flat and all(isinstance(value, (str, Regex)) and value for value in flat):
                words = [{"regex": value.source} if isinstance(value, Regex) else str(value) for value in flat]
                yield [call.name, words, call.line]


def read_inflections(repository: Repository) -> Inflections:
    """Return Rails' inflections with the rules that the files add, the last one written first, as Rails applies them.

    A rule that has no counterpart here is left out and told as a problem of its file.
    """
    added = _Added()
    for facts in repository.files:
        for name, words, line in facts.extra.get("inflections", ()):
            with telling(added.problems, facts.path, "what this file says of inflections"):
                _add(added, name, words, facts.path, line)
    return added.finished()


def _add(added: _Added, name: str, words: list[str | dict[str, str]], path: str, line: int) -> None:
    try:
        added.add(name, [Regex(word["regex"]) if isinstance(word, dict) else word for word in words])
    except Untranslatable as problem:
        added.problems.append(Problem(path, "partial", f"a rule of inflection is left out: {problem}", line))


@dataclass
class _Added:
    """The rules so far, the oldest first, and what they cost."""

    plurals: list[InflectionRule] = field(default_factory=list)
    singulars: list[InflectionRule] = field(default_factory=list)
    uncounted: list[str] = field(default_factory=lambda: list(UNCOUNTED))
    acronyms: dict[str, None] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    choices: int = 0

    def add(self, name: str, given: list[str | Regex]) -> None:
        """Do what one call says; raises `Untranslatable` for a pattern that cannot be used."""
        if name == "acronym":
            self.acronyms.update(dict.fromkeys(map(str, given)))
        elif name == "uncountable":
            self.uncounted.extend(str(word).lower() for word in given)
        elif len(given) == 2 and name == "irregular":
            self._count(given)
            many, one = irregular_rules(str(given[0]), str(given[1]))
            self.plurals.extend(reversed(many))
            self.singulars.extend(reversed(one))
        elif len(given) == 2 and isinstance(given[1], str):
            self._count(given)
            rules = self.plurals if name == "plural" else self.singulars
            rules.append(InflectionRule(self._pattern(given[0]), str(given[1])))

    def _pattern(self, given: str | Regex) -> re.Pattern[str]:
        """Return a regexp as Python has it, or a string as the exact letters that Ruby's `sub` looks for."""
        if not isinstance(given, Regex):
            return re.compile(re.escape(given))
        found: Pattern = translated(given.source)
        if self.choices + found.choices > _MOST_CHOICES:
            raise Untranslatable("the patterns before it can already be tried in too many ways")
        self.choices += found.choices
        return found.compiled

    def _count(self, words: list[str | Regex]) -> None:
        """Let words be counted from here on: a rule for a word takes it out of those that are not."""
        named = {word.lower() for word in words if isinstance(word, str)}
        self.uncounted = [word for word in self.uncounted if word not in named]
        self.choices += LONGEST_WORD

    def finished(self) -> Inflections:
        """Return everything, the newest rule first."""
        return Inflections(
            tuple(reversed(self.plurals)), tuple(reversed(self.singulars)), tuple(dict.fromkeys(self.uncounted)),
            tuple(self.acronyms), tuple(self.problems),
        )  # fmt: skip
