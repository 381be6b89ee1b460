"""Questions that follow up an earlier one: what "it" is, what "its callers" are the callers of, what "and coupons?" asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.model.run import Entity, Plan, SearchRun
from core.open_index import OpenIndex
from core.search.classify import ALSO, classify
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS

_START = re.compile(r"^(?:and|but|so|or|then|also|ok|okay)\b[, ]+", re.I)
_POSSESSIVE = re.compile(r"\b(?:its|their)\s+(?P<owned>[a-z_]+)", re.I)
_PRONOUN = re.compile(
    r"\b(?:it|them|they)\b(?! (?:\w+ )?(?:that|to|possible|if|whether)\b)"  # not: where is it decided that …
    r"|\b(?:this|that|these|those)(?: (?:class|model|module|method|function|folder|file|one|ones|code)\b|(?=\s*[?.,!]|\s*$))",
    re.I,
)
_PLURAL = re.compile(r"^(?:them|they|these|those|their)\b", re.I)
_DEED = re.compile(r"\b(?:do|does|did|doing|done) (?:it|this|that|so)\b(?=\s*[?.,!]|\s*$)", re.I)  # no thing that has a name
_SAME = re.compile(r"\b(?:there|the same)\b", re.I)
_INSTEAD = re.compile(
    r"^(?:(?:and |or |but |so )?(?:what|how) about|(?:and|or|but)(?: for| of| with| in)?) (?:the |an? )?"
    r"(?P<other>[\w:#./]+(?: \w+)?)\s*\?*$",
    re.I,
)
_CARRIED = 3  # subjects that "them" may mean
_SURE = 0.6  # confidence from which a name, and not a word that happens to be one, is a subject


def followed_up(plan: Plan, prior: SearchRun | None, index: OpenIndex, rules: Rules) -> Plan:
    """Return the plan of a question as it is meant after an earlier one; the same plan when it stands for itself.

    Words that refer back are replaced by what the earlier question surely named, else by the first unit of its answer, unless
    the question itself names something before them. A question that only names another subject asks the earlier one of that.
    """
    if prior is None:
        return plan
    refers = _reference(plan)
    subjects = _subjects(prior, index, bool(refers and _PLURAL.match(refers.group())))
    names = " and ".join(index.heads[index.position[one.unit_keys[0]]].identifier for one in subjects)
    if not subjects:
        return plan
    if refers is not None:
        return _reread(plan, _replaced(plan.question, refers, names), subjects, index, rules)
    if (_SAME.search(plan.question) or _DEED.search(plan.question)) and not _sure(plan.entities):
        return _reread(plan, plan.question, subjects, index, rules)
    other = _INSTEAD.match(plan.question)
    if other is not None and any(entity.unit_keys for entity in plan.entities):
        text = _asked_of(other["other"], prior.plan.question, subjects[0], rules)
        return _reread(plan, text, (), index, rules) if text else plan
    return plan


def asked_about(question: str, name: str) -> str:
    """Return a question with the name of what its first "it", "that" or "its callers" means; itself where it has none."""
    refers = _referring(question)
    return _replaced(question, refers, name) if refers else question


def _referring(question: str) -> re.Match[str] | None:
    """Return the first word that refers back."""
    text = _DEED.sub(lambda deed: " " * len(deed.group()), question)
    found = [match for pattern in (_POSSESSIVE, _PRONOUN) if (match := pattern.search(text))]
    return min(found, key=lambda match: match.start(), default=None)


def _reference(plan: Plan) -> re.Match[str] | None:
    """Return the first word that refers back, none when the question names something before it."""
    first = _referring(plan.question)
    before = plan.question[: first.start()].lower() if first else ""
    return None if any(entity.text.lower() in before for entity in _sure(plan.entities)) else first


def _sure(entities: Sequence[Entity]) -> list[Entity]:
    return [entity for entity in entities if entity.unit_keys and entity.confidence >= _SURE]


def _subjects(prior: SearchRun, index: OpenIndex, several: bool) -> tuple[Entity, ...]:
    """Return what the earlier question was about, surest first: what it surely named, else the first unit that it found."""
    named = [entity for entity in _sure(prior.plan.entities) if entity.unit_keys[0] in index.position]
    chosen = named[: _CARRIED if several else 1]
    found = [unit.unit_key for unit in prior.ranked[:1] if unit.unit_key in index.position]
    return tuple(chosen) or tuple(Entity(index.heads[index.position[key]].identifier, "prior", (key,), 0.8) for key in found)


def _replaced(question: str, word: re.Match[str], names: str) -> str:
    owned = word.groupdict().get("owned")
    meant = f"{owned} of {names}" if owned else names
    rest = question[word.end() :].removeprefix("?" if meant.endswith("?") else "")  # `visible?` asks already
    return _START.sub("", f"{question[: word.start()]}{meant}{rest}")


def _asked_of(other: str, question: str, subject: Entity, rules: Rules) -> str:
    """Return the earlier question with another subject; empty when without its subject it would ask nothing."""
    parts = re.split(rf"(?<!\w){re.escape(subject.text)}(?!\w)", question, maxsplit=1, flags=re.I)
    words = {word.strip("?.,!").lower() for word in " ".join(parts).split()}
    return other.join(parts) if len(parts) > 1 and words - STOP_WORDS - rules.fillers - {""} else ""


def _reread(plan: Plan, text: str, subjects: Sequence[Entity], index: OpenIndex, rules: Rules) -> Plan:
    """Return the plan of another text under the same filters, with the subjects among its entities."""
    again = classify(text, index, rules, plan.filters)
    known = {entity.unit_keys[0] for entity in again.entities if entity.unit_keys}
    carried = tuple(entity for entity in subjects if entity.unit_keys[0] not in known)
    said = f"Taken from the earlier question: {', '.join(entity.text for entity in subjects)}." if subjects else ""
    meant = f"Understood after the earlier question as: {again.question}" if again.question != plan.question else ""
    limits = [note for note in plan.notes if not note.startswith(ALSO)]
    notes = dict.fromkeys(note for note in (*limits, *again.notes, said, meant) if note)
    return replace(again, entities=(*again.entities, *carried), notes=tuple(notes))
