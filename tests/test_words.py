from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from core.text.words import STOP_WORDS, split_identifier, stem, tokenize


def test_identifiers_split_at_underscores_capitals_and_digits() -> None:
    assert split_identifier("HTTPServer_v2Handler") == ["http", "server", "v", "2", "handler"]
    assert split_identifier("assignable_users") == ["assignable", "users"]
    assert split_identifier("Order::LineItem#total!") == ["order", "line", "item", "total"]
    assert split_identifier("__init__") == ["init"]
    assert split_identifier("") == []


def test_a_name_with_other_letters_is_split_at_underscores_only() -> None:
    assert split_identifier("größe_neu2") == ["größe", "neu", "2"]


def test_an_identifier_gives_itself_and_its_parts() -> None:
    assert tokenize("assignable_users") == ["assignable_users", stem("assignable"), stem("users")]
    assert tokenize("total") == ["total"]


def test_questions_and_code_meet_in_the_same_words() -> None:
    question = set(tokenize("Which users can be assigned when an issue was created?"))
    assert question & set(tokenize("def create(user, issues)")) == {stem("user"), stem("create"), stem("issue")}


def test_inflections_of_a_word_share_their_stem() -> None:
    families = (
        ("create", "creates", "created", "creating"),
        ("query", "queries", "querying", "queried"),
        ("class", "classes"),
        ("control", "controlled", "controlling", "controls"),
        ("cache", "cached", "caching", "caches"),
        ("status", "statuses"),
        ("id", "ids"),
        ("address", "addresses"),
    )
    for family in families:
        assert len({stem(word) for word in family}) == 1, family


def test_words_that_are_no_inflection_keep_their_shape() -> None:
    for word in ("string", "is", "need", "css", "base64", "größe"):
        assert stem(word) == word


def test_english_without_meaning_for_code_is_dropped() -> None:
    assert tokenize("How does it do this, and why don't we?") == []
    assert "self" not in STOP_WORDS


def test_runs_that_nobody_types_are_dropped() -> None:
    assert tokenize("a" * 65) == []
    assert tokenize("a" * 64) != []


def test_the_words_of_a_question_are_read_from_any_text_without_an_error() -> None:
    assert tokenize("\x00 \ud800 ___ ... 漢字 _x_") == ["漢字"]


@given(st.text())
def test_every_word_is_lower_case_and_without_separators(text: str) -> None:
    words = tokenize(text)
    assert all(words)
    assert not any(re.search(r"\s", word) for word in words)
    assert words == tokenize(text)


@given(st.text(), st.text())
def test_texts_joined_by_a_space_have_the_words_of_both(first: str, second: str) -> None:
    assert tokenize(f"{first} {second}") == tokenize(first) + tokenize(second)


@given(st.from_regex(r"[a-z]{1,20}", fullmatch=True))
def test_a_stem_is_a_beginning_of_the_word_or_ends_in_i_for_y(word: str) -> None:
    assert word.startswith(stem(word)) or (stem(word).endswith("i") and word.startswith(stem(word)[:-1]))


def test_the_words_of_this_file_are_found_by_its_names() -> None:
    words = tokenize(Path(__file__).read_text(encoding="utf-8"))
    assert "split_identifier" in words
    assert stem("identifier") in words
