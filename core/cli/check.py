"""The command that holds the code to its declared architecture."""

from __future__ import annotations

from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli.command import Command, note, option, say, show
from core.cli.options import format_option, index_option, opened, tests_option
from core.errors import SettingsError

if TYPE_CHECKING:
    from core.analyse.check import Check
    from core.workbench import Workbench


@click.command(cls=Command)
@index_option
@option("--rules", type=click.Path(path_type=Path), metavar="FILE", help="File of rules (default: those of the checkout).")
@option("--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Known violations (default: orienteer_todo.json).")
@option("--update-baseline", is_flag=True, help="Record the present violations as known.")
@option("--propose", is_flag=True, help="Write the inferred layering to orienteer.toml.")
@tests_option
@format_option("markdown", "sarif")
def check(
    index: str | None,
    rules: Path | None,
    baseline: Path | None,
    update_baseline: bool,
    propose: bool,
    tests: bool,
    format_: str,
) -> int:
    """Check the code against its declared architecture.

    Exits with 0 without new violations, 1 with some, and 2 when it could not check. Violations in the baseline are not new.
    """
    from core.workbench.checking import BASELINE, write_baseline

    bench = opened(index)
    if propose:
        _propose(bench)
        return 0
    file = baseline or Path(bench.manifest.root) / BASELINE
    found = bench.check(rules, None if update_baseline and not file.exists() else baseline, tests=tests)
    if not found.declared:
        raise SettingsError(f"No rules declared. {bench.proposal().next_step}")
    if (state := bench.freshness()).state != "current":
        note(state.sentence)
    if update_baseline:
        say(f"{file}: {write_baseline(found, file)}")
        return 0
    show(_written(found, format_))
    if found.new and format_ == "text" and not file.exists():
        note("To accept today's violations: orienteer check --update-baseline")
    return 1 if found.new else 0


def _propose(bench: Workbench) -> None:
    """Write the proposal, unless something is declared already."""
    from core.workbench.declaring import RULES, declare, own_rules

    root = Path(bench.manifest.root)
    found = bench.proposal()
    if own_rules(root):
        raise SettingsError(f"'{root / RULES}' already declares the architecture. Edit it, or remove its [architecture] first.")
    if not found.layers:
        raise SettingsError(found.sentence)
    declare(root, found.to_toml())
    show(found.to_toml().rstrip("\n"))
    say(f"Wrote {root / RULES}.")


def _written(found: Check, format_: str) -> str:
    from core.present.export.check import check_markdown, check_text
    from core.present.export.sarif import check_sarif
    from core.present.export.text import as_json

    if format_ == "sarif":
        return check_sarif(found, version("orienteer"))
    if format_ == "json":
        declared = [asdict(one) for one in found.declared]
        return as_json(
            {"declared": declared, "breaches": found.to_rows(), "gone": list(found.gone), "notes": list(found.notes)}
        )
    return check_markdown(found) if format_ == "markdown" else check_text(found)
