"""Java and the routes of Spring, read by description."""

import pytest

from tests.described_samples import edges, targets, units
from tests.go_samples import linked

MODEL = {
    "src/shop/Cart.java": """package shop;
import java.util.*;
/** What a customer wants. */
public class Cart extends Base<Item> {
    private List<Item> items = new ArrayList<>();
    private final Map<String, Item> byName = new HashMap<>();
    Cart next;
    public Cart(int size) { }
    public Cart self() { return this; }
    public Item first() { return items.get(0); }
    public List<Item> all() { return items; }
    public static Cart empty() { return new Cart(0); }
}
""",
    "src/shop/Base.java": "package shop;\nclass Base<T> {\n    T held() { return null; }\n    void log() { }\n}\n",
    "src/shop/Item.java": (
        "package shop;\npublic class Item implements Priced {\n    enum Kind { A, B; Kind other() { return B; } }\n"
        "    public int price() { return 1; }\n    void pay() { }\n    void pay(int times) { pay(); }\n}\n"
    ),
    "src/shop/Priced.java": "package shop;\npublic interface Priced {\n    int price();\n}\n",
}


def calls(body):
    user = (
        f"package shop;\nimport java.util.*;\nclass User {{\n Cart cart;\n void use(Cart c, Item... more) {{\n{body}\n}}\n}}\n"
    )
    return targets(MODEL | {"src/shop/User.java": user}, "shop.User.use")


@pytest.mark.parametrize(
    "body",
    [
        "c.first().pay();",
        "cart.first().pay();",
        "this.cart.self().self().first().pay();",
        "c.next.first().pay();",
        "c.held().pay();",
        "for (Item one : c.all()) { one.pay(); }",
        "for (var one : c.all()) { one.pay(); }",
        "var v = new Item(); v.pay();",
        "Cart.empty().first().pay();",
        "if (c instanceof Object o && more[0] instanceof Item i) { i.pay(); }",
        "((Item) null).pay();",
        "c.all().forEach(one -> one.pay());",
        "c.all().stream().filter(one -> true).findFirst().get().pay();",
        "c.all().get(1).pay();",
        "more[0].pay();",
        "Object o = new Object() { void run() { c.first().pay(); } };",
        "shop.Cart.empty().first().pay();",
        "try (Item i = c.first()) { i.pay(); } finally { }",
    ],
)
def test_declared_types_lead_to_the_method(body):
    assert "shop.Item.pay" in calls(body)


def test_what_may_be_another_is_not_guessed():
    assert calls("Object o = null; o.pay(); unknown.pay(); foo().pay();") == set()
    assert calls("String c = null; c.first();") == set()
    assert calls("new Object() { void pay() { } void run() { pay(); } };") == set()


def test_a_type_is_made_by_its_constructor_and_a_field_is_no_unit():
    assert calls("new Cart(1); new Item();") == {"shop.Cart.Cart", "shop.Item"}
    assert "field:shop.Cart.next" not in units(MODEL)


def test_units_are_called_as_java_writes_them():
    found = units(MODEL)
    assert set(found) == {
        "class:shop.Cart", "constructor:shop.Cart.Cart", "method:shop.Cart.self", "method:shop.Cart.first",
        "method:shop.Cart.all", "method:shop.Cart.empty", "class:shop.Base", "method:shop.Base.held", "method:shop.Base.log",
        "class:shop.Item", "enum:shop.Item.Kind", "method:shop.Item.Kind.other", "method:shop.Item.price",
        "method:shop.Item.pay", "interface:shop.Priced", "method:shop.Priced.price",
    }  # fmt: skip
    cart = found["class:shop.Cart"]
    assert cart.docstring == "What a customer wants."
    assert cart.signature == "public class Cart extends Base<Item>"
    assert [field["name"] for field in cart.metadata["fields"]] == ["items", "byName", "next"]
    assert found["method:shop.Item.pay"].parent == "class:shop.Item"
    assert len(found["method:shop.Item.pay"].spans) == 2  # overloads are one unit


