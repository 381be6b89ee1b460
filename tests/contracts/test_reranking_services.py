"""Rerankers that are services, each with its real client against recorded shapes on this machine."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from core.backends import RERANKERS, load
from core.errors import ServiceError, SettingsError
from core.ports import Reranker
from core.settings import RerankSettings
from tests.model_service import cohere_shape, model_service, voyage_shape

KEY = "sk-never-to-be-shown"
SECRET = "AKIAIOSFODNN7EXAMPLE"
TOO_MANY = (429, {"retry-after": "0"}, {"error": {"message": "slow down"}})


@pytest.mark.parametrize("reranker", ["cohere", "voyage"])
def test_a_reranker_scores_every_text_in_its_order(
    reranker: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ORIENTEER_RERANK_KEY", KEY)
    answer = {"cohere": cohere_shape(4), "voyage": voyage_shape(4)}[reranker]
    with model_service(answer, TOO_MANY) as service:
        made: Reranker = load(RERANKERS, reranker)(RerankSettings(reranker=reranker, url=service.url))
        assert made.scores("order total", ["a mail", "the order total", "an order", ""]) == [0.0, 1.0, 0.5, 0.0]
        assert made.scores("order total", []) == []
    assert service.paths == ["/v1/rerank"] * 2
    assert service.bodies[1]["documents"] == ["a mail", "the order total", "an order", " "]
    with model_service(lambda path, body: (200, {}, {"results": [], "data": []})) as service:
        made = load(RERANKERS, reranker)(RerankSettings(reranker=reranker, url=service.url))
        with pytest.raises(ServiceError, match="did not score every text"):
            made.scores("order", ["a"])
    assert KEY not in caplog.text


@pytest.mark.parametrize("reranker", ["cohere", "voyage"])
def test_a_reranker_needs_key_and_consent(reranker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = RerankSettings(reranker=reranker)
    with pytest.raises(SettingsError, match=f"{reranker.upper()}_API_KEY"):
        load(RERANKERS, reranker)(settings)
    monkeypatch.setenv(f"{reranker.upper()}_API_KEY", KEY)
    with pytest.raises(SettingsError, match=r"30 candidates would be sent to api\.\w+\.com .*rerank\.agreed = true") as problem:
        load(RERANKERS, reranker)(settings)
    assert KEY not in str(problem.value)
    load(RERANKERS, reranker)(replace(settings, agreed=True))


@pytest.mark.parametrize("reranker", ["cohere", "voyage"])
def test_a_reranker_is_sent_no_secrets(reranker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_RERANK_KEY", KEY)
    monkeypatch.setattr("core.backends.remote.HERE", frozenset())
    with model_service({"cohere": cohere_shape(4), "voyage": voyage_shape(4)}[reranker]) as service:
        made: Reranker = load(RERANKERS, reranker)(RerankSettings(reranker=reranker, url=service.url, agreed=True))
        assert len(made.scores(f"what is {SECRET}?", [f"key = {SECRET}", "b"])) == 2
    assert SECRET not in str(service.bodies)
