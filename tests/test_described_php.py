"""PHP and the routes of Laravel, read by description."""

import pytest

from tests.described_samples import edges, targets, units

MODEL = {
    "app/Cart.php": """<?php
namespace App;
use App\\Models\\{Item, Store as Shop};
/** What a customer wants. */
class Cart extends Base implements Priced
{
    use Counts;
    private ?Item $item = null;
    /** @var Cart */
    private $next;
    const SIZE = 1;
    public function __construct(private readonly Shop $shop, int $size) { $this->item = new Item(); }
    public function first(): ?Item { return $this->item; }
    /** @return Item */
    public function last() { return $this->item; }
    public static function none(): static { return new static(null, 0); }
}
""",
    "app/Base.php": "<?php\nnamespace App;\nabstract class Base { protected function log() { } }\ninterface Priced { }\n",
    "app/Counts.php": "<?php\nnamespace App;\ntrait Counts { public function count(): int { return 1; } }\n",
    "app/Models/Item.php": (
        "<?php\nnamespace App\\Models;\nclass Item { public function pay() { } }\nclass Store { function item(): Item { } }\n"
    ),
    "app/functions.php": "<?php\nnamespace App;\nfunction cart(): Cart { return Cart::none(); }\n",
}


def calls(body):
    user = (
        "<?php\nnamespace App;\nuse App\\Models\\Item;\nclass User extends Base {\n"
        f"function use(Cart $c, array $many) {{\n{body}\n}}\n}}\n"
    )
    return targets(MODEL | {"app/User.php": user}, "App\\User::use")


@pytest.mark.parametrize(
    "body",
    [
        "$c->first()->pay();",
        "$c?->first()?->pay();",
        "$c->last()->pay();",
        "$i = new Item(); $i->pay();",
        "$i = $c->first(); if ($i) { $i->pay(); }",
        "Cart::none()->first()->pay();",
        "cart()->first()->pay();",
        "\\App\\Models\\Item::pay();",
        "$f = fn (Item $i) => $i->pay();",
        "$f = function (Item $i) { $i->pay(); };",
        "($c->first() ?? null)->pay();",
    ],
)
def test_declared_types_lead_to_the_method(body):
    assert "App\\Models\\Item::pay" in calls(body)


def test_traits_bases_and_constructors_are_followed():
    assert calls("$c->count(); $this->log();") == {"App\\Counts::count", "App\\Base::log"}
    assert calls("new Cart(null, 1); new Item();") == {"App\\Cart::__construct", "App\\Models\\Item"}
    assert edges(MODEL, "includes", "inherits", "implements") == {
        ("App\\Cart", "inherits", "App\\Base"),
        ("App\\Cart", "implements", "App\\Priced"),
        ("App\\Cart", "includes", "App\\Counts"),
    }


def test_what_may_be_another_is_not_guessed():
    assert (
        calls("$x->pay(); $many[0]->pay(); $c->{$name}(); foo()->pay(); (new class { function run() { $this->log(); } });")
        == set()
    )


def test_units_are_called_as_php_writes_them():
    found = units(MODEL)
    assert found["class:App\\Cart"].docstring == "What a customer wants."
    assert found["class:App\\Cart"].namespace == "App"
    assert {"function:App\\cart", "trait:App\\Counts", "method:App\\Cart::first", "constructor:App\\Cart::__construct"} <= set(
        found
    )


def test_imports_of_a_group_lead_to_each():
    found = {target for source, _, target in edges(MODEL, "imports") if source == "app/Cart.php"}
    assert found == {"App\\Models\\Item", "App\\Models\\Store"}


def test_routes_of_laravel():
    files = {
        "app/Http/CartController.php": (
            "<?php\nnamespace App\\Http;\nclass CartController {\n"
            "function index() {} function show() {} function store() {} function update() {} function destroy() {}\n"
            "function __invoke() {} function pay() {}\n}\n"
        ),
        "routes/api.php": "<?php\nRoute::get('ping', fn () => 'pong');\n",
        "routes/web.php": """<?php
use App\\Http\\CartController;
Route::get('/carts/{id}', [CartController::class, 'show'])->name('cart');
Route::post('pay', CartController::class);
Route::middleware('auth')->prefix('api')->group(function () {
    Route::apiResource('stores.carts', CartController::class)->only(['index', 'show']);
    Route::controller(CartController::class)->group(function () {
        Route::match(['get', 'post'], '/pay', 'pay');
    });
});
$client->get('/other', [CartController::class, 'show']);
Route::get('/plain', fn () => 'ok');
""",
    }
    show, index, pay = (f"App\\Http\\CartController::{name}" for name in ("show", "index", "pay"))
    assert edges(files, "routes_to") == {
        ("GET /carts/{id}", "routes_to", show),
        ("POST /pay", "routes_to", "App\\Http\\CartController::__invoke"),
        ("GET /api/stores/{store}/carts", "routes_to", index),
        ("GET /api/stores/{store}/carts/{cart}", "routes_to", show),
        ("GET /api/pay", "routes_to", pay),
        ("POST /api/pay", "routes_to", pay),
    }
    assert {"route:GET /plain", "route:GET /api/ping"} <= set(units(files))


def test_tests_are_of_what_they_use():
    test = (
        "<?php\nnamespace Tests;\nuse App\\Models\\Item;\nclass ItemTest extends TestCase {\n"
        "public function testPays() { $i = new Item(); $i->pay(); }\n}\n"
    )
    files = MODEL | {"tests/ItemTest.php": test}
    assert ("Tests\\ItemTest::testPays", "tests", "App\\Models\\Item::pay") in edges(files, "tests")


def test_groups_and_handlers_may_be_arrays_with_prefix_namespace_and_uses():
    files = {
        "routes/web.php": """<?php
Route::group(['prefix' => 'shop', 'namespace' => 'App\\Http', 'as' => 'shop.'], static function (): void {
    Route::get('carts/{id}', ['uses' => 'CartController@show', 'as' => 'show']);
    Route::group(['prefix' => 'admin', 'namespace' => 'Admin'], function () { Route::post('/x', 'XController@store'); });
    Route::get('full', ['uses' => '\\App\\Http\\CartController@show']);
});
Route::get('bare', ['uses' => 'App\\Http\\CartController@show']);
""",
        "app/Http/CartController.php": "<?php\nnamespace App\\Http;\nclass CartController { public function show($id) {} }\n",
        "app/Http/Admin/X.php": "<?php\nnamespace App\\Http\\Admin;\nclass XController { public function store() {} }\n",
    }
    show = "App\\Http\\CartController::show"
    assert edges(files, "routes_to") == {
        ("GET /shop/carts/{id}", "routes_to", show),
        ("GET /shop/full", "routes_to", show),
        ("GET /bare", "routes_to", show),
        ("POST /shop/admin/x", "routes_to", "App\\Http\\Admin\\XController::store"),
    }
