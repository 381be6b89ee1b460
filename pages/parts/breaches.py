"""Which lines break what is declared, for the drawings of the architecture."""

from __future__ import annotations

from pathlib import Path

from core.errors import WorkbenchError
from core.workbench import Workbench, checking
from core.workbench.declaring import RULES
from pages.parts.frame import kept


def broken_lines(bench: Workbench) -> frozenset[tuple[str, int]]:
    """Return the lines that break what the checkout declares now; none when that cannot be read, which the rules page says."""
    file = Path(bench.manifest.root) / RULES
    edited = file.stat().st_mtime_ns if file.exists() else 0
    return kept(bench, f"broken lines {edited}", lambda: _broken(bench))


def _broken(bench: Workbench) -> frozenset[tuple[str, int]]:
    try:
        return checking.broken_lines(bench)
    except WorkbenchError:
        return frozenset()
