"""The static reading of an application against what the booted application said of itself, where both are at hand."""

import gzip
import json
import os
from pathlib import Path

import pytest

from benchmarks import rails_truth
from core.extract.run import extract
from core.settings import ExtractSettings

RAILS = Path(os.environ.get("ORIENTEER_RAILS_TRUTH", Path(__file__).parents[2] / "shared" / "rails"))
FLOORS = {
    "models": 95, "associations": 94, "targets": 94, "callbacks": 95, "validators": 95, "scopes": 95, "filters declared": 90,
    "filters resolved": 90, "routes": 85, "columns": 99,
}  # fmt: skip


@pytest.fixture(scope="module")
def found():
    truth = RAILS / "truth" / "shop.json.gz"
    if not truth.is_file() or not (RAILS / "shop").is_dir():
        pytest.skip(f"no application with a truth file in {RAILS}; set ORIENTEER_RAILS_TRUTH")
    with gzip.open(truth, "rt", encoding="utf-8") as file:
        return {one.kind: one for one in rails_truth.scores(json.load(file), extract(RAILS / "shop", ExtractSettings()))}


@pytest.mark.parametrize("kind", FLOORS)
def test_facts_of_a_booted_application_are_found(found, kind):
    assert found[kind].percent >= FLOORS[kind], sorted(found[kind].truth - found[kind].found)


@pytest.mark.parametrize("kind", FLOORS)
def test_few_facts_are_false(found, kind):
    assert found[kind].false.total() <= 0.02 * found[kind].found.total(), sorted(found[kind].false)
