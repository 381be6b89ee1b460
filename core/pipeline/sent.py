"""The messages of one repository: what its files tell, with constants and parameters that other files of it tell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from core.extract.outgoing import MESSAGE_MARKS, constants_of, outgoing_messages, passed_on, reference_to
from core.flow.facts import RUN_BY
from core.languages import is_test_path
from core.model import UnitHead, in_set
from core.model.boundary import PlacedMessage
from core.model.outgoing import OPEN, REFERENCE, Message

_JOBS: Mapping[str, str] = {"job": "sidekiq", "task": "celery"}
_FIELDS = ("name", "exchange", "key")
_MOST = 200  # calls of one function that are looked at


class ReadRepository(Protocol):
    """The units and texts of one repository, as they are read or as its index holds them."""

    @property
    def heads(self) -> Sequence[UnitHead]:
        """All units without text and facts."""

    @property
    def by_key(self) -> Mapping[str, UnitHead]:
        """The same by key."""

    def file_texts(self, words: Sequence[str]) -> Sequence[tuple[str, str, str]]:
        """Return path, language and text of the files in whose text one of the words stands, by path."""

    def key_around(self, path: str, line: int) -> str:
        """Return the key of the innermost unit around a line of a file, else that of the file."""


class SentMessages(NamedTuple):
    """What a repository sends and waits for, by place.

    `words` are names of constants and functions that were looked for in all files, `read` the files that told of any.
    """

    messages: list[PlacedMessage]
    words: frozenset[str]
    read: frozenset[str]


def sent_messages(name: str, index: ReadRepository) -> SentMessages:
    """Return the messages of a repository, `name` in front of paths and keys where it is not empty; tests are left aside."""
    repository = _Repository(name, index)
    return SentMessages(list(repository.placed()), frozenset(repository.words), frozenset(repository.read))


class _Repository:
    def __init__(self, name: str, index: ReadRepository) -> None:
        self._name, self._index = name, index
        self.words, self.read = set[str](), set[str]()
        self._constants: dict[str, str] = {}
        self._methods: dict[tuple[str, str], str] = {}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for head in index.heads:
            if not head.is_test and head.type not in ("file", "folder", "route", "doc_section", "readme"):
                self._by_name[head.name].append(head.key)
                self._by_name[head.identifier].append(head.key)

    def placed(self) -> Iterator[PlacedMessage]:
        """Yield messages of files, then the jobs and tasks that others may start by name."""
        waiting: dict[str, list[tuple[str, Message]]] = defaultdict(list)
        for path, language, text in self._index.file_texts(MESSAGE_MARKS):
            for message in () if is_test_path(path, language) else outgoing_messages(path, language, text):
                self.read.add(path)
                functions = {reference_to(getattr(message, field))[0] for field in (*_FIELDS, "handler")} - {""}
                if len(functions) == 1:
                    waiting[functions.pop()].append((path, message))
                yield self._place(path, message)
        for function, found in sorted(waiting.items()):
            yield from self._passed(function, found)
        for head in self._index.heads:
            if head.type in _JOBS and not head.is_test:
                message = Message("receives", _JOBS[head.type], head.identifier.replace(":", "."), head.start_line)
                if head.type == "job":
                    message = replace(message, name=head.identifier)
                runs = self._key(self._started(head.key))
                yield PlacedMessage(message, self._name, self._path(head.file_path), self._key(head.key), runs)

    def _place(self, path: str, message: Message) -> PlacedMessage:
        name, exchange, key = (self._constant(one) for one in (message.name, message.exchange, message.key))
        unit = self._index.key_around(path, message.at or message.line)
        named = self._handler(path, message.handler) or (unit if message.role == "receives" else "")
        handler = self._started(named) or (named if named != unit else "")
        told = replace(message, name=name, exchange=exchange, key=key)
        return PlacedMessage(told, self._name, self._path(path), self._key(unit), self._key(handler))

    def _started(self, key: str) -> str:
        """Return the method that a message to a class runs, the usual ones in their order; empty where it has none."""
        if not self._methods:
            for head in self._index.heads:
                if head.name in RUN_BY and head.parent:
                    self._methods[head.parent, head.name] = head.key
        return next((found for name in RUN_BY if (found := self._methods.get((key, name)))), "")

    def _path(self, path: str) -> str:
        return f"{self._name}/{path}" if self._name else path

    def _key(self, key: str) -> str:
        return in_set(key, self._name) if self._name else key

    def _passed(self, function: str, found: list[tuple[str, Message]]) -> Iterator[PlacedMessage]:
        """Yield the messages of calls of a function that sends what it is given, where the repository has one of the name."""
        if len(set(self._by_name.get(function, []))) != 1:
            return
        references = sorted({one for _, message in found for one in _references(message)})
        seen = 0
        self.words.add(function)
        for path, language, text in self._index.file_texts([function]):
            for call in () if is_test_path(path, language) else passed_on(path, language, text, function, references):
                seen += 1
                self.read.add(path)
                for _, message in found if seen <= _MOST else ():
                    filled = _filled(message, call.texts, call.handlers)
                    yield self._place(path, replace(filled, line=call.line, at=0, via=f"{function}, {message.via}"))

    def _constant(self, text: str) -> str:
        """Return what a constant of another file is set to, the reference itself where that is not told once."""
        if not text.startswith(REFERENCE) or text.startswith((f"{REFERENCE}(", f"{REFERENCE}ENV.")):
            return text
        if text not in self._constants:
            whose, _, last = text[1:].replace("::", ".").rpartition(".")
            holder, values = whose.rpartition(".")[2], set[str]()
            set_ = re.compile(rf"\b{re.escape(last)}\b['\"]?\s*(?:[:=]|\w+\s*=)")
            self.words.add(last)
            for path, language, held in self._index.file_texts([last]):
                if holder in held and not is_test_path(path, language) and set_.search(held):
                    self.read.add(path)
                    values.update(constants_of(path, language, held, last))
            self._constants[text] = values.pop() if len(values) == 1 else text
        return self._constants[text]

    def _handler(self, path: str, name: str) -> str:
        """Return the key of a function of this file or of a class that a line names; empty where there is not one."""
        if not name or name.startswith(REFERENCE):
            return ""
        last = re.split(r"::|\.", name)[-1]
        camel = "".join(part[:1].upper() + part[1:] for part in last.split("_"))
        for known in (name, last, camel):
            keys = sorted(set(self._by_name.get(known, [])))
            own = [key for key in keys if self._index.by_key[key].file_path == path]
            if len(own or keys) == 1:
                return (own or keys)[0]
        return ""


def _references(message: Message) -> Iterator[str]:
    return (text for field in (*_FIELDS, "handler") if reference_to(text := getattr(message, field))[0])


def _filled(message: Message, texts: Mapping[str, Sequence[str]], handlers: Mapping[str, str]) -> Message:
    """Return a message with what a call gives for its parameters; the first where it gives several."""

    def told(text: str) -> str:
        return next(iter(texts[text]), OPEN) if text in texts else text

    handler = handlers.get(message.handler, message.handler)
    return replace(message, name=told(message.name), exchange=told(message.exchange), key=told(message.key), handler=handler)
