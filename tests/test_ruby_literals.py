"""Ruby's literals mean the same to who reads a file and to who evaluates a tree."""

import pytest

from core.extract.ruby.evaluate.evaluator import evaluate
from core.extract.ruby.evaluate.kinds import Code, Const, Frame, Symbol
from core.extract.ruby.evaluate.stored_trees import kept, read_kept
from core.extract.ruby.reading.values import value_of
from core.extract.ruby.syntax.parse import parse

# What each literal is in Ruby 3.1 (`ruby -e "p LITERAL"`).
_STRINGS = {
    r'"a\tb\n"': "a\tb\n",
    r"'a\tb'": r"a\tb",
    r"'it\'s'": "it's",
    r"'a\\b'": r"a\b",
    r'"\"x\" \#{no}"': '"x" #{no}',
    r'"\u00e9\u{41 1F600}\x41\101"': "\u00e9A\U0001f600AA",
    r"%q(a\)b\n)": r"a)b\n",
    r'%Q(a\tb)': "a\tb",
    '"a\\\nb"': "ab",
    '"a" \'b\'': "ab",
    '"x#{1}y#{:z}"': "x1yz",
    "''": "",
}  # fmt: skip
_NUMBERS = {
    "017": 15, "0o17": 15, "0x1F": 31, "0b101": 5, "0d19": 19, "1_000": 1000, "0": 0, "-5": -5, "1.5": 1.5, "-0.25": -0.25,
    "1e3": 1000.0, "1_0.5": 10.5,
}  # fmt: skip
_NO_VALUES = ("1e999", "9" * 60, '"#{name}"', "3r", "2i", "!1")


def _both(source: str) -> tuple[object, object]:
    """Return what the reader of files and the evaluator, given a kept tree, make of an expression."""
    tree = parse(source)
    evaluated = evaluate(read_kept(kept(tree.root), source).named_children[0], Frame("x.rb"))
    return value_of(tree.root.named_children[0], {}), evaluated


@pytest.mark.parametrize(("source", "value"), [*_STRINGS.items(), *_NUMBERS.items()])
def test_a_literal_has_one_value(source: str, value: object) -> None:
    read, evaluated = _both(source)
    assert (read, evaluated) == (value, value)
    assert (type(read), type(evaluated)) == (type(value), type(value))


@pytest.mark.parametrize("source", _NO_VALUES)
def test_what_has_no_value_that_can_be_stored_is_code_to_both(source: str) -> None:
    assert _both(source) == ({"code": source}, Code(source))


@pytest.mark.parametrize("source", [r":'a\'b'", r':"a\tb"', ":plain"])
def test_symbols_have_the_letters_of_their_strings(source: str) -> None:
    read, evaluated = _both(source)
    assert isinstance(evaluated, Symbol)
    assert read == f":{evaluated}"


def test_words_of_lists_keep_their_blanks() -> None:
    assert _both(r"%w[a\ b c\n]") == (["a b", r"c\n"], ["a b", r"c\n"])


def test_half_of_a_pair_stays_as_it_is_written_since_no_file_can_hold_it() -> None:
    assert _both(r'"\ud800"') == (r"\ud800", r"\ud800")


def test_a_constant_is_named_without_blanks() -> None:
    read, evaluated = _both("Shop::\n  Order")
    assert (read, evaluated) == ({"const": "Shop::Order"}, Const("Shop::Order"))
