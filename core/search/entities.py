"""Match what a question mentions with the names of the index."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from core.model.entity_kinds import IN_ORDER
from core.model.run import Entity
from core.open_index import Match, OpenIndex
from core.search.intent import shares_of
from core.search.linked import linked_members
from core.search.lookups import asked_of_index
from core.search.question import Mention, Question
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, stem

_MOST_KEYS = 12  # a name shared by more units than this says little about any of them
_LONGEST_NAME = 4  # words
_ONE_WORD = 0.5  # an ordinary word that happens to be a class: a hint, not an address
_FEW = 3
_BESIDE_KIND = 0.9
_MARKED = 0.85  # the same word beside "model", "class", "exactly" or as the whole question
_MARKS = frozenset({"exactly", "called", "named", "trace"})


def find_entities(question: Question, index: OpenIndex, rules: Rules) -> tuple[Entity, ...]:
    """Return what the question names, surest first: code-like mentions (known or not), then names in plain words."""
    looked_up = () if question.bare else asked_of_index(question.text, index, rules)
    if any(entity.kind in IN_ORDER and entity.unit_keys for entity in looked_up):
        return looked_up
    found = [_of_mention(mention, index) for mention in question.mentions]
    entities = [entity for entity in found if entity is not None]
    if not question.bare:
        entities += [*_beside_kinds(question, index, rules), *linked_members(question, index, rules), *looked_up]
    taken = {key for entity in entities for key in entity.unit_keys}
    entities += [entity for entity in _in_words(question, index, rules) if not taken.intersection(entity.unit_keys[:1])]
    if question.bare and not any(entity.unit_keys for entity in entities):
        entities += _bare(question.text, index)
    return tuple(sorted(entities, key=lambda entity: -entity.confidence if entity.unit_keys else 0.0))


def _of_mention(mention: Mention, index: OpenIndex) -> Entity | None:
    names = index.names
    match: Match | None = None
    if mention.kind == "route":
        match = names.route(mention.text) or names.path(mention.text)
    elif mention.kind == "path":
        match = names.path(mention.text) or names.route(f"/{mention.text.strip('/')}") or names.match(mention.text)
    elif mention.kind in ("code", "capital"):
        match = _by_name(mention.text, index)
    if match is not None and mention.kind == "capital":
        match = _of_word(mention.text, match, index)
    if match is None and mention.kind == "code":
        match = names.similar(mention.text)
    if match is None:
        return None if mention.kind == "capital" else Entity(mention.text, mention.kind, (), 0.0)
    return _entity(mention.text, match, index)


def _of_word(text: str, match: Match, index: OpenIndex) -> Match | None:
    """Return what a word in capitals means, no tests.

    It is a hint only where no name is written so ("OPML", a helper `opml`), or where many namespaces have one: "Stripe".
    """
    heads = {number: index.heads[number] for number in match.positions if not index.heads[number].is_test}
    if not heads:
        return None
    if any(text == head.identifier for head in heads.values()) or 0 < sum(text == head.name for head in heads.values()) <= _FEW:
        return match._replace(positions=tuple(heads))
    alike = any(head.name[:1].isupper() for head in heads.values()) and not any(text == head.name for head in heads.values())
    return match._replace(positions=tuple(heads), confidence=min(match.confidence, _MARKED if alike else _ONE_WORD))


def _by_name(text: str, index: OpenIndex) -> Match | None:
    """Return what the text names, read first with a final `?` or `!` as part of the name, then as the end of a sentence."""
    whole, plain = index.names.match(text), index.names.match(text.rstrip("?!"))
    return plain if whole is None or (plain is not None and plain.confidence > whole.confidence) else whole


def _bare(text: str, index: OpenIndex) -> list[Entity]:
    match = index.names.match(text) or index.names.path(text) or index.names.similar(text)
    return [_entity(text, match, index)] if match else []


def _beside_kinds(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield what is named by one word before that for its kind: "the capture method", "the token partial".

    Where a question asks who uses it, the word can only be a name, known or not.
    """
    kinds = {stem(word): asked.types for asked in rules.types.values() for word in asked.words}
    for name, kind in pairwise(question.words):
        types = kinds.get(stem(kind), ())
        if not types or name in STOP_WORDS or stem(name) in kinds:
            continue
        matches = (index.names.match(name), index.names.in_words([name]))
        heads = {number: index.heads[number] for match in matches if match for number in match.positions}
        named = [head.key for head in heads.values() if head.type in types and _last_part(head.name) == name]
        if named or (name not in rules.fillers and next(iter(shares_of(question)["direction"])) == "in"):
            yield Entity(name, "code", tuple(named[:_MOST_KEYS]), _BESIDE_KIND if named else 0.0)


def _last_part(name: str) -> str:
    """Return a name without folders and the marks around it: `token` of `tokens/_token`."""
    return name.rpartition("/")[2].strip("_?!")


def _in_words(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    words = [word.strip("'’-") for word in question.words]
    kinds = {word for asked in rules.types.values() for word in asked.words} | {"class"}
    proper = {mention.text.lower() for mention in question.mentions if mention.kind == "capital"}
    start = 0
    while start < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - start), 0, -1):
            part = words[start : start + length]
            if part[0] in STOP_WORDS or part[-1] in STOP_WORDS:
                continue
            if length == 1 and (part[0] in rules.fillers or part[0] in proper):
                continue
            match = index.names.in_words(part)
            if match:
                yield _entity(" ".join(part), _weighted(match, words, start, length, kinds, question), index)
                start += length - 1
                break
        start += 1


def _weighted(match: Match, words: list[str], start: int, length: int, kinds: set[str], question: Question) -> Match:
    if length > 1:
        return match
    around = {stem(word) for word in (words[start - 1] if start else "", *words[start + 1 : start + 2])}
    marked = question.bare or around & {stem(kind) for kind in kinds} or around & {stem(mark) for mark in _MARKS}
    return match._replace(confidence=_MARKED if marked else _ONE_WORD)


def _entity(text: str, match: Match, index: OpenIndex) -> Entity:
    return Entity(text, match.kind, tuple(index.keys[number] for number in match.positions[:_MOST_KEYS]), match.confidence)
