from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.facts import FileFacts, SourceFile, from_json, to_json
from core.extract.rails.reader import read
from tests.examples import examples

STORE = Path(__file__).parent / "repos" / "rails_store"


def facts_of(text: str, path: str = "app/models/thing.rb", is_test: bool = False) -> FileFacts:
    return read(SourceFile(path, "ruby", text, "sha", is_test))


def qualified(text: str) -> list[str]:
    return [definition.qualified for definition in facts_of(text).definitions]


def declarations(text: str) -> list[tuple]:
    return [(one.name, one.arguments, dict(one.options), one.nesting) for one in facts_of(text).declarations]


def calls(text: str) -> list[tuple[str, str]]:
    return [(one.receiver, one.name) for one in facts_of(text).references if one.kind == "call"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("module A; class B::C < D; end; end", ["A", "A::B::C"]),
        ("class A; class ::B; end; end", ["A", "B"]),
        ("class A; def x; end; def self.y; end; end", ["A", "A#x", "A.y"]),
        ("class A; class << self; def y; end; end; end", ["A", "A.y"]),
        ("module A; class_methods do; def y; end; end; end", ["A", "A.y"]),
        ("module A; included do; def y; end; end; end", ["A", "A#y"]),
        ("class A; P = Struct.new(:x) do; def y; end; end; end", ["A", "A::P", "A::P#y"]),
        ("Q = Class.new(StandardError)", ["Q"]),
        ("R = Data.define(:a, :b)", ["R"]),
        ("class A; LIMIT = 3; end", ["A", "A::LIMIT"]),
        ("A.class_eval do; def x; end; end", ["A", "A#x"]),
        ("class A; %w[x y].each { |n| define_method(n) { 1 } }; end", ["A", "A#x", "A#y"]),
        ("def helper; end", ["helper"]),
        ("class A; def Other.x; end; end", ["A", "Other.x"]),
        ("module M; task :x do; end; end", ["M", "x"]),
    ],
)
def test_definitions_are_named_as_ruby_names_them(text, names):
    assert qualified(text) == names


def test_a_definition_has_lines_signature_comment_bases_and_complexity():
    text = """# frozen_string_literal: true

# Keeps things.
# In order.
class Box < Shelf
  x = 1 # not about the method
  def put(thing, at: 0, *rest, **options, &block)
    return if thing.nil? || at > 3
    rest.each { |one| one ? 1 : 2 }
  end
end
"""
    box, put = facts_of(text).definitions
    assert (box.start_line, box.end_line, box.docstring, box.bases) == (5, 11, "Keeps things.\nIn order.", ("Shelf",))
    assert (box.signature, put.signature) == ("class Box < Shelf", "def put(thing, at: 0, *rest, **options, &block)")
    assert (put.start_line, put.end_line, put.docstring, put.complexity) == (7, 10, "", 4)
    assert list(put.metadata["parameters"]) == ["thing", "at:", "*rest", "**options", "&block"]


@pytest.mark.parametrize(
    ("body", "visibilities"),
    [
        ("def a; end\nprivate\ndef b; end\npublic\ndef c; end", {"a": "public", "b": "private", "c": "public"}),
        ("def a; end\ndef b; end\nprotected :b", {"a": "public", "b": "protected"}),
        ("private def a; end\ndef b; end", {"a": "private", "b": "public"}),
        ("def self.a; end\nprivate_class_method :a\ndef b; end", {"a": "private", "b": "public"}),
        ("private\ndef self.a; end\ndef b; end", {"a": "public", "b": "private"}),
        ("class << self\nprivate\ndef a; end\nend\ndef b; end", {"a": "private", "b": "public"}),
    ],
)
def test_visibility_is_what_private_and_its_kin_make_it(body, visibilities):
    found = {one.name: one.visibility for one in facts_of(f"class A\n{body}\nend").definitions if one.kind == "method"}
    assert found == visibilities


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("has_many :a, dependent: :destroy", ("has_many", (":a",), {"dependent": ":destroy"}, ())),
        ("send :has_many, :a", ("has_many", (":a",), {}, ())),
        ("has_many :a, -> { order(:x) }", ("has_many", (":a", {"proc": "-> { order(:x) }"}), {}, ())),
        ("belongs_to 'a', :class_name => B::C", ("belongs_to", ("a",), {"class_name": {"const": "B::C"}}, ())),
        ("validates :a, length: { in: 1..3 }", ("validates", (":a",), {"length": {"hash": {"in": {"code": "1..3"}}}}, ())),
        ("self.table_name = 'x'", ("table_name=", ("x",), {}, ())),
        ("acts_as_list", ("acts_as_list", (), {}, ())),
        ("before_save { x }", ("before_save", ({"proc": "{ x }"},), {}, ())),
        ("included do\nscope :a, B\nend", ("scope", (":a", {"const": "B"}), {}, ("included",))),
        ("with_options on: :x do |o|\no.validates :a\nend", ("validates", (":a",), {"on": ":x"}, ("with_options",))),
        ("has_one :a if B", ("has_one", (":a",), {}, ())),
        ("enum x: %i[a b]", ("enum", (), {"x": [":a", ":b"]}, ())),
    ],
)
def test_calls_in_a_class_body_are_declarations(text, declared):
    assert declared in declarations(f"class A\n{text}\nend")


