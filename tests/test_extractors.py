"""`extract.extractors`: only chosen kinds of units are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import SettingsError
from core.extract.extractors import EXTRACTORS, only_chosen
from core.extract.run import extract
from core.model import Extraction
from core.settings import ExtractSettings

SAMPLE = Path(__file__).parents[1] / "data" / "sample"


@pytest.fixture(scope="module")
def everything() -> Extraction:
    return extract(SAMPLE, ExtractSettings())


def test_chosen_kinds_stay_with_members_and_surroundings(everything: Extraction) -> None:
    some = only_chosen(everything, ("models", "jobs", "policies"))
    types = {unit.type for unit in some.units}
    assert {"model", "job", "policy", "table", "method", "scope", "file", "folder"} <= types
    assert not types & {"controller", "route", "mailer", "service", "view_template", "test"}
    keys = {unit.key for unit in some.units}
    assert {unit.parent for unit in some.units} <= keys | {""}
    assert all(relation.source in keys and relation.target in keys for relation in some.relations)
    assert {row.unit_key for row in some.history} <= keys
    assert "model:Order" in keys
    assert any(unit.parent == "model:Order" and unit.type == "method" for unit in some.units)


def test_every_unit_stays_without_a_choice_and_the_usual_names_are_known(everything: Extraction) -> None:
    assert only_chosen(everything, ()) is everything
    some = only_chosen(everything, tuple(EXTRACTORS))
    assert 0 < len(some.units) < len(everything.units)


def test_a_name_that_is_no_kind_of_unit_is_refused(everything: Extraction) -> None:
    with pytest.raises(SettingsError, match=r"No unit kind 'modles'.*Did you mean 'models'"):
        only_chosen(everything, ("modles",))
