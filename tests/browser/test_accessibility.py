"""No page has a serious or critical violation that axe-core finds, light and dark."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

PLACES = {
    "overview": "?index=sample",
    "ask": "query?index=sample",
    "results": "query?index=sample&q=How+does+Order+work%3F",
    "follow-up": "query?index=sample&q=Who+calls+it%3F&after=What+is+Order%3F",
    "context": "query?index=sample&q=How+does+Order+work%3F&view=context",
    "stages": "query?index=sample&q=How+does+Order+work%3F&view=stages",
    "why not": "query?index=sample&q=How+does+Order+work%3F&view=why+not&why=model:Refund",
    "what if": "query?index=sample&q=How+does+Order+work%3F&view=what+if",
    "unit": "unit?index=sample&unit=model:Order",
    "history": "unit?index=sample&unit=model:Order&side=history",
    "similar": "unit?index=sample&unit=model:Order&side=similar",
    "graph": "graph?index=sample&unit=model:Order",
    "path": "graph?index=sample&unit=controller:OrdersController&view=path&to=model:Order",
    "map": "graph?index=sample",
    "question": "graph?index=sample&view=question&q=How+does+Order+work%3F",
    "hubs": "hubs?index=sample",
    "cycles": "hubs?index=sample&view=cycles",
    "structure": "structure?index=sample",
    "levels": "structure?index=sample&view=levels",
    "coupling": "structure?index=sample&view=coupling",
    "change": "change?index=sample",
    "budget": "budget?index=sample&q=How+does+Order+work%3F",
    "evaluation": "evaluation?index=sample",
    "indexes": "indexes?index=sample",
}


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of axe.min.js: the file that AXE_CORE names, else what `npm pack axe-core` gives."""
    named = os.environ.get("AXE_CORE")
    if named:
        return Path(named).read_text(encoding="utf-8")
    if shutil.which("npm") is None:
        pytest.skip("axe-core is not here. Install npm, or set AXE_CORE=path/to/axe.min.js (npm pack axe-core).")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(["npm", "pack", "axe-core"], cwd=folder, capture_output=True, text=True, check=False)
    packed = next(folder.glob("*.tgz"), None)
    if packed is None:
        pytest.skip(f"npm did not get axe-core: {done.stderr.strip()[-200:]}. Set AXE_CORE=path/to/axe.min.js.")
    with tarfile.open(str(packed)) as archive:
        file = archive.extractfile("package/axe.min.js")
        assert file is not None
        return file.read().decode()


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("place", PLACES)
def test_no_page_has_a_serious_violation(context: Any, server: Any, axe: str, place: str) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/{PLACES[place]}")
    page.wait_for_selector("h1")
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_selector("[data-testid=stSkeleton]", state="detached")
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    told = [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
    assert not told, "\n".join(told)
