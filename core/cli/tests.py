"""The commands about tests: which ones run a unit or a change, and the coverage reports that show it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from core.cli.command import Command, Group, exit_code_option, exit_if, option, say, show
from core.cli.file_commands import KeptFiles
from core.cli.options import format_option, index_option, limit_option, opened

if TYPE_CHECKING:
    from core.model.executed import CoverageReport, KnownTest


@click.command(cls=Command)
@click.argument("name", nargs=-1, metavar="[UNIT | BEFORE..AFTER]")
@index_option
@option("--diff", type=click.File("r"), metavar="FILE", help="Select tests for this diff (- for stdin).")
@option("--staged", is_flag=True, help="Select tests for what is staged in git.")
@option("--keep", type=click.Path(exists=True, dir_okay=False, path_type=Path), multiple=True, hidden=True, help="Old.")
@option("--forget", multiple=True, hidden=True, help="Old.")
@limit_option(help_="Maximum tests.")
@exit_code_option("Exit with 1 when there are no tests.")
@format_option("names")
def tests(
    name: tuple[str, ...], index: str | None, diff: TextIO | None, staged: bool, keep: tuple[Path, ...],
    forget: tuple[str, ...], limit: int | None, format_: str,
) -> int:  # fmt: skip
    """List the tests that run UNIT, or those for a change.

    Best first. `-f names` prints names alone, as the test runner takes them. Add coverage reports for better answers:
    orienteer coverage add FILE
    """
    bench, asked = opened(index), " ".join(name)
    if sum((bool(asked), diff is not None, staged, bool(keep or forget))) > 1:
        raise click.UsageError("More than one thing to test. Give one of UNIT, BEFORE..AFTER, --diff, --staged.")
    if keep or forget:
        say("'tests --keep' is now: orienteer coverage add, list, rm")
        _REPORTS.change(bench, keep, forget)
    if not (asked or diff or staged):
        return _REPORTS.show(bench, format_)
    if diff or staged or ".." in asked:
        choice = bench.tests_for(diff.read()) if diff else bench.tests_for(commits=asked, staged=staged)
        return _print(choice.sentence, choice.tests[:limit], choice, format_)
    sheet = bench.tests(asked)
    return _print(sheet.sentence, sheet.tests[:limit], sheet, format_)


@click.group(cls=Group)
def coverage() -> None:
    """Manage the coverage reports of an index: add, list, rm."""


def _print(sentence: str, tests: Sequence[KnownTest], value: object, format_: str) -> int:
    from core.present.export import text

    if format_ == "json":
        show(text.as_json(value))
    elif format_ == "names":
        show("\n".join(one.name for one in tests))
    else:
        from core.model.executed import TEST_COLUMNS, test_rows

        rows = [{column: row[column] for column in TEST_COLUMNS[:-1]} for row in test_rows(tests)]
        show(f"{sentence}\n{text.table(rows)}" if rows else sentence)
    return exit_if(not tests)


def _line(one: CoverageReport) -> str:
    from core.text.counts import counted_as

    return (
        f"{one.source}\n  {one.format}, {counted_as(one.files, 'file')}, {counted_as(one.lines, 'executable line')},"
        f" {counted_as(one.tests, 'test')}, {counted_as(len(one.missing), 'file')} not in the index; added {one.imported}"
    )


def _fit(report: CoverageReport) -> str:
    from core.workbench.tests import fit_note

    return f"{report.source}: {note}" if (note := fit_note(report)) else ""


_REPORTS = KeptFiles(
    "coverage report", "coverage reports",
    add=lambda bench, files: bench.keep_coverage(files),
    forget=lambda bench, source: bench.forget_coverage(source),
    every=lambda bench: bench.coverage_reports(),
    line=_line, note=_fit,
)  # fmt: skip
_REPORTS.commands(coverage)
