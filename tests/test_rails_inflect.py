"""Rails' inflections and those that an application adds."""

import pytest

from core.extract.rails.inflect import Inflections
from core.extract.rails.inflect_rules import added_rules


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
    inflections = added_rules([text])
    assert inflections.acronyms == ("RESTful",)
    assert inflections.pluralize("cactus") == "cacti"
    assert inflections.singularize("cacti") == "cactus"
    assert inflections.pluralize("staff") == "staff"
    assert inflections.pluralize("foot") == "feet"
    assert inflections.singularize("geese") == "goose"
