"""The parts of routing by a language model: settings, schema, answers that are none, requests that are joined."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.backends.routers import answers as router_answers
from core.backends.routers.answers import requests_of, schema
from core.backends.routers.chat import ChatRouter
from core.errors import RouterError, SettingsError
from core.model.run import INTENTS, SCOPES, Filters, Hit
from core.search import joined
from core.search.strategies import SearchResult
from core.settings import RouteSettings
from tests.language_model import said


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"url": "", "model": "m"}, "route.url is not set"),
        ({"url": "localhost:11434", "model": "m"}, "is not an address"),
        ({"url": "http://localhost:1/v1"}, "route.model is not set"),
        ({"url": "http://localhost:1/v1", "model": "m", "format": "yaml"}, "json_schema, json_object, text"),
        ({"url": "http://localhost:1/v1", "model": "m", "timeout": 0.0}, "route.timeout"),
    ],
)
def test_settings_that_name_nobody_to_ask_are_refused(changes: dict, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        ChatRouter(RouteSettings(router="llm", **changes))


def test_the_schema_knows_the_same_intents_and_scopes_as_the_rules() -> None:
    assert get_args(router_answers._Intent) == ("", *INTENTS)
    assert get_args(router_answers._Scope) == ("", *SCOPES)
    request = schema()["$defs"]["_Request"]
    assert request["required"] == list(request["properties"])
    assert request["additionalProperties"] is False


@given(
    st.one_of(
        st.binary(max_size=200),
        st.recursive(
            st.none() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=8,
        ).map(lambda value: json.dumps(value).encode()),
    )
)
def test_no_answer_of_a_model_is_more_than_a_named_failure(body: bytes) -> None:
    with pytest.raises(RouterError, match=r"invalid JSON|schema violation"):
        requests_of(body)
    with pytest.raises(RouterError, match=r"invalid JSON|schema violation"):
        requests_of(said(body.decode("utf-8", "replace"))[1])


SHARES = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.1, 9), min_size=1)


def found(scores: dict[str, float], strategy: str) -> SearchResult:
    ordered = sorted(scores, key=lambda key: (-scores[key], key))
    return SearchResult(
        tuple(Hit(key, strategy, place, scores[key]) for place, key in enumerate(ordered, 1)), {}, (), Filters()
    )


@given(st.lists(SHARES, min_size=2, max_size=5), st.randoms())
def test_joined_requests_do_not_depend_on_their_order_and_lose_nothing(parts: list[dict[str, float]], random) -> None:
    searches = [found(part, "keyword") for part in parts]
    whole = joined(searches).hits
    assert {hit.unit_key for hit in whole} == {key for part in parts for key in part}
    assert [hit.rank for hit in whole] == list(range(1, len(whole) + 1))
    best = {max(part, key=lambda key: (part[key], -ord(key))) for part in parts}
    assert all(hit.score == 1.0 for hit in whole if hit.unit_key in best)
    random.shuffle(searches)
    assert joined(searches).hits == whole
