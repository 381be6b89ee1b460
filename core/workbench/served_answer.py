"""An answer in words that a server makes: its events as they arrive, each checked over there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx

from core.answer.answering import Event
from core.errors import StoreError, WriterError
from core.model.answer import Answer, Round, Sending, Sentence
from core.model.wire import read
from core.workbench.server_calls import asked_of, client_of, refused, unreached

_PATIENCE = 600.0  # seconds between two events: a server says every few that it is still at it


@dataclass(slots=True)
class ServedAnswering:
    """One question on its way to an answer; `events` tells it as it is made, `answer` is there when they have ended."""

    address: str
    question: str
    after: tuple[str, ...]
    model: bool
    agree: Callable[[Sending], bool] | None
    answer: Answer | None = field(default=None, init=False)

    def sending(self) -> Sending | None:
        """Return what the server would send first, word for word; None when it would ask no model. Nothing is sent."""
        return self._would()[0]

    def _would(self) -> tuple[Sending | None, bool]:
        """Return what the server would send, and whether that was agreed to over there."""
        told = asked_of("POST", f"{self.address}/answer/sending", json=self._body(agree=False)).json()
        return (read(Sending, told["sending"]) if told["sending"] else None), bool(told["agreed"])

    def _body(self, *, agree: bool) -> dict[str, object]:
        return {"question": self.question, "after": list(self.after), "model": self.model, "agree": agree}

    def events(self) -> Iterator[Event]:
        """Yield what is sent, each sentence as soon as it is checked, and the end of each round.

        Raises `WriterError` with the problem that the server tells, `StoreError` when the stream breaks off.
        """
        agree = False
        if self.model and self.agree is not None:
            would, agreed = self._would()
            agree = would is not None and not agreed and self.agree(would)
        for name, told in self._told(agree):
            if name == "sentence":
                yield read(Sentence, told)
            elif name == "sending":
                yield read(Sending, told)
            elif name == "round":
                yield Round(str(told["searched"]), int(str(told["sources"])), None, str(told["ended"]))
            elif name == "done":
                self.answer = read(Answer, told)
            elif name == "problem":
                raise WriterError(str(told.get("detail") or told.get("title")))
        if self.answer is None:
            raise StoreError(f"The answer from {self.address} ended early. Ask again.")

    def _told(self, agree: bool) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield the name and the data of each event of the stream."""
        url = f"{self.address}/answer/stream"
        try:
            with client_of() as client, client.stream("POST", url, json=self._body(agree=agree), timeout=_PATIENCE) as answer:
                if answer.status_code != 200:
                    answer.read()
                    raise refused(answer)
                name = ""
                for line in answer.iter_lines():
                    if line.startswith("event: "):
                        name = line.removeprefix("event: ")
                    elif line.startswith("data: "):
                        yield name, json.loads(line.removeprefix("data: "))
        except httpx.HTTPError as problem:
            raise unreached(url, problem) from problem
