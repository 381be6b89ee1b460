"""Vectors of an index: when they are made, carried over, dropped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.backends.embedders.hashed import HashedWords
from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.model import chunk_unit
from core.ports import Products, ids_of
from tests.index_samples import SETTINGS, CountingWords, changed, put, small_extraction

ROOT = Path(__file__).parents[1]


def test_vectors_follow_as_a_second_generation(place: Place, products: Products) -> None:
    first = put(place, products)
    second = embed_pending(place, products, 3)
    assert (second.generation, second.vectors, second.embedder) == (2, "complete", HashedWords.name)
    assert second.counts["vectors"] == second.counts["chunks"] == first.counts["chunks"]
    opened = open_current(place, products)
    assert opened.vectors is not None
    assert ids_of(opened.vectors) == set(opened.catalog.chunk_hashes())
    (found, _), *_ = opened.vectors.nearest(opened.embedder.embed_question("customer buys orders"), 3)
    assert chunk_unit(found) == "model:Customer"
    assert opened.catalog.heads() == open_current(place, products).catalog.heads()
    opened.close()


def test_chunks_are_made_when_vectors_are_asked_for_and_kept_up_to_date_from_then_on(place: Place, products: Products) -> None:
    uncut = put(place, products, cut=False)
    assert (uncut.cut, uncut.counts["chunks"]) == (False, 0)
    with pytest.raises(StoreError, match="no chunks to embed"):
        embed_pending(place, products, 3)
    cut = put(place, products)
    assert cut.counts["chunks"] > 0
    after = put(place, products, cut=False)
    assert (after.cut, after.counts["chunks"]) == (True, cut.counts["chunks"])


def test_complete_vectors_are_left_alone(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    before = embed_pending(place, products, 3)
    embedder.seen.clear()
    assert embed_pending(place, products, 3) == before
    assert embedder.seen == []


def test_only_changed_texts_are_embedded_again(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    embedder.seen.clear()
    manifest = put(place, products, changed(small_extraction(), "Order#total", "def total; 42; end"))
    assert manifest.vectors == "partial"
    assert manifest.counts["vectors"] == manifest.counts["chunks"] - 1
    opened = open_current(place, products)
    assert opened.vectors is not None
    assert "method:Order#total" not in {chunk_unit(id_) for id_ in ids_of(opened.vectors)}
    nearest = opened.vectors.nearest(embedder.embed_question("def total lines sum price"), 50)
    assert {id_ for id_, _ in nearest} == ids_of(opened.vectors)
    opened.close()
    embedder.seen.clear()
    manifest = embed_pending(place, products, 3)
    assert manifest.vectors == "complete"
    (text,) = embedder.seen
    assert "42" in text


def test_going_back_to_a_known_text_embeds_nothing(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    put(place, products, changed(small_extraction(), "Order#total", "def total; 42; end"))
    embed_pending(place, products, 3)
    embedder.seen.clear()
    put(place, products)
    assert embed_pending(place, products, 3).vectors == "complete"
    assert embedder.seen == []


def test_vectors_of_deleted_units_are_neither_found_nor_kept(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    fewer = replace(small_extraction(), units=tuple(u for u in small_extraction().units if u.identifier != "Customer"))
    assert put(place, products, fewer).vectors == "partial"
    for _ in range(2):
        opened = open_current(place, products)
        assert opened.vectors is not None
        assert "model:Customer" not in {chunk_unit(id_) for id_ in ids_of(opened.vectors)}
        query = opened.embedder.embed_question("customer buys orders")
        assert "model:Customer" not in {chunk_unit(id_) for id_, _ in opened.vectors.nearest(query, 50)}
        opened.close()
        embed_pending(place, products, 3)


def test_nothing_to_say_again_carries_complete_vectors_over(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    assert put(place, products).vectors == "complete"


def test_a_fresh_index_leaves_the_old_vectors_behind(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    assert put(place, products, fresh=True).vectors == "none"


def test_vectors_of_another_embedder_are_refused_with_the_command_that_helps(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    other = CountingWords(SETTINGS.embed)
    other.name = "another/model"
    opened = open_current(place, replace(products, embedder=lambda: other))
    assert opened.lexical.scores(["total"], 1)
    with pytest.raises(StoreError, match=r"hashed-words/384.*another/model.*orienteer index /shop$"):
        _ = opened.vectors
    opened.close()


def test_another_embedder_or_store_makes_all_vectors_anew(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    other = CountingWords(SETTINGS.embed)
    other.name, other.seen = "another/model", []
    manifest = embed_pending(place, replace(products, embedder=lambda: other), 3)
    assert manifest.embedder == "another/model"
    assert len(other.seen) == manifest.counts["chunks"]
    manifest = embed_pending(place, replace(products, vectors_name="chroma", embedder=lambda: other), 3)
    assert manifest.vector_store == "chroma"
    assert len(other.seen) == manifest.counts["chunks"]


def test_what_a_store_knows_of_a_chunk(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    opened = open_current(place, products)
    assert opened.vectors is not None
    (chunk,) = [id_ for id_ in ids_of(opened.vectors) if chunk_unit(id_) == "method:Order#total"]
    assert opened.vectors.metadata([chunk])[chunk] == {
        "repository": place.name, "type": "method", "language": "ruby", "file": "app/models/order.rb", "namespace": "Order",
        "is_test": False, "change_frequency": "unknown", "importance": opened.catalog.points()[chunk]["importance"],
    }  # fmt: skip
    order = next(id_ for id_ in ids_of(opened.vectors) if chunk_unit(id_) == "model:Order")
    assert opened.vectors.metadata([order])[order]["change_frequency"] == "stable"
    opened.close()


def test_what_a_store_knows_of_a_chunk_follows_the_history(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    hot = tuple(replace(one, change_frequency="hot") for one in small_extraction().history)
    put(place, products, changed(replace(small_extraction(), history=hot), "Order#total", "def total; 42; end"))
    embed_pending(place, products, 3)
    opened = open_current(place, products)
    assert opened.vectors is not None
    order = next(id_ for id_ in ids_of(opened.vectors) if chunk_unit(id_) == "model:Order")
    assert opened.vectors.metadata([order])[order]["change_frequency"] == "hot"
