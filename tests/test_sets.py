"""Sets: several repositories that are asked as one, and what crosses their boundaries."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from core.analyse.repositories import package_versions
from core.boundaries import table_relations
from core.errors import SettingsError, SourceError
from core.index.resting import OpenCatalogs, RestingCatalog
from core.model import member_in, repository_of
from core.model.boundary import BoundarySide, StoredTable
from core.present.drawings.figures import figure_hubs
from core.present.drawings.neighbourhood import neighbourhood, neighbourhood_svg
from core.present.html.type_colours import member_hues
from core.settings import Settings, read_settings
from core.workbench import Workbench, index_checkout, open_workbench
from core.workbench.sets import publish_set, remove_set, set_rows
from tests.shared import checkout

SHOP = {
    "Gemfile": 'gem "rails"\n',
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "config/routes.rb": (
        "Rails.application.routes.draw do\n  namespace :api do\n    resources :orders, only: %i[show create] do\n"
        "      post :refund, on: :member\n    end\n  end\nend\n"
    ),
    "app/controllers/api/orders_controller.rb": (
        "class Api::OrdersController < ApplicationController\n  def show\n    render json: Order.find(params[:id])\n  end\n\n"
        "  def create\n    Order.create!(params)\n  end\n\n  def refund\n    Order.find(params[:id]).refund!\n  end\nend\n"
    ),
    "app/models/order.rb": "class Order < ApplicationRecord\n  def refund!\n    update!(state: 'refunded')\n  end\nend\n",
    "openapi.yaml": "openapi: 3.0.0\npaths:\n  /api/orders/{id}:\n    get:\n      operationId: getOrder\n",
    "app/rpc/stock_server.rb": "class StockServer < Rpc::Stock::Service\n  def get_stock(id, _call)\n    Order\n  end\nend\n",
}
CLIENT = {
    "shop_client.gemspec": 'Gem::Specification.new do |spec|\n  spec.name = "shop_client"\n  spec.version = "1.2.0"\nend\n',
    "lib/shop_client/orders_api.rb": (
        "module ShopClient\n  class OrdersApi\n    def refund(id)\n      connection.post(refund_url(id), {})\n    end\n\n"
        '    def order(id)\n      connection.get("#{base}/api/orders/#{id}")\n    end\n\n'
        '    def logo\n      connection.get("https://cdn.elsewhere.com/api/orders/1")\n    end\n\n'
        '    def refund_url(id)\n      "#{base}/api/orders/#{id}/refund"\n    end\n  end\nend\n'
    ),
}
WEB = {
    "Gemfile": 'gem "shop_client"\n',
    "Gemfile.lock": "GEM\n  specs:\n    shop_client (1.1.0)\n",
    "app/services/refunder.rb": (
        "class Refunder\n  def call(id)\n    orders_api.refund(id)\n  end\n\n"
        "  def orders_api\n    ShopClient::OrdersApi.new\n  end\nend\n"
    ),
    "app/javascript/order.js": (
        "export async function placeOrder(order) {\n"
        "  return fetch(`/api/orders`, { method: 'POST', body: JSON.stringify(order) })\n}\n"
    ),
    "app/models/order.rb": "class Order\n  def total\n    1\n  end\nend\n",
    "protos/stock.proto": "service Stock {\n  rpc GetStock(Asked) returns (Told);\n  rpc Drop(Asked) returns (Told);\n}\n",
    "app/services/stock.rb": (
        "class StockReader\n  def read(id)\n    stub.get_stock(id)\n  end\n\n  def drop\n    stub.drop(1)\n  end\n\n"
        "  def stub\n    Rpc::Stock::Stub.new('shop:1', :insecure)\n  end\nend\n"
    ),
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The home of three indexes, and of the set of them."""
    top = tmp_path_factory.mktemp("sets")
    chosen = read_settings({"home": str(top / "home"), "cache.runs": 0})
    for name, files in (("shop", SHOP), ("client", CLIENT), ("web", WEB)):
        index_checkout(checkout(top / name, **files), settings=chosen, vectors=False)
    publish_set("all", ["web", "shop", "client"], chosen)
    return chosen


@pytest.fixture(scope="module")
def bench(settings: Settings) -> Workbench:
    return open_workbench("all", settings=settings)


def across(bench: Workbench) -> set[tuple[str, str, str]]:
    return {(one.source, one.kind, one.target) for one in bench.relations if one.origin == "boundary"}


def test_a_unit_of_a_set_is_named_with_its_repository_and_lies_in_a_folder_of_that_name(bench):
    order = bench.unit("shop//Order")
    assert (order.key, order.file_path) == ("shop//model:Order", "shop/app/models/order.rb")
    assert bench.unit("web/app/models/order.rb").key == "file:web/app/models/order.rb"
    assert bench.unit("web//app/models/order.rb").key == "file:web/app/models/order.rb"
    with pytest.raises(SourceError, match=r"means 2 units: shop//model:Order, web//poro:Order"):
        bench.unit("Order")


