"""Where the vectors of an index lie: beside it, in a folder elsewhere, on a server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.ports import Products, StoreAddress, VectorStore, ids_of
from tests.index_samples import changed, put, small_extraction
from tests.memory_vectors import MemoryServer

ROOT = Path(__file__).parents[1]


def test_generations_that_only_drop_vectors_go_on_with_the_same_and_unused_ones_are_deleted(
    place: Place, products: Products
) -> None:
    def spaces() -> list[str]:
        return sorted(folder.name for folder in (place.directory / "vectors").iterdir())

    put(place, products)
    first = embed_pending(place, products, 3).vector_space
    assert spaces() == [first] == [f"{place.name}-000002"]
    put(place, products, changed(small_extraction(), "Order#total", "def total; 42; end"))
    assert spaces() == [first]
    second = embed_pending(place, products, 3).vector_space
    assert spaces() == [first, second]
    for _ in range(3):
        put(place, products, fresh=False)
    assert spaces() == [second]


def test_vectors_may_lie_in_a_folder_elsewhere(place: Place, products: Products, tmp_path: Path) -> None:
    elsewhere = replace(products, vectors_at=str(tmp_path / "fast"))
    put(place, elsewhere)
    manifest = embed_pending(place, elsewhere, 3)
    assert (tmp_path / "fast" / manifest.vector_space).is_dir()
    assert not (place.directory / "vectors").exists()
    opened = open_current(place, products)  # says itself where they are
    assert opened.vectors is not None
    assert opened.vectors.count() == manifest.counts["vectors"]
    opened.close()
    assert embed_pending(place, products, 3).vectors_at == ""


def test_a_server_is_written_in_place_and_each_generation_sees_its_own_points(place: Place, products: Products) -> None:
    server = MemoryServer()

    def opened_at(name: str, address: StoreAddress) -> VectorStore:
        return server.opened(address) if name == "memory" else products.vectors(name, address)

    shared = replace(products, vectors_at="memory://", vectors_name="memory", vectors=opened_at)
    put(place, shared)
    first = embed_pending(place, shared, 3)
    reader = open_current(place, shared)
    put(place, shared, changed(small_extraction(), "Order#total", "def total; 42; end"))
    second = embed_pending(place, shared, 3)
    assert first.vector_space == second.vector_space
    points = server.spaces[first.vector_space]
    later = open_current(place, shared)
    assert reader.vectors is not None
    assert later.vectors is not None
    assert ids_of(reader.vectors) != ids_of(later.vectors) == set(later.catalog.chunk_hashes())
    assert points.keys() == ids_of(reader.vectors) | ids_of(later.vectors)
    question = later.embedder.embed_question("total")
    for opened in (reader, later):
        assert {id_ for id_, _ in opened.vectors.nearest(question, 50)} == ids_of(opened.vectors)
    for _ in range(2):
        put(place, shared, changed(small_extraction(), "Order#total", "def total; 42; end"))
    assert points.keys() == ids_of(later.vectors), "what no kept generation lists is collected"
    assert reader.vectors.nearest(question, 1)


def test_a_server_that_is_away_at_the_end_does_not_take_the_generation_back(
    place: Place, products: Products, caplog: pytest.LogCaptureFixture
) -> None:
    put(place, products)
    embed_pending(place, products, 3)

    def away(name: str, address: StoreAddress) -> VectorStore:
        if address.namespace == "any":
            raise StoreError("The store does not answer.")
        return products.vectors(name, address)

    manifest = put(place, replace(products, vectors=away))
    assert open_current(place, products).manifest.generation == manifest.generation
    assert "does not answer" in caplog.text
