"""Which facts of models and controllers the application declares, as both sides write them, so that they can be compared.

Rails and gems add facts by themselves (autosave callbacks, forgery protection, validators of required associations of a
gem's model). What Rails adds may confirm what files say, but is never news, as files never say it; what a gem adds is kept
with the gem's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.model.facts import texts_in
from core.probe.read import Row
from core.probe.seen import GEM, Kind, Seen, by_kind_and_name, seen, written_in_rails
from core.probe.values import FactDifference, option_differences, options_of

RAILS_OWN_FILTERS = frozenset(("verify_authenticity_token", "verify_same_origin_request"))
_RAILS_OWN_CLASSES = ("ActionController::", "AbstractController::", "ActionMailer::", "ActiveJob::", "ActiveRecord::")
_AUTOSAVE = ("autosave_associated_records_for_", "validate_associated_records_for_", "around_save_collection_association")
_CONDITIONS = ("if", "unless")


def _associations(row: Row) -> Iterator[Seen]:
    for one in row.get("associations") or ():
        name = str(one.get("name"))
        fact = {"name": name, "macro": str(one.get("macro")), "polymorphic": bool(one.get("polymorphic"))}
        target = {"target": str(one["class_name"]).removeprefix("::")} if one.get("class_name") else {}
        yield seen((name,), {**fact, **target, "options": options_of(one)}, one)


def _association_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    differences = []
    for name in ("macro", "target"):
        one, other = str(fact.get(name) or "").removeprefix("::"), found.fact.get(name)
        if other and one != other and (one or name == "target"):
            differences.append(FactDifference(name, one or None, other))
    told = {name: value for name, value in options_of(found.fact).items() if name != "class_name"}  # the target says it
    return [*differences, *option_differences(options_of(fact), told)]


def callbacks(row: Row) -> Iterator[Seen]:
    """Yield the callbacks of a model, a job or a mailer."""
    for one in row.get("callbacks") or ():
        method, thing = str(one.get("method") or ""), str(one.get("object") or "")
        if method.startswith(_AUTOSAVE) or thing.endswith("Validator") or thing.startswith("Active"):
            continue
        own = not one.get("declared_at") and (one.get("defined_at") or {}).get("origin") != "app"
        name = method or ("block" if one.get("block") else thing)
        kind, event = str(one.get("kind")), str(one.get("event"))
        fact = {"name": name, "event": event, "kind": kind, **({"method": method} if method else {})}
        words = (kind, event, method or ("block" if one.get("block") else "object"))
        yield seen(words, fact, one, news=not own and not written_in_rails(one))


def _callback_words(fact: Mapping[str, object]) -> tuple[str, ...]:
    what = fact.get("method") or ("block" if "block" in fact else "object")
    return str(fact.get("kind")), str(fact.get("event")), str(what)


def _condition_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    """Compare the methods that decide whether a callback is called; blocks cannot be compared."""
    if str(fact.get("via") or "").startswith(GEM):
        return []
    differences = []
    for word in _CONDITIONS:
        seen_there = [name for name in _conditions(found.row, word) if isinstance(name, str)]
        one, other = _symbols(fact.get(word)), _symbols(seen_there)
        if one is not None and other is not None and one != other:
            differences.append(FactDifference(word, sorted(one), sorted(other)))
    return differences


def _conditions(row: Row, word: str) -> Sequence[str | Row]:
    return (row.get("if") if word == "if" else row.get("unless")) or ()


def _symbols(value: object) -> frozenset[str] | None:
    """Return the symbols of a condition; nothing when it has other parts."""
    listed: Sequence[object] = value if isinstance(value, list | tuple) else [] if value is None else [value]
    symbols = [one for one in listed if isinstance(one, str) and one.startswith(":")]
    return frozenset(symbols) if len(symbols) == len(listed) else None


def _validators(row: Row) -> Iterator[Seen]:
    for one in row.get("validators") or ():
        for attribute in one.get("attributes") or [""]:
            kind = str(one.get("kind"))
            fact = {"name": str(attribute), "kind": kind, "options": options_of(one)}
            yield seen((kind, str(attribute)), fact, one, news=bool(one.get("declared_at")))


def _validator_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    given = {**options_of(fact), **{word: fact[word] for word in (*_CONDITIONS, "on") if word in fact}}
    return option_differences(given, options_of(found.fact))


def _scopes(row: Row) -> Iterator[Seen]:
    found: dict[str, Seen] = {}
    for one in row.get("scopes") or ():
        name = str(one.get("name"))  # without a place the recorder was off, or Rails made it for itself
        found.setdefault(name, seen((name,), {"name": name}, one, news=bool(one.get("declared_at"))))
    yield from found.values()


def _enums(row: Row) -> Iterator[Seen]:
    sites = row.get("enum_sites") or {}
    for name, values in (row.get("enums") or {}).items():
        fact = {"name": str(name), "values": [str(value) for value in values or ()]}
        yield seen((str(name),), fact, sites.get(name) or {})


def _enum_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    one, other = fact.get("values"), texts_in(found.fact, "values")
    if not isinstance(one, list) or not one or sorted(map(str, one)) == sorted(other):
        return []
    return [FactDifference("values", one, other)]


def filters(row: Row) -> Iterator[Seen]:
    """Yield the filters of a controller or a mailer, in the order in which they run."""
    for one in row.get("filters") or ():
        name, kind = str(one.get("method") or one.get("object") or "block"), str(one.get("kind"))
        rails = name in RAILS_OWN_FILTERS or (
            written_in_rails(one) and str(one.get("declared_in") or "").startswith(_RAILS_OWN_CLASSES)
        )
        fact = {"name": name, "kind": kind, "how": "method" if one.get("method") else "block"}
        yield seen((kind, name), fact, one, news=bool(one.get("declared_at")) and not rails)


def chain(row: Row, action: str) -> list[str]:
    """Return the filters of one action in their order, as `before:name`, without those that Rails adds by itself."""
    return [f"{one.fact['kind']}:{one.fact['name']}" for one in filters(row) if _counts(one) and _applies(one.row, action)]


def _counts(one: Seen) -> bool:
    """Tell whether a filter is the application's; without a recorder only where it is written can tell."""
    unknown = not one.row.get("declared_at") and one.fact["name"] not in RAILS_OWN_FILTERS
    return one.news or (unknown and not written_in_rails(one.row))


def _applies(row: Row, action: str) -> bool:
    def named(word: str) -> list[Sequence[str]]:
        return [actions for one in _conditions(row, word) if isinstance(one, dict) and (actions := one.get("actions"))]

    return all(action in one for one in named("if")) and not any(action in one for one in named("unless"))


CALLBACKS = Kind("callbacks", "callbacks", "callbacks", callbacks, _callback_words, _condition_differences)
FILTERS = Kind("filters", "filters", "filters", filters, by_kind_and_name)
OF_MODELS = (
    Kind("associations", "associations", "associations", _associations, differences=_association_differences),
    CALLBACKS,
    Kind("validators", "validations", "validators", _validators, by_kind_and_name, _validator_differences),
    Kind("scopes", "scopes", "scopes", _scopes),
    Kind("enums", "enums", "enums", _enums, differences=_enum_differences),
)
OF_CONTROLLERS = (FILTERS,)
