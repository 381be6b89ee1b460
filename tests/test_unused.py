"""What nothing uses is listed with a verdict: unused only where no text writes it in any form that Rails knows."""

from __future__ import annotations

import pytest

from core.errors import SettingsError
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import open_workbench

FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  resources :orders, only: [:index, :show, :edit]\nend\n",
    "config/schedule.yml": "sweep:\n  cron: '0 * * * *'\n  class: SweepJob\n",
    "app/jobs/application_job.rb": "class ApplicationJob < ActiveJob::Base\nend\n",
    "app/jobs/sweep_job.rb": "class SweepJob < ApplicationJob\n  def perform\n  end\nend\n",
    "app/jobs/mend_job.rb": "class MendJob < ApplicationJob\n  def perform\n  end\nend\n",
    "app/jobs/grow_job.rb": "class GrowJob < ApplicationJob\n  def perform\n  end\nend\n",
    "app/services/runner.rb": 'class Run\n  def run(what)\n    Kernel.enqueue(:grow)\n    send("paint_#{what}")\n  end\nend\n',
    "app/models/order.rb": (
        "class Order < ApplicationRecord\n  scope :late, -> { where(late: true) }\n  scope :early, -> { where(late: false) }\n"
        "  validate :is_fine\n  def self.tardy\n    late\n  end\n  def is_fine\n  end\n  def forgotten_thing\n  end\n"
        "  def paint_red\n  end\n  def to_param\n  end\n  def only_tested_thing\n  end\n  belongs_to :buyer\nend\n"
    ),
    "app/helpers/orders_helper.rb": "module OrdersHelper\n  def price_tag\n  end\n  def lost_tag\n  end\nend\n",
    "app/views/orders/index.html.erb": "<%= price_tag %>\n<%# lost_tag %>\n",
    "db/schema.rb": (
        'ActiveRecord::Schema.define(version: 1) do\n  create_table "orders" do |t|\n    t.integer "buyer_id"\n'
        '    t.string "code"\n    t.string "note"\n    t.string "city"\n    t.index ["code", "city"], name: "i"\n  end\n'
        '  create_table "editors" do |t|\n    t.integer "buyer_id"\n    t.integer "limit_of_low"\n'
        '    t.integer "lost_limit"\n  end\n'
        '  create_table "buyers" do |t|\n    t.integer "editors_count"\n    t.string "unlock_token"\n  end\nend\n'
    ),
    "app/services/finder.rb": (
        "class Finder\n  def one\n    Order.where(code: 1)\n    Order.where(code: 1, note: 2)\n  end\n"
        "  def two\n    Order.where(note: 2)\n    Order.where(city: 3)\n  end\nend\n"
    ),
    "app/services/steps.rb": "class Steps\n  def go(step)\n    send(step)\n  end\n  def hidden_step\n  end\nend\n",
    "app/services/sender.rb": (
        "class Sender\n  def go(it, step)\n    it.send(step)\n    send(:fixed, go: 1)\n  end\n  def stale_step\n  end\nend\n"
    ),
    **{
        f"app/services/{name}.rb": (
            f"class {name.title()}\n  def key_for_locks\n  end\n  def delivering_email(mail)\n  end\nend\n"
        )
        for name in ("alpha", "beta", "gamma")
    },
    "app/models/buyer.rb": "class Buyer < ApplicationRecord\n  has_many :orders\nend\n",
    "app/controllers/application_controller.rb": "class ApplicationController < ActionController::Base\nend\n",
    "app/controllers/orders_controller.rb": (
        'class OrdersController < ApplicationController\n  def show\n    render partial: "row_#{kind}"\n  end\n'
        "  def stranded\n    redirect_to root_path, notice: t('.gone')\n  end\nend\n"
    ),
    "app/views/orders/_row_red.html.erb": "<p>\n",
    "app/views/orders/_order.html.erb": "<p>\n",
    "app/views/orders/_dusty.html.erb": "<p>\n",
    "app/views/editors/show.html.erb": '<%= render chosen, x: 1 %><%= t(".#{kind}") %><%= t ".two words" %>\n',
    "app/views/editors/_plain.html.erb": "<p>\n",
    "app/views/themes/_dark.html.erb": "<p>\n",
    "app/models/editor.rb": (
        "class Editor < ApplicationRecord\n  belongs_to :buyer, counter_cache: true\n  THEMES = %w[light dark]\n"
        '  def all_limits\n    KINDS.map { |kind| public_send("limit_of_#{kind}") }\n  end\n  KINDS = %w[\n    low\n    high\n'
        "  ]\nend\n"
    ),
    "app/controllers/editors_controller.rb": "class EditorsController < ApplicationController\nend\n",
    "app/controllers/themes_controller.rb": "class ThemesController < ApplicationController\nend\n",
    "Gemfile": "gem 'devise'\ngem 'liquid'\ngem 'avo'\neval Loader.gems_from_here\n",
    "app/models/loader.rb": (
        "class Loader\n  def self.gems_from_here\n  end\n  def shown_in_text\n  end\n  def matches?(one)\n  end\n"
        "  TEXT = <<~TEXT\n    #{new.shown_in_text}\n  TEXT\nend\n"
    ),
    "app/models/text_filters.rb": "module TextFilters\n  def louder_text(it)\n  end\nend\n",
    "app/views/orders/lost.html.erb": "<%= render @orders %><%= t('.title') %><%= t('orders.known') %>\n",
    "config/locales/en.yml": (
        "en:\n  orders:\n    known: a\n    faded: b\n    lost:\n      title: c\n    stranded:\n      gone: d\n"
        "  errors:\n    format: e\n  editors:\n    show:\n      plain: f\n      two words: g\n"
        "  kinds:\n    high: h\n  avo:\n    more: i\n"
    ),
    "spec/models/order_spec.rb": "describe Order do\n  it { expect(Order.new.only_tested_thing).to be }\nend\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("unused")
    for path, text in FILES.items():
        file = folder / "shop" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    settings = read_settings({"home": str(folder / "home")})
    index_checkout(folder / "shop", settings, vectors=False)
    return open_workbench("shop", settings=settings)


