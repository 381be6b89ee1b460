"""Conversations: earlier turns count, nothing is shown twice, limits and budget travel; kept, over HTTP, as a notebook."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.errors import ConflictError, SettingsError, SourceError, StoreError
from core.model.answer import SUPPORTED
from core.model.run import SearchRun
from core.workbench import Workbench, index_checkout, open_workbench
from tests.language_model import language_model, written
from tests.page_index import sample_index
from tests.shared import copied, made_once

STORY = ("how does checkout work?", "and what does Payments::Gateway do there?", "which validations does Order have?")
"""The story of the seed: the flow of the checkout, then what it depends on, then what is checked."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


@pytest.fixture
def home(sample: Path, tmp_path: Path) -> Path:
    """Return a copy of the sample's index without the conversations that others of this run may have begun beside it."""
    return copied(sample, tmp_path / "home", "conversations")


@pytest.fixture
def bench(home: Path) -> Workbench:
    return open_workbench("sample", home=home)


def lines_of(run: SearchRun) -> Iterator[tuple[str, int]]:
    for source in run.context.sources:
        for first, last in source.ranges:
            yield from ((source.file_path, line) for line in range(first, last + 1))


def test_three_turns_of_the_checkout_show_no_line_twice_within_8000_tokens(bench: Workbench) -> None:
    talk = bench.conversation("checkout", budget=8_000)
    runs = [talk.ask(question) for question in STORY]
    assert sum(run.context.tokens for run in runs) == talk.conversation.spent <= 8_000
    assert all(run.context.sources for run in runs)
    assert max(Counter(line for run in runs for line in lines_of(run)).values()) == 1
    told = Counter(line for run in runs for line in (*run.context.facts, *(mention.line for mention in run.context.also)))
    assert max(told.values()) == 1
    assert [run.context.text.count("# structural") for run in runs] == [1, 0, 0]
    shown = {key for key in runs[0].context.shown_as}
    assert any("PlaceOrder" in key for key in shown)
    assert "Payments::Gateway" in runs[1].context.text
    assert "validates" in runs[2].context.text or "placeable?" in runs[2].context.text


def test_the_code_in_the_text_is_not_repeated_either(bench: Workbench) -> None:
    talk = bench.conversation(budget=8_000)
    texts = [talk.ask(question).context.text for question in STORY]
    parts = [part.partition("\n") for text in texts for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]]
    code = [
        (title, block)
        for title, _, rest in parts
        for block in re.findall(r"^```ruby\n(.*?)^```", rest, re.DOTALL | re.MULTILINE)
    ]
    places = [(re.search(r"[\w/]+\.rb", title), line) for title, block in code for line in block.split("\n")]
    methods = Counter((path[0], line) for path, line in places if path and line.strip().startswith("def self."))
    assert methods
    assert max(methods.values()) == 1


def test_what_belongs_to_the_answer_and_was_shown_is_listed_as_known(bench: Workbench) -> None:
    talk = bench.conversation()
    first = talk.ask("what does Order#total do?", budget=3_000)
    shown = first.context.shown_as
    again = talk.ask("what does Order#total do?", budget=3_000)
    assert {known.unit_key for known in again.context.known} & set(shown)
    assert "# known" in again.context.text
    assert all(known.turn == 1 for known in again.context.known)
    assert not set(lines_of(first)) & set(lines_of(again))
    reasons = {one.unit_key: one.reason for one in again.dropped if one.stage == "assemble"}
    assert "shown in an earlier turn" in reasons.values()


def test_a_turn_refers_to_the_ones_before_it(bench: Workbench) -> None:
    talk = bench.conversation()
    talk.ask("what does Notifications::Deliver do?", budget=500)
    assert talk.ask("and who calls it?", budget=500).plan.question == "who calls Notifications::Deliver?"
    assert talk.ask("what about OrderMailer?", budget=500).plan.question.startswith("who calls OrderMailer")


