"""The sample shop, its made-up past and the question sets: they are what the other tests and the demo stand on."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tree_sitter_ruby
from tree_sitter import Language, Parser

from core.model.run import INTENTS, SCOPES

DATA = Path(__file__).parents[1] / "data"
SAMPLE = DATA / "sample"
SETS = sorted((DATA / "questions").glob("*.json"))
FURTHER = sorted((DATA / "questions" / "further").glob("*.json"))
# A folder that holds the checkouts of the other question sets, each named as its set: redmine-5.0.4 and so on.
CHECKOUTS = Path(os.environ.get("ORIENTEER_CHECKOUTS", DATA.parents[1] / "shared" / "checkouts"))

_DEFINES = (
    r"(?:class|module|struct|enum|trait|union|type|mod|macro_rules|create_table|def|fn|impl|const|static)\b"
    r"[^\n]*?\b{name}(?![\w])"
)
_MEMBER = r"(?:def|fn|const|event|state|scope|task|class|attr_\w+)\s+(?:self\.|:)?{name}(?![\w?!])"


def read_set(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def root_of(path: Path) -> Path:
    root = SAMPLE if path.stem == "sample" else CHECKOUTS / path.stem
    if not root.is_dir():
        pytest.skip(f"{root} is not there; name the folder of checkouts in ORIENTEER_CHECKOUTS")
    return root


@pytest.fixture(params=SETS, ids=lambda path: path.stem)
def question_set(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture(scope="module")
def make_history() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_history", DATA / "make_history.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_history"] = module
    spec.loader.exec_module(module)
    return module


def mentions(name: str) -> list[str]:
    """Return the files of the sample's code that contain the name as a word, without specs."""
    places = sorted(path.relative_to(SAMPLE).as_posix() for path in SAMPLE.rglob("*.*") if path.is_file())
    code = [place for place in places if not place.startswith(("spec/", "docs/")) and not place.endswith(".md")]
    return [place for place in code if re.search(rf"\b{name}\b", (SAMPLE / place).read_text("utf-8"))]


def test_every_ruby_file_of_the_sample_is_valid():
    parser = Parser(Language(tree_sitter_ruby.language()))
    files = [
        path
        for path in SAMPLE.rglob("*")
        if path.suffix in {".rb", ".rake", ".gemspec"} or path.name in {"Gemfile", "Rakefile"}
    ]
    assert len(files) > 90
    assert [path.name for path in files if parser.parse(path.read_bytes()).root_node.has_error] == []


def test_dead_code_is_named_nowhere_else():
    assert mentions("ImportSpreadsheet") == ["app/services/catalogue/import_spreadsheet.rb"]
    assert mentions("price_with_strikethrough") == ["app/helpers/legacy_price_helper.rb"]


def test_the_live_handler_is_named_only_by_a_string():
    assert mentions("GiveBack") == ["app/services/inventory/give_back.rb", "config/initializers/event_subscribers.rb"]


def test_the_misplaced_module_is_used_only_by_another_namespace():
    users = [place for place in mentions("PostcodeNormaliser") if "notifications/" not in place]
    assert users == ["app/services/shipping/carrier_client.rb", "app/services/shipping/rates.rb"]


@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("checkout/place_order.rb", "Payments::Charge.call"),
        ("payments/charge.rb", "Checkout::PlaceOrder.finish"),
        ("inventory/allocate.rb", "Shipping::Splitter.new"),
        ("shipping/splitter.rb", "Rates.parcel"),
        ("shipping/rates.rb", "Inventory::Allocate.likely_warehouse"),
    ],
)
def test_the_cycles_are_calls(source: str, call: str):
    assert call in (SAMPLE / "app/services" / source).read_text("utf-8")


def test_every_event_that_is_subscribed_to_is_recorded_or_made_from_a_state():
    subscriptions = (SAMPLE / "config/initializers/event_subscribers.rb").read_text("utf-8")
    wanted = set(re.findall(r'subscribe "([a-z_]+\.[a-z_]+)"', subscriptions))
    recorded = {name for path in SAMPLE.rglob("*.rb") for name in re.findall(r'record\("([a-z_.]+)"', path.read_text("utf-8"))}
    assert wanted <= recorded


def test_every_subscriber_exists():
    subscriptions = (SAMPLE / "config/initializers/event_subscribers.rb").read_text("utf-8")
    for handler in set(re.findall(r', +"([\w:]+)"', subscriptions)):
        assert any(place.startswith(("app/", "engines/")) for place in mentions(handler.split("::")[-1])), handler


