"""What a record becomes, where no action is called so: "when an issue is closed" asks for what the model does about closing.

A state is often a value that is saved with all others. What then happens stands in the callbacks that speak of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.flow.facts import FlowFacts
from core.flow.saving import phases
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.actions import members_for, things_after
from core.search.question import Question
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, stem, words_of

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
            model, _ = facts.model_called("".join(thing))
            if model >= 0 and (keys := _about(facts, model, stem(word))):
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


def _does(name: str, verb: str) -> bool:
    """Tell whether a method is called after a verb, and no question: `close`, `close!`, not `closed?`."""
    return stem(name.rstrip("!")) == verb and not name.endswith(("ed", "ing"))


def _speaking(index: OpenIndex, numbers: Sequence[int], verb: str) -> list[int]:
    codes = index.catalog.source_codes(numbers)
    return [number for number in numbers if verb in words_of(codes.get(number, ""))]
