"""Many first requests at once: verbs load their modules, and none of them meets one that another is still loading."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.page_index import ROOT, sample_index
from tests.shared import made_once

SCRIPT = """
import sys, threading
from core.serving.indexes import ServedIndexes
from core.settings import read_settings

bench = ServedIndexes(read_settings(), "sample").workbench()
verbs = [
    lambda: bench.overview, lambda: bench.analysis("hubs"), lambda: bench.sheet("Order"), lambda: bench.dependents("Order"),
    lambda: bench.flow("orders#cancel"), lambda: bench.impact(name="Order"), lambda: bench.search("order"),
    lambda: bench.answer("how is an order refunded?", model=False),
]
wrong, begin = [], threading.Barrier(2 * len(verbs))
def ask(verb):
    begin.wait()
    try:
        verb()
    except BaseException as problem:
        wrong.append(repr(problem))
sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=ask, args=(verb,)) for verb in verbs * 2]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(wrong)
"""


@pytest.mark.parametrize("_", range(2))
def test_sixteen_first_requests_at_once_are_all_answered(tmp_path_factory: pytest.TempPathFactory, _: int) -> None:
    home: Path = made_once(tmp_path_factory, "sample", sample_index)
    environment = {**os.environ, "ORIENTEER_HOME": str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
