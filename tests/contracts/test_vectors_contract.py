from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.backends import VECTORS, load
from core.errors import MissingExtra, StoreError
from core.ports import VectorStore


def unit_vectors(count: int, seed: int = 1, size: int = 16) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(count, size)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture(params=sorted(VECTORS))
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


def opened(kind: str, directory: Path) -> VectorStore:
    try:
        store: VectorStore = load(VECTORS, kind)(directory)
    except MissingExtra as missing:
        pytest.skip(str(missing))
    return store


def test_the_nearest_come_first_with_their_cosine(kind: str, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "v")
    vectors = unit_vectors(30)
    store.put([f"unit:{number}" for number in range(30)], vectors)
    found = store.nearest(vectors[7], 5)
    exact = vectors @ vectors[7]
    assert [id_ for id_, _ in found] == [f"unit:{row}" for row in np.argsort(-exact)[:5]]
    assert [similarity for _, similarity in found] == pytest.approx(sorted(exact, reverse=True)[:5], abs=1e-4)
    store.close()


def test_equal_vectors_are_ordered_by_id(kind: str, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "v")
    store.put(["c", "a", "b"], np.repeat(unit_vectors(1), 3, axis=0))
    assert [id_ for id_, _ in store.nearest(unit_vectors(1)[0], 3)] == ["a", "b", "c"]
    store.close()


def test_an_empty_store_and_a_limit_of_nothing_find_nothing(kind: str, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "v")
    assert store.ids() == set()
    assert store.nearest(unit_vectors(1)[0], 5) == []
    store.put(["a"], unit_vectors(1))
    assert store.nearest(unit_vectors(1)[0], 0) == []
    assert len(store.nearest(unit_vectors(1)[0], 50)) == 1
    store.close()


def test_putting_a_known_id_replaces_its_vector(kind: str, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "v")
    old, new = unit_vectors(2)
    store.put(["a", "b"], np.stack([old, unit_vectors(1, seed=9)[0]]))
    store.put(["a"], new[None])
    assert store.get(["a"])["a"] == pytest.approx(new, abs=1e-5)
    assert store.nearest(new, 1)[0][0] == "a"
    assert store.ids() == {"a", "b"}
    store.close()


def test_dropped_ids_are_forgotten_and_unknown_ones_ignored(kind: str, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "v")
    store.put(["a", "b", "c"], unit_vectors(3))
    store.drop(["b", "never"])
    store.drop([])
    assert store.ids() == {"a", "c"}
    assert "b" not in dict(store.nearest(unit_vectors(3)[1], 3))
    assert store.get(["b", "never"]) == {}
    store.close()


def test_ids_of_any_characters_come_back_as_they_were(kind: str, tmp_path: Path) -> None:
    ids = ['method:A#b?|0|"q"; DROP TABLE x; --', "größe 😀", "a\nb", "x" * 400]
    store = opened(kind, tmp_path / "v")
    store.put(ids, unit_vectors(4))
    store.close()
    assert opened(kind, tmp_path / "v").ids() == set(ids)


def test_what_was_written_is_found_after_opening_again_and_after_moving(kind: str, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "v")
    vectors = unit_vectors(300)
    store.put([str(number) for number in range(300)], vectors)
    store.drop([str(number) for number in range(0, 300, 2)])
    store.close()
    (tmp_path / "v").rename(tmp_path / "moved")
    again = opened(kind, tmp_path / "moved")
    assert again.ids() == {str(number) for number in range(1, 300, 2)}
    assert again.nearest(vectors[31], 1)[0] == ("31", pytest.approx(1.0, abs=1e-4))
    again.close()


def test_a_damaged_folder_is_a_store_error_that_says_what_to_do(kind: str, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "v")
    store.put(["a", "b"], unit_vectors(2))
    store.close()
    for file in (tmp_path / "v").rglob("*"):
        if file.is_file():
            file.write_bytes(b"this is not what was written here")
    with pytest.raises(StoreError, match="--full"):
        opened(kind, tmp_path / "v").nearest(unit_vectors(1)[0], 1)


def test_chroma_is_imported_without_the_slow_grammar_and_leaves_no_trace_of_it() -> None:
    import sys

    load(VECTORS, "chroma")
    assert sys.modules.get("rfc3987_syntax", "absent") is not None