def test_what_a_type_is_made_of():
    found = edges(MODEL, "inherits", "implements")
    assert found == {("shop.Cart", "inherits", "shop.Base"), ("shop.Item", "implements", "shop.Priced")}


def test_imports_lead_to_the_type_and_a_star_to_nothing():
    files = MODEL | {"src/web/Page.java": "package web;\nimport shop.Cart;\nimport shop.*;\nclass Page { Item item; }\n"}
    assert edges(files, "imports") == {("src/web/Page.java", "imports", "shop.Cart")}
    assert targets(files, "web.Page", "references") == {"shop.Item"}


def test_one_name_in_two_packages_that_are_imported_whole_is_ambiguous():
    files = {
        "a/Tag.java": "package a;\npublic class Tag { public void go() { } }\n",
        "b/Tag.java": "package b;\npublic class Tag { public void go() { } }\n",
        "c/User.java": "package c;\nimport a.*;\nimport b.*;\nclass User { void use(Tag tag) { tag.go(); } }\n",
    }
    assert not edges(files, "calls", "references")
    assert linked(files).tallies["jvm"]["ambiguous"] == 1


def test_annotations_of_spring_are_routes_to_their_methods():
    files = {
        "src/web/CartController.java": """package web;
@RestController
@RequestMapping("/carts")
class CartController {
    @GetMapping("/{id}")
    String show() { return ""; }
    @RequestMapping(value = {"/a", "b"}, method = RequestMethod.POST)
    String add() { return ""; }
    @DeleteMapping
    String drop() { return ""; }
    @PutMapping(path = PATHS + "/x")
    String put() { return ""; }
}
"""
    }
    assert edges(files, "routes_to") == {
        ("GET /carts/{id}", "routes_to", "web.CartController.show"),
        ("POST /carts/a", "routes_to", "web.CartController.add"),
        ("POST /carts/b", "routes_to", "web.CartController.add"),
        ("DELETE /carts", "routes_to", "web.CartController.drop"),
        ("PUT /carts/#{PATHS}/x", "routes_to", "web.CartController.put"),
    }


def test_annotations_of_jax_rs_are_routes_also_of_inherited_methods():
    files = {
        "src/web/Resource.java": """package web;
public abstract class Resource<T> {
    @Path("{id}")
    @GET
    public T one() { return null; }
    @POST
    public T add() { return null; }
}
""",
        "src/web/Carts.java": """package web;
@Path("carts")
public class Carts extends Resource<Cart> {
    @POST
    public Cart put() { return null; }
    @DELETE @Path("/old")
    public void drop() { }
    public void helper() { }
}
""",
    }
    assert edges(files, "routes_to") == {
        ("POST /carts", "routes_to", "web.Carts.put"),
        ("DELETE /carts/old", "routes_to", "web.Carts.drop"),
        ("GET /carts/{id}", "routes_to", "web.Resource.one"),
    }


def test_tests_are_of_what_they_use():
    test = "package shop;\nclass ItemTest {\n  @Test void pays() { new Item().pay(); }\n  void helps() { }\n}\n"
    files = MODEL | {"src/test/java/shop/ItemTest.java": test}
    assert ("shop.ItemTest.pays", "tests", "shop.Item.pay") in edges(files, "tests")
    assert units(files)["test:shop.ItemTest.pays"].metadata["kind"] == "test"
    assert units(files)["test:shop.ItemTest.helps"].metadata["kind"] == "method"


def test_a_file_that_ends_in_the_middle_is_read_as_far_as_it_goes():
    found = linked({"A.java": "class A {\n  void a() { b(); }\n  void b() {"})
    assert {unit.identifier for unit in found.units if unit.type == "method"} >= {"A.a"}
    deep = "class A { int a() { return " + "(" * 400 + "1" + ")" * 400 + "; } void b() { } }"
    assert {"A.a", "A.b"} <= {unit.identifier for unit in linked({"A.java": deep}).units}
