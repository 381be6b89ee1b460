"""The health numbers of each version of an index outlive the version, and the pages show them as a line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import StoreError
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import open_workbench
from core.workbench.trend import trend
from tests.app_pages import html, opened
from tests.page_index import SAMPLE

CYCLE = "class {0}\n  def call = {1}.new.call\nend\n"


def test_versions_have_numbers_that_outlive_them_and_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    checkout, settings = tmp_path / "shop", read_settings({"home": str(tmp_path / "home"), "index.keep_generations": 2})
    shutil.copytree(SAMPLE, checkout)
    index_checkout(checkout, settings, name="shop", vectors=False)
    first = open_workbench("shop", settings={"home": str(tmp_path / "home")}).analyse.trend().items
    assert [one.version for one in first] == [1]
    for name, other in (("TwistOne", "TwistTwo"), ("TwistTwo", "TwistOne")):
        (checkout / "app" / "services" / f"{name.replace('T', '_t').lower().strip('_')}.rb").write_text(
            CYCLE.format(name, other)
        )
    for _ in range(2):
        (checkout / "app" / "services" / "more.rb").open("a").write("# more\n")
        index_checkout(checkout, settings, name="shop", vectors=False)
    bench = open_workbench("shop", settings={"home": str(tmp_path / "home")})
    assert [one.version for one in trend(bench, measure=False)] == [1, 3]  # the second was not looked at
    every = bench.analyse.trend().items
    assert [one.version for one in every] == [1, 2, 3]  # the first is deleted, its numbers are not
    assert every[0] == first[0]
    assert every[2].in_cycles == first[0].in_cycles + 2
    assert every[2].violations is None
    (bench.beside / "health.json").write_text("{")
    with pytest.raises(StoreError, match="Remove the file to start again"):
        trend(bench)


def test_home_and_health_show_the_numbers(shell: AppTest) -> None:
    for page, parameters in (("home", {}), ("health", {"view": "trend"})):
        at = opened(shell, page, **parameters)
        assert not at.exception
        assert "classes in cycles" in html(at)
        assert "lines against the layering" in html(at)
