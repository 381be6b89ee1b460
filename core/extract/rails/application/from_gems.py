"""Facts that macros of gems add, in the shape of the application's own facts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.extract.rails.application.fact import Fact
from core.extract.rails.application.gems import MacroCall, expand, macros
from core.extract.ruby.linking.statements import ClassBody
from core.extract.ruby.words.inflect import Inflections

_CALLBACK = re.compile(r"^(before|after|around)_(\w+)$")


def gem_facts(
    body: ClassBody, owner: str, inflections: Inflections, versions: Mapping[str, str] | None = None
) -> dict[str, list[Fact]]:
    """Return facts by kind (`association`, `validation`, `callback`, `scope`, `method`, `class_method`).

    Only calls that no class method of the application answers are looked up: an application's own `acts_as_tree` is read,
    not guessed. `versions` are those of the gems that the application locks.
    """
    found: dict[str, list[Fact]] = {}
    for statement in body.unanswered:
        if statement.name not in macros() or "singleton" in statement.nesting:
            continue
        call = MacroCall(
            statement.name, statement.arguments, statement.options, statement.path, statement.line, owner, statement.nesting,
            versions or {},
        )  # fmt: skip
        for fact in expand(call, inflections):
            found.setdefault(str(fact["kind"]), []).append(_shaped(fact))
    return found


def _shaped(fact: Fact) -> Fact:
    """Return a fact with the keys that the application's own facts of its kind have."""
    kind, macro = str(fact.pop("kind")), str(fact["macro"])
    if kind == "association":
        target = str(fact.pop("target"))
        return {**fact, **(Fact(class_name=target) if target else Fact())}
    if kind == "validation":
        return {**_without_macro(fact), "kind": macro}
    if kind == "callback" and (found := _CALLBACK.match(macro)) is not None:
        return {**_without_macro(fact), "event": found.group(2), "kind": found.group(1), "method": fact["name"]}
    return fact


def _without_macro(fact: Fact) -> Fact:
    rest = fact.copy()
    del rest["macro"]
    return rest
