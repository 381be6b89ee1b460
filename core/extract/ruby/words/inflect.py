"""Rails' inflections: plural and singular, table and class names, with what an application adds to them.

The rules are those of ActiveSupport's English locale (`active_support/inflections.rb`): later rules win, words that are
never counted stay as they are, irregular words work at the end of a compound.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from core.extract.ruby.words.regexp import LONGEST_WORD
from core.model import Problem

_PLURALS = (
    (r"(quiz)$", r"\1zes"), (r"^(oxen)$", r"\1"), (r"^(ox)$", r"\1en"), (r"^(m|l)ice$", r"\1ice"), (r"^(m|l)ouse$", r"\1ice"),
    (r"(matr|vert|ind)(?:ix|ex)$", r"\1ices"), (r"(x|ch|ss|sh)$", r"\1es"), (r"([^aeiouy]|qu)y$", r"\1ies"),
    (r"(hive)$", r"\1s"),
    (r"(?:([^f])fe|([lr])f)$", r"\1\2ves"), (r"sis$", "ses"), (r"([ti])a$", r"\1a"), (r"([ti])um$", r"\1a"),
    (r"(buffal|tomat)o$", r"\1oes"), (r"(bu)s$", r"\1ses"), (r"(alias|status)$", r"\1es"), (r"(octop|vir)i$", r"\1i"),
    (r"(octop|vir)us$", r"\1i"), (r"^(ax|test)is$", r"\1es"), (r"s$", "s"), (r"$", "s"),
)  # fmt: skip
_SINGULARS = (
    (r"(database)s$", r"\1"), (r"(quiz)zes$", r"\1"), (r"(matr)ices$", r"\1ix"), (r"(vert|ind)ices$", r"\1ex"),
    (r"^(ox)en", r"\1"), (r"(alias|status)(es)?$", r"\1"), (r"(octop|vir)(us|i)$", r"\1us"), (r"^(a)x[ie]s$", r"\1xis"),
    (r"(cris|test)(is|es)$", r"\1is"),
    (r"(shoe)s$", r"\1"), (r"(o)es$", r"\1"), (r"(bus)(es)?$", r"\1"), (r"^(m|l)ice$", r"\1ouse"), (r"(x|ch|ss|sh)es$", r"\1"),
    (r"(m)ovies$", r"\1ovie"), (r"(s)eries$", r"\1eries"), (r"([^aeiouy]|qu)ies$", r"\1y"), (r"([lr])ves$", r"\1f"),
    (r"(tive)s$", r"\1"), (r"(hive)s$", r"\1"), (r"([^f])ves$", r"\1fe"), (r"(^analy)(sis|ses)$", r"\1sis"),
    (r"((a)naly|(b)a|(d)iagno|(p)arenthe|(p)rogno|(s)ynop|(t)he)(sis|ses)$", r"\1sis"), (r"([ti])a$", r"\1um"),
    (r"(n)ews$", r"\1ews"),
    (r"(ss)$", r"\1"), (r"s$", ""),
)  # fmt: skip
_IRREGULAR = (
    ("person", "people"), ("man", "men"), ("child", "children"), ("sex", "sexes"), ("move", "moves"), ("zombie", "zombies"),
)  # fmt: skip
UNCOUNTED = ("equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police")
"""Words that Rails does not count unless an application says otherwise."""


_BACKREFERENCE = re.compile(r"\\(?:([0-9&])|k<(\w+)>|(\\))")


@dataclass(frozen=True, slots=True)
class InflectionRule:
    """A pattern and what Ruby's `sub` puts in its place: `\\1` and `\\k<name>` are groups, `\\0` and `\\&` the match."""

    pattern: re.Pattern[str]
    replacement: str

    def applied(self, word: str) -> str | None:
        """Return the word with the first match replaced; none when nothing matches."""
        found = self.pattern.search(word)
        if found is None:
            return None
        filled = _BACKREFERENCE.sub(lambda mark: _referred(found, mark), self.replacement)
        return f"{word[: found.start()]}{filled}{word[found.end() :]}"


def _referred(found: re.Match[str], mark: re.Match[str]) -> str:
    if mark[3]:
        return "\\"
    try:
        return found[0 if mark[1] == "&" else int(mark[1]) if mark[1] else mark[2]] or ""
    except IndexError:
        return ""  # as in Ruby: a group that the pattern does not have is empty