def test_a_loop_over_a_literal_list_is_read_once_for_each_element():
    text = 'class A\nKINDS = %w[x y].freeze\nKINDS.each { |k| has_one :"#{k}_a"; scope k, -> { B } }\nend'
    assert [one[1][0] for one in declarations(text) if one[0] in ("has_one", "scope")] == [":x_a", "x", ":y_a", "y"]
    assert [one.name for one in facts_of(text).references if one.kind == "constant"].count("B") == 1


def test_a_name_that_cannot_be_known_is_kept_as_code():
    assert ("has_one", ({"code": ':"#{x}_a"'},), {}, ("each",)) in declarations(
        'class A\nlist.each { |x| has_one :"#{x}_a" }\nend'
    )


def test_calls_are_kept_when_their_receiver_is_a_name():
    text = "class A\ndef x(given)\nhelper\ngiven\nlocal = 1\nlocal\nself.y\nB.c\nB.new(1).d\nself.class.e\n@f.g\nend\nend"
    assert calls(text) == [
        ("", "helper"), ("self", "y"), ("B", "c"), ("B", "d"), ("B", "new"), ("self", "e"), ("self", "class"), ("@f", "g"),
    ]  # fmt: skip


def test_strings_that_name_classes_are_references():
    text = "class A\ndef x\n[\"B::C\", { class_name: 'Dog', title: 'Elk' }, 'Fox'.constantize]\nend\nend"
    assert [one.name for one in facts_of(text).references if one.kind == "string"] == ["B::C", "Dog", "Fox"]


def test_a_block_argument_without_a_name_is_repaired_without_moving_a_line():
    facts = facts_of("class A\n  def x(*a, &)\n    y *a, &\n  end\n\n  def z; end\nend\n")
    assert [problem.status for problem in facts.problems] == ["repaired"]
    assert [(one.qualified, one.start_line) for one in facts.definitions] == [("A", 1), ("A#x", 2), ("A#z", 6)]


def test_of_a_broken_file_the_readable_parts_are_kept():
    facts = facts_of("class A < B\n  def x\n    if (\n  end\n\n  def y\n  end\n")
    assert [problem.status for problem in facts.problems] == ["partial"]
    assert {"A", "A#x", "A#y"} <= {one.qualified for one in facts.definitions}


def test_a_licence_is_no_documentation():
    text = "# Copyright 2020\n# All rights reserved, see the license.\nclass A\nend\n"
    assert (facts_of(text).docstring, facts_of(text).definitions[0].docstring) == ("", "")


@pytest.mark.parametrize(
    "text", ["", "\n", "# only", "__END__\nclass A", "\ufeffclass A; end", "x = <<~A\n  #{", "class", "end end"]
)
def test_odd_files_are_read(text):
    assert facts_of(text).path == "app/models/thing.rb"


@given(st.sampled_from(sorted(STORE.rglob("*.rb"))), st.integers(0, 3000), st.integers(0, 40))
@examples(150)
def test_a_file_with_a_hole_is_read_within_its_lines(path, start, length):
    text = path.read_text()
    text = text[:start] + text[start + length :]
    facts = facts_of(text)
    count = text.count("\n") + 1
    assert all(1 <= one.start_line <= one.end_line <= count for one in facts.definitions)
    assert all(-1 <= one.parent != at for at, one in enumerate(facts.definitions))
    assert all(-1 <= one.scope < len(facts.definitions) for one in (*facts.references, *facts.declarations))


@pytest.mark.parametrize("path", sorted(STORE.rglob("*.rb")), ids=lambda path: path.stem)
def test_facts_survive_json(path):
    facts = facts_of(path.read_text())
    assert from_json(to_json(facts)) == facts


def test_a_constant_that_is_assigned_once_is_defined():
    assert qualified("module A; LIST ||= []; end") == ["A", "A::LIST"]


def test_a_copy_of_the_table_is_no_documentation():
    text = "# A thing.\n#\n# == Schema Information\n#\n# Table name: things\nclass Thing; end"
    assert facts_of(text).definitions[0].docstring == "A thing."
