"""Brackets in text that no grammar reads."""

import pytest

from core.text.brackets import PLAIN, TYPES, Brackets, PlacedSign

QUOTED = Brackets("()[]{}", quotes="'\"", escapes=True)


@pytest.mark.parametrize(
    ("text", "closes"),
    [("(a(b)c)", 6), ("f(a)", 3), ("(a", -1), ("", -1), (")(", -1), ("([)]", 3)],
)
def test_a_bracket_closes_where_all_inside_it_do(text: str, closes: int) -> None:
    assert PLAIN.closing(text) == closes


def test_a_bracket_before_the_start_closes_at_the_first_one_too_many() -> None:
    assert PLAIN.closing("a, (b), c) d", depth=1) == 9
    assert PLAIN.closing("(a)", 0, 2) == -1


def test_parts_are_between_the_signs_outside_of_brackets() -> None:
    assert TYPES.split("Map<A, B>, (C, D), E", ",") == ["Map<A, B>", " (C, D)", " E"]
    assert TYPES.split("Order", ",") == ["Order"]
    assert PLAIN.split("[a,b],c", ",", 1, 4) == ["a", "b"]
    assert PLAIN.spans("a,b", ",") == [(0, 1), (2, 3)]


def test_brackets_in_quotes_do_not_count() -> None:
    assert QUOTED.split(r"""f("(,", '\'(', x), y""", ",") == [r"""f("(,", '\'(', x)""", " y"]
    assert Brackets("()", quotes="'").closing(r"('\') x') )") == 4
    assert QUOTED.closing("('a)") == -1


def test_a_passed_sign_does_not_close() -> None:
    assert Brackets("<>", passed="=>").split("<(a) => b, c>, d", ",") == ["<(a) => b, c>", " d"]


def test_marks_have_their_depth_and_a_text_the_brackets_that_stay_open() -> None:
    assert list(PLAIN.marks("(a;)", others=";")) == [PlacedSign(0, 1, "("), PlacedSign(2, 1, ";"), PlacedSign(3, 0, ")")]
    assert (PLAIN.open("((a)"), PLAIN.open("a))"), PLAIN.open("")) == (1, -2, 0)
