"""Answers in words over HTTP, and those of a workbench elsewhere, with a model that says what a test lays down."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="Serving needs FastAPI: pip install 'orienteer[serve]'")
pytest.importorskip("openai", reason="A model that answers needs its library: pip install 'orienteer[answers]'")
from fastapi.testclient import TestClient

from core.api.application import build_application, guarded
from core.errors import WriterError
from core.model.answer import EXTRACTIVE, SUPPORTED, Answer, Sending, Sentence
from core.model.wire import read
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from core.workbench import open_workbench
from tests.language_model import LanguageModel, language_model, written
from tests.page_index import sample_index
from tests.shared import free_port, made_once

INDEX = "/api/v1/indexes/sample"
QUESTION = "how is an order refunded?"
FAR = {"answer.url": "https://model.example/v1", "answer.model": "large"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


def indexes(home: Path, model: LanguageModel | None, **more: object) -> ServedIndexes:
    named = {"answer.url": model.url, "answer.model": "scripted"} if model else {}
    return ServedIndexes(read_settings({"home": str(home), **named, **more}), "sample")


@contextmanager
def client(home: Path, model: LanguageModel | None = None, **more: object) -> Iterator[TestClient]:
    with TestClient(build_application(indexes(home, model, **more)), base_url="http://127.0.0.1") as one:
        yield one


@contextmanager
def server(home: Path, model: LanguageModel | None = None, **more: object) -> Iterator[str]:
    import uvicorn

    port = free_port()
    application = guarded(build_application(indexes(home, model, **more)), "127.0.0.1", "")
    running = uvicorn.Server(uvicorn.Config(application, port=port, log_level="error"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/sample"
    finally:
        running.should_exit = True
        thread.join(5)


def events(text: str) -> list[tuple[str, dict[str, object]]]:
    blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in text.strip().split("\n\n")]
    return [(block["event"], json.loads(block["data"])) for block in blocks if "event" in block]


def test_an_answer_is_told_whole_and_as_it_is_written(home: Path) -> None:
    with (
        language_model(written("Refunds go ", "through a service [S1]. It is done [S9", "9:1].")) as model,
        client(home, model) as one,
    ):
        whole = one.post(f"{INDEX}/answer", json={"question": QUESTION})
        assert whole.headers["cache-control"] == "no-store"
        found = read(Answer, whole.json())
        assert (found.verdict, len(found.sentences), len(found.struck)) == (SUPPORTED, 2, 1)
        told = events(one.post(f"{INDEX}/answer/stream", json={"question": QUESTION}).text)
    names = [name for name, _ in told if name != "stage"]
    assert names == ["sending", "sentence", "sentence", "round", "done"]
    assert told[0][0] == "stage"
    assert QUESTION in str(told[names.index("sending") + len(told) - len(names)][1]["prompt"])
    assert [sentence.struck for sentence in (read(Sentence, data) for name, data in told if name == "sentence")][1]
    assert read(Answer, told[-1][1]) == found


def test_what_would_be_sent_is_told_word_for_word_and_nothing_is_sent(home: Path) -> None:
    with language_model(written("never")) as model, client(home, model) as one:
        told = one.post(f"{INDEX}/answer/sending", json={"question": QUESTION}).json()
        assert told["agreed"]
        assert told["sending"]["prompt"].endswith(QUESTION)
        assert one.post(f"{INDEX}/answer/sending", json={"question": QUESTION, "model": False}).json()["sending"] is None
        assert model.calls == []


def test_without_consent_a_server_sends_nothing(home: Path) -> None:
    with client(home, **FAR) as one:
        assert one.post(f"{INDEX}/answer/sending", json={"question": QUESTION}).json()["agreed"] is False
        told = one.post(f"{INDEX}/answer", json={"question": QUESTION}).json()
        assert told["verdict"] == EXTRACTIVE
        assert any(note.startswith("Nothing was sent") for note in told["notes"])


@pytest.mark.parametrize(
    ("answer", "reason"), [((401, b"{}", 0.0), "key was refused"), (written("half", whole=False), "broke off")]
)
def test_a_model_that_fails_is_a_problem(home: Path, answer: tuple[int, bytes, float], reason: str) -> None:
    with language_model(answer) as model, client(home, model) as one:
        whole = one.post(f"{INDEX}/answer", json={"question": QUESTION})
        assert (whole.status_code, whole.json()["title"]) == (503, "Language model unavailable.")
        assert reason in whole.json()["detail"]
        name, said = events(one.post(f"{INDEX}/answer/stream", json={"question": QUESTION}).text)[-1]
        assert name == "problem"
        assert reason in str(said["detail"])


def test_the_first_chat_is_answered_by_the_model_that_the_settings_name(home: Path) -> None:
    with language_model(written("Refunds go through a service [S1].")) as model, client(home, model) as one:
        told = one.post("/api/chat", json={"query": QUESTION}).json()
    assert told["answer"] == "Refunds go through a service. [S1]"
    assert [set(source) for source in told["sources"]] == [{"file", "line", "identifier"}], "only what is cited"


def test_a_workbench_elsewhere_answers_as_the_one_here(home: Path, own_cache: None) -> None:
    with language_model(written("Refunds go through a service [S1].")) as model, server(home, model) as address:
        there = open_workbench(address)
        asked = there.answering(QUESTION)
        told = list(asked.events())
        here = open_workbench("sample", home=home, settings={"answer.url": model.url, "answer.model": "scripted"})
        assert asked.answer == here.answer(QUESTION)
        assert sum(isinstance(event, Sentence) for event in told) == 1
        assert asked.sending() == here.answering(QUESTION).sending()
    with language_model((401, b"{}", 0.0)) as model, server(home, model) as address, pytest.raises(WriterError, match="key"):
        open_workbench(address).answer(QUESTION)


@pytest.mark.parametrize("agree", [None, lambda _: False])
def test_who_does_not_agree_elsewhere_gets_the_sources_alone(
    home: Path, own_cache: None, agree: Callable[[Sending], bool] | None
) -> None:
    with server(home, **FAR) as address:
        assert open_workbench(address).answer(QUESTION, agree=agree).verdict == EXTRACTIVE


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
