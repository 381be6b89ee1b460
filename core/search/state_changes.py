"""What a record becomes, where no action is called so: "when an issue is closed" asks for what the model does about closing.

A state is often a value that is saved with all others. What then happens stands in the callbacks that speak of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.flow.acts import ResolvedBodies
from core.flow.facts import FlowFacts
from core.flow.saving import phases
from core.model.facts import Fact
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.actions import members_for, things_after
from core.search.meant import one_meant
from core.search.question import Question
from core.search.verbs import verb_stem
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, split_identifier, stem, words_of

_ASKED = re.compile(r"^(?!who\b).*\b(?:when|whenever|once|after|if)\b", re.IGNORECASE)
_MOST = 6
_SURE = 0.8
_SHORT = 3  # letters of a stem: less is in too many words


def asked_changes(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield for the first verb of a model what makes that change: its method of that name, then callbacks that speak of it.

    Nothing for a verb that makes, changes or removes any record: its callbacks run then whatever they speak of.
    """
    if not _ASKED.search(question.text) or "model" not in index.types:
        return
    facts = FlowFacts(index)
    words = [word.strip("'’-") for word in question.words]
    for start, word in enumerate(words):
        if word in STOP_WORDS or len(stem(word)) < _SHORT or members_for(word, rules):
            continue
        for thing in things_after(words, start):
            model = one_meant(" ".join(thing), index, facts.is_model)
            if model >= 0 and (keys := _about(facts, model, verb_stem(word)) or _moving(facts, model, verb_stem(word))):
                yield Entity(f"{word} {' '.join(thing)}", "action", keys[:_MOST], _SURE)
                return


def _about(facts: FlowFacts, model: int, verb: str) -> tuple[str, ...]:
    """Return what a model has that is called after a verb: methods, its concerns' too, and callbacks in the order of a save.

    Else its first method that begins with the verb and the callbacks that speak of it.
    """
    index = facts.index
    of_model = [number for one in facts.lineage(model) for number in index.members.get(one, ())]
    methods = [number for number in of_model if index.heads[number].type == "method"]
    saved = [one.fact for one in phases(facts, model, "save") if one.kind == "callback"]
    called = (facts.method(model, str(fact["name"])) for fact in saved if fact.get("event") != "validate")
    callbacks = [number for number in dict.fromkeys(called) if number >= 0]
    found = [number for number in methods if _does(index.heads[number].name, verb)]
    found += [number for number in callbacks if verb in words_of(index.heads[number].name)]
    if not found:
        found = [number for number in methods if _does(index.heads[number].name.partition("_")[0], verb)][:1]
        found += _speaking(index, callbacks, verb)
    return tuple(index.keys[number] for number in dict.fromkeys(found))


def _moving(facts: FlowFacts, model: int, verb: str) -> tuple[str, ...]:
    """Return what calls the events of a model's state machine that are called after a verb or lead to its state, no tests.

    Actions go first, then in the order of the index.
    """
    index, bodies = facts.index, ResolvedBodies(facts)
    events = {str(one["name"]) for one in facts.listed(model, "events") if _leads_to(one, verb)}
    calling = dict.fromkeys(link.other for link in index.links.into(model) if link.kind == "calls") if events else ()
    found = [
        number
        for number in calling
        if not index.heads[number].is_test
        and any(
            act.name.rstrip("!") in events and act.typed is not None and act.typed.unit == model
            for act in bodies.saves(number, events)
        )
    ]
    found.sort(key=lambda number: (not _is_action(index, number), number))
    return tuple(index.keys[number] for number in found)


def _leads_to(event: Fact, verb: str) -> bool:
    """Tell whether an event is called after a verb, or a state that it leads to is."""
    states = event.get("to")
    said = [str(event["name"]), *(map(str, states) if isinstance(states, list) else ())]
    return any(verb in map(verb_stem, split_identifier(one)) for one in said)


def _is_action(index: OpenIndex, number: int) -> bool:
    owner = index.position.get(index.heads[number].parent, -1)
    return owner >= 0 and index.heads[owner].type == "controller"


def _does(name: str, verb: str) -> bool:
    """Tell whether a method is called after a verb, and no question: `close`, `close!`, not `closed?`."""
    return stem(name.rstrip("!")) == verb and not name.endswith(("ed", "ing"))


def _speaking(index: OpenIndex, numbers: Sequence[int], verb: str) -> list[int]:
    codes = index.catalog.source_codes(numbers)
    return [number for number in numbers if verb in words_of(codes.get(number, ""))]