def test_requests_lead_to_the_routes_that_answer_them(bench):
    found = across(bench)
    assert ("client//method:ShopClient::OrdersApi#refund", "requests", "shop//route:POST /api/orders/:id/refund") in found
    assert ("client//method:ShopClient::OrdersApi#order", "requests", "shop//route:GET /api/orders/:id") in found
    assert ("web//function:app/javascript/order.js:placeOrder", "requests", "shop//route:POST /api/orders") in found


def test_a_request_also_leads_to_the_action_that_its_route_runs(bench):
    refund = ("client//method:ShopClient::OrdersApi#refund", "requests", "shop//method:Api::OrdersController#refund")
    assert refund in across(bench)
    links = {(cell.source, cell.target) for cell in bench.analyse.matrix(level="folder", depth=1).items}
    assert ("client", "shop") in links


def test_documents_of_interfaces_lead_to_both_sides(bench):
    found = across(bench)
    served = "shop//method:StockServer#get_stock"
    assert ("web//method:StockReader#read", "requests", served) in found
    assert ("file:web/protos/stock.proto", "documents", served) in found
    assert ("web//method:StockReader#drop", "requests", "file:web/protos/stock.proto") in found  # nobody serves it
    (route,) = [target for source, kind, target in found if source == "file:shop/openapi.yaml"]
    assert route == "shop//route:GET /api/orders/:id"


def test_tables_are_one_only_where_the_database_is():
    table = StoredTable("shop//table:users", "shop/db/schema.rb", 3, frozenset({"id", "email", "name"}))
    other = replace(table, unit="web//table:users", file_path="web/db/schema.rb")
    shop = BoundarySide("shop", tables={"users": table}, databases=frozenset({"shop_production"}))
    web = BoundarySide("web", tables={"users": other}, databases=frozenset({"web_production"}))
    assert table_relations([shop, web]) == []
    (found,) = table_relations([shop, replace(web, databases=frozenset({"shop_production"}))])
    assert (found.source, found.target, found.kind) == ("web//table:users", "shop//table:users", "shares")


def test_a_request_of_a_host_elsewhere_leads_nowhere(bench):
    assert not {one for one in across(bench) if one[0].endswith("#logo")}


def test_a_gem_of_the_set_is_linked_to_who_needs_it_and_uses_it(bench):
    found = across(bench)
    assert ("web//package:Gemfile", "depends_on", "client//package:shop_client") in found
    assert ("web//method:Refunder#orders_api", "references", "client//class:ShopClient::OrdersApi") in found
    assert ("web//method:Refunder#call", "calls", "client//method:ShopClient::OrdersApi#refund") in found


def test_a_path_leads_through_three_repositories(bench):
    found = bench.analyse.path("web//method:Refunder#call", "shop//method:Api::OrdersController#refund")
    assert [row["target"] for row in found.to_rows()] == [
        "client//method:ShopClient::OrdersApi#refund", "shop//method:Api::OrdersController#refund",
    ]  # fmt: skip


def test_a_question_is_asked_of_one_member_or_of_all(bench):
    every = bench.ask("how is an order refunded?")
    assert {repository_of(head) for head in every.heads.values()} == {"client", "shop", "web"}
    for asked in (
        bench.ask("how is an order refunded?", repositories=["shop"]),
        bench.ask("how is an order refunded? repo:shop"),
    ):
        assert {repository_of(asked.heads[one.unit_key]) for one in asked.ranked} == {"shop"}
    said = bench.ask("how is an order refunded in the shop repository?")
    assert repository_of(said.heads[said.ranked[0].unit_key]) == "shop"
    with pytest.raises(SettingsError, match="Choose from: client, shop, web"):
        bench.ask("how?", repositories=["billing"])


def test_a_flow_goes_on_in_the_repository_that_it_was_entered_in(bench):
    waiting, units = list(bench.flow("shop//Api::OrdersController#refund").steps), set()
    while waiting:
        step = waiting.pop()
        units.add(step.unit)
        waiting.extend(step.steps)
    assert "shop//method:Order#refund!" in units
    assert all(unit.startswith("shop//") for unit in units if unit)


def test_what_goes_by_names_of_one_application_is_asked_of_each(bench, settings):
    found = bench.analysis("unused")
    alone = open_workbench("client", settings=settings).analysis("unused")
    own = [row for row in found.to_rows() if row["repository"] == "client"]
    assert [row["unit"] for row in own] == [f"client//{one.unit}" for one in alone.items]
    assert own[0]["file_path"] == f"client/{alone.items[0].file_path}"
    assert any(note.startswith("client: ") and "unused" in note for note in found.notes)
    assert bench.analysis("missing_indexes").notes[-1].startswith("Nothing of it in ")


def test_rows_of_a_set_tell_the_repository_behind_the_name(bench, settings):
    rows = bench.analyse.hubs().to_rows()
    assert list(rows[0])[:2] == ["unit", "repository"]
    assert all(str(row["unit"]).removeprefix("file:").startswith(f"{row['repository']}/") for row in rows)
    assert "repository" not in open_workbench("shop", settings=settings).analyse.hubs().columns


