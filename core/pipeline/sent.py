"""The messages of one repository: what its files tell, with constants and parameters that other files of it tell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.extract.outgoing import MESSAGE_MARKS, constants_of, outgoing_messages, passed_on, reference_to
from core.languages import is_test_path
from core.model import in_set
from core.model.boundary import PlacedMessage
from core.model.outgoing import OPEN, REFERENCE, Message
from core.open_index import OpenIndex

_JOBS: Mapping[str, str] = {"job": "sidekiq", "task": "celery"}
_FIELDS = ("name", "exchange", "key")
_MOST = 200  # calls of one function that are looked at


def sent_messages(name: str, index: OpenIndex) -> list[PlacedMessage]:
    """Return the messages that a repository sends and waits for, by place; tests are left aside."""
    return list(_Repository(name, index).placed())


class _Repository:
    def __init__(self, name: str, index: OpenIndex) -> None:
        self._name, self._index = name, index
        self._constants: dict[str, str] = {}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for head in index.heads:
            if not head.is_test and head.type not in ("file", "folder", "route", "doc_section", "readme"):
                self._by_name[head.name].append(head.key)
                self._by_name[head.identifier].append(head.key)

    def placed(self) -> Iterator[PlacedMessage]:
        """Yield messages of files, then the jobs and tasks that others may start by name."""
        waiting: dict[str, list[tuple[str, Message]]] = defaultdict(list)
        for path, language, text in self._index.catalog.file_texts(MESSAGE_MARKS):
            for message in () if is_test_path(path, language) else outgoing_messages(path, language, text):
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
                yield PlacedMessage(message, self._name, f"{self._name}/{head.file_path}", in_set(head.key, self._name))

    def _place(self, path: str, message: Message) -> PlacedMessage:
        name, exchange, key = (self._constant(one) for one in (message.name, message.exchange, message.key))
        unit = in_set(self._index.key_around(path, message.at or message.line), self._name)
        handler = in_set(self._handler(path, message.handler), self._name)
        return PlacedMessage(
            replace(message, name=name, exchange=exchange, key=key),
            self._name,
            f"{self._name}/{path}",
            unit,
            handler,
        )

    def _passed(self, function: str, found: list[tuple[str, Message]]) -> Iterator[PlacedMessage]:
        """Yield the messages of calls of a function that sends what it is given, where the repository has one of the name."""
        if len(set(self._by_name.get(function, []))) != 1:
            return
        references = sorted({one for _, message in found for one in _references(message)})
        seen = 0
        for path, language, text in self._index.catalog.file_texts([function]):
            for call in () if is_test_path(path, language) else passed_on(path, language, text, function, references):
                seen += 1
                for _, message in found if seen <= _MOST else ():
                    filled = _filled(message, call.texts, call.handlers)
                    yield self._place(path, replace(filled, line=call.line, at=0, via=f"{function}, {message.via}"))

    def _constant(self, text: str) -> str:
        """Return what a constant of another file is set to, the reference itself where that is not told once."""
        if not text.startswith(REFERENCE) or text.startswith(f"{REFERENCE}("):
            return text
        if text not in self._constants:
            whose, _, last = text[1:].replace("::", ".").rpartition(".")
            holder, values = whose.rpartition(".")[2], set[str]()
            set_ = re.compile(rf"\b{re.escape(last)}\b['\"]?\s*(?:[:=]|\w+\s*=)")
            for path, language, held in self._index.catalog.file_texts([last]):
                if holder in held and not is_test_path(path, language) and set_.search(held):
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
