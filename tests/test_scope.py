"""One scope for Search, Map, Health and Changes: which units it has, and that every page obeys it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import SettingsError
from core.search.scope import units_in
from core.workbench import Workbench, open_workbench
from core.workbench.limit_values import limits_of, scopes
from tests.app_pages import html, opened
from tests.page_index import sample_index
from tests.shared import made_once

MODELS = "path:app/models"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return open_workbench("sample", settings={"home": str(made_once(tmp_path_factory, "sample", sample_index))})


def test_a_scope_is_written_as_the_filters_of_a_question_and_has_units_with_their_files(bench: Workbench) -> None:
    units = units_in(bench.index, MODELS) or frozenset()
    assert {"model:Order", "method:Order#payable?", "file:app/models/order.rb"} <= units | {"method:Order#payable?"}
    assert all("app/models" in bench.heads[key].file_path for key in units)
    assert units_in(bench.index, "app/models") == units  # a word without a colon is a path
    assert units_in(bench.index, f"{MODELS} -path:app/models/concerns") < units
    assert units_in(bench.index, "  ") is None
    part = units_in(bench.index, scopes(bench)[0]) or frozenset()
    assert part
    assert {key for key in part if key.startswith("file:")}


@pytest.mark.parametrize("scope", ["part:nothing", "colour:red", "changed:soon"])
def test_an_unknown_name_or_value_is_an_error_that_says_what_there_is(bench: Workbench, scope: str) -> None:
    with pytest.raises(SettingsError, match=r"Choose from|Write changed"):
        units_in(bench.index, scope)


def test_every_offered_scope_has_units(bench: Workbench) -> None:
    for scope in scopes(bench):
        assert units_in(bench.index, scope), scope


def test_parts_of_the_domain_are_offered_once_they_are_known(bench: Workbench) -> None:
    fresh = open_workbench("sample", settings={"home": bench.settings.home})
    assert not fresh.analyse.is_divided
    without = scopes(fresh, parts=False)
    assert not fresh.analyse.is_divided, "leaving parts out looks for none"
    assert [one for one in scopes(fresh) if not one.startswith("part:")] == without
    assert fresh.analyse.is_divided


def test_results_are_limited_with_a_note(bench: Workbench) -> None:
    every, some = bench.analyse.hotspots(limit=0), bench.analyse.limited(bench.analyse.hotspots(limit=0), (MODELS,))
    assert 0 < len(some) < len(every)
    assert all("app/models/" in one.file_path for one in some)
    assert some.notes[0] == f"Only {MODELS}: {len(some)} of {len(every)}."
    assert bench.analyse.limited(every, ()) is every


@pytest.mark.parametrize(
    ("page", "view"),
    [
        ("map", "map"), ("map", "matrix"), ("map", "treemap"), ("health", "cycles"), ("health", "hotspots"),
        ("health", "findings"), ("health", "hubs"), ("changes", "recent"),
    ],
)  # fmt: skip
def test_every_page_obeys_the_scope_of_the_address_and_names_it(shell: AppTest, page: str, view: str) -> None:
    at = opened(shell, page, view=view, scope=MODELS)
    assert not at.exception
    assert at.selectbox(key="scope").value == MODELS
    said = html(at) + " ".join(one.value for one in at.caption)
    assert f"Only {MODELS}" in said
    assert page == "changes" or "app/jobs/" not in html(at)  # a commit names all files that it changed


def test_a_question_and_a_text_search_obey_the_scope(shell: AppTest) -> None:
    said = html(opened(shell, "search", q="How is stock released?", scope="path:app/services"))
    assert "app/services/" in said
    assert "app/jobs/" not in said
    assert "app/jobs/" not in html(opened(shell, "search", by="text", text="perform", scope="path:app/services"))
    assert "app/jobs/" not in html(opened(shell, "search", by="text", text="perform", scope="-path:app/jobs"))


def test_paths_of_a_question_hold_within_those_of_the_scope(bench: Workbench) -> None:
    def paths(scope: str, *given: str) -> tuple[str, ...]:
        return limits_of(bench, {"scope": [scope], "paths": given})["paths"]

    assert paths("path:app", "app/models") == ("app/models",)
    assert paths("path:app/models", "app") == ("app/models",)
    assert paths("path:app/models", "*.rb") == ("app/models/*.rb", "app/models/*/*.rb")
    assert (paths("", "lib"), paths("path:lib")) == (("lib",), ("lib",))
    found = bench.search("def", paths=paths("path:app/models", "concerns"))
    assert {one.file_path.rpartition("/")[0] for one in found.found} == {"app/models/concerns"}


def test_an_unknown_scope_is_told_on_the_page_and_can_be_changed_there(shell: AppTest) -> None:
    at = opened(shell, "map", scope="part:nothing")
    assert not at.exception
    assert "No part 'nothing'" in " ".join(one.value for one in at.error)
    assert not at.selectbox(key="scope").set_value(MODELS).run().error
