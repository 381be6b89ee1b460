"""Answer questions about what a class declares: "which validations does a user have?", "what runs before a save?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.flow.facts import FlowFacts
from core.flow.saving import phases
from core.model import table_key
from core.model.asked import DECLARES
from core.model.facts import text_in
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.meant import one_meant
from core.search.question import Question
from core.vocabulary import unit_type

_SAID = (
    "validation|validator|callback|hook|scope|method|function|action|enum|state|status|column|attribute|field|constant|concern|filter"
    "|property|properties|statuse|member"
)
_NAME = r"`?(?P<thing>[\w:]+(?:\s+\w+){0,2}?)`?"
_THING = rf"(?:(?:an?|the|each|every|one)\s+)?(?:(?:class|model|table)\s+)?{_NAME}(?:\s+(?:class|model|table))?"
_DONE = r"(?P<done>sav|creat|updat|chang|destroy|delet|remov|validat|commit|insert|stor)\w*"
_WHEN = rf"(?P<when>when|whenever|before|after|around|while)\s+{_THING}\s+(?:is|gets|was|has\s+been)(?:\s+being)?\s+{_DONE}"
_SHAPES = (
    rf"(?:which|what)\s+(?P<said>{_SAID})s?\s+(?:does|do|has|have)\s+{_THING}(?:\s+(?:have|define|declare|own|offer|run|use))?",
    rf"(?:what\s+are\s+|show\s+|list\s+)?(?:the\s+|all\s+)?(?P<said>{_SAID})s\s+(?:of|on|in)\s+{_THING}",
    rf"(?:which|what)\s+(?P<said>{_SAID})s?\s+can\s+{_THING}\s+(?:be\s+in|have|take|be)",
    rf"(?:which|what)\s+(?P<said>callback|hook|validation)s?\s+(?:are\s+)?(?:run|runs|fire|fires|happen|executed|called|checked)\s+{_WHEN}",
    rf"what\s+(?:runs|is\s+run|is\s+called|fires|gets\s+run|is\s+checked)\s+(?!when\b){_WHEN}",
)
"""Questions that ask for nothing but what a class declares, whole."""
_PATTERNS = [re.compile(rf"{shape}\s*[?.!]*", re.IGNORECASE) for shape in _SHAPES]
_EVENTS = {
    "creat": "create",
    "insert": "create",
    "updat": "update",
    "chang": "update",
    "destroy": "destroy",
    "delet": "destroy",
}
_EVENTS |= {"remov": "destroy"}
_OF_TYPE = {"scope": ("scope",), "method": ("method", "function"), "function": ("function", "method"), "action": ("method",)}
_OF_SAVES = ("callback", "hook", "validation", "validator")
_IN_COLUMNS = ("column", "attribute", "field", "propert")
_ROWS = frozenset({"model", "table"})
_OF_ONE = frozenset({"entry", "entries", "record", "records", "object", "objects", "instance", "instances", "row", "rows"})
_SURE, _MOST = 0.95, 24


def asked_declarations(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield the class that a question is about, then the members that are what it asks for, in the order in which they run."""
    text = " ".join(question.text.split())
    match = None if question.bare else next((found for one in _PATTERNS if (found := one.fullmatch(text))), None)
    number = _meant(match["thing"], text, index) if match else -1
    if match is None or number < 0:
        return
    said = match.groupdict()
    keys = dict.fromkeys([index.keys[number], *_asked(index, number, str(said.get("said") or "callback").lower(), said)])
    yield Entity(index.heads[number].identifier, DECLARES, tuple(keys)[:_MOST], _SURE)


def _meant(thing: str, text: str, index: OpenIndex) -> int:
    """Return the class that is asked about; "a history entry" is one of the class of histories where no entry is called so."""
    rest, _, last = thing.rpartition(" ")
    for words in (thing, rest if last.lower() in _OF_ONE else ""):
        found = one_meant(words, index, lambda one: _declares(index, one), tables="table" in text.lower()) if words else -1
        if found >= 0:
            return found
    return -1


def _declares(index: OpenIndex, number: int) -> bool:
    head = index.heads[number]
    return head.type in _ROWS or (not unit_type(head.type).prose and bool(_members(index, number)))


def _members(index: OpenIndex, number: int) -> Sequence[int]:
    """Return what is inside of a class, or in one file beside a type whose methods stand there, by line."""
    if own := index.members.get(number):
        return own
    beside = index.by_file.get(index.heads[number].file_path, ())
    found = [one for one in beside if index.hosts[one] == number and one != number]
    return sorted(found, key=lambda one: index.heads[one].start_line)


def _asked(index: OpenIndex, number: int, said: str, question: dict[str, str | None]) -> Iterable[str]:
    """Yield the keys of what is asked for and has a unit of its own; other declarations stand in the class."""
    if said.startswith(_OF_SAVES):
        yield from _of_a_save(index, number, _EVENTS.get(str(question.get("done") or "").lower(), "save"), said)
    if said.startswith(_IN_COLUMNS):
        table = table_key(text_in(FlowFacts(index).of(number), "table"))
        yield from (table,) if table in index.position else ()
    types = next((types for word, types in _OF_TYPE.items() if said.startswith(word)), ())
    yield from (index.keys[one] for one in _members(index, number) if index.heads[one].type in types)


def _of_a_save(index: OpenIndex, number: int, event: str, said: str) -> Iterator[str]:
    """Yield the methods that run around a statement as callbacks, in their order; for validations those that validate."""
    facts = FlowFacts(index)
    for phase in phases(facts, number, event):
        validates = phase.fact.get("event") == "validate"
        if phase.kind == "callback" and (validates or not said.startswith("valid")):
            method = facts.method(number, str(phase.fact.get("name") or ""))
            if method >= 0:
                yield index.keys[method]
