"""Rails' inflections: plural and singular, table and class names, with what an application adds to them.

The rules are those of ActiveSupport's English locale (`active_support/inflections.rb`): later rules win, words that are
never counted stay as they are, irregular words work at the end of a compound.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

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
_UNCOUNTED = ("equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police")


@dataclass(frozen=True, slots=True)
class Inflections:
    """Rails' defaults and what the application adds: pairs of pattern and replacement, newest first."""

    plurals: tuple[tuple[str, str], ...] = ()
    singulars: tuple[tuple[str, str], ...] = ()
    irregular: tuple[tuple[str, str], ...] = ()
    uncounted: tuple[str, ...] = ()
    acronyms: tuple[str, ...] = ()

    def pluralize(self, word: str) -> str:
        """Return the plural, as Rails' `pluralize` has it."""
        return _apply(word, self, "plural")

    def singularize(self, word: str) -> str:
        """Return the singular, as Rails' `singularize` has it."""
        return _apply(word, self, "singular")

    def camelize(self, term: str) -> str:
        """Return the constant of a path: `api/line_item` is `API::LineItem` where `API` is an acronym."""
        known = {acronym.lower(): acronym for acronym in self.acronyms}

        def word(part: str) -> str:
            return known.get(part.lower()) or part[:1].upper() + part[1:]

        return "::".join("".join(word(part) for part in step.split("_")) for step in term.strip("/").split("/"))

    def underscore(self, term: str) -> str:
        """Return the path of a constant: `API::LineItem` is `api/line_item`."""
        text = term.replace("::", "/")
        for acronym in sorted(self.acronyms, key=len, reverse=True):
            text = re.sub(rf"(?:(?<=([A-Za-z\d]))|\b){re.escape(acronym)}(?=\b|[^a-z])", _lower_acronym, text)
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


@lru_cache(maxsize=20_000)
def _apply(word: str, inflections: Inflections, direction: str) -> str:
    lowered = word.lower()
    if not word or any(re.search(rf"\b{re.escape(name)}$", lowered) for name in inflections.uncounted + _UNCOUNTED):
        return word
    for one, many in inflections.irregular + _IRREGULAR:
        wanted = many if direction == "plural" else one
        for form in (one, many):
            if lowered.endswith(form):
                return word[: -len(form)] + (wanted if word[-len(form)].islower() else wanted[0].upper() + wanted[1:])
    rules = inflections.plurals + _PLURALS if direction == "plural" else inflections.singulars + _SINGULARS
    for pattern, replacement in rules:
        changed, count = re.subn(pattern, replacement, word, count=1, flags=re.IGNORECASE)
        if count:
            return changed
    return word
