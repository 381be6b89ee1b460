"""Kotlin, read by description and linked together with Java."""

import pytest

from tests.described_samples import edges, targets, units

MODEL = {
    "shop/Cart.kt": """package shop

import java.util.List

/** What a customer wants. */
class Cart(private val store: Store, size: Int) : Base<Item>(), Priced {
    val items: List<Item> = store.all()
    val first by lazy { Item() }
    val last = Item()
    var next: Cart? = null

    fun one(): Item = items[0]
    fun itself() = this
    override fun price() = 1

    companion object {
        fun none(): Cart = Cart(Store(), 0)
    }
}

fun Item.ship(): Item = this
fun cart(): Cart = Cart.none()
val shared: Cart = cart()
""",
    "shop/More.kt": """package shop

open class Base<T> {
    fun held(): T = TODO()
}

interface Priced {
    fun price(): Int
}

class Store {
    fun all(): List<Item> = TODO()
}

object Log {
    fun write(text: String) {}
}

enum class Kind { A, B }
""",
    "shop/Item.java": "package shop;\npublic class Item {\n  public void pay() { new Cart(null, 1).price(); }\n}\n",
}


def calls(body, file=MODEL):
    imports = "import shop.Cart\nimport shop.Item\nimport shop.*\n"
    user = f"package web\n\n{imports}\nclass User(val cart: Cart) {{\n fun use(c: Cart, o: Any) {{\n{body}\n}}\n}}\n"
    return targets(file | {"web/User.kt": user}, "web.User.use")


@pytest.mark.parametrize(
    "body",
    [
        "c.one().pay()",
        "cart.one().pay()",
        "c.next?.one()?.pay()",
        "c.next!!.one().pay()",
        "c.last.pay()",
        "c.held().pay()",
        "c.items[0].pay()",
        "for (one in c.items) { one.pay() }",
        "c.items.forEach { it.pay() }",
        "c.items.forEach { one -> one.pay() }",
        "c.items.filter { true }.first().pay()",
        "c.one().let { it.pay() }",
        "c.one().ship().pay()",
        "val v = Item()\nv.pay()",
        "val v: Item = TODO()\nv.pay()",
        "(o as Item).pay()",
        "Cart.none().one().pay()",
        "cart().one().pay()",
        "shared.one().pay()",
        "val v = c.next ?: c\nv.one().pay()",
        "when (val v = c.one()) { else -> v.pay() }",
        "fun inner(v: Item) { v.pay() }",
        "shop.Cart.none().one().pay()",
    ],
)
def test_types_lead_to_the_method_of_java(body):
    assert "shop.Item.pay" in calls(body)


def test_what_may_be_another_is_not_guessed():
    assert calls("o.pay()\nunknown.pay()\nfoo().pay()\nship()") == set()
    assert calls("val v = object : Any() { fun pay() {}\n fun run() { pay() } }") == set()


def test_members_of_a_companion_are_of_the_class_and_java_calls_kotlin():
    found = units(MODEL)
    assert {"class:shop.Cart", "method:shop.Cart.none", "function:shop.ship", "object:shop.Log", "enum:shop.Kind"} <= set(found)
    assert found["class:shop.Cart"].docstring == "What a customer wants."
    assert "shop.Cart.price" in targets(MODEL, "shop.Item.pay")
    assert edges(MODEL, "inherits", "implements") == {
        ("shop.Cart", "inherits", "shop.Base"),
        ("shop.Cart", "implements", "shop.Priced"),
    }


def test_a_private_function_of_another_file_is_not_meant():
    files = {
        "a/One.kt": "package a\n\nprivate fun helper() {}\n\nfun one() { helper() }\n",
        "a/Two.kt": "package a\n\nimport x.helper\n\nfun two() { helper() }\n",
        "a/Three.kt": "package a\n\nfun three() { helper() }\n",
    }
    assert edges(files, "calls") == {("a.one", "calls", "a.helper")}


def test_a_function_of_one_script_is_not_meant_in_another():
    files = {"one.kts": "fun version() = 1\n\nval a = !version()\n", "two.kts": "version = 2\nversion()\n"}
    assert edges(files, "calls", "references") == {("one.kts", "calls", "version")}


def test_routes_of_spring_in_kotlin():
    text = '@RestController\n@RequestMapping("/carts")\nclass Carts {\n    @GetMapping("/{id}")\n    fun show() = 1\n}\n'
    assert edges({"web/Carts.kt": f"package web\n\n{text}"}, "routes_to") == {
        ("GET /carts/{id}", "routes_to", "web.Carts.show")
    }


def test_a_property_is_no_method_of_its_name():
    text = (
        "class A {\n    val size: Int = 1\n    fun size(): Int = 2\n}\n\nfun one(a: A) = a.size\n\nfun two(a: A) = a.size()\n"
    )
    found = edges({"a.kt": text}, "calls", "references")
    assert {row for row in found if row[2] == "A.size"} == {("two", "calls", "A.size")}


def test_the_body_of_a_class_that_delegates_is_its_own_and_its_types_are_no_bases():
    files = {
        "a/Sockets.kt": (
            "package a\n\ninterface Socket\nclass Job\nfun work(): Job = Job()\n\n"
            "class Tls(val socket: Socket) : Socket by socket {\n\n    fun attach(): Job =\n        work()\n\n"
            "    fun two() = attach()\n}\n"
        )
    }
    assert edges(files, "inherits", "implements") == {("a.Tls", "implements", "a.Socket")}
    assert {"method:a.Tls.attach", "method:a.Tls.two"} <= set(units(files))
    assert targets(files, "a.Tls.two") == {"a.Tls.attach"}


def test_the_import_of_a_whole_package_means_none_of_its_files():
    files = {"u/Texts.kt": "package u\n\nfun String.shout() = 1\n", "a/Main.kt": "package a\n\nimport u.*\n\nfun main() = 1\n"}
    assert edges(files, "imports") == set()
