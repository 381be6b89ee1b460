"""Training on questions: units are drawn, questions get their texts and others', a table and an encoder learn from them."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import numpy as np
import pytest

from benchmarks.training.drawn import drawn, shown
from benchmarks.training.mined import QUESTIONS, MinedSet, Repository, read_mined
from core.backends.embedders.table import WordTable
from core.settings import EmbedSettings
from tests.retrieval_samples import shop

ASKED = {
    "method:Order#outstanding": ("How much do I still have to pay?", "open balance of a purchase"),
    "method:Order#call_off!": ("I no longer want it, what now?", "calling off what was bought"),
}
WITHOUT = "torch is not installed: orienteer[sentence-transformers]"


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> MinedSet:
    """The questions about the sample shop, written and read again."""
    folder, repository = tmp_path_factory.mktemp("mined"), Repository(shop())
    questions = list(repository.mined(ASKED))
    with gzip.open(folder / "shop.json.gz", "wt") as file:
        json.dump({"texts": repository.texts, "questions": questions}, file)
    assert read_mined(folder, ("shop",)) == []
    return read_mined(folder)[0]


def test_units_are_drawn_by_chance_and_the_same_each_time() -> None:
    units = shop().catalog.units(list(shop().heads))
    some = list(drawn(units, random.Random(1)))
    assert some == list(drawn(units, random.Random(1)))
    assert some != list(drawn(units, random.Random(2)))
    assert not any(unit.is_test or unit.type in ("table", "readme") for unit in some)
    assert shown(some[0]).startswith(f"=== {some[0].key} | {some[0].file_path}\n")


def test_a_question_has_the_texts_of_its_unit_and_others_that_do_not_overlap_it(mined: MinedSet) -> None:
    assert [question.unit for question in mined.questions] == [key for key, asked in ASKED.items() for _ in asked]
    for question in mined.questions:
        assert "Order" in mined.texts[question.own[0]]
        assert question.others
        assert not set(question.own) & set(question.others)


def test_every_question_that_was_trained_on_is_kept() -> None:
    for path in QUESTIONS.glob("*.json"):
        written = json.loads(path.read_text(encoding="utf-8"))
        assert len(written["commit"]) == 40
        assert all(len(questions) == 4 and all(questions) for questions in written["units"].values())


def test_a_table_learns_what_words_of_people_mean(mined: MinedSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pytest.importorskip("benchmarks.training.table", reason=WITHOUT)
    rows = table.tuned([mined], table.Options(epochs=8, batch=2, rate=3e-3))
    table.write_table(tmp_path, rows)
    assert np.abs(table.read_table(tmp_path) - rows).max() < np.abs(rows).max() / 100
    before = _fit(mined, WordTable(EmbedSettings()))
    monkeypatch.setattr(WordTable, "weights", tmp_path)
    assert _fit(mined, WordTable(EmbedSettings())) > before + 0.1


def test_an_encoder_learns_the_same(mined: MinedSet) -> None:
    encoder = pytest.importorskip("benchmarks.training.encoder", reason=WITHOUT)
    options = encoder.Options(epochs=4, batch=2, rate=1e-4, others=2)
    tuned, before = encoder.tuned([mined], options), encoder.Encoder(options)
    assert _fit(mined, _Read(tuned)) > _fit(mined, _Read(before)) + 0.1


class _Read:
    def __init__(self, encoder) -> None:
        self._encoder = encoder
        encoder.model.eval()

    def embed(self, texts):
        return self._encoder.vectors(self._encoder.begun(texts)).detach().numpy()


def _fit(mined: MinedSet, embedder) -> float:
    """Return by how much questions are nearer to their own texts than to the likeliest other, on the average."""
    asked = embedder.embed([question.text for question in mined.questions])
    own = embedder.embed([mined.texts[question.own[0]] for question in mined.questions])
    others = embedder.embed([mined.texts[question.others[0]] for question in mined.questions])
    return float(((asked * own).sum(1) - (asked * others).sum(1)).mean())
