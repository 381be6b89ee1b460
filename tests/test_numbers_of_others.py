"""Numbers that other tools have as settings: each changes something here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core import index_checkout, open_workbench
from core.backends import products as products_of
from core.errors import SettingsError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.model.run import SearchRun
from core.pipeline.answer import ask
from core.ports import Products, StoreAddress, ids_of
from core.settings import changed, read_settings
from tests.index_samples import put
from tests.retrieval_samples import DEFAULTS, stores


def asked(question: str, budget: int = 8_000, **values: object) -> SearchRun:
    settings = DEFAULTS
    for name, value in values.items():
        settings = changed(settings, name.replace("__", "."), value)
    return ask(question, stores(), settings, budget=budget)


def test_where_few_units_are_ranked_what_calls_them_is_shown_in_numbers() -> None:
    def shown(most: int) -> set[str]:
        context = asked("How is an order refunded?", rank__keep=5, assemble__callers=most, assemble__calling=0.0).context
        return {source.unit_key for source in context.sources}

    assert shown(3) - shown(0) == {"method:ReturnRequestsController#create"}


def test_methods_beside_a_method_are_looked_at_in_numbers() -> None:
    def told(most: int) -> set[str]:
        text = asked("Order::Refundable#open_refund", rank__keep=2, assemble__siblings=most).context.text
        beside = ("given_back", "refundable", "value_of_return")
        return {name for name in beside if f"Order::Refundable#{name}: called by" in text}

    assert [len(told(most)) for most in (0, 1, 3)] == [0, 1, 3]


def test_imports_are_followed_as_far_as_the_setting_says(tmp_path: Path) -> None:
    checkout = tmp_path / "shop"
    checkout.mkdir()
    names = [f"part{number}" for number in range(4)]
    for name in names:
        (checkout / f"{name}.py").write_text(f"class {name.title()}:\n    def weigh(self):\n        return 1\n")
    imports = "".join(f"from {name} import {name.title()}\n" for name in names)
    (checkout / "scales.py").write_text(f"{imports}\nclass Scales:\n    def total(self):\n        return 0\n")
    given = {"home": str(tmp_path / "home"), "rank.keep": 1}
    index_checkout(checkout, settings=read_settings(given), name="shop", vectors=False)

    def named(most: int) -> set[str]:
        bench = open_workbench("shop", settings={**given, "assemble.imports": most})
        context = bench.ask("scales").context
        return {one.unit_key for one in (*context.sources, *context.also)}

    assert named(2) - named(0) == {"class:part0.Part0", "class:part1.Part1"}


def test_collections_at_a_server_are_called_as_the_setting_says(place: Place, products: Products) -> None:
    shared = replace(products, vectors_at="memory://collections", vectors_name="memory")
    put(place, shared)
    first = embed_pending(place, shared, 1)
    named = replace(shared, collection="codebase_production")
    second = embed_pending(place, named, 1)
    assert (first.vector_space[:5], second.vector_space.rpartition("-")[0][:-8]) == ("shop-", "codebase_production-")
    opened = open_current(place, named)
    assert ids_of(opened.vectors) == set(opened.catalog.chunk_hashes())
    assert embed_pending(place, named, 1) == second, "there is nothing to do"
    spaces = products.vectors("memory", StoreAddress("memory://collections", "any")).namespaces()
    assert spaces == [second.vector_space], "what is called otherwise is deleted with its generation"


def test_a_collection_that_no_server_could_take_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"index\.collection cannot be 'a/b'"):
        products_of(read_settings({"index.collection": "a/b"}))


@pytest.mark.parametrize(
    ("theirs", "ours", "value"),
    [
        ("vector_store_collection", "index.collection", "codebase_test"),
        ("MAX_IMPORTS", "assemble.imports", 4),
        ("RRF_TOP_N", "rank.keep", 50),
        ("metadata_store", "index.catalog", "memory"),
    ],
)
def test_their_names_are_understood(theirs: str, ours: str, value: object) -> None:
    assert read_settings({theirs: value}) == read_settings({ours: value})
