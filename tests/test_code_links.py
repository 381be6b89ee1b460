"""Names in code lead to the units that they mean: resolved, ambiguous with candidates, guessed, or plain text."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from core.model.code_links import CodeLink, LinkedCode
from core.present.html.code_pane import Excerpt, code_pane
from core.present.html.links import PageLinks
from core.workbench import Workbench, index_checkout, open_workbench
from tests.shared import checkout, made_once

_PAYER = "class {} < ApplicationRecord\n  has_many :orders, as: :payer\n  def reverse_everything = 1\nend\n"
ORDER = """class Order < ApplicationRecord
  belongs_to :payer, polymorphic: true
  has_many :line_items
  before_save :settle, if: :paid?

  # Adds up what is paid. Then rounds.
  def settle_balance(rate)
    Billing::Ledger.new(self).book_entry(rate)
    unknown_thing.reverse_everything
  end

  def settle = settle_balance(1)
  def paid? = true
end
"""
FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  get '/orders', to: 'orders#index'\nend\n",
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\nend\n",
    "app/models/order.rb": ORDER,
    "app/models/line_item.rb": _PAYER.format("LineItem"),
    "app/models/account.rb": _PAYER.format("Account"),
    "app/services/billing/ledger.rb": (
        "module Billing\n  class Ledger\n    def initialize(order) = @order = order\n"
        "    def book_entry(rate) = rate\n  end\nend\n"
    ),
    "app/controllers/orders_controller.rb": (
        "class OrdersController < ApplicationController\n  def index\n    Order.new.settle_balance(2)\n"
        "    render 'orders/list'\n"
        "    # Order is named in a comment only, </script><b>\n  end\nend\n"
    ),
    "app/controllers/lines_controller.rb": (
        "class LinesController < ApplicationController\n  before_action :find_order, only: [\n    :show,\n    :edit\n  ],\n"
        "    if: :edit\n  before_action :find_line, except: %i(edit\n    update)\n  def show = @line = LineItem.first\n"
        "  def edit = 1\n  def update = 2\n  def find_order = 3\n  def find_line = 4\nend\n"
    ),
    "app/views/lines/show.html.haml": (
        "%h1.reverse_everything= @line\n= render 'orders/line'\n- order = Order.new\n"
    ),
    "app/views/orders/list.html.erb": "<h1>Order</h1>\n<%= render 'line' %>\n",
    "app/views/orders/_line.html.erb": "<p><%= Order.count %></p>\n",
    "tools/report.py": (
        "class Report:\n    def totals(self):\n        return add_up([1])\n\n\ndef add_up(values):\n    return sum(values)\n"
    ),
    "web/cart.ts": (
        "export class Cart {\n  total(): number { return addUp(1) }\n}\n\nexport function addUp(n: number) { return n }\n"
    ),
    "pkg/sum.go": "package pkg\n\nfunc Total() int { return addUp(1) }\n\nfunc addUp(n int) int { return n }\n",
    "src/lib.rs": "pub fn total() -> i32 { add_up(1) }\n\nfn add_up(n: i32) -> i32 { n }\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = made_once(
        tmp_path_factory, "code-links", lambda home: index_checkout(checkout(home / "shop", **FILES), home=home, vectors=False)
    )
    return open_workbench("shop", home=home)


def link(bench: Workbench, path: str, line: int, name: str) -> CodeLink | None:
    text = FILES[path].split("\n")[line - 1]
    return next((one for one in bench.linked(path).links.get(line, ()) if text[one.start : one.end] == name), None)


@pytest.mark.parametrize(
    ("path", "line", "name", "target"),
    [
        ("app/models/order.rb", 1, "ApplicationRecord", "model:ApplicationRecord"),
        ("app/models/order.rb", 3, "line_items", "model:LineItem"),
        ("app/models/order.rb", 4, "settle", "method:Order#settle"),
        ("app/models/order.rb", 8, "Ledger", "service:Billing::Ledger"),
        ("app/models/order.rb", 8, "book_entry", "method:Billing::Ledger#book_entry"),
        ("app/models/order.rb", 12, "settle_balance", "method:Order#settle_balance"),
        ("app/controllers/orders_controller.rb", 3, "settle_balance", "method:Order#settle_balance"),
        ("app/controllers/orders_controller.rb", 4, "orders/list", "view_template:orders/list"),
        ("app/views/orders/list.html.erb", 2, "line", "view_template:orders/_line"),
        ("app/views/orders/_line.html.erb", 1, "Order", "model:Order"),
        ("app/controllers/lines_controller.rb", 2, "find_order", "method:LinesController#find_order"),
        ("app/controllers/lines_controller.rb", 3, "show", "method:LinesController#show"),
        ("app/controllers/lines_controller.rb", 4, "edit", "method:LinesController#edit"),
        ("app/controllers/lines_controller.rb", 7, "edit", "method:LinesController#edit"),
        ("app/controllers/lines_controller.rb", 8, "update", "method:LinesController#update"),
        ("app/views/lines/show.html.haml", 2, "orders/line", "view_template:orders/_line"),
        ("app/views/lines/show.html.haml", 3, "Order", "model:Order"),
        ("config/routes.rb", 2, "orders#index", "method:OrdersController#index"),
        ("tools/report.py", 3, "add_up", "function:tools.report.add_up"),
        ("web/cart.ts", 2, "addUp", "function:web/cart.ts:addUp"),
        ("pkg/sum.go", 3, "addUp", "function:pkg.addUp"),
        ("src/lib.rs", 1, "add_up", "function:crate::add_up"),
    ],
)
def test_a_resolved_name_leads_to_its_unit(bench: Workbench, path: str, line: int, name: str, target: str) -> None:
    found = link(bench, path, line, name)
    assert found is not None
    assert found.targets == (target,)
    assert found.known != "guess"


def test_what_is_ambiguous_lists_its_candidates_and_a_guess_says_that_it_is_one(bench: Workbench) -> None:
    payer = link(bench, "app/models/order.rb", 2, "payer")
    assert payer is not None
    assert payer.targets == ("model:Account", "model:LineItem")
    guess = link(bench, "app/models/order.rb", 9, "reverse_everything")
    assert guess is not None
    assert guess.known == "guess"
    assert guess.targets == ("method:Account#reverse_everything", "method:LineItem#reverse_everything")
    member = link(bench, "app/models/order.rb", 4, "paid?")
    assert member is not None
    assert member.targets == ("method:Order#paid?",)


@pytest.mark.parametrize(
    ("path", "line", "name"),
    [
        ("app/views/lines/show.html.haml", 1, "reverse_everything"), ("app/views/lines/show.html.haml", 1, "line"),
        ("app/models/order.rb", 9, "unknown_thing"), ("app/controllers/orders_controller.rb", 5, "Order"),
        ("app/views/orders/list.html.erb", 1, "Order"), ("tools/report.py", 7, "sum"), ("app/models/order.rb", 7, "rate"),
    ],
)  # fmt: skip
def test_a_name_that_is_not_resolved_is_plain_text(bench: Workbench, path: str, line: int, name: str) -> None:
    assert link(bench, path, line, name) is None


def test_the_margin_says_the_same_number_of_users_as_every_page(bench: Workbench) -> None:
    paths = sorted({head.file_path for head in bench.heads.values() if head.type not in ("file", "folder")})
    found = [one for path in paths for line in bench.linked(path).definitions.values() for one in line]
    assert sum(one.users > 0 for one in found) > 3
    for one in found:
        said = bench.analyse.users(one.unit)
        assert (one.users, one.tests) == (len(said), len(said.tests))


def test_a_definition_has_its_users_and_a_card_says_what_it_is(bench: Workbench) -> None:
    linked = bench.linked("app/models/order.rb")
    (found,) = linked.definitions[7]
    assert (found.unit, found.users, found.tests) == ("method:Order#settle_balance", 2, 0)
    assert [(use.unit, use.file_path, use.line) for use in found.first] == [
        ("method:Order#settle", "app/models/order.rb", 12),
        ("method:OrdersController#index", "app/controllers/orders_controller.rb", 3),
    ]
    card = linked.cards["method:Order#settle_balance"]
    assert (card.signature, card.says, card.file_path, card.line) == (
        "def settle_balance(rate)", "Adds up what is paid.", "app/models/order.rb", 7,
    )  # fmt: skip


def test_some_lines_of_a_file_have_the_links_of_these_lines_alone(bench: Workbench) -> None:
    part = bench.linked("app/models/order.rb").within(7, 10)
    assert set(part.links) == {7, 8, 9}
    assert set(part.cards) == {key for links in part.links.values() for one in links for key in one.targets} | {
        one.unit for found in part.definitions.values() for one in found
    }


def test_a_notebook_shows_lines_whose_names_are_links_with_tooltips(bench: Workbench) -> None:
    html = str(bench.linked("app/models/order.rb").within(7, 9)._repr_html_())
    assert re.search(
        r'href="http://[^"]+/code\?index=shop&amp;unit=method%3AOrder%23settle_balance"[^>]*>settle_balance</a>', html
    )
    assert "def settle_balance(rate) · Adds up what is paid. · app/models/order.rb:7" in html
    assert 'title="def reverse_everything · ' in html
    assert "A guess: 2 methods have this name" in html
    assert re.findall(r"^ +(\d+) ", unescape(re.sub("<[^>]+>", "", html)).split("order.rb:7", 1)[1], re.MULTILINE) == [
        "7",
        "8",
        "9",
    ]
    assert not {"<script", "<button", "<i "} & set(re.findall(r"<\w+ ?", html))
    assert str(bench.linked("app/models/order.rb").within(8, 8)) == (
        "app/models/order.rb\n    8     Billing::Ledger.new(self).book_entry(rate)"
    )


def test_a_file_that_is_not_there_has_no_links(bench: Workbench) -> None:
    assert bench.linked("gone.rb") == LinkedCode("gone.rb")


def drawn(bench: Workbench, path: str) -> str:
    excerpt = Excerpt(path, 1, FILES[path], "ruby", linked=bench.linked(path))
    return code_pane([excerpt], name="p", pages=PageLinks("", "shop"))


def test_the_pane_keeps_every_letter_and_links_stay_inside_the_session(bench: Workbench) -> None:
    html = drawn(bench, "app/models/order.rb")
    shown = [
        unescape(re.sub("<[^>]+>", "", line)) for line in re.findall(r'<span class="t">(.*?)</span></div>', html, re.DOTALL)
    ]
    assert shown == FILES["app/models/order.rb"].rstrip("\n").split("\n")
    assert 'href="/code?index=shop&amp;unit=method%3AOrder%23settle_balance" data-go=""' in html
    assert re.search(r'<button type="button" class="x inferred many"[^>]*>(<i[^>]*>)?payer', html)
    assert 'aria-label="2 users of Order#settle_balance"' in html


def test_what_is_told_of_names_is_json_that_cannot_leave_its_place(bench: Workbench) -> None:
    html = drawn(bench, "app/controllers/orders_controller.rb")
    (text,) = re.findall(r'<script type="application/json" data-told="">(.*?)</script>', html, re.DOTALL)
    assert "<" not in text
    told = json.loads(text)
    assert any("Adds up what is paid." in card for card in told["cards"])
    assert html.count("</script>") == 1
