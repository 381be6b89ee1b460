"""Requests of flows with their addresses: clients that a block is given, wrappers, what is called like a client."""

from __future__ import annotations

import pytest

from core.extract.outgoing import outgoing_calls
from core.flow.outside import is_asked
from core.workbench import Workbench
from tests.asked_index import asked_index

FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "app/services/bank.rb": """class Bank
  def self.conn
    @conn ||= Faraday.new(url: "https://bank.example")
  end

  def self.post(path, given)
    conn.post(path, given).body
  end

  def self.lent
    Net::HTTP.start("bank.example", 443) do |http|
      http.request(Net::HTTP::Get.new("/"))
    end
  end

  def self.held
    url = "https://bank.example/rates"
    Faraday.get(url)
  end

  def self.answered
    answer = conn.post("/names", {})
    answer.body.dig("a").delete("/")
  end

  def self.given
    Service.call(BankApi) do |api|
      api.get "/orders/#{id}"
    end
  end

  def self.none
    names.delete("/")
    old_client.delete("name")
  end
end
""",
    "app/services/pay.rb": 'class Pay\n  def call\n    Bank.post("/payments", {})\n  end\nend\n',
}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "flow_requests", "shop", FILES)


@pytest.mark.parametrize(
    ("method", "asked"),
    [
        ("post", ["conn.post"]), ("lent", ["http.request"]), ("held", ['Faraday.get "https://bank.example/rates"']),
        ("answered", ['conn.post "/names"']), ("given", ['api.get "/orders/#{id}"']), ("none", []),
    ],
)  # fmt: skip
def test_a_request_is_told_once_with_its_address(bench: Workbench, method: str, asked: list[str]) -> None:
    assert [step.what for _, step in bench.flow(f"Bank.{method}").walk() if step.kind == "request"] == asked


def test_a_call_of_a_method_that_asks_is_told_with_its_address(bench: Workbench) -> None:
    (call,) = (step for _, step in bench.flow("Pay#call").walk() if step.kind == "call" and "Bank" in step.what)
    assert call.what == 'Bank.post "/payments"'
    assert call.unit == "method:Bank.post"


def test_what_an_answer_is_asked_further_asks_nobody() -> None:
    assert is_asked("Faraday.new", "conn", "post", "")
    assert is_asked("Net::HTTP.start", "http", "get", '"/a"')
    assert not is_asked("Faraday.new.post.body", "answer.body", "delete", "")


def test_a_client_that_a_block_is_given_is_read_for_sets() -> None:
    text = 'Service.call(BankApi) do |api|\n  api.get "/orders/#{id}"\nend\n'
    assert [(one.verb, one.path) for one in outgoing_calls("a.rb", "ruby", text)] == [("GET", "/orders/*")]
