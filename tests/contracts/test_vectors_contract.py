"""Every vector store of the table against the contract, and what holds of those in folders alone."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from core.backends import VECTORS, load
from core.backends.vectors.chroma_collection import ChromaCollection
from core.errors import MissingExtra, StoreError
from core.ports import Condition, StoreAddress, VectorStore, ids_of
from tests.contracts.vector_stores import FACTS, Opening, VectorStoreContract, unit_vectors
from tests.memory_vectors import MemoryServer


@pytest.fixture(params=sorted(VECTORS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def opening(kind: str) -> Opening:
    try:
        opened: Opening = load(VECTORS, kind)
    except MissingExtra as missing:
        pytest.skip(str(missing))
    return opened


class TestStoresOfTheTable(VectorStoreContract):
    """Chroma and the exact store, in folders."""


class TestServer(VectorStoreContract):
    """A store that several use at once, as the tests of indexing have it."""

    @pytest.fixture
    def opening(self) -> Opening:
        return MemoryServer().opened

    @pytest.fixture
    def address(self) -> StoreAddress:
        return StoreAddress("memory://", "shop-000001")


def test_a_folder_may_be_moved(opening: Opening, tmp_path: Path) -> None:
    store = opening(StoreAddress(str(tmp_path), "here"))
    store.put(["a", "b"], unit_vectors(2))
    store.close()
    (tmp_path / "here").rename(tmp_path / "there")
    assert opening(StoreAddress(str(tmp_path), "there")).nearest(unit_vectors(2)[1], 1)[0][0] == "b"


def test_a_damaged_folder_is_a_store_error_that_says_what_to_do(opening: Opening, tmp_path: Path) -> None:
    address = StoreAddress(str(tmp_path), "v")
    store = opening(address)
    store.put(["a", "b"], unit_vectors(2))
    store.close()
    for file in (tmp_path / "v").rglob("*"):
        if file.is_file():
            file.write_bytes(b"this is not what was written here")
    with pytest.raises(StoreError, match="--full"):
        opening(address).nearest(unit_vectors(1)[0], 1)


def test_a_server_is_no_folder(opening: Opening) -> None:
    with pytest.raises(StoreError, match=r"'http://127.0.0.1:1' is the address of a server.*index.vectors_at"):
        opening(StoreAddress("http://127.0.0.1:1", "shop"))


def test_opening_writes_nothing(opening: Opening, tmp_path: Path) -> None:
    opening(StoreAddress(str(tmp_path / "v"), "shop")).close()
    assert list(tmp_path.iterdir()) == []


def test_chroma_compares_all_of_few_vectors_and_asks_its_index_for_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.backends.vectors.chroma.COMPARED", 20)
    address = StoreAddress(str(tmp_path), "v")
    ids, vectors = [f"{number:03}" for number in range(60)], unit_vectors(60)

    def chroma() -> VectorStore:
        store: VectorStore = load(VECTORS, "chroma")(address)
        return store

    for count, compared in ((10, True), (60, False), (15, True)):
        store = chroma()
        store.drop(ids[count:])
        known = ids_of(store)
        new = [number for number in range(count) if ids[number] not in known]
        store.put([ids[number] for number in new], vectors[new], [FACTS[number % 3] for number in new]) if new else None
        store.close()
        assert (tmp_path / "v" / "exact").is_dir() is compared
        store = chroma()
        assert (store.count(), ids_of(store)) == (count, set(ids[:count]))
        best = [ids[row] for row in np.argsort(-(vectors[:count] @ vectors[3]))[:5]]
        assert [id_ for id_, _ in store.nearest(vectors[3], 5)] == best
        assert store.metadata([ids[4]]) == {ids[4]: FACTS[1]}
        store.close()


def test_chroma_is_imported_without_the_slow_grammar_and_leaves_no_trace_of_it() -> None:
    load(VECTORS, "chroma")
    assert sys.modules.get("rfc3987_syntax", "absent") is not None


def test_chroma_filters_and_describes_by_itself_where_vectors_are_too_many_to_compare(tmp_path: Path) -> None:
    chroma = ChromaCollection(tmp_path / "v")
    chroma.put(list("abcd"), unit_vectors(4), [*FACTS, {}])
    both = [Condition("type", ("class",)), Condition("importance", least=0.6)]
    assert [id_ for id_, _ in chroma.nearest(unit_vectors(4)[2], 4, both)] == ["a"]
    chroma.describe(["a", "never"], [{"type": "module"}, {"type": "module"}])
    assert chroma.metadata(list("ad")) == {"a": {"type": "module"}, "d": {}}
    chroma.drop_where([Condition("type", ("module", "class"))])
    assert [id_ for page in chroma.pages(1) for id_ in page] == ["b", "d"]
    assert chroma.count() == 2
    chroma.close()
