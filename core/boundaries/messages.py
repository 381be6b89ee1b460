"""Who gets a message: what waits for the topic, the queue or the event that it is sent to, in any repository of a set."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from core.model import Relation
from core.model.boundary import BoundarySide, PlacedMessage
from core.model.outgoing import OPEN, REFERENCE

_CONSTANT = re.compile(rf"^{re.escape(REFERENCE)}[A-Za-z_][\w.:]*[.:][A-Z][A-Z0-9_]*$")  # `$ENV.TOPIC`, `$Topics::ORDERS`
_LEAST = 4  # letters that a name with an open part must have: less fits too much
_OF_CLASSES = frozenset({"wisper", "django"})  # the exchange is the class that publishes
_MOST = 3  # names that one with an open part may fit: more say nothing of where it leads
_PATTERNS = {"amqp": ("*", "#"), "nats": ("*", ">"), "redis": ("", "*")}  # what stands for a word, and for any text


def message_relations(sides: Sequence[BoundarySide]) -> list[Relation]:
    """Return who sends what to whom; tests neither send nor wait.

    A message goes to all that wait for it. Over AMQP it goes through the queues that are bound to its exchange. Where no reader
    of a queue is known, the code that binds the queue receives. Where code names no exchange, the settings do.
    """
    every = [one for side in sides for one in side.messages]
    found: dict[tuple[str, str, str, int], Relation] = {}
    for relation in (*_by_name(every), *_by_exchange(sides)):
        known = found.setdefault((relation.source, relation.target, relation.file_path, relation.line), relation)
        if known.certainty != relation.certainty == "declared":
            found[relation.source, relation.target, relation.file_path, relation.line] = relation
    return sorted(found.values(), key=lambda one: (one.source, one.target, one.file_path, one.line))


def _by_name(every: Sequence[PlacedMessage]) -> Iterator[Relation]:
    waiting: dict[str, list[PlacedMessage]] = defaultdict(list)
    for one in every:
        if one.message.role == "receives" and one.message.system != "amqp" and _is_known(one.message.name):
            waiting[one.message.system].append(one)
    for sender in every:
        message = sender.message
        if message.role == "sends" and message.system != "amqp" and _is_known(message.name):
            met = [one for one in waiting[message.system] if _meet(message.system, message.name, one.message.name)]
            if OPEN in message.name and len({one.message.name for one in met}) > _MOST:
                continue
            for receiver in met:
                if message.name.startswith(REFERENCE) and sender.repository != receiver.repository:
                    continue  # two repositories may give one name to different values
                publishers = {message.exchange, receiver.message.exchange} - {OPEN}
                if len(publishers) < 2:
                    yield from _relation(sender, receiver, f"{message.system} {message.name}")


def _by_exchange(sides: Sequence[BoundarySide]) -> Iterator[Relation]:
    readers: dict[str, list[PlacedMessage]] = defaultdict(list)
    bound: list[tuple[PlacedMessage, str]] = []
    for side in sides:
        own = _exchange_of(side)
        for one in side.messages:
            if one.message.system == "amqp" and one.message.role in ("receives", "binds"):
                if one.message.role == "receives" and _is_told(one.message.name):
                    readers[one.message.name].append(one)
                exchange = own if one.message.exchange == OPEN else one.message.exchange
                if one.message.role == "binds" or one.message.exchange != OPEN:
                    bound.append((one, exchange))
    for side in sides:
        for sender in side.messages:
            if sender.message.system == "amqp" and sender.message.role == "sends":
                yield from _sent(sender, _exchange_of(side), readers, bound)


def _sent(
    sender: PlacedMessage, own: str, readers: dict[str, list[PlacedMessage]], bound: Sequence[tuple[PlacedMessage, str]]
) -> Iterator[Relation]:
    message = sender.message
    exchange = own if message.exchange == OPEN else message.exchange
    said = f"exchange {exchange or '(default)'}, key {message.key}"
    if exchange == "":
        for receiver in readers.get(message.key, []):
            yield from _relation(sender, receiver, f"queue {message.key}")
    for binding, of in bound:
        if not exchange or not _is_told(of) or of != exchange or not _routed(message.key, binding.message.key):
            continue
        queue = binding.message.name
        read = _nearest(readers.get(queue, []), binding) if queue else []
        told = f"{said}, bound as {binding.message.key}" if binding.message.key else said
        for receiver in read:
            yield from _relation(sender, receiver, f"{told}, queue {queue}")
        if not read and (_is_told(queue) or binding.message.role == "receives"):
            yield from _relation(sender, binding, f"{told}, queue {queue}" if queue else told)


def _nearest(found: Sequence[PlacedMessage], binding: PlacedMessage) -> Sequence[PlacedMessage]:
    """Return those that read a queue in the repository that binds it, else all."""
    return [one for one in found if one.repository == binding.repository] or found


def _exchange_of(side: BoundarySide) -> str:
    """Return the one exchange that the settings of a repository name; an open one where there are none or several."""
    named = {one.message.exchange for one in side.messages if one.message.role == "names"}
    return named.pop() if len(named) == 1 else OPEN


def _relation(sender: PlacedMessage, receiver: PlacedMessage, said: str) -> Iterator[Relation]:
    target = receiver.handler or receiver.unit
    if target == sender.unit:
        return
    sure = OPEN not in said and REFERENCE not in said and sender.repository == receiver.repository
    publisher = receiver.message.exchange if sender.message.system in _OF_CLASSES else OPEN
    sure = sure and sender.message.certainty == "declared" and publisher in (OPEN, sender.message.exchange)
    via = f"{said} by {sender.message.via}; waited for at {receiver.file_path}:{receiver.message.line}"
    where = (sender.file_path, sender.message.line, "declared" if sure else "inferred", "boundary")
    yield Relation(sender.unit, target, "publishes", *where, via)


def _is_told(name: str) -> bool:
    """Tell whether enough of a name is literal for it to mean something."""
    letters = sum(part.isalnum() for part in name.replace(OPEN, ""))
    return not name.startswith(REFERENCE) and letters >= (1 if OPEN not in name else _LEAST)


def _is_known(name: str) -> bool:
    """Tell whether a name is told, or is a constant of which only the running program knows the value."""
    return _is_told(name) or _CONSTANT.match(name) is not None


def _meet(system: str, sent: str, waited: str) -> bool:
    if sent == waited or REFERENCE in (sent[:1], waited[:1]):
        return sent == waited
    if system in _PATTERNS:
        return _common(_tokens(sent), _tokens(waited, *_PATTERNS[system]))
    return (OPEN in sent) != (OPEN in waited) and _common(_tokens(sent), _tokens(waited))


def _routed(key: str, pattern: str) -> bool:
    """Tell whether a key, perhaps with open parts, may fit the pattern of a binding; none takes all, and `#` may be no word."""
    forms = {pattern, pattern.replace(".#", ""), pattern.replace("#.", "")}
    return not pattern or any(_common(_tokens(key), _tokens(form, *_PATTERNS["amqp"])) for form in forms)


_Token = tuple[str, bool]
"""A letter, `any` letter or one of a `word`, and whether there may be any number of it."""


def _tokens(text: str, one: str = "", many: str = "") -> tuple[_Token, ...]:
    """Return a text by letters: `one` stands for a word, `many` and what is open for any text."""
    found: list[_Token] = []
    for letter in text:
        if letter in (OPEN, many):
            found.append(("any", True))
        elif letter == one:
            found += [("word", False), ("word", True)]
        else:
            found.append((letter, False))
    return tuple(found)


def _common(left: tuple[_Token, ...], right: tuple[_Token, ...]) -> bool:
    """Tell whether two patterns have a text in common."""

    @cache
    def rest(at: int, other: int) -> bool:
        one, two = left[at : at + 1], right[other : other + 1]
        if not one and not two:
            return True
        if (one and one[0][1] and rest(at + 1, other)) or (two and two[0][1] and rest(at, other + 1)):
            return True
        if not one or not two or not _same(one[0][0], two[0][0]) or (one[0][1] and two[0][1]):
            return False
        return rest(at + (not one[0][1]), other + (not two[0][1]))

    return rest(0, 0)


def _same(one: str, two: str) -> bool:
    return one == two or "any" in (one, two) or ("word" in (one, two) and "." not in (one, two))


def messages_by_unit(sides: Iterable[BoundarySide]) -> Iterator[tuple[PlacedMessage, dict[str, object]]]:
    """Yield each message with what is kept of it as a fact of its unit."""
    for side in sides:
        for placed in side.messages:
            one = placed.message
            told = one.name or (f"{one.exchange} {one.key}".strip())
            fact: dict[str, object] = {
                "name": told, "role": one.role, "system": one.system, "file_path": placed.file_path, "line": one.line,
                "certainty": "declared", "via": one.via,
                **({"exchange": one.exchange, "key": one.key} if one.system == "amqp" else {}),
                **({"handler": placed.handler} if placed.handler else {}),
            }  # fmt: skip
            yield placed, fact