@pytest.mark.needs_git
def test_the_same_date_gives_the_same_commits(make_history: ModuleType, tmp_path: Path):
    heads = set()
    for name in ("one", "two"):
        make_history.make_history(tmp_path / name, date(2026, 6, 30))
        heads.add(subprocess.check_output(["git", "-C", str(tmp_path / name), "rev-parse", "HEAD"], text=True))
    assert len(heads) == 1


@pytest.mark.needs_git
def test_the_history_ends_with_the_sample_and_has_a_hot_file(make_history: ModuleType, tmp_path: Path):
    make_history.make_history(tmp_path, date(2026, 6, 30))
    for path, text in make_history.sample_files().items():
        assert (tmp_path / path).read_text("utf-8") == text
    assert len(list(tmp_path.rglob("*.rb"))) == len(list(SAMPLE.rglob("*.rb")))
    log = ["git", "-C", str(tmp_path), "log", "--format=%an"]
    recent = subprocess.check_output([*log, "--since=2026-04-01", "--", "app/models/order.rb"], text=True).split("\n")
    assert len(recent) > 10
    assert len(set(subprocess.check_output(log, text=True).strip().split("\n"))) == 12


def test_a_history_is_never_written_over_something(make_history: ModuleType, tmp_path: Path):
    (tmp_path / "mine").write_text("keep me")
    with pytest.raises(FileExistsError, match="not empty"):
        make_history.make_history(tmp_path, date(2026, 6, 30))


def test_the_sample_has_enough_questions_of_every_kind():
    queries = read_set(DATA / "questions" / "sample.json")["queries"]
    assert len(queries) >= 48


def test_a_set_covers_all_intents_and_scopes_and_mostly_does_not_name_the_code(question_set: Path):
    queries = read_set(question_set)["queries"]
    assert {query["intent"] for query in queries} == set(INTENTS)
    assert {query["scope"] for query in queries} == set(SCOPES)
    assert sum(not query["names_code"] for query in queries) >= 0.6 * len(queries)
    assert len({query["id"] for query in queries}) == len(queries)


def test_every_question_has_an_essential_place_and_the_split_of_its_id(question_set: Path):
    for query in read_set(question_set)["queries"]:
        assert 2 in [place["grade"] for place in query["relevant"]], query["id"]
        odd = int(hashlib.sha1(query["id"].encode()).hexdigest(), 16) % 2
        assert query["split"] == ("report" if odd else "develop"), query["id"]


def test_a_further_set_is_for_one_purpose_as_a_whole():
    for path in FURTHER:
        queries = read_set(path)["queries"]
        assert len({query["split"] for query in queries}) == 1
        assert all(2 in [place["grade"] for place in query["relevant"]] for query in queries)
        assert sum(not query["names_code"] for query in queries) >= 0.6 * len(queries)


@pytest.mark.parametrize("question_set", [*SETS, *FURTHER], ids=lambda path: path.stem)
def test_most_places_name_a_member_or_lines(question_set: Path):
    places = [place for query in read_set(question_set)["queries"] for place in query["relevant"]]
    assert sum("member" in place or "start_line" in place for place in places) >= 0.85 * len(places)
    assert all(1 <= place["start_line"] <= place["end_line"] for place in places if "start_line" in place)


@pytest.mark.parametrize("question_set", [*SETS, *FURTHER], ids=lambda path: path.stem)
def test_every_labelled_place_exists(question_set: Path):
    root = root_of(question_set)
    missing = [
        f"{query['id']}: {place}"
        for query in read_set(question_set)["queries"]
        for place in query["relevant"]
        if not exists(root, place)
    ]
    assert missing == []


def exists(root: Path, place: dict[str, Any]) -> bool:
    file = root / place["file"]
    if not file.is_file():
        return False
    text = file.read_text("utf-8", errors="replace")
    name = re.escape(re.split(r"::|\.", place["unit"])[-1])
    if place["unit"] != place["file"] and not re.search(_DEFINES.format(name=name), text):
        return False
    lines = text.splitlines()
    if not all(lines[place[edge] - 1].strip() for edge in ("start_line", "end_line") if edge in place):
        return False
    return "member" not in place or bool(re.search(_MEMBER.format(name=re.escape(place["member"])), text))