def test_limits_travel_and_so_does_what_is_left_of_the_budget(bench: Workbench) -> None:
    talk = bench.conversation("limited", budget=4_000, types=["model"])
    first = talk.ask("how does an order reach its state?")
    assert first.context.budget == 2_000
    resumed = bench.conversation("limited")
    second = resumed.ask("and its total?")
    assert {run.heads[one.unit_key].type for run in (first, second) for one in run.ranked} == {"model"}
    assert second.context.budget == max(500, (4_000 - first.context.tokens) // 2)
    assert resumed.conversation.left == 4_000 - first.context.tokens - second.context.tokens
    with pytest.raises(SettingsError, match=r"has \d+ of 60 tokens left"):
        bench.conversation("limited", budget=60).ask("and then?")


def test_a_conversation_is_kept_listed_resumed_and_forgotten(bench: Workbench, home: Path) -> None:
    talk = bench.conversation("one")
    run = talk.ask(STORY[0], budget=2_000)
    bench.conversation().ask(STORY[0], budget=500)
    other = open_workbench("sample", home=home)
    assert [kept.name for kept in other.conversations()] == ["one"]
    assert other.conversation("one").conversation == talk.conversation
    assert other.conversation("one").again(1).context == run.context
    with pytest.raises(SettingsError, match="turn 2 does not exist"):
        talk.again(2)
    other.forget_conversation("one")
    assert other.conversations() == ()
    with pytest.raises(SourceError, match="No conversation 'one'"):
        other.forget_conversation("one")
    with pytest.raises(SettingsError, match="Invalid conversation name"):
        other.conversation("../one")


def test_an_answer_is_written_for_a_turn_that_was_asked_and_the_next_one_is_told_it(bench: Workbench) -> None:
    with language_model(written("Orders are checked out by a service [S1]. ", "It ends [S99].")) as model:
        told = open_workbench(bench.name, home=bench.beside.parent, settings={"answer.url": model.url, "answer.model": "m"})
        talk = told.conversation("written", budget=6_000)
        talk.ask("how does checkout work?")
        assert talk.answered(1) is None
        before = talk.conversation
        for _ in talk.answering_turn(1, model=False).events():
            pass
        assert talk.conversation == before  # what the index says itself is made again when it is wanted
        for _ in talk.answering_turn(1).events():
            pass
        written_for = talk.answered(1)
        assert written_for is not None
        assert written_for.text == "Orders are checked out by a service. [S1] It ends."
        assert talk.conversation.turns[0].shown == before.turns[0].shown
        talk.ask("and who calls it?")
        sending = talk.answering_turn(2).sending()
        assert sending is not None
        assert "how does checkout work? → Orders are checked out by a service. [S1] It ends." in sending.prompt
        again = told.conversation("written")
        assert again.conversation == talk.conversation
        assert again.answered(1) == written_for
        with pytest.raises(SettingsError, match="turn 3 does not exist"):
            again.answering_turn(3)


def test_who_is_slower_in_one_conversation_is_told_so(bench: Workbench) -> None:
    bench.conversation("shared").ask(STORY[0], budget=500)
    ours, theirs = bench.conversation("shared"), bench.conversation("shared")
    theirs.ask(STORY[1], budget=500)
    with pytest.raises(ConflictError, match="has changed since you opened it"):
        ours.ask(STORY[2], budget=500)
    assert len(bench.conversation("shared").conversation.turns) == 2


@pytest.mark.parametrize("text", ["", "{", "[]", '{"name": 1}'])
def test_a_damaged_conversation_is_said_with_what_to_do(bench: Workbench, text: str) -> None:
    bench.conversation("bad").ask(STORY[0], budget=500)
    path = bench.beside / "conversations" / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="Remove it to start again"):
        bench.conversation("bad")