@dataclass(frozen=True, slots=True, eq=False)
class Inflections:
    """Rails' defaults and what the application adds: rules newest first, words that are not counted, acronyms.

    The problems say which rules of the application were left out, and why. Two of them are the same only if they are one
    object, which makes them cheap keys of caches.
    """

    plurals: tuple[InflectionRule, ...] = ()
    singulars: tuple[InflectionRule, ...] = ()
    uncounted: tuple[str, ...] = UNCOUNTED
    acronyms: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def pluralize(self, word: str) -> str:
        """Return the plural, as Rails' `pluralize` has it."""
        return _apply(word, self, "plural")

    def singularize(self, word: str) -> str:
        """Return the singular, as Rails' `singularize` has it."""
        return _apply(word, self, "singular")

    def camelize(self, term: str) -> str:
        """Return the constant of a path: `api/line_item` is `API::LineItem` where `API` is an acronym."""
        known = _acronyms(self.acronyms)

        def word(part: str) -> str:
            return known.get(part.lower()) or part[:1].upper() + part[1:]

        return "::".join("".join(word(part) for part in step.split("_")) for step in term.strip("/").split("/"))

    def underscore(self, term: str) -> str:
        """Return the path of a constant: `API::LineItem` is `api/line_item`."""
        text = term.replace("::", "/")
        if (inside := _inside(self.acronyms)) is not None:
            text = inside.sub(_lower_acronym, text)
        text = re.sub(r"([A-Z\d]+)([A-Z][a-z])", r"\1_\2", text)
        return re.sub(r"([a-z\d])([A-Z])", r"\1_\2", text).replace("-", "_").lower()

    def classify(self, name: str) -> str:
        """Return the class that a table or association name stands for: `line_items` is `LineItem`."""
        return self.camelize(self.singularize(name.rsplit(".", 1)[-1]))

    def tableize(self, constant: str) -> str:
        """Return the table name of a class without its namespace: `Billing::InvoiceLine` is `invoice_lines`."""
        return self.pluralize(self.underscore(constant.rsplit("::", 1)[-1]))


def _lower_acronym(match: re.Match[str]) -> str:
    return ("_" if match.group(1) else "") + match.group(0).lower()


@cache
def _acronyms(words: tuple[str, ...]) -> dict[str, str]:
    return {word.lower(): word for word in words}


@cache
def _inside(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what finds an acronym in a constant, the longest first."""
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?:(?<=([A-Za-z\d]))|\b)(?:{either})(?=\b|[^a-z])") if words else None


@cache
def _not_counted(words: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\Z", re.IGNORECASE) if words else None


@cache
def _rails_rules(direction: str) -> tuple[InflectionRule, ...]:
    """Return Rails' own rules, newest first."""
    written = _PLURALS if direction == "plural" else _SINGULARS
    irregular = [rule for pair in reversed(_IRREGULAR) for rule in irregular_rules(*pair)[direction != "plural"]]
    return (*irregular, *(InflectionRule(re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in written))


def irregular_rules(one: str, many: str) -> tuple[list[InflectionRule], list[InflectionRule]]:
    """Return the rules for plural and singular that Rails makes of an irregular word, newest first."""
    if one[0].upper() == many[0].upper():
        forms = [re.compile(f"({re.escape(form[0])}){re.escape(form[1:])}$", re.I | re.M) for form in (many, one)]
        return [InflectionRule(form, rf"\1{many[1:]}") for form in forms], [
            InflectionRule(form, rf"\1{one[1:]}") for form in forms
        ]
    heads = [(form, head) for form in (many, one) for head in (str.lower, str.upper)]
    forms = [re.compile(f"{re.escape(head(form[0]))}(?i:{re.escape(form[1:])})$", re.M) for form, head in heads]
    pairs = [(form, head) for form, (_, head) in zip(forms, heads, strict=True)]
    return [InflectionRule(form, head(many[0]) + many[1:]) for form, head in pairs], [
        InflectionRule(form, head(one[0]) + one[1:]) for form, head in pairs
    ]


@lru_cache(maxsize=50_000)
def _apply(word: str, inflections: Inflections, direction: str) -> str:
    """Return what the first rule that fits makes of a word; rules of the application are for words of a sane length."""
    uncounted = _not_counted(inflections.uncounted)
    if not word or (uncounted is not None and uncounted.search(word)):
        return word
    own = inflections.plurals if direction == "plural" else inflections.singulars
    for rule in (*(own if len(word) <= LONGEST_WORD else ()), *_rails_rules(direction)):
        if (changed := rule.applied(word)) is not None:
            return changed
    return word


RAILS = Inflections()
"""What Rails knows without an application."""
