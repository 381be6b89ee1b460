"""The commands about tests: which ones run a unit or a change, and the coverage reports that show it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from core.cli.command import Command, Group, exit_code_option, exit_if, option, say, show
from core.cli.options import format_option, index_option, limit_option, opened

if TYPE_CHECKING:
    from core.model.executed import CoverageReport, KnownTest
    from core.workbench import Workbench

existing_files = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
sources_argument = click.argument("sources", metavar="FILE...", nargs=-1, required=True)


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
        _forget(bench, forget)
        _add(bench, keep)
    if not (asked or diff or staged):
        return _list(bench, format_)
    if diff or staged or ".." in asked:
        choice = bench.tests_for(diff.read()) if diff else bench.tests_for(commits=asked, staged=staged)
        return _print(choice.sentence, choice.tests[:limit], choice, format_)
    sheet = bench.tests(asked)
    return _print(sheet.sentence, sheet.tests[:limit], sheet, format_)


@click.group(cls=Group)
def coverage() -> None:
    """Manage the coverage reports of an index: add, list, rm."""


@coverage.command("add")
@existing_files
@index_option
def add(files: tuple[Path, ...], index: str | None) -> None:
    """Read coverage reports into the index."""
    bench = opened(index)
    _add(bench, files)
    _list(bench, "text")


@coverage.command("list")
@index_option
@exit_code_option("Exit with 1 when there are no reports.")
@format_option()
def list_(index: str | None, format_: str) -> int:
    """List the coverage reports."""
    return _list(opened(index), format_)


@coverage.command("rm")
@sources_argument
@index_option
def rm(sources: tuple[str, ...], index: str | None) -> None:
    """Remove coverage reports from the index."""
    bench = opened(index)
    _forget(bench, sources)
    _list(bench, "text")


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


def _add(bench: Workbench, files: Sequence[Path]) -> None:
    from core.workbench.tests import fit_note

    for report in bench.keep_coverage(files):
        if note := fit_note(report):
            say(f"{report.source}: {note}")


def _forget(bench: Workbench, sources: Sequence[str]) -> None:
    for source in sources:
        bench.forget_coverage(source)


def _list(bench: Workbench, format_: str) -> int:
    from core.present.export import text

    kept = bench.coverage_reports()
    show(text.as_json(kept) if format_ == "json" else _listed(kept))
    return exit_if(not kept)


def _listed(kept: Sequence[CoverageReport]) -> str:
    from core.text.counts import counted_as

    reports = [
        f"{one.source}\n  {one.format}, {counted_as(one.files, 'file')}, {counted_as(one.lines, 'executable line')},"
        f" {counted_as(one.tests, 'test')}, {counted_as(len(one.missing), 'file')} not in the index; added {one.imported}"
        for one in kept
    ]
    return "\n".join(reports) or "No coverage reports. Add one: orienteer coverage add FILE"