def test_lines_of_a_file_that_was_changed_since_are_shown_again(tmp_path: Path) -> None:
    question = "what does Order#total do?"
    checkout = sample_index(tmp_path)
    talk = open_workbench("sample", home=tmp_path).conversation("old")
    talk.ask(question, budget=3_000)
    assert talk.ask(question, budget=500).context.known
    path = checkout / "app/models/order.rb"
    path.write_text("# changed\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    index_checkout(checkout, "sample", home=tmp_path, vectors=False)
    run = open_workbench("sample", home=tmp_path).conversation("old").ask(question, budget=2_000)
    assert "app/models/order.rb" in {source.file_path for source in run.context.sources}


def test_answers_in_words_build_on_the_turns_before(bench: Workbench, home: Path) -> None:
    pytest.importorskip("openai", reason="A model that answers needs its library: pip install 'orienteer[answers]'")
    with language_model(written("It is placed [S1]."), written("By the controller [S1].")) as model:
        named = {"answer.url": model.url, "answer.model": "scripted"}
        talk = open_workbench("sample", home=home, settings=named).conversation("words")
        first = talk.answer("how does checkout work?", budget=2_000)
        second = talk.answer("and who calls it?", budget=1_000)
    assert (first.verdict, second.verdict) == (SUPPORTED, SUPPORTED)
    number = len(first.sources)
    assert second.sources[:number] == first.sources
    labels = [source.label for source in second.sources]
    assert labels == [f"S{place}" for place in range(1, len(labels) + 1)]
    assert "- how does checkout work? → It is placed. [S1]" in model.calls[1]["messages"][1]["content"]
    lines = Counter((one.file_path, line) for one in second.sources for line, _ in one.lines)
    assert max(lines.values()) == 1
    turns = bench.conversation("words").conversation.turns
    assert [turn.answer for turn in turns] == ["It is placed. [S1]", "By the controller. [S1]"]


def test_the_command_line_asks_lists_and_writes_a_notebook(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    monkeypatch.setenv("ORIENTEER_HOME", str(home))

    def orienteer(*words: str) -> str:
        done = CliRunner().invoke(cli, [*words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    assert CliRunner().invoke(cli, ["conversations", "--exit-code"]).exit_code == 1
    orienteer("ask", "--conversation", "c", "--total", "5000", "how", "does", "checkout", "work?")
    orienteer("answer", "--conversation", "c", "--no-llm", "and who calls it?")
    assert "c: 2 turns about sample" in orienteer("conversations")
    assert "2. and who calls it?" in orienteer("conversations", "c")
    assert json.loads(orienteer("conversations", "c", "-f", "json"))["budget"] == 5_000
    path = tmp_path / "c.ipynb"
    orienteer("conversations", "c", "--notebook", str(path))
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    codes = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    assert codes[0].endswith("talk = wb.conversation(budget=5000)")
    for code in codes:
        exec(code, globals())
    assert "Removed" in orienteer("conversations", "c", "--remove")
    wrong = CliRunner().invoke(cli, ["ask", "--conversation", "c", "--after", "x", "y"])
    assert isinstance(wrong.exception, SettingsError)


def test_conversations_over_http(home: Path) -> None:
    pytest.importorskip("fastapi", reason="Serving needs FastAPI: pip install 'orienteer[serve]'")
    from fastapi.testclient import TestClient

    from core.api.application import build_application
    from core.serving.indexes import ServedIndexes
    from core.settings import read_settings

    served = ServedIndexes(read_settings({"home": str(home)}), "sample")
    with TestClient(build_application(served), base_url="http://127.0.0.1") as client:
        begun = client.post("/api/v1/conversations", json={"index": "sample", "name": "web", "budget": 6_000})
        assert begun.status_code == 201
        at = begun.headers["location"]
        first = client.post(f"{at}/turns", json={"question": STORY[0]}).json()
        assert first["conversation"]["left"] == 6_000 - first["run"]["tokens_used"]
        second = client.post(f"{at}/turns", json={"question": STORY[1], "budget": 1_000}).json()
        assert second["run"]["budget"] == 1_000
        answer = client.post(f"{at}/answers", json={"question": "and who calls it?", "model": False}).json()
        assert answer["answer"]["verdict"] == "extractive"
        assert client.get("/api/v1/conversations").json()["conversations"][0]["turns"] == 3
        assert len(client.get(at).json()["turns"]) == 3
        assert client.get(f"{at}/notebook").json()["nbformat"] == 4
        assert client.delete(at).status_code == 204
        assert client.get(at).status_code == 404
        assert client.post(f"{at}/turns", json={"question": "x"}).status_code == 404
        assert client.post("/api/v1/conversations", json={"index": "sample", "name": "../x"}).status_code == 400
        assert client.get("/api/v1/conversations/sample/..%2Fx").status_code in (400, 404)
