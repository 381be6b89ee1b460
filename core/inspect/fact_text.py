"""How a fact of a unit reads: what is declared, with its options, and how it is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from core.model import CodeUnit
from core.model.facts import Fact, facts_in, table_in, text_in

_CONFIRMED = "confirmed"
_LONGEST = 60  # characters of an option's value: longer ones are code, which the line itself shows
_LIMITS = ("only", "except", "if", "unless", "on", "condition", "by", "view", "action", "of")
_OUTCOMES = ("confirmed", "differ", "not confirmed", "from gems", "known there only")


def fact_text(kind: str, fact: Fact) -> str:
    """Return what a fact declares, in the words of its language and on one line."""
    name = str(fact.get("name", ""))
    lead, rest = _LEADS.get(kind, _plain_lead)(fact), ""
    if kind in ("columns", "enums", "fields", "defaults", "slots") and (said := fact.get("type") or _values(fact)):
        rest = f": {said}"
    if target := fact.get("target") or fact.get("to_table"):
        rest += f" → {target}"
    options = _options(kind, fact)
    return " ".join(part for part in (lead, name + rest) if part) + (f" ({options})" if options else "")


def _plain_lead(fact: Fact) -> str:
    return str(fact.get("macro") or fact.get("kind") or fact.get("event") or fact.get("how") or "")


def _callback_lead(fact: Fact) -> str:
    if fact.get("event") == "validate":
        return "validate"
    return "_".join(str(held) for part in ("kind", "event") if (held := fact.get(part)))


def _filter_lead(fact: Fact) -> str:
    return f"{'skip_' if fact.get('skip') else ''}{fact.get('kind', '')}_action"


_LEADS = {"callbacks": _callback_lead, "filters": _filter_lead}


def _values(fact: Fact) -> str:
    values = fact.get("values")
    return ", ".join(map(str, values)) if isinstance(values, list | tuple) else ""


def _options(kind: str, fact: Fact) -> str:
    options = fact.get("options")
    if isinstance(options, str):
        return _value(options)
    given = dict(options or {})
    given |= {word: held for word in _LIMITS if (held := fact.get(word))}
    if fact.get("target") or fact.get("polymorphic"):
        given.pop("class_name", None)
    if kind == "associations" and fact.get("polymorphic"):
        given["polymorphic"] = True
    parts = [f"{name}: {_value(value)}" for name, value in given.items()]
    return ", ".join([*_of_schema(kind, fact), *parts])


def _of_schema(kind: str, fact: Fact) -> Iterable[str]:
    if kind == "columns" and fact.get("null") is False:
        yield "not null"
    if kind in ("columns", "environment") and fact.get("default") is not None:
        yield f"default {_value(fact['default']) or repr('')}"
    if kind == "indexes":
        yield ", ".join(map(str, fact.get("columns") or ()))
        yield from ("unique",) if fact.get("unique") else ()


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    text = " ".join(str(value).lower().split() if isinstance(value, bool) else str(value).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def fact_source(fact: Fact) -> str:
    """Return how a fact is known, as far as that is not plain: what made it, how sure it is, what the runtime says of it."""
    label, via = str(fact.get("runtime") or ""), str(fact.get("via") or "")
    seen_there_only = label.startswith(("known", "from gem"))
    certainty = "" if label and fact.get("certainty") == "dynamic" else str(fact.get("certainty") or "")
    parts = [] if seen_there_only else [certainty, f"via {via}" if via else ""]
    more = table_in(fact, "at_runtime")
    if label == _CONFIRMED and more:
        parts.append("at runtime " + ", ".join(f"{name}: {_value(value)}" for name, value in more.items()))
    elif label != _CONFIRMED:
        parts.append(label)
    return ", ".join(part for part in parts if part and part != "declared")


def runtime_sentence(unit: CodeUnit, kinds: Sequence[str]) -> str:
    """Return what the running application says of a unit and its facts of these kinds; empty when it was not asked."""
    facts = [fact for kind in kinds for fact in facts_in(unit.metadata, kind)]
    labels = [str(fact["runtime"]) for fact in facts if fact.get("runtime")]
    own = text_in(unit.metadata, "runtime")
    if not own and not labels:
        return ""
    counted = Counter(map(_outcome, labels))
    said = ", ".join(f"{counted[outcome]} {outcome}" for outcome in _OUTCOMES if counted[outcome])
    first = own if own and own != _CONFIRMED else "confirmed" if own else ""
    return f"Running application: {'; '.join(part for part in (first, f'of its facts {said}' if said else '') if part)}."


def _outcome(label: str) -> str:
    if label.startswith("differs"):
        return "differ"
    if label.startswith("not confirmed"):
        return "not confirmed"
    return "from gems" if label.startswith("from gem") else "confirmed" if label == _CONFIRMED else "known there only"
