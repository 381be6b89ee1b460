from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.model.run import Hit
from core.search import convex, normalised, rrf

NAMES = st.sampled_from(["a", "b", "c", "d", "e"])
WEIGHTS = {"keyword": 0.4, "vector": 1.0}


@st.composite
def rankings(draw) -> list[Hit]:
    hits = []
    for strategy in ("keyword", "vector"):
        keys = draw(st.lists(NAMES, unique=True))
        scores = sorted(draw(st.lists(st.floats(0, 10), min_size=len(keys), max_size=len(keys))), reverse=True)
        hits += [Hit(key, strategy, rank, score) for rank, (key, score) in enumerate(zip(keys, scores, strict=True), 1)]
    return hits


def test_rrf_adds_weighted_reciprocal_ranks() -> None:
    hits = [Hit("a", "keyword", 1, 9.0), Hit("b", "keyword", 2, 3.0), Hit("b", "vector", 1, 0.8)]
    fused = rrf(hits, WEIGHTS, 60)
    assert [unit.unit_key for unit in fused] == ["b", "a"]
    assert fused[0].score == 0.4 / 62 + 1 / 61
    assert fused[0].ranks == {"keyword": 2, "vector": 1}


def test_the_convex_sum_scales_each_strategy_to_one() -> None:
    hits = [Hit("a", "keyword", 1, 9.0), Hit("b", "keyword", 2, 3.0), Hit("b", "vector", 1, 0.8)]
    assert {unit.unit_key: unit.score for unit in convex(hits, WEIGHTS)} == {"a": 0.4, "b": 1.0}


@given(rankings(), st.randoms())
def test_fusion_does_not_depend_on_the_order_of_the_hits(hits: list[Hit], random) -> None:
    shuffled = list(hits)
    random.shuffle(shuffled)
    assert rrf(shuffled, WEIGHTS, 60) == rrf(hits, WEIGHTS, 60)
    assert convex(shuffled, WEIGHTS) == convex(hits, WEIGHTS)


@given(rankings())
def test_fusion_loses_no_unit_and_invents_none(hits: list[Hit]) -> None:
    assert {unit.unit_key for unit in rrf(hits, WEIGHTS, 60)} == {hit.unit_key for hit in hits}
    assert all(0 <= share <= 1 for share in normalised(hits))
