"""Services of others: which hosts and clients count, which do not, and the question that lists them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from core.inspect.outside_services import CLIENT, HOST, outside_services
from core.search.templates import lookup_named
from core.workbench import Workbench
from tests.asked_index import asked_index

_FILES = {
    "app/services/column_service.rb": """
        class ColumnService
          BASE = "https://api.column.com"
          def self.pay(amount)
            # Faraday.get("https://api.commented.com/v1")
            Faraday.post("https://bank.plain.org/transfers", amount: amount)
          end
        end
    """,
    "app/models/charge.rb": """
        class Charge
          def capture = Stripe::Charge.create(amount: 1)
          def page = "https://dashboard.stripe.com/payments"
        end
    """,
    "app/models/square.rb": "class Square\n  def side = Square.new\nend\n",
    "app/models/slack.rb": 'class Link\n  NAME = "Slack::Web"\n  AT = "https://api.example.com/v1"\nend\n',
    "lib/report.py": "import boto3\nimport discordant\nfrom sentry_sdk.integrations import django\n",
    "web/mail.ts": 'import mail from "@sendgrid/mail"\nimport x from "@sendgrids/mail"\n',
    "spec/charge_spec.rb": 'describe { Twilio::REST.new; Faraday.get("https://api.spec.com") }\n',
    "docs/call.rb": 'Faraday.get("https://api.docs.com")\n',
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "outside", "outside", {path: dedent(text).lstrip() for path, text in _FILES.items()})


def test_clients_of_known_services_and_hosts_of_interfaces_are_found_with_their_lines(bench: Workbench) -> None:
    found = {(one.kind, one.name): [(line.file_path, line.line) for line in one.lines] for one in outside_services(bench.index)}
    assert found == {
        (CLIENT, "Amazon Web Services"): [("lib/report.py", 1)],
        (CLIENT, "SendGrid"): [("web/mail.ts", 1)],
        (CLIENT, "Sentry"): [("lib/report.py", 3)],
        (CLIENT, "Stripe"): [("app/models/charge.rb", 2)],
        (HOST, "api.column.com"): [("app/services/column_service.rb", 2)],
        (HOST, "bank.plain.org"): [("app/services/column_service.rb", 5)],
    }


def test_they_are_listed_when_a_question_asks_for_all_of_them(bench: Workbench) -> None:
    text = bench.answer("Which external services does the app call?", model=False).text
    assert text.startswith("Clients of 4 services that are known by name, 2 hosts that the code asks.")
    assert "- api.column.com: app/services/column_service.rb:2" in text


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What third-party APIs does this application use?", True),
        ("list all external services", True),
        ("Which external systems is it integrated with?", True),
        ("What external services are called when an order is placed?", False),
        ("Which external service sends text messages?", False),
        ("Which external users are there?", False),
    ],
)
def test_only_a_question_for_all_of_them_is_answered_so(question: str, asked: bool) -> None:
    assert (lookup_named(question, "services") is not None) == asked
