"""The messages of one repository: what its files tell, with constants and parameters that other files of it tell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.extract.outgoing import (
    LISTED,
    MESSAGE_MARKS,
    MODEL_SIGNALS,
    SAVES,
    constants_of,
    listed_in,
    model_saves,
    outgoing_messages,
    passed_on,
    reference_to,
)
from core.flow.facts import RUN_BY
from core.languages import is_test_path
from core.model import in_set, unit_key
from core.model.boundary import PlacedMessage
from core.model.outgoing import BY_METHOD, BY_TYPE, EACH_METHOD, OPEN, REFERENCE, Message
from core.pipeline.event_classes import Classes, ReadRepository
from core.vocabulary import NOT_CODE

_JOBS: Mapping[str, str] = {"job": "sidekiq", "task": "celery"}
_REGISTERED = frozenset({"django", "laravel", "wisper"})  # a line registers who gets an event, and gets it not itself
_FIELDS = ("name", "exchange", "key")
_MOST = 200  # calls of one function that are looked at


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
        self._methods: dict[str, dict[str, str]] = defaultdict(dict)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._text = ""  # of the file at hand
        self._models: set[str] = set()  # whose saving or deleting someone waits for
        self._classes = Classes(index)
        for head in index.heads:
            if not head.is_test and head.type not in NOT_CODE and head.type != "route":
                self._by_name[head.name].append(head.key)
                self._by_name[head.identifier].append(head.key)

    def placed(self) -> Iterator[PlacedMessage]:
        """Yield messages of files, then the jobs and tasks that others may start by name."""
        waiting: dict[str, list[tuple[str, Message]]] = defaultdict(list)
        for path, language, text in self._index.file_texts(MESSAGE_MARKS):
            for message in () if is_test_path(path, language) else outgoing_messages(path, language, text):
                self.read.add(path)
                message = self._of_class(path, text, message)
                if message.role == "receives" and message.name in MODEL_SIGNALS and message.exchange[:1].isupper():
                    self._models.add(message.exchange)
                functions = {reference_to(getattr(message, field))[0] for field in (*_FIELDS, "handler")} - {""}
                if len(functions) == 1:
                    waiting[functions.pop()].append((path, message))
                yield from (self._place(path, one) for one in self._each(path, message) if self._is_got(path, one))
        for function, found in sorted(waiting.items()):
            yield from self._passed(function, found)
        if self._models:
            yield from self._saved()
        for head in self._index.heads:
            if head.type in _JOBS and not head.is_test:
                message = Message("receives", _JOBS[head.type], head.identifier.replace(":", "."), head.start_line)
                if head.type == "job":
                    message = replace(message, name=head.identifier)
                runs = self._key(self._started(head.key))
                yield PlacedMessage(message, self._name, self._path(head.file_path), self._key(head.key), runs)

    def _saved(self) -> Iterator[PlacedMessage]:
        """Yield the signals that saving and deleting the models sends that someone waits for."""
        self.words.update(SAVES)
        for path, language, text in self._index.file_texts(SAVES):
            if language == "python" and not is_test_path(path, language) and "/migrations/" not in f"/{path}":
                for message in model_saves(path, text, self._models):
                    self.read.add(path)
                    yield self._place(path, message)

    def _each(self, path: str, message: Message) -> Iterator[Message]:
        """Yield a message for each method of the class that takes events by their names, and for each class below its own."""
        if LISTED in message.handler:
            for holder in self._listed(message.handler):
                yield from self._each(path, replace(message, handler=holder))
            return
        if message.role == "receives" and message.system in BY_METHOD and EACH_METHOD in message.name:
            start = message.name.partition(EACH_METHOD)[0]
            holder = self._handler(path, message.handler)
            self.read |= {self._index.by_key[holder].file_path} if holder else set()
            for name in self._methods_of(holder):
                if name.startswith(start):
                    event = message.name.removeprefix(start).replace(EACH_METHOD, name.removeprefix(start), 1)
                    yield replace(message, name=event, handler=f"{message.handler}#{name}")
            return
        yield message
        if message.role == "receives" and message.system in BY_TYPE:
            for heir in self._classes.heirs(message.name):
                if message.via != "job" or not self._methods_of(unit_key("class", heir)).keys() & set(RUN_BY):
                    yield replace(message, name=heir)

    def _listed(self, handler: str) -> list[str]:
        """Return the classes that a method lists, in files of classes that inherit the one which asks it."""
        method, _, asking = handler.partition(LISTED)
        self.words.add(method)
        above = re.compile(rf"(?:class\s+|<\s*(?:::)?(?:\w+::)*){re.escape(asking.rpartition('::')[2])}\b")
        found: list[str] = []
        for path, language, text in self._index.file_texts([f"def {method}"]):
            if not is_test_path(path, language) and above.search(text):
                self.read.add(path)
                found += listed_in(path, language, text, method)
        return list(dict.fromkeys(found))

    def _is_got(self, path: str, message: Message) -> bool:
        """Tell whether somebody is known who gets a message: not where a line names a function that is not known."""
        named = message.role == "receives" and message.system in _REGISTERED and message.handler
        return not named or bool(self._handler(path, message.handler))

    def _of_class(self, path: str, text: str, message: Message) -> Message:
        """Return a message that is known by its class with the whole name of the class; others as they are."""
        if message.system not in BY_TYPE:
            return message
        self.words.add(message.name.rpartition(".")[2])  # who inherits from it, or is called so, decides who gets what
        return replace(message, name=self._classes.named(message.name, path, text))

    def _place(self, path: str, message: Message) -> PlacedMessage:
        name, exchange, key = (self._constant(one) for one in (message.name, message.exchange, message.key))
        unit = self._index.key_around(path, message.at or message.line)
        named = self._handler(path, message.handler) or (unit if message.role == "receives" else "")
        handler = self._started(named) or (named if named != unit else "")
        if message.as_method and not name.startswith(REFERENCE):
            name = re.sub(r"\W+", "_", name)
        told = replace(message, name=name, exchange=exchange, key=key)
        return PlacedMessage(told, self._name, self._path(path), self._key(unit), self._key(handler))

    def _started(self, key: str) -> str:
        """Return the method that a message to a class runs, the usual ones in their order; empty where it has none."""
        methods = self._methods_of(key)
        return next((methods[name] for name in RUN_BY if name in methods), "")

    def _methods_of(self, key: str) -> Mapping[str, str]:
        """Return the keys of the methods of a class by their names."""
        if not self._methods:
            for head in self._index.heads:
                if head.parent and head.type == "method":
                    self._methods[head.parent][head.name] = head.key
        return self._methods.get(key, {})

    def _path(self, path: str) -> str:
        return f"{self._name}/{path}" if self._name else path

    def _key(self, key: str) -> str:
        return in_set(key, self._name) if self._name else key

    def _passed(self, function: str, found: list[tuple[str, Message]]) -> Iterator[PlacedMessage]:
        """Yield the messages of calls of a function that sends what it is given, where the repository has one of the name."""
        named = any(message.as_method for _, message in found)  # the name that is given must be that of a method which hears it
        if len(set(self._by_name.get(function, []))) != 1 and not named:
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
            set_ = re.compile(rf"\b{re.escape(last)}\b['\"]?\s*(?:[:=]|\w+\s*=|\(\s*\)\s*(?::\s*\w+\s*)?\{{)")
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
        whose, _, method = name.partition("#")
        if method:
            return self._methods_of(self._handler(path, whose)).get(method, "")
        last = re.split(r"::|\.", name)[-1]
        camel = "".join(part[:1].upper() + part[1:] for part in last.split("_"))
        for known in (name, last, camel):
            keys = sorted(set(self._by_name.get(known, [])))
            own = [key for key in keys if self._index.by_key[key].file_path == path]
            told = [key for key in keys if (space := self._index.by_key[key].namespace) and space in self._text]
            for near in (own, keys, told):
                if len(near) == 1:
                    return near[0]
        return ""


def _references(message: Message) -> Iterator[str]:
    return (text for field in (*_FIELDS, "handler") if reference_to(text := getattr(message, field))[0])


def _filled(message: Message, texts: Mapping[str, Sequence[str]], handlers: Mapping[str, str]) -> Message:
    """Return a message with what a call gives for its parameters; the first where it gives several."""

    def told(text: str) -> str:
        return next(iter(texts[text]), OPEN) if text in texts else text

    handler = handlers.get(message.handler, message.handler)
    return replace(message, name=told(message.name), exchange=told(message.exchange), key=told(message.key), handler=handler)
