from __future__ import annotations

import pytest

from core.extract.facts import SourceFile
from core.extract.ruby.reading.rbs import PART, read
from tests.linking import linked

USER = "class User < ApplicationRecord\n  def ban!\n  end\nend\n"


def rows_of(text: str) -> list[tuple[str, str, str, dict[str, str]]]:
    facts = read(SourceFile("sig/a.rbs", "rbs", text, "a"))
    assert not facts.problems
    assert {row["class"] for row in facts.extra.get(PART, ())} <= {"A::B"}
    return [(row["level"], row["name"], row["gives"], row["takes"]) for row in facts.extra.get(PART, ())]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("def one: () -> User", ("#", "one", "User.new", {})),
        ("def self.one: (Integer id) -> User?", (".", "one", "User.new", {"id": "!Integer"})),
        ("def all: () -> Array[User]", ("#", "all", "User.new.+", {})),
        ("def kind: () -> singleton(User)", ("#", "kind", "User", {})),
        (
            "def ban: (User it, ?by: Admin) ?{ (User) -> void } -> void",
            ("#", "ban", "", {"it": "User.new", "by": "Admin.new"}),
        ),
        ("def any: (*User them, **untyped more) -> (User | Admin)", ("#", "any", "User.new|Admin.new", {})),
        (
            "def x: (User it) -> User\n  | (User it, Integer n) -> Admin",
            ("#", "x", "User.new|Admin.new", {"it": "User.new"}),
        ),
        (
            "def long: (\n  User it, # who\n  Integer n\n) -> User",
            ("#", "long", "User.new", {"it": "User.new", "n": "!Integer"}),
        ),
        ("%a{pure} def []=: (Symbol, User) -> User", ("#", "[]=", "User.new", {})),
        ("attr_reader owner: User", ("#", "owner", "User.new", {})),
        ("private attr_accessor self.owner (@it): User?", (".", "owner", "User.new", {})),
        ("@owner: User", ("@", "@owner", "User.new", {})),
        ("def name: () -> String", ("#", "name", "", {})),
        ("def odd: (?) -> ^(User) -> void", ("#", "odd", "", {})),
    ],
)
def test_what_a_file_of_rbs_says_of_types(text: str, row: tuple[object, ...]) -> None:
    assert rows_of(f"module A\n  class B[in T = C] < C\n    {text}\n  end\nend\n") == [row]


def test_what_says_nothing_of_values_is_passed_over() -> None:
    text = (
        "use A::*\n# a comment\nclass A\n  include Comparable\n  extend B::C\n  alias a b\n"
        "  alias eql? ==\n  private\n  MOST: Integer\n"
        "  type one = Integer\n    | String\n  class Inner end\n  interface _Each\n  end\nend\nmodule B = A\n"
    )
    assert rows_of(text) == []


def test_what_is_not_understood_is_told_with_its_line() -> None:
    facts = read(SourceFile("sig/a.rbs", "rbs", "class A\n  frobnicate all\n  def one: () -> User\n", "a"))
    assert [(one.status, one.reason, one.line) for one in facts.problems] == [
        ("partial", "not understood: frobnicate all", 2),
        ("partial", "A is not closed", 4),
    ]
    assert len(facts.extra[PART]) == 1


@pytest.mark.parametrize(
    ("code", "signature"),
    [
        ("def one\nfetch\nend\ndef x\none.ban!\nend", "def one: () -> User"),
        ("def x(it)\nit.ban!\nend", "def x: (User it) -> void"),
        ("def self.x(it)\nit.ban!\nend", "def self.x: (User it) -> void"),
        ("def x(a, them:)\nthem.first.ban!\nend", "def x: (Integer a, them: Array[User]) -> void"),
        ("attr_reader :it\ndef x\nit.ban!\nend", "attr_reader it: User"),
        ("def x\n@it.ban!\nend", "@it: User"),
        ("def x\nmade_elsewhere.ban!\nend", "def made_elsewhere: () -> User"),
    ],
)
def test_types_in_files_of_rbs_tell_the_class(code: str, signature: str) -> None:
    texts = {"app/models/user.rb": USER, "app/models/a.rb": f"class A\n{code}\nend\n"}
    assert not _calls(texts)
    assert _calls({**texts, "sig/app/a.rbs": f"class A\n  {signature}\nend\n"}) == {("User#ban!", "typed")}


def test_a_file_of_rbs_takes_no_test_from_the_file_that_it_tells_of() -> None:
    texts = {
        "lib/shop/cart.rb": "class Cart\n  def total\n  end\nend\n",
        "test/cart_test.rb": "class CartTest < Minitest::Test\n  def test_total\n    Cart.new.total\n  end\nend\n",
    }
    signed = {**texts, "sig/shop/cart.rbs": "class Cart\n  def total: () -> Integer\nend\n"}
    found, expected = (sorted(map(str, one.relations)) for one in (linked(signed), linked(texts)))
    assert [row for row in expected if "kind='tests'" in row]
    assert found == expected


def _calls(texts: dict[str, str]) -> set[tuple[str, str]]:
    found = linked(texts).relations
    return {
        (one.target.partition(":")[2], one.via.partition(":")[0])
        for one in found
        if one.target == "method:User#ban!" and one.via.startswith("typed")
    }
