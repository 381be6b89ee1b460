"""What the answers of an agent's tools say: the whole of an index, flows page by page, large classes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from core.mcp.calls import Reply, called
from core.mcp.toolset import TOOLS
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from tests.page_index import sample_index
from tests.shared import made_once

pytest.importorskip("mcp", reason="Agents need the protocol's library: pip install 'orienteer[mcp]'")


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Reply]:
    home: Path = made_once(tmp_path_factory, "sample", sample_index)
    indexes = ServedIndexes(read_settings({"home": str(home)}), "sample")
    return lambda name, **arguments: called(indexes, TOOLS, f"codebase_{name}", arguments)


def test_the_structure_says_what_the_project_is_what_it_does_and_where_it_is_entered(call: Callable[..., Reply]) -> None:
    text = call("structure", max_tokens=4_000).text
    assert "Built with " in text
    assert "About Order, " in text
    assert re.search(r"Key actions:\n  POST .*(saves|enqueues).*  config/routes\.rb:\d+", text)
    told = text.partition("Entry points (starts):\n")[2].splitlines()
    places = [line for line in told if line.startswith("  ") and not line.startswith("  file:")]
    assert places
    assert all(re.search(r"\.\w+:\d+  .+ \(\d+\)$", line) for line in places), places


def test_a_flow_that_does_not_fit_tells_its_weightiest_steps_and_goes_on_with_an_offset(call: Callable[..., Reply]) -> None:
    entry = {"entry": "OrdersController#cancel", "max_tokens": 300}
    short = call("flow", **entry).text
    assert short.endswith("Pass every=true for all, in order.")
    assert "Payments::Charge.let_go" in short  # what leads to what is seen from outside, however late it comes
    found: list[str] = []
    text = "more: offset=0"
    while "more: offset=" in text:
        text = call("flow", **entry, every=True, offset=len(found)).text
        found += [line for line in text.splitlines()[1:] if not line.startswith("… ")]
    whole = call("flow", entry="OrdersController#cancel", max_tokens=20_000).text.splitlines()
    assert found == whole[1:]


def test_a_large_class_is_told_with_its_users_facts_of_every_kind_and_members_before_its_code(
    call: Callable[..., Reply],
) -> None:
    lines = call("lookup", identifier="Order", max_tokens=1_000).text.splitlines()
    kinds = [line.partition(":")[0] for line in lines[1:]]
    assert {"dependents", "dependencies", "associations", "validations", "columns", "members"} <= set(kinds)
    assert lines[-1].startswith("code: ")
    assert "Look up a member" in lines[-1]


def test_an_agent_is_told_the_tests_of_a_unit_and_those_to_run_for_a_diff(call: Callable[..., Reply]) -> None:
    of_unit = call("impact", identifier="Order", tests=True).text.splitlines()
    assert of_unit[0].startswith("Not measured: no coverage reports (orienteer coverage add FILE). ")
    assert "spec/models/order_spec.rb: Order  spec/models/order_spec.rb:3  its code uses it" in of_unit
    diff = "--- a/app/models/order.rb\n+++ b/app/models/order.rb\n@@ -12 +12 @@\n-a\n+b\n"
    for_diff = call("impact", diff=diff, tests=True, limit=2).text.splitlines()
    assert re.match(r"1 changed unit: 0 tests ran them, \d+ more reach them through code", for_diff[0])
    assert for_diff[-1].endswith("more: offset=2")
    assert "no hunk" in call("impact", diff="nothing", tests=True).text
