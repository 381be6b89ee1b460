"""Rails' inflections and those that an application adds."""

import re

import pytest

from core.extract.rails.files.inflections import read_inflections
from core.extract.ruby.words.inflect import Inflections
from core.extract.ruby.words.regexp import Untranslatable, translated
from tests.linking import repository_of


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("post", "posts"), ("category", "categories"), ("boy", "boys"), ("status", "statuses"), ("bus", "buses"),
        ("box", "boxes"), ("person", "people"), ("child", "children"), ("news", "news"), ("series", "series"),
        ("analysis", "analyses"), ("wife", "wives"), ("half", "halves"), ("mouse", "mice"), ("datum", "data"),
        ("quiz", "quizzes"), ("address", "addresses"), ("line_item", "line_items"), ("movie", "movies"),
        ("vertex", "vertices"), ("tomato", "tomatoes"), ("equipment", "equipment"), ("database", "databases"),
        ("salesperson", "salespeople"), ("archive", "archives"), ("wolf", "wolves"), ("alias", "aliases"),
    ],
)  # fmt: skip
def test_words_are_counted_as_rails_counts_them(one: str, many: str):
    assert Inflections().pluralize(one) == many
    assert Inflections().pluralize(many) == many
    assert Inflections().singularize(many) == one
    assert Inflections().singularize(one) == one


def test_constants_and_paths_are_two_spellings_of_one_name():
    inflections = Inflections(acronyms=("API", "GraphQL"))
    assert inflections.camelize("api/line_items_controller") == "API::LineItemsController"
    assert inflections.underscore("API::LineItemsController") == "api/line_items_controller"
    assert inflections.underscore("GraphQLController") == "graphql_controller"
    assert inflections.underscore("HTMLParser") == "html_parser"
    assert Inflections().classify("invoice_lines") == "InvoiceLine"
    assert Inflections().tableize("Billing::InvoiceLine") == "invoice_lines"


def test_an_application_adds_rules_of_its_own():
    text = """
    ActiveSupport::Inflector.inflections(:en) do |inflect|
      inflect.acronym "RESTful"
      inflect.irregular "cactus", "cacti"
      inflect.uncountable %w(fleet staff)
      inflect.plural(/^(foot)$/i, 'feet')
      inflect.singular "geese", "goose"
    end
    """
    inflections = read_inflections(repository_of({"config/initializers/inflections.rb": text}))
    assert inflections.acronyms == ("RESTful",)
    assert inflections.pluralize("cactus") == "cacti"
    assert inflections.singularize("cacti") == "cactus"
    assert inflections.pluralize("staff") == "staff"
    assert inflections.pluralize("foot") == "feet"
    assert inflections.singularize("geese") == "goose"


def rules(*lines: str) -> Inflections:
    text = "ActiveSupport::Inflector.inflections(:en) do |inflect|\n" + "\n".join(lines) + "\nend\n"
    return read_inflections(repository_of({"config/initializers/inflections.rb": text}))


def test_patterns_of_an_application_mean_what_ruby_means_by_them():
    inflections = rules(
        r"inflect.plural %r{^(Minister)}, '\0s'",
        r"inflect.plural %r{\A(call)(.*evidence)\z}i, '\1s\2'",
        r"inflect.singular %r{\A(call)s(.*evidence)\z}i, '\1\2'",
        r"inflect.plural /(criteri)on$/i, '\1a'",
        r"inflect.plural /(?<stem>ox)ide\Z/, '\k<stem>ides!'",
    )
    assert inflections.problems == ()
    assert inflections.pluralize("MinisterOfState") == "MinistersOfState"
    assert inflections.pluralize("minister") == "ministers"
    assert inflections.pluralize("Call_for_Evidence") == "Calls_for_Evidence"
    assert inflections.singularize("calls_for_evidence") == "call_for_evidence"
    assert inflections.pluralize("criterion") == "criteria"
    assert inflections.pluralize("oxide") == "oxides!"


def test_a_pattern_ignores_case_only_when_it_says_so():
    assert rules("inflect.singular /^HostClass$/, 'HostClass'").singularize("hostclass") == "hostclass"
    exact = rules("inflect.plural /^Foot$/, 'Feet'")
    assert (exact.pluralize("Foot"), exact.pluralize("foot")) == ("Feet", "foots")


def test_a_string_is_the_letters_themselves_wherever_they_stand():
    inflections = rules("inflect.plural 'desk', 'deskes'", "inflect.singular 'a.c', 'x'")
    assert inflections.pluralize("desk_lamp") == "deskes_lamp"
    assert inflections.pluralize("Desk") == "Desks"
    assert inflections.singularize("abc") == "abc"


