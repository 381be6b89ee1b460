from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse import aggregate
from core.analyse.places import LEVELS, places
from core.errors import SettingsError
from core.model import Relation
from tests.analyse_graphs import graph, head

MEMBERS = (
    head("model:Order", namespace="", path="app/models/order.rb", parent="file:app/models/order.rb"),
    head("file:app/models/order.rb", path="app/models/order.rb"),
    head("method:Order#total", parent="model:Order", path="app/models/order.rb"),
    head("class:Order::Line", parent="model:Order", namespace="Order", path="app/models/order.rb"),
    head("method:Order::Line#price", parent="class:Order::Line", namespace="Order", path="app/models/order.rb"),
    head("function:tax", parent="file:app/models/order.rb", path="lib/tax.rb"),
    head("function:tax.round", parent="function:tax", path="lib/tax.rb"),
)
TEXT = """
method:Order#total calls method:Order::Line#price 4
method:Order#total calls function:tax.round 5
model:Order calls function:tax 6
method:Order#total calls model:Order 7
"""


def test_members_belong_to_the_unit_that_owns_them_and_nested_classes_stand_for_themselves():
    found = places(graph(TEXT, *MEMBERS).units, "unit")
    assert found["method:Order#total"] == "model:Order"
    assert found["method:Order::Line#price"] == "class:Order::Line"
    assert found["class:Order::Line"] == "class:Order::Line"
    assert found["function:tax.round"] == "function:tax"
    assert found["function:tax"] == "function:tax"


def test_a_test_in_the_namespace_of_what_it_tests_is_no_part_of_it():
    inner = head("test:Shop::OrderTest", parent="lib:Shop", namespace="Shop", path="test/order_test.rb")
    found = places(graph("lib:Shop calls class:Order", head("lib:Shop"), inner).units, "unit")
    assert found["test:Shop::OrderTest"] == "test:Shop::OrderTest"


def test_what_a_plain_text_mentions_is_no_dependency():
    text = "file:CHANGELOG mentions class:Order\nclass:Shop calls class:Order"
    view = aggregate(*graph(text, head("file:CHANGELOG", path="CHANGELOG")))
    assert [(link.source, link.target) for link in view.links()] == [("class:Shop", "class:Order")]
    assert "1 from or to documentation" in view.notes()[0]
    assert len(list(aggregate(*graph(text), kinds=["mentions"]).links())) == 1


def test_a_link_counts_its_relations_by_kind_and_keeps_the_lines():
    view = aggregate(*graph(TEXT, *MEMBERS))
    link = view.out["model:Order"]["function:tax"]
    assert dict(link.kinds) == {"calls": 2}
    assert [(line.source, line.line) for line in link.evidence] == [("method:Order#total", 5), ("model:Order", 6)]
    assert view.inner == {"model:Order": 1}
    assert view.into["function:tax"]["model:Order"] is link


def test_folders_and_namespaces_are_cut_at_a_depth():
    heads = (
        head("class:A::B::C", namespace="A::B", path="app/models/a/b/c.rb"),
        head("class:X", path="x.rb"),
    )
    made = graph("class:A::B::C calls class:X", *heads)
    assert places(made.units, "folder")["class:A::B::C"] == "app/models/a/b"
    assert places(made.units, "folder", 2)["class:A::B::C"] == "app/models"
    assert places(made.units, "folder", 2)["class:X"] == "."
    assert places(made.units, "namespace", 1)["class:A::B::C"] == "A"
    assert places(made.units, "namespace")["class:X"] == "(root)"


def test_a_unit_belongs_to_the_innermost_package_that_encloses_its_file():
    heads = (
        head("package:root", path="package.yml"),
        head("package:packs/pay", path="packs/pay/package.yml"),
        head("class:Pay", path="packs/pay/app/models/pay.rb"),
        head("class:Shop", path="app/models/shop.rb"),
    )
    found = places(graph("class:Pay calls class:Shop", *heads).units, "package")
    assert (found["class:Pay"], found["class:Shop"]) == ("packs/pay", "root")


def test_tests_documents_and_other_kinds_are_counted_as_left_out():
    text = """
    class:A calls class:B
    class:A includes class:B
    test:ATest tests class:A
    doc_section:readme references class:A
    """
    view = aggregate(*graph(text), kinds=["calls"])
    assert view.left_out == {"from or to tests": 1, "from or to documentation": 1, "of other kinds": 1}
    assert [link.weight for link in view.links()] == [1]
    assert "test:ATest" not in view.nodes
    assert "test:ATest" in aggregate(*graph(text), tests=True).nodes


def test_an_unknown_level_is_refused_with_the_known_ones():
    with pytest.raises(SettingsError, match="Choose from: member, unit, file"):
        aggregate(*graph("class:A calls class:B"), "module")


KEYS = ["class:A", "method:A#x", "method:A#y", "class:B", "method:B#x", "test:T", "doc_section:D", "class:N::C"]


@given(
    st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS), st.sampled_from(["calls", "has_many", "tests"]))),
    st.sampled_from(LEVELS),
    st.booleans(),
    st.sampled_from([(), ("has_many",)]),
)
def test_every_relation_is_counted_exactly_once(links, level, tests, without):
    heads = [head(key, parent=f"class:{key[7]}" if key.startswith("method") else "") for key in KEYS]
    relations = [Relation(source, target, kind, "f.rb", line) for line, (source, target, kind) in enumerate(links)]
    view = aggregate({one.key: one for one in heads}, relations, level, tests=tests, without=without)
    counted = sum(len(link.evidence) for link in view.links())
    assert counted + sum(view.inner.values()) + sum(view.left_out.values()) == len(relations)
    assert all(sum(link.kinds.values()) == len(link.evidence) >= link.weight for link in view.links())


def test_a_line_that_stands_for_many_relations_weighs_one():
    view = aggregate(
        *graph(
            "method:A#x filters_with class:B 1\nmethod:A#y filters_with class:B 1",
            head("class:A"),
            head("method:A#x", parent="class:A"),
            head("method:A#y", parent="class:A"),
        )
    )
    link = view.out["class:A"]["class:B"]
    assert (len(link.evidence), link.weight) == (2, 1)


def test_routes_migrations_and_what_they_define_are_left_out_unless_asked_for():
    text = """
    route:GET/ routes_to class:A
    migration:AddX references class:A
    class:AddX::Old calls class:A
    """
    made = graph(text, head("class:AddX::Old", parent="migration:AddX"))
    view = aggregate(*made)
    assert view.nodes == ("class:A",)
    assert view.left_out == {"from routes": 1, "from migrations": 2}
    assert len(list(aggregate(*made, outer=True).links())) == 3


def test_folders_and_texts_without_links_make_no_group():
    text = "doc_section:docs/intro references class:A"
    assert aggregate(*graph(text, head("folder:empty", path="empty"), head("class:A", path="app/a.rb")), "folder").nodes == (
        "app",
    )
