"""Pasted texts: reports, logs and stack traces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from core import index_checkout, open_workbench, read_settings
from core.cli import cli
from core.search import framed, readings
from tests.retrieval_samples import shop

REPORT = """Parcels are booked twice

When an order with two parcels is packed, the carrier is asked twice, and the customer gets two e-mails. This happens only in
the jobs, not in the controllers. I expected one booking for each parcel, whatever happens while it is packed.

```ruby
Order.find(1).pack!
```

    app/models/order.rb:12:in `place'
    /home/me/.gems/activerecord-7.1/lib/active_record/base.rb:9:in `save'
"""


def test_a_report_is_read_by_its_title_and_whole() -> None:
    title, whole = readings(f"[Bug] - {REPORT}", shop().index)
    assert title == "Parcels are booked twice"
    assert "Order.find" in whole
    log = REPORT[REPORT.index("    app/models") :] * 4
    assert readings(log, shop().index) == (" ".join(log.split()),)  # a log has no title


def test_what_the_template_for_issues_asks_is_not_read(tmp_path: Path) -> None:
    template = "body:\n  - type: input\n    label: Which version do you use?\n    description: Paste it from the footer.\n"
    files = {"app/models/order.rb": "class Order\nend\n", ".github/ISSUE_TEMPLATE/bug.yml": template}
    for path, text in files.items():
        (tmp_path / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / path).write_text(text)
    settings = read_settings({"home": str(tmp_path)})
    index_checkout(tmp_path / "shop", settings=settings, vectors=False)
    filled = "### Which version do you use?\n\n*Paste it from the footer.*\n\n7.1\n\n- [x] I searched first\n<!-- Thanks -->\n"
    title, whole = readings(f"{filled}\n{REPORT}", open_workbench("shop", settings=settings).stores.index)
    assert title == "Parcels are booked twice"
    assert "Order.find" in whole
    assert not re.search("version|footer|searched|Thanks", whole)


@pytest.mark.parametrize("text", ["Who calls Order?", "How are parcels booked,\nand by whom?"])
def test_a_question_is_read_once(text: str) -> None:
    assert readings(text, shop().index) == (text,)


@pytest.mark.parametrize(
    "frame",
    [
        "app/models/order.rb:{}:in `place'",
        "/srv/app/releases/7/app/models/order.rb:{}:in 'Order#place'",
        'File "/srv/app/models/order.rb", line {}, in place',
        "    at place (/srv/app/models/order.rb:{}:7)",
        "C:\\\\shop\\\\app\\\\models\\\\order.rb:{}",
    ],
)
def test_a_place_in_a_stack_trace_is_the_unit_around_its_line(frame: str) -> None:
    index = shop().index
    (wanted,) = (number for number in index.by_file["app/models/order.rb"] if index.keys[number] == "method:Order#call_off!")
    assert framed(frame.format(index.heads[wanted].start_line + 1), index) == ["method:Order#call_off!"]
    assert framed("lib/unknown.rb:3:in `x'", index) == []


def test_what_a_report_says_in_passing_limits_nothing_and_its_places_come_first() -> None:
    index = shop().index
    line = next(head.start_line for head in index.heads if head.key == "method:Order#call_off!") + 1
    run = shop().ask(REPORT.replace("order.rb:12", f"order.rb:{line}"), budget=1_000)
    assert run.plan.filters.types == ()
    assert "method:Order#call_off!" in [unit.unit_key for unit in run.ranked[:2]]
    assert run.context.tokens <= 1_000


def test_a_log_without_prose_leads_to_its_places() -> None:
    head = next(head for head in shop().index.heads if head.key == "method:Order#call_off!")
    log = f"{head.file_path}:{head.start_line + 1}:in `block'\n" + "/usr/lib/ruby/rack.rb:9:in `call'\n" * 5
    assert shop().ask(log, budget=1_000).ranked[0].unit_key == head.key


def test_a_place_that_no_search_finds_is_shown_too() -> None:
    head = next(head for head in shop().index.heads if head.key == "service:Inventory::GiveBack")
    run = shop().ask(f"{REPORT}    {head.file_path}:{head.start_line + 1}:in `call'\n", budget=1_000)
    assert any("Inventory::GiveBack" in unit.unit_key for unit in run.ranked[:5])


def test_the_standard_input_is_a_question() -> None:
    asked = ["ask", "-", "-i", "shop", "--set", "embed.embedder=hash", "--set", "index.vectors=exact"]
    home = {"ORIENTEER_HOME": shop().settings.home}
    done = CliRunner().invoke(cli, asked, input=REPORT, env=home)
    assert done.exit_code == 0, done.output
    assert "app/models/order.rb" in done.stdout
    assert "The question is empty" in str(CliRunner().invoke(cli, asked, input="", env=home).exception)
