"""Words and chunks that are kept from the generation before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core import backends
from core.index.chunks import chunk_units
from core.index.documents import documents
from core.index.opening import open_current
from core.index.place import Place
from core.index.publishing import publish, texts_before
from core.index.rows import unit_row
from core.index.unit_texts import IndexTexts, UnitTexts, makers
from core.model import CodeUnit
from core.settings import IndexSettings
from tests.index_samples import CHECKOUT, SETTINGS, order_units, small_extraction

UNITS = sorted(order_units(), key=lambda unit: unit.key)


def texts(units: Sequence[CodeUnit], before: dict[str, UnitTexts] | None = None) -> IndexTexts:
    return IndexTexts(units, [unit_row(unit) for unit in units], 200, before)


def marked(units: Sequence[CodeUnit]) -> dict[str, UnitTexts]:
    """Return what is known of the units, with a word that nothing makes, so that what is kept can be told."""
    return {unit.key: UnitTexts(made_of, "kept") for unit, made_of in zip(units, texts(units).made_of, strict=True)}


def kept(units: Sequence[CodeUnit]) -> set[str]:
    words = texts(units, marked(UNITS)).words()
    return {unit.identifier for unit, found in zip(units, words, strict=True) if found == ["kept"]}


def test_without_a_generation_before_everything_is_made() -> None:
    assert list(texts(UNITS).words()) == documents(UNITS)
    assert texts(UNITS).chunks() == chunk_units(UNITS, 200)


def test_what_is_as_it_was_is_not_made_again() -> None:
    assert kept(UNITS) == {unit.identifier for unit in UNITS}


def test_a_changed_unit_is_made_again_and_the_others_are_kept() -> None:
    edited = [replace(unit, source_code="def total; 0; end") if unit.name == "total" else unit for unit in UNITS]
    assert kept(edited) == {"app/models/order.rb", "Order", "Order#cancel!"}
    assert texts(edited, marked(UNITS)).words()[edited.index(next(unit for unit in edited if unit.name == "total"))] != ["kept"]


@pytest.mark.parametrize("change", [{"name": "sum", "identifier": "Order#sum"}, {"end_line": 11}])
def test_a_unit_is_made_again_when_its_members_are_others_or_stand_elsewhere(change: dict[str, object]) -> None:
    edited = [replace(unit, **change) if unit.name == "total" else unit for unit in UNITS]
    assert kept(edited) == {"app/models/order.rb", "Order#cancel!"}


def test_a_generation_that_other_code_or_settings_made_is_not_believed(tmp_path: Path) -> None:
    place, products = Place(tmp_path, "shop"), backends.products(SETTINGS)
    publish(place, small_extraction(), CHECKOUT, products, IndexSettings(vectors="exact", chunk_tokens=100))
    opened = open_current(place, products)
    assert opened.manifest.made_by == makers(100) != makers(101)
    assert set(texts_before(opened.catalog, 100)) == {unit.key for unit in small_extraction().units}
    assert texts_before(opened.catalog, 101) == {}
    opened.close()
