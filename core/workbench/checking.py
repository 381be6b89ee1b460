"""Check a checkout against the architecture that it declares, against a baseline; propose one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.analyse.check import NOTED, Check, accepted_lines, baseline_text, check, read_baseline
from core.analyse.contracts import TYPES
from core.analyse.declared import declares
from core.analyse.proposal import Proposal, proposal
from core.analyse.rules import Rule
from core.errors import SettingsError
from core.text.counts import counted_as
from core.workbench.declaring import Declarations, declarations, write

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

BASELINE = "orienteer_todo.json"
"""The baseline of the checkout that is read without being named."""


def checked(bench: OpenBench, rules: Path | None = None, baseline: Path | None = None, *, tests: bool = False) -> Check:
    """Return the violations of the declared architecture, or of a file of `rules`, line by line.

    Violations in a `baseline` are accepted. Without one, Orienteer reads `orienteer_todo.json` of the checkout. Raises
    `SettingsError` for an invalid file.
    """
    root = Path(bench.manifest.root)
    return check_declared(bench, declarations(root, rules), known_violations(root, baseline), tests=tests)


def check_declared(bench: OpenBench, said: Declarations, known: frozenset[str], *, tests: bool = False) -> Check:
    """Return what breaks these declarations and those of packages; `known` are the breaches of a baseline."""
    found = bench.analyse.violations(said.rules or _NO_RULES, layers=said.layers, contracts=said.contracts, tests=tests)
    warned = [one for one in found if one.form in TYPES and not one.enforced]
    notes = (*said.notes, *(f"{one.rule} ({one.at}): {one.why}." for one in warned))
    held = [one for one in found if one not in warned]
    packages = [name for name, one in sorted(bench.packages().items()) if declares(one)]
    bench.read_files(line.file_path for one in held for line in one.lines)
    made = check(held, (*said.rules, *said.contracts), packages, bench.line, known, notes)
    return replace(made, pages=bench.pages)


_NO_RULES: Sequence[Rule] = ()


def broken_lines(bench: OpenBench) -> frozenset[tuple[str, int]] | None:
    """Return the lines (path, number) that break what the checkout declares, None if it declares nothing.

    Raises as `checked` does.
    """
    found = checked(bench)
    return frozenset((one.file_path, one.line) for one in found if one.state != NOTED) if found.declared else None


def known_violations(root: Path, baseline: Path | None = None) -> frozenset[str]:
    """Return the names of the breaches in a baseline, by default that of the checkout; none where it has none."""
    path = baseline or root / BASELINE
    if baseline is None and not path.exists():
        return frozenset()
    try:
        return read_baseline(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError) as problem:
        raise SettingsError(
            f"The baseline '{path}' cannot be read. Write it again: orienteer check --baseline {path} --update-baseline"
        ) from problem


def write_baseline(found: Check, path: Path) -> str:
    """Write the new and the known breaches as a baseline; return their number, counted in lines as a check counts them."""
    text = baseline_text(found.items)
    write(path, text)
    entries = len(read_baseline(text, path.name))
    lines = counted_as(accepted_lines(found.items), "known violation")
    return f"{lines} in {counted_as(entries, 'entry')} (one per rule, pair of units and file)."


def proposed(bench: OpenBench) -> Proposal:
    """Return the inferred order of folders as a declaration to start from, with the lines that support it."""
    return proposal(bench.analyse.order("folder"), bench.analyse.matrix("folder", depth=2))
