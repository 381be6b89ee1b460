"""Messages that a repository sends to itself are relations of its index: flows and what depends on what go through them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from core import open_workbench
from core.extract.file_edit import SeenElsewhere
from core.extract.run import extract
from core.model import Extraction
from core.pipeline.indexing import index_checkout
from core.pipeline.own_messages import hold_against_messages, with_messages
from core.settings import ExtractSettings, read_settings
from tests.shared import checkout

FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "app/services/pay.rb": "class Pay\n  PAID = 'paid.order'.freeze\n\n  def call(order)\n"
    "    ActiveSupport::Notifications.instrument(PAID, order: order)\n"
    "    Redis.current.publish(\"timeline:#{order.id}\", order.to_json)\n"
    "    Sidekiq::Client.push('class' => 'SettleJob', 'args' => [order.id])\n"
    "    Karafka.producer.produce_async(topic: Topics::ORDERS, payload: order.to_json)\n  end\nend\n",
    "app/services/topics.rb": "module Topics\n  ORDERS = 'orders'\nend\n",
    "app/services/ledger.rb": "class Ledger\n  def self.book(id)\n    Booking.create!(id: id)\n  end\nend\n",
    "app/models/booking.rb": "class Booking < ApplicationRecord\nend\n",
    "app/jobs/settle_job.rb": "class SettleJob\n  include Sidekiq::Job\n\n  def perform(id)\n    Ledger.book(id)\n  end\nend\n",
    "app/subscribers/paid_subscriber.rb": "class PaidSubscriber\n  def call(*args)\n    Ledger.book(args)\n  end\nend\n\n"
    "ActiveSupport::Notifications.subscribe('paid.order', PaidSubscriber.new)\n",
    "karafka.rb": "class App < Karafka::App\n  routes.draw do\n    topic :orders do\n      consumer OrdersConsumer\n    end\n"
    "  end\nend\n\nclass OrdersConsumer < Karafka::BaseConsumer\n  def consume\n    Ledger.book(messages)\n  end\nend\n",
    "streaming/index.js": "const redis = require('redis')\nfunction listen(channel) {\n"
    "  client.subscribe(`timeline:${channel}`, onMessage)\n}\nfunction onMessage(message) {\n  console.log(message)\n}\n",
}  # fmt: skip
SENT = {
    ("method:PaidSubscriber#call", 5, "declared"), ("function:streaming/index.js:onMessage", 6, "inferred"),
    ("method:SettleJob#perform", 7, "declared"), ("method:OrdersConsumer#consume", 8, "declared"),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return checkout(tmp_path_factory.mktemp("messages") / "shop", **FILES)


@pytest.fixture(scope="module")
def read(folder) -> Extraction:
    return extract(folder, ExtractSettings())


def test_who_waits_for_a_message_in_the_same_repository_gets_it(read):
    found, _ = with_messages(read)
    sent = [one for one in found.relations if one.kind == "publishes"]
    assert {one.source for one in sent} == {"method:Pay#call"}
    assert {(one.target, one.line, one.certainty) for one in sent} == SENT
    assert {(one.file_path, one.origin) for one in sent} == {("app/services/pay.rb", "message")}
    (pay,) = (unit for unit in found.units if unit.key == "method:Pay#call")
    assert {(fact["system"], fact["name"]) for fact in pay.metadata["messages"]} == {
        ("event", "paid.order"), ("redis", "timeline:…"), ("sidekiq", "SettleJob"), ("kafka", "orders"),
    }  # fmt: skip


def test_a_job_that_nobody_starts_by_name_waits_for_no_message(tmp_path):
    job = "class NightJob\n  include Sidekiq::Job\n\n  def perform\n  end\nend\n"
    found, _ = with_messages(extract(checkout(tmp_path / "a", **{"app/jobs/night_job.rb": job}), ExtractSettings()))
    assert not any("messages" in unit.metadata for unit in found.units)


def test_a_repository_without_messages_stays_as_it_is(tmp_path):
    read = extract(
        checkout(tmp_path / "a", **{"a.rb": "class A\n  def publish(x)\n    redis(x)\n  end\nend\n"}), ExtractSettings()
    )
    assert with_messages(read)[0] == read


def test_flows_and_what_depends_on_what_go_through_messages(folder, tmp_path):
    settings = {"home": str(tmp_path)}
    index_checkout(folder, read_settings(settings), name="shop", vectors=False)
    bench = open_workbench("shop", settings=settings)
    told = str(bench.flow("Pay#call"))
    assert "4 messages" in told
    assert "save Booking.create!" in told
    users = {(row["unit"], row["distance"]) for row in bench.dependents("Ledger.book", 2).to_rows()}
    assert ("method:Pay#call", 2) in users
    assert "method:Pay#call" in {row["unit"] for row in bench.impact(name="Ledger.book", depth=2).to_rows()}


@pytest.mark.parametrize(("path", "text", "alone"), [
    ("app/services/ledger.rb", FILES["app/services/ledger.rb"] + "# x\n", True),
    ("app/services/topics.rb", "module Topics\n  ORDERS = 'bills'\nend\n", False),
    ("app/jobs/settle_job.rb", "\n" + FILES["app/jobs/settle_job.rb"], False),
    ("app/services/ledger.rb", "# Topics::ORDERS\n" + FILES["app/services/ledger.rb"], False),
    ("app/services/ledger.rb", "class Ledger\n  def self.book(id)\n    Redis.current.publish('x', id)\n  end\nend\n", False),
])  # fmt: skip
def test_an_edit_that_may_change_who_gets_what_is_not_followed_by_itself(read, path, text, alone):
    change = SimpleNamespace(path=path, text=text, new=SimpleNamespace(language="ruby"))
    _, kept = with_messages(read)
    if alone:
        hold_against_messages([change], kept)
    else:
        with pytest.raises(SeenElsewhere):
            hold_against_messages([change], kept)
