"""The inflections that an application adds in its initializers."""

from __future__ import annotations

import re
from typing import Any

from core.extract.rails.inflect import Inflections
from core.extract.rails.syntax import calls_in, parse
from core.extract.rails.values import Frame, Regex, arguments
from core.extract.repository import Repository

_RULE_CALLS = ("acronym", "irregular", "uncountable", "plural", "singular")


def read_inflections(repository: Repository) -> Inflections:
    """Return Rails' inflections with those of every `config/initializers` file and engine that calls `inflections`."""
    texts = [
        text
        for path, text in sorted(repository.texts.items())
        if path.endswith(".rb") and ("config/" in path or "lib/" in path) and "inflect" in text
    ]
    return added_rules(texts)


def added_rules(texts: list[str]) -> Inflections:
    """Return the inflections with the rules that these Ruby texts add, the last one written first, as Rails applies them."""
    rules: dict[str, list[Any]] = {name: [] for name in _RULE_CALLS}
    for text in texts:
        for call in calls_in(parse(text)):
            if call.name not in _RULE_CALLS or call.receiver is None or not re.search(r"\binflections?\b", text):
                continue
            given, _ = arguments(call, Frame(""))
            flat = [part for value in given for part in (value if isinstance(value, list) else [value])]
            if flat and all(isinstance(value, (str, Regex)) for value in flat):
                rules[call.name].append(tuple(flat))
    return Inflections(
        plurals=tuple(_pair(rule) for rule in reversed(rules["plural"]) if len(rule) == 2),
        singulars=tuple(_pair(rule) for rule in reversed(rules["singular"]) if len(rule) == 2),
        irregular=tuple((str(rule[0]), str(rule[1])) for rule in reversed(rules["irregular"]) if len(rule) == 2),
        uncounted=tuple(str(word).lower() for rule in rules["uncountable"] for word in rule),
        acronyms=tuple(dict.fromkeys(str(word) for rule in rules["acronym"] for word in rule)),
    )


def _pair(rule: tuple[Any, ...]) -> tuple[str, str]:
    pattern = rule[0].source.strip("/i") if isinstance(rule[0], Regex) else re.escape(rule[0]) + "$"
    return pattern, re.sub(r"\\(\d)", r"\\g<\1>", str(rule[1]))
