from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from core.evaluate import Query, read_questions
from core.pipeline.answer import ask
from tests.examples import examples
from tests.retrieval_samples import DEFAULTS, stores

BUDGETS = (500, 1000, 2000, 4000, 8000, 16_000)
QUERIES = read_questions(Path(__file__).parents[1] / "data" / "questions" / "sample.json").queries
NAMES = st.deferred(lambda: st.sampled_from(sorted({head.name for head in stores().index.catalog.heads() if head.name})))


def held(query: Query, budget: int) -> set[str]:
    shown = ask(query.query, stores(), DEFAULTS, budget=budget).context.shown_as
    names = {key.partition(":")[2] for key in shown}
    expected = {entry.unit for entry in query.relevant if entry.unit}
    return {unit for unit in expected if any(f"{name}#".startswith((f"{unit}#", f"{unit}.", f"{unit}::")) for name in names)}


def test_a_larger_budget_hardly_ever_loses_an_expected_unit() -> None:
    steps = [(small, large) for query in QUERIES[::4] for small, large in pairwise(held(query, size) for size in BUDGETS)]
    assert len(steps) == 100
    # with more room the best class is shown whole instead of in parts, which may cost the last of the others
    assert sum(1 for small, large in steps if small - large) <= 2


@examples(60)
@given(words=st.lists(NAMES, min_size=1, max_size=6), budget=st.integers(0, 4000))
def test_every_unit_that_was_found_is_shown_or_dropped_with_a_reason(words: list[str], budget: int) -> None:
    run = ask(" ".join(words), stores(), DEFAULTS, budget=budget)
    accounted = set(run.context.shown_as) | {drop.unit_key for drop in run.dropped if drop.reason}
    assert {hit.unit_key for hit in run.hits} | {unit.unit_key for unit in run.ranked} <= accounted
