from __future__ import annotations

import pytest

from core.errors import SourceError
from core.pipeline.answer import ask
from core.settings import changed
from core.workbench.why import why, why_not
from tests.retrieval_samples import DEFAULTS, shop, stores

QUESTION = "How is the postage of an order computed?"


@pytest.fixture(scope="module")
def run():
    return ask(QUESTION, stores(), DEFAULTS, budget=1500)


def test_the_first_unit_is_explained_by_its_largest_parts(run) -> None:
    first = run.ranked[0]
    explained = why(run, first.unit_key)
    assert explained.rank == 1
    assert explained.stage == "context"
    assert sum(explained.parts.values()) == pytest.approx(first.score, abs=1e-5)
    assert explained.sentence.startswith(f"{first.unit_key.replace(':', ' ', 1)} is number 1")


def test_every_unit_of_the_index_can_be_explained(run) -> None:
    stages = {why(run, head.key, shop().heads).stage for head in shop().heads.values()}
    assert {"context", "assemble", "search", "recall"} <= stages


def test_a_name_is_enough(run) -> None:
    assert why(run, "Order", shop().heads).unit_key == "model:Order"


def test_why_not_says_what_the_first_has_more_of(run) -> None:
    assert "it lacks" in why_not(run, run.ranked[5].unit_key).sentence


def test_a_name_that_nobody_knows_is_refused(run) -> None:
    with pytest.raises(SourceError, match="FluxCapacitor"):
        why(run, "FluxCapacitor", shop().heads)


def test_the_difference_of_two_runs_counts_places(run) -> None:
    other = ask(QUESTION, stores(), changed(DEFAULTS, "rank.semantic", 0), budget=1500)
    frame = run.compare(other)
    both = frame.dropna(subset=["rank_before", "rank_after"])
    assert len(both) > 20
    assert (both["places_won"] == both["rank_before"] - both["rank_after"]).all()
    assert (run.compare(run)["places_won"] == 0).all()
