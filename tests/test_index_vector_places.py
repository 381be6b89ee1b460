"""Where the vectors of an index lie: beside it, in a folder elsewhere, on a server."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from core.backends.vectors.memory import points_at
from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.index.vector_space import own_name
from core.ports import Products, StoreAddress, VectorStore, ids_of
from tests.index_samples import changed, put, small_extraction

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
    shared = replace(products, vectors_at="memory://places", vectors_name="memory")
    put(place, shared)
    first = embed_pending(place, shared, 3)
    reader = open_current(place, shared)
    put(place, shared, changed(small_extraction(), "Order#total", "def total; 42; end"))
    second = embed_pending(place, shared, 3)
    assert first.vector_space == second.vector_space
    points = points_at("memory://places")[first.vector_space]
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


def test_indexes_of_one_name_share_a_server_and_none_deletes_what_is_the_others(
    place: Place, products: Products, tmp_path: Path
) -> None:
    shared = replace(products, vectors_at="memory://both", vectors_name="memory")
    other = Place(tmp_path / "other", place.name)
    for each in (place, other):
        put(each, shared)
        embed_pending(each, shared, 3)
    for number in range(4):
        put(place, shared, changed(small_extraction(), "Order#total", f"def total; {number}; end"))
        embed_pending(place, shared, 3)
    spaces = {each: open_current(each, shared).manifest.vector_space for each in (place, other)}
    assert points_at("memory://both").keys() == set(spaces.values())
    assert len(set(spaces.values())) == 2
    opened = open_current(other, shared)
    assert opened.vectors is not None
    assert ids_of(opened.vectors) == points_at("memory://both")[spaces[other]].keys() == set(opened.catalog.chunk_hashes())


def test_points_that_somebody_deleted_on_the_server_are_told_and_written_again(place: Place, products: Products) -> None:
    shared = replace(products, vectors_at="memory://deleted", vectors_name="memory")
    put(place, shared)
    manifest = embed_pending(place, shared, 3)
    products.vectors("memory", StoreAddress("memory://deleted", manifest.vector_space)).erase()
    opened = open_current(place, shared)
    question = opened.embedder.embed_question("total")
    assert opened.vectors is not None
    with pytest.raises(StoreError, match=r"has 0 points, and this generation has \d+.*--full"):
        opened.vectors.nearest(question, 1)
    put(place, shared, fresh=True)
    embed_pending(place, shared, 3)
    assert open_current(place, shared).vectors.nearest(question, 1)


def test_writing_that_was_interrupted_goes_on_and_readers_see_the_generation_before(
    place: Place, products: Products, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.index.embed._STORED", 2)
    shared = replace(products, vectors_at="memory://interrupted", vectors_name="memory")
    put(place, shared)
    manifest = embed_pending(place, shared, 3)
    put(place, shared, changed(small_extraction(), "Order#total", "def total; 42; end"))
    before, space = open_current(place, shared), points_at("memory://interrupted")[manifest.vector_space]
    assert before.vectors is not None

    class Away:
        """Reads, and is gone when something is written."""

        shared = True

        def __init__(self, address: StoreAddress) -> None:
            self._store = products.vectors("memory", address)

        def __getattr__(self, name: str) -> object:
            return getattr(self._store, name)

        def put(self, *points: object) -> None:
            raise StoreError("The store does not answer.")

    def away(name: str, address: StoreAddress) -> VectorStore:
        return cast(VectorStore, Away(address)) if name == "memory" else products.vectors(name, address)

    with pytest.raises(StoreError, match="does not answer"):
        embed_pending(place, replace(shared, vectors=away), 3)
    question = before.embedder.embed_question("total")
    still = open_current(place, shared)
    assert still.manifest.generation == before.manifest.generation
    assert still.vectors is not None
    assert {id_ for id_, _ in still.vectors.nearest(question, 50)} == ids_of(still.vectors) <= space.keys()
    after = embed_pending(place, shared, 3)
    assert after.vectors == "complete"
    assert ids_of(open_current(place, shared).vectors) == set(before.catalog.chunk_hashes())


def test_another_product_in_the_same_folder_is_not_taken_for_what_nothing_names(place: Place, products: Products) -> None:
    put(place, products)
    for name in ("exact", "chroma", "exact"):
        other = replace(products, vectors_name=name)
        embed_pending(place, other, 3)
        opened = open_current(place, other)
        assert opened.vectors is not None
        assert ids_of(opened.vectors) == set(opened.catalog.chunk_hashes())
        opened.close()


def test_vectors_that_are_gone_are_told_and_not_taken_for_none(place: Place, products: Products) -> None:
    put(place, products)
    manifest = embed_pending(place, products, 3)
    shutil.rmtree(place.directory / "vectors" / manifest.vector_space)
    with pytest.raises(StoreError, match=r"has lost its vectors.*--full"):
        _ = open_current(place, products).vectors


def test_the_mark_of_an_index_is_whole_or_not_there(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.directory.mkdir(parents=True)
    with monkeypatch.context() as full:
        full.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("No space left on device")))
        with pytest.raises(OSError, match="No space"):
            own_name(place, "http://localhost:8000")
    name = own_name(place, "http://localhost:8000")
    assert re.fullmatch(r"shop-[0-9a-f]{8}", name), "an empty mark would be that of every index of this name"
    assert own_name(place, "http://localhost:8000") == name
