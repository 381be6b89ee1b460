from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from rank_bm25 import BM25Plus

from core.backends import LEXICAL, load
from core.backends.lexical import DELTA, K1, B
from core.errors import StoreError
from core.ports import LexicalIndex
from tests.examples import examples

DOCUMENTS = [
    ["order", "total", "price", "price"],
    ["customer", "order", "name"],
    [],
    ["shipping", "price"],
    ["customer", "order", "name"],
]


def make(name: str) -> LexicalIndex:
    index: LexicalIndex = load(LEXICAL, name)()
    return index


@pytest.fixture(params=sorted(LEXICAL))
def index(request: pytest.FixtureRequest) -> LexicalIndex:
    return make(request.param)


def test_only_documents_with_a_word_are_found_best_first(index: LexicalIndex) -> None:
    index.build(DOCUMENTS)
    found = index.scores(["price", "shipping"], 10)
    assert [number for number, _ in found] == [3, 0]
    assert all(score > 0 for _, score in found)
    assert found == sorted(found, key=lambda pair: (-pair[1], pair[0]))


def test_equal_documents_are_ordered_by_number(index: LexicalIndex) -> None:
    index.build(DOCUMENTS)
    assert [number for number, _ in index.scores(["customer"], 10)] == [1, 4]
    assert [number for number, _ in index.scores(["customer"], 1)] == [1]


def test_unknown_words_find_nothing(index: LexicalIndex) -> None:
    index.build(DOCUMENTS)
    assert index.scores(["zebra"], 10) == []
    assert index.scores([], 10) == []
    assert index.scores(["price"], 0) == []


def test_a_repeated_word_counts_once(index: LexicalIndex) -> None:
    index.build(DOCUMENTS)
    assert index.scores(["price", "price", "order"], 10) == index.scores(["order", "price"], 10)


@pytest.mark.parametrize("documents", [[], [[]], [[], []]])
def test_an_index_without_words_finds_nothing(index: LexicalIndex, documents: list[list[str]], tmp_path: Path) -> None:
    index.build(documents)
    assert index.scores(["order"], 10) == []
    index.save(tmp_path)
    index.load(tmp_path)
    assert index.scores(["order"], 10) == []


def test_one_document_is_found_with_a_positive_score(index: LexicalIndex) -> None:
    index.build([["order"]])
    ((number, score),) = index.scores(["order"], 10)
    assert number == 0
    assert score > 0


def test_what_was_saved_scores_the_same_after_loading(index: LexicalIndex, tmp_path: Path) -> None:
    index.build(DOCUMENTS)
    before = index.scores(["order", "price", "name"], 10)
    index.save(tmp_path)
    fresh = type(index)()
    fresh.load(tmp_path)
    assert dict(fresh.scores(["order", "price", "name"], 10)) == pytest.approx(dict(before))


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=12), min_size=1, max_size=12),
    st.dictionaries(st.integers(0, 11), st.lists(st.sampled_from("abcxyz"), max_size=12), max_size=4),
)
def test_replaced_documents_make_the_index_of_all_documents(
    index: LexicalIndex, tmp_path_factory: pytest.TempPathFactory, documents: list[list[str]], others: dict[int, list[str]]
) -> None:
    others = {number: words for number, words in others.items() if number < len(documents)}
    kept, changed, expected = (tmp_path_factory.mktemp("lexical") for _ in range(3))
    index.build(documents)
    index.save(kept)
    index.load(kept)
    index.replace(others)
    index.save(changed)
    index.build([others.get(number, words) for number, words in enumerate(documents)])
    index.save(expected)
    files = sorted(path.name for path in expected.iterdir())
    assert [(changed / name).read_bytes() for name in files] == [(expected / name).read_bytes() for name in files]


def test_a_missing_or_damaged_file_is_a_store_error(index: LexicalIndex, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        index.load(tmp_path)
    index.build(DOCUMENTS)
    index.save(tmp_path)
    for file in tmp_path.iterdir():
        file.write_bytes(b"\xff\xfe{")
    with pytest.raises(StoreError, match="cannot be read"):
        type(index)().load(tmp_path)


@examples(60)
@given(
    st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=12), min_size=1, max_size=12).filter(any),
    st.sets(st.sampled_from("abcdefghz"), max_size=4),
)
def test_scores_are_those_of_the_library(documents: list[list[str]], words: set[str]) -> None:
    expected = BM25Plus(documents, k1=K1, b=B, delta=DELTA).get_scores(sorted(words))
    index = make("rank-bm25")
    index.build(documents)
    found = dict(index.scores(sorted(words), 100))
    assert [found.get(number, 0.0) for number in range(len(documents))] == expected.tolist()


def test_only_the_best_are_returned_and_ties_go_by_number(index: LexicalIndex) -> None:
    index.build([["order"], ["order", "price"], ["order"], ["order"], ["price"]])
    every = index.scores(["order", "price"], 10)
    assert [index.scores(["order", "price"], limit) for limit in range(1, 6)] == [every[:limit] for limit in range(1, 6)]
