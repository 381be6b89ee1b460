"""Swift, read by description."""

import pytest

from tests.described_samples import edges, targets, units

MODEL = {
    "Sources/Shop/Cart.swift": """import Foundation

/// What a customer wants.
public final class Cart: Base<Item>, Priced {
    let store: Store
    var next: Cart?
    var items: [Item] = []
    let last = Item()
    var first: Item { items[0] }
    static let shared = Cart(store: Store())

    init(store: Store) {
        self.store = store
    }

    func one() -> Item { items[0] }
    func later() async throws -> Item { one() }
    func byName() -> [String: Item] { [:] }
}

extension Cart {
    func more() -> Item { one() }
}

extension String {
    func shout() {}
}
""",
    "Sources/Shop/More.swift": """class Base<T> {
    func held() -> T { fatalError() }
}

protocol Priced {
    func price() -> Int
}

struct Store {
    enum Kind { case big, small(Item) }
}

struct Item {
    func pay() {}
    static func make() -> Item { Item() }
}

func cart() -> Cart { Cart.shared }
""",
}


def calls(body):
    user = f"class User {{\n    let cart: Cart\n    func use(_ c: Cart, with o: Any) async throws {{\n{body}\n    }}\n}}\n"
    return targets(MODEL | {"Sources/Shop/User.swift": user}, "Shop.User.use")


@pytest.mark.parametrize(
    "body",
    [
        "c.one().pay()",
        "self.cart.one().pay()",
        "c.next?.one().pay()",
        "c.next!.one().pay()",
        "c.last.pay()",
        "c.first.pay()",
        "c.held().pay()",
        "c.more().pay()",
        "c.items[0].pay()",
        "for one in c.items { one.pay() }",
        "c.items.forEach { $0.pay() }",
        "c.items.forEach { one in one.pay() }",
        "let v = Item()\nv.pay()",
        "let v: Item = make()\nv.pay()",
        "try await c.later().pay()",
        "if let n = c.next { n.one().pay() }",
        "guard let n = c.next else { return }\nn.one().pay()",
        "if let v = o as? Item { v.pay() }",
        "(o as! Item).pay()",
        "Cart.shared.one().pay()",
        "Item.make().pay()",
    ],
)
def test_types_lead_to_the_method(body):
    assert "Shop.Item.pay" in calls(body)


def test_what_may_be_another_is_not_guessed():
    assert calls("o.pay()\nunknown.pay()\nfoo().pay()") == set()


def test_extensions_are_of_the_type_that_they_extend():
    found = units(MODEL)
    files = {"Sources/Shop/A.swift": "extension Cart {\n    func early() {}\n}\n"}
    assert units(MODEL | files)["class:Shop.Cart"].file_path == "Sources/Shop/Cart.swift"  # not where it is extended
    assert len(found["class:Shop.Cart"].spans) == 2
    assert found["class:Shop.Cart"].docstring == "What a customer wants."
    assert found["method:Shop.Cart.more"].parent == "class:Shop.Cart"
    assert "extension:Shop.String" in found
    assert "Shop.Cart.one" in targets(MODEL, "Shop.Cart.more")
    assert "Shop.String.shout" in calls('let s: String = "a"\ns.shout()')


def test_what_a_type_is_made_of():
    assert edges(MODEL, "inherits", "implements") == {
        ("Shop.Cart", "inherits", "Shop.Base"),
        ("Shop.Cart", "implements", "Shop.Priced"),
    }
    assert calls("_ = Cart(store: Store())") == {"Shop.Cart.init", "Shop.Store"}


def test_a_module_is_seen_where_it_is_imported():
    files = {
        "Sources/A/Tag.swift": "public struct Tag { public func go() {} }\n",
        "Sources/B/Tag.swift": "public struct Tag { public func go() {} }\n",
        "Sources/C/One.swift": "import A\nfunc one(tag: Tag) { tag.go() }\n",
        "Sources/D/Two.swift": "import A\nimport B\nfunc two(tag: Tag) { tag.go() }\n",
    }
    assert edges(files, "calls") == {("C.one", "calls", "A.Tag.go")}


def test_tests_are_of_what_they_use():
    test = "@testable import Shop\nimport XCTest\nfinal class ItemTests: XCTestCase {\n    func testPay() { Item().pay() }\n}\n"
    files = MODEL | {"Tests/ShopTests/ItemTests.swift": test}
    assert ("ShopTests.ItemTests.testPay", "tests", "Shop.Item.pay") in edges(files, "tests")


def test_nothing_inherits_of_a_value_type_and_a_label_that_is_left_out_is_no_name():
    files = {
        "Sources/Shop/App.swift": "struct App {}\nprotocol Core {}\nfunc _<T>(_ value: T) {}\n",
        "Sources/Shop/Main.swift": "struct Main: App, Core {\n  init(_ core: some Core) {}\n  func run(_ core: Core) {}\n}\n",
    }
    assert {(source, target) for source, _, target in edges(files, "inherits", "implements")} == {("Shop.Main", "Shop.Core")}
    assert not {target for _, _, target in edges(files, "references", "calls") if target.endswith("._")}
