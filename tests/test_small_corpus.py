"""Eight small libraries as their packages carry them: no file fails, no step is left out, the same index twice."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.fuzz.trial import IS_FAULT
from benchmarks.incremental import differences
from core.extract.run import extract
from core.pipeline.indexing import index_checkout
from core.settings import ExtractSettings, read_settings

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

GEMS, CRATES = "/usr/share/rubygems-integration/all/gems/{}-[0-9]*", "/usr/share/cargo/registry/{}-[0-9]*"
PLACES = {
    "activejob": GEMS.format("activejob"),
    "rack": GEMS.format("rack"),
    "thor": GEMS.format("thor"),
    "itoa": CRATES.format("itoa"),
    "semver": CRATES.format("semver"),
    "underscore": "/usr/share/javascript/underscore",
    "click": "",
    "httpx": "",
}
INSTALL = "apt-get install --no-install-recommends ruby-rails librust-itoa-dev librust-semver-dev libjs-underscore"


@pytest.fixture(params=PLACES)
def library(request: pytest.FixtureRequest) -> Path:
    """The folder of a library; those of Python are what Orienteer itself is made of."""
    pattern = PLACES[request.param].lstrip("/")
    if not pattern:
        origin = getattr(find_spec(request.param), "origin", None)
        assert origin is not None
        return Path(origin).parent
    found = sorted(Path("/").glob(pattern))
    if not found:
        pytest.skip(f"Libraries of the small corpus are not installed. Run: {INSTALL}")
    return found[-1]


def test_every_file_is_read_and_linked(library: Path) -> None:
    found = extract(library, ExtractSettings())
    assert [problem for problem in found.problems if problem.status == "failed" or IS_FAULT.search(problem.reason)] == []
    assert {unit.type for unit in found.units} & {"function", "method"}


def test_the_same_index_is_made_twice(library: Path, tmp_path: Path) -> None:
    for home in ("one", "two"):
        index_checkout(library, read_settings({"home": str(tmp_path / home)}), name="library", vectors=False)
    one, two = (next((tmp_path / home / "library" / "generations").glob("*/catalog.duckdb")) for home in ("one", "two"))
    assert list(differences(one, two)) == []
