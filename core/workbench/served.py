"""An index on a server, used like a local one: its generation is fetched once, questions are asked on the server.

The server has the sentence vectors, the model that reads questions, and the checkout (`served_checkout`). Everything else
reads the generation. It stays in the user's cache until the server publishes another one."""

from __future__ import annotations

import json
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Unpack
from urllib.parse import quote, urlencode, urlsplit

import httpx

from core.answer.answering import Event
from core.errors import SettingsError, StoreError, WriterError
from core.model.answer import Answer, Round, Sending, Sentence
from core.model.known import Known
from core.model.run import SearchRun
from core.model.where import Limits, listed
from core.model.wire import plain, read
from core.settings import Settings
from core.settings.home import cache_home
from core.workbench.served_checkout import ServedCheckout, sent_settings
from core.workbench.server_calls import asked_of, client_of, refused, unreached

if TYPE_CHECKING:
    from core.index.opening import Opened
    from core.model.answer import Sending
    from core.workbench.answering import Underway
    from core.workbench.bench import Workbench


_PREFIX = "/api/v1/indexes"


class ServedWorkbench(ServedCheckout):
    """A workbench over the generation of a server's index; `ask` is answered by the server."""

    def __init__(self, opened: Opened, settings: Settings, address: str) -> None:
        super().__init__(opened, settings)
        self.address = address

    def ask(
        self,
        question: str,
        *,
        budget: int | None = None,
        prior: SearchRun | None = None,
        after: Sequence[str] = (),
        known: Known | None = None,
        settings: Mapping[str, object] | Settings | None = None,
        **limits: Unpack[Limits],
    ) -> SearchRun:
        """Return the run of the question, as the server answers it; see `Workbench.ask`.

        Raises `StoreError` when the server cannot be reached, `SettingsError` for whole settings, which cannot be sent.
        """
        body = {
            "question": question, "budget": self.settings.assemble.budget if budget is None else budget,
            "types": list(limits.get("types", ())), "paths": list(limits.get("paths", ())),
            "languages": list(limits.get("languages", ())), "exclude": list(limits.get("exclude", ())),
            "tests": limits.get("include_tests", False), "repositories": list(limits.get("repositories", ())),
            "where": listed(limits.get("where", ())),
            "after": [*after, *([prior.question] if prior else [])], "settings": sent_settings(settings), "full": True,
            "known": plain(known or Known()),
        }  # fmt: skip
        answer = asked_of("POST", f"{self.address}/ask", json=body)
        return replace(read(SearchRun, answer.json()), pages=self.pages)

    def asked_before(self, question: str) -> tuple[str, ...]:
        """Return questions that were asked of the server's index and share most words with one, nearest first."""
        return tuple(asked_of("GET", f"{self.address}/asked?{urlencode({'question': question})}").json()["questions"])

    def answering(
        self, question: str, *, model: bool = True, agree: Callable[[Sending], bool] | None = None, after: Sequence[str] = (),
        run: SearchRun | None = None,
    ) -> Underway:  # fmt: skip
        """Return a question on its way to an answer in words, which the server makes; see `Workbench.answering`.

        The server names the model and searches itself, whatever `run` there is. `agree` is asked with what would leave the
        server, unless it was agreed to over there.
        """
        from core.workbench.served import ServedAnswering

        return ServedAnswering(self.address, question, tuple(after), model, agree)

    @property
    def beside(self) -> Path:
        """The folder for what belongs to this index on this machine."""
        return self.directory.parent

    def renewed(self) -> Workbench:
        """Return the workbench of the generation that the server has published now: this one when it still is."""
        place = fetched(self.address)
        return self if place == self.directory else _opened(place, self.settings, self.address)


def open_served(url: str, settings: Settings) -> ServedWorkbench:
    """Open an index of a server: `http://host:3000/shop`, or the only one of `http://host:3000`.

    The token is taken from `$ORIENTEER_TOKEN`. Raises `StoreError` when the server cannot be reached or refuses.
    """
    parts = urlsplit(url)
    base, name = f"{parts.scheme}://{parts.netloc}", parts.path.strip("/")
    if not parts.netloc:
        raise SettingsError(f"'{url}' is not a server address. Give one such as http://127.0.0.1:3000/shop")
    if not name:
        names = [row["name"] for row in asked_of("GET", f"{base}{_PREFIX}").json()["indexes"]]
        if len(names) != 1:
            raise SettingsError(f"{base} has {len(names)} indexes: {', '.join(names)}. Name one, as in {base}/{'shop'}")
        name = names[0]
    address = f"{base}{_PREFIX}/{quote(name, safe='')}"
    return _opened(fetched(address), settings, address)


def fetched(address: str) -> Path:
    """Return the folder of the server's current generation on this machine, which is fetched unless it is there already."""
    kept = cache_home() / "served" / sha256(address.encode()).hexdigest()[:16]
    named = kept / "edition"
    before = named.read_text(encoding="ascii") if named.is_file() else ""
    headers = {"If-None-Match": before.partition(" ")[2]} if before else {}
    number = before.partition(" ")[0]
    try:
        with client_of() as client, client.stream("GET", f"{address}/generation", headers=headers) as answer:
            if answer.status_code == 304:
                return kept / number
            if answer.status_code != 200:
                answer.read()
                raise refused(answer)
            return _unpacked(answer, kept, named)
    except httpx.HTTPError as problem:
        raise unreached(address, problem) from problem


def _unpacked(answer: httpx.Response, kept: Path, named: Path) -> Path:
    """Write what was packed into a folder of its own, and name it only when it is whole."""
    kept.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="g", dir=kept))
    try:
        with tempfile.TemporaryFile() as packed:
            for piece in answer.iter_bytes():
                packed.write(piece)
            packed.seek(0)
            with tarfile.open(fileobj=packed) as tar:
                tar.extractall(folder, filter="data")
    except (OSError, tarfile.TarError, httpx.HTTPError) as problem:
        shutil.rmtree(folder, ignore_errors=True)
        raise StoreError(f"The index of {answer.url} arrived incomplete: {problem}. Try again.") from problem
    waiting = named.with_suffix(".new")
    waiting.write_text(f"{folder.name} {answer.headers['etag']}", encoding="ascii")
    waiting.replace(named)
    return folder


def _opened(folder: Path, settings: Settings, address: str) -> ServedWorkbench:
    from core.backends import products
    from core.index.opening import open_generation

    return ServedWorkbench(open_generation(folder, products(settings)), settings, address)


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