def test_members_are_compared(bench):
    rows = {row["repository"]: row for row in bench.analyse.repositories().to_rows()}
    assert list(rows) == ["client", "shop", "web"]
    assert (rows["client"]["uses"], rows["web"]["used_by"]) == (2, 0)
    crossing = bench.analyse.boundaries().items
    pairs = {(one.repository, one.other) for one in crossing if one.kind != "documents"}
    assert pairs == {("client", "shop"), ("web", "client"), ("web", "shop"), ("web", "web")}
    assert bench.overview.says == "A set of 3 repositories: client, shop, web."


def test_versions_of_shared_libraries_are_compared():
    rows = [
        ("web", "bundler", {"dependencies": ["rails", "pg"], "versions": {"rails": "7.1", "pg": "1.5"}}),
        ("shop", "bundler", {"dependencies": ["rails", "pg"], "versions": {"rails": "8.0", "pg": "1.5"}}),
        ("client", "bundler", {"dependencies": ["rails"]}),
    ]
    found = package_versions(rows).items
    assert [(one.package, one.differ, dict(one.versions)) for one in found] == [
        ("rails", True, {"client": "?", "shop": "8.0", "web": "7.1"}),
        ("pg", False, {"shop": "1.5", "web": "1.5"}),
    ]


def test_the_order_in_which_members_are_named_changes_nothing(settings):
    publish_set("same", ["client", "shop", "web"], settings)
    one, two = (open_workbench(name, settings=settings) for name in ("all", "same"))
    assert one.relations == two.relations
    assert list(one.heads) == list(two.heads)
    assert one.metrics == two.metrics
    assert [hit.unit_key for hit in one.ask("who refunds an order?").ranked] == [
        hit.unit_key for hit in two.ask("who refunds an order?").ranked
    ]
    remove_set("same", settings)


def test_a_set_of_many_members_is_the_same_with_few_catalogs_open_at_once(settings, monkeypatch):
    made = []
    monkeypatch.setattr("core.pipeline.sets.MANY", 2)
    monkeypatch.setattr("core.pipeline.sets.OpenCatalogs", lambda: made.append(OpenCatalogs(1)) or made[0])
    publish_set("many", ["client", "shop", "web"], settings)
    assert len(made) == 1
    one, two = (open_workbench(name, settings=settings) for name in ("all", "many"))
    assert one.relations == two.relations
    assert one.catalog.units(list(one.heads)) == two.catalog.units(list(two.heads))
    assert one.metrics == two.metrics
    remove_set("many", settings)


def test_of_resting_catalogs_only_those_read_last_are_open():
    told = []

    class Kept:
        def __init__(self, name):
            self.name = name
            told.append(f"open {name}")

        def heads(self):
            return self.name

        def close(self):
            told.append(f"close {self.name}")

    others = OpenCatalogs(2)
    a, b, c = (RestingCatalog(None, partial(Kept, name), others) for name in "abc")
    assert told == []
    assert [one.heads() for one in (a, b, a, c, b)] == ["a", "b", "a", "c", "b"]
    assert told == ["open a", "open b", "close b", "open c", "close a", "open b"]
    a.close()
    c.close()
    assert told[-1] == "close c"


def test_a_set_knows_when_a_member_was_indexed_again(settings, bench):
    assert not publish_set("all", [], settings).changed
    root = Path(open_workbench("web", settings=settings).manifest.root)
    (root / "app/services/refunder.rb").write_text("class Refunder\n  def now\n  end\nend\n", encoding="utf-8")
    assert "web" in bench.freshness().sentence
    index_checkout(root, settings=settings, vectors=False)
    assert set_rows(settings)[0]["newer"] == "web"
    assert publish_set("all", [], settings).changed
    assert bench.renewed().unit("web//Refunder#now").name == "now"


def test_what_cannot_be_a_set_is_told_with_the_next_step(settings):
    with pytest.raises(SettingsError, match="A group needs two members"):
        publish_set("alone", ["web"], settings)
    with pytest.raises(SettingsError, match="is the index of"):
        publish_set("web", ["shop", "client"], settings)
    with pytest.raises(SettingsError, match="is a group itself"):
        publish_set("more", ["all", "web"], settings)
    with pytest.raises(SettingsError, match="is a group of"):
        index_checkout(Path(open_workbench("web", settings=settings).manifest.root), "all", settings=settings)


def test_drawings_of_a_set_have_the_colours_of_its_repositories(bench):
    members = [one.name for one in bench.manifest.members]
    view = bench.analyse.uses("unit")
    key = "client//class:ShopClient::OrdersApi"
    found = neighbourhood(view, key, 1, 20)
    assert {member_in(one, members) for one in found.shown} == {"client", "shop", "web"}
    assert {member_in(one, members) for one in neighbourhood(view, key, 1, 20, ["web"]).shown} == {"client", "web"}
    drawing = str(neighbourhood_svg(found, view, "all", members=members))
    assert all(f"strip {hue}" in drawing for hue in member_hues(members).values())
    hubs = bench.analyse.hubs()
    assert {trace.name for trace in figure_hubs(hubs, members=members).data} <= set(members)
    assert {hubs.repository(one) for one in hubs.of(["web"])} == {"web"}
