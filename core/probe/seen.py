"""A fact as the running application tells it, and how a kind of fact is read, named and compared on both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from core.probe.read import Row
from core.probe.values import FactDifference

GEM = "gem:"
_RAILS = frozenset(
    ("actioncable", "actionmailbox", "actionmailer", "actionpack", "actiontext", "actionview", "activejob", "activemodel",
     "activerecord", "activestorage", "activesupport", "railties", "rails")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seen:
    """One fact at runtime: the words that name it on both sides, the fact itself, its place and who declared it.

    `via` is `gem:NAME` when a gem declared it, else empty; `file_path` is empty where no place was recorded. What is not
    `news` can confirm what the files say, but is nothing they should have said: Rails adds it by itself, or an ancestor has
    it already. `row` is the runtime's own row.
    """

    words: tuple[str, ...]
    fact: Mapping[str, object]
    file_path: str
    line: int
    via: str
    news: bool
    row: Row


def seen(words: tuple[str, ...], fact: Mapping[str, object], row: Row, news: bool = True) -> Seen:
    """Return the fact of a row of the contract, with its place; it is no news when Rails itself declares it."""
    site = row.get("declared_at") or {}
    origin = _origin(site, row)
    file, line = str(site.get("file") or ""), int(site.get("line") or 0)
    by_rails = is_rails(origin) and not file
    return Seen(words, fact, file, line, origin if origin.startswith(GEM) else "", news and not by_rails, row)


def _origin(site: Row, row: Row) -> str:
    place = site.get("via") if site else row.get("defined_at")
    return str((place or {}).get("origin") or "")


def is_rails(origin: str) -> bool:
    """Tell whether a place of the contract lies in Rails or in Ruby itself."""
    return origin == "ruby" or origin.removeprefix(GEM) in _RAILS


def written_in_rails(row: Row) -> bool:
    """Tell whether what is called is written in Rails: options such as `dependent:` and `touch:` become such callbacks."""
    return is_rails(str((row.get("defined_at") or {}).get("origin") or ""))


def _alike(_fact: Mapping[str, object], _seen: Seen) -> list[FactDifference]:
    return []


def by_name(fact: Mapping[str, object]) -> tuple[str, ...]:
    """Return the words of facts that have only a name."""
    return (str(fact.get("name")),)


def by_kind_and_name(fact: Mapping[str, object]) -> tuple[str, ...]:
    """Return the words of facts of which several kinds may share a name."""
    return str(fact.get("kind")), str(fact.get("name"))


def _any(_fact: Mapping[str, object]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: its name in the trust figures, the key of a unit's metadata and the key of the runtime's rows.

    `at_runtime` reads the facts of a row, `words` names a fact of the files as `Seen.words` does, `differences` compares the
    two where they have the same words. `meant` picks the facts of the files of which the runtime speaks.
    """

    name: str
    key: str
    asked: str
    at_runtime: Callable[[Row], Iterator[Seen]]
    words: Callable[[Mapping[str, object]], tuple[str, ...]] = by_name
    differences: Callable[[Mapping[str, object], Seen], list[FactDifference]] = _alike
    meant: Callable[[Mapping[str, object]], bool] = _any