def test_irregular_words_may_have_capitals_and_other_first_letters():
    inflections = rules('inflect.irregular "Media", "Media"', 'inflect.irregular "is", "are"')
    assert inflections.singularize("media") == "media"
    assert inflections.tableize("Media") == "media"
    assert (inflections.pluralize("is"), inflections.pluralize("Is")) == ("are", "Are")
    assert (inflections.singularize("are"), inflections.singularize("Are")) == ("is", "Is")


def test_the_last_rule_that_an_application_writes_wins():
    inflections = rules("inflect.irregular 'foo', 'foos'", "inflect.plural /foo$/, 'fooz'", "inflect.uncountable 'sheep'")
    assert inflections.pluralize("foo") == "fooz"
    assert rules("inflect.uncountable 'octo'", "inflect.plural 'octo', 'octos'").pluralize("octo") == "octos"
    assert rules("inflect.plural 'fish', 'fishes'").pluralize("fish") == "fishes"


def test_a_rule_without_translation_is_told_and_the_others_hold():
    inflections = rules(
        r"inflect.plural /(?~x)y/, 'z'",
        r"inflect.plural /(#{prefix})y/, 'z'",
        "inflect.plural 'a', 'b'",
    )
    assert [(one.file_path, one.status, one.line) for one in inflections.problems] == [
        ("config/initializers/inflections.rb", "partial", 2), ("config/initializers/inflections.rb", "partial", 3),
    ]  # fmt: skip
    assert inflections.pluralize("a") == "b"


@pytest.mark.parametrize(
    ("literal", "matches", "differs"),
    [
        (r"/\A\h+\z/", ["c0ffee"], ["tea", "c0ffee\n"]),
        (r"/a\Z/", ["a", "a\n"], ["a\n\n"]),
        (r"/^b$/", ["a\nb\nc"], ["ab"]),
        (r"/[[:upper:]][[:digit:]-]\z/", ["x\nA1", "A-"], ["a1"]),
        (r"/(?i)ab(?-i:C)/", ["ABC"], ["abc"]),
        (r"/x(?i:y)z/", ["xYz"], ["XYZ"]),
        (r"/(?<one>a)(b)\k<one>/", ["aba"], ["abb"]),
        (r"/a b # c\n/x", ["ab"], ["a b"]),
        (r"/a.c/m", ["a\nc"], ["ac"]),
        (r"/a.c/", ["abc"], ["a\nc"]),
        (r"%r{a/b}", ["a/b"], ["ab"]),
        (r"/\u0041\x42\//", ["AB/"], ["ab/"]),
        (r"/[\w&&[^x]]/", [], []),
        (r"/a{2,3}b{,1}c{1}\{/", ["aabc{", "aaac{"[0:0] + "aaabc{"], ["abc{"]),
        (r"/{x}/", ["{x}"], ["x"]),
    ],
)
def test_a_ruby_pattern_matches_the_same_in_python(literal: str, matches: list[str], differs: list[str]):
    if not matches:
        with pytest.raises(Untranslatable):
            translated(literal)
        return
    pattern = translated(literal).compiled
    assert [text for text in matches if not pattern.search(text)] == []
    assert [text for text in differs if pattern.search(text)] == []


@pytest.mark.parametrize(
    "literal",
    [
        "/(a+)+b/", "/(a|a)*b/", "/a*a*a*a*b/", "/(a?){60}a{60}/", "/(?:a?a?a?a?a?a?a?a?a?a?)(?:a?a?a?a?a?)b/",
        "/((a{1,9}){1,9}){1,9}b/", "/" + "(" * 300 + ")" * 300 + "/", "/" + "a" * 1000 + "/", "/(?<!a*)b/", "/a**/", "/(a/",
        "/a)/", "/[a/", "/*/", "/\\/",
    ],
)  # fmt: skip
def test_a_pattern_that_could_take_forever_is_refused(literal: str):
    with pytest.raises(Untranslatable):
        translated(literal)


def test_a_hundred_greedy_rules_cost_no_more_than_some():
    inflections = rules(*(f"inflect.plural /.*x{number}/, 'z'" for number in range(100)))
    assert 0 < len(inflections.plurals) < 100
    assert len(inflections.problems) == 100 - len(inflections.plurals)
    assert all(re.search("too many ways", one.reason) for one in inflections.problems)