def verdicts(bench, type_: str) -> dict[str, str]:
    return {one.unit.partition(":")[2]: one.usage for one in bench.analyse.unused(type_)}


def test_a_method_that_no_text_names_has_no_users_and_one_that_a_symbol_or_a_computed_name_may_mean_is_unknown(shop):
    found = verdicts(shop, "method")
    assert found["Order#forgotten_thing"] == "unused"
    assert found["Order#paint_red"] == "possibly used"
    assert "Order#to_param" not in found  # Rails calls it by its name
    assert found.get("Order#is_fine", "possibly used") == "possibly used"


def test_a_class_that_sends_itself_a_name_it_is_given_may_call_any_of_its_methods(shop):
    found = verdicts(shop, "method")
    assert found["Steps#hidden_step"] == "possibly used"
    assert found["Sender#stale_step"] == "unused"


def test_a_heredoc_the_gemfile_and_libraries_that_call_by_name_use_methods(shop):
    found = verdicts(shop, "method")
    assert "TextFilters#louder_text" not in found  # Liquid calls it by its name
    assert "Loader#matches?" not in found
    assert {found.get("Loader.gems_from_here", "possibly used"), found.get("Loader#shown_in_text", "possibly used")} == {
        "possibly used"
    }


def test_a_method_that_several_classes_have_and_no_line_calls_may_be_called_by_a_library(shop):
    found = {one.unit: one for one in shop.analyse.unused("method")}
    assert found["method:Alpha#key_for_locks"].usage == "possibly used"
    assert found["method:Alpha#key_for_locks"].why == "3 classes have a method of this name, so a library may call it"
    assert "method:Alpha#delivering_email" not in found


def test_what_only_tests_name_has_no_users_and_its_lines_say_so(shop):
    one = next(one for one in shop.analyse.unused("method") if one.unit == "method:Order#only_tested_thing")
    assert (one.usage, one.lines, one.why) == ("unused", ("spec/models/order_spec.rb:2",), one.why)
    assert one.why == "only tests mention it: spec/models/order_spec.rb:2"


