"""Elixir and the routes of Phoenix."""

from tests.described_samples import edges, targets, units

MODEL = {
    "lib/shop/cart.ex": '''defmodule Shop.Cart do
  @moduledoc """
  What a customer wants.
  """
  alias Shop.{Item, Store}
  alias Shop.Log, as: L
  import Shop.Money, only: [round: 1]
  @behaviour Shop.Priced

  defstruct [:items, size: 1]

  @doc "Gives a price."
  @spec total(Store.t()) :: norm(term)
  def price(cart, opts \\\\ []) when is_list(opts) do
    %Item{} |> Item.pay(1) |> norm() |> round
    L.write("paid")
    Enum.map(cart.items, &Item.pay/2)
    __MODULE__.total(cart)
  end

  def total(cart), do: price(cart)

  defp norm(x), do: Enum.each(x, &twice/1)
  defp twice(x), do: x
  defp twice(x, y), do: unknown(x, y)
end
''',
    "lib/shop/item.ex": (
        "defmodule Shop.Item do\n  def pay(item, times), do: {item, times}\n  def pay(item), do: pay(item, 1)\nend\n"
    ),
    "lib/shop/more.ex": (
        "defmodule Shop.Log do\n  def write(text), do: IO.puts(text)\nend\n"
        "defmodule Shop.Money do\n  defmacro round(x), do: x\nend\n"
        "defmodule Shop.Priced do\n  @callback price(term) :: integer\nend\n"
        "defprotocol Shop.Shown do\n  def show(x)\nend\n"
        "defimpl Shop.Shown, for: Shop.Item do\n  def show(item), do: Shop.Item.pay(item)\nend\n"
    ),
}


def test_calls_are_found_by_module_name_and_arity():
    assert targets(MODEL, "Shop.Cart.price/2") == {
        "Shop.Item.pay/2", "Shop.Cart.norm/1", "Shop.Money.round/1", "Shop.Log.write/1", "Shop.Cart.total/1",
    }  # fmt: skip
    assert targets(MODEL, "Shop.Cart.price/2", "references") >= {"Shop.Item.pay/2", "Shop.Item"}
    assert targets(MODEL, "Shop.Cart.total/1") == {"Shop.Cart.price/2"}  # by its default argument
    assert targets(MODEL, "Shop.Cart.norm/1", "references") == {"Shop.Cart.twice/1"}
    assert targets(MODEL, "Shop.Item.pay/1") == {"Shop.Item.pay/2"}
    assert targets(MODEL, "Shop.Cart.twice/2") == set()
    assert targets(MODEL, "Shop.Cart") == set()  # what a specification names is not called


def test_units_are_called_as_elixir_writes_them():
    found = units(MODEL)
    assert {"module:Shop.Cart", "function:Shop.Cart.price/2", "macro:Shop.Money.round/1", "protocol:Shop.Shown"} <= set(found)
    assert found["module:Shop.Cart"].docstring == "What a customer wants."
    assert found["function:Shop.Cart.price/2"].docstring == "Gives a price."
    assert found["function:Shop.Cart.norm/1"].metadata["visibility"] == "private"


def test_behaviours_and_protocols_are_implemented():
    assert edges(MODEL, "implements", "inherits") == {
        ("Shop.Cart", "implements", "Shop.Priced"),
        ("Shop.Shown.Shop.Item", "implements", "Shop.Shown"),
    }


def test_aliases_lead_to_each_module():
    found = {target for source, _, target in edges(MODEL, "imports") if source == "lib/shop/cart.ex"}
    assert found == {"Shop.Item", "Shop.Log", "Shop.Money"}


def test_routes_of_phoenix():
    files = {
        "lib/web/router.ex": """defmodule ShopWeb.Router do
  use ShopWeb, :router

  scope "/", ShopWeb do
    pipe_through :browser
    get "/about", PageController, :about
    live "/live", CartLive, :index
    resources "/carts", CartController, only: [:show, :index] do
      resources "/items", ItemController, only: [:create]
    end
  end

  scope "/api", ShopWeb.API, as: :api do
    post "/pay", PayController, :create
  end
end
""",
        "lib/web/controllers.ex": (
            "defmodule ShopWeb.PageController do\n  def about(conn, _), do: conn\nend\n"
            "defmodule ShopWeb.CartController do\n  def show(conn, _), do: conn\n  def index(conn, _), do: conn\nend\n"
            "defmodule ShopWeb.ItemController do\n  def create(conn, _), do: conn\nend\n"
            "defmodule ShopWeb.API.PayController do\n  def create(conn, _), do: conn\nend\n"
            "defmodule ShopWeb.CartLive do\nend\n"
        ),
    }
    assert edges(files, "routes_to") == {
        ("GET /about", "routes_to", "ShopWeb.PageController.about/2"),
        ("GET /live", "routes_to", "ShopWeb.CartLive"),
        ("GET /carts", "routes_to", "ShopWeb.CartController.index/2"),
        ("GET /carts/:id", "routes_to", "ShopWeb.CartController.show/2"),
        ("POST /carts/:cart_id/items", "routes_to", "ShopWeb.ItemController.create/2"),
        ("POST /api/pay", "routes_to", "ShopWeb.API.PayController.create/2"),
    }


def test_tests_are_of_what_they_use():
    body = 'describe "pay" do\n    test "pays" do\n      Shop.Item.pay(1)\n    end\n  end'
    test = f"defmodule Shop.ItemTest do\n  use ExUnit.Case\n  {body}\nend\n"
    found = edges(MODEL | {"test/item_test.exs": test}, "tests")
    assert ("Shop.ItemTest.test pays", "tests", "Shop.Item.pay/1") in found


def test_what_a_used_module_quotes_is_imported_by_who_uses_it():
    web = (
        "defmodule Web do\n  def controller do\n    quote do\n      use Phoenix.Controller\n      alias Shop.{Orders, Carts}\n"
        "      import Web.Helpers\n      unquote(more())\n    end\n  end\n"
        "  defp more do\n    quote do\n      alias Shop.Deep, as: D\n    end\n  end\n"
        "  defmacro __using__(which), do: apply(__MODULE__, which, [])\nend\n"
    )
    files = {
        "lib/web.ex": web,
        "lib/orders.ex": "defmodule Shop.Orders do\n  def pay(x), do: x\nend\n",
        "lib/deep.ex": "defmodule Shop.Deep do\n  def go(), do: 1\nend\n",
        "lib/helpers.ex": "defmodule Web.Helpers do\n  def link(x), do: x\nend\n",
        "lib/cart.ex": (
            "defmodule Web.Cart do\n  use Web, :controller\n  def create(conn, p) do\n    Orders.pay(p)\n    D.go()\n"
            "    link(conn)\n    Carts.none(p)\n  end\nend\n"
        ),
        "lib/other.ex": "defmodule Web.Other do\n  def create(conn, p) do\n    Orders.pay(p)\n  end\nend\n",
    }
    assert targets(files, "Web.Cart.create/2") == {"Shop.Orders.pay/1", "Shop.Deep.go/0", "Web.Helpers.link/1"}
    assert targets(files, "Web.Other.create/2") == set()
