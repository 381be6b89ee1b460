"""Which facts of a model or controller the application declares, as both sides write them, so that they can be compared.

Rails and gems add facts by themselves (autosave callbacks, forgery protection, validators of required associations of a
gem's model). What Rails adds is left out on both sides, as files never say it; what a gem adds is kept with the gem's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.probe.read import Row

_RAILS = frozenset(
    ("actioncable", "actionmailbox", "actionmailer", "actionpack", "actiontext", "actionview", "activejob", "activemodel",
     "activerecord", "activestorage", "activesupport", "railties", "rails")
)  # fmt: skip
_RAILS_OWN_FILTERS = frozenset(("verify_authenticity_token", "verify_same_origin_request"))
_AUTOSAVE = ("autosave_associated_records_for_", "validate_associated_records_for_", "around_save_collection_association")


@dataclass(frozen=True, slots=True)
class Seen:
    """One fact at runtime: the words that name it on both sides, the fact itself, its place and who declared it.

    `via` is `gem:NAME` when a gem declared it, else empty; `file_path` is empty where no place was recorded.
    """

    words: tuple[str, ...]
    fact: Mapping[str, Any]
    file_path: str
    line: int
    via: str


def _seen(words: tuple[str, ...], fact: Mapping[str, Any], row: Row) -> Seen | None:
    """Return the fact unless Rails itself declared it."""
    site = row.get("declared_at") or {}
    gem = str((site.get("via") or {}).get("origin") or "")
    if not site:
        gem = str((row.get("defined_at") or {}).get("origin") or "")
        if gem.removeprefix("gem:") in _RAILS or gem == "ruby":
            return None
    file = str(site.get("file") or "")
    return Seen(words, fact, file, int(site.get("line") or 0), gem if gem.startswith("gem:") else "")


def _associations(row: Row) -> Iterator[Seen | None]:
    for one in row.get("associations") or ():
        name = str(one.get("name"))
        fact = {"name": name, "macro": str(one.get("macro")), "polymorphic": bool(one.get("polymorphic"))}
        target = {"target": str(one["class_name"]).removeprefix("::")} if one.get("class_name") else {}
        yield _seen((name,), {**fact, **target}, one)


def _callbacks(row: Row) -> Iterator[Seen | None]:
    for one in row.get("callbacks") or ():
        method, thing = str(one.get("method") or ""), str(one.get("object") or "")
        if method.startswith(_AUTOSAVE) or thing.endswith("Validator") or thing.startswith("Active"):
            continue
        if not one.get("declared_at") and (one.get("defined_at") or {}).get("origin") != "app":
            continue
        if _by_rails(one):
            continue
        name = method or ("block" if one.get("block") else thing)
        kind, event = str(one.get("kind")), str(one.get("event"))
        fact = {"name": name, "event": event, "kind": kind, **({"method": method} if method else {})}
        yield _seen((kind, event, method or ("block" if one.get("block") else "object")), fact, one)


def _by_rails(one: Row) -> bool:
    """Tell whether what is called is written in Rails: options such as `dependent:` and `touch:` become such callbacks."""
    return str((one.get("defined_at") or {}).get("origin")).removeprefix("gem:") in _RAILS


def _validators(row: Row) -> Iterator[Seen | None]:
    for one in row.get("validators") or ():
        if one.get("declared_at"):
            for attribute in one.get("attributes") or [""]:
                kind = str(one.get("kind"))
                yield _seen((kind, str(attribute)), {"name": str(attribute), "kind": kind}, one)


def _scopes(row: Row) -> Iterator[Seen | None]:
    found: dict[str, Seen | None] = {}
    for one in row.get("scopes") or ():
        if one.get("declared_at"):  # the recorder was off, or Rails made it for itself
            found.setdefault(str(one.get("name")), _seen((str(one.get("name")),), {"name": str(one.get("name"))}, one))
    yield from found.values()


def _filters(row: Row) -> Iterator[Seen | None]:
    for one in row.get("filters") or ():
        name = str(one.get("method") or one.get("object") or "block")
        if name not in _RAILS_OWN_FILTERS and one.get("declared_at"):
            kind = str(one.get("kind"))
            yield _seen((kind, name), {"name": name, "kind": kind, "how": "method" if one.get("method") else "block"}, one)


def _callback_words(fact: Mapping[str, Any]) -> tuple[str, ...]:
    what = fact.get("method") or ("block" if "block" in fact else "object")
    return str(fact.get("kind")), str(fact.get("event")), str(what)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: the key of a unit's metadata, how the runtime's rows say it and how a static fact is named."""

    name: str
    key: str
    at_runtime: Callable[[Row], Iterator[Seen | None]]
    words: Callable[[Mapping[str, Any]], tuple[str, ...]]


def _name_only(fact: Mapping[str, Any]) -> tuple[str, ...]:
    return (str(fact.get("name")),)


def _kind_and_name(fact: Mapping[str, Any]) -> tuple[str, ...]:
    return str(fact.get("kind")), str(fact.get("name"))


OF_MODELS = (
    Kind("associations", "associations", _associations, _name_only),
    Kind("callbacks", "callbacks", _callbacks, _callback_words),
    Kind("validators", "validations", _validators, _kind_and_name),
    Kind("scopes", "scopes", _scopes, _name_only),
)
OF_CONTROLLERS = (Kind("filters", "filters", _filters, _kind_and_name),)
