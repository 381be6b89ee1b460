"""Numbers of things as a reader says them."""

import pytest

from core.text.counts import and_more, counted_as, name_list


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [(1, "line", "1 line"), (0, "line", "0 lines"), (1200, "key", "1,200 keys"), (2, "dependency", "2 dependencies"),
     (2, "branch", "2 branches")],
)  # fmt: skip
def test_a_number_has_its_noun_in_one_of_two_forms(count: int, noun: str, text: str) -> None:
    assert counted_as(count, noun) == text


def test_a_long_list_names_the_first_and_counts_the_others() -> None:
    assert name_list(["a", "b"], 2) == "a, b"
    assert name_list(["a", "b", "c"], 2) == "a, b and 1 more"
    assert name_list(["a", "b", "c"], 1, "folders", "; ") == "a and 2 more folders"
    assert name_list([], 2) == ""


def test_nothing_follows_a_list_that_is_whole() -> None:
    assert (and_more(2, 3), and_more(1203, 3)) == ("", " and 1,200 more")
