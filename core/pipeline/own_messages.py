"""Who gets the messages that a repository sends to itself: relations and facts, found in what was read of it."""

from __future__ import annotations

import marshal
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from core.boundaries import message_relations, messages_by_unit
from core.extract.file_edit import FileEdit, SeenElsewhere
from core.extract.outgoing import READ, outgoing_messages
from core.model import CodeUnit, Extraction, Relation, UnitHead, file_key, innermost
from core.model.boundary import BoundarySide
from core.vocabulary import BY_PATH, HEIRS, MESSAGE

if TYPE_CHECKING:
    from core.pipeline.sent import SentMessages

MESSAGES = "messages"
"""What an edit is held against is kept under this name with the leavings of the linkers."""
_TOLD = frozenset({*READ, "yaml"})


def with_messages(extraction: Extraction) -> tuple[Extraction, bytes]:
    """Return an extraction with who sends what to whom in it, and what an edit is held against (`hold_against_messages`)."""
    from core.pipeline.sent import sent_messages  # it knows open indexes: a run that finds nothing changed does without

    sent = sent_messages("", _ReadUnits(extraction))
    side = BoundarySide("", messages=sent.messages)
    known = {unit.key for unit in extraction.units}
    sent_to = (replace(one, origin=MESSAGE) for one in message_relations([side]))
    relations = [one for one in sent_to if one.source in known and one.target in known]
    facts: dict[str, list[Mapping[str, object]]] = {}
    gets = {one.target for one in relations}
    for message, fact in messages_by_unit([side]):
        if message.message.via or gets & {message.unit, message.handler}:  # not of each job that nobody starts by name
            facts.setdefault(message.unit, []).append(fact)
    units = tuple(_told(unit, facts[unit.key]) if unit.key in facts else unit for unit in extraction.units)
    found = replace(extraction, units=units, relations=(*extraction.relations, *relations))
    return found, marshal.dumps((sorted(_read(sent, relations)), sorted(sent.words)))


def hold_against_messages(changes: Sequence[FileEdit], kept: bytes) -> None:
    """Raise `SeenElsewhere` where an edit may change who gets which message."""
    if not kept:
        raise SeenElsewhere("nothing is known of messages")
    read, words = marshal.loads(kept)
    for change in changes:
        text = change.text
        if change.path in read or any(word in text for word in words):
            raise SeenElsewhere("it tells of messages")
        if outgoing_messages(change.path, change.new.language, text):
            raise SeenElsewhere("it sends messages, or waits for them")


def _told(unit: CodeUnit, facts: Sequence[Mapping[str, object]]) -> CodeUnit:
    return replace(unit, metadata={**unit.metadata, MESSAGES: list(facts)})


def _read(sent: SentMessages, relations: Sequence[Relation]) -> set[str]:
    """Return the files that the messages hang on: also of a job that is started by name, of which they tell the line."""
    ends = {end for one in relations for end in (one.source, one.target)}
    return {*sent.read, *(one.file_path for one in sent.messages if one.unit in ends or one.handler in ends)}


class _ReadUnits:
    """The units of an extraction, by key and by file."""

    def __init__(self, extraction: Extraction) -> None:
        self._units, self._relations = extraction.units, extraction.relations

    @cached_property
    def _heirs(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for one in self._relations:
            if one.kind in HEIRS:
                found.setdefault(one.target, []).append(one.source)
        return found

    def heirs(self, key: str) -> Sequence[str]:
        """Return the keys of the classes that inherit from a class or implement it."""
        return self._heirs.get(key, ())

    @cached_property
    def heads(self) -> Sequence[UnitHead]:
        return sorted((unit.head for unit in self._units), key=lambda head: head.key)

    @cached_property
    def by_key(self) -> Mapping[str, UnitHead]:
        return {head.key: head for head in self.heads}

    @cached_property
    def _files(self) -> Sequence[tuple[str, str, str]]:
        found = [unit for unit in self._units if unit.type == "file" and unit.language in _TOLD]
        return sorted(
            (unit.file_path, unit.language, unit.source_code)
            for unit in found
            if "/locales/" not in unit.file_path and not unit.is_test
        )  # translations are large, and send nothing; what tests send is left aside

    @cached_property
    def _by_file(self) -> Mapping[str, Sequence[UnitHead]]:
        found: dict[str, list[UnitHead]] = {}
        for head in self.heads:
            if head.type not in BY_PATH:
                found.setdefault(head.file_path, []).append(head)
        return found

    def file_texts(self, words: Sequence[str]) -> Sequence[tuple[str, str, str]]:
        """Return path, language and text of the files in whose text one of the words stands, by path."""
        return [file for file in self._files if any(word in file[2] for word in words)]

    def key_around(self, path: str, line: int) -> str:
        """Return the key of the innermost unit around a line of a file, else that of the file."""
        found = innermost(self._by_file.get(path, ()), line)
        return found.key if found is not None else file_key(path)
