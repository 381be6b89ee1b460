"""Classes named after what they do: "an order cycle closes" is `OrderCycleClosingJob`, "create a note" `Note::Create`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.open_index import Kept, OpenIndex
from core.text.words import split_identifier, stem

_RUNS = ("perform", "call", "call!", "execute", "run", "run!", "process", "handle")
"""The member that does it, likeliest first."""
_KINDS = frozenset({"job", "worker", "service", "command", "interactor", "operation", "action", "handler", "task", "mutation"})
"""Last words of names that say what a class is, and not what it does."""
_NOT = frozenset({"controller", "view", "test"})
_LONGEST = 3  # words of a thing

_performers: Kept[list[Mapping[frozenset[str], str]]] = Kept(list)


def performer(index: OpenIndex, words: Sequence[str], verb: int, names: Sequence[str], things: Iterator[Sequence[str]]) -> str:
    """Return the member of a class that is called after a verb and its thing, and no more; empty where there is none.

    `names` are the stem of the verb and the names of members that do the same, `things` what may be meant behind the verb;
    what stands right before it is tried as well.
    """
    known = _by_words(index)
    before = (words[verb - length : verb] for length in range(_LONGEST, 0, -1) if length <= verb)
    for thing in (*things, *before):
        stems = frozenset(map(stem, thing))
        for name in names:
            if name not in stems and (found := known.get(stems | {stem(name)})):
                return found
    return ""


def _by_words(index: OpenIndex) -> Mapping[frozenset[str], str]:
    """Return members that run by the stems of the words of their class, with all of its namespaces or fewer; the shortest."""
    known = _performers.of(index)
    if not known:
        found: dict[frozenset[str], tuple[int, str]] = {}
        for number, head in enumerate(index.heads):
            if head.is_test or head.type in _NOT or not (member := _runs(index, number)):
                continue
            for stems in _names(head.identifier):
                row = (len(head.identifier), member)
                found[stems] = min(found.get(stems, row), row)
        known.append({stems: member for stems, (_, member) in found.items()})
    return known[0]


def _runs(index: OpenIndex, number: int) -> str:
    members = {index.heads[one].name: index.keys[one] for one in index.members.get(number, ())}
    return next((members[name] for name in _RUNS if name in members), "")


def _names(identifier: str) -> Iterator[frozenset[str]]:
    parts = identifier.replace(".", "::").split("::")
    for start in range(len(parts)):
        words = [word for part in parts[start:] for word in split_identifier(part)]
        while words and words[-1] in _KINDS:
            words.pop()
        if len(words) > 1:
            yield frozenset(map(stem, words))
