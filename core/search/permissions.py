"""Who may do what: "who may edit a crop?" asks for what decides, not for what edits.

What decides is by convention a policy's method (Pundit, Action Policy), a predicate of the model (`editable_by?`), or the lines
of an ability that speak of the model (CanCanCan).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import Question
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, split_identifier, stem

_ASKED = re.compile(
    r"\bwho(?:m)? (?:(?:may|can)\b|(?:is|are|was) (?:allowed|permitted|able|authori[sz]ed|entitled) to\b)"
    r"|\b(?:allowed|permitted|authori[sz]ed|entitled|permissions?|rights?) to\b"
    r"|^(?:may|can) \w+(?: \w+)? (?=\w+ (?:a|an|the|any|other|their|his|her|its)\b)",
    re.IGNORECASE,
)
_MOST = 6
_LONGEST = 4  # words of a thing
_SURE = 0.9
_ABILITY = frozenset({"ability", "abilities", "permission", "permissions"})
_POLICY = "policy"
_MODEL = "model"


def asked_permissions(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield the first deed with a thing that the question asks the permission of, with what decides, most likely first."""
    asked = _ASKED.search(question.masked)
    if asked is None:
        return
    words = [word.strip("'’-").lower() for word in question.masked[asked.end() :].rstrip("?.! ").split()]
    for start, word in enumerate(words):
        if word in STOP_WORDS or (start and words[start - 1] not in STOP_WORDS):
            continue  # what stands behind a verb is its thing
        for thing in _things_after(words, start):
            keys = _deciding(index, [stem(part) for part in thing], _verbs(word, rules))
            if keys:
                yield Entity(f"{word} {' '.join(thing)}", "permission", tuple(keys[:_MOST]), _SURE)
                return


def _verbs(verb: str, rules: Rules) -> frozenset[str]:
    """Return the stems of the words that mean what a verb says."""
    rows = (row for row in rules.actions.values() if stem(verb) in map(stem, row.verbs))
    row = next(rows, None)
    return frozenset(map(stem, (verb, *(row.members if row else ()), *(row.verbs if row else ()))))


def _things_after(words: Sequence[str], verb: int) -> Iterator[Sequence[str]]:
    """Yield what a verb may be about: the words after it and its articles, longest first."""
    start = verb + 1
    while start < len(words) and (words[start] in STOP_WORDS or words[start] == "for"):
        start += 1
    yield from (words[start : start + length] for length in range(_LONGEST, 0, -1) if start + length <= len(words))


def _deciding(index: OpenIndex, thing: Sequence[str], verbs: frozenset[str]) -> list[str]:
    """Return methods of the policy of a thing, then predicates of its model, then methods of abilities that name it."""
    known = index.derived(_by_words)
    policies, models = known.get((_POLICY, *thing, stem(_POLICY)), ()), known.get((_MODEL, *thing), ())
    asking = [one for place in policies for one in index.members.get(place, ()) if _asks(index.heads[one].name, verbs)]
    allowing = [one for place in models for one in index.members.get(place, ()) if _allows(index.heads[one].name, verbs)]
    naming = [one for place in models for one in _abilities(index, place)]
    return [index.keys[one] for one in dict.fromkeys([*asking, *allowing, *naming])]


def _by_words(index: OpenIndex) -> Mapping[tuple[str, ...], Sequence[int]]:
    """Return models and policies by their type and the stems of the words of their names, looked through once.

    What is inside of a namespace is found by its words, too: `Orders::ReportPolicy` by "report" and by "order report".
    """
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, head in enumerate(index.heads):
        if head.type in (_MODEL, _POLICY) and not head.is_test:
            for name in dict.fromkeys((head.name, head.identifier)):
                found[(head.type, *map(stem, split_identifier(name)))].append(number)
    return dict(found)


def _asks(name: str, verbs: frozenset[str]) -> bool:
    return name.endswith("?") and any(stem(word) in verbs for word in split_identifier(name))


def _allows(name: str, verbs: frozenset[str]) -> bool:
    """Tell whether a predicate of a model says what may be done: `editable_by?`, `can_edit?`; not what was, `saved?`."""
    words = split_identifier(name)
    able = any(word.endswith("able") and word.removesuffix("able") in verbs for word in words)
    return able or (name.startswith(("can_", "may_")) and _asks(name, verbs))


def _abilities(index: OpenIndex, model: int) -> list[int]:
    """Return the methods of abilities that name a model, those first whose class is called after it."""
    named = set(map(stem, split_identifier(index.heads[model].name)))
    found = [one for one in dict.fromkeys(link.other for link in index.links.into(model)) if _is_of_ability(index, one)]
    return sorted(found, key=lambda one: not named <= set(map(stem, _owner(index, one))))


def _is_of_ability(index: OpenIndex, number: int) -> bool:
    head = index.heads[number]
    return not head.is_test and not _ABILITY.isdisjoint(_owner(index, number))


def _owner(index: OpenIndex, number: int) -> Sequence[str]:
    """Return the words of the class that a member is of, with its namespaces; none for what is no member."""
    owner = index.position.get(index.heads[number].parent, -1)
    return split_identifier(index.heads[owner].identifier) if owner >= 0 else ()
