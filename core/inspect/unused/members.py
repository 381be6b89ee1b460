"""Methods, scopes, helpers and jobs that nothing is known to use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.unused import Unused
from core.extract.ruby.linking.externals import RAILS_NAMES, RUBY_NAMES
from core.inspect.unused.hooks import HOOKED, HOOKS
from core.inspect.unused.kinship import Kinship, kinship_of
from core.inspect.verdict import Judgement
from core.languages import family_of
from core.model import UnitHead
from core.open_index import OpenIndex

SUPER = re.compile(r"(?<![\w.:@])super\b")
"""By this a method tells that it overrides another one."""
_SENT = re.compile(r"(?:(?<![\w.)\]}@:])|\bself\.)(?:public_send|__send__|send)\b\s*\(?\s*@?[a-z_]\w*(?!\w*:)")
"""A class calls its own methods by a name that it computes or is given."""
_IMPORTED_BY = {"searchkick": "search_import", "meilisearchrails": "meilisearch_import"}
"""The scope of models by which a library of searching reads all of them."""
_SHARED_BY = 3  # classes of the same method that no line calls: rather something of a library calls it by its name
_HISTORY = re.compile(r"(?:^|/)(?:db/|config/|bin/|script/)|(?:^|/)(?:generators?/templates|templates)/")


@dataclass(frozen=True, slots=True)
class Uncalled:
    """Units that no relation leads to, as one type of a list, with who outside of the checkout may call some, by key."""

    type: str
    heads: Sequence[UnitHead]
    reasons: Mapping[str, str]

    def rows(self, judgements: Mapping[str, Judgement]) -> list[Unused]:
        """Return what was found of each; a reason why it may be called from outside makes a `none` unknown."""
        return [_row(head, self.type, judgements[head.key], self.reasons.get(head.key, "")) for head in self.heads]


def methods(index: OpenIndex) -> Uncalled:
    """Return the methods that nothing is known to call; helpers and the actions of controllers have lists of their own."""
    return _judged(
        index, "method", lambda parent, public: parent.type != "helper" and not (public and parent.type == "controller")
    )


def helpers(index: OpenIndex) -> Uncalled:
    """Return the methods of helper modules that nothing is known to call."""
    return _judged(index, "helper", lambda parent, public: parent.type == "helper")


def scopes(index: OpenIndex) -> Uncalled:
    """Return the scopes that nothing is known to use."""
    kinship = kinship_of(index)
    heads = [head for head in index.heads if head.type == "scope" and not head.is_test and head.key not in kinship.used]
    imported = {scope: f"{gem} imports by it" for gem, scope in _IMPORTED_BY.items() if gem in kinship.gems}
    return Uncalled("scope", heads, {head.key: imported[head.name] for head in heads if head.name in imported})


def jobs(index: OpenIndex) -> Uncalled:
    """Return the jobs that nothing is known to enqueue, schedule or name; those that others inherit from are left out."""
    kinship = kinship_of(index)
    heads = [
        head
        for head in index.heads
        if head.type == "job" and not head.is_test and head.key not in kinship.used and head.signature.startswith("class")
        and not kinship.below.get(head.key) and not _members_used(index, kinship, head)
    ]  # fmt: skip
    return Uncalled("job", heads, {})


def _members_used(index: OpenIndex, kinship: Kinship, head: UnitHead) -> bool:
    return any(child in kinship.used for child in index.children.get(head.key, ()))


def _judged(index: OpenIndex, type_: str, wanted: Callable[[UnitHead, bool], bool]) -> Uncalled:
    kinship = kinship_of(index)
    uncalled = list(_uncalled(index, kinship))
    senders = {
        unit.key for unit in index.catalog.units(sorted({head.parent for head in uncalled})) if _SENT.search(unit.source_code)
    }
    shared = Counter(head.name for head in index.heads if head.type == "method" and not head.is_test)
    heads, reasons = [], {}
    for head, unit in zip(uncalled, index.catalog.units([head.key for head in uncalled]), strict=True):
        parent = index.by_key.get(head.parent)
        if parent is not None and wanted(parent, unit.metadata.get("visibility", "public") == "public"):
            heads.append(head)
            sent = f"{parent.identifier} calls methods of its own by a computed name" if parent.key in senders else ""
            many = shared[head.name] >= _SHARED_BY
            habit = f"{shared[head.name]} classes have a method of this name, which a library may call" if many else ""
            if reason := from_outside(kinship, head, parent, unit.source_code) or sent or habit:
                reasons[head.key] = reason
    return Uncalled(type_, heads, reasons)


def _uncalled(index: OpenIndex, kinship: Kinship) -> Iterator[UnitHead]:
    for head in index.heads:
        if head.type != "method" or head.is_test or head.key in kinship.used or family_of(head.language) != "ruby":
            continue
        if head.name in HOOKS or HOOKED.match(head.name) or _HISTORY.search(head.file_path):
            continue
        yield head


def from_outside(kinship: Kinship, head: UnitHead, parent: UnitHead, text: str) -> str:
    """Return who outside of the checkout, or by which habit, may call a method; empty where nobody is known who might."""
    outermost = parent.identifier.partition("::")[0]
    if outermost in RUBY_NAMES or outermost in RAILS_NAMES or outermost.lower() in kinship.gems:
        return f"it is part of {outermost}, which may call it"
    if foreign := kinship.foreign(parent.key):
        return f"a class that has it inherits {foreign}, of a library that may call it"
    if "liquid" in kinship.gems and parent.identifier.endswith(("Filters", "Filter", "Drop")):
        return "Liquid calls the methods of filters and drops from texts that users write"
    if parent.type in ("policy", "pundit_policy") and head.name.endswith("?"):
        return "policies are asked by the name of the action"
    return "it calls super, so another method of its name is called" if SUPER.search(text) else ""


def _row(head: UnitHead, type_: str, one: Judgement, reason: str) -> Unused:
    verdict, why = one.verdict, one.why
    if verdict == "none":
        why = "only tests name it" if one.places else "no line of code or settings names it"
        verdict, why = ("unknown", reason) if reason else (verdict, why)
    elif len(one.places) > 1:
        why = f"{len(one.places):,} lines write '{head.name}', and it is not known what they mean"
    elif one.places and verdict == "unknown" and "computes" not in why:
        why = f"one line writes '{head.name}', and it is not known what it means"
    lines = tuple(map(str, one.places))
    return Unused(head.key, type_, verdict, why.rstrip("."), lines, head.file_path, head.start_line)
