"""The command that holds the code to its declared architecture."""

from __future__ import annotations

from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli.options import index_option, opened
from core.errors import SettingsError

if TYPE_CHECKING:
    from core.analyse.check import Check
    from core.workbench import Workbench


@click.command()
@index_option
@click.option("--rules", type=click.Path(path_type=Path), help="A file of rules; default: what the checkout declares.")
@click.option(
    "--baseline", type=click.Path(path_type=Path),
    help="A file of known breaches: only others fail. Default: orienteer_todo.json of the checkout, if there is one.",
)  # fmt: skip
@click.option("--update-baseline", is_flag=True, help="Write the baseline anew: what breaks the rules now is known.")
@click.option("--propose", is_flag=True, help="Write the order of folders that was found to orienteer.toml, to begin with.")
@click.option("--tests/--no-tests", default=False, help="Whether tests are held to the rules.")
@click.option(
    "-f", "--format", "format_", type=click.Choice(["text", "markdown", "json", "sarif"]), default="text", show_default=True
)
def check(
    index: str | None,
    rules: Path | None,
    baseline: Path | None,
    update_baseline: bool,
    propose: bool,
    tests: bool,
    format_: str,
) -> None:
    """Check the code against its declared architecture: status 0 nothing new breaks it, 1 something does, 2 not checked."""
    from core.workbench.checking import BASELINE, write_baseline

    bench = opened(index)
    if propose:
        _propose(bench)
        return
    file = baseline or Path(bench.manifest.root) / BASELINE
    found = bench.check(rules, None if update_baseline and not file.exists() else baseline, tests=tests)
    if not found.declared:
        click.echo(
            f"orienteer: Nothing is declared. {bench.proposal().sentence} Write it with: orienteer check --propose", err=True
        )
        raise SystemExit(2)
    if (state := bench.freshness()).state != "current":
        click.echo(f"note: {state.sentence}", err=True)
    if update_baseline:
        click.echo(f"{file}: {write_baseline(found, file)} known breaches.", err=True)
        return
    click.echo(_written(found, format_))
    raise SystemExit(1 if found.new else 0)


def _propose(bench: Workbench) -> None:
    """Write the proposal, unless something is declared already."""
    from core.workbench.declaring import RULES, declare, own_rules

    root = Path(bench.manifest.root)
    found = bench.proposal()
    if own_rules(root):
        raise SettingsError(f"{root / RULES} declares the architecture already. Edit it, or remove its [architecture] first.")
    if not found.layers:
        raise SettingsError(found.sentence)
    declare(root, found.to_toml())
    click.echo(found.to_toml(), nl=False)
    click.echo(f"Written to {root / RULES}.", err=True)


def _written(found: Check, format_: str) -> str:
    from core.present.export.check import check_markdown, check_sarif, check_text
    from core.present.export.text import as_json

    if format_ == "sarif":
        return check_sarif(found, version("orienteer"))
    if format_ == "json":
        declared = [asdict(one) for one in found.declared]
        return as_json(
            {"declared": declared, "breaches": found.to_rows(), "gone": list(found.gone), "notes": list(found.notes)}
        )
    return check_markdown(found) if format_ == "markdown" else check_text(found)


COMMANDS = (check,)
