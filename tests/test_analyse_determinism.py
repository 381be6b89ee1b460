"""The same index gives the same answers in every process: sets of texts have another order in each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

SCRIPT = """
import hashlib
from benchmarks.synthetic import commits, extraction
from core.analyse import Analysis

found = extraction(400, 2400, methods=1, files=True)
heads = {unit.key: unit.head for unit in found.units}
histories = {history.unit_key: history for history in found.history}
made = Analysis(heads, lambda: found.relations, {}, histories, lambda: commits(found, 300))
hub = made.hubs().items[0].unit
for result in (
    made.hubs(), made.pagerank(), made.cycles(associations=True), made.bridges(), made.orphans(every=True), made.dead_ends(),
    made.unreached(), made.entry_points(), made.impact(hub), made.coupling(), made.communities(), made.misplaced("namespace"),
    made.layers(), made.matrix("unit"), made.hotspots(), made.cochange(), made.dead_coupling(), made.reading_order(),
    made.reading_order([hub]), made.counts(), made.tiles(), made.paths(made.layers().items[0].unit, hub),
):
    rows = repr((result.notes, result.to_rows()))
    print(result.title, len(result), hashlib.sha256(rows.encode()).hexdigest()[:12])
"""


def answers(seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
    return done.stdout


def test_every_analysis_gives_the_same_in_processes_with_other_hash_seeds():
    first = answers("1")
    assert first == answers("2")
    assert len(first.splitlines()) == 22
