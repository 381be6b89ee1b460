"""The command about tests: which ones run a unit, which ones to run for a change, and the coverage reports that say so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from core.cli.options import index_option, opened

if TYPE_CHECKING:
    from core.model.executed import CoverageReport, KnownTest
    from core.workbench import Workbench


@click.command()
@click.argument("name", nargs=-1, metavar="[UNIT | BEFORE..AFTER]")
@index_option
@click.option("--diff", type=click.File("r"), help="The tests to run for a unified diff of what is indexed (- is stdin).")
@click.option("--staged", is_flag=True, help="The tests to run for what git has staged.")
@click.option(
    "--keep", type=click.Path(exists=True, dir_okay=False, path_type=Path), multiple=True, metavar="REPORT",
    help="Read a coverage report and keep it with the index; repeatable.",
)  # fmt: skip
@click.option("--forget", multiple=True, metavar="REPORT", help="Remove a report that is kept; repeatable.")
@click.option("--limit", type=click.IntRange(1), help="At most so many tests.")
@click.option("-f", "--format", "format_", type=click.Choice(["text", "json", "names"]), default="text", show_default=True)
def tests(
    name: tuple[str, ...], index: str | None, diff: TextIO | None, staged: bool, keep: tuple[Path, ...],
    forget: tuple[str, ...], limit: int | None, format_: str,
) -> None:  # fmt: skip
    """Tell which tests run UNIT, or which to run for a change, best first; without either which coverage reports are kept.

    `-f names` writes names alone, as the runner of the tests takes them where a report has them.
    """
    bench, asked = opened(index), " ".join(name)
    if sum((bool(asked), diff is not None, staged, bool(keep or forget))) > 1:
        raise click.UsageError("Name a unit, or a change (--diff, --staged, BEFORE..AFTER), or reports to keep or forget.")
    if keep or forget or not (asked or diff or staged):
        raise SystemExit(_reports(bench, keep, forget, format_))
    if diff or staged or ".." in asked:
        choice = bench.tests_for(diff.read()) if diff else bench.tests_for(commits=asked, staged=staged)
        raise SystemExit(_told(choice.sentence, choice.tests[:limit], choice, format_))
    sheet = bench.tests(asked)
    raise SystemExit(_told(sheet.sentence, sheet.tests[:limit], sheet, format_))


def _told(sentence: str, tests: Sequence[KnownTest], value: object, format_: str) -> int:
    from core.present.export import text

    if format_ == "json":
        click.echo(text.as_json(value))
    elif format_ == "names":
        click.echo("\n".join(one.name for one in tests))
    else:
        from core.model.executed import TEST_COLUMNS, test_rows
        from core.model.text_table import text_table

        rows = test_rows(tests)
        click.echo(f"{sentence}\n{text_table(TEST_COLUMNS[:-1], rows)}" if rows else sentence)
    return 0 if tests else 1


def _reports(bench: Workbench, keep: tuple[Path, ...], forget: tuple[str, ...], format_: str) -> int:
    from core.present.export import text
    from core.workbench.tests import fit_note

    for one in forget:
        bench.forget_coverage(one)
    for report in bench.keep_coverage(keep):
        if note := fit_note(report):
            click.echo(f"{report.source}: {note}", err=True)
    kept = bench.coverage_reports()
    click.echo(text.as_json(kept) if format_ == "json" else _listed(kept))
    return 0 if kept or forget else 1


def _listed(kept: Sequence[CoverageReport]) -> str:
    told = [
        f"{one.source}\n  {one.format}, {one.files:,} files, {one.lines:,} executable lines, {one.tests:,} tests told apart,"
        f" {len(one.missing):,} files that the index has not; kept {one.imported}"
        for one in kept
    ]
    return "\n".join(told) or "No coverage report is kept with this index. Keep one with: orienteer tests --keep REPORT"


COMMANDS = (tests,)
