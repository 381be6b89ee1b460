"""The probe on Rails 7.2 and newer: what its newer macros become, and that files and application agree on all of it."""

from __future__ import annotations

import pytest

from core.extract.run import extract
from core.model import CodeUnit, Extraction
from core.probe import merge_probe, plan_probe, read_probe, run_probe
from core.probe.compare import TRUST
from core.probe.read import Probe
from core.settings import ExtractSettings
from tests.probe_modern import RUNNER, make_modern, need_modern_rails


@pytest.fixture(scope="module")
def modern(tmp_path_factory: pytest.TempPathFactory) -> tuple[Probe, Extraction]:
    need_modern_rails()
    root = make_modern(tmp_path_factory.mktemp("modern") / "app")
    answer = root.parent / "answer.json"
    run_probe(plan_probe(root, answer, runner=RUNNER, env="production"))
    probe = read_probe(answer)
    return probe, merge_probe(extract(root, ExtractSettings()), probe)


def _unit(extraction: Extraction, key: str) -> CodeUnit:
    return next(unit for unit in extraction.units if unit.key == key)


def test_everything_can_be_asked(modern: tuple[Probe, Extraction]) -> None:
    assert modern[0].rows("errors") == ()


def test_files_and_application_agree_on_every_fact(modern: tuple[Probe, Extraction]) -> None:
    tallies = {name: row for name, row in modern[1].tallies.items() if name.startswith(TRUST) and "both" in row}
    assert {name for name, row in tallies.items() if sum(row.values()) != row["both"]} == set()
    assert sum(row["both"] for row in tallies.values()) > 140


def test_a_block_given_to_a_callback_has_its_line(modern: tuple[Probe, Extraction]) -> None:
    account = next(row for row in modern[0].models if row["name"] == "Account")
    blocks = [one for one in account["callbacks"] if one.get("block") and one["event"] == "commit"]
    assert {"file": "app/models/account.rb", "line": 14} in [one.get("declared_at") for one in blocks]


def test_what_is_code_in_the_file_has_its_value_from_the_application(modern: tuple[Probe, Extraction]) -> None:
    lengths = [one for one in _unit(modern[1], "model:Account").metadata["validations"] if one["kind"] == "length"]
    assert {one["name"]: one["at_runtime"] for one in lengths} == {
        "email": {"minimum": 3, "maximum": 80}, "name": {"maximum": 80},
    }  # fmt: skip


def test_routes_of_an_engine_are_the_engines_own_lines_and_those_of_rails_are_left_out(
    modern: tuple[Probe, Extraction],
) -> None:
    routes = {row["path"].removesuffix("(.:format)"): row.get("declared_at") or {} for row in modern[0].routes}
    assert routes["/billing/invoices"] == {"file": "engines/billing/config/routes.rb", "line": 2}
    assert routes["/rails/active_storage/direct_uploads"]["via"]["origin"] == "gem:activestorage"
    assert not [unit.identifier for unit in modern[1].units if unit.type == "route" and "/rails/" in unit.identifier]
