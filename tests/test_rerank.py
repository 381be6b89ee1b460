from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.backends.rerankers.onnx import OnnxReranker
from core.errors import MissingExtra, SettingsError
from core.model.run import INTENTS, Ranked
from core.pipeline.answer import ask
from core.rank import judged, reranked
from core.settings import RerankSettings, changed, read_settings
from tests.retrieval_samples import DEFAULTS, shop, stores
from tests.tiny_onnx import write_cross_encoder

QUESTION = "how is the money of a cancelled purchase given back?"


class FixedReranker:
    """Gives the texts the scores that a test laid down, in their order."""

    name = "fixed"

    def __init__(self, scores: Sequence[float]) -> None:
        self._scores = list(scores)

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        return self._scores[: len(texts)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cross_encoder(tmp_path_factory.mktemp("rerank") / "tiny", {"refund": 1.0, "refunds": 1.0, "basket": -0.5})


def judging(model: Path, **more: str):
    return read_settings({"rerank.reranker": "onnx", "rerank.model": str(model), **more})


def test_the_model_corrects_the_order_as_a_part_of_the_score_that_can_be_read(model: Path) -> None:
    plain = ask(QUESTION, stores(), DEFAULTS, budget=2000)
    answer = ask(QUESTION, stores(), judging(model, **{"rerank.weight": "0.8"}), budget=2000)
    assert {unit.unit_key for unit in answer.ranked} == {unit.unit_key for unit in plain.ranked}
    assert [unit.unit_key for unit in answer.ranked] != [unit.unit_key for unit in plain.ranked]
    for unit in answer.ranked:
        assert unit.score == pytest.approx(sum(unit.parts.values()), abs=1e-5)
        assert -0.8 <= unit.parts["rerank"] <= 0
        assert 0 <= unit.signals["rerank"] <= 1
    step = next(step for step in answer.trace if step.step == "rerank")
    assert step.facts["model"] == "onnx/tiny"
    assert 0 < step.facts["read"] <= 30
    assert "rerank" in shop().why(answer, max(answer.ranked, key=lambda unit: -unit.parts["rerank"]).unit_key).sentence


@pytest.mark.parametrize("question", [QUESTION, "who calls Shipping::Rates?", "Order", "where is the basket shown?"])
def test_a_unit_that_is_named_or_related_never_falls(question: str, model: Path) -> None:
    before = {unit.unit_key: unit for unit in ask(question, stores(), DEFAULTS, budget=500).ranked}
    for unit in ask(question, stores(), judging(model, **{"rerank.weight": "2"}), budget=500).ranked:
        if {"direct", "graph"} & set(unit.found_by):
            assert unit.rank <= before[unit.unit_key].rank
            assert unit.score == before[unit.unit_key].score


def test_only_questions_of_the_chosen_intents_are_reranked(model: Path) -> None:
    chosen = ask(QUESTION, stores(), judging(model), budget=0)
    intent = chosen.plan.intent
    assert any("rerank" in unit.parts for unit in chosen.ranked)
    same = ask(QUESTION, stores(), judging(model, **{"rerank.intents": intent}), budget=0)
    assert [unit.score for unit in same.ranked] == [unit.score for unit in chosen.ranked]
    other = next(name for name in INTENTS if name != intent)
    without = ask(QUESTION, stores(), judging(model, **{"rerank.intents": other}), budget=0)
    assert not any("rerank" in unit.parts for unit in without.ranked)
    with pytest.raises(SettingsError, match="no intent 'quick'"):
        ask(QUESTION, stores(), judging(model, **{"rerank.intents": "quick"}), budget=0)


UNITS = st.lists(st.tuples(st.floats(-1, 2), st.booleans()), min_size=1, max_size=40)


@given(UNITS, st.lists(st.floats(-1e3, 1e3), min_size=40, max_size=40), st.integers(0, 50), st.floats(0, 3))
def test_no_scores_of_a_model_push_down_what_is_not_judged(
    units: list[tuple[float, bool]], scores: list[float], candidates: int, weight: float
) -> None:
    keys = list(shop().heads)
    ordered = sorted(units, reverse=True)
    ranked = tuple(
        Ranked(keys[place - 1], score, place, {"semantic": 1.0}, {"semantic": score}, ("graph",) if related else ("vector",))
        for place, (score, related) in enumerate(ordered, 1)
    )
    settings = RerankSettings("fixed", "", candidates, weight)
    found = reranked(ranked, "?", replace(stores(), reranker=FixedReranker(scores)), settings)
    assert sorted(unit.unit_key for unit in found) == sorted(unit.unit_key for unit in ranked)
    assert [unit.rank for unit in found] == list(range(1, len(found) + 1))
    places = {unit.unit_key: unit.rank for unit in found}
    assert all(places[unit.unit_key] <= unit.rank for unit in ranked if unit.found_by == ("graph",))
    read = judged(ranked, settings)
    assert len(read) <= candidates
    best = max(zip(scores, read, strict=False), default=None, key=lambda pair: pair[0])
    if best:
        assert next(unit for unit in found if unit.unit_key == best[1]).parts["rerank"] == 0


def test_what_the_model_did_not_read_does_not_overtake_what_it_read() -> None:
    keys = list(shop().heads)[:4]
    ranked = [
        Ranked(key, 1 - place / 10, place, {}, {"semantic": 1 - place / 10}, ("vector",)) for place, key in enumerate(keys, 1)
    ]
    settings = RerankSettings("fixed", "", candidates=2, weight=0.5)
    found = reranked(ranked, "?", replace(stores(), reranker=FixedReranker([0.0, 1.0])), settings)
    assert [unit.unit_key for unit in found] == [keys[1], keys[0], keys[2], keys[3]]


@pytest.mark.parametrize("scores", [[float("nan")] * 40, [1.0]])
def test_unusable_scores_are_one_sentence(scores: list[float]) -> None:
    ranked = ask(QUESTION, stores(), DEFAULTS, budget=0).ranked
    with pytest.raises(SettingsError, match="no usable scores"):
        reranked(ranked, "?", replace(stores(), reranker=FixedReranker(scores)), RerankSettings())


def test_a_classifier_with_two_numbers_ranks_like_a_model_with_one(tmp_path: Path) -> None:
    weights, texts = {"refund": 1.0, "basket": -0.5}, ["refund basket", "basket", "refund", "other"]
    one, two = (
        OnnxReranker(RerankSettings("onnx", str(write_cross_encoder(tmp_path / str(number), weights, number)))).scores(
            "?", texts
        )
        for number in (1, 2)
    )
    assert two == pytest.approx([2 * score for score in one])
    with pytest.raises(SettingsError, match="3 numbers per pair"):
        OnnxReranker(RerankSettings("onnx", str(_three(tmp_path)))).scores("?", texts)


def _three(tmp_path: Path) -> Path:
    from tests import tiny_onnx

    folder = write_cross_encoder(tmp_path / "three", {"refund": 1.0})
    (folder / "model.onnx").write_bytes(tiny_onnx._model(3, 3, [0.0] * 9))
    return folder


def test_a_damaged_model_is_one_sentence(tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path / "damaged", {"refund": 1.0})
    (folder / "model.onnx").write_bytes(b"damaged" * 9)
    with pytest.raises(SettingsError, match="cannot be loaded"):
        ask(QUESTION, stores(), judging(folder), budget=0)


def test_a_reranker_that_nobody_has_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.backends.rerankers.sentence_transformers.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"orienteer\[sentence-transformers\]"):
        ask(QUESTION, stores(), read_settings({"rerank.reranker": "sentence-transformers", "rerank.model": "x"}), budget=0)
    with pytest.raises(SettingsError, match="'onxx'"):
        ask(QUESTION, stores(), changed(DEFAULTS, "rerank.reranker", "onxx"), budget=0)
