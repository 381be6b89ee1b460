"""What any vector store must do. A store is tried by a subclass with a fixture `opening`, which opens it at an address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from core.ports import Condition, StoreAddress, VectorStore, ids_of

Opening = Callable[[StoreAddress], VectorStore]
FACTS: tuple[Mapping[str, str | int | float | bool], ...] = (
    {"repository": "shop", "type": "class", "language": "ruby", "importance": 0.9, "is_test": False},
    {"repository": "shop", "type": "method", "language": "ruby", "importance": 0.2, "is_test": False},
    {"repository": "web", "type": "class", "language": "python", "importance": 0.5, "is_test": True},
)


def unit_vectors(count: int, seed: int = 1, size: int = 16) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(count, size)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class VectorStoreContract:
    @pytest.fixture
    def address(self, tmp_path: Path) -> StoreAddress:
        return StoreAddress(str(tmp_path / "vectors"), "shop-000001")

    @pytest.fixture
    def store(self, opening: Opening, address: StoreAddress) -> VectorStore:
        return opening(address)

    def test_the_nearest_come_first_with_their_cosine(self, store: VectorStore) -> None:
        vectors = unit_vectors(30)
        store.put([f"unit:{number}" for number in range(30)], vectors)
        found = store.nearest(vectors[7], 5)
        exact = vectors @ vectors[7]
        assert [id_ for id_, _ in found] == [f"unit:{row}" for row in np.argsort(-exact)[:5]]
        assert [similarity for _, similarity in found] == pytest.approx(sorted(exact, reverse=True)[:5], abs=1e-4)
        store.close()

    def test_equal_vectors_are_ordered_by_id(self, store: VectorStore) -> None:
        store.put(["c", "a", "b"], np.repeat(unit_vectors(1), 3, axis=0))
        assert [id_ for id_, _ in store.nearest(unit_vectors(1)[0], 3)] == ["a", "b", "c"]
        store.close()

    def test_an_empty_store_and_a_limit_of_nothing_find_nothing(self, store: VectorStore) -> None:
        assert (store.count(), ids_of(store)) == (0, set())
        assert store.nearest(unit_vectors(1)[0], 5) == []
        store.put(["a"], unit_vectors(1))
        assert store.nearest(unit_vectors(1)[0], 0) == []
        assert len(store.nearest(unit_vectors(1)[0], 50)) == 1
        store.close()

    def test_putting_a_known_id_replaces_its_vector_and_what_is_known_of_it(self, store: VectorStore) -> None:
        old, new = unit_vectors(2)
        store.put(["a", "b"], np.stack([old, unit_vectors(1, seed=9)[0]]), FACTS[:2])
        store.put(["a"], new[None], [{"type": "module"}])
        assert store.get(["a"])["a"] == pytest.approx(new, abs=1e-5)
        assert store.nearest(new, 1)[0][0] == "a"
        assert store.metadata(["a", "b", "never"]) == {"a": {"type": "module"}, "b": FACTS[1]}
        assert (store.count(), ids_of(store)) == (2, {"a", "b"})
        store.close()

    def test_dropped_ids_are_forgotten_and_unknown_ones_ignored(self, store: VectorStore) -> None:
        store.put(["a", "b", "c"], unit_vectors(3))
        store.drop(["b", "never"])
        store.drop([])
        assert ids_of(store) == {"a", "c"}
        assert "b" not in dict(store.nearest(unit_vectors(3)[1], 3))
        assert store.get(["b", "never"]) == {}
        store.close()

    @pytest.mark.parametrize(
        ("where", "held"),
        [
            ((), "abc"),
            ((Condition("type", ("class",)),), "ac"),
            ((Condition("type", ("class", "method")), Condition("repository", ("shop",))), "ab"),
            ((Condition("importance", least=0.5),), "ac"),
            ((Condition("is_test", (False,)), Condition("importance", least=0.5)), "a"),
            ((Condition("type", ("route",)),), ""),
            ((Condition("colour", ("red",)),), ""),
        ],
    )
    def test_filters_hold_before_the_nearest_are_counted(
        self, store: VectorStore, where: tuple[Condition, ...], held: str
    ) -> None:
        store.put(list("abc"), unit_vectors(3), FACTS)
        assert {id_ for id_, _ in store.nearest(unit_vectors(3)[1], 3, where)} == set(held)
        assert len(store.nearest(unit_vectors(3)[1], 1, where)) == min(1, len(held))
        store.close()

    def test_points_are_dropped_by_a_filter(self, store: VectorStore) -> None:
        store.put(list("abc"), unit_vectors(3), FACTS)
        store.drop_where([Condition("repository", ("shop",))])
        assert ids_of(store) == {"c"}
        assert [id_ for id_, _ in store.nearest(unit_vectors(3)[0], 3)] == ["c"]
        store.close()

    def test_what_is_known_of_a_point_may_change_without_its_vector(self, opening: Opening, address: StoreAddress) -> None:
        store = opening(address)
        store.put(list("abc"), unit_vectors(3), FACTS)
        store.close()
        store = opening(address)
        store.describe(["a", "never"], [{"type": "module"}, {"type": "module"}])
        store.close()
        store = opening(address)
        assert store.metadata(["a", "b"]) == {"a": {"type": "module"}, "b": FACTS[1]}
        assert store.nearest(unit_vectors(3)[0], 1, [Condition("type", ("module",))])[0] == ("a", pytest.approx(1, abs=1e-4))
        store.close()

    def test_ids_come_in_pages_each_once(self, store: VectorStore) -> None:
        store.put([str(number) for number in range(25)], unit_vectors(25))
        pages = list(store.pages(10))
        assert [len(page) for page in pages] == [10, 10, 5]
        assert {id_ for page in pages for id_ in page} == {str(number) for number in range(25)}
        store.close()

    def test_ids_of_any_characters_come_back_as_they_were(self, opening: Opening, address: StoreAddress) -> None:
        ids = ['method:A#b?|0|"q"; DROP TABLE x; --', "größe 😀", "a\nb", "x" * 400]
        store = opening(address)
        store.put(ids, unit_vectors(4))
        store.close()
        assert ids_of(opening(address)) == set(ids)

    def test_what_was_written_is_found_after_opening_again(self, opening: Opening, address: StoreAddress) -> None:
        store = opening(address)
        vectors = unit_vectors(300)
        store.put([str(number) for number in range(300)], vectors)
        store.drop([str(number) for number in range(0, 300, 2)])
        store.close()
        again = opening(address)
        assert ids_of(again) == {str(number) for number in range(1, 300, 2)}
        assert again.nearest(vectors[31], 1)[0] == ("31", pytest.approx(1.0, abs=1e-4))
        again.close()

    def test_a_namespace_begins_as_another_and_goes_its_own_way(self, opening: Opening, address: StoreAddress) -> None:
        first = opening(address)
        first.put(["a", "b"], unit_vectors(2), FACTS[:2])
        first.close()
        second = opening(StoreAddress(address.at, "shop-000002"))
        second.begin_as(address.namespace)
        assert ids_of(second) == {"a", "b"}
        second.drop(["a"])
        second.put(["c"], unit_vectors(1, seed=5))
        second.close()
        first = opening(address)
        assert ids_of(first) == {"a", "b"}
        third = opening(StoreAddress(address.at, "shop-000003"))
        third.begin_as("never")
        assert third.count() == 0
        assert first.metadata(["b"]) == opening(StoreAddress(address.at, "shop-000002")).metadata(["b"]) == {"b": FACTS[1]}
        first.close()

    def test_namespaces_are_listed_and_erased(self, opening: Opening, address: StoreAddress) -> None:
        other = StoreAddress(address.at, "web-000001")
        assert opening(address).namespaces() == []
        for each in (address, other):
            store = opening(each)
            store.put(["a"], unit_vectors(1))
            store.close()
        assert opening(other).namespaces() == [address.namespace, other.namespace]
        opening(address).erase()
        assert opening(other).namespaces() == [other.namespace]
        assert ids_of(opening(address)) == set()
        assert ids_of(opening(other)) == {"a"}
