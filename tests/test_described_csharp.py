"""C# and the routes of ASP.NET, read by description."""

import pytest

from tests.described_samples import edges, targets, units

MODEL = {
    "Shop/Cart.cs": """using System.Collections.Generic;
namespace Shop;

/// <summary>What a customer wants.</summary>
public partial class Cart(Store store) : Base<Item>, ICart
{
    private readonly Store _store = store;
    public List<Item> Items { get; set; } = new();
    public Cart Next { get; set; }
    public Item First() => Items[0];
    public async Task<Item> Later() { return await _store.Find(1); }
    public static Cart Empty() => new Cart(null);
}
""",
    "Shop/Cart.More.cs": "namespace Shop\n{\n    public partial class Cart { void More() { First(); } }\n}\n",
    "Shop/Base.cs": (
        "namespace Shop;\npublic class Base<T> { public T Held() => default; }\npublic interface ICart { Item First(); }\n"
    ),
    "Shop/Item.cs": (
        "namespace Shop;\npublic record Item(string Name, Cart Owner)\n{\n  public void Pay() { }\n  enum Kind { A, B }\n}\n"
        "public class Store { public Task<Item> Find(int id) => null; }\n"
        "public static class Extensions { public static void Ship(this Item item) { } }\n"
    ),
}


def calls(body):
    user = f"using Shop;\nnamespace Web;\nclass User\n{{\n  Cart cart;\n  async void Use(Cart c)\n  {{\n{body}\n  }}\n}}\n"
    return targets(MODEL | {"Web/User.cs": user}, "Web.User.Use")


@pytest.mark.parametrize(
    "body",
    [
        "c.First().Pay();",
        "cart.Next.First().Pay();",
        "this.cart.Held().Pay();",
        "(await c.Later()).Pay();",
        "var item = await c.Later(); item.Pay();",
        "foreach (var one in c.Items) { one.Pay(); }",
        "c?.Next?.First()?.Pay();",
        "if (c.First() is Item found) { found.Pay(); }",
        "var v = new Item(null, null); v.Pay();",
        "Item v = new(null, null); v.Pay();",
        "(null as Item).Pay();",
        "c.Items.ForEach(one => one.Pay());",
        "c.Items.Where(one => true).First().Pay();",
        "Cart.Empty().First().Owner.First().Pay();",
        "void Inner(Item one) { one.Pay(); }",
        "c.Items[0].Pay();",
    ],
)
def test_declared_types_lead_to_the_method(body):
    assert "Shop.Item.Pay" in calls(body)


def test_extension_methods_are_found_by_the_type_that_they_extend():
    assert calls("c.First().Ship(); 1.Ship();") == {"Shop.Cart.First", "Shop.Extensions.Ship"}


def test_what_may_be_another_is_not_guessed():
    assert calls("object o = null; o.Pay(); unknown.Pay(); Foo().Pay();") == set()


def test_a_partial_class_is_one_unit_in_several_places():
    found = units(MODEL)
    assert [span.file_path for span in found["class:Shop.Cart"].spans] == ["Shop/Cart.More.cs", "Shop/Cart.cs"]
    assert found["class:Shop.Cart"].docstring == "What a customer wants."
    assert ("Shop.Cart.More", "calls", "Shop.Cart.First") in edges(MODEL, "calls")
    assert edges(MODEL, "inherits", "implements") == {
        ("Shop.Cart", "inherits", "Shop.Base"),
        ("Shop.Cart", "implements", "Shop.ICart"),
    }


def test_global_usings_count_below_their_folder_only():
    files = {
        "a/Usings.cs": "global using X;\n",
        "b/Usings.cs": "global using Y;\n",
        "x.cs": "namespace X;\npublic class Tag { }\n",
        "y.cs": "namespace Y;\npublic class Tag { }\n",
        "a/A.cs": "namespace A;\nclass One { Tag tag; }\n",
        "b/B.cs": "namespace B;\nclass Two { Tag tag; }\n",
    }
    assert edges(files, "references") == {("A.One", "references", "X.Tag"), ("B.Two", "references", "Y.Tag")}


def test_attributes_and_mapped_functions_are_routes():
    files = {
        "Web/CartController.cs": """namespace Web;
[ApiController, Route("api/[controller]")]
public class CartController : ControllerBase
{
    [HttpGet("{id:int}")]
    public Item Show(int id) => null;
    [HttpPost]
    public Item Add() => null;
    [HttpGet("/health")]
    public Item Health() => null;
}
public class HomeController
{
    [HttpGet]
    public Task<Item> IndexAsync() => null;
}
""",
        "Web/Program.cs": """var app = Make();
var api = app.MapGroup("api/items").WithTags("x");
api.MapGet("/{id}", Items.Show).WithName("one");
app.MapPost("/ping", () => "pong");
static class Items { public static Item Show(int id) => null; }
""",
    }
    assert edges(files, "routes_to") == {
        ("GET /api/Cart/{id:int}", "routes_to", "Web.CartController.Show"),
        ("POST /api/Cart", "routes_to", "Web.CartController.Add"),
        ("GET /health", "routes_to", "Web.CartController.Health"),
        ("GET /Home/Index", "routes_to", "Web.HomeController.IndexAsync"),
        ("GET /api/items/{id}", "routes_to", "Items.Show"),
    }
    assert "route:POST /ping" in units(files)


def test_tests_are_of_what_they_use():
    files = MODEL | {
        "Shop.Tests/ItemTests.cs": (
            "using Shop;\nclass ItemTests {\n [Fact] public void Pays() { new Item(null, null).Pay(); }\n}\n"
        )
    }
    assert ("ItemTests.Pays", "tests", "Shop.Item.Pay") in edges(files, "tests")
    assert units(files)["test:ItemTests.Pays"].metadata["kind"] == "test"


def test_nothing_is_made_without_new_and_a_type_in_itself_is_no_constructor():
    shop = (
        "namespace Shop;\npublic class Delete : Endpoint\n{\n  public Delete() { }\n"
        "  public override void Configure() { Delete(1); }\n"
        "  public Delete Again(Delete other) { return new Delete(); }\n}\n"
    )
    found = edges({"Shop/Delete.cs": shop}, "calls", "references")
    assert ("Shop.Delete.Configure", "calls", "Shop.Delete.Delete") not in found
    assert {(kind, target) for source, kind, target in found if source == "Shop.Delete.Again"} == {
        ("calls", "Shop.Delete.Delete")
    }


def test_a_prefix_of_a_base_class_holds_for_controllers_without_one():
    shop = (
        'namespace Shop;\n[Route("api/[controller]")]\npublic class BaseController { }\n'
        'public class CartsController : BaseController\n{\n  [HttpGet("{id}")]\n  public Item Show(int id) => null;\n}\n'
        '[Route("")]\npublic class RootController : BaseController\n{\n  [HttpGet("ping")]\n  public Item Ping() => null;\n}\n'
    )
    assert {source for source, _, _ in edges({"Shop/Carts.cs": shop}, "routes_to")} == {"GET /api/Carts/{id}", "GET /ping"}