def test_what_was_searched_is_said_once_and_what_may_be_dead_comes_before_what_a_library_may_call(shop):
    found = shop.analyse.unused("method")
    assert sum("files indexed" in note for note in found.notes) == 1
    assert not any("indexed" in one.why for one in found)
    possibly = [one.unit for one in found if one.usage == "possibly used"]
    assert possibly.index("method:Loader.gems_from_here") < possibly.index("method:Alpha#key_for_locks")


def test_a_scope_is_used_by_another_line_of_its_class_and_a_helper_not_by_a_comment(shop):
    assert verdicts(shop, "scope").get("Order.early") == "unused"
    assert verdicts(shop, "scope").get("Order.late") != "unused"
    assert verdicts(shop, "helper") == {"OrdersHelper#lost_tag": "unused"}


def test_a_job_is_alive_when_a_schedule_or_a_symbol_names_it(shop):
    found = verdicts(shop, "job")
    assert found["MendJob"] == "unused"
    assert found["GrowJob"] == "possibly used"
    assert found.get("SweepJob") != "unused"


def test_partials_are_rendered_by_records_and_by_computed_names(shop):
    found = verdicts(shop, "partial")
    assert found["orders/_dusty"] == "unused"
    assert found["orders/_row_red"] == "possibly used"
    assert found.get("orders/_order") != "unused"
    assert verdicts(shop, "template") == {"orders/lost": "unused", "editors/show": "unused"}


def test_a_partial_that_a_variable_or_a_list_of_words_may_name_is_unknown(shop):
    found = verdicts(shop, "partial")
    assert (found["editors/_plain"], found["themes/_dark"]) == ("possibly used", "possibly used")


def test_a_column_is_read_by_a_library_by_a_computed_name_or_as_a_counter(shop):
    found = {one.column: (one.usage, one.why) for one in shop.analyse.unread_columns()}
    assert "buyers.unlock_token" not in found
    assert found["editors.lost_limit"] == ("unused", "no other line uses the name")
    assert found["editors.limit_of_low"] == ("possibly used", "app/models/editor.rb:5 may compute this name")
    assert found["buyers.editors_count"] == ("possibly used", "counter cache of an association, read by `size`")


def test_a_route_without_action_and_an_action_without_route_are_found(shop):
    assert verdicts(shop, "route") == {"GET /orders/:id/edit": "unused"}
    assert verdicts(shop, "action") == {"OrdersController#stranded": "unused"}


def test_a_translation_is_looked_up_by_its_key_or_as_rails_completes_it_or_by_a_library(shop):
    found = {one.unit: one.usage for one in shop.analyse.unused("translation")}
    assert found == {
        "orders.faded": "unused", "orders.stranded.gone": "possibly used", "errors.format": "not analysed",
        "editors.show.plain": "possibly used",  # the template computes keys of its own
        "avo.more": "not analysed", "kinds.high": "possibly used",  # alone on a line of a list of words
    }  # fmt: skip


def test_a_column_that_queries_go_by_needs_an_index_that_begins_with_it(shop):
    found = {one.column: [line.line for line in one.lines] for one in shop.analyse.missing_indexes()}
    assert found.pop("orders.buyer_id")
    assert found.pop("editors.buyer_id")
    assert found == {"orders.note": [7], "orders.city": [8]}  # line 4 is served by the index of the code


def test_who_uses_a_unit_most_comes_first_with_one_line_each(shop):
    rows = [(row["unit"], row["line"]) for row in shop.dependents("model:Order", kinds=("references", "has_many")).rows]
    assert len({unit.partition("#")[0] for unit, _ in rows[:2]}) == 2


def test_an_unknown_type_is_answered_with_the_nearest(shop):
    with pytest.raises(SettingsError, match="Did you mean 'scope'"):
        shop.analyse.unused("scop")
    with pytest.raises(SettingsError, match="has no types"):
        shop.analysis("hubs", type_="scope")
