"""What is named after what it does: "an order cycle closes" is `OrderCycleClosingJob`, "create a note" `Note::Create`.

Functions and members that answer requests are named so, too: "a follow request is accepted" is `accept_follow_request`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from core.open_index import OpenIndex
from core.search.verbs import verb_stem
from core.text.words import split_identifier, stem

_RUNS = ("perform", "call", "call!", "execute", "run", "run!", "process", "handle")
"""The member that does it, likeliest first."""
_KINDS = frozenset({"job", "worker", "service", "command", "interactor", "operation", "action", "handler", "task", "mutation"})
"""Last words of names that say what a class is, and not what it does."""
_NOT = frozenset({"controller", "test"})
_VIEW = "view"
_ANSWERS = ("post", "form_valid", "delete", "put", "patch", "get")
"""The member of a view that does it, likeliest first."""
_HANDLES = frozenset({"handle", "on", "process", "do", "receive", "mark"})
"""First words of names that say nothing of what is done."""
_VERB = "!"
"""Behind the stem of a verb in what a member is called after."""
_LONGEST = 3  # words of a thing

_Found = defaultdict[frozenset[str], list[tuple[int, str]]]
_Named = Mapping[frozenset[str], tuple[str, ...]]


def performer(
    index: OpenIndex, words: Sequence[str], verb: int, names: Sequence[str], things: Sequence[Sequence[str]], is_verb: bool
) -> tuple[str, ...]:
    """Return the member of a class that is called after a verb and its thing, and no more; empty where there is none.

    `names` are the stem of the verb and the names of members that do the same, `things` what may be meant behind the verb;
    what stands right before it is tried as well. Where it can only be a verb, what answers requests may itself be called after
    it and its thing; all that are.
    """
    before = [words[verb - length : verb] for length in range(_LONGEST, 0, -1) if length <= verb]
    asked = [frozenset({*map(stem, thing), stem(name)}) for thing in (*things, *before) for name in _fitting(names, thing)]
    known, named = index.derived(_by_words)
    own = [frozenset({*map(stem, thing), f"{names[0]}{_VERB}"}) for thing in things if is_verb]
    of_classes = (known[stems][:1] for stems in asked if stems in known)
    return next(of_classes, ()) or next((named[stems] for stems in own if stems in named), ())


def _fitting(names: Sequence[str], thing: Sequence[str]) -> Iterator[str]:
    stems = set(map(stem, thing))
    return (name for name in names if name not in stems)


def _by_words(index: OpenIndex) -> Sequence[_Named]:
    """Return what runs by the stems of words: those of its class, with all of its namespaces or fewer, and of its own name.

    Of several the shortest first.
    """
    of_classes: _Found = defaultdict(list)
    of_members: _Found = defaultdict(list)
    nouns = {frozenset(map(stem, split_identifier(head.name))) for head in index.heads if head.type == "model"}
    for number, head in enumerate(index.heads):
        if head.is_test or head.type in _NOT:
            continue
        member = _runs(index, number)
        found = of_classes if member else of_members
        named = _names(head.identifier) if member else _own_names(index, number)
        for stems in (one for one in named if one not in nouns):  # the parameters of an order cycle do not order a cycle
            found[stems].append((len(head.identifier), member or head.key))
    return [
        {stems: tuple(member for _, member in sorted(rows)) for stems, rows in found.items()}
        for found in (of_classes, of_members)
    ]


def _runs(index: OpenIndex, number: int) -> str:
    members = {index.heads[one].name: index.keys[one] for one in index.members.get(number, ())}
    names = _ANSWERS if index.heads[number].type == _VIEW else _RUNS
    return next((members[name] for name in names if name in members), "")


def _own_names(index: OpenIndex, number: int) -> Iterator[frozenset[str]]:
    """Yield the stems of the name of a function that answers requests or a member of a controller, its verb marked.

    A verb stands first, or last where it says what was done: `accept_loan_request`, `handle_invoice_paid`.
    """
    head = index.heads[number]
    owner = index.position.get(head.parent, -1)
    answers = head.type == _VIEW or (head.type == "method" and owner >= 0 and index.heads[owner].type == "controller")
    words = [word for word in split_identifier(head.name) if word not in _HANDLES] if answers else []
    if len(words) > 1 and not head.name.endswith("?"):
        yield frozenset({f"{stem(words[0])}{_VERB}", *map(stem, words[1:])})
        if words[-1].endswith("ed") or verb_stem(words[-1]) != stem(words[-1]):
            yield frozenset({f"{verb_stem(words[-1])}{_VERB}", *map(stem, words[:-1])})


def _names(identifier: str) -> Iterator[frozenset[str]]:
    parts = identifier.replace(".", "::").split("::")
    for start in range(len(parts)):
        words = [word for part in parts[start:] for word in split_identifier(part)]
        while words and words[-1] in _KINDS:
            words.pop()
        if len(words) > 1:
            yield frozenset(map(stem, words))
