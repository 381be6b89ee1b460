"""What classes declare on one side only: associations, validations, callbacks, filters, and what they start elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.inspect.fact_text import fact_text
from core.model import CodeUnit, split_key
from core.model.facts import Fact, facts_in
from core.model.review import ADDED, LOW, MEDIUM, REMOVED, ChangedRelation, ChangedUnit, Remark
from core.review.sides import Side
from core.vocabulary import LATER

_KINDS = (
    "associations", "validations", "callbacks", "scopes", "enums", "concerns", "delegates", "filters", "attributes",
    "permitted", "state_machines", "retries", "indexes", "foreign_keys",
)  # fmt: skip

_MOST = 8  # of one unit and one side


def declarations_changed(before: Side, after: Side, units: Iterable[ChangedUnit]) -> Iterator[Remark]:
    """Yield what changed units no longer declare, and what they declare now, each once.

    A declaration of a concern is reported at the concern, one that a method and its class share at the method.
    """
    both = [one for one in units if one.key in before.index.position and one.key in after.index.position]
    keys = [one.key for one in sorted(both, key=lambda one: (one.end_line - one.line, one.key))]
    old, new = before.units(keys), after.units(keys)
    seen = set[tuple[str, str, str]]()
    for key in keys:
        was, now = _facts(old[key]), _facts(new[key])
        gone = {text: fact for text, fact in was.items() if text not in now and _place("before", fact) not in seen}
        fresh = {text: fact for text, fact in now.items() if text not in was and _place("after", fact) not in seen}
        yield from _told(split_key(key)[1], key, gone, fresh)
        seen |= {_place("before", fact) for fact in gone.values()} | {_place("after", fact) for fact in fresh.values()}


def _place(side: str, fact: Fact) -> tuple[str, str, str]:
    """Return what tells a declaration from others, whichever unit it is told of: a method and its class share some."""
    return side, f"{fact['file_path']}:{fact['line']}", str(fact.get("name", ""))


def _told(name: str, key: str, gone: Mapping[str, Fact], fresh: Mapping[str, Fact]) -> Iterator[Remark]:
    """Yield what is declared otherwise, no more, and anew; the same kind and name on both sides is one declaration."""
    others = {_same(text, fact): text for text, fact in fresh.items()}
    otherwise = {text: other for text, fact in gone.items() if (other := others.get(_same(text, fact)))}
    for text, fact in list(gone.items())[:_MOST]:
        if other := otherwise.get(text):
            here = fresh[other]
            said = f"{name} declares {other}, was {text}"
            yield Remark("changed-declaration", MEDIUM, said, key, str(here["file_path"]), int(here["line"]))
        else:
            place = (str(fact["file_path"]), int(fact["line"]))
            yield Remark("gone-declaration", MEDIUM, f"{name} no longer declares {text}", key, *place, before=True)
    for text in [text for text in fresh if text not in otherwise.values()][:_MOST]:
        fact = fresh[text]
        yield Remark("new-declaration", LOW, f"{name} declares {text}", key, str(fact["file_path"]), int(fact["line"]))


def _same(text: str, fact: Fact) -> tuple[str, str, str]:
    """Return what a declaration is called: its kind, the first words of how it is declared, and its name."""
    words = text.split()
    return words[0], words[1] if len(words) > 1 else "", str(fact.get("name", ""))


def _facts(unit: CodeUnit) -> dict[str, Fact]:
    found: dict[str, Fact] = {}
    for kind in _KINDS:
        for fact in facts_in(unit.metadata, kind):
            if fact.get("file_path") == unit.file_path and fact.get("line"):
                found.setdefault(f"{kind.replace('_', ' ').removesuffix('s')} {fact_text(kind, fact)}", fact)
    return found


def started_elsewhere(relations: Iterable[ChangedRelation]) -> Iterator[Remark]:
    """Yield jobs, mails and messages that are sent off from other places than before."""
    for one in relations:
        if one.kind in LATER:
            source, target = split_key(one.source)[1], split_key(one.target)[1]
            if one.change == ADDED:
                text = f"{source} now {one.kind} {target}"
                yield Remark("new-effect", LOW, text, one.source, one.file_path, one.line)
            elif one.change == REMOVED:
                text = f"{source} no longer {one.kind} {target}"
                yield Remark("gone-effect", MEDIUM, text, one.source, one.file_path, one.line, before=True)
